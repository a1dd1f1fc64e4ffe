//! The purity of clusters, and the dendrogram purity of a lattice.
//!
//! The purity of a cluster F in a class C is pur(F, C) = |F n C| / |F|. Dendrogram purity is the
//! mean of pur(LCA(p, q), C) over all unordered pairs p != q of one class C (Heller and Ghahramani
//! 2005; Yoneda, Sugiyama and Washio 2018, section 4). If a pair has several minimal clusters, its
//! LCA is the first of them in canonical order.
//!
//! The baseline is the dendrogram purity by chance (`PuritySums::means`): the mean over all
//! permutations of the labels. A pair of one class is then any pair, and each other point of its
//! LCA is of that class with equal probability, so the mean has a closed form.

use crate::base::ids::{ClassId, PointId};
use crate::base::points::Classes;
use crate::context::clarified::Objects;

/// The most pairs averaged over, those of 6,300 points: more take longer than the whole build.
pub(crate) const MAX_PAIRS: u64 = 20_000_000;

/// The number of points of each class in a cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassCounts(Vec<u32>);

impl ClassCounts {
    /// Counts the classes of the points `members`.
    pub fn from_points(members: &[PointId], classes: &Classes) -> Self {
        let mut counts = vec![0; classes.names().len()];
        for &point in members {
            counts[classes.class_of(point).index()] += 1;
        }
        Self(counts)
    }

    /// Creates the counts from the number of points of each class.
    pub fn from_counts(counts: Vec<u32>) -> Self {
        Self(counts)
    }

    /// Returns the count of each class.
    pub fn counts(&self) -> &[u32] {
        &self.0
    }

    /// Returns the class with the most points, ties by name; `None` if there are no points.
    pub fn majority(&self) -> Option<ClassId> {
        let most = self.0.iter().copied().max().filter(|&most| most > 0)?;
        self.0.iter().position(|&count| count == most).map(|at| ClassId(at as u32))
    }

    /// Returns the share of one class; `None` if there are no points.
    pub fn purity_in(&self, class: ClassId) -> Option<f64> {
        let size: u32 = self.0.iter().sum();
        (size > 0).then(|| f64::from(self.0[class.index()]) / f64::from(size))
    }

    /// Returns the share of the majority class; `None` if there are no points.
    pub fn purity(&self) -> Option<f64> {
        self.purity_in(self.majority()?)
    }

    /// Returns the majority class and its share; `None` if there are no points.
    pub fn majority_and_purity(&self) -> Option<(ClassId, f64)> {
        let majority = self.majority()?;
        Some((majority, self.purity_in(majority)?))
    }
}

/// Counts the classes of clusters of objects: points, or points with equal rows as one object.
#[derive(Clone, Debug)]
pub struct ClassCounter {
    classes: usize,
    /// The classes of the points of each object with their counts, object by object.
    counts: Vec<(ClassId, u32)>,
    ends: Vec<usize>,
}

impl ClassCounter {
    /// Prepares for many calls.
    pub fn from_classes(objects: Objects<'_>, classes: &Classes) -> Self {
        Self::from_fn(objects, classes.names().len(), |point| Some(classes.class_of(point)))
    }

    /// Prepares for `classes` classes, given by `of_point`; a point may have no class.
    pub fn from_fn(
        objects: Objects<'_>,
        classes: usize,
        of_point: impl Fn(PointId) -> Option<ClassId>,
    ) -> Self {
        let all = PointId::first(objects.context.object_count());
        let counts = all.map(|object| {
            let points = objects.points_of(vec![object]).into_iter();
            let mut own: Vec<ClassId> = points.filter_map(&of_point).collect();
            own.sort_unstable();
            own.chunk_by(PartialEq::eq).map(|of| (of[0], of.len() as u32)).collect()
        });
        Self::new(classes, counts)
    }

    /// Creates a counter from the classes and counts of each object.
    pub fn new(classes: usize, objects: impl Iterator<Item = Vec<(ClassId, u32)>>) -> Self {
        let (mut counts, mut ends) = (Vec::new(), Vec::new());
        for own in objects {
            counts.extend(own);
            ends.push(counts.len());
        }
        Self { classes, counts, ends }
    }

    /// Returns the classes of the points of an object with their counts.
    pub fn object_counts(&self, object: PointId) -> &[(ClassId, u32)] {
        let start = object.index().checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.counts[start..self.ends[object.index()]]
    }

    /// Returns the number of points of each class in a set of objects.
    pub fn count(&self, objects: &[PointId]) -> ClassCounts {
        let mut counts = vec![0; self.classes];
        for &object in objects {
            for &(class, count) in self.object_counts(object) {
                counts[class.index()] += count;
            }
        }
        ClassCounts(counts)
    }
}

