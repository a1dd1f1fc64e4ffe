//! Communities: groups of clusters that overlap more among one another than with the rest, and the
//! share that each point has in them.
//!
//! The clusters are the [homes](crate::homes) of the points, two joined by as many points as both
//! hold; a community is a group of them that stands further apart from the rest than any other way
//! to move a cluster or a group would give (`louvain`). How many there are is found.
//!
//! Of the clusters around a point some share is of each community. A point belongs to a community
//! by the mean of these shares over its neighbours, of which it is one: so a point between two
//! communities is seen to be there, though the few clusters around it may all be of one. Shares of
//! less than a fifth are left out, unless there is no other, and those that stay add up to 1. In a
//! ready context, where points have no neighbours, a point has the share of the clusters around it.
//! A point that no such cluster holds is in no community, and a group to which no point belongs is
//! none. Communities are numbered from the one with most points; of equally large ones, that with
//! the smallest of the most central clusters first.
//!
//! Where clusters are more than 10,000, or overlap too much to be compared in about a
//! second, those that fewest points call their home are left out. Points with equal rows are one
//! object: every cluster holds all of them or none.

mod louvain;
pub(crate) mod share;
mod shared;
#[cfg(test)]
mod tests;

pub use louvain::Separation;

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};

use crate::base::csr::Csr;
use crate::base::ids::{ClassId, CommunityId, ConceptId, PointId};
use crate::base::points::Points;
use crate::cohesion::Cohesion;
use crate::context::clarified::Objects;
use crate::dataset::{Features, Origin};
use crate::purity::ClassCounter;
use share::Shares;

/// This many features are named.
const NAMED: usize = 3;

/// A community.
#[derive(Clone, Debug, PartialEq)]
pub struct Community {
    /// How many points belong to it, by whatever share.
    pub points: u32,
    /// The cohesion of these points together ([`cohesion`](crate::cohesion)).
    pub cohesion: Option<f64>,
    /// The class that most of these points have, and its share; none without classes.
    pub majority_and_purity: Option<(ClassId, f64)>,
    /// Its cluster that shares most points with the others of it; of equal ones the larger, then
    /// the first.
    pub central: ConceptId,
    /// Its clusters, ascending.
    pub clusters: Vec<ConceptId>,
    /// The features whose mean over these points differs most from that over all, in words; none
    /// where none does.
    pub apart: Option<String>,
}

/// Two communities with points in both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Overlap {
    /// The one with the lower number.
    pub one: CommunityId,
    /// The other.
    pub other: CommunityId,
    /// How many points belong to both.
    pub points: u32,
    /// The share of these among the points that belong to either.
    pub jaccard: f64,
}

/// All communities of a graph.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Communities {
    /// By number: those with most points first.
    pub all: Vec<Community>,
    /// By number of the one, then of the other.
    pub overlaps: Vec<Overlap>,
}

/// Of each point, by row, the communities that it belongs to, by number, with its share in each.
pub type Membership = Vec<Vec<(CommunityId, f64)>>;

/// What was found in a graph.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// The communities.
    pub communities: Communities,
    /// Which points belong to them.
    pub membership: Membership,
    /// How far the communities stand apart; none where no cluster overlaps another.
    pub separation: Option<Separation>,
}

/// What communities are described by.
#[derive(Clone, Copy, Debug)]
pub struct Described<'a> {
    /// How the context was made.
    pub origin: Origin,
    /// Which point has which attribute, points with equal rows as one.
    pub(crate) objects: Objects<'a>,
    /// The points that the attributes are.
    pub anchors: &'a [PointId],
    /// The points, and their classes.
    pub points: &'a Points,
    /// The table behind them.
    pub features: &'a Features,
}

/// More clusters than this are not compared.
const MOST_CLUSTERS: usize = 10_000;

/// The clusters that most points call their home, most first; of equal ones the first.
pub fn clusters(homes: &[Option<ConceptId>]) -> Vec<ConceptId> {
    let mut calling: BTreeMap<ConceptId, u32> = BTreeMap::new();
    homes.iter().flatten().for_each(|&id| *calling.entry(id).or_default() += 1);
    let mut clusters: Vec<ConceptId> = calling.keys().copied().collect();
    clusters.sort_by_key(|id| (Reverse(calling[id]), *id));
    clusters.truncate(MOST_CLUSTERS);
    clusters
}

