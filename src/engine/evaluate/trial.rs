//! The evaluation of one table: the lattice and Ward's tree.

use std::time::Instant;

use super::{Error, classes, ward};
use crate::base::count_or_percent::CountOrPercent;
use crate::base::memory::Memory;
use crate::base::points::Points;
use crate::base::progress::Progress;
use crate::build::{self, BuildOptions, Shape, Source};
use crate::communities;
use crate::context::FormalContext;
use crate::dataset::{Dataset, Neighbors, Origin};
use crate::knn::{self, Metric, Scale};
use crate::mine::{self, Limits, MiningError, estimate};
use crate::pair_purity::{self, Purities};
use crate::purity::DendrogramPurity;
use crate::table::Table;

/// The number of concepts that are counted before any estimate, which would take longer.
const SOON: u64 = 1_000_000;

/// The default number of concepts beyond which their number is estimated.
const MOST_CONCEPTS: u64 = 100_000_000;

/// The k of the paper: half of the points.
pub const PAPER: CountOrPercent = CountOrPercent::Percent(50.0);

/// Options of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// The neighbours that make the context; by default half of the points, as in the paper.
    pub neighbors: Neighbors,
    /// The number of concepts beyond which their number is estimated.
    pub max_concepts: u64,
    /// `true` to compute the number of concepts, and the purity with communities above the lattice.
    pub is_whole: bool,
    /// The most memory that may be taken.
    pub memory: Memory,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            neighbors: Neighbors {
                k: Some(PAPER),
                scale: Some(Scale::None),
                ..Neighbors::default()
            },
            max_concepts: MOST_CONCEPTS,
            is_whole: true,
            memory: Memory::unlimited(),
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
    pub off: f64,
    /// The dendrogram purity of the lattice.
    pub ours: DendrogramPurity,
    /// The dendrogram purity of the lattice with the tree of communities above it; `None` if it was
    /// not requested.
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
pub fn trial(
    name: &str,
    table: &Table,
    options: &Options,
    progress: &Progress,
) -> Result<Trial, Error> {
    let classes = classes(table)?;
    // Checks that a smaller k does not help with come first.
    allows_ward(table, options.memory)?;
    if let Some(k) = options.neighbors.k_of(table.points().len()) {
        Shape::of(table).allows(k, options.memory).map_err(build::Error::from)?;
    }
    let dataset = dataset(name, table, options, progress)?;
    let context = &dataset.context;
    let limits = Limits { max_concepts: Some(options.max_concepts), ..Limits::default() };
    allows_closures(context, options.memory)?;
    let found = match options.is_whole {
        true => Some(communities::of_dataset(&dataset, progress)?),
        false => None,
    };
    progress.step("joining pairs of points");
    let began = Instant::now();
    let Purities { lattice: ours, hierarchy } =
        pair_purity::dendrogram_purity(context, classes, found.as_ref(), progress)?;
    let seconds = began.elapsed().as_secs_f64();
    let (concepts, off) = match options.is_whole {
        true => count_or_estimate(&dataset, &limits, progress)?,
        false => (0.0, 0.0),
    };
    let ward = baseline(table, options, progress)?;
    let features = dataset.features.names.len();
    let k = match dataset.origin {
        Origin::Neighbors { k, .. } => k,
        Origin::Ready => 0,
    };
    let Dataset { name, points, .. } = dataset;
    Ok(Trial { name, points, features, k, concepts, off, ours, hierarchy, ward, seconds })
}

/// Returns the dataset of a table with its neighbours. If the options have no k, it is chosen as
/// for a build.
fn dataset(
    name: &str,
    table: &Table,
    options: &Options,
    progress: &Progress,
) -> Result<Dataset, Error> {
    let n = table.points().len();
    let Neighbors { metric, .. } = options.neighbors;
    let (scale, _) = options.neighbors.scale_of(table);
    let Some(k) = options.neighbors.k_of(n) else {
        let (neighbors, memory) = (options.neighbors, options.memory);
        let chosen = BuildOptions { neighbors, memory, ..BuildOptions::default() };
        return Ok(build::dataset(name, Source::Table(table.clone()), &chosen, progress)?);
    };
    let anchors = options.neighbors.anchors_of(n);
    progress.step("finding neighbours");
    Ok(Dataset::among(name, table, anchors, k, metric, scale).map_err(build::Error::Neighbors)?)
}

/// Returns the purity of Ward's tree of a table, scaled as for the neighbours, by Euclidean
/// distances whatever the metric of the neighbours, or by given distances as if they were
/// Euclidean.
pub(super) fn baseline(
    table: &Table,
    options: &Options,
    progress: &Progress,
) -> Result<DendrogramPurity, Error> {
    allows_ward(table, options.memory)?;
    progress.step("Ward's tree");
    let Neighbors { metric, .. } = options.neighbors;
    let (scale, _) = options.neighbors.scale_of(table);
    let metric = if metric == Metric::Precomputed { metric } else { Metric::Euclidean };
    let space = knn::space(table, metric, scale).map_err(Error::Ward)?;
    Ok(ward::dendrogram_purity(&space, classes(table)?))
}

/// Checks that Ward's tree of a table fits into the allowed memory.
pub(super) fn allows_ward(table: &Table, memory: Memory) -> Result<(), Error> {
    let n = table.points().len();
    let allowed = build::allows_of("Ward's tree", n, ward::bytes(n), memory);
    Ok(allowed.map_err(build::Error::from)?)
}

/// Checks that the joining of pairs of a context's points fits into the allowed memory.
pub(super) fn allows_closures(context: &FormalContext, memory: Memory) -> Result<(), Error> {
    let bytes = pair_purity::bytes(context);
    let allowed = build::allows_of("the purity", context.objects(), bytes, memory);
    Ok(allowed.map_err(build::Error::from)?)
}

/// Returns the number of concepts and its relative error. They are counted if they are few, or if
/// an estimate says that they may be within the limit; otherwise the estimate is returned.
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
    progress.step("counting");
    if let Some(exactly) = count(most.min(SOON))? {
        return Ok(exactly);
    }
    progress.step("estimating");
    let all = estimate(context, limits.min_size, 0, 1, progress)?;
    if most > SOON && all.concepts <= 2.0 * most as f64 {
        progress.step("mining");
        if let Some(exactly) = count(most)? {
            return Ok(exactly);
        }
    }
    Ok((all.concepts, all.off()))
}
