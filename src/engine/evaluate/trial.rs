//! The evaluation of one table: the lattice and Ward's tree.

use std::time::Instant;

use super::{EvaluateError, require_classes, ward};
use crate::base::count_or_percent::CountOrPercent;
use crate::base::memory::MemoryLimit;
use crate::base::points::Points;
use crate::base::progress::Progress;
use crate::build::{self, BuildOptions, Source, TableSize};
use crate::communities;
use crate::context::FormalContext;
use crate::dataset::{Dataset, NeighborOptions, Origin};
use crate::knn::{self, Metric, Scale};
use crate::mine::{self, Limits, MiningError, estimate};
use crate::pair_purity::{self, Purities};
use crate::purity::DendrogramPurity;
use crate::table::Table;

/// The number of concepts that are counted before any estimate, which would take longer.
const MAX_COUNTED: u64 = 1_000_000;

/// The default number of concepts beyond which their number is estimated.
const DEFAULT_MAX_CONCEPTS: u64 = 100_000_000;

/// The k of the paper: half of the points.
pub const PAPER_K: CountOrPercent = CountOrPercent::Percent(50.0);

/// Options of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EvaluationOptions {
    /// The neighbours that make the context; by default half of the points, as in the paper.
    pub neighbors: NeighborOptions,
    /// The number of concepts beyond which their number is estimated.
    pub max_concepts: u64,
    /// `true` to compute the number of concepts, and the purity with communities above the lattice.
    pub is_complete: bool,
    /// The most memory that may be taken.
    pub memory: MemoryLimit,
}

impl Default for EvaluationOptions {
    fn default() -> Self {
        Self {
            neighbors: NeighborOptions {
                k: Some(PAPER_K),
                scale: Some(Scale::None),
                ..NeighborOptions::default()
            },
            max_concepts: DEFAULT_MAX_CONCEPTS,
            is_complete: true,
            memory: MemoryLimit::unlimited(),
        }
    }
}

/// The results of the evaluation of one table.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// The name of the table.
    pub name: String,
    /// The points with their names and classes.
    pub points: Points,
    /// The number of features.
    pub features: usize,
    /// The number of neighbours of a point, including itself; 0 for a ready context.
    pub k: usize,
    /// The number of concepts of the lattice; 0 if it was not requested.
    pub concepts: f64,
    /// The relative error of the number of concepts (two standard errors); 0 if they were counted.
    pub relative_error: f64,
    /// The dendrogram purity of the lattice.
    pub lattice: DendrogramPurity,
    /// The dendrogram purity with the tree of communities above the lattice, if it was requested.
    pub hierarchy: Option<DendrogramPurity>,
    /// The dendrogram purity of Ward's tree.
    pub ward: DendrogramPurity,
    /// The time of the lattice's purity in seconds.
    pub seconds: f64,
}

/// Evaluates a table that is called `name`.
///
/// # Errors
/// Returns an error if the table has no classes or no neighbours, or if more memory than allowed
/// would be taken; or after an interrupt.
pub fn run_trial(
    name: &str,
    table: &Table,
    options: &EvaluationOptions,
    progress: &Progress,
) -> Result<Trial, EvaluateError> {
    let classes = require_classes(table)?;
    // Checks that a smaller k does not help with come first.
    check_ward_memory(table, options.memory)?;
    if let Some(k) = options.neighbors.resolve_k(table.points().len()) {
        TableSize::new(table).check_memory(k, options.memory).map_err(build::BuildError::from)?;
    }
    let dataset = build_dataset(name, table, options, progress)?;
    let context = &dataset.context;
    let limits = Limits { max_concepts: Some(options.max_concepts), ..Limits::default() };
    check_purity_memory(context, options.memory)?;
    let communities = match options.is_complete {
        true => Some(communities::find_in_dataset(&dataset, progress)?),
        false => None,
    };
    progress.begin_step("joining pairs of points");
    let began = Instant::now();
    let Purities { lattice: ours, hierarchy } =
        pair_purity::dendrogram_purity(context, classes, communities.as_ref(), progress)?;
    let seconds = began.elapsed().as_secs_f64();
    let (concepts, relative_error) = match options.is_complete {
        true => count_or_estimate(&dataset, &limits, progress)?,
        false => (0.0, 0.0),
    };
    let ward = ward_purity(table, options, progress)?;
    let k = match dataset.origin {
        Origin::Neighbors { k, .. } => k,
        Origin::Ready => 0,
    };
    Ok(Trial {
        name: dataset.name,
        points: dataset.points,
        features: dataset.features.names.len(),
        k,
        concepts,
        relative_error,
        lattice: ours,
        hierarchy,
        ward,
        seconds,
    })
}

