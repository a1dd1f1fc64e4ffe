//! Where points stand and new rows belong.

use conceptgraph::compare::{CompareError, Comparison};
use conceptgraph::place::{Error, Row, reach};
use conceptgraph::{ConceptId, Progress};
use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray1, PyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrays::{FILL_IN, Numbers, finite};
use crate::errors::{failed, unplaced};
use crate::graph::Graph;
use crate::opened::{Opened, worked};
use crate::values::{Columns, columns};
use crate::waiting::Reporter;

/// The shares of rows in communities as a sparse matrix: where rows begin, communities from 0,
/// shares, and how many of the communities, the first, are groups.
type Shares<'py> =
    (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i32>>, Bound<'py, PyArray1<f64>>, usize);

fn shares_of<'py, 'a>(
    py: Python<'py>,
    rows: impl Iterator<Item = &'a Row>,
    groups: usize,
) -> Shares<'py> {
    let (mut starts, mut communities, mut shares) = (vec![0], Vec::new(), Vec::new());
    for row in rows {
        communities.extend(row.iter().map(|(community, _)| community.0 as i32));
        shares.extend(row.iter().map(|(_, share)| *share));
        starts.push(shares.len() as i64);
    }
    (starts.into_pyarray(py), communities.into_pyarray(py), shares.into_pyarray(py), groups)
}

impl Graph {
    /// The values of rows with as many columns as the graph has features.
    fn rows(&self, py: Python<'_>, numbers: &Numbers<'_>) -> PyResult<Vec<f64>> {
        let width = self.opened(py)?.graph.facts().features as usize;
        match numbers.width() {
            found if found == width => finite(numbers, None, FILL_IN),
            found => Err(PyValueError::new_err(format!(
                "the rows have {found} columns, and the graph has {width} features"
            ))),
        }
    }
}

#[pymethods]
impl Graph {
    /// The communities of the points, the groups and then their parts: where the row of each point
    /// begins, communities from 0, shares, and how many of the communities are groups.
    fn membership<'py>(&self, py: Python<'py>) -> PyResult<Shares<'py>> {
        let (membership, groups) = self.read(py, |graph| {
            Ok((graph.membership()?.clone(), graph.communities()?.groups().len()))
        })?;
        Ok(shares_of(py, membership.iter(), groups))
    }

    /// The communities of new rows likewise, of each row the one with its largest share first.
    fn place<'py>(&self, py: Python<'py>, numbers: Numbers<'_>) -> PyResult<Shares<'py>> {
        let values = self.rows(py, &numbers)?;
        let placed = |opened: &Opened, progress: &Progress| -> Result<_, Error> {
            let groups =
                opened.placers.groups(&opened.graph, progress)?.shares(&values, progress)?;
            Ok((groups, opened.graph.communities()?.groups().len()))
        };
        let (rows, groups) = self.worked(py, &None, placed)?.map_err(unplaced)?;
        Ok(shares_of(py, rows.iter(), groups))
    }

    /// The smallest cluster of each new row from 0, -1 for none.
    fn smallest<'py>(
        &self,
        py: Python<'py>,
        numbers: Numbers<'_>,
    ) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let values = self.rows(py, &numbers)?;
        let smallest = |opened: &Opened, progress: &Progress| {
            opened.placers.smallest(&opened.graph, &values, progress)
        };
        let found = self.worked(py, &None, smallest)?;
        let number = |id: Option<ConceptId>| id.map_or(-1, |id| id.0 as i32);
        let found = found.map_err(unplaced)?.into_iter().map(number);
        Ok(found.collect::<Vec<_>>().into_pyarray(py))
    }

    /// Where one new row belongs, as the command `place` says it, with this many of its nearest
    /// points. It is typed as words, `name=value`.
    #[pyo3(signature = (words, nearest, reporter=None))]
    fn placed(
        &self,
        py: Python<'_>,
        words: Vec<String>,
        nearest: usize,
        reporter: Reporter,
    ) -> PyResult<Columns> {
        let placed = |opened: &Opened, progress: &Progress| {
            progress.step("answering");
            opened.placers.typed(&opened.graph, &words, nearest, progress)
        };
        columns(py, self.worked(py, &reporter, placed)?.map_err(unplaced)?)
    }

    /// How far each point is from the last of its nearest points, among those that groups are
    /// looked for in; None where the graph has no distances.
    fn reach<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyArray1<f64>>>> {
        match self.worked(py, &None, |opened, progress| reach(&opened.graph, progress))? {
            Ok(far) => Ok(Some(far.into_pyarray(py))),
            Err(Error::NoDistances | Error::Given | Error::NoFeatures) => Ok(None),
            Err(error) => Err(unplaced(error)),
        }
    }

    /// The context: where the row of each point begins, its attributes, and the names of these.
    #[expect(clippy::type_complexity, reason = "two arrays and names")]
    fn context<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i32>>, Vec<String>)> {
        let (starts, attributes, names) = self.read(py, |graph| {
            let context = &graph.context()?.context;
            let rows = context.rows();
            let (mut starts, mut attributes) = (vec![0], Vec::with_capacity(rows.total()));
            for row in rows.iter() {
                attributes.extend(row.iter().map(|&attribute| attribute as i32));
                starts.push(attributes.len() as i64);
            }
            Ok((starts, attributes, context.attributes().to_vec()))
        })?;
        Ok((starts.into_pyarray(py), attributes.into_pyarray(py), names))
    }

    /// Where each point stands on the map: across and up, from -1 to 1.
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let places = self.read(py, |graph| Ok(graph.points()?.places().to_vec()))?;
        Ok(Array2::from(places).into_pyarray(py))
    }

    /// What changed from this graph to another one of the same points: `rows`, one a landmark or
    /// group; `points`, one for each that changed company; and what is `said` of them.
    fn compare<'py>(&self, py: Python<'py>, other: &Self) -> PyResult<Bound<'py, PyDict>> {
        let [one, other] = [self.opened(py)?, other.opened(py)?];
        let compared = |_: &Progress| Comparison::new(&one.graph, &other.graph);
        let comparison = worked(py, &None, &[&one, &other], compared)?;
        let comparison = comparison.map_err(|error| match error {
            CompareError::Graph(error) => failed(error),
            error => PyValueError::new_err(error.to_string()),
        })?;
        let found = PyDict::new(py);
        found.set_item("rows", columns(py, comparison.rows())?)?;
        found.set_item("points", columns(py, comparison.points())?)?;
        found.set_item("said", comparison.sentences(["the first graph", "the second graph"]))?;
        Ok(found)
    }
}
