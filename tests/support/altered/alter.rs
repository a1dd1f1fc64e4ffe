//! Alterations of a graph file in one place or a few: cells, rows, tables, the schema, the bytes.

use std::path::Path;

use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

use super::choices::Choices;

/// Alters a file and says how; `None` if the choice does not apply to it.
pub fn alter(path: &Path, choices: &mut Choices<'_>) -> Option<String> {
    match choices.below(24) {
        0..=17 => content(path, choices),
        18 | 19 => schema(path, choices),
        _ => bytes(path, choices),
    }
}

/// Alters rows, with the constraints of the schema lifted meanwhile.
pub fn content(path: &Path, choices: &mut Choices<'_>) -> Option<String> {
    let schema = lift(path)?;
    let done = rows(path, choices);
    restore(path, &schema)?;
    done
}

fn open(path: &Path) -> Option<Connection> {
    let connection = Connection::open(path).ok()?;
    let quick = "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON;
                 PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF;";
    connection.execute_batch(quick).ok()?;
    Some(connection)
}

fn tables(connection: &Connection) -> Option<Vec<(String, String)>> {
    let select = "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql NOT NULL
                  ORDER BY name";
    let mut tables = connection.prepare(select).ok()?;
    let tables = tables.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).ok()?;
    tables.collect::<Result<_, _>>().ok()
}

/// Removes the types and NOT NULL of all tables; returns the statements that made them.
fn lift(path: &Path) -> Option<Vec<(String, String)>> {
    let connection = open(path)?;
    let tables = tables(&connection)?;
    connection
        .execute_batch(
            "PRAGMA writable_schema = ON;
             UPDATE sqlite_master SET sql = replace(replace(replace(sql,
               ' STRICT, WITHOUT ROWID', ' WITHOUT ROWID'), ' STRICT', ''), ' NOT NULL', '')
             WHERE type = 'table';",
        )
        .ok()?;
    Some(tables)
}

fn restore(path: &Path, tables: &[(String, String)]) -> Option<()> {
    let connection = open(path)?;
    connection.execute_batch("PRAGMA writable_schema = ON").ok()?;
    let update = "UPDATE sqlite_master SET sql = ?2 WHERE name = ?1 AND type = 'table'";
    for (name, sql) in tables {
        connection.execute(update, [name, sql]).ok()?;
    }
    Some(())
}

type Row = (Vec<String>, Vec<Value>);

fn row(connection: &Connection, table: &str, choices: &mut Choices<'_>) -> Option<Row> {
    let count = format!("SELECT count(*) FROM {table}");
    let count: i64 = connection.query_row(&count, [], |row| row.get(0)).ok()?;
    let at = choices.below(usize::try_from(count).ok().filter(|&count| count > 0)?);
    let select = format!("SELECT * FROM {table} LIMIT 1 OFFSET {at}");
    let mut statement = connection.prepare(&select).ok()?;
    let columns: Vec<String> = statement.column_names().map(str::to_owned).collect();
    let values = |row: &rusqlite::Row<'_>| (0..columns.len()).map(|at| row.get(at)).collect();
    let values = statement.query_row([], values).ok()?;
    Some((columns, values))
}

fn rows(path: &Path, choices: &mut Choices<'_>) -> Option<String> {
    let connection = open(path)?;
    let (table, _) = choices.one(&tables(&connection)?);
    let (columns, values) = row(&connection, &table, choices)?;
    let is_it = |first: usize| {
        let one = |(at, column): (usize, &String)| format!("{column} IS ?{}", at + first);
        columns.iter().enumerate().map(one).collect::<Vec<_>>().join(" AND ")
    };
    let told = format!("{table} {values:.60?}");
    let run = |statement: &str, values: &[Value]| -> Option<()> {
        let changed = connection.execute(statement, params_from_iter(values)).ok()?;
        (changed > 0).then_some(())
    };
    match choices.below(12) {
        0 => {
            run(&format!("DELETE FROM {table} WHERE {}", is_it(1)), &values)?;
            Some(format!("{told}: deleted"))
        }
        1 => {
            run(&format!("DELETE FROM {table}"), &[])?;
            Some(format!("{table}: all rows deleted"))
        }
        2 => {
            // A copy of the row, with another value in its first column.
            let mut again = values.clone();
            again[0] = value(choices);
            let marks = vec!["?"; columns.len()].join(",");
            run(&format!("INSERT INTO {table} VALUES ({marks})"), &again)?;
            Some(format!("{told}: again as {:.60?}", again[0]))
        }
        3 => {
            // A value of another row in a column other than the first.
            let (_, other) = row(&connection, &table, choices)?;
            let at = 1 + choices.below(columns.len().max(2) - 1);
            let (column, mine) = (columns.get(at)?, other.get(at)?.clone());
            let update = format!("UPDATE {table} SET {column} = ?1 WHERE {}", is_it(2));
            run(&update, &[&[mine][..], &values].concat())?;
            Some(format!("{told}: {column} of {other:.60?}"))
        }
        _ => {
            let column = choices.one(&columns);
            let new = value(choices);
            let shown = format!("{new:.60?}");
            let update = format!("UPDATE {table} SET {column} = ?1 WHERE {}", is_it(2));
            run(&update, &[&[new][..], &values].concat())?;
            Some(format!("{told}: {column} = {shown}"))
        }
    }
}

