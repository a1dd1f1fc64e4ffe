//! The lower covers of one extent, as the search meets them.

use std::marker::PhantomData;

use super::Sink;
use super::universe::Universe;
use crate::base::bitset::Bits;

/// The keys of the lower covers; none where the sink `S` wants none.
pub(super) struct LowerCovers<B, S: Sink> {
    pub(super) keys: Vec<S::Key>,
    sets: PhantomData<B>,
}

impl<B: Bits, S: Sink> LowerCovers<B, S> {
    pub(super) fn new() -> Self {
        Self { keys: Vec::new(), sets: PhantomData }
    }

    /// Begins with those of another extent.
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.keys.clear();
    }

    #[inline(always)]
    pub(super) fn take(&mut self, universe: &Universe<S::Key>, set: &B) {
        if S::KEYED {
            self.keys.push(universe.key(set));
        }
    }

    #[inline(always)]
    pub(super) fn take_bottom(&mut self) {
        if S::KEYED {
            self.keys.push(S::Key::default());
        }
    }
}
