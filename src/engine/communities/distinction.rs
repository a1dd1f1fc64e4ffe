//! The differences that tell a community from its neighbours in the tree.

use std::collections::BTreeSet;

use super::{Communities, Level, Membership, collect_members};
use crate::base::ids::{CommunityId, PointId};
use crate::differences::{
    Difference, MeasuredColumns, select_distinctive, select_notable, share_column,
};

/// The number of differences up to which differences from like communities are added.
const MAX_DIFFERENCES: usize = 3;

impl Communities {
    /// Returns the points of each community, ascending.
    pub fn all_members(&self, membership: &Membership) -> Vec<Vec<PointId>> {
        collect_members(membership, self.all.len(), |shares| self.containing(shares))
    }

    /// Returns the differences that set a community apart; `members` are the points of all.
    ///
    /// The community is compared with all points and with the rest of its parent. While other
    /// groups, or other parts of the group, have none of these differences from it, a difference
    /// from these is added.
    pub fn distinctive_differences<'a>(
        &self,
        columns: &MeasuredColumns<'a>,
        members: &[Vec<PointId>],
        id: CommunityId,
    ) -> Vec<Difference<'a>> {
        let (one, points) = (&self.all[id.index()], &members[id.index()]);
        let Some(parent) = one.parent else {
            return columns.distinctive_differences(points, &[]);
        };
        let from_all = columns.differences_from_all(points);
        let outside = |others: &[PointId]| {
            let is_other = |point: &&PointId| points.binary_search(point).is_err();
            others.iter().filter(is_other).copied().collect::<Vec<_>>()
        };
        let rest = outside(&members[parent.index()]);
        let from_rest = columns.notable_differences_between(points, &rest);
        let mut found = select_distinctive(from_all.clone(), from_rest);
        let siblings = self.all.iter().zip(members).filter(|(other, _)| {
            other.level == one.level
                && (one.level == Level::Group
                    || one.level == Level::Part && other.parent == one.parent)
        });
        let siblings = siblings.map(|(_, others)| outside(others)).filter(|some| !some.is_empty());
        let siblings: Vec<(Vec<PointId>, Vec<Difference<'_>>)> = siblings
            .map(|others| {
                let between = columns.notable_differences_between(points, &others);
                (others, between)
            })
            .collect();
        for place in 1..MAX_DIFFERENCES {
            let alike = siblings.iter().filter(|(_, between)| !share_column(&found, between));
            let alike: BTreeSet<PointId> = alike.flat_map(|(others, _)| others).copied().collect();
            if alike.is_empty() {
                break;
            }
            let alike: Vec<PointId> = alike.into_iter().collect();
            let between = columns.notable_differences_between(points, &alike);
            let differences = select_distinctive(from_all.clone(), between.clone());
            let next = differences.into_iter().next();
            let is_from_these =
                |next: &Difference<'_>| share_column(std::slice::from_ref(next), &between);
            let Some(next) = next.filter(is_from_these) else { break };
            found.retain(|one| !one.is_in_column_of(&next));
            found.insert(place.min(found.len()), next);
            found = select_notable(found, 1).collect();
        }
        found
    }
}
