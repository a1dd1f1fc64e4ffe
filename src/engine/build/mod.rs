//! From a table or a context to a concept graph: the one place that decides what is built.

pub mod by_k;
pub mod neighborhood;
mod shape;

use std::str::FromStr;

use crate::base::count_or_percent::CountOrPercent;
use crate::base::memory::{Memory, MemoryError, bytes};
use crate::base::numbers::{counted, grouped};
use crate::base::points::Points;
use crate::base::progress::{InterruptedError, Progress};
use crate::communities::Regions;
use crate::context::FormalContext;
use crate::context::neighbor_lists::NeighborLists;
use crate::dataset::{Dataset, Neighbors, Origin};
use crate::graph::Graph;
use crate::knn;
use crate::lattice::{GraphKind, Lattice, Scales, by_support};
use crate::mine::{self, Limits, MiningError};
use crate::table::Table;

pub use shape::{Fits, Shape, TooLargeError, allows_of};

/// A full lattice of more concepts than this, and of more than [`MOST_A_POINT`] a point, is built
/// on request only.
pub const MOST_CONCEPTS: u64 = 2_000_000;

/// See [`MOST_CONCEPTS`].
pub const MOST_A_POINT: u64 = 20;

/// The full lattice of a ready context is kept while it has at most this many concepts.
pub const READY: u64 = 100_000;

/// Clusters have at most this many members together, unless a graph is kept without them.
pub const MOST_MEMBERS: u64 = 5_000_000;

/// A cluster with this Jaccard index to another one is a copy of it, of which one is kept.
const LIKENESS: f64 = 0.8;

/// Of an octave of sizes a point is in about this many clusters, or fewer where the points are
/// many.
const QUOTA: f64 = 16.0;
/// The quota falls with the number of points so that the clusters of a graph of every scale have
/// about this many members together.
const MEMBERS: f64 = 2_500_000.0;

/// What a graph is built from.
#[derive(Clone, Debug)]
pub enum Source {
    /// A table: each point's nearest neighbours make its context.
    Table(Table),
    /// A ready context and its objects.
    Context(FormalContext, Points),
    /// The neighbours of each point.
    Neighbors(NeighborLists),
}

impl Source {
    /// How many objects and attributes its context has.
    pub fn shape(&self) -> (usize, usize) {
        match self {
            Source::Table(table) => (table.points().len(), table.points().len()),
            Source::Context(context, _) => (context.objects(), context.attributes().len()),
            Source::Neighbors(lists) => (lists.points.len(), lists.points.len()),
        }
    }
}

/// Which clusters to keep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GraphSelection {
    /// A few a point, of every scale; the full lattice where it is no larger.
    #[default]
    Scales,
    /// All of them, or all with at least some number of points.
    Full,
}

/// A word that names no [`GraphSelection`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("choose scales or full")]
pub struct GraphSelectionError;

impl FromStr for GraphSelection {
    type Err = GraphSelectionError;

    fn from_str(word: &str) -> Result<Self, GraphSelectionError> {
        match word {
            "scales" => Ok(Self::Scales),
            "full" => Ok(Self::Full),
            _ => Err(GraphSelectionError),
        }
    }
}

/// How a graph is built.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BuildOptions {
    /// Which neighbours make the context of a table.
    pub neighbors: Neighbors,
    /// Which clusters to keep.
    pub graph: GraphSelection,
    /// Concepts with fewer points are left out of a full lattice.
    pub min_size: CountOrPercent,
    /// A full lattice has at most that many concepts; none is as many as usual for its points.
    pub max_concepts: Option<u64>,
    /// Whether the members of clusters are stored. A full lattice with more than [`MOST_MEMBERS`]
    /// is kept only without them.
    pub members: bool,
    /// The most memory that may be taken.
    pub memory: Memory,
    /// Whether the graph keeps the numbers of the features. All else is found from them in any
    /// case, but without them no row can be placed, and columns cannot be compared.
    pub features: bool,
}

