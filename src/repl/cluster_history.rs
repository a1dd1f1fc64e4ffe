//! The clusters that the shell remembers: the clusters of the last answer, and the former values of
//! `it`.

use crate::base::rows::Rows;

#[derive(Debug, Default)]
pub(super) struct Subjects {
    pub(super) names: Vec<String>,
    /// `true` if the rows are about these clusters; rows about points only mention clusters.
    pub(super) is_about_clusters: bool,
}

impl Subjects {
    pub(super) fn from_rows(rows: &Rows) -> Self {
        let is_subject = |name: &String| name == "concept" || name == "community";
        let Some(at) = rows.columns.iter().position(is_subject) else { return Self::default() };
        let names = rows.rows.iter().filter_map(|row| row[at].as_text().map(str::to_owned));
        Self { names: names.collect(), is_about_clusters: at == 0 }
    }
}

/// The clusters that `it`, `#2` and `back` refer to.
#[derive(Debug, Default)]
pub(super) struct ClusterHistory {
    /// The clusters of the last answer, in its order.
    last_answer: Vec<String>,
    /// The values that `it` has had, the current one last.
    visited: Vec<String>,
}

impl ClusterHistory {
    /// Returns the cluster `it`: the first of the last answer about clusters.
    pub(super) fn current(&self) -> Option<&String> {
        self.visited.last()
    }

    pub(super) fn last_answer(&self) -> &[String] {
        &self.last_answer
    }

    pub(super) fn remember(&mut self, subjects: Subjects) {
        if subjects.names.is_empty() {
            return;
        }
        self.last_answer = subjects.names;
        if let (true, Some(first)) = (subjects.is_about_clusters, self.last_answer.first())
            && self.visited.last() != Some(first)
        {
            self.visited.push(first.clone());
        }
    }

    /// Makes the former value of `it` the current one and returns it; `None` if there is none.
    pub(super) fn go_back(&mut self) -> Option<String> {
        if self.visited.len() < 2 {
            return None;
        }
        self.visited.pop();
        self.current().cloned()
    }
}
