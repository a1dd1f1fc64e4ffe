//! The baseline: dendrogram purity of Ward's tree (Ward 1963), by the crate kodama.
//!
//! When two clusters are joined, the pairs with one point in each have the joint cluster as their
//! lowest common ancestor. So one pass over the joins gives the mean, with a count per class for
//! each cluster.

use kodama::{Method, linkage};

use crate::base::ids::ClassId;
use crate::base::points::Classes;
use crate::knn::{Metric, Space};
use crate::purity::{DendrogramPurity, PuritySums};

/// Returns the number of bytes for the tree of `n` points: a distance for each pair.
pub(crate) fn tree_bytes(n: usize) -> f64 {
    4.0 * n as f64 * n as f64
}

/// Returns the dendrogram purity of Ward's tree over points, or over given distances.
pub fn dendrogram_purity(space: &Space, classes: &Classes) -> DendrogramPurity {
    let n = space.len();
    let mut sums = PuritySums::new(classes);
    let distance = |a: usize, b: usize| match space.metric() {
        Metric::Precomputed => space.comparable_distance(a, b),
        _ => space.comparable_distance(a, b).sqrt(),
    };
    let mut distances = Vec::with_capacity(n * n.saturating_sub(1) / 2);
    for a in 0..n {
        distances.extend((a + 1..n).map(|b| distance(a, b)));
    }
    let tree = linkage(&mut distances, n, Method::Ward);
    let single = |point: usize| {
        let mut counts = vec![0_u64; classes.names().len()];
        counts[classes.class_ids()[point].index()] = 1;
        counts
    };
    let mut clusters: Vec<Vec<u64>> = (0..n).map(single).collect();
    for step in tree.steps() {
        let (one, other) = (&clusters[step.cluster1], &clusters[step.cluster2]);
        let both: Vec<u64> = one.iter().zip(other).map(|(a, b)| a + b).collect();
        for (class, (&a, &b)) in one.iter().zip(other).enumerate() {
            let purity = both[class] as f64 / step.size as f64;
            sums.add_class_pairs(ClassId(class as u32), (a * b) as f64 * purity, a * b);
        }
        let pairs = one.iter().sum::<u64>() * other.iter().sum::<u64>();
        sums.add_pairs(pairs as f64 / step.size as f64, pairs);
        clusters.push(both);
    }
    sums.means()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::points::Points;
    use crate::knn::{Metric, Scale, space};
    use crate::table::Table;

    fn purity(values: &[f64], labels: &[&str]) -> Option<f64> {
        let points = Points::from_count(values.len(), None);
        let table = Table::new(vec!["x".into()], values.to_vec(), points);
        let space = space(&table, Metric::Euclidean, Scale::None).unwrap();
        dendrogram_purity(&space, &Classes::from_labels(labels)).overall
    }

    #[test]
    fn small_trees_by_hand() {
        // ((0 1) (10 11)): apart, together, and crossed.
        assert_eq!(purity(&[0.0, 1.0, 10.0, 11.0], &["a", "a", "b", "b"]), Some(1.0));
        assert_eq!(purity(&[0.0, 1.0, 10.0, 11.0], &["a", "a", "a", "a"]), Some(1.0));
        assert_eq!(purity(&[0.0, 1.0, 10.0, 11.0], &["a", "b", "a", "b"]), Some(0.5));
        // Three of a: one pair at the leaf, two at the root with three of four.
        let mean = (1.0 + 0.75 + 0.75) / 3.0;
        assert_eq!(purity(&[0.0, 1.0, 10.0, 11.0], &["a", "a", "a", "b"]), Some(mean));
        assert_eq!(purity(&[0.0, 1.0], &["a", "b"]), None);
        assert_eq!(purity(&[5.0], &["a"]), None);
    }
}
