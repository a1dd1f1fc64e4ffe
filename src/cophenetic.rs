//! How well a graph keeps near and far: the cophenetic correlation, and what the clusters of two
//! points say.
//!
//! Sokal and Rohlf (*The comparison of dendrograms by objective methods*, 1962) correlate how far
//! apart points are with how late a tree joins them. Here, by ranks: over pairs (p, q) where q is
//! the r-th nearest point of p, Spearman's correlation between r and the size of their LCA. r is
//! log-uniform up to n - 1, so that every scale counts alike: from 1 on, and in tables of more than
//! [`FEW`] points from a hundredth of them on, since ten points are no group of a million. Too
//! small a k joins all but the nearest pairs only at the top; too large a one leaves pairs alone.
//! It needs no classes.
//!
//! The pairs are the same for every k of a table and on every machine: first points evenly spread
//! over the rows, ranks by a low-discrepancy sequence.

use rayon::prelude::*;

use crate::base::ids::PointId;
use crate::context::FormalContext;
use crate::context::bits::Closures;
use crate::knn::Space;

/// How many pairs are looked at, where that does not take long.
const PAIRS: usize = 4_000;
/// Fewer are not enough.
const LEAST: usize = 200;
/// About how many distances may be computed, times columns.
const WORK: usize = 400_000_000;
/// More points than this are many: small groups of them are not looked for.
pub const FEW: usize = 3_000;
/// The distances of a point from all others serve for that many ranks, where points are many.
const RANKS: usize = 8;

/// How well a graph keeps near and far, over some pairs of points of every scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// The cophenetic correlation by ranks, from -1 to 1; none where all LCAs have one size.
    pub correlation: Option<f64>,
    /// The share of pairs whose LCA is the pair alone.
    pub alone: f64,
    /// The share of pairs whose LCA is all points.
    pub at_top: f64,
}

impl Fit {
    /// What keeps the graph from saying much, where something does: half a sentence.
    pub fn fault(&self) -> Option<&'static str> {
        match self {
            fit if fit.alone > 0.5 => Some("most pairs of points are alone in their cluster"),
            fit if fit.at_top > 0.5 => Some("most pairs of points meet only in the whole"),
            _ => None,
        }
    }
}

/// Pairs of points of every scale, each with the rank of the second seen from the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairs(Vec<([PointId; 2], usize)>);

impl Pairs {
    /// Of the points of a space; none for a single point.
    ///
    /// Time: for each of some thousand pairs, the distances of a point to all others.
    pub fn of(space: &Space) -> Self {
        let n = space.len();
        if n < 2 {
            return Self(Vec::new());
        }
        let count = (WORK / (n * space.dimensions().max(1))).clamp(LEAST, PAIRS);
        // The fractional parts of multiples of the golden ratio fill the unit interval evenly.
        let golden = (5.0_f64.sqrt() - 1.0) / 2.0;
        let (least, ranks) = if n > FEW { (n as f64 / 100.0, RANKS) } else { (1.0, 1) };
        let pairs = |first: usize| {
            let p = first * n / count;
            let mut others: Vec<(f64, u32)> =
                (0..n).filter(|&q| q != p).map(|q| (space.distance(p, q), q as u32)).collect();
            let pair = |at: usize| {
                let share = ((at as f64 + 0.5) * golden).fract();
                let rank = ((least * (n as f64 / least).powf(share)) as usize).clamp(1, n - 1);
                let by_distance =
                    |a: &(f64, u32), b: &(f64, u32)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
                let (_, &mut (_, q), _) = others.select_nth_unstable_by(rank - 1, by_distance);
                ([p as u32, q].map(PointId), rank)
            };
            (first..first + ranks).map(pair).collect::<Vec<_>>()
        };
        let firsts: Vec<usize> = (0..count - count % ranks).step_by(ranks).collect();
        Self(firsts.into_par_iter().flat_map_iter(pairs).collect())
    }

    /// How well the full lattice of a context over the same points keeps near and far; none for a
    /// single point.
    pub fn fit(&self, context: &FormalContext) -> Option<Fit> {
        if self.0.is_empty() {
            return None;
        }
        let closures = Closures::new(context, self.0.len());
        let size = |(pair, _): &([PointId; 2], usize)| closures.size(pair) as usize;
        let sizes: Vec<usize> = self.0.par_iter().map(size).collect();
        let ranks: Vec<usize> = self.0.iter().map(|&(_, rank)| rank).collect();
        let share = |of: usize| {
            let number = sizes.iter().filter(|&&size| size == of).count();
            number as f64 / sizes.len() as f64
        };
        let n = context.points();
        // Of two points the pair is all there is, and says so.
        let alone = if n > 2 { share(2) } else { 0.0 };
        Some(Fit { correlation: spearman(&ranks, &sizes), alone, at_top: share(n) })
    }
}

