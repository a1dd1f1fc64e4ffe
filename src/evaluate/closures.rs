//! Dendrogram purity of the full lattice without the lattice: the LCA of two points is their
//! closure, and that is a few intersections of columns.
//!
//! Exact, in memory for the context and one row of pairs a thread, however many concepts there are.

use std::cmp::Ordering;
use std::collections::HashMap;

use rayon::prelude::*;

use crate::bitset::Bits;
use crate::context::FormalContext;
use crate::context::bits::{BitContext, Set};
use crate::ids::PointId;
use crate::points::Classes;
use crate::purity::{DendrogramPurity, PuritySums};

/// Two points of one class and their LCA.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// The points, by row.
    pub points: [PointId; 2],
    /// How many points their LCA has.
    pub size: u32,
    /// The share of their class in it.
    pub purity: f64,
}

/// Least pure first, then by points.
fn worse(a: &Pair, b: &Pair) -> Ordering {
    a.purity.total_cmp(&b.purity).then(a.points.cmp(&b.points))
}

/// The dendrogram purity of the full lattice, and the `worst` pairs, least pure first.
pub fn dendrogram_purity(
    context: &FormalContext,
    classes: &Classes,
    worst: usize,
) -> (DendrogramPurity, Vec<Pair>) {
    let (n, bits) = (context.objects(), BitContext::new(context));
    let mut members = vec![Set::empty(n); classes.names().len()];
    for (point, class) in (0..).zip(classes.of()) {
        members[class.index()].insert(point);
    }
    // The pairs of one point with the later ones of its class.
    let of_point = |p: usize| {
        let class = classes.of()[p];
        let mut known: HashMap<Set, (u32, f64)> = HashMap::new();
        let (mut sum, mut pairs) = (0.0, Vec::new());
        for q in (p + 1..n).filter(|&q| classes.of()[q] == class) {
            let intent = bits.shared(p, q);
            let closure = |intent: &Set| {
                let extent = bits.having(intent);
                let size = extent.size();
                let of_class = extent.and(&members[class.index()]).size();
                (size, f64::from(of_class) / f64::from(size))
            };
            let (size, purity) = match known.get(&intent) {
                Some(&known) => known,
                None => *known.entry(intent.clone()).or_insert_with(|| closure(&intent)),
            };
            sum += purity;
            pairs.push(Pair { points: [p as u32, q as u32].map(PointId), size, purity });
        }
        let count = pairs.len() as u64;
        pairs.sort_unstable_by(worse);
        pairs.truncate(worst);
        (sum, count, pairs)
    };
    let all: Vec<_> = (0..n).into_par_iter().map(of_point).collect();
    let (mut sums, mut pairs) = (PuritySums::new(classes), Vec::new());
    for (point, (sum, count, of_point)) in all.into_iter().enumerate() {
        let class = classes.of()[point];
        sums.add(class, sum, count);
        pairs.extend(of_point);
    }
    pairs.sort_unstable_by(worse);
    pairs.truncate(worst);
    (sums.means(), pairs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::Lattice;
    use crate::mine::Limits;
    use crate::progress::Progress;
    use crate::purity;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_is_that_of_the_lattice(
            bits in proptest::collection::vec(proptest::bool::weighted(0.6), 9 * 8),
            labels in proptest::collection::vec(0..3u32, 9),
        ) {
            let row = |i: usize| (0..8).filter(|j| bits[i * 8 + j]).map(|j| j as u32).collect();
            let names = (0..8).map(|j| j.to_string()).collect();
            let context = FormalContext::new(names, (0..9).map(row));
            let labels: Vec<String> = labels.iter().map(|l| l.to_string()).collect();
            let classes = Classes::from_labels(&labels);
            let (limits, progress) = (Limits::default(), Progress::default());
            let lattice = Lattice::mine(&context, &limits, &progress).unwrap();
            let truth = purity::dendrogram_purity(&lattice, &classes).unwrap();
            let (found, worst) = dendrogram_purity(&context, &classes, 3);
            let near = |a: Option<f64>, b: Option<f64>| match (a, b) {
                (Some(a), Some(b)) => (a - b).abs() < 1e-12,
                (a, b) => a == b,
            };
            prop_assert!(near(found.overall, truth.overall));
            prop_assert!(found.of_class.iter().zip(&truth.of_class).all(|(&a, &b)| near(a, b)));
            for pair in &worst {
                let extent = context.closure(&pair.points);
                prop_assert_eq!(extent.len(), pair.size as usize);
            }
            prop_assert!(worst.windows(2).all(|two| two[0].purity <= two[1].purity));
        }

        #[test]
        fn with_one_class_it_is_1(
            bits in proptest::collection::vec(proptest::bool::weighted(0.6), 6 * 6),
        ) {
            let row = |i: usize| (0..6).filter(|j| bits[i * 6 + j]).map(|j| j as u32).collect();
            let names = (0..6).map(|j| j.to_string()).collect();
            let context = FormalContext::new(names, (0..6).map(row));
            let classes = Classes::from_labels(&["a"; 6]);
            prop_assert_eq!(dendrogram_purity(&context, &classes, 0).0.overall, Some(1.0));
        }
    }
}