/// Returns a small number, or a value that conceptgraph would not have written there.
fn value(choices: &mut Choices<'_>) -> Value {
    let text = |text: &str| Value::Text(text.to_owned());
    match choices.below(40) {
        0..=11 => Value::Integer(choices.below(24) as i64),
        12 => Value::Integer(-1),
        13 => Value::Integer(1 << 31),
        14 => Value::Integer((1 << 32) - 1),
        15 => Value::Integer(1 << 32),
        16 => Value::Integer((1 << 32) + 1),
        17 => Value::Integer(1 << 62),
        18 => Value::Integer(i64::MAX),
        19 => Value::Integer(i64::MIN),
        20 => Value::Integer(100_000_000),
        21 => Value::Null,
        22 => text(""),
        23 => text("x"),
        24 => text("[]"),
        25 => text("[0]"),
        26 => text("[-1]"),
        27 => text("[1,1]"),
        28 => text("[3,2,1]"),
        29 => text("[1,4294967295]"),
        30 => text("[1e999]"),
        31 => text("[1,"),
        32 => text(&"[".repeat(100_000)),
        33 => text(&format!("[{}1]", "1,".repeat(500_000))),
        34 => Value::Blob(vec![0, 0xff]),
        35 => Value::Blob(vec![7; 4 << 20]),
        36 => Value::Real(0.5),
        37 => Value::Real(f64::INFINITY),
        38 => Value::Real(-1e300),
        _ => text(&"9".repeat(400)),
    }
}

/// Drops, renames or rewrites a part of the schema.
fn schema(path: &Path, choices: &mut Choices<'_>) -> Option<String> {
    let connection = open(path)?;
    let mut named = connection.prepare("SELECT type, name, sql FROM sqlite_master").ok()?;
    let named = named.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).ok()?;
    let named: Vec<(String, String, Option<String>)> = named.collect::<Result<_, _>>().ok()?;
    let (kind, name, sql) = choices.one(&named);
    let statement = match choices.below(8) {
        0 | 1 => format!("DROP {kind} {name}"),
        2 => {
            let (columns, _) = row(&connection, &name, choices)?;
            format!("ALTER TABLE {name} DROP COLUMN {}", choices.one(&columns))
        }
        3 => {
            let (columns, _) = row(&connection, &name, choices)?;
            format!("ALTER TABLE {name} RENAME COLUMN {} TO other", choices.one(&columns))
        }
        4 => format!(
            "PRAGMA writable_schema = ON;
             UPDATE sqlite_master SET rootpage = {} WHERE name = '{name}'",
            choices.below(40)
        ),
        5 => {
            let words: Vec<&str> = sql.as_deref()?.split(' ').collect();
            let gone = choices.one(&words).replace('\'', "''");
            format!(
                "PRAGMA writable_schema = ON;
                 UPDATE sqlite_master SET sql = replace(sql, '{gone}', 'x') WHERE name = '{name}'"
            )
        }
        6 => format!(
            "DROP VIEW member;
             CREATE VIEW member (concept_id, point_id) AS
             WITH RECURSIVE n (i) AS (SELECT {} UNION ALL SELECT i + 1 FROM n) SELECT 1, i FROM n",
            choices.below(3)
        ),
        _ => format!("PRAGMA user_version = {}", choices.one(&[0, -1, 2, 3, 5, 1 << 30])),
    };
    connection.execute_batch(&statement).ok()?;
    Some(statement.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Alters the file itself: truncates it, flips bits, fills or swaps pages.
fn bytes(path: &Path, choices: &mut Choices<'_>) -> Option<String> {
    let mut bytes = std::fs::read(path).ok()?;
    let (length, page) = (bytes.len(), 4096);
    let pages = length / page;
    if pages < 2 {
        return None;
    }
    let told = match choices.below(6) {
        0 => {
            bytes.truncate(choices.below(length));
            format!("cut off after {} bytes", bytes.len())
        }
        1 => {
            let (one, other) = (1 + choices.below(pages - 1), 1 + choices.below(pages - 1));
            let kept = bytes[one * page..][..page].to_vec();
            bytes.copy_within(other * page..(other + 1) * page, one * page);
            bytes[other * page..][..page].copy_from_slice(&kept);
            format!("pages {one} and {other} swapped")
        }
        2 => {
            let at = choices.below(pages);
            bytes[at * page..][..page].fill(choices.one(&[0, 0xff]));
            format!("page {at} filled")
        }
        3 => {
            // The header of a page says where its cells lie.
            let at = choices.below(pages) * page + choices.below(24);
            bytes[at] = choices.below(256) as u8;
            format!("byte {at} is {}", bytes[at])
        }
        _ => {
            let flipped: Vec<usize> =
                (0..=choices.below(4)).map(|_| choices.below(length)).collect();
            for &at in &flipped {
                bytes[at] ^= 1 << choices.below(8);
            }
            format!("bits flipped in {flipped:?}")
        }
    };
    std::fs::write(path, bytes).ok()?;
    Some(told)
}
