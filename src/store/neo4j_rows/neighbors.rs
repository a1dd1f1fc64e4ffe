//! The neighbours of points, nearest first.
//!
//! That a point is among its own neighbours is no relationship, which would be a loop at nearly
//! every point, but its property `ownNeighbor`.

use std::ops::Range;

use super::block::{Block, Column};
use super::source::{GraphRows, ties};
use crate::base::ids::PointId;

impl GraphRows<'_> {
    /// Whether a point counts among its own neighbours; none in a ready context.
    pub(super) fn is_own_neighbor(&self, point: PointId) -> Option<bool> {
        let attribute = self.stored.anchors.binary_search(&point).ok();
        let row = self.stored.context.rows().get(point.index());
        let is_own = attribute.is_some_and(|at| row.binary_search(&(at as u32)).is_ok());
        self.stored.is_neighbor_graph().then_some(is_own)
    }

    /// The other neighbours of points, each with its rank from 1 and its distance, where these are
    /// known.
    pub(super) fn neighbors(&self, range: &Range<u32>) -> Block {
        let space = self.space.as_ref();
        let (mut pairs, mut ranks, mut distances) = (Vec::new(), Vec::new(), Vec::new());
        for point in range.clone().map(PointId) {
            let row = self.stored.context.rows().get(point.index());
            let others = row.iter().map(|&at| self.stored.anchors[at as usize]);
            let far = |other: PointId| {
                space.map(|space| space.true_distance(point.index(), other.index()))
            };
            let mut others: Vec<_> =
                others.filter(|&other| other != point).map(|other| (far(other), other)).collect();
            others.sort_by(|(far, one), (its, other)| {
                far.unwrap_or_default().total_cmp(&its.unwrap_or_default()).then(one.cmp(other))
            });
            for (rank, (far, other)) in (1..).zip(others) {
                pairs.push((point.number(), other.number()));
                ranks.push(far.map(|_| rank));
                distances.push(far);
            }
        }
        let columns = vec![Column::long("rank", ranks), Column::double("distance", distances)];
        Block { columns, ..ties(pairs) }
    }
}
