//! Every two points meet: where no cluster but that of all points holds some points, the smallest
//! community to which all of them belong says more.

use std::sync::Arc;

use super::cells;
use crate::base::ids::{CommunityId, PointId};
use crate::base::points::Points;
use crate::base::rows::Value;
use crate::communities::{Communities, Membership};
use crate::store::{LatticeStore, Result};

/// The communities of a graph, in which points meet.
pub(super) struct Meeting {
    communities: Arc<Communities>,
    membership: Arc<Membership>,
}

impl Meeting {
    /// Those of that store.
    ///
    /// # Errors
    /// A failure of the store.
    pub(super) fn of(store: &dyn LatticeStore) -> Result<Self> {
        Ok(Self { communities: store.communities()?, membership: store.membership()? })
    }

    /// The communities with fewer points than all to which all of these points belong, smallest
    /// first.
    pub(super) fn holding(&self, points: &[PointId]) -> Vec<CommunityId> {
        let shares = points.iter().map(|point| &self.membership[point.index()][..]);
        let mut common = self.communities.common(shares);
        common.retain(|&id| (self.points(id) as usize) < self.membership.len());
        common
    }

    /// How many points belong to one.
    pub(super) fn points(&self, id: CommunityId) -> u32 {
        self.communities.all[id.index()].points
    }

    /// Its row, in the form of a cluster's.
    pub(super) fn row(&self, id: CommunityId, points: &Points) -> Vec<Value> {
        cells::community(points, &self.communities.all[id.index()])
    }
}
