//! The descent of one sweep of an estimate: level by level, with a limited number of nodes a level.
//!
//! `estimate.rs` says what a sweep is. A descent can also begin at any node of the search, to
//! estimate the number of concepts below it.

use std::rc::Rc;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::blocks::Blocks;
use crate::branch::NodeLists;
use crate::candidates::{Candidate, sort_distinct};
use crate::control::Control;
use crate::strata::{Strata, StratumNode};
use crate::weights::Weights;
use conceptgraph_sets::bitset::Bits;

/// A set of any size: the branches of one sweep have universes of different sizes.
pub(crate) type BitSet = Box<[u64]>;

pub(crate) const SWEEPS_PER_ROUND: u64 = 4;
/// The number of words read before the sweeps end, roughly: about a second on two cores.
pub(crate) const ESTIMATE_WORK: u64 = 1 << 28;
/// The most words that one sweep may read, several times as many as it usually does.
const MAX_SWEEP_WORK: u64 = ESTIMATE_WORK / 2;
/// The most bytes that the nodes of all concurrent sweeps take, roughly.
pub const ESTIMATE_BYTES: u64 = 1 << 28;

pub(crate) struct SweepResult {
    /// The estimated number of concepts; of a cut sweep, of those not far below the top.
    pub(crate) concepts: f64,
    pub(crate) work: u64,
    /// `true` if the sweep ended above the last level.
    pub(crate) is_cut: bool,
}

pub(crate) struct TreeNode {
    pub(crate) candidates: Vec<Candidate<BitSet>>,
    pub(crate) passed: Blocks<BitSet>,
    pub(crate) sets: usize,
    pub(crate) weights: Rc<Weights>,
    pub(crate) words: usize,
}

/// Continues a sweep from a level; `met` counts what was met so far. `first` makes a node without a
/// parent, and returns it with the work that it took. An interrupt cuts the sweep.
pub(crate) fn descend(
    mut level: Strata<TreeNode>,
    mut first: impl FnMut(usize) -> (TreeNode, u64),
    least: u32,
    most: usize,
    random: &mut ChaCha8Rng,
    control: &Control,
    mut met: SweepResult,
) -> SweepResult {
    while !level.is_empty() {
        let mut next = Strata::default();
        // The bytes of this level's nodes, which live on as the parents of the next level.
        let mut bytes = 0;
        for kept in level.into_nodes(most, random) {
            let is_large =
                met.work > MAX_SWEEP_WORK || bytes > ESTIMATE_BYTES / 2 / SWEEPS_PER_ROUND;
            if is_large || control.is_stopped() {
                return SweepResult { is_cut: true, ..met };
            }
            let (node, work) = match &kept.parent {
                None => first(kept.position),
                Some(parent) => {
                    let node = parent.child(kept.position, least);
                    let work = node.work(parent.candidates.len());
                    (node, work)
                }
            };
            let weight = kept.weight;
            met.concepts += weight * node.candidates.len() as f64;
            met.work += work;
            bytes += node.bytes();
            Rc::new(node).add_children(weight, &mut next, random);
        }
        level = next;
    }
    met
}

/// Estimates the number of concepts below an extent with these lists, itself included. `weights`
/// has the weight of each point of the extent; at most `most` nodes of a level are visited.
pub(crate) fn estimate_below(
    lists: NodeLists<BitSet>,
    weights: Vec<u32>,
    least: u32,
    (seed, stream): (u64, u64),
    most: usize,
    control: &Control,
) -> f64 {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(stream);
    let NodeLists { candidates, passed, sets } = lists;
    let words = weights.len().div_ceil(64);
    let weights = Rc::new(Weights::new(weights));
    let node = Rc::new(TreeNode { candidates, passed, sets, weights, words });
    let concepts = 1.0 + node.candidates.len() as f64;
    let mut level = Strata::default();
    node.add_children(1.0, &mut level, &mut random);
    let met = SweepResult { concepts, work: 0, is_cut: false };
    let first = |_| unreachable!("every node has a parent");
    descend(level, first, least, most, &mut random, control, met).concepts
}

impl TreeNode {
    /// Adds the children of a node to the next level, but not the last, which has none itself.
    fn add_children(
        self: &Rc<Self>,
        weight: f64,
        next: &mut Strata<Self>,
        random: &mut ChaCha8Rng,
    ) {
        let count = self.candidates.len();
        for at in 0..count.saturating_sub(1) {
            let points = self.weights.sum(&self.candidates[at].set);
            let new = StratumNode { parent: Some(Rc::clone(self)), position: at, weight };
            next.add(count - 1 - at, points, new, random);
        }
    }

    fn child(&self, at: usize, least: u32) -> Self {
        let extent = &self.candidates[at].set;
        let (mut passed, mut sets) = (self.passed.last_list(0), self.sets);
        for earlier in &self.candidates[..at] {
            passed.push(0, sets, &earlier.set);
            sets += 1;
        }
        let weights = Rc::clone(&self.weights);
        let is_large = |set: &BitSet| weights.sum(set) >= least;
        let is_new = |set: &BitSet| set != extent && is_large(set) && !passed.any_contains(0, set);
        let later = self.candidates[at + 1..].iter().map(|later| later.set.intersection(extent));
        let of = |set: BitSet| Candidate { set, size: 0, attributes: 0 };
        let mut candidates: Vec<_> = later.filter(is_new).map(of).collect();
        sort_distinct(&mut candidates, 0);
        let end = passed.block_count();
        sets = passed.restrict(0, extent, least, |set| weights.sum(set));
        let passed = passed.last_list(end);
        Self { candidates, passed, sets, weights, words: self.words }
    }

    /// Returns the number of words read to make the node from `from` sets, roughly.
    pub(crate) fn work(&self, from: usize) -> u64 {
        (from as u64 + 8) * (self.sets as u64 + 1) * self.words as u64
    }

    fn bytes(&self) -> u64 {
        (self.candidates.len() + self.sets + 8) as u64 * (8 * self.words as u64 + 32)
    }
}
