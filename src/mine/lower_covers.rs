//! The lower covers of one extent, collected during its visit.

use std::marker::PhantomData;

use crate::sink::SearchSink;
use crate::universe::Universe;
use conceptgraph_sets::bitset::Bits;

/// The keys of the lower covers of an extent; empty if the sink `S` wants none.
pub(crate) struct LowerCovers<B, S: SearchSink> {
    pub(crate) keys: Vec<S::Key>,
    sets: PhantomData<B>,
}

impl<B: Bits, S: SearchSink> LowerCovers<B, S> {
    pub(crate) fn new() -> Self {
        Self { keys: Vec::new(), sets: PhantomData }
    }

    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.keys.clear();
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, universe: &Universe<S::Key>, set: &B) {
        if S::KEYED {
            self.keys.push(universe.key(set));
        }
    }

    #[inline(always)]
    pub(crate) fn push_bottom(&mut self) {
        if S::KEYED {
            self.keys.push(S::Key::default());
        }
    }
}
