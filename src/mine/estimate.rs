//! About how many concepts there are, without mining them.
//!
//! Knuth's estimator (1975) goes down the search tree at random and weighs each node by the
//! branches it did not take; Chen's (1992) goes down level by level and keeps, of the nodes that
//! look alike, one with the weight of all. Both are unbiased whatever "alike" means; here nodes are
//! alike when they have about as many points and about as many siblings still to come, which
//! together predict their subtrees' sizes well. One such sweep costs some thousand nodes; the
//! answer is the mean of many, and how far the sweeps are apart.
//!
//! In a large context a node costs so much that few can be looked at. Single paths down show what
//! one costs, and that says how many nodes of a level there is time for; where there are more,
//! neighbours in the order of "alike" count as alike.
//!
//! How many sweeps are made depends on the work they do, not on the clock: the same context and
//! seed give the same estimate on every machine.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;
use std::rc::Rc;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;

use super::blocks::Blocks;
use super::branch::{Branch, Lists};
use super::candidates::{Candidate, distinct};
use super::columns::Columns;
use super::first_level::empty_bottom;
use super::weights::Weights;
use crate::bitset::Bits;
use crate::context::FormalContext;
use crate::numbers::{grouped, rough};

/// Sets of any size: the branches of one sweep have universes of different sizes.
type Set = Box<[u64]>;

/// Sweeps made together, and before anything is said of them unless they take too long.
const ROUND: u64 = 4;
const FIRST: usize = 8;
/// Words looked at, roughly, before the sweeps end: about a second on two cores.
const WORK: u64 = 1 << 28;
/// The number of the first path; no sweep has it.
const PATHS: u64 = 1 << 63;
/// They end earlier once the error is this share of the estimate.
const GOOD: f64 = 0.04;

/// About how many concepts there are.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Estimate {
    /// The mean of all sweeps.
    pub concepts: f64,
    /// Its standard error: two of them to either side hold the true number most of the time.
    pub error: f64,
}

/// Where two standard errors are more of an estimate than this, a few large sweeps make most of it,
/// and so does their absence: such estimates were found far too low more often than not.
const SURE: f64 = 0.4;

impl Estimate {
    /// Two standard errors as a share of the estimate.
    pub fn off(&self) -> f64 {
        2.0 * self.error / self.concepts.max(1.0)
    }
}

/// In words: `about 8,100,000,000 clusters (likely within 3 %)`.
impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rounded = rough(self.concepts);
        let number = match rounded < 1e15 {
            true => grouped(rounded as u64),
            false => format!("{rounded:.2e}"),
        };
        write!(f, "about {number} clusters ({})", within(self.off()))
    }
}

/// How far off an estimate may be, in words, from the share that two standard errors are of it.
pub fn within(off: f64) -> String {
    match off < SURE {
        true => format!("likely within {} %", (100.0 * off).ceil().max(1.0)),
        false => "a rough guess, likely too low".to_owned(),
    }
}

/// Estimates the number of concepts with at least `min_size` points, top and bottom included as
/// [`super::mine`] does.
pub fn estimate(context: &FormalContext, min_size: usize, seed: u64) -> Estimate {
    let n = context.objects();
    if n < min_size || n == 0 {
        return Estimate { concepts: 0.0, error: 0.0 };
    }
    let least = min_size.max(1) as u32;
    let tree = Tree { columns: Columns::of(context, least as usize), least };
    let ends = 1.0 + f64::from(u8::from(empty_bottom(context, min_size)));
    let sweeps = |first: u64, most: usize| -> Vec<(f64, u64)> {
        let round = first..first + ROUND;
        round.into_par_iter().map(|sweep| tree.sweep(seed, sweep, most)).collect()
    };
    let path = sweeps(PATHS, 1).iter().map(|(_, work)| work).sum::<u64>() / ROUND;
    let most = (WORK / FIRST as u64 / path.max(1)).max(1) as usize;
    let (mut sums, mut work) = (Vec::new(), 0);
    loop {
        let swept = sweeps(sums.len() as u64, most);
        work += swept.iter().map(|(_, work)| work).sum::<u64>();
        sums.extend(swept.into_iter().map(|(concepts, _)| concepts));
        let count = sums.len() as f64;
        let concepts = sums.iter().sum::<f64>() / count;
        let square = |sum: &f64| (sum - concepts) * (sum - concepts);
        let error = (sums.iter().map(square).sum::<f64>() / (count - 1.0) / count).sqrt();
        if work > WORK || (sums.len() >= FIRST && error <= GOOD * concepts) {
            return Estimate { concepts: concepts + ends, error };
        }
    }
}

