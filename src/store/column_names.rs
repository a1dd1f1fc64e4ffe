//! The names of a table's columns beside those of the program, in every store and export.
//!
//! The program's names are fixed. A column of the table keeps its name. If the name is empty, one
//! of the program's or that of an earlier column, it gets `_` at its end until it is distinct.
//! Databases do not distinguish `x` from `X`.

use std::collections::HashSet;

/// The program's columns before the columns of the table.
pub(crate) const COLUMNS_BEFORE: [&str; 2] = ["point", "row"];
/// The program's columns behind the columns of the table: the class of a point, its main place and
/// its position.
pub(crate) const COLUMNS_AFTER: [&str; 8] =
    ["class", "community", "share", "part", "outlier", "map_x", "map_y", "landmark"];
/// The program's further names, in lower case: properties of points in Neo4j, their key in SQLite.
const OTHERS: [&str; 9] =
    ["graph", "load", "id", "name", "context", "far", "mapx", "mapy", "point_id"];

/// Returns a name for each column of a table.
pub(crate) fn own_names<S: AsRef<str>>(names: impl IntoIterator<Item = S>) -> Vec<String> {
    let ours = COLUMNS_BEFORE.iter().chain(&COLUMNS_AFTER).chain(&OTHERS);
    let mut taken: HashSet<String> = ours.map(|&name| name.to_owned()).collect();
    let own = |name: S| {
        let mut name = name.as_ref().replace('\0', " ");
        while name.is_empty() || !taken.insert(name.to_lowercase()) {
            name.push('_');
        }
        name
    };
    names.into_iter().map(own).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_keeps_its_name_where_it_can() {
        let names = ["x", "X", "Row", "row", "", "a \"b\"", "x_", "share", "ids", "Éa", "éa"];
        let expected =
            ["x", "X_", "Row_", "row__", "_", "a \"b\"", "x__", "share_", "ids", "Éa", "éa_"];
        assert_eq!(own_names(names), expected);
    }
}
