//! Graphs that are built from NumPy arrays.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};

use conceptgraph::context::FormalContext;
use conceptgraph::context::neighbor_lists::{Link, NeighborLists};
use conceptgraph::store::digest;
use conceptgraph::{
    BuildOptions, Classes, CountOrPercent, GraphSelection, MemoryLimit, Metric, NeighborOptions,
    PointId, Points, Progress, Scale, Source, Table, build,
};
use conceptgraph_engine::base::numbers::pluralize;
use conceptgraph_engine::base::shown_columns::ShownColumns;
use numpy::PyReadonlyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arrays::{Indices, Numbers, finite_values};
use crate::errors::{build_error, store_error};
use crate::graph::Graph;
use crate::interruptible::{Reporter, run_with_progress};
use crate::open_graph::OpenGraph;

/// The options of a build, spelled as on the command line.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct BuildArguments {
    name: String,
    k: Option<String>,
    anchors: Option<usize>,
    metric: String,
    scale: String,
    graph: String,
    min_size: String,
    max_concepts: Option<u64>,
    members: bool,
    max_memory: Option<String>,
    groups: Option<usize>,
    reporter: Reporter,
}

fn value_error(what: &str, error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(format!("{what}: {error}"))
}

impl BuildArguments {
    fn build_options(&self) -> PyResult<BuildOptions> {
        let amount = |what: &str, word: &str| {
            word.parse::<CountOrPercent>().map_err(|error| value_error(what, error))
        };
        let of = |what: &str, word: &str, known: &str| {
            PyValueError::new_err(format!("{what} must be {known}, not {word:?}"))
        };
        let metric = Metric::from_name(&self.metric).ok_or_else(|| {
            of("metric", &self.metric, "euclidean, manhattan, chebyshev, cosine or precomputed")
        })?;
        let scale = match &self.scale[..] {
            "auto" => None,
            name => Some(
                Scale::from_name(name)
                    .ok_or_else(|| of("scale", name, "auto, none, standard or minmax"))?,
            ),
        };
        let neighbors = NeighborOptions::default()
            .k(self.k.as_deref().map(|word| amount("k", word)).transpose()?)
            .anchors(self.anchors)
            .metric(metric)
            .scale(scale);
        let memory = match &self.max_memory {
            Some(word) => word.parse().map_err(|error| value_error("max_memory", error))?,
            None => MemoryLimit::unlimited(),
        };
        let selection =
            self.graph.parse::<GraphSelection>().map_err(|error| value_error("graph", error))?;
        Ok(BuildOptions::default()
            .neighbors(neighbors)
            .selection(selection)
            .min_size(amount("min_size", &self.min_size)?)
            .max_concepts(self.max_concepts)
            .store_members(self.members)
            .memory(memory)
            .groups(self.groups))
    }

    /// Returns an error if a scale is set: only features are scaled, and the input has none.
    fn refuse_scale(&self) -> PyResult<()> {
        match &self.scale[..] {
            "auto" | "none" => Ok(()),
            scale => Err(PyValueError::new_err(format!(
                "scale = {scale:?} is for features, and these are distances; leave the option out"
            ))),
        }
    }
}

/// The properties of the points besides the input of their graph.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct PointProperties {
    names: Option<Vec<String>>,
    labels: Option<Vec<String>>,
    /// The columns that are only shown: their names and cells.
    keep: Vec<(String, Vec<String>)>,
}

