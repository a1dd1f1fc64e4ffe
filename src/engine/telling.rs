//! How much the clusters of two points tell, without classes.
//!
//! Groups of points that stand apart ([`communities`](crate::communities)) take the place of
//! classes; where there is one group alone, its parts do. Over pairs of points of one group, the
//! purity of their LCA is the share of that group in it, and its chance is what shuffled groups
//! would give for an LCA of that size. A small k lets most pairs meet in the whole alone: purity is
//! then what chance gives. A large k leaves many alone in their cluster, which is pure by chance.
//! The telling share is the gain of purity beyond chance times the share of pairs not alone:
//!
//! ```text
//! telling = (purity - chance) / (1 - chance) (1 - alone)
//! ```
//!
//! With classes for groups the gain is nearly the same at every k. Pairs are drawn in the same way
//! on every machine.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;

use crate::base::ids::PointId;
use crate::context::FormalContext;
use crate::context::bits::Closures;

/// How many pairs are looked at.
const PAIRS: usize = 2_000;
/// How many are drawn for each that is of one group.
const DRAWS: usize = 100;

/// What the clusters of pairs of points of one group tell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Telling {
    /// The telling share, at most 1: the gain for the pairs that are not alone.
    pub share: f64,
    /// The share of pairs whose LCA is the pair alone.
    pub alone: f64,
    /// The share of pairs whose LCA is all points.
    pub whole: f64,
}

impl Telling {
    /// What keeps the graph from saying much, where something does: half a sentence.
    pub fn fault(&self) -> Option<&'static str> {
        match self {
            Self { alone, .. } if *alone > 0.5 => {
                Some("most pairs of points are alone in their cluster")
            }
            Self { whole, .. } if *whole > 0.5 => {
                Some("most pairs of points meet only in the whole")
            }
            _ => None,
        }
    }
}

/// Pairs of points of one group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairs {
    pairs: Vec<[PointId; 2]>,
    groups: Vec<Option<u32>>,
    sizes: Vec<usize>,
}

impl Pairs {
    /// Of points in these groups, which count from 0; some are in none.
    pub fn of(groups: Vec<Option<u32>>) -> Self {
        let n = groups.len();
        let mut sizes = vec![0; groups.iter().flatten().max().map_or(0, |&most| most as usize + 1)];
        groups.iter().flatten().for_each(|&group| sizes[group as usize] += 1);
        let mut random = ChaCha8Rng::seed_from_u64(0);
        let mut point = || (random.next_u64() % n as u64) as usize;
        let mut pairs = Vec::with_capacity(PAIRS);
        for _ in 0..if n < 2 { 0 } else { PAIRS * DRAWS } {
            let [p, q] = [point(), point()];
            if p != q && groups[p].is_some() && groups[p] == groups[q] {
                pairs.push([p, q].map(|at| PointId(at as u32)));
            }
            if pairs.len() == PAIRS {
                break;
            }
        }
        Self { pairs, groups, sizes }
    }

    /// How many points a group has on average; 0 where no point is in one.
    pub fn mean_size(&self) -> usize {
        self.sizes.iter().sum::<usize>() / self.sizes.len().max(1)
    }

    /// What the clusters of the full lattice of a context over the same points tell; none without
    /// pairs.
    pub fn telling(&self, context: &FormalContext) -> Option<Telling> {
        let (n, closures) = (context.points(), Closures::new(context, self.pairs.len()));
        // Purity, chance and size.
        let of_pair = |pair: &[PointId; 2]| {
            let (extent, group) = (closures.of(pair), self.groups[pair[0].index()]);
            let own = extent.iter().filter(|point| self.groups[point.index()] == group).count();
            let size = extent.len() as f64;
            let others = group.map_or(0, |group| self.sizes[group as usize]) as f64 - 2.0;
            let by_chance = 2.0 + (size - 2.0) * others / (n as f64 - 2.0).max(1.0);
            (own as f64 / size, by_chance / size, extent.len())
        };
        let found: Vec<_> = self.pairs.par_iter().map(of_pair).collect();
        let count = (!found.is_empty()).then_some(found.len() as f64)?;
        let share =
            |of: usize| found.iter().filter(|(.., size)| *size == of).count() as f64 / count;
        // Of two points the pair is all there is, and says so.
        let (alone, whole) = (if n > 2 { share(2) } else { 0.0 }, share(n));
        let purity = found.iter().map(|(purity, ..)| purity).sum::<f64>() / count;
        let chance = found.iter().map(|(_, chance, _)| chance).sum::<f64>() / count;
        // Where all points are of one group, an LCA can only be smaller than the whole.
        let is_one = self.sizes.iter().filter(|&&size| size > 0).count() == 1;
        let gain = if is_one { 1.0 - whole } else { (purity - chance) / (1.0 - chance) };
        let gain = if gain.is_finite() { gain } else { 0.0 };
        Some(Telling { share: gain * (1.0 - alone), alone, whole })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_follows_the_definition(
            bits in proptest::collection::vec(proptest::bool::weighted(0.5), 12 * 8),
            groups in proptest::collection::vec(proptest::option::weighted(0.9, 0..3u32), 3..12),
        ) {
            let n = groups.len();
            let row = |i: usize| (0..8).filter(|j| bits[i * 8 + j]).map(|j| j as u32).collect();
            let names = (0..8).map(|j| j.to_string()).collect();
            let context = FormalContext::new(names, (0..n).map(row));
            let pairs = Pairs::of(groups.clone());
            let size = |of: Option<u32>| groups.iter().filter(|&&group| group == of).count() as f64;
            let mut sums = [0.0; 4];
            for pair in &pairs.pairs {
                let (held, own) = (context.closure(pair), groups[pair[0].index()]);
                prop_assert!(own.is_some() && own == groups[pair[1].index()]);
                let pure = held.iter().filter(|point| groups[point.index()] == own).count();
                let all = held.len() as f64;
                let drawn = 2.0 + (all - 2.0) * (size(own) - 2.0) / (n as f64 - 2.0);
                let of_pair = [
                    pure as f64 / all,
                    drawn / all,
                    f64::from(u8::from(held.len() == 2)),
                    f64::from(u8::from(held.len() == n)),
                ];
                sums.iter_mut().zip(of_pair).for_each(|(sum, value)| *sum += value);
            }
            let found = pairs.telling(&context);
            prop_assert_eq!(found.is_none(), pairs.pairs.is_empty());
            let Some(found) = found else { return Ok(()) };
            let [purity, chance, alone, whole] = sums.map(|sum| sum / pairs.pairs.len() as f64);
            let kinds = (0..3).filter(|&group| size(Some(group)) > 0.0).count();
            let gain = match (purity - chance) / (1.0 - chance) {
                _ if kinds == 1 => 1.0 - whole,
                gain if gain.is_finite() => gain,
                _ => 0.0,
            };
            prop_assert!((found.share - gain * (1.0 - alone)).abs() < 1e-9);
            prop_assert!((found.alone - alone).abs() < 1e-9 && (found.whole - whole).abs() < 1e-9);
        }
    }
}
