//! From a table or a context to a concept graph: the one place that decides what is built.

mod asked;
pub mod by_k;
mod choose_k;
mod shape;

use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::base::count_or_percent::CountOrPercent;
use crate::base::memory::{Memory, bytes};
use crate::base::numbers::{counted, grouped};
use crate::base::points::Points;
use crate::base::progress::{InterruptedError, Progress};
use crate::communities::Regions;
use crate::context::FormalContext;
use crate::context::neighbor_lists::NeighborLists;
use crate::dataset::{Dataset, Neighbors};
use crate::graph::ConceptGraph;
use crate::knn;
use crate::lattice::{Lattice, PairClosures, least_size};
use crate::mine::{Limits, MiningError};
use crate::table::Table;

pub use asked::Asked;
pub use shape::{Fits, Shape, TooLargeError, allows_of};

/// A full lattice of more concepts than this, and of more than [`MOST_A_POINT`] a point, is built
/// on request only.
pub const MOST_CONCEPTS: u64 = 2_000_000;

/// See [`MOST_CONCEPTS`].
pub const MOST_A_POINT: u64 = 20;

/// By default a full lattice is stored if it has at most this many concepts a point; that limit
/// lies between the two numbers of [`FULL`].
pub const FULL_A_POINT: u64 = 20;

/// See [`FULL_A_POINT`].
pub const FULL: [u64; 2] = [20_000, 100_000];

/// Of a larger lattice at most this many concepts are stored, the largest.
pub const LARGEST: u64 = 10_000;

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

/// Which concepts of the full lattice to keep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum GraphSelection {
    /// All of them, or where these are many the largest, down to a size that is chosen.
    #[default]
    Auto,
    /// All of them, or all with at least some number of points.
    Full,
    /// Those that pairs of points need ([`GraphKind::Lca`](crate::lattice::GraphKind::Lca)).
    Lca,
    /// This many of the largest.
    Largest(u32),
}

/// A word that names no [`GraphSelection`] graph.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GraphSelectionError {
    /// None of the kinds.
    #[error("choose auto, full, lca or largest:N, as in largest:1000")]
    Kind,
    /// `largest:` without a positive integer.
    #[error("the number of clusters must be a positive integer, not {0:?}; as in largest:1000")]
    Number(String),
}

impl FromStr for GraphSelection {
    type Err = GraphSelectionError;

    fn from_str(word: &str) -> Result<Self, GraphSelectionError> {
        match word.split_once(':') {
            None if word == "auto" => Ok(Self::Auto),
            None if word == "full" => Ok(Self::Full),
            None if word == "lca" => Ok(Self::Lca),
            Some(("largest", number)) => match number.parse() {
                Ok(count) if count > 0 => Ok(Self::Largest(count)),
                _ => Err(GraphSelectionError::Number(number.to_owned())),
            },
            _ => Err(GraphSelectionError::Kind),
        }
    }
}

/// How a graph is built.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BuildOptions {
    /// Which neighbours make the context of a table.
    pub neighbors: Neighbors,
    /// Which concepts to keep.
    pub graph: GraphSelection,
    /// Concepts with fewer points are left out of a full lattice.
    pub min_size: CountOrPercent,
    /// A full lattice has at most that many concepts; none is as many as usual for its points.
    pub max_concepts: Option<u64>,
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

    /// How many concepts a full lattice of n points may have to be stored unless it is wanted, and
    /// how many of the largest are stored where it has more.
    fn most_stored(&self, n: usize) -> [u64; 2] {
        let [least, most] = FULL;
        let few = [(FULL_A_POINT * n as u64).clamp(least, most), LARGEST];
        self.max_concepts.map_or(few, |most| [most.max(1); 2])
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
            MiningError::TooLarge(cause) => {
                let what = "the clusters".to_owned();
                TooLargeError { what, cause, fits: Some(Fits::Largest) }.into()
            }
            MiningError::Interrupted => Self::Interrupted,
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
        min_size => Ok(Limits { min_size, max_concepts, memory }),
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
) -> Result<ConceptGraph, Error> {
    let (dataset, regions) = prepared(name, source, options, progress)?;
    let lattice = lattice(&dataset, options, progress)?;
    let mut graph = ConceptGraph::new(dataset, lattice, regions, progress)?;
    let values = graph.features.values.len() as u64;
    if !options.features && values > 0 {
        let features = counted(graph.features.names.len() as u64, "feature", "features");
        progress.note(&format!(
            "The numbers of {features} are left out of the graph, {}: it places no rows and \
             compares no features.",
            bytes(8 * values)
        ));
        graph.features = Arc::default();
    }
    graph.asked = Some(Asked::of(options).to_json());
    Ok(graph)
}