impl PointProperties {
    fn into_points(self, n: usize, columns: &[String]) -> PyResult<Points> {
        let Self { names, labels, keep } = self;
        let one_a_row = |what: &str, list: &[String]| match list.len() {
            found if found == n => Ok(()),
            found => {
                Err(PyValueError::new_err(format!("{found} {what} for {n} rows; give one per row")))
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
        let kept =
            ShownColumns::new(keep.iter().map(|(name, _)| name.clone()).collect(), cells.collect());
        let classes = labels.map(|labels| Classes::from_labels(&labels));
        let points = match names {
            None => Points::from_count(n, classes),
            Some(names) => Points::from_names(names.clone(), classes).map_err(|(one, other)| {
                let (name, one, other) = (&names[one], one + 1, other + 1);
                PyValueError::new_err(format!(
                    "rows {one} and {other} are both called {name:?}; give every row its own name"
                ))
            })?,
        };
        Ok(points.with_shown_columns(kept))
    }
}

/// Builds the graph of a table, points by features, or of a matrix of distances.
#[pyfunction]
pub(crate) fn from_table(
    py: Python<'_>,
    numbers: Numbers<'_>,
    features: Vec<String>,
    known: PointProperties,
    options: BuildArguments,
) -> PyResult<Graph> {
    let (n, m) = numbers.dim();
    if n < 2 {
        return Err(PyValueError::new_err(format!("a graph needs at least 2 rows, not {n}")));
    }
    if m == 0 || features.len() != m {
        let found = format!("{} features for {m} columns; give one per column", features.len());
        return Err(PyValueError::new_err(found));
    }
    let settings = options.build_options()?;
    let table = if settings.neighbors.metric == Metric::Precomputed {
        options.refuse_scale()?;
        let columns = (1..=m).map(|column| column.to_string()).collect();
        let values = finite_values(&numbers)?;
        Table::new(columns, values, known.into_points(n, &[])?)
    } else {
        let values = finite_values(&numbers)?;
        let points = known.into_points(n, &features)?;
        Table::new(features, values, points)
    };
    build_graph(py, Source::Table(table), &options, &settings, Vec::new())
}

/// Builds the graph of given neighbours, as in a sparse matrix (CSR): the offset of each point's
/// row, its neighbours and their distances. All of the neighbours count, or the k nearest, of which
/// the point itself is one.
#[pyfunction]
pub(crate) fn from_neighbors(
    py: Python<'_>,
    starts: Indices<'_>,
    targets: Indices<'_>,
    distances: PyReadonlyArray1<'_, f64>,
    known: PointProperties,
    options: BuildArguments,
) -> PyResult<Graph> {
    options.refuse_scale()?;
    let settings = options.build_options()?;
    let NeighborOptions { k, anchors, .. } = settings.neighbors;
    let k = match k {
        None => None,
        Some(CountOrPercent::Count(k)) => Some(k),
        Some(CountOrPercent::Percent(_)) => {
            return Err(PyValueError::new_err("k of given neighbours must be a number or None"));
        }
    };
    if anchors.is_some() {
        return Err(PyValueError::new_err("anchors are for tables, and these are neighbours"));
    }
    let fault = || PyValueError::new_err("the distances are not a square sparse matrix by rows");
    let (n, distances) = (starts.len().saturating_sub(1), distances.as_array());
    if n < 2 {
        return Err(PyValueError::new_err(format!("a graph needs at least 2 rows, not {n}")));
    }
    let points = known.into_points(n, &[])?;
    let link = |row: usize, at: usize| -> PyResult<Link> {
        let target = targets.get(at).filter(|&target| target < n).ok_or_else(fault)?;
        let &value = distances.get(at).ok_or_else(fault)?;
        if !(0.0..f64::INFINITY).contains(&value) {
            let (row, column) = (row + 1, target + 1);
            return Err(PyValueError::new_err(format!(
                "row {row}, column {column}: {value} is not a distance; give distances of 0 or more"
            )));
        }
        Ok(Link { source: PointId(row as u32), target: PointId(target as u32), value })
    };
    let mut links = Vec::with_capacity(targets.len());
    for row in 0..n {
        let (from, to) = starts.get(row).zip(starts.get(row + 1)).ok_or_else(fault)?;
        for at in from..to {
            links.push(link(row, at)?);
        }
    }
    let lists = NeighborLists::new(points, links, k).map_err(|error| value_error("k", error))?;
    let short = (lists.short_lists > 0).then(|| {
        let points = pluralize(lists.short_lists as u64, "point has", "points have");
        format!("{points} fewer than k neighbours; all are kept.")
    });
    // The metric of the options describes the input and is not a setting of the build.
    let neighbors = settings.neighbors.metric(NeighborOptions::default().metric);
    let settings = settings.neighbors(neighbors);
    build_graph(py, Source::Neighbors(lists), &options, &settings, short.into_iter().collect())
}

/// Builds the graph of a ready context: the attributes of each object by row, as in a sparse matrix
/// (CSR).
#[pyfunction]
pub(crate) fn from_context(
    py: Python<'_>,
    starts: Indices<'_>,
    attributes: Indices<'_>,
    columns: Vec<String>,
    known: PointProperties,
    options: BuildArguments,
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
    let points = known.into_points(rows.len(), &columns)?;
    let source = Source::Context(FormalContext::new(columns, rows), points);
    build_graph(py, source, &options, &options.build_options()?, Vec::new())
}

fn build_graph(
    py: Python<'_>,
    source: Source,
    options: &BuildArguments,
    settings: &BuildOptions,
    notes: Vec<String>,
) -> PyResult<Graph> {
    let name = options.name.clone();
    let notes = Arc::new(Mutex::new(notes));
    let kept = Arc::clone(&notes);
    let note = move |text: &str| {
        if let Ok(mut notes) = kept.lock() {
            notes.push(text.to_owned());
        }
    };
    let progress = Progress::new(note);
    let graph = run_with_progress(py, &progress, &options.reporter, || -> PyResult<_> {
        let graph = build(&name, source, settings, &progress).map_err(build_error)?;
        // Computed here, in the thread pool of the build.
        let digest = digest(&graph, &progress).map_err(store_error)?;
        Ok(OpenGraph::new(graph.with_digest(digest), None))
    })?;
    let notes = notes.lock().map(|notes| notes.clone()).unwrap_or_default();
    Ok(Graph::in_memory(graph?, notes))
}
