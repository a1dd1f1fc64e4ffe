//! A short list of clusters that stand for a whole graph: each holds together, and together they
//! join as many pairs of points as can be.
//!
//! They are chosen among the [homes](crate::homes) of the points, and where not too many clusters
//! are stored also among those that count most, by size times [`weight`]. Greedy: always the one
//! with most size times weight times the share of its pairs that no cluster taken before holds.
//! Pairs are ordered, and a point with itself is one. Pairs rather than points, because a table may
//! be grouped in two ways: left and right hold every point, and above and below still join others.
//! It ends where no cluster has a quarter of its pairs new. Classes play no part.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use rayon::prelude::*;

use crate::base::bitset::Bits;
use crate::base::ids::{ConceptId, PointId};
use crate::context::FormalContext;
use crate::context::bits::{Closures, Set, as_set};
use crate::homes::weight;
use crate::store::{Concept, LatticeStore, Result};

/// How many clusters are shown where nobody says how many.
pub const MOST: usize = 24;

/// A cluster that was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Landmark {
    /// Its id.
    pub id: ConceptId,
    /// How many points it and those before it hold together.
    pub held: u32,
}

/// More homes than this are not looked at, nor more of other clusters: those that count most are.
const CANDIDATES: usize = 4_096;
/// Where more clusters are stored, only homes are looked at.
const STORED: u32 = 20_000;
/// A cluster of whose pairs a smaller share is new says little that others have not said.
const LEAST_NEW: f64 = 0.25;

/// At most `most` clusters that together join as many pairs of points as they can, most new pairs
/// first.
///
/// Reads one cluster a point, or up to 20,000.
pub fn landmarks(store: &dyn LatticeStore, most: usize) -> Result<Vec<Landmark>> {
    let (facts, stored) = (store.facts()?, store.stored_context()?);
    let context = stored.context.as_objects().context;
    let homes: BTreeSet<ConceptId> = store.homes()?.into_iter().flatten().collect();
    let weight = |concept: &Concept| {
        weight(facts.origin, facts.points, concept.size, concept.delta, concept.cohesion)
    };
    let ids: Vec<ConceptId> = match facts.concepts <= STORED {
        true => (0..facts.concepts).map(ConceptId).collect(),
        false => homes.iter().copied().collect(),
    };
    let all = store.concepts(&ids)?.into_iter().map(|concept| (weight(&concept), concept));
    let mut all: Vec<(f64, Concept)> = all.filter(|(weight, _)| *weight > 0.0).collect();
    let counts = |(weight, concept): &(f64, Concept)| weight * f64::from(concept.size);
    all.sort_by(|a, b| counts(b).total_cmp(&counts(a)).then(a.1.id.cmp(&b.1.id)));
    let (mut own, mut others) = (0, 0);
    all.retain(|(_, concept)| {
        let count = if homes.contains(&concept.id) { &mut own } else { &mut others };
        *count += 1;
        *count <= CANDIDATES
    });
    all.sort_by_key(|(_, concept)| concept.id);
    let closures = Closures::new(&stored.context, all.len());
    let candidate = |(weight, concept): (f64, Concept)| {
        let set = as_set(context.objects(), &closures.objects(&concept.generator));
        (concept, weight, set)
    };
    let candidates: Vec<(Concept, f64, Set)> = all.into_par_iter().map(candidate).collect();
    let mut taken = Taken::none(context);
    // What a cluster adds can only fall as others are taken, so it is counted again when it comes
    // first. Numbers that are not negative have the order of their bits.
    let rank = |at: usize, taken: &Taken<'_>| {
        let (concept, weight, set) = &candidates[at];
        let size = f64::from(concept.size);
        let new = taken.new_pairs(set) as f64 / size.powi(2);
        let counts = if new >= LEAST_NEW { new * size * weight } else { 0.0 };
        (counts.to_bits(), concept.size, Reverse(at))
    };
    let mut waiting: BinaryHeap<_> = (0..candidates.len()).map(|at| rank(at, &taken)).collect();
    let mut landmarks: Vec<Landmark> = Vec::new();
    while landmarks.len() < most {
        let Some((_, _, Reverse(at))) = waiting.pop() else { break };
        let now = rank(at, &taken);
        if now.0 == 0 {
            continue;
        }
        if waiting.peek().is_some_and(|next| *next > now) {
            waiting.push(now);
            continue;
        }
        let (concept, _, set) = &candidates[at];
        taken.take(set);
        landmarks.push(Landmark { id: concept.id, held: taken.held() });
    }
    Ok(landmarks)
}

