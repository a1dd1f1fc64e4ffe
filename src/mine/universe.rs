//! The few points that one branch of the search is about, numbered from 0.
//!
//! Once an extent is small, its branch can only hold subsets of it, so every attribute is projected
//! onto its points and becomes a word or two. Numbers keep the order of the rows.

use crate::bitset::Bits;
use crate::ids::PointId;
use crate::keys::{Key, PointKeys};

/// Points of the context by their number in a branch.
#[derive(Clone, Debug)]
pub(super) struct Universe {
    points: Vec<PointId>,
    keys: Vec<Key>,
}

impl Universe {
    /// These points; without `keys` sums of these are not wanted.
    pub(super) fn new(points: Vec<PointId>, keys: Option<&PointKeys>) -> Self {
        let keys =
            keys.map_or(Vec::new(), |keys| points.iter().map(|p| keys.keys()[p.index()]).collect());
        Self { points, keys }
    }

    /// The universe that holds only the members of `extent`.
    pub(super) fn within<B: Bits>(&self, extent: &B) -> Self {
        let pick = |from: &[PointId]| extent.ones().map(|at| from[at as usize]).collect();
        let keys = if self.keys.is_empty() {
            Vec::new()
        } else {
            extent.ones().map(|at| self.keys[at as usize]).collect()
        };
        Self { points: pick(&self.points), keys }
    }

    /// How many points it has.
    pub(super) fn len(&self) -> usize {
        self.points.len()
    }

    /// The sum of the members' keys.
    #[inline(always)]
    pub(super) fn key<B: Bits>(&self, extent: &B) -> Key {
        extent.ones().map(|at| self.keys[at as usize]).sum()
    }

    /// The members as rows of the context, ascending.
    pub(super) fn members<B: Bits>(&self, extent: &B, into: &mut Vec<PointId>) {
        into.clear();
        into.extend(extent.ones().map(|at| self.points[at as usize]));
    }
}

/// A set over the members of `extent` only, from a set over its universe.
#[inline(always)]
pub(super) fn project<B: Bits, C: Bits>(set: &B, extent: &B, size: usize) -> C {
    let mut small = C::empty(size);
    for (to, from) in extent.ones().enumerate() {
        if set.has(from) {
            small.insert(to as u32);
        }
    }
    small
}
