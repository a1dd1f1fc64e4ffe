//! Enumerate every concept and every cover of a context, once each.
//!
//! Concepts are named by their extents. The search is depth first over extents, smallest attribute
//! first, each extent with its attributes restricted to it; the lower covers of an extent are the
//! maximal ones among these, so they fall out of the same visit. In the family of Close-by-One
//! (Kuznetsov 1993) and LCM (Uno et al. 2004); `search.rs` says where it differs.
//!
//! Tall contexts become small before they are searched. `columns.rs` drops attributes that are too
//! rare and makes equal rows one, `branch.rs` does so again for the rows of each attribute, and
//! `classes.rs` on the way down; `weights.rs` keeps how many points each stands for.
//!
//! Mining knows no store: it hands each concept to a [`Sink`], one for every thread, in no order.

mod blocks;
mod branch;
mod candidates;
mod classes;
mod columns;
mod descent;
mod estimate;
mod first_level;
mod index;
mod lower_covers;
mod maximal;
mod open_nodes;
#[cfg(test)]
pub(crate) mod oracle;
mod search;
mod shared;
mod strata;
mod top_and_bottom;
mod universe;
mod weights;

pub(crate) use descent::ESTIMATE_BYTES;
pub use estimate::within;
pub use estimate::{Estimate, estimate, estimate_quickly};
pub use open_nodes::{OpenNode, SearchTree};

use crate::base::ids::PointId;
use crate::base::keys::{Key, Summed};
use crate::base::memory::{Memory, MemoryError};
use crate::base::progress::{InterruptedError, Progress};
use crate::context::FormalContext;

/// What to mine, and when to stop. By default everything is mined, whatever it takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Concepts with fewer points are left out (0: all, the bottom included).
    pub min_size: usize,
    /// More concepts than this is an error; nothing is left half-mined.
    pub max_concepts: Option<u64>,
    /// What is kept of the concepts may take this much memory.
    pub memory: Memory,
}

/// Why a search ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MiningError {
    /// There are more concepts than allowed.
    #[error("more than {0} concepts")]
    TooMany(u64),
    /// The concepts take more memory than allowed.
    #[error("the concepts {0}")]
    TooLarge(#[from] MemoryError),
    /// The caller raised [`Progress::interrupt`].
    #[error("interrupted")]
    Interrupted,
}

impl From<InterruptedError> for MiningError {
    fn from(_: InterruptedError) -> Self {
        Self::Interrupted
    }
}

/// One concept as the search meets it.
#[derive(Clone, Copy, Debug)]
pub struct MinedConcept<'a, K = Key> {
    /// The sum of its members' keys.
    pub key: K,
    /// How many attributes its members share.
    pub intent_size: u32,
    /// Its members, ascending.
    pub members: &'a [PointId],
    /// The keys of its lower covers, in no order.
    pub lower: &'a [K],
}

/// What takes the concepts; every thread of a search has its own.
pub trait Sink: Send {
    /// Whether lower covers are wanted. Without them a search is faster.
    const COVERS: bool;
    /// Whether members and keys are wanted ([`Sink::concept`]) or only numbers ([`Sink::count`]).
    const KEYED: bool;
    /// What names an extent: the sum of this over its members.
    type Key: Summed;

    /// Takes that many concepts with that many lower covers together.
    fn count(&mut self, concepts: u64, covers: u64);

