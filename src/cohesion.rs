//! Cohesion: of the neighbour links that a cluster's size and k allow, the share that stays inside.
//!
//! A point i has k - 1 neighbours besides itself, `X_i` without i. At most |A| - 1 of them can be
//! in a cluster A with it, so
//!
//! ```text
//! cohesion(A) = (sum over i in A of |X_i ∩ A without i|) / (|A| min(|A| - 1, k - 1))
//! ```
//!
//! 1 where every neighbour that can be inside is inside. Clusters of fewer than two points have no
//! cohesion, nor have those of a ready context, which has no neighbours. It tells groups from
//! chance where the delta of a cluster does not: on a table whose columns were shuffled, each by
//! itself, deltas are as high as before.

use crate::base::ids::PointId;
use crate::context::FormalContext;
use crate::context::bits::{BitContext, as_set};
use crate::dataset::Origin;

/// Finds the cohesion of clusters in one context.
pub struct Cohesion<'a> {
    context: &'a FormalContext,
    bits: Option<BitContext>,
    k: usize,
}

impl<'a> Cohesion<'a> {
    /// Makes ready for many calls. None for a ready context and for k = 1, where no point has a
    /// neighbour.
    pub fn of(context: &'a FormalContext, origin: Origin) -> Option<Self> {
        match origin {
            Origin::Neighbors { k, .. } if k > 1 => {
                Some(Self { context, bits: BitContext::small(context), k })
            }
            Origin::Neighbors { .. } | Origin::Ready => None,
        }
    }

    /// The cohesion of a cluster with these points, ascending: 0 to 1; none for fewer than two.
    pub fn of_members(&self, members: &[PointId]) -> Option<f64> {
        let others = members.len().checked_sub(1).filter(|&others| others > 0)?;
        let links: u64 = match &self.bits {
            Some(bits) => {
                let set = as_set(self.context.objects(), members);
                let inside = |point: &PointId| -> u64 {
                    let both = bits.row(point.index()).iter().zip(&set).map(|(a, b)| a & b);
                    both.map(|word| u64::from(word.count_ones())).sum::<u64>()
                };
                members.iter().map(inside).sum()
            }
            None => {
                let rows = self.context.rows();
                let is_member = |&&j: &&u32| members.binary_search(&PointId(j)).is_ok();
                let inside =
                    |point: &PointId| rows.get(point.index()).iter().filter(is_member).count();
                members.iter().map(|point| inside(point) as u64).sum()
            }
        };
        // Each point is a neighbour of itself.
        let size = members.len() as u64;
        let most = size * others.min(self.k - 1) as u64;
        Some(links.saturating_sub(size) as f64 / most as f64)
    }
}

/// How far the cohesion of a cluster of that size is above that of as many of n points taken at
/// random, as a share of how far it could be: 1 at most, and 0 or less where chance does as well.
pub fn beyond_chance(cohesion: f64, size: u32, n: u32, k: usize) -> f64 {
    let (others, rest) = (f64::from(size) - 1.0, f64::from(n) - 1.0);
    // Each neighbour of a point is one of the others with the same chance.
    let expected = others.max(k as f64 - 1.0) / rest;
    if expected < 1.0 { (cohesion - expected) / (1.0 - expected) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knn::{Metric, Scale};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_is_the_share_of_links_that_stay_inside(
            others in proptest::collection::vec(proptest::collection::vec(0..8u32, 2), 8),
            members in proptest::collection::btree_set(0..8u32, 0..8),
        ) {
            // Neighbours of a point need not be its nearest here, but as many for each.
            let row = |(i, others): (usize, &Vec<u32>)| {
                let mut row: Vec<u32> = others.clone();
                row.push(i as u32);
                row.sort_unstable();
                row.dedup();
                row
            };
            let rows: Vec<Vec<u32>> = others.iter().enumerate().map(row).collect();
            let names = (0..8).map(|j| j.to_string()).collect();
            let context = FormalContext::new(names, rows.iter().cloned());
            let origin = Origin::Neighbors { k: 3, metric: Metric::Euclidean, scale: Scale::None };
            let by_bits = Cohesion::of(&context, origin).unwrap();
            let by_lists = Cohesion { bits: None, ..Cohesion::of(&context, origin).unwrap() };
            let mut links = 0;
            for &i in &members {
                let inside = |&&j: &&u32| j != i && members.contains(&j);
                links += rows[i as usize].iter().filter(inside).count();
            }
            let size = members.len();
            let definition =
                (size > 1).then(|| links as f64 / (size * (size - 1).min(2)) as f64);
            let members: Vec<PointId> = members.into_iter().map(PointId).collect();
            prop_assert_eq!(by_bits.of_members(&members), definition);
            prop_assert_eq!(by_lists.of_members(&members), definition);
        }
    }

    #[test]
    fn chance_is_0_and_everything_inside_is_1() {
        // Of 101 points with 10 neighbours besides themselves, 21 taken at random keep 2 of 10.
        assert!(beyond_chance(0.2, 21, 101, 11).abs() < 1e-12);
        assert_eq!(beyond_chance(1.0, 21, 101, 11), 1.0);
        assert_eq!(beyond_chance(1.0, 101, 101, 11), 0.0);
        assert_eq!(beyond_chance(1.0, 1, 1, 1), 0.0);
    }

    #[test]
    fn without_neighbours_there_is_none() {
        let context = FormalContext::new(vec!["a".into()], [vec![0]]);
        assert!(Cohesion::of(&context, Origin::Ready).is_none());
    }
}
