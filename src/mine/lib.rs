//! Enumeration of the formal concepts of a bit matrix, each once, with its lower covers.
//!
//! The *extents* of a matrix are its columns as sets of rows, all intersections of them, and the
//! set of all rows. Each extent belongs to one *formal concept*, which pairs it with the columns
//! that all its rows have (Ganter and Wille, *Formal Concept Analysis*, 1999, section 1.1). A
//! concept *covers* the concepts right below it. This crate enumerates the concepts and the covers,
//! all of them or those of at least a given size: [`count`] counts them in constant memory,
//! [`mine`] hands each to the caller, [`estimate`](fn@estimate) estimates their number without a
//! full search, and a [`SearchTree`] divides the search among machines.
//!
//! ```
//! use conceptgraph_mine::{BitMatrix, Control, Limits, MinedConcept, MiningError, Sink};
//! use conceptgraph_mine::{count, mine};
//!
//! /// Keeps the size of each concept, and the keys of those that it covers.
//! #[derive(Default)]
//! struct ConceptSizes(Vec<(usize, Vec<u64>)>);
//!
//! impl Sink for ConceptSizes {
//!     fn add_concept(&mut self, found: MinedConcept<'_>) {
//!         self.0.push((found.members.len(), found.lower.to_vec()));
//!     }
//! }
//!
//! # fn main() -> Result<(), MiningError> {
//! // Of three columns each row lacks one: all subsets of the rows are extents.
//! let rows = [vec![1, 2], vec![0, 2], vec![0, 1]];
//! let matrix = BitMatrix::new(rows.into_iter().collect(), 3);
//! let (limits, control) = (Limits::default(), Control::default());
//! let counts = count(&matrix, &limits, true, &control)?;
//! assert_eq!((counts.concepts, counts.covers), (8, Some(12)));
//!
//! // An extent is named by the sum of its rows' keys: with these, its rows in binary.
//! let sinks = mine(&matrix, &[0b001, 0b010, 0b100], &limits, &control, ConceptSizes::default)?;
//! let mut found: Vec<_> = sinks.into_iter().flat_map(|sink| sink.0).collect();
//! found.iter_mut().for_each(|(_, lower)| lower.sort());
//! found.sort();
//! assert_eq!(found[0], (0, vec![]));
//! assert_eq!(found[7], (3, vec![0b011, 0b101, 0b110]));
//! # Ok(()) }
//! ```
//!
//! # Algorithm
//!
//! The search runs depth first over extents, each with the columns restricted to it, the smallest
//! first; it is of the family of Close-by-One (Kuznetsov 1993) and LCM (Uno, Kiyomi and Arimura
//! 2004). The lower covers of an extent are the maximal ones among these columns, so the same visit
//! yields them. `search.rs` says where the search differs from that family, and why it meets no
//! concept twice.
//!
//! Tall matrices are reduced: `columns.rs` drops rare columns and merges equal rows, `branch.rs`
//! and `classes.rs` merge them again on the way down, and `weights.rs` keeps their numbers.
//!
//! Loops marked `multiversion` are compiled twice: for any processor, and for x86-64-v3 (AVX2, BMI,
//! LZCNT, POPCNT), chosen at run time. What they call must be `#[inline(always)]`, since only
//! inlined code is compiled twice with them.
//!
//! A search runs on the current rayon pool. Every thread has a sink, and concepts come in no order.
//!
//! # Cost
//!
//! The 14,865,295 concepts of the 60 nearest neighbours of 310 points are counted in 0.6 s on one
//! core of an AMD EPYC, with their 101,248,627 covers in 2.5 s: 12 times as fast as FCbO, 192 times
//! as fast as LCM (`benches/README.md`). Two threads take half the time. A search keeps the lists
//! of the extents on its path and a second copy of the crosses of the matrix.
//!
//! # Limits
//!
//! - The rows, the columns and the points of all rows number fewer than 2^32 each.
//! - The caller has to detect colliding keys: two extents may have the same sum.
//! - After an error the sinks are dropped, with whatever they hold.
//!
//! # Not tested
//!
//! All results are compared with the definition, for matrices of up to 4,000 rows or 160 columns. A
//! processor without AVX2 runs the same source compiled otherwise, which no test here runs.

#![warn(unreachable_pub)]