    /// Takes a concept whole.
    fn concept(&mut self, _found: MinedConcept<'_, Self::Key>) {}

    /// Whether it takes no more concepts. The search then ends soon, and hands what it has not
    /// visited to [`Sink::leave`].
    #[inline(always)]
    fn is_full(&self) -> bool {
        false
    }

    /// How many bytes it has taken for what it keeps since it was asked last.
    fn bytes_taken(&mut self) -> u64 {
        0
    }

    /// Takes what is left below an extent: its next children, the extents that are attributes
    /// restricted to it, in the order of the search.
    fn leave(&mut self, _extent: &[PointId], _children: &[Vec<PointId>]) {}
}

/// Mines every concept of `context` with at least `min_size` points into sinks made by `new_sink`.
///
/// `keys` has one a point; none is needed unless [`Sink::KEYED`].
///
/// Runs on the current rayon pool and returns the sinks that were used. Exact: every concept comes
/// once, and with [`Sink::COVERS`] every cover between two of them comes once, at its upper end.
///
/// # Errors
/// More concepts than `limits` allow, or more memory for what the sinks keep; an interrupt.
pub fn mine<S: Sink>(
    context: &FormalContext,
    keys: &[S::Key],
    limits: &Limits,
    progress: &Progress,
    new_sink: impl Fn() -> S + Sync,
) -> Result<Vec<S>, MiningError> {
    first_level::mine(context, keys, limits, progress, &new_sink)
}

/// How many concepts and covers there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Counts {
    /// Concepts, top and bottom included.
    pub concepts: u64,
    /// Covers between them; absent where they were not counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub covers: Option<u64>,
}

/// A sink that only counts; with `COVERS` covers too.
#[derive(Default)]
struct Counter<const COVERS: bool>(u64, u64);

impl<const COVERS: bool> Sink for Counter<COVERS> {
    const COVERS: bool = COVERS;
    const KEYED: bool = false;

    type Key = Key;

    #[inline(always)]
    fn count(&mut self, concepts: u64, covers: u64) {
        self.0 += concepts;
        self.1 += covers;
    }
}

