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
//! seed give the same estimate on every machine. A sweep whose work or whose nodes' memory is too
//! much ends above the last levels; what was met by then is less than there is, on average, and
//! the estimate says that it is a lower bound.

use std::fmt;
use std::rc::Rc;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rayon::prelude::*;

use super::branch::{Branch, Lists};
use super::columns::Columns;
use super::descent::{ROUND, Swept, TreeNode, WORK, descend};
use super::strata::{Kept, Strata};
use super::top_and_bottom::empty_bottom;
use super::weights::Weights;
use crate::base::numbers::{grouped, rough};
use crate::base::progress::{InterruptedError, Progress};
use crate::context::FormalContext;

/// Sweeps before anything is said of them, unless they take too long.
const FIRST: usize = 8;
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
    /// Whether there are likely more: a sweep took too long to be ended.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub at_least: bool,
}

/// Where two standard errors are more of an estimate than this, a few large sweeps make most of it,
/// and so does their absence: such estimates were found far too low more often than not.
const SURE: f64 = 0.4;

impl Estimate {
    /// Two standard errors as a share of the estimate.
    pub fn off(&self) -> f64 {
        2.0 * self.error / self.concepts.max(1.0)
    }

    /// The number: `about 8,100,000,000`, `more than 3.21e17`.
    pub fn number(&self) -> String {
        let rounded = rough(self.concepts);
        let number = match rounded < 1e15 {
            true => grouped(rounded as u64),
            false => format!("{rounded:.2e}"),
        };
        format!("{} {number}", if self.at_least { "more than" } else { "about" })
    }

    /// How far off it may be: `likely within 3 %`.
    pub fn reach(&self) -> String {
        match self.at_least {
            true => "too many to estimate closer".to_owned(),
            false => within(self.off()),
        }
    }
}

/// In words: `about 8,100,000,000 clusters (likely within 3 %)`.
impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.number();
        let clusters = if number.ends_with(" 1") { "cluster" } else { "clusters" };
        write!(f, "{number} {clusters} ({})", self.reach())
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
pub fn estimate(
    context: &FormalContext,
    min_size: usize,
    seed: u64,
    progress: &Progress,
) -> Result<Estimate, InterruptedError> {
    estimate_quickly(context, min_size, seed, 1, progress)
}

/// The same with a fraction of the work, and with a larger error.
pub fn estimate_quickly(
    context: &FormalContext,
    min_size: usize,
    seed: u64,
    times: u64,
    progress: &Progress,
) -> Result<Estimate, InterruptedError> {
    let n = context.points();
    if n < min_size || n == 0 {
        return Ok(Estimate { concepts: 0.0, error: 0.0, at_least: false });
    }
    let all_work = WORK / times;
    let least = min_size.max(1) as u32;
    let tree = Tree { columns: Columns::of(context, least as usize), least };
    let ends = 1.0 + f64::from(u8::from(empty_bottom(context, min_size)));
    let sweeps = |first: u64, most: usize| -> Result<Vec<Swept>, InterruptedError> {
        let round = first..first + ROUND;
        let swept = round.into_par_iter().map(|sweep| tree.sweep(seed, sweep, most, progress));
        let swept = swept.collect();
        progress.check().map(|()| swept)
    };
    let paths = sweeps(PATHS, 1)?;
    // Where even a path is too long, nothing longer is tried.
    if paths.iter().any(|path| path.is_cut) {
        let (concepts, error) = mean(paths.iter().map(|path| path.concepts));
        return Ok(Estimate { concepts: concepts + ends, error, at_least: true });
    }
    let path = paths.iter().map(|path| path.work).sum::<u64>() / ROUND;
    let most = (all_work / FIRST as u64 / path.max(1)).max(1) as usize;
    let (mut found, mut work) = (Vec::new(), 0);
    loop {
        found.extend(sweeps(found.len() as u64, most)?);
        work += found[found.len() - ROUND as usize..].iter().map(|swept| swept.work).sum::<u64>();
        let (concepts, error) = mean(found.iter().map(|swept| swept.concepts));
        if work > all_work || (found.len() >= FIRST && error <= GOOD * concepts) {
            let at_least = found.iter().any(|swept| swept.is_cut);
            return Ok(Estimate { concepts: concepts + ends, error, at_least });
        }
    }
}

/// The mean of some numbers, two at least, and its standard error.
fn mean(numbers: impl ExactSizeIterator<Item = f64> + Clone) -> (f64, f64) {
    let count = numbers.len() as f64;
    let mean = numbers.clone().sum::<f64>() / count;
    let squares = numbers.map(|number| (number - mean) * (number - mean)).sum::<f64>();
    (mean, (squares / (count - 1.0) / count).sqrt())
}

struct Tree {
    columns: Columns,
    least: u32,
}

impl Tree {
    /// One estimate, from at most this many nodes of a level.
    fn sweep(&self, seed: u64, sweep: u64, most: usize, progress: &Progress) -> Swept {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(sweep);
        let columns = self.columns.points.len();
        let mut shares = vec![0; columns];
        let (concepts, work) = (columns as f64, columns as u64);
        let mut level = Strata::default();
        for at in 0..columns {
            let size = self.columns.points.get(at).len() as u32;
            level.add(columns - 1 - at, size, Kept { parent: None, at, weight: 1.0 }, &mut random);
        }
        let first = |at: usize| {
            let node = self.branch(at, &mut shares);
            let work = node.work(columns) + self.columns.gathered(at) / 4;
            (node, work)
        };
        let met = Swept { concepts, work, is_cut: false };
        descend(level, first, self.least, most, &mut random, progress, met)
    }

    fn branch(&self, rank: usize, shares: &mut [u32]) -> TreeNode {
        let branch = Branch::of(&self.columns, rank, self.least, true, shares);
        let Lists { candidates, passed, sets } = branch.lists(&self.columns);
        let weights = Rc::new(Weights::new(branch.weights));
        let words = self.columns.points.get(rank).len().div_ceil(64);
        TreeNode { candidates, passed, sets, weights, words }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mine::{Limits, count};
    use rand_chacha::rand_core::Rng;

    fn estimate(context: &FormalContext, min_size: usize, seed: u64) -> Estimate {
        super::estimate(context, min_size, seed, &Progress::default()).unwrap()
    }

    /// Each column holds half of the points, so every level has more nodes than the one before.
    #[test]
    fn what_is_too_large_ends_and_says_so() {
        let n = 3_000;
        let mut random = ChaCha8Rng::seed_from_u64(3);
        let row = |_| (0..n).filter(|_| random.next_u32() % 2 == 0).collect();
        let rows: Vec<Vec<u32>> = (0..n).map(row).collect();
        let context = FormalContext::new((0..n).map(|j| j.to_string()).collect(), rows);
        let found = estimate(&context, 0, 0);
        assert!(found.at_least && found.concepts > f64::from(n), "{found}");
        assert_eq!(found, estimate(&context, 0, 0));
        let progress = Progress::default();
        progress.interrupt();
        let began = std::time::Instant::now();
        assert_eq!(super::estimate(&context, 0, 0, &progress), Err(InterruptedError));
        assert!(began.elapsed() < std::time::Duration::from_secs(5));
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
            let limits = Limits { min_size, ..Limits::default() };
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
            let (sweeps, progress) = (20_000, Progress::default());
            let sum: f64 =
                (0..sweeps).map(|sweep| tree.sweep(5, sweep, most, &progress).concepts).sum();
            let mean = sum / sweeps as f64 + ends;
            assert!((mean - truth).abs() <= 0.03 * truth, "{mean} for {truth} with {most}");
        }
    }
}