/// Returns the dataset of a table; a k that is not given is chosen as for a build.
fn build_dataset(
    name: &str,
    table: &Table,
    options: &EvaluationOptions,
    progress: &Progress,
) -> Result<Dataset, EvaluateError> {
    let n = table.points().len();
    let NeighborOptions { metric, .. } = options.neighbors;
    let (scale, _) = options.neighbors.resolve_scale(table);
    let Some(k) = options.neighbors.resolve_k(n) else {
        let (neighbors, memory) = (options.neighbors, options.memory);
        let build_options = BuildOptions { neighbors, memory, ..BuildOptions::default() };
        return Ok(build::build_dataset(
            name,
            Source::Table(table.clone()),
            &build_options,
            progress,
        )?);
    };
    let anchors = options.neighbors.anchor_count(n);
    progress.begin_step("finding neighbours");
    Ok(Dataset::with_anchors(name, table, anchors, k, metric, scale)
        .map_err(build::BuildError::Neighbors)?)
}

/// Returns the purity of Ward's tree of a table, scaled as for the neighbours, by Euclidean
/// distances whatever their metric, or by given distances as if they were Euclidean.
pub(super) fn ward_purity(
    table: &Table,
    options: &EvaluationOptions,
    progress: &Progress,
) -> Result<DendrogramPurity, EvaluateError> {
    check_ward_memory(table, options.memory)?;
    progress.begin_step("Ward's tree");
    let NeighborOptions { metric, .. } = options.neighbors;
    let (scale, _) = options.neighbors.resolve_scale(table);
    let metric = if metric == Metric::Precomputed { metric } else { Metric::Euclidean };
    let space = knn::space(table, metric, scale).map_err(EvaluateError::Ward)?;
    Ok(ward::dendrogram_purity(&space, require_classes(table)?))
}

pub(super) fn check_ward_memory(table: &Table, memory: MemoryLimit) -> Result<(), EvaluateError> {
    let n = table.points().len();
    let allowed = build::check_memory("Ward's tree", n, ward::tree_bytes(n), memory);
    Ok(allowed.map_err(build::BuildError::from)?)
}

pub(super) fn check_purity_memory(
    context: &FormalContext,
    memory: MemoryLimit,
) -> Result<(), EvaluateError> {
    let bytes = pair_purity::bytes(context);
    let allowed = build::check_memory("the purity", context.object_count(), bytes, memory);
    Ok(allowed.map_err(build::BuildError::from)?)
}

/// Returns the number of concepts, counted if an estimate allows it, and its relative error.
fn count_or_estimate(
    dataset: &Dataset,
    limits: &Limits,
    progress: &Progress,
) -> Result<(f64, f64), MiningError> {
    let context = &dataset.context;
    let most = limits.max_concepts.unwrap_or(u64::MAX);
    let count = |most: u64| {
        let limits = Limits { max_concepts: Some(most), ..*limits };
        match mine::count(context, &limits, false, progress) {
            Ok(counts) => Ok(Some((counts.concepts as f64, 0.0))),
            Err(MiningError::TooMany(_)) => Ok(None),
            Err(error) => Err(error),
        }
    };
    progress.begin_step("counting");
    if let Some(exactly) = count(most.min(MAX_COUNTED))? {
        return Ok(exactly);
    }
    progress.begin_step("estimating");
    let all = estimate(context, limits.min_size, 0, 1, progress)?;
    if most > MAX_COUNTED && all.concepts <= 2.0 * most as f64 {
        progress.begin_step("mining");
        if let Some(exactly) = count(most)? {
            return Ok(exactly);
        }
    }
    Ok((all.concepts, all.relative_error()))
}
