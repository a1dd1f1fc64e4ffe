//! The lower covers of one extent, as the search meets them.

use super::Sink;
use super::universe::Universe;
use crate::base::bitset::Bits;
use crate::base::ids::PointId;

/// What is known of them; what the sink `S` does not want is never computed.
pub(super) struct LowerCovers<B, S: Sink> {
    pub(super) keys: Vec<S::Key>,
    pub(super) largest: u32,
    /// The points of the extent that are in none of them, once that is known.
    pub(super) introduced: Vec<PointId>,
    /// What of the extent is in none of them so far.
    outside: Option<B>,
}

impl<B: Bits, S: Sink> LowerCovers<B, S> {
    pub(super) fn new() -> Self {
        Self { keys: Vec::new(), largest: 0, introduced: Vec::new(), outside: None }
    }

    /// Begins with those of an extent.
    #[inline(always)]
    pub(super) fn of(&mut self, extent: &B) {
        self.keys.clear();
        if S::DETAILED {
            self.largest = 0;
            self.outside = Some(extent.clone());
        }
    }

    #[inline(always)]
    pub(super) fn take(&mut self, universe: &Universe<S::Key>, set: &B) {
        if S::KEYED {
            self.keys.push(universe.key(set));
        }
        if S::DETAILED {
            self.largest = universe.weights().sum(set).max(self.largest);
            if let Some(outside) = &mut self.outside {
                let words = outside.words_mut().iter_mut().zip(set.words());
                words.for_each(|(outside, word)| *outside &= !word);
            }
        }
    }

    #[inline(always)]
    pub(super) fn end(&mut self, universe: &Universe<S::Key>) {
        if let Some(outside) = &self.outside {
            universe.members(outside, &mut self.introduced);
        }
    }

    #[inline(always)]
    pub(super) fn take_bottom(&mut self) {
        if S::KEYED {
            self.keys.push(S::Key::default());
        }
    }
}
