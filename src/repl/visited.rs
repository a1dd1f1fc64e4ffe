//! The clusters that a shell remembers: those of the last answer, and those that have been `it`.

use crate::base::rows::Rows;

/// The clusters and communities of an answer, by name.
#[derive(Debug, Default)]
pub(super) struct Subjects {
    pub(super) all: Vec<String>,
    /// Whether the rows are about them; rows about points only mention clusters.
    pub(super) are_answers: bool,
}

impl Subjects {
    /// The clusters and communities of rows from a statement.
    pub(super) fn in_columns(rows: &Rows) -> Self {
        let Some(at) = column(&rows.columns) else { return Self::default() };
        let names = rows.rows.iter().filter_map(|row| row[at].as_text().map(str::to_owned));
        Self { all: names.collect(), are_answers: at == 0 }
    }
}

/// Returns the column of clusters or communities.
pub(super) fn column(columns: &[String]) -> Option<usize> {
    columns.iter().position(|name| name == "concept" || name == "community")
}

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

    /// Keeps the clusters of an answer that has some.
    pub(super) fn remember(&mut self, subjects: Subjects) {
        if subjects.all.is_empty() {
            return;
        }
        self.answer = subjects.all;
        if let (true, Some(first)) = (subjects.are_answers, self.answer.first())
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