/// Dendrogram purity over all classes and of each class.
#[derive(Clone, Debug, PartialEq)]
pub struct DendrogramPurity {
    /// The mean over all pairs of points of one class; `None` if no class has two points.
    pub overall: Option<f64>,
    /// The mean over the pairs of each class; `None` for a class of one point.
    pub by_class: Vec<Option<f64>>,
    /// The expected overall mean for shuffled labels; `None` if only pairs of one class were added.
    pub chance: Option<f64>,
    /// The expected mean of each class for shuffled labels.
    pub chance_by_class: Vec<Option<f64>>,
}

/// Sums of purities over the pairs of each class, and the numbers of these pairs.
#[derive(Clone, Debug)]
pub(crate) struct PuritySums {
    purity: Vec<f64>,
    pairs: Vec<u64>,
    sizes: Vec<u32>,
    /// The number of added pairs of any classes; `inverse` is the sum of 1 / |LCA| over them.
    pairs_seen: u64,
    inverse: f64,
}

impl PuritySums {
    pub(crate) fn new(classes: &Classes) -> Self {
        let count = classes.names().len();
        let (purity, pairs, sizes) = (vec![0.0; count], vec![0; count], classes.sizes());
        Self { purity, pairs, sizes, pairs_seen: 0, inverse: 0.0 }
    }

    /// Adds `pairs` pairs of points of any classes; `inverse` is the sum of 1 / |LCA| over them.
    pub(crate) fn add_pairs(&mut self, inverse: f64, pairs: u64) {
        self.inverse += inverse;
        self.pairs_seen += pairs;
    }

    pub(crate) fn add_class_pairs(&mut self, class: ClassId, purity: f64, pairs: u64) {
        self.purity[class.index()] += purity;
        self.pairs[class.index()] += pairs;
    }

    pub(crate) fn means(&self) -> DendrogramPurity {
        let mean = |sum: f64, pairs: u64| (pairs > 0).then(|| sum / pairs as f64);
        let both = self.purity.iter().zip(&self.pairs);
        let shuffled: Vec<Option<f64>> = self.sizes.iter().map(|&size| self.chance(size)).collect();
        let of_class = |(shuffled, &size): (&Option<f64>, &u32)| {
            shuffled.map(|purity| purity * pair_count(size.into()) as f64)
        };
        let sum: f64 = shuffled.iter().zip(&self.sizes).filter_map(of_class).sum();
        let pairs = self.sizes.iter().map(|&size| pair_count(size.into())).sum();
        DendrogramPurity {
            overall: mean(self.purity.iter().sum(), self.pairs.iter().sum()),
            by_class: both.map(|(&sum, &pairs)| mean(sum, pairs)).collect(),
            chance: mean(sum, pairs).filter(|_| self.has_seen_all()),
            chance_by_class: shuffled,
        }
    }

    fn points(&self) -> u64 {
        self.sizes.iter().map(|&size| u64::from(size)).sum()
    }

    fn has_seen_all(&self) -> bool {
        self.pairs_seen > 0 && self.pairs_seen == pair_count(self.points())
    }

    /// Returns the expected dendrogram purity of a class of `size` points over all permutations of
    /// the labels: an LCA of s points contains the pair, and among the other s - 2 points the class
    /// has its share of all other points.
    fn chance(&self, size: u32) -> Option<f64> {
        if size < 2 || !self.has_seen_all() {
            return None;
        }
        let (n, size) = (self.points() as f64, f64::from(size));
        let others = if n > 2.0 { (size - 2.0) / (n - 2.0) } else { 0.0 };
        // The mean of (2 + (s - 2) others) / s over all pairs.
        Some((others + 2.0 * (1.0 - others) * self.inverse / self.pairs_seen as f64).min(1.0))
    }
}

/// Returns `true` if there are at most `MAX_PAIRS` pairs of points.
pub fn has_few_pairs(classes: &Classes) -> bool {
    pair_count(classes.class_ids().len() as u64) <= MAX_PAIRS
}

fn pair_count(points: u64) -> u64 {
    points * points.saturating_sub(1) / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_majority_of_a_tie_is_the_first_by_name() {
        let four: Vec<PointId> = PointId::first(4).collect();
        let mixed = ClassCounts::from_points(&four, &Classes::from_labels(&["b", "a", "b", "a"]));
        assert_eq!(mixed.majority_and_purity(), Some((ClassId(0), 0.5)));
        let empty = ClassCounts::from_points(&[], &Classes::from_labels(&["a"]));
        assert_eq!(empty.majority_and_purity(), None);
    }
}
