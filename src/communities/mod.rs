//! Communities: groups of clusters that overlap more among one another than with the rest, and the
//! share that each point has in them.
//!
//! The clusters are the [homes](crate::homes) of the points, two joined by as many points as both
//! hold; a community is a group of them with a higher modularity than any other way to move a
//! cluster or a group would give (`louvain`). How many there are is found. A point belongs to a
//! community by the share of the clusters around it that are of this community, so shares add up to
//! 1; a point in no such cluster is in no community. Communities are numbered from the one with
//! most points; of equally large ones, that with the smallest of the most central clusters first.
//!
//! Where clusters are more than 10,000, or overlap too much to be compared in about a
//! second, those that fewest points call their home are left out. Points with equal rows are one
//! object: every cluster holds all of them or none.

mod louvain;
mod shared;

pub use louvain::Separation;

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::base::ids::{ClassId, CommunityId, ConceptId, PointId};
use crate::base::points::Points;
use crate::cohesion::Cohesion;
use crate::context::clarified::Objects;
use crate::dataset::{Features, Origin};
use crate::purity::ClassCounter;

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
    let around: Vec<Vec<(u32, u32)>> = holding.iter().map(|held| counted(held, &groups)).collect();
    let mut sizes = vec![0_u32; count];
    for (object, groups) in PointId::first(n).zip(&around) {
        groups.iter().for_each(|&(group, _)| sizes[group as usize] += weight(object));
    }
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_unstable_by_key(|&group| (Reverse(sizes[group]), central[group]));
    let mut number = vec![CommunityId(0); count];
    CommunityId::first(count).zip(&order).for_each(|(id, &group)| number[group] = id);

    let shares = |around: &Vec<(u32, u32)>| {
        let all: u32 = around.iter().map(|(_, clusters)| clusters).sum();
        let share = |&(group, clusters): &(u32, u32)| {
            (number[group as usize], f64::from(clusters) / f64::from(all))
        };
        let mut shares: Vec<(CommunityId, f64)> = around.iter().map(share).collect();
        shares.sort_unstable_by_key(|&(id, _)| id);
        shares
    };
    let of_objects: Membership = around.iter().map(shares).collect();
    let mut inside: Vec<Vec<PointId>> = vec![Vec::new(); count];
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

/// The groups of some clusters, each with how many of them it has.
fn counted(clusters: &[u32], groups: &[u32]) -> Vec<(u32, u32)> {
    let mut found: Vec<u32> = clusters.iter().map(|&at| groups[at as usize]).collect();
    found.sort_unstable();
    found.chunk_by(|a, b| a == b).map(|same| (same[0], same.len() as u32)).collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::points::Classes;
    use crate::context::FormalContext;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// Communities of clusters that are given, of nine points with a class and a feature.
    fn found(sets: &[BTreeSet<u32>]) -> Found {
        let classes = Classes::from_labels(&["a", "a", "a", "a", "a", "b", "b", "b", "b"]);
        let points = Points::numbered(9, Some(classes));
        let values = (0..9).map(f64::from).collect();
        let features = Features { names: vec!["x".to_owned()], values };
        let context = FormalContext::new(Vec::new(), (0..9).map(|_| Vec::new()));
        let of = Described {
            origin: Origin::Ready,
            objects: Objects::single(&context),
            anchors: &[],
            points: &points,
            features: &features,
        };
        // Each cluster is the home of its first point that has none yet.
        let mut homes = vec![None; 9];
        for (at, set) in sets.iter().enumerate() {
            let free = set.iter().find(|&&point| homes[point as usize].is_none());
            if let Some(&point) = free {
                homes[point as usize] = Some(ConceptId(at as u32));
            }
        }
        let members = |id: &ConceptId| sets[id.index()].iter().copied().map(PointId).collect();
        find(&of, &homes, clusters(&homes).iter().map(members).collect())
    }

    proptest! {
        #[test]
        fn shares_are_those_of_the_clusters_around_a_point(
            sets in proptest::collection::vec(
                proptest::collection::btree_set(0..9u32, 1..6), 0..9,
            ),
        ) {
            let Found { communities, membership, .. } = found(&sets);
            let all = &communities.all;
            let mut listed: Vec<ConceptId> =
                all.iter().flat_map(|one| one.clusters.clone()).collect();
            listed.sort_unstable();
            prop_assert!(listed.is_sorted_by(|a, b| a < b), "a cluster is in one community");
            for (point, shares) in membership.iter().enumerate() {
                let holds = |id: &&ConceptId| sets[id.index()].contains(&(point as u32));
                let around = listed.iter().filter(holds).count();
                let mut expected = Vec::new();
                for (number, one) in CommunityId::first(all.len()).zip(all) {
                    let mine = one.clusters.iter().filter(holds).count();
                    if mine > 0 {
                        expected.push((number, mine as f64 / around as f64));
                    }
                }
                prop_assert_eq!(shares, &expected);
                let sum: f64 = shares.iter().map(|(_, share)| share).sum();
                prop_assert!(shares.is_empty() || (sum - 1.0).abs() < 1e-12);
            }
            prop_assert!(all.is_sorted_by_key(|one| (Reverse(one.points), one.central)));
            let inside = |id: CommunityId| -> BTreeSet<usize> {
                let is_in = |at: &usize| membership[*at].iter().any(|(other, _)| *other == id);
                (0..9).filter(is_in).collect()
            };
            for (id, one) in CommunityId::first(all.len()).zip(all) {
                prop_assert_eq!(one.points as usize, inside(id).len());
                prop_assert!(one.clusters.contains(&one.central));
            }
            let mut pairs = Vec::new();
            for one in CommunityId::first(all.len()) {
                for other in CommunityId::first(all.len()).filter(|&other| other > one) {
                    let (a, b) = (inside(one), inside(other));
                    let (points, either) = ((&a & &b).len() as u32, (&a | &b).len());
                    if points > 0 {
                        let jaccard = f64::from(points) / either as f64;
                        pairs.push(Overlap { one, other, points, jaccard });
                    }
                }
            }
            prop_assert_eq!(communities.overlaps, pairs);
        }
    }

    #[test]
    fn two_groups_and_a_point_between() {
        let set = |points: &[u32]| points.iter().copied().collect();
        let sets = [set(&[0, 1, 2]), set(&[1, 2, 3, 4]), set(&[4, 5, 6]), set(&[5, 6, 7])];
        let Found { communities, membership, separation } = found(&sets);
        let [one, other] = &communities.all[..] else { panic!("{communities:?}") };
        assert_eq!((one.points, other.points), (5, 4));
        assert_eq!((one.central, other.central), (ConceptId(1), ConceptId(2)));
        assert_eq!(one.majority_and_purity, Some((ClassId(0), 1.0)));
        assert_eq!(one.apart.as_deref(), Some("x 0.8 below"));
        assert_eq!(membership[4], [(CommunityId(0), 0.5), (CommunityId(1), 0.5)]);
        assert_eq!(membership[8], []);
        assert_eq!(communities.overlaps[0].jaccard, 1.0 / 8.0);
        // Twice 2 inside each of both, 1 between them; degrees 5 and 5.
        let expected = Separation { modularity: 30.0 / 100.0, crossing: Some(20.0 / 50.0) };
        assert_eq!(separation, Some(expected));
        assert_eq!(found(&[]), Found { membership: vec![Vec::new(); 9], ..Found::default() });
    }
}
