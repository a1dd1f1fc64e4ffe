//! Arrays as what a graph is built from.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};

use conceptgraph::base::kept::Kept;
use conceptgraph::context::FormalContext;
use conceptgraph::{
    BuildOptions, Classes, CountOrPercent, GraphSelection, Memory, Metric, Neighbors, Points,
    Progress, Scale, Source, Table, build,
};
use numpy::{PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::unbuilt;
use crate::graph::Graph;
use crate::waiting::{Reporter, watched};

/// How a graph is built, in words as the command line takes them.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Options {
    name: String,
    k: Option<String>,
    anchors: Option<usize>,
    metric: String,
    scale: String,
    graph: String,
    min_size: String,
    max_concepts: Option<u64>,
    max_memory: Option<String>,
    reporter: Reporter,
}

/// An array of numbers, points by features, in any order of its bytes: the one copy of it is that
/// of a table.
#[derive(FromPyObject)]
pub enum Numbers<'py> {
    /// As a table has them.
    Double(PyReadonlyArray2<'py, f64>),
    /// Half as wide.
    Single(PyReadonlyArray2<'py, f32>),
    /// Whole ones.
    Long(PyReadonlyArray2<'py, i64>),
}

impl Numbers<'_> {
    /// How many rows and columns there are.
    fn dim(&self) -> (usize, usize) {
        match self {
            Self::Double(array) => array.as_array().dim(),
            Self::Single(array) => array.as_array().dim(),
            Self::Long(array) => array.as_array().dim(),
        }
    }

    /// The values row by row.
    fn values(&self) -> Vec<f64> {
        match self {
            Self::Double(array) => array.as_array().iter().copied().collect(),
            Self::Single(array) => array.as_array().iter().map(|&value| value.into()).collect(),
            Self::Long(array) => array.as_array().iter().map(|&value| value as f64).collect(),
        }
    }
}

/// Numbers of columns or places, as sparse matrices have them.
#[derive(FromPyObject)]
pub enum Places<'py> {
    /// Of small matrices.
    Short(PyReadonlyArray1<'py, i32>),
    /// Of all others.
    Long(PyReadonlyArray1<'py, i64>),
}

impl Places<'_> {
    fn len(&self) -> usize {
        match self {
            Self::Short(places) => places.as_array().len(),
            Self::Long(places) => places.as_array().len(),
        }
    }

    /// One of them, if it is there and a place.
    fn get(&self, at: usize) -> Option<usize> {
        match self {
            Self::Short(places) => usize::try_from(*places.as_array().get(at)?).ok(),
            Self::Long(places) => usize::try_from(*places.as_array().get(at)?).ok(),
        }
    }
}

fn value_error(what: &str, error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(format!("{what}: {error}"))
}

impl Options {
    fn read(&self) -> PyResult<BuildOptions> {
        let amount = |what: &str, word: &str| {
            word.parse::<CountOrPercent>().map_err(|error| value_error(what, error))
        };
        let of = |what: &str, word: &str, known: &str| {
            PyValueError::new_err(format!("{what} must be {known}, not {word:?}"))
        };
        let neighbors = Neighbors {
            k: self.k.as_deref().map(|word| amount("k", word)).transpose()?,
            anchors: self.anchors,
            metric: Metric::from_name(&self.metric).ok_or_else(|| {
                of("metric", &self.metric, "euclidean, manhattan, chebyshev or cosine")
            })?,
            scale: match &self.scale[..] {
                "auto" => None,
                name => Some(
                    Scale::from_name(name)
                        .ok_or_else(|| of("scale", name, "auto, none, standard or minmax"))?,
                ),
            },
        };
        let memory = match &self.max_memory {
            Some(word) => word.parse().map_err(|error| value_error("max_memory", error))?,
            None => Memory::unlimited(),
        };
        Ok(BuildOptions {
            neighbors,
            graph: self
                .graph
                .parse::<GraphSelection>()
                .map_err(|error| value_error("graph", error))?,
            min_size: amount("min_size", &self.min_size)?,
            max_concepts: self.max_concepts,
            memory,
            ..BuildOptions::default()
        })
    }
}

/// What is known of the points besides what their graph is built from.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Known {
    names: Option<Vec<String>>,
    labels: Option<Vec<String>>,
    /// Columns that are only shown.
    keep: Vec<(String, Vec<String>)>,
}

