//! The property names of nodes: those of the program, and those of a table's columns.

use std::borrow::Cow;

/// The properties of a point that are not columns of the table.
pub(crate) const POINT_PROPERTIES: [&str; 12] = [
    "graph",
    "load",
    "id",
    "row",
    "name",
    "class",
    "context",
    "community",
    "share",
    "part",
    "outlier",
    "far",
];

/// Returns the property of a point for a feature or a kept column: the column's name, with `_`
/// appended if the name without trailing `_` is a property of the program or empty. So no two
/// columns share a property.
pub(crate) fn feature_property(name: &str) -> Cow<'_, str> {
    let stem = name.trim_end_matches('_');
    if stem.is_empty() || POINT_PROPERTIES.contains(&stem) {
        Cow::Owned(format!("{name}_"))
    } else {
        Cow::Borrowed(name)
    }
}

pub(crate) fn feature_properties(names: &[String]) -> Vec<String> {
    names.iter().map(|name| feature_property(name).into()).collect()
}

/// Returns the names of coordinates: `x` and `y`, with `_` as long as a column has the name.
pub(crate) fn place_properties(columns: [&[String]; 2]) -> [String; 2] {
    let taken = columns.map(feature_properties).concat();
    ["x", "y"].map(|axis| {
        let mut name = axis.to_owned();
        while taken.contains(&name) {
            name.push('_');
        }
        name
    })
}

/// Returns the property of the graph's own node for a fact, in camel case.
pub(crate) fn fact_property(key: &str) -> String {
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

/// Quotes an identifier for Cypher. The server decodes `\u0060` to a quote before it parses names,
/// so a backslash is written as an escape itself.
pub(crate) fn quote_identifier(name: &str) -> String {
    format!("`{}`", name.replace('\\', "\\u005C").replace('`', "``"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_feature_never_takes_a_property_of_ours_nor_of_another() {
        let names = ["x", "x_", "id", "id_", "id__", "name", "", "_", "__", "ids"];
        let named = names.map(feature_property);
        assert_eq!(named, ["x", "x_", "id_", "id__", "id___", "name_", "_", "__", "___", "ids"]);
    }

    #[test]
    fn a_place_takes_no_property_of_a_column() {
        let columns = [&["x".to_owned(), "z".to_owned()][..], &["x_".to_owned()]];
        assert_eq!(place_properties(columns), ["x__", "y"]);
    }

    #[test]
    fn facts_are_in_camel_case() {
        let named = ["min_size", "dendrogram_purity", "k", "kind"].map(fact_property);
        assert_eq!(named, ["minSize", "dendrogramPurity", "k", "kind"]);
    }

    #[test]
    fn no_name_ends_its_quotes() {
        assert_eq!(quote_identifier("a`b"), "`a``b`");
        assert_eq!(quote_identifier(r"\u0060"), r"`\u005Cu0060`");
    }
}
