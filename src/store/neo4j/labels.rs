//! The labels of a graph's nodes. They have a prefix where a database has other nodes with the
//! plain labels.

use neo4rs::{Query, query};

use super::server::Server;
use super::value::get;
use crate::store::{Result, StoreError};

/// The plain labels, as statements are written with them.
pub(super) const PLAIN_LABELS: [&str; 6] =
    ["Graph", "Class", "Attribute", "Point", "Concept", "Community"];

/// A prefix of the labels of a graph, mostly empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct LabelPrefix(String);

impl LabelPrefix {
    /// Parses a prefix.
    ///
    /// # Errors
    /// Returns an error if the word has other characters than ASCII letters, digits and `_`, or
    /// does not begin with a letter.
    pub fn parse(word: &str) -> Result<Self> {
        let is_fit = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if word.starts_with(|c: char| c.is_ascii_alphabetic()) && word.chars().all(is_fit) {
            return Ok(Self(word.to_owned()));
        }
        Err(StoreError::Refused(format!(
            "{word:?} cannot begin a label; use letters, digits and _, a letter first, as in Cg"
        )))
    }

    pub(super) fn label(&self, plain: &str) -> String {
        format!("{}{plain}", self.0)
    }

    pub(super) fn labels(&self) -> [String; 6] {
        PLAIN_LABELS.map(|plain| self.label(plain))
    }

    /// Returns a statement with prefixed labels, and prefixed names of constraints and indexes.
    pub(super) fn prefix_statement(&self, text: &str) -> String {
        if self.0.is_empty() {
            return text.to_owned();
        }
        let mut parts = text.split(':');
        let mut found = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let end = part.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            let word = &part[..end.unwrap_or(part.len())];
            let prefix = if PLAIN_LABELS.contains(&word) { self.0.as_str() } else { "" };
            found += &format!(":{prefix}{part}");
        }
        found.replace(" conceptgraph_", &format!(" {}", self.schema_names()))
    }

    pub(super) fn schema_names(&self) -> String {
        let prefix = self.0.as_str();
        if prefix.is_empty() { "conceptgraph_".into() } else { format!("conceptgraph_{prefix}_") }
    }

    pub(super) fn query(&self, text: &str) -> Query {
        query(&self.prefix_statement(text))
    }

    /// Returns the prefixes of all graphs in a database, and perhaps further prefixes, sorted.
    pub(super) fn read_all(server: &Server) -> Result<Vec<Self>> {
        let all = "CALL db.labels() YIELD label WHERE label ENDS WITH 'Graph'
                   RETURN label ORDER BY label";
        let all: Vec<String> = server.read(query(all), |row| get(row, "label"))?;
        let prefix = |label: &String| match label.strip_suffix("Graph") {
            Some("") => Some(Self::default()),
            other => Self::parse(other?).ok(),
        };
        Ok(all.iter().filter_map(prefix).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_stands_before_our_labels_alone() {
        let text = "CREATE INDEX conceptgraph_point FOR (p:Point) ON (p.name);
                    MATCH (p:Point {graph: g.graph})-[:HAS]->(a:Attribute) WHERE p:Points
                    ORDER BY c:Community";
        let expected = "CREATE INDEX conceptgraph_Cg_point FOR (p:CgPoint) ON (p.name);
                    MATCH (p:CgPoint {graph: g.graph})-[:HAS]->(a:CgAttribute) WHERE p:Points
                    ORDER BY c:CgCommunity";
        assert_eq!(LabelPrefix::parse("Cg").unwrap().prefix_statement(text), expected);
        assert_eq!(LabelPrefix::default().prefix_statement(text), text);
    }

    #[test]
    fn a_prefix_is_a_word() {
        for word in ["", "_a", "1a", "a b", "ä", "a:b", "a`"] {
            let error = LabelPrefix::parse(word).unwrap_err().to_string();
            assert!(error.contains("cannot begin a label"), "{word}: {error}");
        }
    }
}
