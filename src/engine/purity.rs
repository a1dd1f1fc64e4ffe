//! How pure a cluster is, and how well a lattice keeps the classes together.
//!
//! Purity of a cluster F in a class C: pur(F, C) = |F n C| / |F|. Dendrogram purity: the mean of
//! pur(LCA(p, q), C) over all unordered pairs p != q of one class C (Heller and Ghahramani 2005;
//! Yoneda, Sugiyama and Washio 2018, section 4). Where a pair has several minimal clusters, its LCA
//! is the first of them in canonical order.
//!
//! What it is worth shows beside what chance gives ([`PuritySums::means`]): the mean over all ways
//! to shuffle the labels among the points. A pair of one class is then any pair, and each of the
//! other points of its LCA is of its class with the same chance, so no shuffle needs to be made.

use crate::base::ids::{ClassId, PointId};
use crate::base::points::Classes;
use crate::context::clarified::Objects;

/// More pairs of points than this, those of 6,300 points, are not averaged over: that would take
/// longer than all else.
pub const MOST_PAIRS: u64 = 20_000_000;

/// How many points of each class a cluster has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassCounts(Vec<u32>);

impl ClassCounts {
    /// Counts the classes of some points.
    pub fn of(members: &[PointId], classes: &Classes) -> Self {
        let mut counts = vec![0; classes.names().len()];
        for &point in members {
            counts[classes.of_point(point).index()] += 1;
        }
        Self(counts)
    }

    /// From the count of each class.
    pub fn from_counts(counts: Vec<u32>) -> Self {
        Self(counts)
    }

    /// The count of each class.
    pub fn counts(&self) -> &[u32] {
        &self.0
    }

    /// The class with most points, the first by name among equals; none for no points.
    pub fn majority(&self) -> Option<ClassId> {
        let most = self.0.iter().copied().max().filter(|&most| most > 0)?;
        self.0.iter().position(|&count| count == most).map(|at| ClassId(at as u32))
    }

    /// The share of one class; none for no points.
    pub fn purity_in(&self, class: ClassId) -> Option<f64> {
        let size: u32 = self.0.iter().sum();
        (size > 0).then(|| f64::from(self.0[class.index()]) / f64::from(size))
    }

    /// The share of the majority class; none for no points.
    pub fn purity(&self) -> Option<f64> {
        self.purity_in(self.majority()?)
    }

    /// The majority class and its share; none for no points.
    pub fn majority_and_purity(&self) -> Option<(ClassId, f64)> {
        let majority = self.majority()?;
        Some((majority, self.purity_in(majority)?))
    }
}

/// Counts classes in clusters of objects: points, or points with equal rows as one.
#[derive(Clone, Debug)]
pub struct ClassCounter {
    classes: usize,
    /// How many points of which class each object stands for, object by object.
    counts: Vec<(ClassId, u32)>,
    ends: Vec<usize>,
}

impl ClassCounter {
    /// Makes ready for many calls.
    pub fn of(objects: Objects<'_>, classes: &Classes) -> Self {
        Self::by(objects, classes.names().len(), |point| Some(classes.of_point(point)))
    }

    /// Makes ready for that many classes of anything that points may be in.
    pub fn by(
        objects: Objects<'_>,
        classes: usize,
        of_point: impl Fn(PointId) -> Option<ClassId>,
    ) -> Self {
        let all = PointId::first(objects.context.objects());
        let counts = all.map(|object| {
            let points = objects.points(vec![object]).into_iter();
            let mut own: Vec<ClassId> = points.filter_map(&of_point).collect();
            own.sort_unstable();
            own.chunk_by(PartialEq::eq).map(|of| (of[0], of.len() as u32)).collect()
        });
        Self::new(classes, counts)
    }

    /// From how many points of which of that many classes each object stands for.
    pub fn new(classes: usize, objects: impl Iterator<Item = Vec<(ClassId, u32)>>) -> Self {
        let (mut counts, mut ends) = (Vec::new(), Vec::new());
        for own in objects {
            counts.extend(own);
            ends.push(counts.len());
        }
        Self { classes, counts, ends }
    }

    /// How many points of which class an object stands for.
    pub fn of_object(&self, object: PointId) -> &[(ClassId, u32)] {
        let start = object.index().checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.counts[start..self.ends[object.index()]]
    }

    /// The classes of these objects' points.
    pub fn of_objects(&self, objects: &[PointId]) -> ClassCounts {
        let mut counts = vec![0; self.classes];
        for &object in objects {
            for &(class, count) in self.of_object(object) {
                counts[class.index()] += count;
            }
        }
        ClassCounts(counts)
    }
}

