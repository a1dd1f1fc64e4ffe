//! Canned queries with notes for people, and the check that the graph's file is still there.

use conceptgraph::query::{self, Answer, Limit};
use conceptgraph::{Progress, Rows};
use pyo3::prelude::*;

use crate::errors::{query_error, store_error};
use crate::graph::Graph;
use crate::interruptible::Reporter;
use crate::open_graph::OpenGraph;
use crate::values::{Columns, to_columns};

impl Graph {
    /// Returns the rows of a canned query, and the rest of its answer: the total and the notes.
    pub(crate) fn run_query(
        &self,
        py: Python<'_>,
        reporter: &Reporter,
        name: &str,
        words: &[String],
        limit: Limit,
    ) -> PyResult<(Rows, Answer)> {
        let answer = |opened: &OpenGraph, progress: &Progress| {
            progress.begin_step("answering");
            let question = query::prepare(&opened.graph, &self.catalogue, name, words, limit)?;
            let answer = question.answer(opened.store())?;
            Ok((answer.values(&opened.graph)?, answer))
        };
        self.run_detached(py, reporter, answer)?.map_err(query_error)
    }
}

#[pymethods]
impl Graph {
    /// Returns the names of the shown columns.
    fn shown_columns(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.read_graph(py, |graph| Ok(graph.points()?.shown_columns().names().to_vec()))
    }

    /// Raises an OSError if the opened file is gone or was replaced.
    fn check_store(&self, py: Python<'_>) -> PyResult<()> {
        let look = |opened: &OpenGraph, _: &Progress| {
            opened.store().map_or(Ok(()), |store| store.begin_request())
        };
        self.run_detached(py, &None, look)?.map_err(store_error)
    }

    /// Runs a canned query. Returns its columns, the number of rows without the limit if it is
    /// known, and notes on the rows. Calls the reporter while the query runs; an exception of the
    /// reporter ends it.
    #[pyo3(signature = (name, words, limit, reporter=None))]
    fn answer(
        &self,
        py: Python<'_>,
        name: &str,
        words: Vec<String>,
        limit: u64,
        reporter: Reporter,
    ) -> PyResult<(Columns, Option<u64>, Vec<String>)> {
        let (rows, answer) = self.run_query(py, &reporter, name, &words, Limit::Most(limit))?;
        let notes = answer.why_empty.into_iter().chain(answer.notes).collect();
        Ok((to_columns(py, rows)?, answer.total, notes))
    }
}