/// Counts concepts and, where wanted, covers, in constant memory.
///
/// # Errors
/// More concepts than `limits` allow; an interrupt.
pub fn count(
    context: &FormalContext,
    limits: &Limits,
    covers: bool,
    progress: &Progress,
) -> Result<Counts, MiningError> {
    fn run<const COVERS: bool>(
        context: &FormalContext,
        limits: &Limits,
        progress: &Progress,
    ) -> Result<(u64, u64), MiningError> {
        let sinks = mine(context, &[], limits, progress, Counter::<COVERS>::default)?;
        Ok(sinks.iter().fold((0, 0), |sum, s| (sum.0 + s.0, sum.1 + s.1)))
    }
    if covers {
        let (concepts, covers) = run::<true>(context, limits, progress)?;
        Ok(Counts { concepts, covers: Some(covers) })
    } else {
        let (concepts, _) = run::<false>(context, limits, progress)?;
        Ok(Counts { concepts, covers: None })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::base::bitset::Bits;
    use proptest::prelude::*;

    type Set = Box<[u64]>;

    /// All extents from their definition: the intersections of columns.
    fn extents(n: usize, columns: &[Set]) -> BTreeSet<Set> {
        let mut extents: BTreeSet<Set> = [Set::full(n)].into();
        for column in columns {
            let cut: Vec<Set> = extents.iter().map(|extent| extent.and(column)).collect();
            extents.extend(cut);
        }
        extents
    }

    /// Concepts of at least this many points, and their covers, from the definitions: lower covers
    /// of an extent are the maximal ones among the columns restricted to it.
    fn defined(extents: &BTreeSet<Set>, columns: &[Set], min_size: usize) -> Counts {
        let (mut concepts, mut covers) = (0, 0);
        for extent in extents.iter().filter(|extent| extent.size() as usize >= min_size) {
            concepts += 1;
            let mut below: Vec<Set> = columns.iter().map(|column| column.and(extent)).collect();
            below.retain(|set| set != extent && set.size() as usize >= min_size);
            below.sort_unstable();
            below.dedup();
            let is_maximal = |set: &&Set| !below.iter().any(|o| o != *set && set.within(o));
            covers += below.iter().filter(is_maximal).count() as u64;
        }
        Counts { concepts, covers: Some(covers) }
    }

    fn context(attributes: usize, rows: Vec<Vec<u32>>) -> FormalContext {
        FormalContext::new((0..attributes).map(|j| j.to_string()).collect(), rows)
    }

    fn check(context: &FormalContext, min_sizes: &[usize]) -> Result<(), TestCaseError> {
        let n = context.objects();
        let columns: Vec<Set> = context.columns().iter().map(|column| Set::of(n, column)).collect();
        let extents = extents(n, &columns);
        for &min_size in min_sizes {
            let truth = defined(&extents, &columns, min_size);
            let (limits, progress) =
                (Limits { min_size, ..Limits::default() }, Progress::default());
            prop_assert_eq!(count(context, &limits, true, &progress), Ok(truth));
            let concepts = Counts { covers: None, ..truth };
            prop_assert_eq!(count(context, &limits, false, &progress), Ok(concepts));
        }
        Ok(())
    }

    /// Tall: rows of few attributes, each row several times over, some empty, some full.
    fn tall() -> impl Strategy<Value = FormalContext> {
        (1..12_usize, 0.05..0.95_f64).prop_flat_map(|(m, share)| {
            let has = proptest::collection::vec(proptest::bool::weighted(share), m);
            let some =
                has.prop_map(|has| (0..).zip(has).filter(|at| at.1).map(|at| at.0).collect());
            let row = prop_oneof![
                20 => some,
                1 => Just(Vec::new()),
                1 => Just((0..m as u32).collect::<Vec<u32>>()),
            ];
            let times = prop_oneof![3 => Just(1), 1 => 1..9_usize];
            proptest::collection::vec((row, times), 0..400).prop_map(move |rows| {
                let rows = rows.into_iter().flat_map(|(row, times)| vec![row; times]);
                context(m, rows.collect())
            })
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        /// At every share of the points.
        #[test]
        fn tall_contexts_are_counted_by_the_definition(context in tall(), at in 0.0..1.0_f64) {
            let n = context.objects();
            check(&context, &[(at * at * at * (n + 2) as f64) as usize])?;
        }

        /// More points than one word holds, in few attributes; and the other way round.
        #[test]
        fn wide_contexts_are_counted_by_the_definition(
            bits in proptest::collection::vec(proptest::bool::weighted(0.8), 160 * 12),
            min_size in 0..30_usize,
        ) {
            for (n, m) in [(160, 12), (12, 160)] {
                let row = |i: usize| (0..m).filter(|j| bits[i * m + j]).map(|j| j as u32).collect();
                check(&context(m, (0..n).map(row).collect()), &[min_size])?;
            }
        }
    }

    /// Thousands of different rows: sets of dozens of words, and the way down from there.
    #[test]
    fn long_columns_are_counted_by_the_definition() {
        let mut random = 1_u64;
        let mut next = |below: u64| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (random >> 33) % below
        };
        for (n, m, share, least) in
            [(3000, 13, 6, [0, 1, 100, 700]), (4000, 70, 1, [2, 3, 20, 300])]
        {
            let rows: Vec<Vec<u32>> =
                (0..n).map(|_| (0..m).filter(|_| next(10) < share).collect()).collect();
            let context = context(m as usize, rows);
            check(&context, &least).expect("as defined");
        }
    }

    /// The ends: no row, one row, one column, a size that nothing has.
    #[test]
    fn the_smallest_contexts_are_counted_by_the_definition() {
        let rows: [&[Vec<u32>]; 6] = [
            &[],
            &[vec![]],
            &[vec![0]],
            &[vec![0], vec![]],
            &[vec![0], vec![0]],
            &[vec![0], vec![], vec![0], vec![]],
        ];
        for rows in rows {
            for attributes in [1, 3] {
                let context = context(attributes, rows.to_vec());
                let least: Vec<usize> = (0..rows.len() + 2).collect();
                check(&context, &least).expect("as defined");
            }
        }
    }
}
