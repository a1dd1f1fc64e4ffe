//! The clusters that the shell remembers: the clusters of the last answer, and the former values of
//! `it`.

use crate::base::rows::Rows;

/// The names of the clusters and communities of an answer.
#[derive(Debug, Default)]
pub(super) struct Subjects {
    pub(super) all: Vec<String>,
    /// `true` if the rows are about these clusters; rows about points only mention clusters.
    pub(super) are_answers: bool,
}

impl Subjects {
    /// Returns the clusters and communities in the rows of a statement.
    pub(super) fn in_columns(rows: &Rows) -> Self {
        let Some(at) = column(&rows.columns) else { return Self::default() };
        let names = rows.rows.iter().filter_map(|row| row[at].as_text().map(str::to_owned));
        Self { all: names.collect(), are_answers: at == 0 }
    }
}

/// Returns the index of the column of clusters or communities.
pub(super) fn column(columns: &[String]) -> Option<usize> {
    columns.iter().position(|name| name == "concept" || name == "community")
}

/// The clusters that `it`, `#2` and `back` refer to.
#[derive(Debug, Default)]
pub(super) struct Visited {
    /// The clusters of the last answer, in its order.
    answer: Vec<String>,
    /// The values that `it` has had, the current one last.
    visited: Vec<String>,
}

impl Visited {
    /// Returns the cluster `it`: the first of the last answer about clusters.
    pub(super) fn it(&self) -> Option<&String> {
        self.visited.last()
    }

    /// Returns the clusters of the last answer.
    pub(super) fn answer(&self) -> &[String] {
        &self.answer
    }

    /// Remembers the clusters of an answer, if it has any.
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

    /// Makes the former value of `it` the current one and returns it; `None` if there is none.
    pub(super) fn back(&mut self) -> Option<String> {
        if self.visited.len() < 2 {
            return None;
        }
        self.visited.pop();
        self.it().cloned()
    }
}
