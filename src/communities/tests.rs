//! Communities against their definition.

use super::*;
use crate::base::points::Classes;
use crate::context::FormalContext;
use crate::knn::{Metric, Scale};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Communities of clusters that are given, of nine points with a class and a feature, and with
/// neighbours in a table's graph.
fn found_with(sets: &[BTreeSet<u32>], neighbors: Option<&[BTreeSet<u32>]>) -> Found {
    let classes = Classes::from_labels(&["a", "a", "a", "a", "a", "b", "b", "b", "b"]);
    let points = Points::numbered(9, Some(classes));
    let values = (0..9).map(f64::from).collect();
    let features = Features { names: vec!["x".to_owned()], values };
    let names = (0..9).map(|at| at.to_string()).collect();
    let row = |at: usize| {
        neighbors.map_or(Vec::new(), |rows| rows[at].iter().copied().collect::<Vec<u32>>())
    };
    let context = FormalContext::new(names, (0..9).map(row));
    let anchors: Vec<PointId> = points.ids().collect();
    let of_table =
        Origin::Neighbors { k: 3, metric: Metric::Euclidean, scale: Scale::None, anchors: None };
    let of = Described {
        origin: neighbors.map_or(Origin::Ready, |_| of_table),
        objects: Objects::single(&context),
        anchors: &anchors,
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

fn found(sets: &[BTreeSet<u32>]) -> Found {
    found_with(sets, None)
}

proptest! {
    #[test]
    fn shares_are_means_over_neighbors(
        sets in proptest::collection::vec(
            proptest::collection::btree_set(0..9u32, 1..6), 0..9,
        ),
        rows in proptest::collection::vec(proptest::collection::btree_set(0..9u32, 1..4), 9),
    ) {
        let Found { communities, membership, .. } = found_with(&sets, Some(&rows));
        let all = &communities.all;
        // Of the clusters around a point, the share of each community.
        let around = |point: u32| {
            let holds = |id: &&ConceptId| sets[id.index()].contains(&point);
            let of = |one: &Community| one.clusters.iter().filter(holds).count() as f64;
            let counts: Vec<f64> = all.iter().map(of).collect();
            let sum: f64 = counts.iter().sum();
            (sum > 0.0).then(|| counts.iter().map(|count| count / sum).collect::<Vec<_>>())
        };
        for ((point, row), shares) in (0..).zip(&rows).zip(&membership) {
            if around(point).is_none() {
                prop_assert!(shares.is_empty());
                continue;
            }
            let near: Vec<Vec<f64>> = row.iter().filter_map(|&point| around(point)).collect();
            let sum = |at: usize| near.iter().map(|of| of[at]).sum::<f64>();
            let mut sums: Vec<f64> = (0..all.len()).map(sum).collect();
            let fifth = 0.2 * near.len() as f64;
            if sums.iter().any(|&sum| sum >= fifth) {
                sums.iter_mut().filter(|sum| **sum < fifth).for_each(|sum| *sum = 0.0);
            }
            let total: f64 = sums.iter().sum();
            for (id, sum) in CommunityId::first(all.len()).zip(sums) {
                let share = shares.iter().find(|(other, _)| *other == id).map_or(0.0, |s| s.1);
                let expected = if near.is_empty() { 0.0 } else { sum / total };
                prop_assert!((share - expected).abs() < 1e-12, "{shares:?} {expected}");
            }
        }
        prop_assert!(all.iter().all(|one| one.points > 0));
    }

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
