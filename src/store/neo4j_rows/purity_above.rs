//! Which clusters are purer in a class than every larger cluster around them, and how pure the
//! purest of these is.
//!
//! A cluster is a maximal one of purity t in a class exactly when its own share is at least t,
//! while the greatest share in any larger cluster around it is less. So these two numbers, where
//! the second is the less, answer which clusters are maximal for every t; on most clusters they
//! cannot be, and nothing is stored (on parkinsons 3,228 of 250,911 clusters have them).
//!
//! Invariant: concepts are read from the last id down, so that all above one are known.

use crate::base::ids::ConceptId;
use crate::store::{Concept, DamageError, Error, LatticeStore, Result};

/// How many concepts are read together to catch up.
const BATCH: u32 = 1 << 14;

/// The greatest share of each class in each concept seen so far or in any around it.
pub(crate) struct PurityAbove {
    concepts: u32,
    /// Where the shares of a concept begin, from the last concept down; one more at the end.
    starts: Vec<usize>,
    /// Of the classes that a concept has points of.
    classes: Vec<u32>,
    greatest: Vec<f64>,
}

impl PurityAbove {
    /// For a graph of this many concepts, none of them seen.
    pub(crate) fn new(concepts: u32) -> Self {
        Self { concepts, starts: vec![0], classes: Vec::new(), greatest: Vec::new() }
    }

    /// The lowest id seen.
    fn lowest(&self) -> u32 {
        self.concepts - (self.starts.len() - 1) as u32
    }

    /// For each of these concepts and each class, the greatest share of that class in a larger
    /// concept around it, 0 where there is none; nothing where it is not less than its own. They
    /// descend and end above all that was read before; what was skipped is read.
    pub(crate) fn of(
        &mut self,
        graph: &dyn LatticeStore,
        concepts: &[Concept],
    ) -> Result<Vec<Vec<Option<f64>>>> {
        let Some(first) = concepts.first() else { return Ok(Vec::new()) };
        while self.lowest() > first.id.0 + 1 {
            let last = self.lowest();
            let skipped = (first.id.0 + 1).max(last.saturating_sub(BATCH))..last;
            let skipped: Vec<ConceptId> = skipped.rev().map(ConceptId).collect();
            self.see(graph, &graph.concepts(&skipped)?)?;
            if self.lowest() == last {
                return Err(self.lacks_one());
            }
        }
        self.see(graph, concepts)
    }

    fn see(
        &mut self,
        graph: &dyn LatticeStore,
        concepts: &[Concept],
    ) -> Result<Vec<Vec<Option<f64>>>> {
        let ids: Vec<ConceptId> = concepts.iter().map(|concept| concept.id).collect();
        let covers = graph.upper(&ids)?;
        let mut covers = &covers[..];
        let mut all = Vec::with_capacity(concepts.len());
        for concept in concepts {
            if concept.id.0 + 1 != self.lowest() {
                return Err(self.lacks_one());
            }
            let above = covers.iter().take_while(|(lower, _)| *lower == concept.id).count();
            let (mine, rest) = covers.split_at(above);
            covers = rest;
            let size = f64::from(concept.counts.iter().sum::<u32>());
            let mut record = vec![None; concept.counts.len()];
            for (class, &count) in concept.counts.iter().enumerate().filter(|(_, c)| **c > 0) {
                let share = f64::from(count) / size;
                let around = mine.iter().map(|&(_, upper)| self.greatest(upper, class as u32));
                let around = around.fold(0.0, f64::max);
                record[class] = (around < share).then_some(around);
                self.classes.push(class as u32);
                self.greatest.push(share.max(around));
            }
            self.starts.push(self.classes.len());
            all.push(record);
        }
        Ok(all)
    }

    /// 0 where it has no point of that class.
    fn greatest(&self, concept: ConceptId, class: u32) -> f64 {
        let share = || {
            let at = self.concepts.checked_sub(concept.0 + 1)? as usize;
            let mine = *self.starts.get(at)?..*self.starts.get(at + 1)?;
            let place = self.classes[mine.clone()].binary_search(&class).ok()?;
            Some(self.greatest[mine.start + place])
        };
        share().unwrap_or(0.0)
    }

    fn lacks_one(&self) -> Error {
        let damage = DamageError(format!("there is no cluster c{}", self.lowest()));
        Error::Damaged { place: "what is loaded".to_owned(), damage }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::ids::ClassId;
    use crate::base::points::{Classes, Points};
    use crate::base::progress::Progress;
    use crate::context::FormalContext;
    use crate::dataset::Dataset;
    use crate::graph::ConceptGraph;
    use crate::lattice::Lattice;
    use crate::mine::Limits;
    use proptest::prelude::*;

    fn graph(bits: &[bool], labels: &[u8], min_size: usize) -> ConceptGraph {
        let row = |i: usize| (0..7).filter(|j| bits[i * 7 + j]).map(|j| j as u32).collect();
        let names = (0..7).map(|j| j.to_string()).collect();
        let context = FormalContext::new(names, (0..7).map(row));
        let limits = Limits { min_size, ..Limits::default() };
        let lattice = Lattice::mine(&context, &limits, &Progress::default()).unwrap();
        let labels: Vec<String> = labels.iter().map(u8::to_string).collect();
        let points = Points::numbered(7, Some(Classes::from_labels(&labels)));
        ConceptGraph::new(
            Dataset::of_context("g", context, points),
            lattice,
            None,
            &Progress::default(),
        )
        .unwrap()
    }

    proptest! {
        /// Of every class at every threshold: the maximal clusters, by the definition.
        #[test]
        fn the_two_numbers_tell_the_maximal_clusters(
            bits in proptest::collection::vec(proptest::bool::weighted(0.6), 49),
            labels in proptest::collection::vec(0..3u8, 7),
            (min_size, batch, skipped) in (0..4usize, 1..5usize, 0..3usize),
        ) {
            let graph = graph(&bits, &labels, min_size);
            let ids: Vec<ConceptId> = graph.lattice.ids().rev().collect();
            let concepts = graph.concepts(&ids).unwrap();
            let mut above = PurityAbove::new(ids.len() as u32);
            let skipped = skipped.min(ids.len());
            let mut found = vec![Vec::new(); skipped];
            for batch in concepts[skipped..].chunks(batch) {
                found.extend(above.of(&graph, batch).unwrap());
            }
            let classes = graph.points.classes().unwrap();
            for class in ClassId::first(classes.names().len()) {
                let share = |concept: &Concept| {
                    f64::from(concept.counts[class.index()]) / f64::from(concept.size)
                };
                for threshold in (1..=7).flat_map(|b| (1..=b).map(move |a| a as f64 / b as f64)) {
                    let pure: Vec<_> = concepts.iter().filter(|c| share(c) >= threshold).collect();
                    for (concept, found) in concepts.iter().zip(&found).skip(skipped) {
                        let within = |other: &&&Concept| {
                            let mut mine = graph.lattice.members(concept.id).into_iter();
                            other.id != concept.id && mine.all(|p| graph.lattice.has(other.id, p))
                        };
                        let is_maximal =
                            share(concept) >= threshold && pure.iter().find(within).is_none();
                        let is_found = share(concept) >= threshold
                            && found[class.index()].is_some_and(|above| above < threshold);
                        prop_assert_eq!(is_found, is_maximal);
                    }
                }
            }
        }
    }
}