/// The clusters that were taken: points that the same ones hold are one part.
struct Taken<'a> {
    /// Objects by attributes, each counting as many times as it has points.
    context: &'a FormalContext,
    /// The part of each object; none of the first part is held.
    parts: Vec<u32>,
    /// Which clusters hold a part.
    holders: Vec<Vec<u32>>,
    count: u32,
}

impl<'a> Taken<'a> {
    fn none(context: &'a FormalContext) -> Self {
        let parts = vec![0; context.objects()];
        Self { context, parts, holders: vec![Vec::new()], count: 0 }
    }

    /// How many ordered pairs of a cluster's points no cluster taken before holds.
    fn new_pairs(&self, set: &Set) -> u64 {
        let mut sizes = vec![0; self.holders.len()];
        for object in set.ones() {
            sizes[self.parts[object as usize] as usize] +=
                u64::from(self.context.weight(PointId(object)));
        }
        let sizes: Vec<(&Vec<u32>, u64)> =
            self.holders.iter().zip(sizes).filter(|(_, size)| *size > 0).collect();
        let apart = |(holders, size): &(&Vec<u32>, u64)| {
            let others = sizes.iter().filter(|(of, _)| !of.iter().any(|one| holders.contains(one)));
            size * others.map(|(_, size)| size).sum::<u64>()
        };
        sizes.iter().map(apart).sum()
    }

    fn take(&mut self, set: &Set) {
        let mut split: BTreeMap<u32, u32> = BTreeMap::new();
        for object in set.ones() {
            let part = &mut self.parts[object as usize];
            *part = *split.entry(*part).or_insert_with_key(|&part| {
                let mut holders = self.holders[part as usize].clone();
                holders.push(self.count);
                self.holders.push(holders);
                self.holders.len() as u32 - 1
            });
        }
        self.count += 1;
    }

    /// How many points the clusters hold together.
    fn held(&self) -> u32 {
        let held = (0..).zip(&self.parts).filter(|(_, part)| **part > 0);
        held.map(|(object, _)| self.context.weight(PointId(object))).sum()
    }
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
            let graph = ConceptGraph::new(dataset, lattice, None, &Progress::default()).unwrap();
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
            let pairs = |id: ConceptId| {
                let all: Vec<PointId> = members(id).into_iter().collect();
                let of = |&p: &PointId| all.iter().map(move |&q| (p, q)).collect::<Vec<_>>();
                all.iter().flat_map(of).collect::<BTreeSet<_>>()
            };
            let mut joined: BTreeSet<(PointId, PointId)> = BTreeSet::new();
            let gain = |id: ConceptId, joined: &BTreeSet<(PointId, PointId)>| {
                let (all, new) = (pairs(id).len() as f64, pairs(id).difference(joined).count());
                let (size, new) = (members(id).len() as f64, new as f64 / all);
                if new < LEAST_NEW { 0.0 } else { new * size * weight(id) }
            };
            let all: BTreeSet<ConceptId> =
                graph.lattice.ids().filter(|&id| weight(id) > 0.0).collect();
            for landmark in &found {
                let mine = gain(landmark.id, &joined);
                prop_assert!(mine > 0.0);
                prop_assert!(all.iter().all(|&other| gain(other, &joined) <= mine));
                joined.extend(pairs(landmark.id));
                let held: BTreeSet<PointId> = joined.iter().map(|&(point, _)| point).collect();
                prop_assert_eq!(landmark.held as usize, held.len());
            }
            if found.len() < most {
                prop_assert!(all.iter().all(|&other| gain(other, &joined) == 0.0));
            }
        }
    }
}
