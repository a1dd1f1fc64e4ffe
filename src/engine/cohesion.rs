//! Cohesion: the share of the possible neighbour links of a cluster that stay inside the cluster.
//!
//! Neighbours are anchors: all points, or a sample of them. Let X_i be the neighbours of a point i,
//! and B the anchors in a cluster A, which bound the number of neighbours that can be inside. Then
//!
//! ```text
//! cohesion(A) = (sum over i in A of |X_i ∩ B without i|)
//!             / (sum over i in A of min(|B without i|, |X_i without i|))
//! ```
//!
//! If every point is an anchor, this is the sum over i of |X_i ∩ A without i|, divided by |A|
//! min(|A| - 1, k - 1).
//!
//! Cohesion is 1 if every neighbour that can be inside is inside. It is undefined for clusters in
//! which no neighbour can be inside, such as those of one point, and for ready contexts, which have
//! no neighbours.

use crate::base::bitset::Bits;
use crate::base::csr::Csr;
use crate::base::ids::PointId;
use crate::context::bits::{BitContext, BitSet, MIN_CALLS};
use crate::context::clarified::Objects;
use crate::dataset::Origin;

/// Computes the cohesion of clusters in one context.
pub struct Cohesion<'a> {
    objects: Objects<'a>,
    bits: Option<BitContext>,
    /// The attributes whose anchors each object has.
    attributes: Csr,
}

impl<'a> Cohesion<'a> {
    /// Prepares for many calls; `anchors` are the attributes. Returns `None` for a ready context.
    pub fn new(objects: Objects<'a>, origin: Origin, anchors: &[PointId]) -> Option<Self> {
        Self::with_calls(objects, origin, anchors, usize::MAX)
    }

    /// Prepares for `calls` calls: rows are stored as bitsets only if there are many.
    pub(crate) fn with_calls(
        objects: Objects<'a>,
        origin: Origin,
        anchors: &[PointId],
        calls: usize,
    ) -> Option<Self> {
        if origin == Origin::Ready {
            return None;
        }
        let object = |&anchor: &PointId| objects.object_of(anchor).0;
        let anchors = Csr::from_chunks(anchors.iter().map(object).collect(), 1);
        let attributes = anchors.transpose(objects.context.object_count());
        let bits =
            if calls >= MIN_CALLS { BitContext::new_if_small(objects.context) } else { None };
        Some(Self { objects, bits, attributes })
    }

    /// Returns the cohesion of ascending objects; `None` if no neighbour can be inside.
    pub fn cohesion(&self, members: &[PointId]) -> Option<f64> {
        let context = self.objects.context;
        let own = members.iter().flat_map(|member| self.attributes.get(member.index()));
        let mut inside: Vec<u32> = own.copied().collect();
        inside.sort_unstable();
        let weight = |member: &PointId| u64::from(context.weight(*member));
        let links: u64 = match &self.bits {
            Some(bits) => {
                let set = BitSet::from_numbers(context.attributes().len(), &inside);
                let shared = |member: &PointId| match bits.row(member.index()) {
                    // Few numbers are looked up more quickly than all words are read.
                    row if inside.len() < row.len() => {
                        inside.iter().map(|&at| u64::from(row.has(at))).sum::<u64>()
                    }
                    row => {
                        let both = row.iter().zip(&set).map(|(a, b)| a & b);
                        both.map(|word| u64::from(word.count_ones())).sum()
                    }
                };
                members.iter().map(|member| shared(member) * weight(member)).sum()
            }
            None => {
                let shared = |member: &PointId| {
                    let row = context.rows().get(member.index()).iter();
                    row.filter(|at| inside.binary_search(at).is_ok()).count() as u64
                };
                members.iter().map(|member| shared(member) * weight(member)).sum()
            }
        };
        let inside = inside.len() as u64;
        let room = |member: &PointId| {
            let all = context.rows().get(member.index()).len() as u64;
            inside.min(all) * weight(member)
        };
        // An anchor is a neighbour of itself.
        let most = members.iter().map(room).sum::<u64>().saturating_sub(inside);
        (most > 0).then(|| links.saturating_sub(inside) as f64 / most as f64)
    }
}