/// Dendrogram purity, over all classes and for each.
#[derive(Clone, Debug, PartialEq)]
pub struct DendrogramPurity {
    /// The mean over all pairs of one class; none where no class has two points.
    pub overall: Option<f64>,
    /// The mean over the pairs of each class; none for a class of one point.
    pub of_class: Vec<Option<f64>>,
    /// What shuffled labels have on average, overall; none where only pairs of one class were seen.
    pub chance: Option<f64>,
    /// What shuffled labels have on average, for each class.
    pub chance_of_class: Vec<Option<f64>>,
}

/// Sums of purities over the pairs of each class, and how many pairs these are.
#[derive(Clone, Debug)]
pub struct PuritySums {
    purity: Vec<f64>,
    pairs: Vec<u64>,
    sizes: Vec<u32>,
    /// Over the pairs of points of any classes: how many were seen, and the sum of 1 / |LCA|.
    seen: u64,
    inverse: f64,
}

impl PuritySums {
    /// Sums of no pair yet.
    pub fn new(classes: &Classes) -> Self {
        let count = classes.names().len();
        let (purity, pairs, sizes) = (vec![0.0; count], vec![0; count], classes.sizes());
        Self { purity, pairs, sizes, seen: 0, inverse: 0.0 }
    }

    /// Adds some pairs of points of any classes with the sum of 1 / |LCA| over them.
    pub fn add_any(&mut self, inverse: f64, pairs: u64) {
        self.inverse += inverse;
        self.seen += pairs;
    }

    /// Adds the purities of some pairs of a class, summed.
    pub fn add(&mut self, class: ClassId, purity: f64, pairs: u64) {
        self.purity[class.index()] += purity;
        self.pairs[class.index()] += pairs;
    }

    /// The means over all pairs and over those of each class.
    pub fn means(&self) -> DendrogramPurity {
        let mean = |sum: f64, pairs: u64| (pairs > 0).then(|| sum / pairs as f64);
        let both = self.purity.iter().zip(&self.pairs);
        let shuffled: Vec<Option<f64>> = self.sizes.iter().map(|&size| self.chance(size)).collect();
        let of_class = |(shuffled, &size): (&Option<f64>, &u32)| {
            shuffled.map(|purity| purity * pairs_of(size.into()) as f64)
        };
        let sum: f64 = shuffled.iter().zip(&self.sizes).filter_map(of_class).sum();
        let pairs = self.sizes.iter().map(|&size| pairs_of(size.into())).sum();
        DendrogramPurity {
            overall: mean(self.purity.iter().sum(), self.pairs.iter().sum()),
            of_class: both.map(|(&sum, &pairs)| mean(sum, pairs)).collect(),
            chance: mean(sum, pairs).filter(|_| self.has_seen_all()),
            chance_of_class: shuffled,
        }
    }

    fn points(&self) -> u64 {
        self.sizes.iter().map(|&size| u64::from(size)).sum()
    }

    fn has_seen_all(&self) -> bool {
        self.seen > 0 && self.seen == pairs_of(self.points())
    }

    /// The dendrogram purity of a class of that size, on average over all ways to shuffle: in an
    /// LCA of s points are the two, and of the other s - 2 as large a share as of all other points.
    fn chance(&self, size: u32) -> Option<f64> {
        if size < 2 || !self.has_seen_all() {
            return None;
        }
        let (n, size) = (self.points() as f64, f64::from(size));
        let others = if n > 2.0 { (size - 2.0) / (n - 2.0) } else { 0.0 };
        // The mean of (2 + (s - 2) others) / s over all pairs.
        Some((others + 2.0 * (1.0 - others) * self.inverse / self.seen as f64).min(1.0))
    }
}

/// Whether all pairs of points are at most [`MOST_PAIRS`].
pub fn has_few_pairs(classes: &Classes) -> bool {
    pairs_of(classes.of().len() as u64) <= MOST_PAIRS
}

fn pairs_of(points: u64) -> u64 {
    points * points.saturating_sub(1) / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_majority_of_a_tie_is_the_first_by_name() {
        let four: Vec<PointId> = PointId::first(4).collect();
        let mixed = ClassCounts::of(&four, &Classes::from_labels(&["b", "a", "b", "a"]));
        assert_eq!(mixed.majority_and_purity(), Some((ClassId(0), 0.5)));
        let empty = ClassCounts::of(&[], &Classes::from_labels(&["a"]));
        assert_eq!(empty.majority_and_purity(), None);
    }
}
