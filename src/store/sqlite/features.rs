//! The table behind the points as users know it: a row per point, a column per feature.
//!
//! `SELECT * FROM features` returns the table. The view `measurement` has a row per value, for
//! statements that do not know the names of the features. A table of SQLite has at most 2,000
//! columns, so more features take several tables: `features`, `features_2` and so on.

use rusqlite::types::Value as Sql;
use rusqlite::{Connection, Row};

use super::insert::Insert;
use crate::dataset::Features;
use crate::store::{Result, column_names};

pub(super) const MAX_COLUMNS: usize = 1_900;

/// Returns the name of each table, with the quoted names of its columns.
fn tables(names: &[String]) -> Vec<(String, Vec<String>)> {
    let columns = column_names::own_names(names);
    let columns: Vec<String> = columns.iter().map(|name| quote_name(name)).collect();
    let mut tables: Vec<_> = columns.chunks(MAX_COLUMNS).map(<[String]>::to_vec).collect();
    if tables.is_empty() {
        tables.push(Vec::new());
    }
    let name = |at: usize| if at == 1 { "features".to_owned() } else { format!("features_{at}") };
    (1..).map(name).zip(tables).collect()
}

pub(super) fn quote_name(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

pub(super) fn schema(names: &[String]) -> String {
    let tables = tables(names);
    let mut script = String::new();
    let (mut first, mut arms) = (1, Vec::new());
    for (table, columns) in &tables {
        let of: String =
            columns.iter().map(|column| format!(",\n    {column} REAL NOT NULL")).collect();
        script += &format!(
            "CREATE TABLE {table} (\n    point_id INTEGER PRIMARY KEY REFERENCES point{of}\n) \
             STRICT;\n"
        );
        let last = first + columns.len();
        if !columns.is_empty() {
            // The table `feature` has columns too.
            let columns: Vec<String> =
                columns.iter().map(|column| format!("{table}.{column}")).collect();
            arms.push(format!(
                "SELECT point_id, feature.id, {}\nFROM {table}\nCROSS JOIN feature\n\
                 WHERE feature.id BETWEEN {first} AND {}",
                case_expression(&columns, first),
                last - 1
            ));
        }
        first = last;
    }
    if arms.is_empty() {
        arms.push("SELECT point_id, 0, 0.0 FROM features WHERE 0".to_owned());
    }
    let arms = arms.join("\nUNION ALL\n");
    script + &format!("CREATE VIEW measurement (point_id, feature_id, value) AS\n{arms};\n")
}

/// Returns an expression for the column of the feature `feature.id`, by binary search.
fn case_expression(columns: &[String], first: usize) -> String {
    match columns {
        [column] => column.clone(),
        _ => {
            let (left, right) = columns.split_at(columns.len() / 2);
            let middle = first + left.len();
            let [left, right] = [case_expression(left, first), case_expression(right, middle)];
            format!("CASE WHEN feature.id < {middle} THEN {left} ELSE {right} END")
        }
    }
}

pub(super) fn write(connection: &Connection, features: &Features) -> rusqlite::Result<()> {
    connection.execute_batch(&schema(&features.names))?;
    let mut from = 0;
    for (table, columns) in tables(&features.names) {
        let to = from + columns.len();
        let mut rows = Insert::new(connection, &table, columns.len() + 1)?;
        for (id, values) in (1..).zip(features.values.chunks(features.names.len().max(1))) {
            let values = values[from..to].iter().map(|&value| Sql::Real(value));
            rows.extend(std::iter::once(Sql::Integer(id)).chain(values))?;
        }
        rows.finish()?;
        from = to;
    }
    Ok(())
}

/// Reads the values of the features with these names, row by row; NaN for a missing value.
pub(super) fn read(
    names: &[String],
    all: impl Fn(&str, &mut dyn FnMut(&Row<'_>) -> rusqlite::Result<()>) -> Result<()>,
) -> Result<Vec<f64>> {
    let (mut values, mut from) = (Vec::new(), 0);
    for (table, columns) in tables(names).into_iter().filter(|(_, columns)| !columns.is_empty()) {
        let mut row_at = 0;
        let select = format!("SELECT * FROM {table} ORDER BY point_id");
        all(&select, &mut |row| {
            let start = row_at * names.len() + from;
            values.resize(values.len().max((row_at + 1) * names.len()), f64::NAN);
            for at in 0..columns.len() {
                values[start + at] = row.get(at + 1)?;
            }
            row_at += 1;
            Ok(())
        })?;
        from += columns.len();
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_number_of_features_is_stored() {
        for width in [0, 1, 3, MAX_COLUMNS, MAX_COLUMNS + 1, 2 * MAX_COLUMNS + 7] {
            // The table `feature` has columns of these names.
            let clashing = ["id", "Mean", "deviation", "LEAST"].map(str::to_owned).into_iter();
            let names = clashing.chain((4..).map(|at| format!("f{at}")));
            let names: Vec<String> = names.take(width).collect();
            let values: Vec<f64> = (0..3 * width).map(|at| at as f64).collect();
            let connection = Connection::open_in_memory().unwrap();
            let others = "CREATE TABLE point (id INTEGER PRIMARY KEY);
                 INSERT INTO point VALUES (1), (2), (3);
                 CREATE TABLE feature (
                     id INTEGER PRIMARY KEY, name TEXT, mean REAL, deviation REAL, least REAL
                 );";
            connection.execute_batch(others).unwrap();
            for (id, name) in (1..).zip(&names) {
                connection
                    .execute("INSERT INTO feature (id, name) VALUES (?, ?)", (id, name))
                    .unwrap();
            }
            let features = Features { names: names.clone(), values: values.clone().into() };
            write(&connection, &features).unwrap();
            let all = "SELECT value FROM measurement ORDER BY point_id, feature_id";
            let mut all = connection.prepare(all).unwrap();
            let seen: Vec<f64> = all
                .query_map([], |row| row.get(0))
                .unwrap()
                .collect::<rusqlite::Result<_>>()
                .unwrap();
            assert_eq!(seen, values, "{width} features");
            let found = read(&names, |select, each| {
                let mut select = connection.prepare(select).unwrap();
                let mut rows = select.query([]).unwrap();
                while let Some(row) = rows.next().unwrap() {
                    each(row).unwrap();
                }
                Ok(())
            });
            assert_eq!(found.unwrap(), values, "{width} features");
        }
    }
}
