//! The construction of a concept graph from a table or a context, and all choices it depends on.

pub mod k_trials;
mod memory_check;
pub mod neighborhood;

use std::borrow::Cow;
use std::str::FromStr;

use crate::base::count_or_percent::CountOrPercent;
use crate::base::memory::{MemoryError, MemoryLimit, format_bytes};
use crate::base::numbers::{group_thousands, pluralize};
use crate::base::points::Points;
use crate::base::progress::{InterruptedError, Progress};
use crate::communities::{GroupCountError, Regions};
use crate::context::FormalContext;
use crate::context::neighbor_lists::NeighborLists;
use crate::dataset::{Dataset, NeighborOptions, Origin};
use crate::graph::Graph;
use crate::knn;
use crate::lattice::{GraphKind, Lattice, Scales, attributes_by_support};
use crate::mine::{self, Limits, MiningError};
use crate::point_graph::PointGraph;
use crate::table::Table;

pub use memory_check::{Alternative, TableSize, TooLargeError, check_memory};

/// The most concepts of a full lattice unless [`MAX_CONCEPTS_PER_POINT`] for each point are more.
pub(crate) const MAX_CONCEPTS: u64 = 2_000_000;

pub(crate) const MAX_CONCEPTS_PER_POINT: u64 = 20;

/// The most concepts of a full lattice that is kept by default for a ready context.
pub(crate) const MAX_READY_CONCEPTS: u64 = 100_000;

/// The most members of all clusters together, unless a graph is kept without members.
pub(crate) const MAX_MEMBERS: u64 = 5_000_000;

/// The least Jaccard index of two clusters that count as copies, of which one is kept.
const MIN_JACCARD: f64 = 0.8;

/// The number of clusters of a point in an octave of sizes, less if there are many points.
const MAX_QUOTA: f64 = 16.0;
/// The number of members of all clusters of a graph of every scale: the quota falls with the number
/// of points so that this holds approximately.
const TARGET_MEMBERS: f64 = 2_500_000.0;

/// The input of a graph.
#[derive(Clone, Debug)]
pub enum Source {
    /// A table; the nearest neighbours of each point make its context.
    Table(Table),
    /// A ready context and its objects.
    Context(FormalContext, Points),
    /// The neighbours of each point.
    Neighbors(NeighborLists),
}

impl Source {
    /// Returns the numbers of objects and attributes of the context.
    pub fn context_size(&self) -> (usize, usize) {
        match self {
            Source::Table(table) => (table.points().len(), table.points().len()),
            Source::Context(context, _) => (context.object_count(), context.attributes().len()),
            Source::Neighbors(lists) => (lists.points.len(), lists.points.len()),
        }
    }
}

/// The selection of the clusters to keep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GraphSelection {
    /// A few clusters of every scale for each point, or the full lattice if it is no larger.
    #[default]
    Scales,
    /// All clusters, or all with at least a given number of points.
    Full,
}

/// An error: a word that is not a [`GraphSelection`].
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

/// The options of a build.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct BuildOptions {
    /// The neighbours that make the context of a table.
    pub neighbors: NeighborOptions,
    /// The selection of the clusters to keep.
    pub selection: GraphSelection,
    /// The least number of points of a concept in a full lattice.
    pub min_size: CountOrPercent,
    /// The most concepts of a full lattice; `None` for the default for its number of points.
    pub max_concepts: Option<u64>,
    /// `true` to store the members of clusters; a full lattice may have `MAX_MEMBERS` of them.
    pub store_members: bool,
    /// The most memory that may be used.
    pub memory: MemoryLimit,
    /// `true` to keep the values of the features, for placing rows and comparing columns.
    pub store_features: bool,
    /// The number of groups; `None` for the groups that stand apart.
    pub groups: Option<usize>,
}

impl Default for BuildOptions {
    fn default() -> Self {
        Self {
            neighbors: NeighborOptions::default(),
            selection: GraphSelection::default(),
            min_size: CountOrPercent::Count(0),
            max_concepts: None,
            store_members: true,
            memory: MemoryLimit::unlimited(),
            store_features: true,
            groups: None,
        }
    }
}

crate::base::setters::setters!(BuildOptions {
    neighbors: NeighborOptions,
    selection: GraphSelection,
    min_size: CountOrPercent,
    max_concepts: Option<u64>,
    store_members: bool,
    memory: MemoryLimit,
    store_features: bool,
    groups: Option<usize>,
});

