//! Where points stand and new rows belong.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use conceptgraph::compare::{CompareError, Comparison};
use conceptgraph::place::{COLUMNS, ClusterSearch, Error, Groups, Placer, Row, reach};
use conceptgraph::store::{self, LatticeStore};
use conceptgraph::{ConceptId, Progress, Rows};
use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray1, PyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{failed, unplaced};
use crate::graph::Graph;
use crate::held::answered;
use crate::input::{FILL_IN, Numbers, finite};
use crate::pools::in_database;
use crate::values::{Columns, columns};
use crate::waiting::Reporter;

/// The placer of one graph, made for the first row. Its lock guards the graph's store.
#[derive(Default)]
pub struct Places {
    groups: Mutex<Option<Arc<Groups>>>,
    clusters: Mutex<Option<ClusterSearch>>,
    words: Mutex<Option<Placer>>,
}

impl Places {
    /// What tells the communities of rows.
    fn groups(&self, store: &dyn LatticeStore, progress: &Progress) -> Result<Arc<Groups>, Error> {
        let mut kept = unlocked(&self.groups);
        if let Some(groups) = &*kept {
            return Ok(Arc::clone(groups));
        }
        let groups = Arc::new(Groups::of(store, progress)?);
        Ok(Arc::clone(kept.insert(groups)))
    }

    /// The smallest cluster of each row.
    fn smallest(
        &self,
        store: &dyn LatticeStore,
        values: &[f64],
        progress: &Progress,
    ) -> Result<Vec<Option<ConceptId>>, Error> {
        let mut kept = unlocked(&self.clusters);
        let search = match &mut *kept {
            Some(search) => search,
            None => kept.insert(ClusterSearch::of(store, Vec::new())?),
        };
        search.smallest(store, values, progress)
    }

    /// A row of [`COLUMNS`] for a new row that is typed as words, `name=value`.
    fn typed(
        &self,
        store: &dyn LatticeStore,
        words: &[String],
        nearest: usize,
        progress: &Progress,
    ) -> Result<Rows, Error> {
        let mut kept = unlocked(&self.words);
        let placer = match &mut *kept {
            Some(placer) => placer,
            None => kept.insert(Placer::of(store, progress)?),
        };
        let rows = vec![placer.typed(store, words, nearest)?];
        Ok(Rows { columns: COLUMNS.map(str::to_owned).to_vec(), rows })
    }
}

fn unlocked<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

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
        let width = self.asked(py, |store| store.facts())?.map_err(failed)?.features as usize;
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
        let of = |store: &dyn LatticeStore| -> store::Result<_> {
            Ok((store.membership()?, store.communities()?.groups().len()))
        };
        let (membership, groups) = self.asked(py, of)?.map_err(failed)?;
        Ok(shares_of(py, membership.iter(), groups))
    }

    /// The communities of new rows likewise, of each row the one with its largest share first.
    fn place<'py>(&self, py: Python<'py>, numbers: Numbers<'_>) -> PyResult<Shares<'py>> {
        let values = self.rows(py, &numbers)?;
        let placed = |store: &dyn LatticeStore, progress: &Progress| -> Result<_, Error> {
            let groups = self.places.groups(store, progress)?;
            Ok((groups.shares(&values, progress)?, groups.communities().groups().len()))
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
        let smallest = |store: &dyn LatticeStore, progress: &Progress| {
            self.places.smallest(store, &values, progress)
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
        let placed = |store: &dyn LatticeStore, progress: &Progress| {
            progress.step("answering");
            self.places.typed(store, &words, nearest, progress)
        };
        columns(py, self.worked(py, &reporter, placed)?.map_err(unplaced)?)
    }

    /// How far each point is from the last of its nearest points, among those that groups are
    /// looked for in; None where the graph has no distances.
    fn reach<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyArray1<f64>>>> {
        match self.worked(py, &None, reach)? {
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
        let stored = self.asked(py, |store| store.stored_context())?.map_err(failed)?;
        let rows = stored.context.rows();
        let (mut starts, mut attributes) = (vec![0], Vec::with_capacity(rows.total()));
        for row in rows.iter() {
            attributes.extend(row.iter().map(|&attribute| attribute as i32));
            starts.push(attributes.len() as i64);
        }
        let names = stored.context.attributes().to_vec();
        Ok((starts.into_pyarray(py), attributes.into_pyarray(py), names))
    }

    /// Where each point stands on the map: across and up, from -1 to 1.
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let stored = self.asked(py, |store| store.stored_context())?.map_err(failed)?;
        let mut positions = Array2::zeros((stored.points.len(), 2));
        for (mut row, place) in positions.rows_mut().into_iter().zip(stored.points.places()) {
            (row[0], row[1]) = (place[0], place[1]);
        }
        Ok(positions.into_pyarray(py))
    }

    /// What changed from this graph to another one of the same points: `rows`, one a landmark or
    /// group; `points`, one for each that changed company; and what is `said` of them.
    fn compare<'py>(&self, py: Python<'py>, other: &Self) -> PyResult<Bound<'py, PyDict>> {
        let comparison = self.compared(py, other)?.map_err(|error| match error {
            CompareError::Store(error) => failed(error),
            error => PyValueError::new_err(error.to_string()),
        })?;
        let found = PyDict::new(py);
        found.set_item("rows", columns(py, comparison.rows())?)?;
        found.set_item("points", columns(py, comparison.points())?)?;
        found.set_item("said", comparison.sentences(["the first graph", "the second graph"]))?;
        Ok(found)
    }
}

impl Graph {
    fn compared(&self, py: Python<'_>, other: &Self) -> PyResult<Result<Comparison, CompareError>> {
        if std::ptr::eq(self, other) {
            return self.asked(py, |store| Comparison::of(store, store));
        }
        // Always in one order, so that no two threads wait for each other.
        let is_first = std::ptr::from_ref(self) < std::ptr::from_ref(other);
        let [first, second] = if is_first { [self, other] } else { [other, self] };
        let (mut first, mut second) = (first.held.get(py)?, second.held.get(py)?);
        let second = second.store();
        let compared = move |first: &dyn LatticeStore, _: &Progress| match is_first {
            true => Comparison::of(first, &**second),
            false => Comparison::of(&**second, first),
        };
        in_database(py, || answered(py, &None, first.store(), compared))
    }
}
