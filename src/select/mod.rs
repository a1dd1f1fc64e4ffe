//! Parts of a stored lattice: the concepts around one, above it, below it, and so on.
//!
//! A selection is a set of ids. Ids rise along covers, so a walk upwards that always takes the
//! lowest id next meets concepts in canonical order and can stop early.

pub mod landmarks;

use std::collections::{BTreeSet, BinaryHeap};

use crate::base::ids::{ConceptId, PointId};
use crate::store::{LatticeStore, Result};

/// Points whose concepts are read together.
const POINTS: usize = 1 << 10;

/// The concepts at most `radius` covers away, up or down, not through the empty cluster: the first
/// `most`, nearest first, and of those that are equally near first those nearest in order.
pub fn around(
    store: &dyn LatticeStore,
    center: ConceptId,
    radius: usize,
    most: usize,
) -> Result<BTreeSet<ConceptId>> {
    breadth_first(center, radius, most, |edge| {
        // Through the empty cluster every cluster would be near: no path goes through it.
        let concepts = store.concepts(edge)?.into_iter();
        let ways = concepts.filter(|concept| concept.size > 0 || concept.id == center);
        let ways: Vec<ConceptId> = ways.map(|concept| concept.id).collect();
        let upper = store.upper(&ways)?.into_iter().map(|(_, upper)| upper);
        let lower = store.lower(&ways)?.into_iter().map(|(lower, _)| lower);
        let mut next: Vec<ConceptId> = upper.chain(lower).collect();
        next.sort_unstable_by_key(|id| (id.0.abs_diff(center.0), id.0));
        Ok(next)
    })
}

/// What is at most `radius` steps from `center`, itself included: the first `most`, nearest first.
/// `step` gives what is one step from any of some, the first to be taken first.
pub fn breadth_first<T: Clone + Ord>(
    center: T,
    radius: usize,
    most: usize,
    mut step: impl FnMut(&[T]) -> Result<Vec<T>>,
) -> Result<BTreeSet<T>> {
    let mut met = BTreeSet::from([center.clone()]);
    let mut edge = vec![center];
    for _ in 0..radius {
        // Beyond the last there is nothing new, whatever the radius.
        if edge.is_empty() {
            break;
        }
        let found = step(&edge)?;
        edge.clear();
        for one in found {
            if met.len() >= most {
                return Ok(met);
            }
            if met.insert(one.clone()) {
                edge.push(one);
            }
        }
    }
    Ok(met)
}

/// Returns the first `most` concepts above one, itself included, smallest first.
///
/// # Errors
/// A failure of the store.
pub fn up(store: &dyn LatticeStore, from: ConceptId, most: usize) -> Result<BTreeSet<ConceptId>> {
    let mut met = BTreeSet::from([from]);
    let mut walked = BTreeSet::new();
    loop {
        // Those among the first that were not walked from yet, all at once: a question each would
        // keep a server busy.
        let first = met.iter().take(most).copied();
        let next: Vec<ConceptId> = first.filter(|id| !walked.contains(id)).collect();
        if next.is_empty() {
            return Ok(met.into_iter().take(most).collect());
        }
        met.extend(store.upper(&next)?.into_iter().map(|(_, upper)| upper));
        walked.extend(next);
    }
}

/// The first `most` concepts below one, itself included, largest first.
pub fn down(store: &dyn LatticeStore, from: ConceptId, most: usize) -> Result<BTreeSet<ConceptId>> {
    let mut met = BTreeSet::from([from]);
    let mut next = BinaryHeap::from([from]);
    let mut taken = BTreeSet::new();
    while let Some(id) = next.pop().filter(|_| taken.len() < most) {
        taken.insert(id);
        let lower = store.lower(&[id])?.into_iter().map(|(lower, _)| lower);
        next.extend(lower.filter(|&id| met.insert(id)));
    }
    Ok(taken)
}

/// Returns the smallest concept with all of some points, of equally small ones the first; none
/// where no concept contains them all.
///
/// # Errors
/// A failure of the store.
pub fn lca<S: LatticeStore + ?Sized>(store: &S, points: &[PointId]) -> Result<Option<ConceptId>> {
    // Ids rise with the size.
    Ok(common(store, points)?.first().copied())
}

/// Returns the concepts with all of some points, ascending; none for no point.
///
/// # Errors
/// A failure of the store.
pub fn common<S: LatticeStore + ?Sized>(store: &S, points: &[PointId]) -> Result<Vec<ConceptId>> {
    let mut common: Option<Vec<ConceptId>> = None;
    for some in points.chunks(POINTS) {
        for containing in store.containing(some)? {
            match &mut common {
                None => common = Some(containing),
                Some(common) => common.retain(|id| containing.binary_search(id).is_ok()),
            }
        }
    }
    Ok(common.unwrap_or_default())
}

/// Returns for each point a shortest chain of covers from its smallest concept up to one that
/// contains all of them.
///
/// # Errors
/// A failure of the store.
pub fn joining(
    store: &dyn LatticeStore,
    points: &[PointId],
    join: ConceptId,
) -> Result<Vec<Vec<ConceptId>>> {
    let mut chains = Vec::new();
    for containing in store.containing(points)? {
        // The smallest concept of a point may lie in none that lies in the join.
        for concept in containing.into_iter().take_while(|id| *id <= join) {
            if let Some(chain) = store.path(concept, join)? {
                chains.push(chain);
                break;
            }
        }
    }
    Ok(chains)
}

