//! Sinks, which receive the concepts that a search visits.
//!
//! The search is compiled in this crate, for sinks that count and for one that passes each concept
//! on to the caller's sink, so its speed does not depend on how the caller is compiled.

use std::fmt::Debug;
use std::iter::Sum;
use std::ops::AddAssign;

/// One concept as the search visits it.
#[derive(Clone, Copy, Debug)]
pub struct MinedConcept<'a, K = u64> {
    /// The sum of the members' keys.
    pub key: K,
    /// The number of columns that all members have.
    pub intent_size: u32,
    /// The members: the rows of the extent, ascending.
    pub members: &'a [u32],
    /// The keys of the lower covers, in no order.
    pub lower: &'a [K],
}

/// A receiver of concepts, which keys of the type `K` name; every thread of a search has its own.
pub trait Sink<K = u64>: Send {
    /// Takes a concept.
    fn add_concept(&mut self, found: MinedConcept<'_, K>);

    /// Returns the number of bytes that the sink has taken for what it keeps since the last call.
    fn new_bytes(&mut self) -> u64 {
        0
    }

    /// Returns `true` if the sink takes no more concepts. A search of a
    /// [`SearchTree`](crate::SearchTree) then ends soon, and hands what it has not visited to
    /// [`Sink::leave_children`].
    fn is_full(&self) -> bool {
        false
    }

    /// Takes the next children of an extent: columns restricted to it, in the order of the search.
    fn leave_children(&mut self, _extent: &[u32], _children: &[Vec<u32>]) {}
}

/// A key that is summed over rows to name a set of them.
pub(crate) trait SumKey: Copy + Debug + Default + Sum + AddAssign + Send + Sync {}

impl SumKey for u64 {}
impl SumKey for u128 {}

/// The interface that the search is compiled for.
pub(crate) trait SearchSink: Send {
    /// `true` if lower covers are wanted; without them a search is faster.
    const COVERS: bool;
    /// `true` if members and keys are wanted ([`SearchSink::add_concept`]); otherwise only numbers
    /// are ([`SearchSink::add_counts`]).
    const KEYED: bool;
    type Key: SumKey;

    /// Takes `concepts` concepts, which have `covers` lower covers together.
    fn add_counts(&mut self, concepts: u64, covers: u64);

    fn add_concept(&mut self, _found: MinedConcept<'_, Self::Key>) {}

    #[inline(always)]
    fn is_full(&self) -> bool {
        false
    }

    fn new_bytes(&mut self) -> u64 {
        0
    }

    fn leave_children(&mut self, _extent: &[u32], _children: &[Vec<u32>]) {}
}

/// A counter of concepts and, with `COVERS`, of covers.
#[derive(Default)]
pub(crate) struct Counter<const COVERS: bool> {
    pub(crate) concepts: u64,
    pub(crate) covers: u64,
}

impl<const COVERS: bool> SearchSink for Counter<COVERS> {
    const COVERS: bool = COVERS;
    const KEYED: bool = false;

    type Key = u64;

    #[inline(always)]
    fn add_counts(&mut self, concepts: u64, covers: u64) {
        self.concepts += concepts;
        self.covers += covers;
    }
}

pub(crate) struct SinkAdapter<'a, K>(pub(crate) &'a mut dyn Sink<K>);

impl<K: SumKey> SearchSink for SinkAdapter<'_, K> {
    const COVERS: bool = true;
    const KEYED: bool = true;

    type Key = K;

    #[inline(always)]
    fn add_counts(&mut self, _concepts: u64, _covers: u64) {}

    fn add_concept(&mut self, found: MinedConcept<'_, K>) {
        self.0.add_concept(found);
    }

    fn is_full(&self) -> bool {
        self.0.is_full()
    }

    fn new_bytes(&mut self) -> u64 {
        self.0.new_bytes()
    }

    fn leave_children(&mut self, extent: &[u32], children: &[Vec<u32>]) {
        self.0.leave_children(extent, children);
    }
}
