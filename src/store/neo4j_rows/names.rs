//! The names of properties.

/// Returns the property of the graph's own node for a fact, in camel case.
pub(crate) fn fact_property(key: &str) -> String {
    let mut words = key.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |name, word| {
        let mut letters = word.chars();
        let capital = letters.next().map(|letter| letter.to_uppercase().to_string());
        name + &capital.unwrap_or_default() + letters.as_str()
    })
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
