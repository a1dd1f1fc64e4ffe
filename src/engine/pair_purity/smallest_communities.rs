//! The meeting of two points above the lattice: the smallest community with both, if only the whole
//! of the lattice contains them.

use crate::base::bitset::Bits;
use crate::base::ids::{ClassId, PointId};
use crate::base::points::Classes;
use crate::communities::CommunityResult;
use crate::context::bits::BitSet;

/// The communities of some points, smallest first.
pub(crate) struct SmallestCommunities {
    /// The communities that hold each point.
    communities_of: Vec<BitSet>,
    /// The number of points of each community, in all and of each class.
    sizes: Vec<(u32, Vec<u32>)>,
}

impl SmallestCommunities {
    pub(super) fn new(
        CommunityResult { communities, membership }: &CommunityResult,
        classes: &Classes,
    ) -> Self {
        let count = communities.all.len();
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by_key(|&at| (communities.all[at].points, at));
        let mut rank = vec![0; count];
        order.iter().zip(0..).for_each(|(&at, place)| rank[at] = place);
        let mut sizes = vec![(0, vec![0; classes.names().len()]); count];
        let mut communities_of = Vec::with_capacity(membership.len());
        for (point, shares) in PointId::first(membership.len()).zip(membership.iter()) {
            let mut held = BitSet::empty(count);
            for id in communities.containing(shares) {
                let place = rank[id.index()];
                let (size, of_class) = &mut sizes[place as usize];
                *size += 1;
                of_class[classes.class_of(point).index()] += 1;
                held.insert(place);
            }
            communities_of.push(held);
        }
        Self { communities_of, sizes }
    }

    /// Returns the size of the smallest community with two points, and the share of a class in it.
    pub(crate) fn size_and_share(&self, p: usize, q: usize, class: ClassId) -> Option<(u32, f64)> {
        let both = self.communities_of[p].intersection(&self.communities_of[q]);
        let (size, of_class) = &self.sizes[both.ones().next()? as usize];
        Some((*size, f64::from(of_class[class.index()]) / f64::from(*size)))
    }
}
