//! Dendrogram purity of the full lattice without the lattice: the LCA of two points is their
//! closure, which takes a few intersections of columns.
//!
//! The result is exact, in memory for the context as bits, however many concepts there are. The
//! purity of the clusters that a graph keeps is computed from their members (`graph_purity()`).

mod graph_purity;
mod smallest_communities;

use std::collections::HashMap;

use rayon::prelude::*;

use crate::base::bitset::Bits;
use crate::base::points::Classes;
use crate::base::progress::{InterruptedError, Progress};
use crate::communities::CommunityResult;
use crate::context::FormalContext;
use crate::context::bits::{BitContext, BitSet};
use crate::purity::{DendrogramPurity, PuritySums};
pub(crate) use graph_purity::graph_purity;
use smallest_communities::SmallestCommunities;

#[derive(Clone, Copy, Debug, Default)]
struct PointSums {
    /// The sum of the shares of the class, over the pairs of one class.
    purity: f64,
    /// The sum of 1 by the size of the cluster, over all pairs.
    inverse: f64,
}

/// Returns the number of bytes that the purity of a context takes.
pub fn bytes(context: &FormalContext) -> f64 {
    BitContext::bytes(context)
}

/// The dendrogram purities of a context, over all pairs of points.
#[derive(Clone, Debug, PartialEq)]
pub struct Purities {
    /// The dendrogram purity of the full lattice.
    pub lattice: DendrogramPurity,
    /// The dendrogram purity of the lattice with communities above it; `None` without communities.
    pub hierarchy: Option<DendrogramPurity>,
}

/// Computes the dendrogram purity of the full lattice. In the hierarchy, pairs whose LCA is the
/// whole meet in the smallest community with both.
///
/// Time: a closure for each pair of points that share an attribute. Memory: [`bytes()`].
pub fn dendrogram_purity(
    context: &FormalContext,
    classes: &Classes,
    communities: Option<&CommunityResult>,
    progress: &Progress,
) -> Result<Purities, InterruptedError> {
    let meeting = communities.map(|found| SmallestCommunities::new(found, classes));
    let (n, bits) = (context.object_count(), BitContext::new(context));
    let mut members = vec![BitSet::empty(n); classes.names().len()];
    for (point, class) in (0..).zip(classes.class_ids()) {
        members[class.index()].insert(point);
    }
    // The pairs of one point with the later ones.
    let of_point = |p: usize| {
        let class = classes.class_ids()[p];
        let same_class = &members[class.index()];
        let mut known: HashMap<BitSet, (u32, f64)> = HashMap::new();
        let (mut lattice, mut hierarchy) = (PointSums::default(), PointSums::default());
        let mut count = 0_u64;
        // Points that share no attribute are together only in the whole.
        let (sharing, whole) =
            (bits.objects_sharing_attribute(p), size_and_share(same_class, &BitSet::full(n)));
        for q in p + 1..n {
            if progress.is_interrupted() {
                break;
            }
            let (size, purity) = if sharing.has(q as u32) {
                let intent = bits.common_attributes(p, q);
                match known.get(&intent) {
                    Some(&known) => known,
                    None => {
                        let of_extent = size_and_share(same_class, &bits.extent_of(&intent));
                        *known.entry(intent).or_insert(of_extent)
                    }
                }
            } else {
                whole
            };
            let meets = meeting.as_ref().filter(|_| size as usize == n);
            let (higher, share) =
                meets.and_then(|of| of.size_and_share(p, q, class)).unwrap_or((size, purity));
            lattice.inverse += 1.0 / f64::from(size);
            hierarchy.inverse += 1.0 / f64::from(higher);
            if !same_class.has(q as u32) {
                continue;
            }
            lattice.purity += purity;
            hierarchy.purity += share;
            count += 1;
        }
        progress.add_done((n - p) as u64);
        (count, lattice, hierarchy)
    };
    progress.set_part_count((n * (n + 1) / 2) as u64);
    let all: Vec<_> = (0..n).into_par_iter().map(of_point).collect();
    progress.check()?;
    let mut lattice = PuritySums::new(classes);
    let mut hierarchy = lattice.clone();
    for (point, (count, of_lattice, of_hierarchy)) in all.into_iter().enumerate() {
        let (class, later) = (classes.class_ids()[point], (n - 1 - point) as u64);
        for (sums, of_point) in [(&mut lattice, of_lattice), (&mut hierarchy, of_hierarchy)] {
            sums.add_class_pairs(class, of_point.purity, count);
            sums.add_pairs(of_point.inverse, later);
        }
    }
    let hierarchy = meeting.map(|_| hierarchy.means());
    Ok(Purities { lattice: lattice.means(), hierarchy })
}