/// Returns the amount by which `cohesion` exceeds that of `size` of `n` points drawn at random, as
/// a share of the largest possible amount: at most 1, and 0 or less if chance does as well.
/// Neighbours are `anchors` of the points, or all points for `None`.
pub fn adjust_for_chance(
    cohesion: f64,
    size: u32,
    n: u32,
    k: usize,
    anchors: Option<usize>,
) -> f64 {
    // A neighbour of a point is any other point with equal probability.
    let expected = match anchors {
        None => (f64::from(size) - 1.0).max(k as f64 - 1.0) / (f64::from(n) - 1.0),
        Some(anchors) => (f64::from(size) / f64::from(n)).max(k as f64 / anchors as f64),
    };
    if expected < 1.0 { (cohesion - expected) / (1.0 - expected) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::FormalContext;
    use crate::knn::{Metric, Scale};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_is_the_share_of_links_that_stay_inside(
            others in proptest::collection::vec(proptest::collection::btree_set(0..8u32, 3), 8),
            anchors in proptest::collection::btree_set(0..8u32, 3..9),
            members in proptest::collection::btree_set(0..8u32, 0..8),
        ) {
            // The neighbours of a point need not be its nearest here, but each point has three
            // anchors, itself among them if it is one.
            let anchors: Vec<u32> = anchors.into_iter().collect();
            let row = |(i, others): (usize, &std::collections::BTreeSet<u32>)| {
                let own = anchors.binary_search(&(i as u32)).ok().map(|at| at as u32);
                let rest = others.iter().map(|&other| other % anchors.len() as u32);
                let mut row: Vec<u32> = Vec::new();
                for at in own.into_iter().chain(rest).chain(0..) {
                    if !row.contains(&at) && row.len() < 3 {
                        row.push(at);
                    }
                    if row.len() == 3 {
                        break;
                    }
                }
                row.sort_unstable();
                row
            };
            let rows: Vec<Vec<u32>> = others.iter().enumerate().map(row).collect();
            let names = anchors.iter().map(|j| j.to_string()).collect();
            let context = FormalContext::new(names, rows.iter().cloned());
            let (metric, scale) = (Metric::Euclidean, Scale::None);
            let origin = Origin::Neighbors { k: 3, anchors: Some(anchors.len()), metric, scale };
            let (mut links, mut most) = (0, 0);
            for &i in &members {
                let here = |&&at: &&u32| {
                    let anchor = anchors[at as usize];
                    anchor != i && members.contains(&anchor)
                };
                links += rows[i as usize].iter().filter(here).count();
                let own = usize::from(anchors.contains(&i));
                let inside = anchors.iter().filter(|a| **a != i && members.contains(a)).count();
                most += inside.min(3 - own);
            }
            let definition = (most > 0).then(|| links as f64 / most as f64);
            let anchors: Vec<PointId> = anchors.into_iter().map(PointId).collect();
            let members: Vec<PointId> = members.into_iter().map(PointId).collect();
            let single = Objects::from_points(&context);
            let by_bits = Cohesion::new(single, origin, &anchors).unwrap();
            prop_assert_eq!(by_bits.cohesion(&members), definition);
            let by_lists = Cohesion { bits: None, ..by_bits };
            prop_assert_eq!(by_lists.cohesion(&members), definition);
            // The set contains all points whose rows equal those of its points, as a cluster does.
            let closed = context.closure(&members);
            let objects = context.clarified_objects();
            let mut of: Vec<PointId> = closed.iter().map(|&p| objects.object_of(p)).collect();
            of.sort_unstable();
            of.dedup();
            let by_objects = Cohesion::new(objects, origin, &anchors).unwrap();
            prop_assert_eq!(by_objects.cohesion(&of), by_lists.cohesion(&closed));
        }
    }

    #[test]
    fn chance_is_0_and_everything_inside_is_1() {
        // Of 101 points with 10 neighbours besides themselves, 21 drawn at random keep 2 of 10.
        assert!(adjust_for_chance(0.2, 21, 101, 11, None).abs() < 1e-12);
        assert_eq!(adjust_for_chance(1.0, 21, 101, 11, None), 1.0);
        assert_eq!(adjust_for_chance(1.0, 101, 101, 11, None), 0.0);
        assert_eq!(adjust_for_chance(1.0, 1, 1, 1, None), 0.0);
        // With 100 anchors among 1,000 points, 200 points drawn at random hold a fifth.
        assert!(adjust_for_chance(0.2, 200, 1_000, 5, Some(100)).abs() < 1e-12);
        assert!(adjust_for_chance(0.05, 10, 1_000, 5, Some(100)).abs() < 1e-12);
    }
}