/// Spearman's rank correlation, equal values with their mean rank; none where all are equal.
fn spearman(xs: &[usize], ys: &[usize]) -> Option<f64> {
    let (xs, ys) = (mean_ranks(xs), mean_ranks(ys));
    // Ranks have this mean whatever their ties.
    let mean = (xs.len() as f64 - 1.0) / 2.0;
    let product = |a: &[f64], b: &[f64]| -> f64 {
        a.iter().zip(b).map(|(a, b)| (a - mean) * (b - mean)).sum()
    };
    let spread = product(&xs, &xs) * product(&ys, &ys);
    (spread > 0.0).then(|| (product(&xs, &ys) / spread.sqrt()).clamp(-1.0, 1.0))
}

fn mean_ranks(values: &[usize]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by_key(|&at| values[at]);
    let mut ranks = vec![0.0; values.len()];
    let mut first = 0;
    for equal in order.chunk_by(|&a, &b| values[a] == values[b]) {
        let rank = first as f64 + (equal.len() as f64 - 1.0) / 2.0;
        equal.iter().for_each(|&at| ranks[at] = rank);
        first += equal.len();
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::points::Points;
    use crate::context::binarize::binarize;
    use crate::knn::{Metric, Scale};
    use crate::table::Table;

    fn table(values: Vec<f64>) -> Table {
        let points = Points::numbered(values.len(), None);
        Table::new(vec!["x".into()], values, points)
    }

    fn fit(values: Vec<f64>, k: usize) -> Option<Fit> {
        let table = table(values);
        let space = Space::new(&table, Metric::Euclidean, Scale::None).unwrap();
        let context = binarize(&table, k, Metric::Euclidean, Scale::None).unwrap();
        Pairs::of(&space).fit(&context)
    }

    #[test]
    fn pairs_are_of_the_rank_they_say() {
        let values: Vec<f64> = (0..40_u32).map(|at| f64::from(at * 7919 % 23)).collect();
        let space = Space::new(&table(values), Metric::Euclidean, Scale::None).unwrap();
        let pairs = Pairs::of(&space);
        assert_eq!(pairs.0.len(), PAIRS);
        for &([p, q], rank) in &pairs.0 {
            let place = |other: usize| (space.distance(p.index(), other), other);
            let nearer =
                (0..40).filter(|&other| other != p.index() && place(other) < place(q.index()));
            assert_eq!(nearer.count() + 1, rank);
        }
        // Every scale: about as many pairs of each power of two.
        for (least, most) in [(1, 2), (2, 4), (4, 8), (8, 16), (16, 32)] {
            let here = pairs.0.iter().filter(|(_, rank)| (least..most).contains(rank)).count();
            assert!((600..=900).contains(&here), "{least}: {here}");
        }
    }

    #[test]
    fn ranks_are_correlated_as_spearman_does() {
        assert_eq!(spearman(&[1, 2, 3, 4], &[10, 20, 30, 40]), Some(1.0));
        assert_eq!(spearman(&[1, 2, 3, 4], &[9, 7, 5, 3]), Some(-1.0));
        assert_eq!(spearman(&[1, 2, 3], &[5, 5, 5]), None);
        // Mean ranks 0, 1.5, 1.5, 3 against 0 to 3.
        let with_ties = spearman(&[1, 2, 2, 3], &[1, 2, 3, 4]).unwrap();
        assert!((with_ties - 4.5 / (4.5_f64 * 5.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn extremes_are_seen() {
        assert_eq!(fit(vec![1.0], 1), None);
        let line: Vec<f64> = (0..60).map(|at| f64::from(at * at)).collect();
        // With k = n every LCA is the whole; with k = 1 no two points share anything.
        for k in [1, 60] {
            let found = fit(line.clone(), k).unwrap();
            assert_eq!((found.correlation, found.at_top), (None, 1.0));
            assert!(found.fault().is_some());
        }
        let found = fit(line, 8).unwrap();
        assert!(found.correlation.unwrap() > 0.7, "{found:?}");
        assert_eq!(fit(vec![1.0, 2.0], 1).unwrap().alone, 0.0);
    }
}
