//! From a table or a context to a concept graph: the one place that decides what is built.

mod advice;
pub mod by_k;
mod choose_k;
mod shape;

use std::str::FromStr;

use crate::base::amount::Amount;
use crate::base::memory::Memory;
use crate::base::numbers::{counted, grouped};
use crate::base::points::Points;
use crate::base::progress::Progress;
use crate::base::setting::Setting;
use crate::context::FormalContext;
use crate::context::neighbor_lists::NeighborLists;
use crate::dataset::{Dataset, Neighbors};
use crate::graph::ConceptGraph;
use crate::knn;
use crate::lattice::{Lattice, PairClosures};
use crate::mine::{self, Limits, Stop, estimate, watched};
use crate::table::Table;

pub use shape::{Fits, Shape, TooLarge, allows_of};

/// A full lattice of more concepts than this, and of more than [`MOST_A_POINT`] a point, is built
/// on request only.
pub const MOST_CONCEPTS: u64 = 2_000_000;

/// See [`MOST_CONCEPTS`].
pub const MOST_A_POINT: u64 = 20;

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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wanted {
    /// All of them, or where these are more than allowed those of the LCA graph.
    #[default]
    Auto,
    /// All of them, or all with at least some number of points.
    Full,
    /// Those that pairs of points need ([`GraphKind::Lca`](crate::lattice::GraphKind::Lca)).
    Lca,
    /// This many of the largest.
    Largest(u32),
}

/// A word that names no [`Wanted`] graph.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotWanted {
    /// None of the kinds.
    #[error("choose auto, full, lca or largest:N, as in largest:1000")]
    Kind,
    /// `largest:` without a positive integer.
    #[error("the number of clusters must be a positive integer, not {0:?}; as in largest:1000")]
    Number(String),
}

impl FromStr for Wanted {
    type Err = NotWanted;

    fn from_str(word: &str) -> Result<Self, NotWanted> {
        match word.split_once(':') {
            None if word == "auto" => Ok(Self::Auto),
            None if word == "full" => Ok(Self::Full),
            None if word == "lca" => Ok(Self::Lca),
            Some(("largest", number)) => match number.parse() {
                Ok(count) if count > 0 => Ok(Self::Largest(count)),
                _ => Err(NotWanted::Number(number.to_owned())),
            },
            _ => Err(NotWanted::Kind),
        }
    }
}

/// How a graph is built.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BuildOptions {
    /// Which neighbours make the context of a table.
    pub neighbors: Neighbors,
    /// Which concepts to keep.
    pub graph: Wanted,
    /// Concepts with fewer points are left out of a full lattice.
    pub min_size: Amount,
    /// A full lattice has at most that many concepts; none is as many as usual for its points.
    pub max_concepts: Option<u64>,
    /// The most memory that may be taken.
    pub memory: Memory,
}

