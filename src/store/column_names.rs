//! What the columns of a table are called where some are ours: each has its own name, or where that
//! is taken or empty the name with `_2`, `_3` and so on. Databases take `x` and `X` for the same.

use std::collections::HashSet;

/// Our columns of the rows of an input, those before the input's own and those behind: what is
/// known of a point, and where it mainly is.
pub(crate) const BEFORE: [&str; 2] = ["point", "row"];
pub(crate) const BEHIND: [&str; 5] = ["class", "community", "share", "part", "landmark"];

/// What the columns of an input are called between ours.
pub(crate) fn of_rows<'a>(names: impl Iterator<Item = &'a String>) -> Vec<String> {
    distinct(&[&BEFORE[..], &BEHIND].concat(), names)
}

/// A name for each column that no other has and that is none of `ours`, in whatever case.
pub(crate) fn distinct<'a>(ours: &[&str], names: impl Iterator<Item = &'a String>) -> Vec<String> {
    let mut taken: HashSet<String> = ours.iter().map(|&name| name.to_owned()).collect();
    let column = |name: &String| {
        let plain = name.replace('\0', " ");
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
        let found = of_rows(names.iter());
        assert_eq!(found, ["x", "X_2", "Point_2", "_2", "a \"b\"", "x_2_2", "share_2"]);
    }
}
