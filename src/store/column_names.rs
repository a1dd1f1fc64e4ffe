//! Column names of tables that have columns of the program too. Each column keeps its name or, if
//! that is taken or empty, gets the suffix `_2`, `_3` and so on. Databases do not distinguish `x`
//! from `X`.

use std::collections::HashSet;

/// The program's columns before the columns of the input.
pub(crate) const COLUMNS_BEFORE: [&str; 2] = ["point", "row"];
/// The program's columns behind the columns of the input: the class of a point and its main place.
pub(crate) const COLUMNS_AFTER: [&str; 6] =
    ["class", "community", "share", "part", "outlier", "landmark"];

/// Returns distinct names for the columns of an input, and the names of the coordinates of a point,
/// which stand behind all columns because many tables have an `x` and a `y` of their own.
pub(crate) fn row_column_names<'a>(
    names: impl Iterator<Item = &'a String>,
) -> (Vec<String>, [String; 2]) {
    let all = names.map(String::as_str).chain(["x", "y"]);
    let mut names = distinct_names(&[&COLUMNS_BEFORE[..], &COLUMNS_AFTER].concat(), all);
    let [y, x] = [names.pop(), names.pop()].map(Option::unwrap_or_default);
    (names, [x, y])
}

/// Returns a name for each column, distinct from one another and from `ours` in every case.
pub(crate) fn distinct_names<S: AsRef<str>>(
    ours: &[&str],
    names: impl Iterator<Item = S>,
) -> Vec<String> {
    let mut taken: HashSet<String> = ours.iter().map(|&name| name.to_owned()).collect();
    let column = |name: S| {
        let plain = name.as_ref().replace('\0', " ");
        let again = (2..).map(|at| format!("{plain}_{at}"));
        let mut all = std::iter::once(plain.clone()).chain(again);
        let new = all.find(|name| !name.is_empty() && taken.insert(name.to_ascii_lowercase()));
        new.unwrap_or_default()
    };
    names.map(column).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_have_their_own_names_where_they_can() {
        let names = ["x", "X", "Point", "", "a \"b\"", "x_2", "share"].map(str::to_owned);
        let found = row_column_names(names.iter());
        assert_eq!(found.0, ["x", "X_2", "Point_2", "_2", "a \"b\"", "x_2_2", "share_2"]);
        assert_eq!(found.1, ["x_3", "y"]);
    }
}
