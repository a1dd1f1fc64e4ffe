//! What the properties of nodes are called: ours, and the features of a table.

use std::borrow::Cow;

/// The properties of a point that are not columns of the table.
pub(crate) const OF_A_POINT: [&str; 10] =
    ["graph", "load", "id", "row", "name", "class", "context", "community", "share", "part"];

/// The property of a point that holds a feature or a column that is only shown: its name, and a `_`
/// more where the name, without `_` at its end, is one of ours or empty. So no two columns share a
/// property.
pub(crate) fn of_feature(name: &str) -> Cow<'_, str> {
    let stem = name.trim_end_matches('_');
    if stem.is_empty() || OF_A_POINT.contains(&stem) {
        Cow::Owned(format!("{name}_"))
    } else {
        Cow::Borrowed(name)
    }
}

/// The properties of a point that hold these columns of the table.
pub(crate) fn of_features(names: &[String]) -> Vec<String> {
    names.iter().map(|name| of_feature(name).into()).collect()
}

/// The properties of a point that say where it stands: `x` and `y`, with a `_` more while one of
/// the columns is called so.
pub(crate) fn of_place(columns: [&[String]; 2]) -> [String; 2] {
    let taken = columns.map(of_features).concat();
    ["x", "y"].map(|axis| {
        let mut name = axis.to_owned();
        while taken.contains(&name) {
            name.push('_');
        }
        name
    })
}

/// The property of the graph's node that holds one of its facts, in camel case.
pub(crate) fn of_fact(key: &str) -> String {
    match key {
        "points" => "n".to_owned(),
        other => {
            let mut words = other.split('_');
            let first = words.next().unwrap_or_default().to_owned();
            words.fold(first, |name, word| {
                let mut letters = word.chars();
                let capital = letters.next().map(|letter| letter.to_uppercase().to_string());
                name + &capital.unwrap_or_default() + letters.as_str()
            })
        }
    }
}

/// A name as Cypher reads it. The server reads `\u0060` as a quote before it reads names, so a
/// backslash is written in this way itself.
pub(crate) fn identifier(name: &str) -> String {
    format!("`{}`", name.replace('\\', "\\u005C").replace('`', "``"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_feature_never_takes_a_property_of_ours_nor_of_another() {
        let names = ["x", "x_", "id", "id_", "id__", "name", "", "_", "__", "ids"];
        let named = names.map(of_feature);
        assert_eq!(named, ["x", "x_", "id_", "id__", "id___", "name_", "_", "__", "___", "ids"]);
    }

    #[test]
    fn a_place_takes_no_property_of_a_column() {
        let columns = [&["x".to_owned(), "z".to_owned()][..], &["x_".to_owned()]];
        assert_eq!(of_place(columns), ["x__", "y"]);
    }

    #[test]
    fn facts_are_in_camel_case() {
        let named = ["min_size", "dendrogram_purity", "k", "kind"].map(of_fact);
        assert_eq!(named, ["minSize", "dendrogramPurity", "k", "kind"]);
    }

    #[test]
    fn no_name_ends_its_quotes() {
        assert_eq!(identifier("a`b"), "`a``b`");
        assert_eq!(identifier(r"\u0060"), r"`\u005Cu0060`");
    }
}