impl Default for BuildOptions {
    fn default() -> Self {
        Self {
            neighbors: Neighbors::default(),
            graph: GraphSelection::default(),
            min_size: CountOrPercent::Count(0),
            max_concepts: None,
            members: true,
            memory: Memory::unlimited(),
            features: true,
        }
    }
}

impl BuildOptions {
    /// How many concepts a full lattice of n points may have.
    pub fn most_concepts(&self, n: usize) -> u64 {
        self.max_concepts.unwrap_or(MOST_CONCEPTS.max(MOST_A_POINT.saturating_mul(n as u64)))
    }
}

/// Why nothing was built.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The neighbours of a table cannot be computed.
    #[error(transparent)]
    Neighbors(#[from] knn::Error),
    /// No cluster would be left.
    #[error(
        "a least size of {min_size} is more than the {n} points, so no cluster would be left; \
         choose 0 to {n}"
    )]
    MinSize {
        /// What was requested.
        min_size: usize,
        /// How many points there are.
        n: usize,
    },
    /// There are more concepts than allowed.
    #[error("more than {} clusters; choose a larger least size", grouped(*.0))]
    TooMany(u64),
    /// Clusters have more members than are stored.
    #[error(
        "{} clusters have {} members together, more than the {} that a graph stores; choose a \
         larger least size, or leave the members out",
        grouped(*concepts), grouped(*members), grouped(MOST_MEMBERS)
    )]
    TooManyMembers {
        /// How many clusters there are.
        concepts: u64,
        /// How many members they have together.
        members: u64,
    },
    /// It would take more memory than allowed.
    #[error(transparent)]
    TooLarge(#[from] TooLargeError),
    /// The caller ended the work.
    #[error("interrupted")]
    Interrupted,
}

impl From<InterruptedError> for Error {
    fn from(_: InterruptedError) -> Self {
        Self::Interrupted
    }
}

impl From<MiningError> for Error {
    fn from(error: MiningError) -> Self {
        match error {
            MiningError::TooMany(most) => Self::TooMany(most),
            MiningError::TooLarge { needed, most } => {
                let cause = MemoryError { needed, most };
                let what = "the clusters".to_owned();
                TooLargeError { what, cause, fits: Some(Fits::MinSize) }.into()
            }
            _ => Self::Interrupted,
        }
    }
}

/// What a search among n points is limited to.
///
/// # Errors
/// A least size that no cluster has.
pub fn limits(
    n: usize,
    min_size: CountOrPercent,
    max_concepts: Option<u64>,
    memory: Memory,
) -> Result<Limits, Error> {
    match min_size.of(n) {
        min_size if min_size > n => Err(Error::MinSize { min_size, n }),
        min_size => Ok(Limits { min_size, max_concepts, max_bytes: Some(memory.bytes()) }),
    }
}

/// Builds the graph of a table or context of that name.
///
/// Reports its steps to `progress`, and notes what it decided before that takes long.
///
/// # Errors
/// Neighbours that cannot be computed, a least size that no cluster has, more concepts than allowed
/// where the full lattice was requested, more memory than allowed, an interrupt.
pub fn build(
    name: &str,
    source: Source,
    options: &BuildOptions,
    progress: &Progress,
) -> Result<Graph, Error> {
    let (dataset, regions) = prepared(name, source, options, progress)?;
    let lattice = lattice(&dataset, options, progress)?;
    let members = options.members || lattice.kind() == GraphKind::Scales;
    let values = dataset.features.values.len() as u64;
    let names = dataset.features.names.len() as u64;
    let graph = Graph::new(dataset, lattice, regions, progress)?;
    let graph = if members { graph } else { graph.without_members() };
    if options.features || values == 0 {
        return Ok(graph);
    }
    progress.note(&format!(
        "The numbers of {} are left out of the graph, {}: it places no rows and compares no \
         features.",
        counted(names, "feature", "features"),
        bytes(8 * values)
    ));
    Ok(graph.without_features())
}

