//! Enumerate every concept and every cover of a context, once each.
//!
//! Concepts are named by their extents. The search is depth first over extents, smallest attribute
//! first, each extent with its attributes restricted to it; the lower covers of an extent are the
//! maximal ones among these, so they fall out of the same visit. In the family of Close-by-One
//! (Kuznetsov 1993) and LCM (Uno et al. 2004); `search.rs` says where it differs.
//!
//! Mining knows no store: it hands each concept to a [`Sink`], one for every thread, in no order.

mod blocks;
mod candidates;
mod estimate;
mod expected;
mod first_level;
mod level;
pub mod oracle;
#[cfg(target_arch = "x86_64")]
mod processor;
mod search;
mod shared;
mod strata;
mod universe;

pub use estimate::{ESTIMATE_BYTES, Estimate, estimate, estimate_quickly, within};
pub use expected::watched;

use crate::context::FormalContext;
use crate::ids::PointId;
use crate::keys::{Key, PointKeys};
use crate::progress::Progress;

/// What to mine, and when to stop.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Concepts with fewer points are left out (0: all, the bottom included).
    pub min_size: usize,
    /// More concepts than this is an error; nothing is left half-mined.
    pub max_concepts: Option<u64>,
}

/// Why a search ended before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    /// There are more concepts than allowed.
    #[error("more than {0} concepts")]
    TooMany(u64),
    /// The caller raised [`Progress::interrupt`].
    #[error("interrupted")]
    Interrupted,
}

/// One concept as the search meets it.
#[derive(Clone, Copy, Debug)]
pub struct Found<'a> {
    /// The sum of its members' keys.
    pub key: Key,
    /// How many attributes its members share.
    pub intent_size: u32,
    /// Its members, ascending.
    pub members: &'a [PointId],
    /// The keys of its lower covers, in no order.
    pub lower: &'a [Key],
}

/// What takes the concepts; every thread of a search has its own.
pub trait Sink: Send {
    /// Whether lower covers are wanted. Without them a search is faster.
    const COVERS: bool;
    /// Whether members and keys are wanted ([`Sink::concept`]) or only numbers ([`Sink::count`]).
    const KEYED: bool;

    /// Takes that many concepts with that many lower covers together.
    fn count(&mut self, concepts: u64, covers: u64);

    /// Takes a concept whole.
    fn concept(&mut self, _found: Found<'_>) {}
}

/// Mines every concept of `context` with at least `min_size` points into sinks made by `new_sink`.
///
/// Runs on the current rayon pool and returns the sinks that were used. Exact: every concept comes
/// once, and with [`Sink::COVERS`] every cover between two of them comes once, at its upper end.
pub fn mine<S: Sink>(
    context: &FormalContext,
    keys: &PointKeys,
    limits: &Limits,
    progress: &Progress,
    new_sink: impl Fn() -> S + Sync,
) -> Result<Vec<S>, Stop> {
    let sinks = first_level::mine(context, keys, limits, progress, &new_sink, false);
    if progress.interrupted() {
        return Err(Stop::Interrupted);
    }
    match limits.max_concepts {
        Some(most) if progress.concepts() > most => Err(Stop::TooMany(most)),
        _ => Ok(sinks),
    }
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

    #[inline(always)]
    fn count(&mut self, concepts: u64, covers: u64) {
        self.0 += concepts;
        self.1 += covers;
    }
}

/// Counts concepts and, where wanted, covers, in constant memory.
pub fn count(
    context: &FormalContext,
    limits: &Limits,
    covers: bool,
    progress: &Progress,
) -> Result<Counts, Stop> {
    fn run<const COVERS: bool>(
        context: &FormalContext,
        limits: &Limits,
        progress: &Progress,
    ) -> Result<(u64, u64), Stop> {
        let keys = PointKeys::new(0, 0);
        let sinks = mine(context, &keys, limits, progress, Counter::<COVERS>::default)?;
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
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// What is compiled for this processor finds what is compiled for any.
        #[test]
        fn both_levels_find_the_same(
            bits in proptest::collection::vec(proptest::bool::weighted(0.8), 160 * 12),
            min_size in 0..30usize,
        ) {
            // More points than one word holds, in few attributes; and the other way round.
            for (n, m) in [(160, 12), (12, 160)] {
                let row = |i: usize| (0..m).filter(|j| bits[i * m + j]).map(|j| j as u32).collect();
                let names = (0..m).map(|j| j.to_string()).collect();
                let context = FormalContext::new(names, (0..n).map(row));
                let limits = Limits { min_size, max_concepts: None };
                let (keys, progress) = (PointKeys::new(0, 0), Progress::default());
                let counts = |portable| {
                    let sinks = first_level::mine(
                        &context, &keys, &limits, &progress, &Counter::<true>::default, portable,
                    );
                    sinks.iter().fold((0, 0), |sum, s| (sum.0 + s.0, sum.1 + s.1))
                };
                prop_assert_eq!(counts(true), counts(false));
            }
        }
    }
}