/// Returns the size of an extent, and the share in it of a class with these members.
fn size_and_share(members: &BitSet, extent: &BitSet) -> (u32, f64) {
    let size = extent.size();
    (size, f64::from(extent.intersection(members).size()) / f64::from(size))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::ids::PointId;
    use crate::base::points::Points;
    use crate::base::progress::Progress;
    use crate::communities;
    use crate::dataset::Dataset;
    use crate::knn::{Metric, Scale};
    use crate::lattice::Lattice;
    use crate::mine::Limits;
    use crate::purity::ClassCounts;
    use crate::table::Table;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn pairs_that_only_the_whole_has_meet_in_the_smallest_community(
            values in proptest::collection::vec((0..40).prop_map(f64::from), 6..90),
            labels in proptest::collection::vec(0..3u32, 90),
            k in 1..6usize,
        ) {
            let n = values.len();
            let labels: Vec<String> = labels[..n].iter().map(|l| l.to_string()).collect();
            let classes = Classes::from_labels(&labels);
            let points = Points::from_count(n, Some(classes.clone()));
            let table = Table::new(vec!["x".to_owned()], values, points);
            let (metric, scale) = (Metric::Euclidean, Scale::None);
            let dataset = Dataset::with_anchors("g", &table, None, k, metric, scale).unwrap();
            let found = communities::find_in_dataset(&dataset, &Progress::default()).unwrap();
            let (mut sum, mut pairs) = (0.0, 0.0);
            for (p, q) in (0..n).flat_map(|p| (p + 1..n).map(move |q| (p, q))) {
                let class = classes.class_ids()[p];
                if class != classes.class_ids()[q] {
                    continue;
                }
                let pair = [p as u32, q as u32].map(PointId);
                let mut held = dataset.context.closure(&pair);
                let shares = pair.iter().map(|point| &found.membership[point.index()][..]);
                let community = found.communities.common_communities(shares).first().copied();
                if let Some(id) = community.filter(|_| held.len() == n) {
                    let is_held = |point: &PointId| {
                        found.communities.containing(&found.membership[point.index()]).contains(&id)
                    };
                    held = PointId::first(n).filter(is_held).collect();
                }
                let pure = held.iter().filter(|point| classes.class_ids()[point.index()] == class);
                sum += pure.count() as f64 / held.len() as f64;
                pairs += 1.0;
            }
            let progress = Progress::default();
            let all = dendrogram_purity(&dataset.context, &classes, Some(&found), &progress);
            let overall = all.unwrap().hierarchy.and_then(|purity| purity.overall);
            prop_assert!(overall.map_or(pairs == 0.0, |o| (o - sum / pairs).abs() < 1e-9));
        }
    }

    fn small(bits: &[bool], attributes: usize, labels: &[u32]) -> (FormalContext, Classes) {
        let attribute = |(j, &has): (u32, &bool)| has.then_some(j);
        let names = (0..attributes).map(|j| j.to_string()).collect();
        let rows =
            bits.chunks(attributes).map(|row| (0..).zip(row).filter_map(attribute).collect());
        let labels: Vec<String> = labels.iter().map(u32::to_string).collect();
        (FormalContext::new(names, rows), Classes::from_labels(&labels))
    }

    fn all(context: &FormalContext, classes: &Classes) -> Purities {
        dendrogram_purity(context, classes, None, &Progress::default()).unwrap()
    }

    fn near(found: Option<f64>, (sum, count): (f64, f64)) -> bool {
        found.map_or(count == 0.0, |mean| (mean - sum / count).abs() < 1e-9)
    }

    proptest! {
        #[test]
        fn it_is_the_mean_over_pairs_of_the_lca_in_the_lattice(
            bits in proptest::collection::vec(proptest::bool::weighted(0.6), 9 * 8),
            labels in proptest::collection::vec(0..3u32, 9),
        ) {
            let (context, classes) = small(&bits, 8, &labels);
            let lattice =
                Lattice::mine(&context, &Limits::default(), &Progress::default()).unwrap();
            let mut sums = vec![(0.0, 0.0); classes.names().len()];
            for (p, q) in (0..9).flat_map(|p| (p + 1..9).map(move |q| (p, q))) {
                if labels[p] == labels[q] {
                    let pair = [p as u32, q as u32].map(PointId);
                    let members = lattice.members.points(lattice.members.lca(&pair).unwrap());
                    let class = classes.class_of(pair[0]);
                    let counts = ClassCounts::from_points(&members, &classes);
                    sums[class.index()].0 += counts.purity_in(class).unwrap();
                    sums[class.index()].1 += 1.0;
                }
            }
            let found = all(&context, &classes).lattice;
            let overall = sums.iter().fold((0.0, 0.0), |a, s| (a.0 + s.0, a.1 + s.1));
            prop_assert!(near(found.overall, overall));
            prop_assert!(found.by_class.iter().zip(sums).all(|(&mean, sum)| near(mean, sum)));
            let of_one = all(&context, &Classes::from_labels(&["x"; 9])).lattice;
            prop_assert_eq!(of_one.overall, Some(1.0));
            prop_assert!(near(of_one.chance, (1.0, 1.0)));
        }

        #[test]
        fn chance_is_the_mean_over_all_ways_to_shuffle(
            bits in proptest::collection::vec(proptest::bool::ANY, 25),
            labels in proptest::collection::vec(0..3u32, 5),
        ) {
            let purity = |labels: &[u32]| {
                let (context, classes) = small(&bits, 5, labels);
                all(&context, &classes).lattice
            };
            let (mut sum, mut ways) = (0.0, 0.0);
            let mut order = [0, 1, 2, 3, 4];
            for at in 0..120_usize {
                // The permutation numbered `at`.
                let (mut rest, mut number) = (vec![0, 1, 2, 3, 4], at);
                for place in (0..5).rev() {
                    order[place] = rest.remove(number % (place + 1));
                    number /= place + 1;
                }
                sum += purity(&order.map(|at| labels[at])).overall.unwrap_or(0.0);
                ways += 1.0;
            }
            let found = purity(&labels).chance.unwrap_or(0.0);
            prop_assert!((found - sum / ways).abs() < 1e-9, "{} {}", found, sum / ways);
        }
    }
}