impl BuildOptions {
    pub(crate) fn concept_limit(&self, n: usize) -> u64 {
        self.max_concepts
            .unwrap_or(MAX_CONCEPTS.max(MAX_CONCEPTS_PER_POINT.saturating_mul(n as u64)))
    }
}

/// An error of a build.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The neighbours of a table cannot be computed.
    #[error(transparent)]
    Neighbors(#[from] knn::KnnError),
    /// The least size exceeds the number of points, so no cluster would be left.
    #[error(
        "a least size of {min_size} is more than the {n} points, so no cluster would be left; \
         choose 0 to {n}"
    )]
    MinSize {
        /// The requested least size.
        min_size: usize,
        /// The number of points.
        n: usize,
    },
    /// The concepts are more than allowed.
    #[error("more than {} clusters; choose a larger least size", group_thousands(*.0))]
    TooManyConcepts(u64),
    /// The clusters have more members than a graph stores.
    #[error(
        "{} clusters have {} members together, more than the {} that a graph stores; choose a \
         larger least size, or leave the members out",
        group_thousands(*concepts), group_thousands(*members), group_thousands(MAX_MEMBERS)
    )]
    TooManyMembers {
        /// The number of clusters.
        concepts: u64,
        /// The number of members of all clusters.
        members: u64,
    },
    /// There can be no such number of groups.
    #[error(transparent)]
    Groups(#[from] GroupCountError),
    /// The build would take more memory than allowed.
    #[error(transparent)]
    TooLarge(#[from] TooLargeError),
    /// The caller interrupted the work.
    #[error("interrupted")]
    Interrupted,
}

impl From<InterruptedError> for BuildError {
    fn from(_: InterruptedError) -> Self {
        Self::Interrupted
    }
}

impl From<MiningError> for BuildError {
    fn from(error: MiningError) -> Self {
        match error {
            MiningError::TooMany(most) => Self::TooManyConcepts(most),
            MiningError::TooLarge { needed, most } => {
                let cause = MemoryError { needed, most };
                let what = "the clusters".to_owned();
                TooLargeError { what, cause, alternative: Some(Alternative::MinSize) }.into()
            }
            _ => Self::Interrupted,
        }
    }
}

/// Returns the limits of a search among n points.
///
/// # Errors
/// Returns an error if the least size exceeds n.
pub fn mining_limits(
    n: usize,
    min_size: CountOrPercent,
    max_concepts: Option<u64>,
    memory: MemoryLimit,
) -> Result<Limits, BuildError> {
    match min_size.resolve(n) {
        min_size if min_size > n => Err(BuildError::MinSize { min_size, n }),
        min_size => Ok(Limits { min_size, max_concepts, max_bytes: Some(memory.bytes()) }),
    }
}

/// Builds the graph of a table or context called `name`. Reports its steps to `progress`, and notes
/// its choices before the work that they cause.
///
/// # Errors
/// Returns an error if the neighbours cannot be computed, if no cluster has the least size, if a
/// requested full lattice has more concepts than allowed, if more memory than allowed is needed, or
/// if an interrupt was requested.
pub fn build(
    name: &str,
    source: Source,
    options: &BuildOptions,
    progress: &Progress,
) -> Result<Graph, BuildError> {
    let (dataset, mut regions) = prepare(name, source, options, progress)?;
    if let Some(groups) = options.groups {
        let found = match regions {
            Some(regions) => regions,
            None => Regions::new(PointGraph::from_dataset(&dataset), progress)?,
        };
        regions = Some(found.with_group_count(groups, progress)??);
    }
    let lattice = build_lattice(&dataset, options, progress)?;
    let members = options.store_members || lattice.kind() == GraphKind::Scales;
    let values = dataset.features.values.len() as u64;
    let names = dataset.features.names.len() as u64;
    let graph = Graph::new(dataset, lattice, regions, progress)?;
    let graph = if members { graph } else { graph.without_members() };
    if options.store_features || values == 0 {
        return Ok(graph);
    }
    progress.note(&format!(
        "The values of {} are left out of the graph, {}: it can neither place rows nor compare \
         features.",
        pluralize(names, "feature", "features"),
        format_bytes(8 * values)
    ));
    // The positions are computed from the values.
    graph.positions(progress).map_err(|_| InterruptedError)?;
    Ok(graph.without_features())
}

/// Creates the points with their context that a graph is built from.
///
/// # Errors
/// Returns an error if the neighbours cannot be computed, or not within the allowed memory, or if
/// an interrupt was requested.
pub fn build_dataset(
    name: &str,
    source: Source,
    options: &BuildOptions,
    progress: &Progress,
) -> Result<Dataset, BuildError> {
    match source {
        // The separate groups are not needed here.
        Source::Table(table) => neighborhood::build_dataset(name, &table, options, progress),
        source => Ok(prepare(name, source, options, progress)?.0),
    }
}

fn prepare(
    name: &str,
    source: Source,
    options: &BuildOptions,
    progress: &Progress,
) -> Result<(Dataset, Option<Regions>), BuildError> {
    Ok(match source {
        Source::Context(context, points) => (Dataset::from_context(name, context, points), None),
        Source::Neighbors(lists) => (Dataset::from_lists(name, lists), None),
        Source::Table(table) => {
            let (dataset, regions) = neighborhood::prepare(name, &table, options, progress)?;
            (dataset, Some(regions))
        }
    })
}

fn build_lattice(
    dataset: &Dataset,
    options: &BuildOptions,
    progress: &Progress,
) -> Result<Lattice, BuildError> {
    let (context, n) = (&dataset.context, dataset.points.len());
    match options.selection {
        GraphSelection::Full => {
            let most = options.concept_limit(n);
            let limits = mining_limits(n, options.min_size, Some(most), options.memory)?;
            progress.begin_step("mining");
            let lattice = Lattice::mine(context, &limits, progress)?;
            let (concepts, members) = (lattice.len() as u64, lattice.members.total());
            match options.store_members && members > MAX_MEMBERS {
                true => Err(BuildError::TooManyMembers { concepts, members }),
                false => Ok(lattice),
            }
        }
        GraphSelection::Scales => {
            if let Some(lattice) = mine_small_lattice(dataset, options, progress)? {
                return Ok(lattice);
            }
            progress.begin_step("choosing clusters");
            let by_support = || Cow::Owned(attributes_by_support(context));
            let order = dataset.order.as_ref().map_or_else(by_support, Cow::Borrowed);
            Ok(Lattice::from_scales(context, &order, default_scales(n), progress)?)
        }
    }
}

/// Computes the full lattice if it is no larger than the graph of every scale may be.
fn mine_small_lattice(
    dataset: &Dataset,
    options: &BuildOptions,
    progress: &Progress,
) -> Result<Option<Lattice>, BuildError> {
    let n = dataset.points.len() as f64;
    let bound = match dataset.origin {
        Origin::Ready => MAX_READY_CONCEPTS,
        Origin::Neighbors { .. } => (n * (mean_k(dataset).log2() + 2.0)) as u64,
    };
    let max_bytes = Some(options.memory.bytes());
    let limits = Limits { max_concepts: Some(bound), max_bytes, min_size: 0 };
    progress.begin_step("counting");
    match mine::count(&dataset.context, &limits, false, progress) {
        Ok(_) => {}
        Err(MiningError::TooMany(_)) => return Ok(None),
        Err(error) => return Err(error.into()),
    }
    progress.begin_step("mining");
    let lattice = Lattice::mine(&dataset.context, &limits, progress);
    let lattice = lattice.map_err(|error| match error.into() {
        // There is no least size to raise.
        BuildError::TooLarge(error) => TooLargeError { alternative: None, ..error }.into(),
        error => error,
    })?;
    Ok(Some(lattice).filter(|lattice| lattice.members.total() <= MAX_MEMBERS))
}

/// Returns the mean number of attributes of a point, at least 1.
fn mean_k(dataset: &Dataset) -> f64 {
    let crosses = dataset.context.rows().item_count() as f64;
    (crosses / dataset.points.len().max(1) as f64).max(1.0)
}

/// Returns the selection of clusters of every scale for n points: a point is in about quota log2(4
/// sqrt(n)) of them, since clusters reach to about 4 sqrt(n) points.
fn default_scales(n: usize) -> Scales {
    let octaves = (4.0 * (n as f64).sqrt()).log2();
    let most = TARGET_MEMBERS / (n as f64 * octaves).max(1.0);
    Scales { min_jaccard: MIN_JACCARD, quota: MAX_QUOTA.min(most) }
}
