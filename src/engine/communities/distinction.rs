//! The differences that tell a community from its neighbours in the tree.

use std::collections::BTreeSet;

use super::{Communities, Level, Membership};
use crate::base::ids::{CommunityId, PointId};
use crate::differences::{Difference, MeasuredColumns, select_notable};

/// The number of differences up to which those from communities that read alike are added.
const MAX_DIFFERENCES: usize = 3;

impl Communities {
    /// Returns the points of each community, ascending.
    pub fn all_members(&self, membership: &Membership) -> Vec<Vec<PointId>> {
        let mut members = vec![Vec::new(); self.all.len()];
        for (point, shares) in PointId::first(membership.len()).zip(membership) {
            self.containing(shares).into_iter().for_each(|id| members[id.index()].push(point));
        }
        members
    }

    /// Returns the differences that set a community apart; `members` are the points of all.
    ///
    /// The community is compared with all points and with the rest of its parent. As long as
    /// groups, or parts of one group, would read as it does, the next difference is that from
    /// these.
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
        let outside = |others: &[PointId]| {
            let is_other = |point: &&PointId| points.binary_search(point).is_err();
            others.iter().filter(is_other).copied().collect::<Vec<_>>()
        };
        let mut found = columns.distinctive_differences(points, &outside(&members[parent.index()]));
        let siblings = self.all.iter().zip(members).filter(|(other, _)| {
            other.level == one.level
                && (one.level == Level::Group
                    || one.level == Level::Part && other.parent == one.parent)
        });
        let siblings: Vec<Vec<PointId>> =
            siblings.map(|(_, others)| outside(others)).filter(|some| !some.is_empty()).collect();
        for place in 1..MAX_DIFFERENCES {
            let alike =
                siblings.iter().filter(|others| !columns.tell_apart(&found, points, others));
            let alike: BTreeSet<PointId> = alike.flatten().copied().collect();
            let alike: Vec<PointId> = alike.into_iter().collect();
            let differences = columns.distinctive_differences(points, &alike);
            let Some(next) = differences.into_iter().next().filter(|next| {
                !alike.is_empty() && columns.tell_apart(std::slice::from_ref(next), points, &alike)
            }) else {
                break;
            };
            found.retain(|one| !one.is_in_column_of(&next));
            found.insert(place.min(found.len()), next);
            found = select_notable(found, 1).collect();
        }
        found
    }
}
