//! The names of communities in a graph that is built again from its points and more.

use super::MATCH;
use super::groups::{Group, holding};
use crate::base::ids::CommunityId;
use crate::base::points::Points;
use crate::communities::{Communities, Level, Membership};
use crate::graph::ConceptGraph;
use crate::store::{LatticeStore, Result};

/// The numbers with which the communities of a graph are called as in an earlier one: a group that
/// matches one of the earlier graph has its number, any other one a number behind those of the
/// earlier graph. Parts likewise within groups that match.
///
/// # Errors
/// A failure of the store.
pub fn kept_numbers(before: &dyn LatticeStore, after: &ConceptGraph) -> Result<Vec<u32>> {
    let points = &before.stored_context()?.points;
    let mut here = vec![None; after.points.len()];
    for (number, point) in (0..).zip(points.ids()) {
        if let Some(same) = after.points.find(points.name(point)) {
            here[same.index()] = Some(number);
        }
    }
    let there: Vec<Option<u32>> = (0..points.len() as u32).map(Some).collect();
    let (old, membership) = (before.communities()?, before.membership()?);
    let found = after.communities();
    let (old, new) = (
        Side {
            all: &old,
            numbers: old.numbers(),
            groups: groups(&old, &membership, points, &there),
        },
        Side {
            all: &found.communities,
            numbers: found.communities.numbers(),
            groups: groups(&found.communities, &found.membership, &after.points, &here),
        },
    );
    let mut numbers = vec![0; new.all.all.len()];
    let [ones, others] = [&old, &new].map(|side| ids(side.all.groups().len()));
    for (one, other) in old.matched(&ones, &new, &others, &mut numbers) {
        let parts = |side: &Side<'_>, group| side.all.parts(group).map(|(id, _)| id).collect();
        let ones: Vec<CommunityId> = one.map(|group| parts(&old, group)).unwrap_or_default();
        old.matched(&ones, &new, &parts(&new, other), &mut numbers);
    }
    Ok(numbers)
}

fn ids(count: usize) -> Vec<CommunityId> {
    CommunityId::first(count).collect()
}

/// The communities of a graph as groups of points; joins have none.
fn groups(
    all: &Communities,
    membership: &Membership,
    points: &Points,
    numbers: &[Option<u32>],
) -> Vec<Group> {
    let mut members = vec![Vec::new(); all.all.len()];
    for (point, shares) in points.ids().zip(membership) {
        shares.iter().for_each(|(id, _)| members[id.index()].push(point));
    }
    let of = all.all.iter().zip(&members);
    of.filter(|(one, _)| one.level != Level::Join)
        .map(|(one, members)| Group::new(one.name.clone(), members, points, numbers))
        .collect()
}

struct Side<'a> {
    all: &'a Communities,
    numbers: Vec<u32>,
    groups: Vec<Group>,
}

impl Side<'_> {
    /// Gives each of some new communities the number of the one of these that it matches best, or
    /// the next; returns which one that is.
    fn matched(
        &self,
        ones: &[CommunityId],
        new: &Self,
        others: &[CommunityId],
        numbers: &mut [u32],
    ) -> Vec<(Option<CommunityId>, CommunityId)> {
        let group = |side: &Self, id: &CommunityId| side.groups[id.index()].clone();
        let all: Vec<Group> = others.iter().map(|id| group(new, id)).collect();
        let holding = holding(&all);
        let best = |&one: &CommunityId| match group(self, &one).best(&all, &holding) {
            (Some(at), _, jaccard) if jaccard > MATCH => Some((jaccard, one, at)),
            _ => None,
        };
        let mut pairs: Vec<(f64, CommunityId, usize)> = ones.iter().filter_map(best).collect();
        // Groups that share points may match the same one.
        pairs.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut matches = vec![None; others.len()];
        for (_, one, at) in pairs {
            matches[at].get_or_insert(one);
        }
        let mut next = ones.iter().map(|one| self.numbers[one.index()]).max().unwrap_or(0);
        for (matched, other) in matches.iter().zip(others) {
            numbers[other.index()] = match matched {
                Some(one) => self.numbers[one.index()],
                None => {
                    next = next.saturating_add(1);
                    next
                }
            };
        }
        matches.into_iter().zip(others.iter().copied()).collect()
    }
}
