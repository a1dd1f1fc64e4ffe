//! About how many concepts there are, without mining them.
//!
//! Knuth's estimator (1975) goes down the search tree at random and weighs each node by the
//! branches it did not take; Chen's (1992) goes down level by level and keeps, of the nodes that
//! look alike, one with the weight of all. Both are unbiased whatever "alike" means; here nodes are
//! alike when they have about as many points and about as many siblings still to come, which
//! together predict their subtrees' sizes well. One such sweep costs some thousand nodes; the
//! answer is the mean of many, and how far the sweeps are apart.
//!
//! In a large matrix a node costs so much that few can be looked at. Single paths down show what
//! one costs, and that says how many nodes of a level there is time for; where there are more,
//! neighbours in the order of "alike" count as alike.
//!
//! How many sweeps are made depends on the work they do, not on the clock: the same matrix and
//! seed give the same estimate on every machine. A sweep whose work or whose nodes' memory is too
//! much ends above the last levels; what was met by then is less than there is, on average, and
//! the estimate says that it is a lower bound.

use std::rc::Rc;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rayon::prelude::*;

use crate::branch::{Branch, Lists};
use crate::columns::Columns;
use crate::control::{Control, InterruptedError};
use crate::descent::{ROUND, Swept, TreeNode, WORK, descend};
use crate::matrix::BitMatrix;
use crate::strata::{Kept, Strata};
use crate::top_and_bottom::empty_bottom;
use crate::weights::Weights;

/// Sweeps before anything is said of them, unless they take too long.
const FIRST: usize = 8;
/// The number of the first path; no sweep has it.
const PATHS: u64 = 1 << 63;
/// They end earlier once the error is this share of the estimate.
const GOOD: f64 = 0.04;

/// About how many concepts there are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean of all sweeps.
    pub concepts: f64,
    /// Its standard error: two of them to either side hold the true number most of the time.
    pub error: f64,
    /// Whether there are likely more: a sweep took too long to be ended.
    pub at_least: bool,
}

/// Estimates the number of concepts with at least `min_size` points, top and bottom included, in
/// about a second; with `times` times less work, and then a larger error.
///
/// The same matrix, size, seed and work give the same estimate on every machine.
///
/// # Errors
/// An interrupt.
pub fn estimate(
    matrix: &BitMatrix,
    min_size: usize,
    seed: u64,
    times: u64,
    control: &Control,
) -> Result<Estimate, InterruptedError> {
    let n = matrix.points();
    if n < min_size || n == 0 {
        return Ok(Estimate { concepts: 0.0, error: 0.0, at_least: false });
    }
    let all_work = WORK / times;
    let least = min_size.max(1) as u32;
    let tree = Tree { columns: Columns::of(matrix, least as usize), least };
    let ends = 1.0 + f64::from(u8::from(empty_bottom(matrix, min_size)));
    let sweeps = |first: u64, most: usize| -> Result<Vec<Swept>, InterruptedError> {
        let round = first..first + ROUND;
        let swept = round.into_par_iter().map(|sweep| tree.sweep(seed, sweep, most, control));
        let swept = swept.collect();
        control.check().map(|()| swept)
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
    fn sweep(&self, seed: u64, sweep: u64, most: usize, control: &Control) -> Swept {
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
        descend(level, first, self.least, most, &mut random, control, met)
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
    use crate::{Limits, count};
    use conceptgraph_sets::csr::Csr;
    use rand_chacha::rand_core::Rng;

    fn estimate(matrix: &BitMatrix, min_size: usize, seed: u64) -> Estimate {
        super::estimate(matrix, min_size, seed, 1, &Control::default()).unwrap()
    }

    /// Each column holds half of the points, so every level has more nodes than the one before.
    #[test]
    fn what_is_too_large_ends_and_says_so() {
        let n = 3_000;
        let mut random = ChaCha8Rng::seed_from_u64(3);
        let row = |_| (0..n).filter(|_| random.next_u32() % 2 == 0).collect::<Vec<u32>>();
        let rows: Csr = (0..n).map(row).collect();
        let matrix = BitMatrix::new(rows, n as usize);
        let found = estimate(&matrix, 0, 0);
        assert!(found.at_least && found.concepts > f64::from(n), "{found:?}");
        assert_eq!(found, estimate(&matrix, 0, 0));
        let control = Control::default();
        control.stop();
        let began = std::time::Instant::now();
        assert_eq!(super::estimate(&matrix, 0, 0, 1, &control), Err(InterruptedError));
        assert!(began.elapsed() < std::time::Duration::from_secs(5));
    }

    /// The mean over many seeds is the count: no matrix and no part of the tree is favoured.
    #[test]
    fn estimates_are_unbiased() {
        let mut random = ChaCha8Rng::seed_from_u64(7);
        for min_size in [0, 0, 0, 1, 2, 3, 5] {
            let row = |_| (0..14).filter(|_| random.next_u32() % 10 < 7).collect::<Vec<u32>>();
            let matrix = BitMatrix::new((0..14).map(row).collect(), 14);
            let limits = Limits { min_size, ..Limits::default() };
            let truth = count(&matrix, &limits, false, &Control::default()).unwrap().concepts;
            let seeds = 0..60;
            let found: Vec<Estimate> =
                seeds.map(|seed| estimate(&matrix, min_size, seed)).collect();
            assert_eq!(found[3], estimate(&matrix, min_size, 3));
            let mean = found.iter().map(|found| found.concepts).sum::<f64>() / found.len() as f64;
            let off = (mean - truth as f64).abs() / truth as f64;
            assert!(off <= 0.03, "{mean} for {truth}");
        }
    }

    /// However few nodes of a level are looked at.
    #[test]
    fn narrow_sweeps_are_unbiased() {
        let mut random = ChaCha8Rng::seed_from_u64(11);
        let row = |_| (0..10).filter(|_| random.next_u32() % 10 < 7).collect::<Vec<u32>>();
        let matrix = BitMatrix::new((0..12).map(row).collect(), 10);
        let limits = Limits::default();
        let truth = count(&matrix, &limits, false, &Control::default()).unwrap().concepts as f64;
        let tree = Tree { columns: Columns::of(&matrix, 1), least: 1 };
        let ends = 1.0 + f64::from(u8::from(empty_bottom(&matrix, 0)));
        for most in [1, 2, 5] {
            let (sweeps, control) = (20_000, Control::default());
            let sum: f64 =
                (0..sweeps).map(|sweep| tree.sweep(5, sweep, most, &control).concepts).sum();
            let mean = sum / sweeps as f64 + ends;
            assert!((mean - truth).abs() <= 0.03 * truth, "{mean} for {truth} with {most}");
        }
    }
}