/// The `most` largest of all `concepts`.
pub fn largest(concepts: u32, most: usize) -> BTreeSet<ConceptId> {
    let first = concepts.saturating_sub(u32::try_from(most).unwrap_or(u32::MAX));
    (first..concepts).map(ConceptId).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::points::Points;
    use crate::base::progress::Progress;
    use crate::context::FormalContext;
    use crate::dataset::Dataset;
    use crate::graph::ConceptGraph;
    use crate::lattice::Lattice;
    use crate::mine::Limits;
    use proptest::prelude::*;

    fn graph(bits: &[bool], min_size: usize) -> ConceptGraph {
        let row = |i: usize| (0..7).filter(|j| bits[i * 7 + j]).map(|j| j as u32).collect();
        let names = (0..7).map(|j| j.to_string()).collect();
        let context = FormalContext::new(names, (0..7).map(row));
        let limits = Limits { min_size, ..Limits::default() };
        let lattice = Lattice::mine(&context, &limits, &Progress::default()).unwrap();
        let dataset = Dataset::of_context("g", context, Points::numbered(7, None));
        ConceptGraph::new(dataset, lattice, None, &Progress::default()).unwrap()
    }

    fn below(graph: &ConceptGraph, a: ConceptId, b: ConceptId) -> bool {
        graph.lattice.members(a).iter().all(|&p| graph.lattice.has(b, p))
    }

    proptest! {
        #[test]
        fn selections_follow_their_definitions(
            bits in proptest::collection::vec(proptest::bool::weighted(0.6), 49),
            min_size in 0..4usize,
            most in 1..9usize,
            points in proptest::collection::btree_set(0..7u32, 1..4),
        ) {
            let graph = graph(&bits, min_size);
            let all: Vec<ConceptId> = graph.lattice.ids().collect();
            for &id in &all {
                let upper = all.iter().copied().filter(|&c| below(&graph, id, c));
                prop_assert_eq!(up(&graph, id, most).unwrap(), upper.take(most).collect());
                let lower = all.iter().rev().copied().filter(|&c| below(&graph, c, id));
                prop_assert_eq!(down(&graph, id, most).unwrap(), lower.take(most).collect());
            }
            let points: Vec<PointId> = points.into_iter().map(PointId).collect();
            let found = lca(&graph, &points).unwrap();
            let holds = |id: &ConceptId| points.iter().all(|&p| graph.lattice.has(*id, p));
            prop_assert_eq!(found, all.iter().copied().find(holds));
            prop_assert_eq!(common(&graph, &points).unwrap(),
                all.iter().copied().filter(holds).collect::<Vec<_>>());
            let join = found.expect("the whole has all points");
            let chains = joining(&graph, &points, join).unwrap();
            prop_assert_eq!(chains.len(), points.len());
            for (chain, &point) in chains.iter().zip(&points) {
                prop_assert!(graph.lattice.has(chain[0], point));
                prop_assert_eq!(chain.last(), Some(&join));
            }
        }

        #[test]
        fn a_path_is_a_shortest_chain_of_covers(
            bits in proptest::collection::vec(proptest::bool::weighted(0.6), 49),
        ) {
            let graph = graph(&bits, 0);
            for a in graph.lattice.ids() {
                for b in graph.lattice.ids() {
                    let Some(chain) = graph.path(a, b).unwrap() else {
                        prop_assert!(!below(&graph, a, b));
                        continue;
                    };
                    prop_assert_eq!((chain[0], *chain.last().unwrap()), (a, b));
                    let covers = |w: &[ConceptId]| graph.lattice.upper(w[0]).any(|c| c == w[1]);
                    prop_assert!(chain.windows(2).all(covers));
                    // No shorter one: b is not within fewer covers above a.
                    let mut near = BTreeSet::from([a]);
                    for _ in 2..chain.len() {
                        prop_assert!(!near.contains(&b));
                        near = near.iter().flat_map(|&c| graph.lattice.upper(c)).collect();
                    }
                }
            }
        }
    }

    #[test]
    fn around_takes_both_directions_and_largest_the_last_ids() {
        let graph = graph(&[true; 49].map(|b| b), 0);
        assert_eq!(graph.lattice.len(), 1);
        let alone = around(&graph, ConceptId(0), 3, usize::MAX).unwrap();
        assert_eq!(alone, BTreeSet::from([ConceptId(0)]));
        let chain: Vec<bool> = (0..49).map(|at| at / 7 >= at % 7).collect();
        let graph = self::graph(&chain, 0);
        assert_eq!(graph.lattice.len(), 7);
        let ids = |range: std::ops::RangeInclusive<u32>| range.map(ConceptId).collect();
        assert_eq!(around(&graph, ConceptId(3), 2, usize::MAX).unwrap(), ids(1..=5));
        assert_eq!(around(&graph, ConceptId(3), 2, 1).unwrap(), ids(3..=3));
        assert_eq!(around(&graph, ConceptId(3), 2, 4).unwrap(), ids(1..=4));
        assert_eq!(largest(7, 3), ids(4..=6));
        assert_eq!(largest(7, 30), ids(0..=6));
    }
}
