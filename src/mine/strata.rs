//! Strata of the nodes of a level: of nodes that look alike one is kept, with the weight of all.
//!
//! Chen's heuristic sampling (1992): the kept node is chosen at random, in proportion to the
//! weights, so a count below it, times the weight of all, is right on average.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::rc::Rc;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

/// A node that represents all nodes like it, a child of an `N`.
pub(crate) struct StratumNode<N> {
    pub(crate) parent: Option<Rc<N>>,
    /// The position among the parent's candidates, or the rank of a column.
    pub(crate) position: usize,
    /// The number of nodes that the node represents.
    pub(crate) weight: f64,
}

/// One node for each stratum: nodes with about as many siblings to come and about as many points.
pub(crate) struct Strata<N>(BTreeMap<(u32, u32), StratumNode<N>>);

impl<N> Default for Strata<N> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<N> Strata<N> {
    /// Returns the kept nodes, at most `most`; neighbouring strata are merged if there are more.
    pub(crate) fn into_nodes(self, most: usize, random: &mut ChaCha8Rng) -> Vec<StratumNode<N>> {
        let all: Vec<StratumNode<N>> = self.0.into_values().collect();
        if all.len() <= most {
            return all;
        }
        let mut nodes: Vec<StratumNode<N>> = Vec::with_capacity(most);
        let strata = all.len();
        for (at, new) in all.into_iter().enumerate() {
            match nodes.get_mut(at * most / strata) {
                Some(kept) => kept.merge(new, random),
                None => nodes.push(new),
            }
        }
        nodes
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn add(
        &mut self,
        later: usize,
        points: u32,
        new: StratumNode<N>,
        random: &mut ChaCha8Rng,
    ) {
        let stratum = (stratum_of(later as u32), stratum_of(points));
        match self.0.entry(stratum) {
            Entry::Vacant(entry) => {
                entry.insert(new);
            }
            Entry::Occupied(entry) => entry.into_mut().merge(new, random),
        }
    }
}

impl<N> StratumNode<N> {
    /// Merges two kept nodes into one of them, at random in proportion to the weights.
    fn merge(&mut self, new: Self, random: &mut ChaCha8Rng) {
        let weight = self.weight + new.weight;
        let chance = (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        if chance * weight < new.weight {
            *self = new;
        }
        self.weight = weight;
    }
}

/// Returns the stratum of a number, in steps of about a sixth; below 8 it is the number itself.
fn stratum_of(number: u32) -> u32 {
    if number < 8 {
        return number;
    }
    let octave = number.ilog2();
    8 + 4 * (octave - 3) + ((number >> (octave - 2)) & 3)
}