/// The points with the context that a graph is built from.
///
/// # Errors
/// Neighbours that cannot be computed, or not in the memory that is allowed; an interrupt.
pub fn dataset(
    name: &str,
    source: Source,
    options: &BuildOptions,
    progress: &Progress,
) -> Result<Dataset, Error> {
    match source {
        // What stands apart is looked for where it is needed alone.
        Source::Table(table) => neighborhood::dataset(name, &table, options, progress),
        source => Ok(prepared(name, source, options, progress)?.0),
    }
}

/// The points with their context and, of a table, what stands apart among them.
fn prepared(
    name: &str,
    source: Source,
    options: &BuildOptions,
    progress: &Progress,
) -> Result<(Dataset, Option<Regions>), Error> {
    Ok(match source {
        Source::Context(context, points) => (Dataset::of_context(name, context, points), None),
        Source::Neighbors(lists) => (Dataset::of_lists(name, lists), None),
        Source::Table(table) => {
            let (dataset, regions) = neighborhood::prepared(name, &table, options, progress)?;
            (dataset, Some(regions))
        }
    })
}

/// The wanted clusters and their covers.
fn lattice(
    dataset: &Dataset,
    options: &BuildOptions,
    progress: &Progress,
) -> Result<Lattice, Error> {
    let (context, n) = (&dataset.context, dataset.points.len());
    match options.graph {
        GraphSelection::Full => {
            let most = options.most_concepts(n);
            let limits = limits(n, options.min_size, Some(most), options.memory)?;
            progress.step("mining");
            let lattice = Lattice::mine(context, &limits, progress)?;
            let (concepts, members) = (lattice.len() as u64, lattice.members.total());
            match options.members && members > MOST_MEMBERS {
                true => Err(Error::TooManyMembers { concepts, members }),
                false => Ok(lattice),
            }
        }
        GraphSelection::Scales => {
            if let Some(lattice) = small_lattice(dataset, options, progress)? {
                return Ok(lattice);
            }
            progress.step("choosing clusters");
            let ready;
            let order = match &dataset.order {
                Some(order) => order,
                None => {
                    ready = by_support(context);
                    &ready
                }
            };
            Ok(Lattice::of_scales(context, order, scales(n), progress)?)
        }
    }
}

/// The full lattice, where it is no larger than the graph of every scale may be.
fn small_lattice(
    dataset: &Dataset,
    options: &BuildOptions,
    progress: &Progress,
) -> Result<Option<Lattice>, Error> {
    let n = dataset.points.len() as f64;
    let bound = match dataset.origin {
        Origin::Ready => READY,
        Origin::Neighbors { .. } => (n * (mean_k(dataset).log2() + 2.0)) as u64,
    };
    let max_bytes = Some(options.memory.bytes());
    let limits = Limits { max_concepts: Some(bound), max_bytes, min_size: 0 };
    progress.step("counting");
    match mine::count(&dataset.context, &limits, false, progress) {
        Ok(_) => {}
        Err(MiningError::TooMany(_)) => return Ok(None),
        Err(error) => return Err(error.into()),
    }
    progress.step("mining");
    let lattice = Lattice::mine(&dataset.context, &limits, progress);
    let lattice = lattice.map_err(|error| match error.into() {
        // It has no least size.
        Error::TooLarge(error) => TooLargeError { fits: None, ..error }.into(),
        error => error,
    })?;
    Ok(Some(lattice).filter(|lattice| lattice.members.total() <= MOST_MEMBERS))
}

/// How many attributes a point has on average, at least one.
fn mean_k(dataset: &Dataset) -> f64 {
    let crosses = dataset.context.rows().total() as f64;
    (crosses / dataset.points.len().max(1) as f64).max(1.0)
}

/// What of the clusters of n points is kept: with the quota a point is in about quota log2(4
/// sqrt(n)) of them, since clusters reach to about 4 sqrt(n) points.
fn scales(n: usize) -> Scales {
    let octaves = (4.0 * (n as f64).sqrt()).log2();
    let most = MEMBERS / (n as f64 * octaves).max(1.0);
    Scales { likeness: LIKENESS, quota: QUOTA.min(most) }
}
