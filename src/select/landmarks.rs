//! A short list of clusters that stand for many: the most stable ones, no two of them alike.
//!
//! Greedy: the most stable cluster comes first (of equally stable ones the larger, then the later),
//! then always the next that is not too similar to any that was taken. Clusters are similar if
//! their Jaccard index, the points they share by the points that either has, is more than a
//! threshold. The empty cluster and those of more than half of the points are left out: they say
//! what most points are, and as they are like many others they would keep these away. Classes play
//! no part.

use crate::base::bitset::Bits;
use crate::base::ids::ConceptId;
use crate::context::bits::{Set, as_set};
use crate::store::{LatticeStore, Result};

/// How many clusters make a page.
pub const MOST: usize = 24;
/// Clusters that share more than a fifth of their points are alike.
pub const SIMILAR: f64 = 0.2;

/// Clusters are looked at in batches, the first of which is mostly enough for a page.
const BATCH: u32 = 1 << 10;

/// At most `most` clusters, the most stable first, no two more similar than `similar`.
///
/// Looks at as many clusters as it takes: at all of them where there are too few that differ.
///
/// # Errors
/// A failure of the store, which must keep the stability of its clusters.
pub fn landmarks(store: &dyn LatticeStore, most: usize, similar: f64) -> Result<Vec<ConceptId>> {
    let n = store.facts()?.points as usize;
    let mut taken: Vec<(ConceptId, u32, Set)> = Vec::new();
    let (mut seen, mut batch) = (0, BATCH);
    while taken.len() < most {
        let ids = store.most_stable(seen, batch)?;
        if ids.is_empty() {
            break;
        }
        for (&id, members) in ids.iter().zip(store.members(&ids)?) {
            if members.is_empty() || 2 * members.len() > n || taken.len() == most {
                continue;
            }
            let (size, set) = (members.len() as u32, as_set(n, &members));
            let alike = |(_, other, extent): &(ConceptId, u32, Set)| {
                let shared = set.and(extent).size();
                f64::from(shared) > similar * f64::from(size + other - shared)
            };
            if !taken.iter().any(alike) {
                taken.push((id, size, set));
            }
        }
        seen = seen.saturating_add(batch);
        batch = batch.saturating_mul(4).min(BATCH << 4);
    }
    Ok(taken.into_iter().map(|(id, ..)| id).collect())
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
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn they_are_stable_and_differ_and_none_is_missed(
            bits in proptest::collection::vec(proptest::bool::weighted(0.6), 8 * 8),
            most in 1..9usize,
            similar in 0.05..1.0f64,
        ) {
            let row = |i: usize| (0..8).filter(|j| bits[i * 8 + j]).map(|j| j as u32).collect();
            let context =
                FormalContext::new((0..8).map(|j| j.to_string()).collect(), (0..8).map(row));
            let limits = Limits::default();
            let lattice = Lattice::mine(&context, &limits, &Progress::default()).unwrap();
            let dataset = Dataset::of_context("g", context, Points::numbered(8, None));
            let graph = ConceptGraph::new(dataset, lattice);
            let lattice = &graph.lattice;
            let found = landmarks(&graph, most, similar).unwrap();
            let extent = |&id: &ConceptId| lattice.members(id).into_iter().collect::<BTreeSet<_>>();
            let alike = |a: &ConceptId, b: &ConceptId| {
                let (a, b) = (extent(a), extent(b));
                (&a & &b).len() as f64 > similar * (&a | &b).len() as f64
            };
            let rank = |id: &ConceptId| (lattice.delta(*id), id.0);
            prop_assert!(found.windows(2).all(|pair| rank(&pair[0]) > rank(&pair[1])));
            for (at, id) in found.iter().enumerate() {
                prop_assert!((1..=4).contains(&lattice.size(*id)));
                prop_assert!(!found[..at].iter().any(|other| alike(other, id)));
            }
            // Whatever was passed over is like one that is more stable.
            let last = found.last().filter(|_| found.len() == most).map_or((0, 0), rank);
            for id in lattice.ids().filter(|id| (1..=4).contains(&lattice.size(*id))) {
                let before = found.iter().filter(|other| rank(other) > rank(&id));
                let taken = found.contains(&id) || rank(&id) < last;
                prop_assert!(taken || before.clone().any(|other| alike(other, &id)), "{}", id);
            }
        }
    }
}
