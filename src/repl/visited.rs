//! The clusters that a shell remembers: those of the last answer, and those that have been `it`.

use crate::base::rows::{Rows, Value};

/// The clusters that `it`, `#2` and `back` mean.
#[derive(Debug, Default)]
pub(super) struct Visited {
    /// The clusters of the last answer, in its order.
    answer: Vec<String>,
    /// The clusters that have been `it`, the last one now.
    visited: Vec<String>,
}

impl Visited {
    /// The first cluster of the last answer that had one.
    pub(super) fn it(&self) -> Option<&String> {
        self.visited.last()
    }

    /// The clusters of the last answer.
    pub(super) fn answer(&self) -> &[String] {
        &self.answer
    }

    /// Keeps the clusters of an answer whose rows are clusters.
    pub(super) fn remember(&mut self, rows: &Rows) {
        let is_cluster = |name: &String| name == "concept" || name == "community";
        let Some(at) = rows.columns.iter().position(is_cluster) else { return };
        let id = |row: &Vec<Value>| match &row[at] {
            Value::Text(id) => Some(id.clone()),
            _ => None,
        };
        self.answer = rows.rows.iter().filter_map(id).collect();
        // Rows about points only mention clusters.
        if let (0, Some(first)) = (at, self.answer.first())
            && self.visited.last() != Some(first)
        {
            self.visited.push(first.clone());
        }
    }

    /// Goes back to the cluster that was `it` before, where there is one.
    pub(super) fn back(&mut self) -> Option<String> {
        if self.visited.len() < 2 {
            return None;
        }
        self.visited.pop();
        self.it().cloned()
    }
}
