//! Communities, clusters and positions of points and of new rows.

use conceptgraph::compare::{CompareError, Comparison};
use conceptgraph::place::{CommunityPlacement, CommunityShares};
use conceptgraph::{ConceptId, Progress};
use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray1, PyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrays::{FILL_IN, Numbers, finite_values};
use crate::errors::{place_error, store_error};
use crate::graph::Graph;
use crate::interruptible::Reporter;
use crate::open_graph::{OpenGraph, run_detached};
use crate::values::{Columns, to_columns};

/// The shares of rows in communities as a sparse matrix (CSR): the offsets of the rows, communities
/// from 0, shares, and the number of groups, which are the first communities.
type ShareArrays<'py> =
    (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i32>>, Bound<'py, PyArray1<f64>>, usize);

fn share_arrays<'py, 'a>(
    py: Python<'py>,
    rows: impl Iterator<Item = &'a CommunityShares>,
    groups: usize,
) -> ShareArrays<'py> {
    let (mut starts, mut communities, mut shares) = (vec![0], Vec::new(), Vec::new());
    for row in rows {
        communities.extend(row.iter().map(|(community, _)| community.0 as i32));
        shares.extend(row.iter().map(|(_, share)| *share));
        starts.push(shares.len() as i64);
    }
    (starts.into_pyarray(py), communities.into_pyarray(py), shares.into_pyarray(py), groups)
}

impl Graph {
    /// Returns the values of rows, which must have a column for each feature of the graph.
    fn feature_values(&self, py: Python<'_>, numbers: &Numbers<'_>) -> PyResult<Vec<f64>> {
        let width = self.opened(py)?.graph.facts().features as usize;
        match numbers.width() {
            found if found == width => finite_values(numbers, None, FILL_IN),
            found => Err(PyValueError::new_err(format!(
                "found {found} columns, but the graph has {width} features"
            ))),
        }
    }

    fn place_rows(
        &self,
        py: Python<'_>,
        numbers: &Numbers<'_>,
    ) -> PyResult<Vec<CommunityPlacement>> {
        let values = self.feature_values(py, numbers)?;
        let placed = |opened: &OpenGraph, progress: &Progress| {
            opened.placers.groups(&opened.graph, progress)?.place(&values, progress)
        };
        self.run_detached(py, &None, placed)?.map_err(place_error)
    }
}

#[pymethods]
impl Graph {
    /// Returns the communities of the points, groups before parts: the offset of each point's row,
    /// communities from 0, shares, and the number of groups.
    fn membership<'py>(&self, py: Python<'py>) -> PyResult<ShareArrays<'py>> {
        let (membership, groups) = self.read_graph(py, |graph| {
            Ok((graph.membership()?.clone(), graph.communities()?.groups().len()))
        })?;
        Ok(share_arrays(py, membership.iter(), groups))
    }

    /// Returns the communities of new rows: the offset of each row, communities from 0, shares with
    /// the largest of each row first, and the number of groups.
    fn place<'py>(&self, py: Python<'py>, numbers: Numbers<'_>) -> PyResult<ShareArrays<'py>> {
        let rows = self.place_rows(py, &numbers)?;
        let groups = self.read_graph(py, |graph| Ok(graph.communities()?.groups().len()))?;
        Ok(share_arrays(py, rows.iter().map(|row| &row.shares), groups))
    }

    /// Returns the outlier score of each new row, or of each point.
    #[pyo3(signature = (numbers=None))]
    fn outlier_scores<'py>(
        &self,
        py: Python<'py>,
        numbers: Option<Numbers<'_>>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let scores: Vec<f64> = match numbers {
            Some(rows) => self.place_rows(py, &rows)?.iter().map(|row| row.outlier).collect(),
            None => self.read_graph(py, |graph| Ok(graph.points()?.outlier_scores().to_vec()))?,
        };
        Ok(scores.into_pyarray(py))
    }

    /// Returns the smallest cluster of each new row, from 0, or -1 if no cluster holds the row.
    fn smallest<'py>(
        &self,
        py: Python<'py>,
        numbers: Numbers<'_>,
    ) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let values = self.feature_values(py, &numbers)?;
        let smallest = |opened: &OpenGraph, progress: &Progress| {
            opened.placers.smallest_clusters(&opened.graph, &values, progress)
        };
        let found = self.run_detached(py, &None, smallest)?;
        let number = |id: Option<ConceptId>| id.map_or(-1, |id| id.0 as i32);
        let found = found.map_err(place_error)?.into_iter().map(number);
        Ok(found.collect::<Vec<_>>().into_pyarray(py))
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

    /// Returns the context: the offset of each point's row, its attributes, and the names of the
    /// attributes.
    #[expect(clippy::type_complexity, reason = "two arrays and names")]
    fn context<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i32>>, Vec<String>)> {
        let (starts, attributes, names) = self.read_graph(py, |graph| {
            let context = &graph.context()?.context;
            let rows = context.rows();
            let (mut starts, mut attributes) = (vec![0], Vec::with_capacity(rows.item_count()));
            for row in rows.iter() {
                attributes.extend(row.iter().map(|&attribute| attribute as i32));
                starts.push(attributes.len() as i64);
            }
            Ok((starts, attributes, context.attributes().to_vec()))
        })?;
        Ok((starts.into_pyarray(py), attributes.into_pyarray(py), names))
    }

    /// Returns the position of each point on the map: to the right and up, from -1 to 1.
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let places = self.read_graph(py, |graph| Ok(graph.points()?.positions().to_vec()))?;
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
