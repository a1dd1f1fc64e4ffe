//! The greatest share of each class in the larger concepts above each concept.
//!
//! A concept is a maximal one of purity t in a class exactly if its share of the class is at least
//! t, while the greatest share in any concept above it is less. So these two numbers, if the second
//! is the smaller one, tell for every t which concepts are maximal. Most concepts are maximal for
//! no t, and nothing is stored for them (on parkinsons 3,228 of 250,911 concepts have the numbers).

use crate::base::ids::ConceptId;
use crate::graph::Concepts;
use crate::lattice::Covers;

/// Returns, for each concept and in it for each class, the greatest share of the class in a concept
/// above it, 0 if there is none; `None` if that is not less than the concept's own share.
pub(crate) fn purity_above(
    concepts: &Concepts,
    covers: &Covers,
    classes: usize,
) -> Vec<Option<f64>> {
    let mut above = vec![None; concepts.len() * classes];
    // The greatest share in each concept or in any above it.
    let mut greatest = vec![0.0_f64; concepts.len() * classes];
    for concept in concepts.iter().rev() {
        let at = concept.id.index() * classes;
        for (class, &count) in concept.counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let share = f64::from(count) / f64::from(concept.size);
            let of = |upper: ConceptId| greatest[upper.index() * classes + class];
            let around = covers.upper(concept.id).map(of).fold(0.0, f64::max);
            above[at + class] = (around < share).then_some(around);
            greatest[at + class] = share.max(around);
        }
    }
    above
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::ids::ClassId;
    use crate::base::points::{Classes, Points};
    use crate::base::progress::Progress;
    use crate::context::FormalContext;
    use crate::dataset::Dataset;
    use crate::graph::{Concept, Graph};
    use crate::lattice::Lattice;
    use crate::mine::Limits;
    use proptest::prelude::*;

    fn graph(bits: &[bool], labels: &[u8], min_size: usize) -> Graph {
        let row = |i: usize| (0..7).filter(|j| bits[i * 7 + j]).map(|j| j as u32).collect();
        let names = (0..7).map(|j| j.to_string()).collect();
        let context = FormalContext::new(names, (0..7).map(row));
        let limits = Limits { min_size, ..Limits::default() };
        let lattice = Lattice::mine(&context, &limits, &Progress::default()).unwrap();
        let labels: Vec<String> = labels.iter().map(u8::to_string).collect();
        let points = Points::from_count(7, Some(Classes::from_labels(&labels)));
        Graph::new(Dataset::from_context("g", context, points), lattice, None, &Progress::default())
            .unwrap()
    }

    proptest! {
        #[test]
        fn the_two_numbers_tell_the_maximal_clusters(
            bits in proptest::collection::vec(proptest::bool::weighted(0.6), 49),
            labels in proptest::collection::vec(0..3u8, 7),
            min_size in 0..4usize,
        ) {
            let graph = graph(&bits, &labels, min_size);
            let all = graph.concepts().unwrap();
            let (members, covers) = (graph.members().unwrap(), graph.covers().unwrap());
            let concepts: Vec<Concept> = all.iter().collect();
            let classes = graph.points().unwrap().classes().unwrap();
            let above = purity_above(all, covers, classes.names().len());
            let found: Vec<_> = above.chunks(classes.names().len()).collect();
            for class in ClassId::first(classes.names().len()) {
                let share = |concept: &Concept| {
                    f64::from(concept.counts[class.index()]) / f64::from(concept.size)
                };
                for threshold in (1..=7).flat_map(|b| (1..=b).map(move |a| a as f64 / b as f64)) {
                    let pure: Vec<_> = concepts.iter().filter(|c| share(c) >= threshold).collect();
                    for (concept, found) in concepts.iter().zip(&found) {
                        let within = |other: &&&Concept| {
                            let mut mine = members.points(concept.id).into_iter();
                            other.id != concept.id && mine.all(|p| members.contains(other.id, p))
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
