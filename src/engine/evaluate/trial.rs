//! One table evaluated: our lattice and Ward's tree.

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

/// That many concepts are counted before any estimate: it takes less time.
const SOON: u64 = 1_000_000;

/// More concepts than this are counted on request only.
const MOST_CONCEPTS: u64 = 100_000_000;

/// k as in the paper.
pub const PAPER: CountOrPercent = CountOrPercent::Percent(50.0);

/// How a table is evaluated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Which neighbours make the context: half of the points, as in the paper, unless it is said.
    pub neighbors: Neighbors,
    /// Beyond that many concepts their number is estimated.
    pub max_concepts: u64,
    /// Whether the number of concepts is wanted, and communities above the lattice.
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

/// What was found out about one table.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// What it is called.
    pub name: String,
    /// Names and classes.
    pub points: Points,
    /// How many columns it has.
    pub features: usize,
    /// How many neighbours a point has, itself among them.
    pub k: usize,
    /// How many concepts the lattice has; 0 where that is not wanted.
    pub concepts: f64,
    /// How far off their number may be, as a share; 0 where they were counted.
    pub off: f64,
    /// Dendrogram purity of the lattice.
    pub ours: DendrogramPurity,
    /// That of the lattice with the tree of communities above it; none where it is not wanted.
    pub hierarchy: Option<DendrogramPurity>,
    /// That of Ward's tree.
    pub ward: DendrogramPurity,
    /// How long our purity took.
    pub seconds: f64,
}

/// Evaluates one table of that name.
///
/// # Errors
/// A table without classes or neighbours, more memory than allowed, an interrupt.
pub fn trial(
    name: &str,
    table: &Table,
    options: &Options,
    progress: &Progress,
) -> Result<Trial, Error> {
    let classes = classes(table)?;
    // What no other k helps against comes first.
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

/// The points of a table with their neighbours, half of the points unless k is chosen otherwise.
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

/// Ward's tree of a table, scaled as for the neighbours, by Euclidean distances whatever theirs; by
/// given distances as if they were Euclidean.
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

/// Whether Ward's tree of a table may be made.
pub(super) fn allows_ward(table: &Table, memory: Memory) -> Result<(), Error> {
    let n = table.points().len();
    let allowed = build::allows_of("Ward's tree", n, ward::bytes(n), memory);
    Ok(allowed.map_err(build::Error::from)?)
}

/// Whether the pairs of points of a context may be joined.
pub(super) fn allows_closures(context: &FormalContext, memory: Memory) -> Result<(), Error> {
    let bytes = pair_purity::bytes(context);
    let allowed = build::allows_of("the purity", context.objects(), bytes, memory);
    Ok(allowed.map_err(build::Error::from)?)
}

/// How many concepts there are: counted where they are few, and where an estimate says that they
/// may be within the limit; else that estimate and how far off it may be.
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