/// The search tree below the top.
struct Tree {
    columns: Columns,
    least: u32,
}

/// A node with its lists.
struct TreeNode {
    candidates: Vec<Candidate<Set>>,
    passed: Blocks<Set>,
    sets: usize,
    /// How many points each point stands for.
    weights: Rc<Weights>,
    /// How many words its points take.
    words: usize,
}

/// A node that stands for all that are like it.
struct Kept {
    /// Its parent, unless that is the top.
    parent: Option<Rc<TreeNode>>,
    /// Its place among its parent's candidates, or its column's rank.
    at: usize,
    /// How many nodes it stands for.
    weight: f64,
}

/// Nodes that look alike: about as many siblings to come, about as many points.
#[derive(Default)]
struct Strata(BTreeMap<(u32, u32), Kept>);

impl Strata {
    /// The nodes kept, at most so many.
    fn into_nodes(self, most: usize, random: &mut ChaCha8Rng) -> Vec<Kept> {
        let all: Vec<Kept> = self.0.into_values().collect();
        if all.len() <= most {
            return all;
        }
        let mut nodes: Vec<Kept> = Vec::with_capacity(most);
        let strata = all.len();
        for (at, new) in all.into_iter().enumerate() {
            match nodes.get_mut(at * most / strata) {
                Some(kept) => kept.join(new, random),
                None => nodes.push(new),
            }
        }
        nodes
    }

    /// Adds a node.
    fn add(&mut self, later: usize, points: u32, new: Kept, random: &mut ChaCha8Rng) {
        let stratum = (alike(later as u32), alike(points));
        match self.0.entry(stratum) {
            Entry::Vacant(entry) => {
                entry.insert(new);
            }
            Entry::Occupied(entry) => entry.into_mut().join(new, random),
        }
    }
}

impl Kept {
    /// Stands for another's nodes too, or that one for its: by chance, as their weights are.
    fn join(&mut self, new: Self, random: &mut ChaCha8Rng) {
        let weight = self.weight + new.weight;
        let chance = (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        if chance * weight < new.weight {
            *self = new;
        }
        self.weight = weight;
    }
}

/// What numbers that count as alike have in common: steps of about a sixth, small ones as they are.
fn alike(number: u32) -> u32 {
    if number < 8 {
        return number;
    }
    let octave = number.ilog2();
    8 + 4 * (octave - 3) + ((number >> (octave - 2)) & 3)
}

impl Tree {
    /// One estimate of the concepts between top and bottom, from at most so many nodes of a level,
    /// and the work it took.
    fn sweep(&self, seed: u64, sweep: u64, most: usize) -> (f64, u64) {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(sweep);
        let columns = self.columns.points.len();
        let mut shares = vec![0; columns];
        let (mut concepts, mut work) = (columns as f64, columns as u64);
        let mut level = Strata::default();
        for at in 0..columns {
            let size = self.columns.points.get(at).len() as u32;
            level.add(columns - 1 - at, size, Kept { parent: None, at, weight: 1.0 }, &mut random);
        }
        while !level.0.is_empty() {
            let mut next = Strata::default();
            for kept in level.into_nodes(most, &mut random) {
                let node = match &kept.parent {
                    None => self.branch(kept.at, &mut shares),
                    Some(parent) => self.child(parent, kept.at),
                };
                let (count, weight) = (node.candidates.len(), kept.weight);
                concepts += weight * count as f64;
                work += match &kept.parent {
                    None => node.work(columns) + self.columns.gathered(kept.at) / 4,
                    Some(parent) => node.work(parent.candidates.len()),
                };
                let node = Rc::new(node);
                // The last candidate has no siblings to come and so no children.
                for at in 0..count.saturating_sub(1) {
                    let points = node.weights.sum(&node.candidates[at].set);
                    let new = Kept { parent: Some(Rc::clone(&node)), at, weight };
                    next.add(count - 1 - at, points, new, &mut random);
                }
            }
            level = next;
        }
        (concepts, work)
    }

    fn branch(&self, rank: usize, shares: &mut [u32]) -> TreeNode {
        let branch = Branch::of(&self.columns, rank, self.least, true, shares);
        let Lists { candidates, passed, sets } = branch.lists(&self.columns);
        let weights = Rc::new(Weights::new(branch.weights));
        let words = self.columns.points.get(rank).len().div_ceil(64);
        TreeNode { candidates, passed, sets, weights, words }
    }

