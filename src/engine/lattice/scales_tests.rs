//! Tests that compare clusters of every scale with their definition, by sets.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::tests::{check, contexts};
use super::{Lattice, Scales, attributes_by_support};
use crate::base::csr::Csr;
use crate::base::ids::{ConceptId, PointId};
use crate::base::progress::Progress;
use crate::context::FormalContext;
use crate::dataset::Dataset;
use crate::knn::{Metric, Scale, tests::table};

type PointSet = BTreeSet<PointId>;

fn octave(size: usize) -> u32 {
    (0..).find(|&e| size <= 1 << e).expect("sizes are finite")
}

fn jaccard(one: &PointSet, other: &PointSet) -> f64 {
    one.intersection(other).count() as f64 / one.union(other).count() as f64
}

fn count_held(kept: &[(PointSet, PointId)], candidate: &PointSet) -> usize {
    let peers = kept.iter().filter(|(set, _)| octave(set.len()) == octave(candidate.len()));
    peers.map(|(set, _)| set.intersection(candidate).count()).sum()
}

/// Returns the kept clusters, each with the point whose attributes define it, from the largest on.
fn by_definition(context: &FormalContext, order: &Csr, scales: Scales) -> Vec<(PointSet, PointId)> {
    let rows = context.rows();
    let is_first = |p: &PointId| (0..p.index()).all(|q| rows.get(q) != rows.get(p.index()));
    let mut candidates: Vec<(PointSet, PointId)> = Vec::new();
    for p in PointId::first(context.object_count()).filter(is_first) {
        let list = order.get(p.index());
        let extents: Vec<PointSet> =
            (1..=list.len()).map(|m| context.extent_of(&list[..m]).into_iter().collect()).collect();
        let mut largest: BTreeMap<u32, &PointSet> = BTreeMap::new();
        for extent in &extents {
            largest.entry(octave(extent.len())).or_insert(extent);
        }
        let levels = extents.first().into_iter().chain(largest.into_values()).chain(extents.last());
        for level in levels {
            if !candidates.contains(&(level.clone(), p)) {
                candidates.push((level.clone(), p));
            }
        }
    }
    candidates.sort_by_key(|(set, p)| (std::cmp::Reverse(set.len()), *p));
    let mut kept: Vec<(PointSet, PointId)> = Vec::new();
    for (set, p) in &candidates {
        let is_copy = || kept.iter().any(|(other, _)| jaccard(other, set) >= scales.min_jaccard);
        let is_full = || count_held(&kept, set) as f64 >= scales.quota * set.len() as f64;
        if set.len() == 1 || !is_copy() && !is_full() {
            kept.push((set.clone(), *p));
        }
    }
    kept
}

fn compare(context: &FormalContext, order: &Csr, scales: Scales) -> Result<(), TestCaseError> {
    let progress = Progress::default();
    let lattice = Lattice::from_scales(context, order, scales, &progress).unwrap();
    check(&lattice, context)?;
    let kept = by_definition(context, order, scales);
    let found: Vec<Vec<PointId>> = lattice.ids().map(|id| lattice.members.points(id)).collect();
    let all: PointSet = PointId::first(context.object_count()).collect();
    let mut wanted: Vec<Vec<PointId>> = kept
        .iter()
        .map(|(set, _)| set)
        .chain((!kept.iter().any(|(set, _)| *set == all)).then_some(&all))
        .map(|set| set.iter().copied().collect())
        .collect();
    wanted.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    prop_assert_eq!(&found, &wanted);
    // Covers are the Hasse diagram of the kept clusters.
    let sets: Vec<PointSet> = found.iter().map(|list| list.iter().copied().collect()).collect();
    let below = |a: usize, b: usize| a != b && sets[a].is_subset(&sets[b]);
    for (a, id) in lattice.ids().enumerate() {
        let covers = (0..sets.len())
            .filter(|&b| below(a, b) && !(0..sets.len()).any(|c| below(a, c) && below(c, b)));
        prop_assert!(lattice.covers.upper(id).map(ConceptId::index).eq(covers));
    }
    // The centre is the point whose attributes define the cluster.
    let centers = lattice.centers(context, Some(&[]));
    for (set, p) in &kept {
        let at = sets.iter().position(|other| other == set).expect("it is kept");
        prop_assert_eq!(centers[at], Some(*p));
    }
    Ok(())
}

fn any_scales() -> impl Strategy<Value = Scales> {
    let quota = prop_oneof![Just(f64::INFINITY), Just(3.0), Just(1.0), Just(0.4)];
    (prop_oneof![Just(1.0), Just(0.8), Just(0.5)], quota)
        .prop_map(|(likeness, quota)| Scales { min_jaccard: likeness, quota })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]
    #[test]
    fn clusters_of_a_ready_context_are_those_of_the_definition(
        context in contexts(),
        scales in any_scales(),
    ) {
        compare(&context, &attributes_by_support(&context), scales)?;
    }

    #[test]
    fn clusters_of_neighbours_are_those_of_the_definition(
        values in proptest::collection::vec((0..12).prop_map(f64::from), 4..60),
        k in 1..12usize,
        anchors in proptest::option::of(2..20usize),
        scales in any_scales(),
    ) {
        let table = table(2, values[..values.len() / 2 * 2].to_vec());
        let n = table.points().len();
        let k = k.min(anchors.unwrap_or(n).min(n));
        let (metric, scale) = (Metric::Euclidean, Scale::None);
        let dataset = Dataset::with_anchors("g", &table, anchors, k, metric, scale).unwrap();
        compare(&dataset.context, &dataset.order.unwrap(), scales)?;
    }
}

#[test]
fn one_point_is_one_cluster_and_an_interrupt_ends_the_search() {
    let one = FormalContext::new(vec!["a".into()], [vec![0]]);
    let scales = Scales { min_jaccard: 0.8, quota: 9.0 };
    let progress = Progress::default();
    let lattice =
        Lattice::from_scales(&one, &attributes_by_support(&one), scales, &progress).unwrap();
    assert_eq!((lattice.len(), lattice.members.size(ConceptId(0))), (1, 1));
    // Objects without attributes have only the cluster of all points.
    let none = FormalContext::new(Vec::new(), [vec![], vec![]]);
    let lattice =
        Lattice::from_scales(&none, &attributes_by_support(&none), scales, &progress).unwrap();
    assert_eq!((lattice.len(), lattice.members.size(ConceptId(0))), (1, 2));
    progress.interrupt();
    assert!(Lattice::from_scales(&one, &attributes_by_support(&one), scales, &progress).is_err());
}