mod blocks;
mod branch;
mod candidates;
mod classes;
mod columns;
mod control;
mod descent;
mod estimate;
mod first_level;
mod index;
mod matrix;
mod maximal;
mod open_nodes;
mod search;
mod shared;
mod sink;
mod strata;
#[cfg(test)]
mod tests;
mod top_and_bottom;
mod universe;
mod weights;

pub use control::{Control, InterruptedError};
pub use descent::ESTIMATE_BYTES;
pub use estimate::{Estimate, estimate};
pub use matrix::BitMatrix;
pub use open_nodes::{OpenNode, SearchTree};
pub use sink::{MinedConcept, Sink};

use std::sync::Mutex;

use shared::one_per_thread;
use sink::{Counter, SinkAdapter};

/// The concepts to mine, and the limits that end a search; by default all, without limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The smallest number of points of a concept; 0 includes an empty bottom.
    pub min_size: usize,
    /// The most concepts that a search may find; more are an error.
    pub max_concepts: Option<u64>,
    /// The most bytes that the sinks may take, by their own count; more are an error.
    pub max_bytes: Option<u64>,
}

/// The reason why a search ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MiningError {
    /// The search found more concepts than allowed.
    #[error("more than {0} concepts")]
    TooMany(u64),
    /// The sinks take more memory than allowed.
    #[error("the concepts take {needed} bytes, more than {most}")]
    TooLarge {
        /// The number of bytes that the sinks had taken.
        needed: u64,
        /// The number of bytes that they may take.
        most: u64,
    },
    /// The caller stopped the search by its [`Control`].
    #[error("interrupted")]
    Interrupted,
}

impl From<InterruptedError> for MiningError {
    fn from(_: InterruptedError) -> Self {
        Self::Interrupted
    }
}

/// Mines every concept of `matrix` with at least `min_size` points into sinks made by `new_sink`,
/// one for each thread of the current rayon pool, and returns the sinks.
///
/// `keys` has one key a row. Every concept comes once, and every cover between two of them once,
/// with its upper concept.
///
/// # Errors
/// Returns an error if there are more concepts than `limits` allows, if the sinks take more memory
/// than it allows, or if the search is interrupted.
pub fn mine<S: Sink>(
    matrix: &BitMatrix,
    keys: &[u64],
    limits: &Limits,
    control: &Control,
    new_sink: impl Fn() -> S,
) -> Result<Vec<S>, MiningError> {
    let mut sinks = one_per_thread(new_sink);
    let takers: Vec<_> = sinks.iter_mut().map(|sink| Mutex::new(SinkAdapter(sink))).collect();
    mine_dyn(matrix, keys, limits, control, &takers)?;
    drop(takers);
    Ok(sinks)
}

/// Mines into sinks behind a `dyn` pointer, so that this crate compiles the search for all sinks.
fn mine_dyn(
    matrix: &BitMatrix,
    keys: &[u64],
    limits: &Limits,
    control: &Control,
    sinks: &[Mutex<SinkAdapter<'_, u64>>],
) -> Result<(), MiningError> {
    first_level::mine(matrix, keys, limits, control, sinks)
}

/// The numbers of concepts and covers of a matrix.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The number of concepts, top and bottom included.
    pub concepts: u64,
    /// The number of covers between the concepts; `None` if covers were not counted.
    pub covers: Option<u64>,
}

/// Counts concepts and, if `covers` is set, covers, in constant memory.
///
/// # Errors
/// Returns an error if there are more concepts than `limits` allows, or if the search is
/// interrupted.
pub fn count(
    matrix: &BitMatrix,
    limits: &Limits,
    covers: bool,
    control: &Control,
) -> Result<Counts, MiningError> {
    fn run<const COVERS: bool>(
        matrix: &BitMatrix,
        limits: &Limits,
        control: &Control,
    ) -> Result<Counts, MiningError> {
        let sinks = one_per_thread(Mutex::<Counter<COVERS>>::default);
        first_level::mine(matrix, &[], limits, control, &sinks)?;
        let mut counts = Counts { concepts: 0, covers: COVERS.then_some(0) };
        for sink in sinks {
            let counter = sink.into_inner().expect("all tasks have ended");
            counts.concepts += counter.concepts;
            counts.covers = counts.covers.map(|covers| covers + counter.covers);
        }
        Ok(counts)
    }
    match covers {
        true => run::<true>(matrix, limits, control),
        false => run::<false>(matrix, limits, control),
    }
}
