//! The few points that one branch of the search is about, numbered from 0.
//!
//! Once an extent is small, its branch can only hold subsets of it, so every attribute is projected
//! onto its points and becomes a word or two. Points that are in the same attributes of the branch
//! are one point with the weight of all.

use crate::sink::Summed;
use crate::weights::Weights;
use conceptgraph_sets::bitset::Bits;

/// How many words a set of that many points takes.
pub(crate) fn width(points: usize) -> usize {
    match points.div_ceil(64) {
        words @ 0..=8 => words.next_power_of_two(),
        words => words,
    }
}

/// Rows of the matrix by their number in a branch.
#[derive(Clone, Debug, Default)]
pub(crate) struct Universe<K> {
    weights: Weights,
    /// The sum of the keys of the points that each stands for; none where keys are not wanted.
    keys: Vec<K>,
    /// The points that each stands for, end to end; none where members are not wanted.
    points: Vec<u32>,
    /// Where those of each end; none where each stands for one.
    ends: Vec<u32>,
}

impl<K: Summed> Universe<K> {
    /// Points with these weights, of which neither keys nor members are wanted.
    pub(crate) fn counted(weights: Vec<u32>) -> Self {
        Self { weights: Weights::new(weights), ..Self::default() }
    }

    /// Points with these weights; each stands for the points that `stands_for` appends, and has
    /// the key that it returns.
    pub(crate) fn keyed(
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

    /// Classes of these points with these weights; `classes` are pairs of class and point,
    /// ascending, where keys and members are wanted.
    pub(crate) fn merged(&self, weights: Vec<u32>, classes: &[(u32, u32)]) -> Self {
        if self.keys.is_empty() {
            return Self::counted(weights);
        }
        let mut classes = classes.iter().peekable();
        Self::keyed(weights, |class, points| {
            let mut key = K::default();
            while let Some(&(_, at)) = classes.next_if(|(of, _)| *of as usize == class) {
                points.extend_from_slice(self.stands_for(at));
                key += self.keys[at as usize];
            }
            key
        })
    }

    /// The rows of the matrix that one stands for.
    #[inline(always)]
    fn stands_for(&self, at: u32) -> &[u32] {
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

    /// The members as rows of the matrix, ascending, on their own.
    pub(crate) fn points<B: Bits>(&self, extent: &B) -> Vec<u32> {
        let mut points = Vec::new();
        self.members(extent, &mut points);
        points
    }

    /// The members as rows of the matrix, ascending.
    pub(crate) fn members<B: Bits>(&self, extent: &B, into: &mut Vec<u32>) {
        into.clear();
        if self.ends.is_empty() {
            into.extend(extent.ones().map(|at| self.points[at as usize]));
        } else {
            extent.ones().for_each(|at| into.extend_from_slice(self.stands_for(at)));
        }
        // Numbers keep the order of the rows until points are merged.
        if !into.is_sorted() {
            into.sort_unstable();
        }
    }
}
