//! Answers to a reader of words: with what their rows mean, and as long as the graph is there.

use conceptgraph::Progress;
use conceptgraph::query::{self, Limit};
use conceptgraph::store::{LatticeStore, Queryable};
use pyo3::prelude::*;

use crate::errors::{failed, refused};
use crate::graph::Graph;
use crate::values::{Columns, columns};
use crate::waiting::Reporter;

#[pymethods]
impl Graph {
    /// The names of the kept columns.
    fn kept(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let stored = self.asked(py, |store| store.stored_context())?.map_err(failed)?;
        Ok(stored.points.kept().names().to_vec())
    }

    /// Raises an OSError where the file that was opened is gone, or was replaced.
    fn still_there(&self, py: Python<'_>) -> PyResult<()> {
        self.asked(py, |store| store.queryable().map_or(Ok(()), Queryable::still_there))?
            .map_err(failed)
    }

    /// A canned query, for people: its columns, the number of rows without the limit where it is
    /// known, and what the rows mean. The reporter is called all the while, and may end it.
    #[pyo3(signature = (name, words, limit, reporter=None))]
    fn answer(
        &self,
        py: Python<'_>,
        name: &str,
        words: Vec<String>,
        limit: u64,
        reporter: Reporter,
    ) -> PyResult<(Columns, Option<u64>, Vec<String>)> {
        let ask = |store: &dyn LatticeStore, progress: &Progress| {
            progress.step("answering");
            let limit = Limit::Most(limit);
            query::prepare(store, &self.catalogue, name, &words, limit)?.answer(store)
        };
        let answer = self.worked(py, &reporter, ask)?.map_err(refused)?;
        let notes = answer.why_empty.into_iter().chain(answer.notes).collect();
        Ok((columns(py, answer.rows)?, answer.total, notes))
    }
}