    fn child(&self, parent: &TreeNode, at: usize) -> TreeNode {
        let extent = &parent.candidates[at].set;
        let (mut passed, mut sets) = (parent.passed.list(0), parent.sets);
        for earlier in &parent.candidates[..at] {
            passed.push(0, sets, &earlier.set);
            sets += 1;
        }
        let weights = Rc::clone(&parent.weights);
        let is_large = |set: &Set| weights.sum(set) >= self.least;
        let is_new = |set: &Set| set != extent && is_large(set) && !passed.any_holds(0, set);
        let later = parent.candidates[at + 1..].iter().map(|later| later.set.and(extent));
        let of = |set: Set| Candidate { set, size: 0, attributes: 0 };
        let mut candidates: Vec<_> = later.filter(is_new).map(of).collect();
        distinct(&mut candidates, 0);
        let end = passed.end();
        sets = passed.restrict(0, extent, self.least, |set| weights.sum(set));
        let passed = passed.list(end);
        TreeNode { candidates, passed, sets, weights, words: parent.words }
    }
}

impl TreeNode {
    /// Words looked at to make it from that many sets, roughly.
    fn work(&self, from: usize) -> u64 {
        (from as u64 + 8) * (self.sets as u64 + 1) * self.words as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mine::{Limits, count};
    use crate::progress::Progress;

    #[test]
    fn estimates_have_three_digits_and_say_how_far_off_they_are() {
        let words = |concepts, error| Estimate { concepts, error }.to_string();
        assert_eq!(words(15_407.0, 300.0), "about 15,400 clusters (likely within 4 %)");
        assert_eq!(words(7.0, 0.0), "about 7 clusters (likely within 1 %)");
        assert_eq!(words(8.123e9, 1e9), "about 8,120,000,000 clusters (likely within 25 %)");
        let guess = "about 4.12e21 clusters (a rough guess, likely too low)";
        assert_eq!(words(4.1249e21, 1e21), guess);
    }

    /// The mean over many seeds is the count: no context and no part of the tree is favoured.
    #[test]
    fn estimates_are_unbiased() {
        let mut random = ChaCha8Rng::seed_from_u64(7);
        for min_size in [0, 0, 0, 1, 2, 3, 5] {
            let row = |_| (0..14).filter(|_| random.next_u32() % 10 < 7).collect();
            let rows: Vec<Vec<u32>> = (0..14).map(row).collect();
            let names = (0..14).map(|j| j.to_string()).collect();
            let context = FormalContext::new(names, rows);
            let limits = Limits { min_size, max_concepts: None };
            let truth = count(&context, &limits, false, &Progress::default()).unwrap().concepts;
            let seeds = 0..60;
            let found: Vec<Estimate> =
                seeds.map(|seed| estimate(&context, min_size, seed)).collect();
            assert_eq!(found[3], estimate(&context, min_size, 3));
            let mean = found.iter().map(|found| found.concepts).sum::<f64>() / found.len() as f64;
            let off = (mean - truth as f64).abs() / truth as f64;
            assert!(off <= 0.03, "{mean} for {truth}");
        }
    }

    /// However few nodes of a level are looked at.
    #[test]
    fn narrow_sweeps_are_unbiased() {
        let mut random = ChaCha8Rng::seed_from_u64(11);
        let row = |_| (0..10).filter(|_| random.next_u32() % 10 < 7).collect();
        let rows: Vec<Vec<u32>> = (0..12).map(row).collect();
        let context = FormalContext::new((0..10).map(|j| j.to_string()).collect(), rows);
        let limits = Limits::default();
        let truth = count(&context, &limits, false, &Progress::default()).unwrap().concepts as f64;
        let tree = Tree { columns: Columns::of(&context, 1), least: 1 };
        let ends = 1.0 + f64::from(u8::from(empty_bottom(&context, 0)));
        for most in [1, 2, 5] {
            let sweeps = 20_000;
            let sum: f64 = (0..sweeps).map(|sweep| tree.sweep(5, sweep, most).0).sum();
            let mean = sum / sweeps as f64 + ends;
            assert!((mean - truth).abs() <= 0.03 * truth, "{mean} for {truth} with {most}");
        }
    }

    #[test]
    fn nothing_is_estimated_exactly() {
        let none = FormalContext::new(Vec::new(), Vec::new());
        assert_eq!(estimate(&none, 0, 0), Estimate { concepts: 0.0, error: 0.0 });
        // One point without attributes: the top alone.
        let one = FormalContext::new(Vec::new(), [Vec::new()]);
        assert_eq!(estimate(&one, 0, 0), Estimate { concepts: 1.0, error: 0.0 });
        assert_eq!(estimate(&one, 2, 0), Estimate { concepts: 0.0, error: 0.0 });
    }
}