impl Default for BuildOptions {
    fn default() -> Self {
        Self {
            neighbors: Neighbors::default(),
            graph: Wanted::default(),
            min_size: Amount::Count(0),
            max_concepts: None,
            memory: Memory::unlimited(),
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
    #[error(transparent)]
    TooMany(#[from] TooMany),
    /// It would take more memory than allowed.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The caller ended the work.
    #[error("interrupted")]
    Interrupted,
}

/// More concepts than allowed, and what would make them fewer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name} has more than {} clusters", grouped(*.most))]
pub struct TooMany {
    /// What was mined.
    pub name: String,
    /// How many are allowed.
    pub most: u64,
    /// A least size that leaves fewer, where one was found.
    pub min_size: Option<usize>,
    /// A number of neighbours with fewer, where the context is made of them.
    pub k: Option<usize>,
    /// About as many as there are, where that is not far more.
    pub enough: Option<u64>,
}

/// What a search of a dataset is limited to.
///
/// # Errors
/// A least size that no cluster has.
pub fn limits(
    dataset: &Dataset,
    min_size: Amount,
    max_concepts: Option<u64>,
) -> Result<Limits, Error> {
    let n = dataset.points.len();
    match min_size.of(n) {
        min_size if min_size > n => Err(Error::MinSize { min_size, n }),
        min_size => Ok(Limits { min_size, max_concepts }),
    }
}

/// Why a search of a dataset ended early, with what to do about it.
pub fn stopped(stop: Stop, dataset: &Dataset, limits: &Limits) -> Error {
    match stop {
        Stop::TooMany(most) => advice::too_many(dataset, limits, most).into(),
        Stop::Interrupted => Error::Interrupted,
    }
}

/// Builds the graph of a table or context of that name.
///
/// Reports its steps to `progress`, and notes what it decided before that takes long.
///
/// # Errors
/// Neighbours that cannot be computed, a least size that no cluster has, more concepts than allowed
/// where the full lattice was requested, an interrupt.
pub fn build(
    name: &str,
    source: Source,
    options: &BuildOptions,
    progress: &Progress,
) -> Result<ConceptGraph, Error> {
    let dataset = dataset(name, source, options, progress)?;
    let most = options.most_concepts(dataset.points.len());
    let limits = limits(&dataset, options.min_size, Some(most))?;
    let lattice = lattice(&dataset, options, &limits, progress)?;
    Ok(ConceptGraph::new(dataset, lattice))
}

/// The points with the context that a graph is built from.
///
/// Where no k is given, the one whose graph keeps near and far best is chosen; a note says which.
/// If a given one says little, a note names another.
///
/// # Errors
/// Neighbours that cannot be computed, or not in the memory that is allowed.
pub fn dataset(
    name: &str,
    source: Source,
    options: &BuildOptions,
    progress: &Progress,
) -> Result<Dataset, Error> {
    let table = match source {
        Source::Context(context, points) => return Ok(Dataset::of_context(name, context, points)),
        Source::Neighbors(lists) => return Ok(Dataset::of_lists(name, lists)),
        Source::Table(table) => table,
    };
    progress.step("finding neighbours");
    match options.neighbors.k {
        None => choose_k::dataset(name, &table, options, progress),
        Some(k) => choose_k::given(name, &table, k, options, progress),
    }
}

/// The wanted concepts and their covers.
fn lattice(
    dataset: &Dataset,
    options: &BuildOptions,
    limits: &Limits,
    progress: &Progress,
) -> Result<Lattice, Error> {
    let context = &dataset.context;
    let stopped = |stop| stopped(stop, dataset, limits);
    let whole = || {
        let search = |progress: &Progress| Lattice::mine(context, limits, progress);
        watched(context, limits.min_size, progress, search)
    };
    let found = match options.graph {
        Wanted::Full => whole(),
        Wanted::Auto
            if limits.min_size > 0 || fits(dataset, limits, progress).map_err(stopped)? =>
        {
            whole()
        }
        Wanted::Auto | Wanted::Lca => {
            shape::allows_lca(context, options.memory)?;
            lca_graph(context, progress)
        }
        Wanted::Largest(most) => {
            watched(context, 0, progress, |progress| Lattice::largest(context, most, progress))
        }
    };
    found.map_err(stopped)
}

/// Whether the full lattice has no more concepts than allowed; where it has more, a note says what
/// is built instead. Counting up to the limit takes a fraction of a second.
fn fits(dataset: &Dataset, limits: &Limits, progress: &Progress) -> Result<bool, Stop> {
    let context = &dataset.context;
    let count = |progress: &Progress| mine::count(context, limits, false, progress);
    match watched(context, limits.min_size, progress, count) {
        Ok(_) => Ok(true),
        Err(Stop::TooMany(most)) => {
            progress.step("estimating");
            let note = format!(
                "{} has {}, more than {}. Keeping the LCA graph instead: the smallest cluster of \
                 every two points, exactly as in the full lattice.",
                dataset.name,
                estimate(context, limits.min_size, 0),
                grouped(most)
            );
            progress.note_of(&note, &[Setting::MaxConcepts]);
            Ok(false)
        }
        Err(Stop::Interrupted) => Err(Stop::Interrupted),
    }
}

fn lca_graph(context: &FormalContext, progress: &Progress) -> Result<Lattice, Stop> {
    progress.step("joining pairs of points");
    let closures = PairClosures::find(context, progress)?;
    let clusters = counted(closures.len() as u64, "cluster", "clusters");
    progress.note(&format!("{clusters}; looking for their covers"));
    progress.step("looking for covers");
    closures.into_lattice(context, progress)
}