/// Finds the communities of the points with these homes; `members` are the objects of [`clusters`].
pub fn find(of: &Described<'_>, homes: &[Option<ConceptId>], members: Vec<Vec<PointId>>) -> Found {
    let Described { objects, .. } = of;
    let n = objects.context.objects();
    let weight = |object: PointId| objects.context.weight(object);
    let ids = clusters(homes);
    let fit = shared::affordable(n, &members);
    let mut kept: Vec<(ConceptId, Vec<PointId>)> = ids.into_iter().zip(members).take(fit).collect();
    kept.sort_unstable_by_key(|(id, _)| *id);
    let (ids, members): (Vec<ConceptId>, Vec<Vec<PointId>>) = kept.into_iter().unzip();

    let holding = shared::holding(n, &members);
    let graph = shared::graph(&members, &holding, |object| weight(object).into());
    let groups = graph.groups();
    let separation = graph.separation(&groups);
    let shares = shares(of, &holding, &groups);
    let count = groups.iter().max().map_or(0, |&last| last as usize + 1);

    // By group, in whatever order, until their sizes are known.
    let mut central: Vec<Option<((u64, u32), usize)>> = vec![None; count];
    let mut of_group: Vec<Vec<ConceptId>> = vec![Vec::new(); count];
    for (at, &group) in groups.iter().enumerate() {
        let within = |(other, _): &&(u32, u64)| groups[*other as usize] == group;
        let inside = graph.edges[at].iter().filter(within).map(|(_, weight)| weight).sum();
        let rank = (inside, objects.size(&members[at]));
        let best = &mut central[group as usize];
        if best.is_none_or(|(other, _)| rank > other) {
            *best = Some((rank, at));
        }
        of_group[group as usize].push(ids[at]);
    }
    let central: Vec<ConceptId> = central.into_iter().flatten().map(|(_, at)| ids[at]).collect();
    let mut sizes = vec![0_u32; count];
    for (object, shares) in PointId::first(n).zip(&shares) {
        shares.iter().for_each(|&(group, _)| sizes[group as usize] += weight(object));
    }
    let mut order: Vec<usize> = (0..count).filter(|&group| sizes[group] > 0).collect();
    order.sort_unstable_by_key(|&group| (Reverse(sizes[group]), central[group]));
    let mut number = vec![CommunityId(0); count];
    CommunityId::first(order.len()).zip(&order).for_each(|(id, &group)| number[group] = id);

    let numbered = |shares: Shares| {
        let share = |(group, share): (u32, f64)| (number[group as usize], share);
        let mut shares: Vec<(CommunityId, f64)> = shares.into_iter().map(share).collect();
        shares.sort_unstable_by_key(|&(id, _)| id);
        shares
    };
    let of_objects: Membership = shares.into_iter().map(numbered).collect();
    let mut inside: Vec<Vec<PointId>> = vec![Vec::new(); order.len()];
    for (object, shares) in PointId::first(n).zip(&of_objects) {
        shares.iter().for_each(|(id, _)| inside[id.index()].push(object));
    }
    let cohesion = Cohesion::of(*objects, of.origin, of.anchors);
    let counter = of.points.classes().map(|classes| ClassCounter::of(*objects, classes));
    let spreads: Vec<(f64, f64)> =
        (0..of.features.names.len()).map(|column| of.features.spread(column)).collect();
    let describe = |(&group, inside): (&usize, &Vec<PointId>)| {
        let counts = counter.as_ref().map(|counter| counter.of_objects(inside));
        Community {
            points: objects.size(inside),
            cohesion: cohesion.as_ref().and_then(|of| of.of_objects(inside)),
            majority_and_purity: counts.and_then(|counts| counts.majority_and_purity()),
            central: central[group],
            clusters: std::mem::take(&mut of_group[group]),
            apart: apart(of.features, &spreads, &objects.points(inside.clone())),
        }
    };
    let all: Vec<Community> = order.iter().zip(&inside).map(describe).collect();
    let overlaps = overlaps(&all, &of_objects, weight);
    let of_point = |point| of_objects[objects.of_point(point).index()].clone();
    let membership = of.points.ids().map(of_point).collect();
    Found { communities: Communities { all, overlaps }, membership, separation }
}

/// The shares of each object in groups of the clusters that hold them.
fn shares(of: &Described<'_>, holding: &Csr, groups: &[u32]) -> Vec<Shares> {
    let mut groups: Vec<Option<u32>> = groups.iter().copied().map(Some).collect();
    loop {
        let around =
            |held: &[u32]| share::of_clusters(held.iter().filter_map(|&at| groups[at as usize]));
        let around: Vec<Shares> = holding.iter().map(around).collect();
        let Origin::Neighbors { .. } = of.origin else { return around };
        let neighbor =
            |&attribute: &u32| &around[of.objects.of_point(of.anchors[attribute as usize]).index()];
        let share = |(row, own): (&[u32], &Shares)| match own.is_empty() {
            true => Shares::new(),
            false => share::of_neighbors(row.iter().map(neighbor)),
        };
        let shares: Vec<Shares> =
            of.objects.context.rows().iter().zip(&around).map(share).collect();
        let met: HashSet<u32> = shares.iter().flatten().map(|&(group, _)| group).collect();
        let is_empty = |group: &Option<u32>| group.is_some_and(|group| !met.contains(&group));
        if !groups.iter().any(is_empty) {
            return shares;
        }
        // No point belongs to some group, so its clusters do not count.
        groups.iter_mut().filter(|group| is_empty(group)).for_each(|group| *group = None);
    }
}

/// `petal_length 1.3 below, petal_width 1.3 below`: in standard deviations over all points.
fn apart(features: &Features, spreads: &[(f64, f64)], points: &[PointId]) -> Option<String> {
    let word = |&(column, apart): &(usize, f64)| {
        let side = if apart < 0.0 { "below" } else { "above" };
        format!("{} {:.1} {side}", features.names[column], apart.abs())
    };
    let telling = features.telling_beside(points, spreads, NAMED);
    (!telling.is_empty()).then(|| telling.iter().map(word).collect::<Vec<_>>().join(", "))
}

/// What communities have in common, from those of each object.
fn overlaps(
    all: &[Community],
    of_objects: &Membership,
    weight: impl Fn(PointId) -> u32,
) -> Vec<Overlap> {
    let mut both: BTreeMap<(CommunityId, CommunityId), u32> = BTreeMap::new();
    for (object, shares) in PointId::first(of_objects.len()).zip(of_objects) {
        for (at, &(one, _)) in shares.iter().enumerate() {
            for &(other, _) in &shares[at + 1..] {
                *both.entry((one, other)).or_default() += weight(object);
            }
        }
    }
    let overlap = |((one, other), points): ((CommunityId, CommunityId), u32)| {
        let either = all[one.index()].points + all[other.index()].points - points;
        Overlap { one, other, points, jaccard: f64::from(points) / f64::from(either) }
    };
    both.into_iter().map(overlap).collect()
}
