//! Landmarks: a short list of clusters that represent a whole graph. Each is cohesive, and together
//! they join as many pairs of points as can be.
//!
//! A cluster says much if it is large and its points keep to one another: a point of it counts by
//! the square of its cohesion beyond chance ([`weight`]). Clusters of more than half of the points
//! say what most points are, and clusters of one point say nothing. In a ready context, which has
//! no neighbours, every cluster of at least two points counts alike.
//!
//! The choice is greedy: the next landmark is the cluster with the largest product of size, weight
//! and share of pairs that no earlier landmark holds. Pairs are ordered, and a point with itself is
//! one. Pairs are counted rather than points, because a table may be grouped in two ways: left and
//! right hold every point, and above and below still join other pairs. The list ends when no
//! cluster has a quarter of its pairs new. Classes play no part.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use rayon::prelude::*;

use crate::base::bitset::Bits;
use crate::base::ids::{ConceptId, PointId};
use crate::cohesion::adjust_for_chance;
use crate::context::FormalContext;
use crate::context::bits::{BitSet, point_set};
use crate::dataset::Origin;
use crate::graph::{Concept, Graph, Result};

/// The number of landmarks if the caller gives none.
pub const DEFAULT_LANDMARKS: usize = 24;

/// A cluster chosen for the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Landmark {
    /// The id of the cluster.
    pub id: ConceptId,
    /// The number of points that the cluster and the landmarks before it hold together.
    pub points_covered: u32,
}

/// The most clusters considered: those with the largest size times weight.
const MAX_CANDIDATES: usize = 8_192;
/// The least share of new pairs with which a cluster is chosen.
const MIN_NEW_SHARE: f64 = 0.25;

/// Returns the weight of a point of a cluster, from 0 to 1.
pub fn weight(origin: Origin, n: u32, size: u32, cohesion: Option<f64>) -> f64 {
    if size < 2 || u64::from(size) * 2 > u64::from(n) {
        return 0.0;
    }
    match (origin, cohesion) {
        (Origin::Neighbors { k, anchors, .. }, Some(cohesion)) => {
            adjust_for_chance(cohesion, size, n, k, anchors).clamp(0.0, 1.0).powi(2)
        }
        (Origin::Neighbors { .. }, None) => 0.0,
        (Origin::Ready, _) => 1.0,
    }
}

/// Returns the ids of the usual number of [`landmarks`].
pub(crate) fn landmark_ids(graph: &Graph) -> Result<Vec<ConceptId>> {
    Ok(landmarks(graph, DEFAULT_LANDMARKS)?.iter().map(|landmark| landmark.id).collect())
}

/// Returns at most `most` clusters that together join as many pairs of points as they can, most new
/// pairs first. Reads every cluster, and the members of those that count most.
///
/// # Errors
/// Returns an error if the store cannot be read.
pub fn landmarks(graph: &Graph, most: usize) -> Result<Vec<Landmark>> {
    let (facts, members) = (graph.facts(), graph.members()?);
    let objects = graph.context()?.context.clarified_objects();
    let context = objects.context;
    let weighted = |one: Concept| {
        let weight = weight(facts.origin, facts.points, one.size, one.cohesion);
        (weight > 0.0).then_some((weight, one))
    };
    let mut all: Vec<(f64, Concept)> = graph.concepts()?.iter().filter_map(weighted).collect();
    let counts = |(weight, concept): &(f64, Concept)| weight * f64::from(concept.size);
    all.sort_by(|a, b| counts(b).total_cmp(&counts(a)).then(a.1.id.cmp(&b.1.id)));
    all.truncate(MAX_CANDIDATES);
    all.sort_by_key(|(_, concept)| concept.id);
    let candidate = |(weight, concept): (f64, Concept)| {
        let of = members.points(concept.id).into_iter().map(|point| objects.object_of(point));
        let set = point_set(context.object_count(), &of.collect::<Vec<_>>());
        (concept, weight, set)
    };
    let candidates: Vec<(Concept, f64, BitSet)> = all.into_par_iter().map(candidate).collect();
    let mut taken = Partition::new(context);
    // The gain of a cluster can only fall as others are taken, so it is computed again when the
    // cluster comes first. The bits of non-negative numbers order as the numbers do.
    let rank = |at: usize, taken: &Partition<'_>| {
        let (concept, weight, set) = &candidates[at];
        let size = f64::from(concept.size);
        let new = taken.new_pairs(set) as f64 / size.powi(2);
        let counts = if new >= MIN_NEW_SHARE { new * size * weight } else { 0.0 };
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
        landmarks.push(Landmark { id: concept.id, points_covered: taken.points_covered() });
    }
    Ok(landmarks)
}

/// The clusters taken so far, as a partition: points that the same clusters hold are one part.
struct Partition<'a> {
    /// The context: objects by attributes, each object weighted by its number of points.
    context: &'a FormalContext,
    /// The part of each object; no cluster holds part 0.
    parts: Vec<u32>,
    /// The clusters that hold each part.
    holders: Vec<Vec<u32>>,
    count: u32,
}

impl<'a> Partition<'a> {
    fn new(context: &'a FormalContext) -> Self {
        let parts = vec![0; context.object_count()];
        Self { context, parts, holders: vec![Vec::new()], count: 0 }
    }

    /// Returns the number of ordered pairs of points of a cluster that no taken cluster holds.
    fn new_pairs(&self, set: &BitSet) -> u64 {
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

    fn take(&mut self, set: &BitSet) {
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

    fn points_covered(&self) -> u32 {
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
            let table = Table::new(vec!["x".into()], values, Points::from_count(12, None));
            let dataset =
                Dataset::with_anchors("g", &table, None, k, Metric::Euclidean, Scale::None);
            let progress = Progress::default();
            let dataset = dataset.unwrap();
            let lattice = Lattice::mine(&dataset.context, &Limits::default(), &progress).unwrap();
            let graph = Graph::new(dataset, lattice, None, &Progress::default()).unwrap();
            let objects = Objects::from_points(&graph.context().unwrap().context);
            let (facts, of) = (graph.facts(), graph.members().unwrap());
            let cohesion = Cohesion::new(objects, facts.origin, &graph.context().unwrap().anchors);
            let members =
                |id: ConceptId| of.points(id).into_iter().collect::<BTreeSet<_>>();
            let weight = |id: ConceptId| {
                let members = of.points(id);
                let share = cohesion.as_ref().and_then(|of| of.cohesion(&members));
                weight(facts.origin, 12, members.len() as u32, share)
            };
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
                if new < MIN_NEW_SHARE { 0.0 } else { new * size * weight(id) }
            };
            let all: BTreeSet<ConceptId> =
                ConceptId::first(of.len()).filter(|&id| weight(id) > 0.0).collect();
            for landmark in &found {
                let mine = gain(landmark.id, &joined);
                prop_assert!(mine > 0.0);
                prop_assert!(all.iter().all(|&other| gain(other, &joined) <= mine));
                joined.extend(pairs(landmark.id));
                let held: BTreeSet<PointId> = joined.iter().map(|&(point, _)| point).collect();
                prop_assert_eq!(landmark.points_covered as usize, held.len());
            }
            if found.len() < most {
                prop_assert!(all.iter().all(|&other| gain(other, &joined) == 0.0));
            }
        }
    }
}
