//! A short list of clusters that stand for a whole graph: together they hold as many points as can
//! be, and each holds together.
//!
//! They are chosen among the [homes](crate::homes) of the points. Greedy: first the one that counts
//! most, its size times its weight; then always the one whose new points, those that none taken
//! before holds, count most by its weight (of equal ones the larger, then the first). It ends where
//! no home has a new point. Classes play no part.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rayon::prelude::*;

use crate::base::bitset::Bits;
use crate::base::ids::{ConceptId, PointId};
use crate::context::bits::{Closures, Set, as_set};
use crate::homes::weight;
use crate::store::{Concept, LatticeStore, Result};

/// How many clusters make a page.
pub const MOST: usize = 24;

/// A cluster that was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Landmark {
    /// Its id.
    pub id: ConceptId,
    /// How many points it and those before it hold together.
    pub held: u32,
}

/// More homes than this are not looked at: those that count most are.
const HOMES: usize = 4_096;

/// At most `most` clusters that together hold as many points as they can, most new points first.
///
/// Reads at most one cluster a point.
///
/// # Errors
/// A failure of the store.
pub fn landmarks(store: &dyn LatticeStore, most: usize) -> Result<Vec<Landmark>> {
    let (facts, stored) = (store.facts()?, store.stored_context()?);
    let objects = stored.context.as_objects();
    let n = objects.context.objects();
    let mut homes: Vec<ConceptId> = store.homes()?.into_iter().flatten().collect();
    homes.sort_unstable();
    homes.dedup();
    let weight = |concept: &Concept| {
        weight(facts.origin, facts.points, concept.size, concept.delta, concept.cohesion)
    };
    let mut homes: Vec<(f64, Concept)> =
        store.concepts(&homes)?.into_iter().map(|concept| (weight(&concept), concept)).collect();
    let counts = |(weight, concept): &(f64, Concept)| weight * f64::from(concept.size);
    homes.sort_by(|a, b| counts(b).total_cmp(&counts(a)).then(a.1.id.cmp(&b.1.id)));
    homes.truncate(HOMES);
    homes.sort_by_key(|(_, concept)| concept.id);
    let closures = Closures::new(&stored.context, homes.len());
    let candidate = |(weight, concept): (f64, Concept)| {
        let set = as_set(n, &closures.objects(&concept.generator));
        (concept, weight, set)
    };
    let candidates: Vec<(Concept, f64, Set)> = homes.into_par_iter().map(candidate).collect();
    let size = |set: &Set| match objects.twins() {
        None => set.size(),
        Some(_) => set.ones().map(|object| objects.context.weight(PointId(object))).sum(),
    };
    let mut left = Set::full(n);
    // What a cluster adds only falls as others are taken, so one is counted again only once it
    // comes first. Numbers that are not negative have the order of their bits.
    let rank = |at: usize, left: &Set| {
        let (concept, weight, set) = &candidates[at];
        let new = f64::from(size(&left.and(set)));
        ((new * weight).to_bits(), concept.size, Reverse(at))
    };
    let mut waiting: BinaryHeap<_> = (0..candidates.len()).map(|at| rank(at, &left)).collect();
    let mut taken: Vec<Landmark> = Vec::new();
    while taken.len() < most {
        let Some((_, _, Reverse(at))) = waiting.pop() else { break };
        let now = rank(at, &left);
        if now.0 == 0 {
            continue;
        }
        if waiting.peek().is_some_and(|next| *next > now) {
            waiting.push(now);
            continue;
        }
        let (concept, _, set) = &candidates[at];
        left.iter_mut().zip(set).for_each(|(word, held)| *word &= !held);
        taken.push(Landmark { id: concept.id, held: facts.points - size(&left) });
    }
    Ok(taken)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::points::Points;
    use crate::base::progress::Progress;
    use crate::cohesion::Cohesion;
    use crate::context::clarified::Objects;
    use crate::dataset::Dataset;
    use crate::graph::ConceptGraph;
    use crate::knn::{Metric, Scale};
    use crate::lattice::Lattice;
    use crate::mine::Limits;
    use crate::table::Table;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn they_are_what_the_definition_says(
            values in proptest::collection::vec(0..30u32, 12),
            k in 1..8usize,
            most in 1..9usize,
        ) {
            let values: Vec<f64> = values.into_iter().map(f64::from).collect();
            let table = Table::new(vec!["x".into()], values, Points::numbered(12, None));
            let dataset =
                Dataset::of_table("g", &table, k, Metric::Euclidean, Scale::None).unwrap();
            let progress = Progress::default();
            let lattice = Lattice::mine(&dataset.context, &Limits::default(), &progress).unwrap();
            let graph = ConceptGraph::new(dataset, lattice);
            let objects = Objects::single(&graph.context);
            let cohesion = Cohesion::of(objects, graph.origin, &graph.anchors);
            let members =
                |id: ConceptId| graph.lattice.members(id).into_iter().collect::<BTreeSet<_>>();
            let weight = |id: ConceptId| {
                let members = graph.lattice.members(id);
                let size = members.len() as u32;
                let share = cohesion.as_ref().and_then(|of| of.of_objects(&members));
                weight(graph.origin, 12, size, graph.lattice.delta(id), share)
            };
            // The home of a point by its definition.
            let homes = graph.homes();
            for point in PointId::first(12) {
                let with = graph.lattice.ids().filter(|&id| graph.lattice.has(id, point));
                let scored = with.map(|id| (weight(id) * f64::from(graph.lattice.size(id)), id));
                let best = scored.filter(|(score, _)| *score > 0.0).reduce(|best, other| {
                    if other.0 > best.0 { other } else { best }
                });
                prop_assert_eq!(homes[point.index()], best.map(|(_, id)| id));
            }
            let found = landmarks(&graph, most).unwrap();
            let mut held: BTreeSet<PointId> = BTreeSet::new();
            let gain = |id: ConceptId, held: &BTreeSet<PointId>| {
                members(id).difference(held).count() as f64 * weight(id)
            };
            let all: BTreeSet<ConceptId> = homes.iter().copied().flatten().collect();
            for landmark in &found {
                let mine = gain(landmark.id, &held);
                prop_assert!(mine > 0.0 && all.contains(&landmark.id));
                prop_assert!(all.iter().all(|&other| gain(other, &held) <= mine));
                held.extend(members(landmark.id));
                prop_assert_eq!(landmark.held as usize, held.len());
            }
            if found.len() < most {
                let reached: BTreeSet<PointId> = all.iter().flat_map(|&id| members(id)).collect();
                prop_assert_eq!(held, reached);
            }
        }
    }
}
