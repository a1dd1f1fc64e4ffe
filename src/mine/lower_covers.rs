//! The lower covers of one extent, as the search meets them.

use super::Sink;
use super::universe::Universe;
use crate::bitset::Bits;

/// What is told of them; whatever the sink `S` does not want is never computed.
pub(super) struct LowerCovers<B, S: Sink> {
    /// Their keys.
    pub(super) keys: Vec<S::Key>,
    /// How many points the largest has.
    pub(super) largest: u32,
    /// What of the extent is in none of them.
    pub(super) outside: Option<B>,
}

impl<B: Bits, S: Sink> LowerCovers<B, S> {
    pub(super) fn new() -> Self {
        Self { keys: Vec::new(), largest: 0, outside: None }
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

    /// Takes one.
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

    /// Takes the empty bottom.
    #[inline(always)]
    pub(super) fn take_bottom(&mut self) {
        if S::KEYED {
            self.keys.push(S::Key::default());
        }
    }
}