/// The points with the context that a graph is built from.
///
/// Where no k is given, the one whose clusters tell most is chosen, and a note says which.
///
/// # Errors
/// Neighbours that cannot be computed, or not in the memory that is allowed; an interrupt.
pub fn dataset(
    name: &str,
    source: Source,
    options: &BuildOptions,
    progress: &Progress,
) -> Result<Dataset, Error> {
    match (source, options.neighbors.k) {
        // What stands apart is looked for where it is needed alone.
        (Source::Table(table), Some(k)) => choose_k::given(name, &table, k, options, progress),
        (source, _) => dataset_with_telling(name, source, options, progress),
    }
}

/// The same with how much its clusters tell, as a graph that is built from it has it.
///
/// # Errors
/// As [`dataset`].
pub fn dataset_with_telling(
    name: &str,
    source: Source,
    options: &BuildOptions,
    progress: &Progress,
) -> Result<Dataset, Error> {
    Ok(prepared(name, source, options, progress)?.0)
}

/// The same with what stands apart among the points of a table.
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
            let (dataset, regions) = choose_k::prepared(name, &table, options, progress)?;
            (dataset, Some(regions))
        }
    })
}

/// The wanted concepts and their covers.
fn lattice(
    dataset: &Dataset,
    options: &BuildOptions,
    progress: &Progress,
) -> Result<Lattice, Error> {
    let (context, n, memory) = (&dataset.context, dataset.points.len(), options.memory);
    let most = options.most_concepts(n);
    let mut limits = limits(n, options.min_size, Some(most), memory)?;
    match options.graph {
        GraphSelection::Lca => {
            shape::allows_lca(context, memory)?;
            Ok(lca_graph(context, progress)?)
        }
        GraphSelection::Largest(most) => {
            progress.step("mining");
            Ok(Lattice::largest(context, most, memory, progress)?)
        }
        GraphSelection::Auto | GraphSelection::Full => {
            if options.graph == GraphSelection::Auto && limits.min_size == 0 {
                let min_size = stored_size(dataset, options, progress)?;
                limits = Limits { min_size, max_concepts: None, memory };
            }
            progress.step("mining");
            Ok(Lattice::mine(context, &limits, progress)?)
        }
    }
}

/// The least size that leaves few enough clusters to be stored; a note says which, unless that is
/// all of them.
fn stored_size(
    dataset: &Dataset,
    options: &BuildOptions,
    progress: &Progress,
) -> Result<usize, InterruptedError> {
    let few = options.most_stored(dataset.points.len());
    progress.step("choosing the least size");
    let min_size = least_size(&dataset.context, few, progress)?;
    if min_size > 0 {
        progress.note(&format!(
            "The full lattice has more than {} clusters: those of at least {} are stored, smaller \
             ones are computed when they are asked for.",
            grouped(few[0]),
            counted(min_size as u64, "point", "points"),
        ));
    }
    Ok(min_size)
}

fn lca_graph(context: &FormalContext, progress: &Progress) -> Result<Lattice, InterruptedError> {
    progress.step("joining pairs of points");
    let closures = PairClosures::find(context, progress)?;
    let clusters = counted(closures.len() as u64, "cluster", "clusters");
    progress.note(&format!("{clusters}; looking for their covers"));
    progress.step("looking for covers");
    closures.into_lattice(context, progress)
}
