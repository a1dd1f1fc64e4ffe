//! Shares in groups, outlier scores, and positions of points and of new rows.

use conceptgraph::compare::{CompareError, Comparison};
use conceptgraph::place::CommunityShares;
use conceptgraph::{Progress, graph};
use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray1, PyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrays::{Numbers, finite_values};
use crate::errors::{place_error, store_error};
use crate::graph::Graph;
use crate::interruptible::Reporter;
use crate::open_graph::{OpenGraph, run_detached};
use crate::values::{Columns, to_columns};

/// The shares of rows in groups, and their outlier scores.
type Placement<'py> = (Bound<'py, PyArray2<f64>>, Bound<'py, PyArray1<f64>>);

fn group_count(graph: &conceptgraph::Graph) -> graph::Result<usize> {
    Ok(graph.communities()?.groups().len())
}

/// Returns the shares of rows in the groups, which are the first communities, as a dense array.
fn dense_shares<'a>(
    rows: impl ExactSizeIterator<Item = &'a CommunityShares>,
    groups: usize,
) -> Array2<f64> {
    let mut dense = Array2::zeros((rows.len(), groups));
    for (row, shares) in rows.enumerate() {
        for &(community, share) in shares.iter().filter(|(id, _)| (id.0 as usize) < groups) {
            dense[[row, community.0 as usize]] = share;
        }
    }
    dense
}

#[pymethods]
impl Graph {
    /// Returns the share of each new row, or of each point, in each group, and its outlier score.
    #[pyo3(signature = (numbers=None))]
    fn place<'py>(
        &self,
        py: Python<'py>,
        numbers: Option<Numbers<'_>>,
    ) -> PyResult<Placement<'py>> {
        let Some(numbers) = numbers else {
            let (shares, outliers) = self.read_graph(py, |graph| {
                let shares = dense_shares(graph.membership()?.iter(), group_count(graph)?);
                Ok((shares, graph.points()?.outlier_scores().to_vec()))
            })?;
            return Ok((shares.into_pyarray(py), outliers.into_pyarray(py)));
        };
        let width = self.opened(py)?.graph.facts().features as usize;
        if numbers.width() != width {
            let found = numbers.width();
            return Err(PyValueError::new_err(format!(
                "found {found} columns, but the graph has {width} features"
            )));
        }
        let values = finite_values(&numbers)?;
        let placed = |opened: &OpenGraph, progress: &Progress| {
            let search = opened.placers.groups(&opened.graph, progress)?;
            let rows = search.place(&values, progress)?;
            let groups = group_count(&opened.graph)?;
            let outliers = rows.iter().map(|row| row.outlier).collect::<Vec<_>>();
            Ok((dense_shares(rows.iter().map(|row| &row.shares), groups), outliers))
        };
        let (shares, outliers) = self.run_detached(py, &None, placed)?.map_err(place_error)?;
        Ok((shares.into_pyarray(py), outliers.into_pyarray(py)))
    }

    /// Returns the place of one new row in the columns of the command `place`, with at most
    /// `nearest` of its nearest points. The row is typed as words, `name=value`.
    #[pyo3(signature = (words, nearest, reporter=None))]
    fn placed(
        &self,
        py: Python<'_>,
        words: Vec<String>,
        nearest: usize,
        reporter: Reporter,
    ) -> PyResult<Columns> {
        let placed = |opened: &OpenGraph, progress: &Progress| {
            progress.begin_step("answering");
            opened.placers.place_words(&opened.graph, &words, nearest, progress)
        };
        to_columns(py, self.run_detached(py, &reporter, placed)?.map_err(place_error)?)
    }

    /// Returns the position of each point on the map: to the right and up, from -1 to 1.
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let read = |opened: &OpenGraph, progress: &Progress| {
            opened.graph.positions(progress).map(<[_]>::to_vec)
        };
        let places = self.run_detached(py, &None, read)?.map_err(store_error)?;
        Ok(Array2::from(places).into_pyarray(py))
    }

    /// Compares this graph with another one of the same points. Returns `rows`, one for each
    /// landmark or group; `points`, one for each point whose main community changed; and `said`,
    /// sentences on them.
    fn compare<'py>(&self, py: Python<'py>, other: &Self) -> PyResult<Bound<'py, PyDict>> {
        let [one, other] = [self.opened(py)?, other.opened(py)?];
        let compared = |_: &Progress| Comparison::new(&one.graph, &other.graph);
        let comparison = run_detached(py, &None, &[&one, &other], compared)?;
        let comparison = comparison.map_err(|error| match error {
            CompareError::Graph(error) => store_error(error),
            error => PyValueError::new_err(error.to_string()),
        })?;
        let found = PyDict::new(py);
        found.set_item("rows", to_columns(py, comparison.group_rows())?)?;
        found.set_item("points", to_columns(py, comparison.point_rows())?)?;
        found.set_item("said", comparison.sentences(["the first graph", "the second graph"]))?;
        Ok(found)
    }
}
