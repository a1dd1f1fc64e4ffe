//! Answers about communities.

use super::{Asked, Found, Table, rows};
use crate::base::ids::{CommunityId, PointId};
use crate::base::rows::Value;
use crate::communities::{Communities, Community, Membership};
use crate::query::error::Error;

/// A point between two communities.
struct Split {
    /// The smaller share times the separation of the two.
    rank: f64,
    point: PointId,
    /// The larger share, then the smaller one.
    two: [(CommunityId, f64); 2],
    separation: Option<f64>,
}

impl Asked<'_> {
    /// The communities, smaller than the whole, to which all of these points belong, smallest
    /// first, in the form of clusters.
    pub(super) fn common_communities(&self, points: &[PointId]) -> Result<Table, Error> {
        let (communities, membership) = (self.store.communities()?, self.store.membership()?);
        let smaller = smaller_with_all(&communities, &membership, points);
        Ok(smaller.map(|one| rows::community(self.points(), one)).collect())
    }

    pub(super) fn communities(&self, most: u64) -> Found {
        let communities = self.dictionary.communities();
        let class_name = |class| {
            let classes = self.points().classes();
            classes.map_or(Value::Null, |classes| Value::text(classes.name(class)))
        };
        let row = |one: &Community| {
            let text = |text: Option<&str>| text.map_or(Value::Null, Value::text);
            let majority = one.majority_and_purity;
            vec![
                Value::text(&one.name),
                Value::text(&one.title),
                Value::count(one.points),
                Value::real(majority.map(|(_, purity)| purity)),
                majority.map_or(Value::Null, |(class, _)| class_name(class)),
                Value::real(one.separation),
                Value::text(one.level.to_string()),
                text(one.parent.map(|id| communities.name(id))),
                Value::count(one.touching),
                Value::real(one.cohesion),
                one.cluster.map_or(Value::Null, |id| Value::text(id.to_string())),
                text(one.apart.as_deref()),
            ]
        };
        let all = &communities.all;
        Found::first_of(all.len(), all.iter().take(most as usize).map(row).collect())
    }

    /// The community that one lies in next, or those that lie in it next, in the form of clusters.
    pub(super) fn next_to(&self, is_meant: impl Fn(CommunityId, &Community) -> bool) -> Table {
        let all = &self.dictionary.communities().all;
        let meant = CommunityId::first(all.len()).zip(all).filter(|(id, one)| is_meant(*id, one));
        meant.map(|(_, one)| rows::community(self.points(), one)).collect()
    }

    /// The points of one with their shares.
    pub(super) fn community(&self, id: CommunityId, most: u64) -> Result<Found, Error> {
        let mut held = self.dictionary.communities().points(&*self.store.membership()?, id);
        held.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        let row = |&(point, share): &(PointId, f64)| {
            [&self.point(point)[..], &[Value::real(Some(share))]].concat()
        };
        Ok(Found::first_of(held.len(), held.iter().take(most as usize).map(row).collect()))
    }

    pub(super) fn membership(&self, only: Option<PointId>) -> Result<Table, Error> {
        let (communities, membership) = (self.store.communities()?, self.store.membership()?);
        let mut rows = Table::new();
        for (point, shares) in PointId::first(membership.len()).zip(&*membership) {
            if only.is_some_and(|only| only != point) {
                continue;
            }
            let level = |id: CommunityId| communities.all[id.index()].level.to_string();
            let mut shares = shares.clone();
            shares.sort_by(|(one, share), (other, its)| {
                level(*one).cmp(&level(*other)).then(its.total_cmp(share)).then(one.cmp(other))
            });
            let cells = shares.iter().map(|&(id, share)| {
                let name = Value::text(communities.name(id));
                [name, Value::text(level(id)), Value::real(Some(share))]
            });
            let none = shares.is_empty().then_some([Value::Null, Value::Null, Value::Null]);
            rows.extend(cells.chain(none).map(|cells| [&self.point(point)[..], &cells].concat()));
        }
        Ok(rows)
    }

    /// Points between two communities, or between any two groups: the smaller share counts times
    /// the separation of the two.
    pub(super) fn between(&self, two: Option<[CommunityId; 2]>, most: u64) -> Result<Found, Error> {
        let (communities, membership) = (self.dictionary.communities(), self.store.membership()?);
        let mut shares: Vec<Vec<(CommunityId, f64)>> = vec![Vec::new(); membership.len()];
        let groups = || CommunityId::first(communities.groups().len()).collect();
        for id in two.map_or_else(groups, |two| two.to_vec()) {
            for (point, share) in communities.points(&membership, id) {
                shares[point.index()].push((id, share));
            }
        }
        let mut found: Vec<Split> = Vec::new();
        for (point, shares) in PointId::first(membership.len()).zip(&mut shares) {
            shares.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
            let [one, other, ..] = shares[..] else { continue };
            let separation = separation(communities, one.0, other.0);
            let rank = other.1 * separation.unwrap_or(1.0);
            found.push(Split { rank, point, two: [one, other], separation });
        }
        // Sorted by a stable sort: of equal ones the first point.
        found.sort_by(|one, other| other.rank.total_cmp(&one.rank));
        let row = |split: &Split| {
            let mut row = self.point(split.point);
            for (id, share) in split.two {
                row.extend([Value::text(communities.name(id)), Value::real(Some(share))]);
            }
            row.push(Value::real(split.separation));
            row
        };
        Ok(Found::first_of(found.len(), found.iter().take(most as usize).map(row).collect()))
    }
}

/// The communities with fewer points than all to which all of some points belong, smallest first.
pub(super) fn smaller_with_all<'c>(
    communities: &'c Communities,
    membership: &Membership,
    points: &[PointId],
) -> impl Iterator<Item = &'c Community> {
    let (all, shares) =
        (membership.len(), points.iter().map(|point| &membership[point.index()][..]));
    let common = communities.common(shares).into_iter().map(|id| &communities.all[id.index()]);
    common.filter(move |one| (one.points as usize) < all)
}

/// How far two groups stand apart; none where they do not touch.
pub(super) fn separation(
    communities: &Communities,
    one: CommunityId,
    other: CommunityId,
) -> Option<f64> {
    let (one, other) = (one.min(other), one.max(other));
    let overlaps = communities.overlaps.iter();
    overlaps.filter(|two| two.one == one && two.other == other).map(|two| two.separation).next()
}