impl Known {
    /// The `n` points of a table, or of a context, with these columns.
    fn points(self, n: usize, columns: &[String]) -> PyResult<Points> {
        let Self { names, labels, keep } = self;
        let one_a_row = |what: &str, list: &[String]| match list.len() {
            found if found == n => Ok(()),
            found => {
                Err(PyValueError::new_err(format!("{found} {what} for {n} rows; give one a row")))
            }
        };
        names.iter().try_for_each(|names| one_a_row("names", names))?;
        labels.iter().try_for_each(|labels| one_a_row("labels", labels))?;
        let mut known: HashSet<&String> = columns.iter().collect();
        for (name, cells) in &keep {
            one_a_row(&format!("cells of {name:?} to keep"), cells)?;
            if name.is_empty() || !known.insert(name) {
                let found = format!("a column to keep is called {name:?}");
                let fault = if name.is_empty() { "which is no name" } else { "and so is another" };
                return Err(PyValueError::new_err(format!("{found}, {fault}; rename it")));
            }
        }
        let cells = (0..n).flat_map(|row| keep.iter().map(move |(_, cells)| cells[row].clone()));
        let kept = Kept::new(keep.iter().map(|(name, _)| name.clone()).collect(), cells.collect());
        let classes = labels.map(|labels| Classes::from_labels(&labels));
        let points = match names {
            None => Points::numbered(n, classes),
            Some(names) => Points::named(names.clone(), classes).map_err(|(one, other)| {
                let (name, one, other) = (&names[one], one + 1, other + 1);
                PyValueError::new_err(format!(
                    "rows {one} and {other} are both called {name:?}; give every row its own name"
                ))
            })?,
        };
        Ok(points.with_kept(kept))
    }
}

/// The values row by row, all of them finite.
pub fn finite(numbers: &Numbers<'_>, features: Option<&[String]>) -> PyResult<Vec<f64>> {
    let (values, m) = (numbers.values(), numbers.dim().1);
    let Some(at) = values.iter().position(|value| !value.is_finite()) else { return Ok(values) };
    let column = match features {
        Some(features) => format!("{:?}", features[at % m]),
        None => (at % m + 1).to_string(),
    };
    let (row, value) = (at / m + 1, values[at]);
    Err(PyValueError::new_err(format!(
        "row {row}, column {column}: {value} is not a finite number; fill it in or leave the row out"
    )))
}

/// The graph of a table: points x features.
#[pyfunction]
pub fn of_table(
    py: Python<'_>,
    numbers: Numbers<'_>,
    features: Vec<String>,
    known: Known,
    options: Options,
) -> PyResult<Graph> {
    let (n, m) = numbers.dim();
    if n < 2 {
        return Err(PyValueError::new_err(format!("{n} rows; a graph needs at least 2")));
    }
    if m == 0 || features.len() != m {
        let found = format!("{} features for {m} columns; give one a column", features.len());
        return Err(PyValueError::new_err(found));
    }
    let values = finite(&numbers, Some(&features))?;
    let points = known.points(n, &features)?;
    let table = Table::new(features, values, points);
    built(py, Source::Table(table), &options)
}

/// The graph of a ready context: the attributes of each object by row, as in a sparse matrix.
#[pyfunction]
pub fn of_context(
    py: Python<'_>,
    starts: Places<'_>,
    attributes: Places<'_>,
    columns: Vec<String>,
    known: Known,
    options: Options,
) -> PyResult<Graph> {
    let fault = || PyValueError::new_err("the context is not a sparse matrix by rows");
    let row = |at: usize| -> PyResult<Vec<u32>> {
        let (from, to) = starts.get(at).zip(starts.get(at + 1)).ok_or_else(fault)?;
        let is_column = |at: &usize| *at < columns.len();
        let number = |at: usize| attributes.get(at).filter(is_column).ok_or_else(fault);
        let row = (from..to).map(|at| number(at).map(|at| at as u32));
        let mut row = row.collect::<PyResult<Vec<u32>>>()?;
        row.sort_unstable();
        row.dedup();
        Ok(row)
    };
    let rows = (0..starts.len().saturating_sub(1)).map(row).collect::<PyResult<Vec<_>>>()?;
    let points = known.points(rows.len(), &columns)?;
    built(py, Source::Context(FormalContext::new(columns, rows), points), &options)
}

fn built(py: Python<'_>, source: Source, options: &Options) -> PyResult<Graph> {
    let (settings, name) = (options.read()?, options.name.clone());
    let notes = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&notes);
    let note = move |text: &str| {
        if let Ok(mut notes) = kept.lock() {
            notes.push(text.to_owned());
        }
    };
    let progress = Progress::new(note);
    let graph = watched(py, &progress, &options.reporter, || {
        build(&name, source, &settings, &progress).map(Graph::in_memory)
    })?;
    let graph = graph.map_err(unbuilt)?;
    let notes = notes.lock().map(|notes| notes.clone()).unwrap_or_default();
    Ok(graph.noted(notes))
}
