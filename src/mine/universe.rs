//! The points of one branch of the search, numbered from 0.
//!
//! Once an extent is small, its branch holds only subsets of it, so every attribute is projected
//! onto its points and takes a word or two. Points with the same attributes in the branch are
//! merged into one point, which has the weight of all.

use crate::sink::SumKey;
use crate::weights::Weights;
use conceptgraph_sets::bitset::Bits;

/// Returns the number of words of a set of `points` points, up to 8 rounded up to 1, 2 or 8.
///
/// The search is compiled for each of these numbers. Compiled for 4 words as well, it is no faster
/// (within 2 % on nine contexts).
pub(crate) fn set_words(points: usize) -> usize {
    match points.div_ceil(64) {
        0..=1 => 1,
        2 => 2,
        3..=8 => 8,
        words => words,
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Universe<K> {
    weights: Weights,
    /// The sum of the keys of the rows that each point represents; empty if keys are not wanted.
    keys: Vec<K>,
    /// The rows that each point represents, end to end; empty if members are not wanted.
    points: Vec<u32>,
    /// The end of each point's rows in `points`; empty if each point represents one row.
    ends: Vec<u32>,
}

impl<K: SumKey> Universe<K> {
    /// Creates points with weights, of which neither keys nor members are wanted.
    pub(crate) fn from_weights(weights: Vec<u32>) -> Self {
        Self { weights: Weights::new(weights), ..Self::default() }
    }

    /// Creates weighted points; `stands_for` appends the rows of a point and returns its key.
    pub(crate) fn with_keys(
        weights: Vec<u32>,
        mut stands_for: impl FnMut(usize, &mut Vec<u32>) -> K,
    ) -> Self {
        let (mut points, mut keys, mut ends) = (Vec::new(), Vec::new(), Vec::new());
        for at in 0..weights.len() {
            keys.push(stands_for(at, &mut points));
            ends.push(points.len() as u32);
        }
        if points.len() == weights.len() {
            ends.clear();
        }
        Self { weights: Weights::new(weights), keys, points, ends }
    }

    /// Creates the classes of these points with the weights of the classes; `classes` has pairs of
    /// class and point, ascending, if keys and members are wanted.
    pub(crate) fn merge_classes(&self, weights: Vec<u32>, classes: &[(u32, u32)]) -> Self {
        if self.keys.is_empty() {
            return Self::from_weights(weights);
        }
        let mut classes = classes.iter().peekable();
        Self::with_keys(weights, |class, points| {
            let mut key = K::default();
            while let Some(&(_, at)) = classes.next_if(|(of, _)| *of as usize == class) {
                points.extend_from_slice(self.rows_of(at));
                key += self.keys[at as usize];
            }
            key
        })
    }

    #[inline(always)]
    fn rows_of(&self, at: u32) -> &[u32] {
        let at = at as usize;
        if self.ends.is_empty() {
            return &self.points[at..=at];
        }
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.points[start as usize..self.ends[at] as usize]
    }

    #[inline(always)]
    pub(crate) fn weights(&self) -> &Weights {
        &self.weights
    }

    #[inline(always)]
    pub(crate) fn key<B: Bits>(&self, extent: &B) -> K {
        extent.ones().map(|at| self.keys[at as usize]).sum()
    }

    /// Returns the members of an extent as rows of the matrix, ascending.
    pub(crate) fn rows<B: Bits>(&self, extent: &B) -> Vec<u32> {
        let mut points = Vec::new();
        self.write_rows(extent, &mut points);
        points
    }

    pub(crate) fn write_rows<B: Bits>(&self, extent: &B, into: &mut Vec<u32>) {
        into.clear();
        if self.ends.is_empty() {
            into.extend(extent.ones().map(|at| self.points[at as usize]));
        } else {
            extent.ones().for_each(|at| into.extend_from_slice(self.rows_of(at)));
        }
        // Points are numbered in the order of the rows until some are merged.
        if !into.is_sorted() {
            into.sort_unstable();
        }
    }
}
