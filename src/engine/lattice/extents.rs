//! The extents of many concepts in little memory.
//!
//! An extent of s of n objects is a list of s numbers or n bits, whichever is smaller: its size
//! decides, and ten objects never take n bits. An object is a point, or all points with equal
//! attributes.

use std::cmp::Ordering;

use crate::base::ids::PointId;

/// The extents of many concepts, end to end, in the order in which they were added.
#[derive(Clone, Debug, Default)]
pub(crate) struct Extents {
    points: u32,
    words: Vec<u32>,
    /// The start of each extent in `words`, and its size.
    starts: Vec<(u64, u32)>,
}

impl Extents {
    pub(crate) fn new(points: usize) -> Self {
        Self { points: points as u32, words: Vec::new(), starts: Vec::new() }
    }

    pub(crate) fn push(&mut self, members: &[u32]) {
        let start = self.words.len();
        self.starts.push((start as u64, members.len() as u32));
        if self.is_list(members.len() as u32) {
            self.words.extend(members);
        } else {
            self.words.resize(start + self.bitset_words(), 0);
            let bits = &mut self.words[start..];
            members.iter().for_each(|&point| bits[point as usize / 32] |= bit_mask(point));
        }
    }

    pub(crate) fn push_from(&mut self, other: &Extents, at: usize) {
        self.starts.push((self.words.len() as u64, other.starts[at].1));
        self.words.extend_from_slice(other.words(at));
    }

    pub(crate) fn objects(&self) -> usize {
        self.points as usize
    }

    pub(crate) fn len(&self) -> usize {
        self.starts.len()
    }

    /// Returns the number of bytes that the extents take, unused capacity included.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<u32>() * self.words.capacity() + size_of::<(u64, u32)>() * self.starts.capacity()
    }

    /// Creates a collection of extents of `others`; `order` has pairs of collection and index.
    pub(crate) fn from_parts(
        others: &[&Extents],
        points: usize,
        order: impl Iterator<Item = (usize, usize)> + Clone,
    ) -> Self {
        let words = order.clone().map(|(part, at)| others[part].words(at).len()).sum();
        let count = order.clone().count();
        let (words, starts) = (Vec::with_capacity(words), Vec::with_capacity(count));
        let mut all = Self { points: points as u32, words, starts };
        order.for_each(|(part, at)| all.push_from(others[part], at));
        all
    }

    pub(crate) fn size(&self, at: usize) -> u32 {
        self.starts[at].1
    }

    pub(crate) fn contains(&self, at: usize, point: PointId) -> bool {
        let words = self.words(at);
        if self.is_list(self.size(at)) {
            words.binary_search(&point.0).is_ok()
        } else {
            words[point.index() / 32] & bit_mask(point.0) != 0
        }
    }

    pub(crate) fn members(&self, at: usize) -> Vec<PointId> {
        let words = self.words(at);
        if self.is_list(self.size(at)) {
            return words.iter().map(|&point| PointId(point)).collect();
        }
        let mut members = Vec::with_capacity(self.size(at) as usize);
        for (block, &word) in (0..).step_by(32).zip(words) {
            let mut left = word;
            while left != 0 {
                let bit = left.leading_zeros();
                members.push(PointId(block + bit));
                left ^= bit_mask(bit);
            }
        }
        members
    }

    /// Compares two extents by their sorted member lists, of which neither begins with the other.
    pub(crate) fn compare(&self, a: usize, other: &Extents, b: usize) -> Ordering {
        let (x, y) = (self.words(a), other.words(b));
        match (self.is_list(self.size(a)), other.is_list(other.size(b))) {
            (true, true) => x.cmp(y),
            // The extent that has the first object in which they differ comes first.
            (false, false) => y.cmp(x),
            _ => self.members(a).cmp(&other.members(b)),
        }
    }

    /// Returns eight bytes that order extents of one size like [`Extents::compare`] if they differ.
    pub(crate) fn prefix(&self, at: usize) -> u64 {
        let word = |i: usize| u64::from(self.words(at).get(i).copied().unwrap_or(0));
        let both = word(0) << 32 | word(1);
        if self.is_list(self.size(at)) { both } else { !both }
    }

    fn words(&self, at: usize) -> &[u32] {
        let (start, size) = self.starts[at];
        let words = if self.is_list(size) { size as usize } else { self.bitset_words() };
        &self.words[start as usize..start as usize + words]
    }

    fn bitset_words(&self) -> usize {
        self.points.div_ceil(32) as usize
    }

    fn is_list(&self, size: u32) -> bool {
        size as usize <= self.bitset_words()
    }
}

/// Returns the bit of a point, first points highest, so that words compare as member lists do.
fn bit_mask(point: u32) -> u32 {
    1 << 31 >> (point % 32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn extents_are_sets_in_canonical_order(
            n in 80..100usize,
            sets in proptest::collection::vec(
                proptest::collection::btree_set(0..80u32, 0..60),
                2..20,
            ),
        ) {
            let mut extents = Extents::new(n);
            let lists: Vec<Vec<PointId>> =
                sets.iter().map(|s| s.iter().copied().map(PointId).collect()).collect();
            sets.iter().for_each(|set| extents.push(&Vec::from_iter(set.iter().copied())));
            for (a, x) in lists.iter().enumerate() {
                prop_assert_eq!(&extents.members(a), x);
                let same = |p: PointId| extents.contains(a, p) == sets[a].contains(&p.0);
                prop_assert!(PointId::first(n).all(same));
                for (b, y) in lists.iter().enumerate() {
                    if !x.starts_with(y) && !y.starts_with(x) {
                        prop_assert_eq!(extents.compare(a, &extents, b), x.cmp(y));
                    }
                    if x.len() == y.len() && extents.prefix(a) != extents.prefix(b) {
                        prop_assert_eq!(extents.prefix(a).cmp(&extents.prefix(b)), x.cmp(y));
                    }
                }
            }
            let mut copy = Extents::new(n);
            (0..extents.len()).for_each(|at| copy.push_from(&extents, at));
            prop_assert!((0..copy.len()).all(|at| copy.members(at) == lists[at]));
        }
    }
}
