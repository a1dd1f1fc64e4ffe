//! Parts of a stored lattice: the concepts around one, above it, below it, and so on.
//!
//! A selection is a set of ids. Ids rise along covers, so a walk upwards that always takes the
//! lowest id next meets concepts in canonical order and can stop early.

pub mod landmarks;

use std::collections::BTreeSet;

use crate::base::ids::{CommunityId, ConceptId, PointId};
use crate::graph::{Graph, Result};

/// Returns the clusters at most `radius` covers away, up or down, on paths that avoid the empty
/// cluster: the first `most`, nearest first, and among equally near ones by the nearest id.
///
/// # Errors
/// Returns an error if a section of the store cannot be read, as do all functions of this module.
pub fn neighborhood(
    graph: &Graph,
    center: ConceptId,
    radius: usize,
    most: usize,
) -> Result<BTreeSet<ConceptId>> {
    let (concepts, covers) = (graph.concepts()?, graph.covers()?);
    let mut met = BTreeSet::from([center]);
    let mut edge = vec![center];
    for _ in 0..radius {
        // No path passes through the empty cluster: it would make every cluster near.
        edge.retain(|&id| concepts.size(id) > 0 || id == center);
        let next = |&id: &ConceptId| covers.upper(id).chain(covers.lower(id)).collect::<Vec<_>>();
        let mut next: Vec<ConceptId> = edge.iter().flat_map(next).collect();
        next.sort_unstable_by_key(|id| (id.0.abs_diff(center.0), id.0));
        edge.clear();
        for id in next {
            if met.len() >= most {
                return Ok(met);
            }
            if met.insert(id) {
                edge.push(id);
            }
        }
        // Larger radii add nothing once a step has found nothing new.
        if edge.is_empty() {
            break;
        }
    }
    Ok(met)
}

/// Returns the first `most` clusters above a cluster, itself included, smallest first.
pub(crate) fn upper_set(
    graph: &Graph,
    from: ConceptId,
    most: usize,
) -> Result<BTreeSet<ConceptId>> {
    let covers = graph.covers()?;
    let (mut met, mut taken) = (BTreeSet::from([from]), BTreeSet::new());
    while let Some(id) = met.pop_first().filter(|_| taken.len() < most) {
        taken.insert(id);
        met.extend(covers.upper(id));
    }
    Ok(taken)
}

/// Returns the first `most` clusters below a cluster, itself included, largest first.
pub(crate) fn lower_set(
    graph: &Graph,
    from: ConceptId,
    most: usize,
) -> Result<BTreeSet<ConceptId>> {
    let covers = graph.covers()?;
    let (mut met, mut taken) = (BTreeSet::from([from]), BTreeSet::new());
    while let Some(id) = met.pop_last().filter(|_| taken.len() < most) {
        taken.insert(id);
        met.extend(covers.lower(id));
    }
    Ok(taken)
}

/// Returns the smallest cluster that contains all of `points`, the first of equally small ones;
/// `None` if `points` is empty or no cluster contains them all.
pub fn lca(graph: &Graph, points: &[PointId]) -> Result<Option<ConceptId>> {
    Ok(if points.is_empty() { None } else { graph.members()?.lca(points) })
}

/// A cluster or a community.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClusterOrCommunity {
    /// A cluster.
    Cluster(ConceptId),
    /// A community.
    Community(CommunityId),
}

/// Returns the smallest cluster that contains all of `points`, the first of equally small ones; in
/// place of the cluster of all points, the smallest community with `points`, provided that it has
/// fewer.
pub fn lca_or_community(graph: &Graph, points: &[PointId]) -> Result<Option<ClusterOrCommunity>> {
    let Some(cluster) = lca(graph, points)? else { return Ok(None) };
    let all = graph.facts().points;
    if graph.members()?.size(cluster) < all {
        return Ok(Some(ClusterOrCommunity::Cluster(cluster)));
    }
    let smallest = common_communities(graph, points)?.into_iter().next();
    Ok(Some(smallest.map_or(ClusterOrCommunity::Cluster(cluster), ClusterOrCommunity::Community)))
}

/// Returns the communities that all of `points` but not all points are in, smallest first.
pub(crate) fn common_communities(graph: &Graph, points: &[PointId]) -> Result<Vec<CommunityId>> {
    let (communities, membership) = (graph.communities()?, graph.membership()?);
    let shares = points.iter().map(|point| &membership[point.index()][..]);
    let mut common = communities.common_communities(shares);
    common.retain(|id| (communities.all[id.index()].points as usize) < membership.len());
    Ok(common)
}

