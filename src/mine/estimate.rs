//! An estimate of the number of concepts, without mining them.
//!
//! Knuth's estimator (1975) descends the search tree at random and weighs each node by the branches
//! that it did not take. Chen's (1992) descends level by level and keeps, of the nodes that look
//! alike, one with the weight of all. Both are unbiased whatever "alike" means; here nodes are
//! alike if they have about as many points and about as many siblings still to come, which together
//! predict the sizes of their subtrees well. One such sweep costs some thousand nodes; the estimate
//! is the mean of many sweeps, and its error comes from their spread.
//!
//! A node of a large matrix costs so much that few can be visited. Single paths down the tree
//! measure the cost of a path, and from it the number of nodes of a level that there is time for;
//! if a level has more, neighbours in the order of "alike" count as alike.
//!
//! The number of sweeps depends on their work, not on the clock: equal matrices and seeds give
//! equal estimates on every machine. A sweep that takes too much work, or whose nodes take too much
//! memory, ends above the last levels; what it met by then is too low on average, and the estimate
//! is marked as a lower bound.

use std::rc::Rc;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rayon::prelude::*;

use crate::branch::{Branch, NodeLists};
use crate::columns::Columns;
use crate::control::{Control, InterruptedError};
use crate::descent::{ESTIMATE_WORK, SWEEPS_PER_ROUND, SweepResult, TreeNode, descend};
use crate::matrix::BitMatrix;
use crate::strata::{Strata, StratumNode};
use crate::top_and_bottom::has_empty_bottom;
use crate::weights::Weights;

/// The number of sweeps before their error can end an estimate.
const MIN_SWEEPS: usize = 8;
/// The number of the first path; no sweep has it.
const FIRST_PATH: u64 = 1 << 63;
/// The share of the estimate at which the error is small enough to end it.
const TARGET_ERROR: f64 = 0.04;

/// An estimate of the number of concepts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The estimated number of concepts, from the mean of all sweeps.
    pub concepts: f64,
    /// The standard error of the mean; the true number mostly lies within twice this error.
    pub error: f64,
    /// `true` if there are likely more concepts, because a sweep took too long to be completed.
    pub at_least: bool,
}

/// Estimates the number of concepts with at least `min_size` points, top and bottom included, in
/// about a second; with `times` times less work, and then a larger error.
///
/// Equal matrices, sizes, seeds and work give equal estimates on every machine.
pub fn estimate(
    matrix: &BitMatrix,
    min_size: usize,
    seed: u64,
    times: u64,
    control: &Control,
) -> Result<Estimate, InterruptedError> {
    let n = matrix.point_count();
    if n < min_size || n == 0 {
        return Ok(Estimate { concepts: 0.0, error: 0.0, at_least: false });
    }
    let all_work = ESTIMATE_WORK / times.max(1);
    let least = min_size.max(1) as u32;
    let tree = SweepTree { columns: Columns::from_matrix(matrix, least as usize), least };
    let ends = 1.0 + f64::from(u8::from(has_empty_bottom(matrix, min_size)));
    let sweeps = |first: u64, most: usize| -> Result<Vec<SweepResult>, InterruptedError> {
        let round = first..first + SWEEPS_PER_ROUND;
        let swept = round.into_par_iter().map(|sweep| tree.sweep(seed, sweep, most, control));
        let swept = swept.collect();
        control.check().map(|()| swept)
    };
    let paths = sweeps(FIRST_PATH, 1)?;
    // If even a path is too long, nothing longer is tried.
    if paths.iter().any(|path| path.is_cut) {
        let (concepts, error) = mean_and_error(paths.iter().map(|path| path.concepts));
        return Ok(Estimate { concepts: concepts + ends, error, at_least: true });
    }
    let path = paths.iter().map(|path| path.work).sum::<u64>() / SWEEPS_PER_ROUND;
    let most = (all_work / MIN_SWEEPS as u64 / path.max(1)).max(1) as usize;
    let (mut found, mut work) = (Vec::new(), 0);
    loop {
        found.extend(sweeps(found.len() as u64, most)?);
        work += found[found.len() - SWEEPS_PER_ROUND as usize..]
            .iter()
            .map(|swept| swept.work)
            .sum::<u64>();
        let (concepts, error) = mean_and_error(found.iter().map(|swept| swept.concepts));
        if work > all_work || (found.len() >= MIN_SWEEPS && error <= TARGET_ERROR * concepts) {
            let at_least = found.iter().any(|swept| swept.is_cut);
            return Ok(Estimate { concepts: concepts + ends, error, at_least });
        }
    }
}

fn mean_and_error(numbers: impl ExactSizeIterator<Item = f64> + Clone) -> (f64, f64) {
    let count = numbers.len() as f64;
    let mean = numbers.clone().sum::<f64>() / count;
    let squares = numbers.map(|number| (number - mean) * (number - mean)).sum::<f64>();
    (mean, (squares / (count - 1.0) / count).sqrt())
}

struct SweepTree {
    columns: Columns,
    least: u32,
}

impl SweepTree {
    fn sweep(&self, seed: u64, sweep: u64, most: usize, control: &Control) -> SweepResult {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(sweep);
        let columns = self.columns.points.len();
        let mut shares = vec![0; columns];
        let (concepts, work) = (columns as f64, columns as u64);
        let mut level = Strata::default();
        for at in 0..columns {
            let size = self.columns.points.get(at).len() as u32;
            level.add(
                columns - 1 - at,
                size,
                StratumNode { parent: None, position: at, weight: 1.0 },
                &mut random,
            );
        }
        let first = |at: usize| {
            let node = self.branch(at, &mut shares);
            let work = node.work(columns) + self.columns.branch_crosses(at) / 4;
            (node, work)
        };
        let met = SweepResult { concepts, work, is_cut: false };
        descend(level, first, self.least, most, &mut random, control, met)
    }

    fn branch(&self, rank: usize, shares: &mut [u32]) -> TreeNode {
        let branch = Branch::new(&self.columns, rank, self.least, true, shares);
        let NodeLists { candidates, passed, sets } = branch.lists(&self.columns);
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

    /// Each column holds half of the points, so every level has more nodes than the one before it.
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

    #[test]
    fn narrow_sweeps_are_unbiased() {
        let mut random = ChaCha8Rng::seed_from_u64(11);
        let row = |_| (0..10).filter(|_| random.next_u32() % 10 < 7).collect::<Vec<u32>>();
        let matrix = BitMatrix::new((0..12).map(row).collect(), 10);
        let limits = Limits::default();
        let truth = count(&matrix, &limits, false, &Control::default()).unwrap().concepts as f64;
        let tree = SweepTree { columns: Columns::from_matrix(&matrix, 1), least: 1 };
        let ends = 1.0 + f64::from(u8::from(has_empty_bottom(&matrix, 0)));
        for most in [1, 2, 5] {
            let (sweeps, control) = (20_000, Control::default());
            let sum: f64 =
                (0..sweeps).map(|sweep| tree.sweep(5, sweep, most, &control).concepts).sum();
            let mean = sum / sweeps as f64 + ends;
            assert!((mean - truth).abs() <= 0.03 * truth, "{mean} for {truth} with {most}");
        }
    }
}
