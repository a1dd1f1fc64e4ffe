//! Nodes that the database has already, which points stand for: how they are named, and how points
//! are tied to them.
//!
//! Every statement starts from a graph's own nodes, `(:Point {graph, id, name, key})` and so on. A
//! node of somebody else's can hold none of these: its properties are not ours to write, it may
//! have an `id` or a `name` of its own, and several graphs may stand on it. So a point is a node of
//! its own, and one relationship, which goes with the point, ties it to the node.

use std::fmt;

use neo4rs::BoltType;

use super::value::{int, list, real, text};
use crate::store::neo4j_rows::names::identifier;
use crate::store::{Error, Result};

/// Which nodes points stand for: those with a label whose property, written as text, is the name of
/// the point.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Attach {
    pub(super) label: String,
    pub(super) property: String,
}

impl Attach {
    /// Reads `Person(email)`: a label and a property, as they are, without quotes.
    ///
    /// # Errors
    /// Other words.
    pub fn parse(words: &str) -> Result<Self> {
        let parts = words.strip_suffix(')').and_then(|words| words.split_once('('));
        let Some((label, property)) = parts.filter(|(l, p)| !l.is_empty() && !p.is_empty()) else {
            return Err(Error::Refused(format!(
                "{words:?} is not a label with a property; write it like Person(email)"
            )));
        };
        Ok(Self { label: label.to_owned(), property: property.to_owned() })
    }

    /// The label as Cypher reads it.
    pub(super) fn quoted_label(&self) -> String {
        identifier(&self.label)
    }

    /// The property as Cypher reads it.
    pub(super) fn quoted_property(&self) -> String {
        identifier(&self.property)
    }

    /// Finds the nodes whose property may be one of `$values`, each with the property as text, by
    /// an index where there is one.
    pub(super) fn found(&self) -> String {
        let (label, property) = (self.quoted_label(), self.quoted_property());
        format!(
            "MATCH (n:{label}) WHERE n.{property} IN $values
             WITH *, toStringOrNull(n.{property}) AS name"
        )
    }
}

impl fmt::Display for Attach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({})", self.label, self.property)
    }
}

/// What a property may hold that is one of these names when it is written as text: the text or a
/// number.
pub(super) fn values<'n>(names: impl Iterator<Item = &'n str>) -> BoltType {
    list(names.flat_map(|name| {
        let whole = name.parse().ok().map(|number: i64| int(number));
        let number = || name.parse().ok().filter(|number: &f64| number.is_finite()).map(real);
        [Some(text(name)), whole.or_else(number)].into_iter().flatten()
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_and_a_property_are_read_and_written() {
        for words in ["Person(email)", "A b(c d)", "L(p(q)r)", "Ä`(\"x')", "L())"] {
            let read = Attach::parse(words).unwrap();
            assert_eq!(read.to_string(), words);
        }
        for words in ["", "Person", "Person()", "(email)", "Person(email", "Person(email) ", "()"] {
            let error = Attach::parse(words).unwrap_err().to_string();
            assert!(error.ends_with("write it like Person(email)"), "{words}: {error}");
        }
    }

    #[test]
    fn a_name_may_be_a_number() {
        let found = values(["7", "x", "0.5", "nan", "1e999"].into_iter());
        let expected =
            [text("7"), int(7), text("x"), text("0.5"), real(0.5), text("nan"), text("1e999")];
        assert_eq!(found, list(expected));
    }
}