/// Returns, for each point, a shortest chain of covers from its smallest cluster in `join` to that.
pub(crate) fn paths_to_join(
    graph: &Graph,
    points: &[PointId],
    join: ConceptId,
) -> Result<Vec<Vec<ConceptId>>> {
    let (members, covers) = (graph.members()?, graph.covers()?);
    let chain = |&point: &PointId| {
        // The smallest cluster that contains a point may not lie within the join.
        let mut inside = members.containing(point).take_while(|&id| id <= join);
        inside.find_map(|id| covers.path(id, join))
    };
    Ok(points.iter().filter_map(chain).collect())
}

/// Returns the `most` largest of `concepts` concepts.
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

    use crate::lattice::Lattice;
    use crate::mine::Limits;
    use proptest::prelude::*;

    fn graph(bits: &[bool], min_size: usize) -> Graph {
        let row = |i: usize| (0..7).filter(|j| bits[i * 7 + j]).map(|j| j as u32).collect();
        let names = (0..7).map(|j| j.to_string()).collect();
        let context = FormalContext::new(names, (0..7).map(row));
        let limits = Limits { min_size, ..Limits::default() };
        let lattice = Lattice::mine(&context, &limits, &Progress::default()).unwrap();
        let dataset = Dataset::from_context("g", context, Points::from_count(7, None));
        Graph::new(dataset, lattice, None, &Progress::default()).unwrap()
    }

    fn below(graph: &Graph, a: ConceptId, b: ConceptId) -> bool {
        let members = graph.members().unwrap();
        members.points(a).iter().all(|&point| members.contains(b, point))
    }

    fn ids(graph: &Graph) -> impl DoubleEndedIterator<Item = ConceptId> {
        ConceptId::first(graph.members().unwrap().len())
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
            let all: Vec<ConceptId> = ids(&graph).collect();
            for &id in &all {
                let upper = all.iter().copied().filter(|&c| below(&graph, id, c));
                prop_assert_eq!(upper_set(&graph, id, most).unwrap(), upper.take(most).collect());
                let lower = all.iter().rev().copied().filter(|&c| below(&graph, c, id));
                prop_assert_eq!(lower_set(&graph, id, most).unwrap(), lower.take(most).collect());
            }
            let points: Vec<PointId> = points.into_iter().map(PointId).collect();
            let found = lca(&graph, &points).unwrap();
            let members = graph.members().unwrap();
            let holds = |id: &ConceptId| points.iter().all(|&p| members.contains(*id, p));
            prop_assert_eq!(found, all.iter().copied().find(holds));
            let join = found.expect("the whole has all points");
            let chains = paths_to_join(&graph, &points, join).unwrap();
            prop_assert_eq!(chains.len(), points.len());
            for (chain, &point) in chains.iter().zip(&points) {
                prop_assert!(members.contains(chain[0], point));
                prop_assert_eq!(chain.last(), Some(&join));
            }
        }

        #[test]
        fn a_path_is_a_shortest_chain_of_covers(
            bits in proptest::collection::vec(proptest::bool::weighted(0.6), 49),
        ) {
            let graph = graph(&bits, 0);
            let covers_of = graph.covers().unwrap();
            for a in ids(&graph) {
                for b in ids(&graph) {
                    let Some(chain) = covers_of.path(a, b) else {
                        prop_assert!(!below(&graph, a, b));
                        continue;
                    };
                    prop_assert_eq!((chain[0], *chain.last().unwrap()), (a, b));
                    let covers = |w: &[ConceptId]| covers_of.upper(w[0]).any(|c| c == w[1]);
                    prop_assert!(chain.windows(2).all(covers));
                    // No chain is shorter: b is not within fewer covers above a.
                    let mut near = BTreeSet::from([a]);
                    for _ in 2..chain.len() {
                        prop_assert!(!near.contains(&b));
                        near = near.iter().flat_map(|&c| covers_of.upper(c)).collect();
                    }
                }
            }
        }
    }

    #[test]
    fn around_takes_both_directions_and_largest_the_last_ids() {
        let graph = graph(&[true; 49].map(|b| b), 0);
        assert_eq!(graph.facts().concepts, 1);
        let alone = neighborhood(&graph, ConceptId(0), 3, usize::MAX).unwrap();
        assert_eq!(alone, BTreeSet::from([ConceptId(0)]));
        let chain: Vec<bool> = (0..49).map(|at| at / 7 >= at % 7).collect();
        let graph = self::graph(&chain, 0);
        assert_eq!(graph.facts().concepts, 7);
        let ids = |range: std::ops::RangeInclusive<u32>| range.map(ConceptId).collect();
        assert_eq!(neighborhood(&graph, ConceptId(3), 2, usize::MAX).unwrap(), ids(1..=5));
        assert_eq!(neighborhood(&graph, ConceptId(3), 2, 1).unwrap(), ids(3..=3));
        assert_eq!(neighborhood(&graph, ConceptId(3), 2, 4).unwrap(), ids(1..=4));
        assert_eq!(largest(7, 3), ids(4..=6));
        assert_eq!(largest(7, 30), ids(0..=6));
    }
}
