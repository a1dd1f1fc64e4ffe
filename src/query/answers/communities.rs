//! Answers about communities.

use std::collections::BTreeMap;

use super::{Asked, Table, rows};
use crate::base::ids::{CommunityId, ConceptId, PointId};
use crate::base::rows::Value;
use crate::communities::{Communities, Community, Level, Membership};
use crate::query::error::Error;
use crate::store::Concept;

/// In nine digits, so that the order of a sum makes no difference.
fn rounded(share: f64) -> f64 {
    (share * 1e9).round() / 1e9
}

impl Asked<'_> {
    /// The communities, smaller than the whole, to which all of these points belong, smallest
    /// first, in the form of clusters.
    pub(super) fn common_communities(&self, points: &[PointId]) -> Result<Table, Error> {
        let (communities, membership) = (self.store.communities()?, self.store.membership()?);
        let smaller = smaller_with_all(&communities, &membership, points);
        Ok(smaller.map(|one| rows::community(self.lattice.points(), one)).collect())
    }

    pub(super) fn communities(&self, most: u64) -> Result<Table, Error> {
        let communities = self.store.communities()?;
        let class_name = |class| {
            let classes = self.lattice.points().classes();
            classes.map_or(Value::Null, |classes| Value::text(classes.name(class)))
        };
        let row = |one: &Community| {
            let text = |text: Option<&str>| text.map_or(Value::Null, Value::text);
            let majority = one.majority_and_purity;
            vec![
                Value::text(&one.name),
                Value::text(one.level.to_string()),
                text(one.parent.map(|id| communities.name(id))),
                Value::count(one.points),
                Value::real(one.separation),
                Value::count(one.touching),
                Value::real(one.cohesion),
                Value::real(majority.map(|(_, purity)| purity)),
                majority.map_or(Value::Null, |(class, _)| class_name(class)),
                one.cluster.map_or(Value::Null, |id| Value::text(id.to_string())),
                text(one.apart.as_deref()),
            ]
        };
        Ok(communities.all.iter().take(most as usize).map(row).collect())
    }

    /// The points of one with their shares: of a join the sum of those in its groups.
    pub(super) fn community(&self, word: &str, most: u64) -> Result<Table, Error> {
        let communities = self.store.communities()?;
        let id = self.dictionary.community(&communities, word)?;
        let is_group = |other: CommunityId| communities.all[other.index()].level == Level::Group;
        // The parts of a group have no more than the group.
        let counts = |other: CommunityId| {
            other == id || is_group(other) && communities.upwards(other).any(|above| above == id)
        };
        let counting: Vec<bool> = CommunityId::first(communities.all.len()).map(counts).collect();
        let mut held: Vec<(PointId, f64)> = Vec::new();
        let membership = self.store.membership()?;
        for (point, shares) in PointId::first(membership.len()).zip(&*membership) {
            let mut inside = shares.iter().filter(|(other, _)| counting[other.index()]).peekable();
            if inside.peek().is_some() {
                held.push((point, rounded(inside.map(|&(_, share)| share).sum())));
            }
        }
        held.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        let row = |&(point, share): &(PointId, f64)| {
            [&self.point(point)[..], &[Value::real(Some(share))]].concat()
        };
        Ok(held.iter().take(most as usize).map(row).collect())
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

    /// Points between two groups: the smaller share counts times the separation of the two.
    pub(super) fn border(&self, most: u64) -> Result<Table, Error> {
        let (communities, membership) = (self.store.communities()?, self.store.membership()?);
        let mut found: Vec<(f64, Vec<Value>)> = Vec::new();
        for (point, shares) in PointId::first(membership.len()).zip(&*membership) {
            let is_group = |id: CommunityId| communities.all[id.index()].level == Level::Group;
            let mut groups: Vec<_> =
                shares.iter().filter(|(id, share)| is_group(*id) && *share < 1.0).collect();
            groups.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
            let [one, other, ..] = groups[..] else { continue };
            let separation = separation(&communities, one.0, other.0).unwrap_or(1.0);
            let mut row = self.point(point);
            for (id, share) in [one, other] {
                row.extend([Value::text(communities.name(*id)), Value::real(Some(*share))]);
            }
            row.push(Value::real(Some(separation)));
            found.push((other.1 * separation, row));
        }
        found.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        Ok(found.into_iter().take(most as usize).map(|(_, row)| row).collect())
    }

    /// The points in both of two, with their homes.
    pub(super) fn bridge(&self, one: &str, other: &str, most: u64) -> Result<Table, Error> {
        let communities = self.store.communities()?;
        let id = |word| self.dictionary.community(&communities, word);
        let (one, other) = (id(one)?, id(other)?);
        let separation = Value::real(separation(&communities, one, other));
        let membership = self.store.membership()?;
        let mut both: Vec<(PointId, f64, f64)> = Vec::new();
        for (point, shares) in PointId::first(membership.len()).zip(&*membership) {
            let share = |of| shares.iter().find(|(id, _)| *id == of).map(|&(_, share)| share);
            both.extend(share(one).zip(share(other)).map(|(one, other)| (point, one, other)));
        }
        // Sorted by a stable sort: of equal ones the first point.
        both.sort_by(|one, other| other.1.min(other.2).total_cmp(&one.1.min(one.2)));
        both.truncate(most as usize);
        let homes = self.store.homes()?;
        let home = |point: PointId| homes.get(point.index()).copied().flatten();
        let ids: Vec<ConceptId> = both.iter().filter_map(|&(point, ..)| home(point)).collect();
        let concepts: BTreeMap<ConceptId, Concept> =
            self.store.concepts(&ids)?.into_iter().map(|concept| (concept.id, concept)).collect();
        let row = |(point, share, other): (PointId, f64, f64)| {
            let mut row = self.point(point);
            row.extend([Value::real(Some(share)), Value::real(Some(other)), separation.clone()]);
            let home = home(point).and_then(|id| concepts.get(&id).cloned());
            row.extend(home.map_or(vec![Value::Null; 5], |home| self.row(home)));
            row
        };
        Ok(both.into_iter().map(row).collect())
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
fn separation(communities: &Communities, one: CommunityId, other: CommunityId) -> Option<f64> {
    let (one, other) = (one.min(other), one.max(other));
    let overlaps = communities.overlaps.iter();
    overlaps.filter(|two| two.one == one && two.other == other).map(|two| two.separation).next()
}
