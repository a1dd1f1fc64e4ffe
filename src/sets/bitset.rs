//! Sets of small numbers as bits.
//!
//! A set has the width that fits its universe: `[u64; W]` for up to 64 W numbers, a boxed slice for
//! more. Sets that are combined have one width.
//!
//! Invariant: bits beyond the universe are 0.

/// A set of numbers below a fixed universe.
pub trait Bits: Clone + Eq + Ord + Send + Sync {
    /// Four sets side by side: each row has the words at one position of all four.
    type Block: Clone + std::fmt::Debug + AsRef<[[u64; 4]]> + AsMut<[[u64; 4]]> + Send + Sync;

    /// Returns the empty set over a universe of `universe` numbers.
    fn empty(universe: usize) -> Self;
    /// Returns the set with these words, which must be as many as its universe needs.
    fn from_words(words: impl Iterator<Item = u64>) -> Self;
    /// Returns four empty sets over the universe of this set.
    fn empty_block(&self) -> Self::Block;
    /// Returns the words of the set, lowest numbers first.
    fn words(&self) -> &[u64];
    /// Returns the words of the set, mutable.
    fn words_mut(&mut self) -> &mut [u64];
    /// Returns the intersection of two sets.
    fn intersection(&self, other: &Self) -> Self;

    /// Returns `true` if every member of `self` is in `other`.
    #[inline(always)]
    fn is_subset(&self, other: &Self) -> bool {
        self.words().iter().zip(other.words()).fold(0, |out, (a, b)| out | (a & !b)) == 0
    }

    /// Returns the number of members.
    #[inline(always)]
    fn size(&self) -> u32 {
        self.words().iter().map(|w| w.count_ones()).sum()
    }

    /// Returns `true` if the set has no member.
    #[inline(always)]
    fn is_empty(&self) -> bool {
        self.words().iter().fold(0, |all, word| all | word) == 0
    }

    /// Adds a number to the set.
    #[inline(always)]
    fn insert(&mut self, number: u32) {
        self.words_mut()[number as usize / 64] |= 1 << (number % 64);
    }

    /// Returns `true` if a number is a member.
    #[inline(always)]
    fn has(&self, number: u32) -> bool {
        self.words()[number as usize / 64] >> (number % 64) & 1 == 1
    }

    /// Returns the members, ascending.
    #[inline(always)]
    fn ones(&self) -> Ones<'_> {
        let words = self.words();
        Ones { words, at: 0, left: words.first().copied().unwrap_or(0) }
    }

    /// Returns the set of these numbers below `universe`.
    fn from_numbers(universe: usize, numbers: &[u32]) -> Self {
        let mut set = Self::empty(universe);
        numbers.iter().for_each(|&number| set.insert(number));
        set
    }

    /// Returns the set of all numbers below `universe`.
    fn full(universe: usize) -> Self {
        let mut all = Self::empty(universe);
        for (at, word) in all.words_mut().iter_mut().enumerate() {
            let here = universe.saturating_sub(at * 64);
            *word = if here >= 64 { u64::MAX } else { (1 << here) - 1 };
        }
        all
    }
}

impl<const W: usize> Bits for [u64; W] {
    type Block = [[u64; 4]; W];

    #[inline(always)]
    fn from_words(mut words: impl Iterator<Item = u64>) -> Self {
        std::array::from_fn(|_| words.next().unwrap_or(0))
    }

    #[inline(always)]
    fn empty_block(&self) -> Self::Block {
        [[0; 4]; W]
    }

    #[inline(always)]
    fn empty(universe: usize) -> Self {
        debug_assert!(universe <= 64 * W, "{universe} numbers do not fit {W} words");
        [0; W]
    }

    #[inline(always)]
    fn words(&self) -> &[u64] {
        self
    }

    #[inline(always)]
    fn words_mut(&mut self) -> &mut [u64] {
        self
    }

    #[inline(always)]
    fn intersection(&self, other: &Self) -> Self {
        std::array::from_fn(|at| self[at] & other[at])
    }
}

impl Bits for Box<[u64]> {
    type Block = Box<[[u64; 4]]>;

    #[inline]
    fn from_words(words: impl Iterator<Item = u64>) -> Self {
        words.collect()
    }

    #[inline]
    fn empty_block(&self) -> Self::Block {
        vec![[0; 4]; self.len()].into()
    }

    #[inline]
    fn empty(universe: usize) -> Self {
        vec![0; universe.div_ceil(64)].into()
    }

    #[inline]
    fn words(&self) -> &[u64] {
        self
    }

    #[inline]
    fn words_mut(&mut self) -> &mut [u64] {
        self
    }

    #[inline]
    fn intersection(&self, other: &Self) -> Self {
        self.iter().zip(other.iter()).map(|(a, b)| a & b).collect()
    }
}

/// Transposes 64 words of 64 bits: bit i of word j becomes bit j of word i (Warren, *Hacker's
/// Delight*, section 7-3).
#[inline(always)]
pub fn transpose(words: &mut [u64; 64]) {
    let (mut width, mut mask) = (32, u64::from(u32::MAX));
    while width != 0 {
        for pair in words.chunks_exact_mut(2 * width) {
            let (low, high) = pair.split_at_mut(width);
            for (low, high) in low.iter_mut().zip(high) {
                let swapped = ((*low >> width) ^ *high) & mask;
                *low ^= swapped << width;
                *high ^= swapped;
            }
        }
        width /= 2;
        mask ^= mask << width;
    }
}

/// An iterator over the members of a set, ascending.
pub struct Ones<'a> {
    words: &'a [u64],
    at: usize,
    left: u64,
}

impl Iterator for Ones<'_> {
    type Item = u32;

    #[inline(always)]
    fn next(&mut self) -> Option<u32> {
        while self.left == 0 {
            self.at += 1;
            self.left = *self.words.get(self.at)?;
        }
        let bit = self.left.trailing_zeros();
        self.left &= self.left - 1;
        Some(self.at as u32 * 64 + bit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn laws<B: Bits>(a: &BTreeSet<u32>, b: &BTreeSet<u32>) -> Result<(), TestCaseError> {
        let bits =
            |set: &BTreeSet<u32>| B::from_numbers(150, &set.iter().copied().collect::<Vec<_>>());
        let (x, y) = (bits(a), bits(b));
        prop_assert_eq!(x.ones().collect::<BTreeSet<_>>(), a.clone());
        prop_assert_eq!(x.size() as usize, a.len());
        prop_assert_eq!(x.intersection(&y).ones().collect::<BTreeSet<_>>(), a & b);
        prop_assert_eq!(x.is_subset(&y), a.is_subset(b));
        prop_assert!((0..150).all(|number| x.has(number) == a.contains(&number)));
        prop_assert!(x.is_subset(&B::full(150)));
        prop_assert_eq!(B::full(150).size(), 150);
        Ok(())
    }

    proptest! {
        #[test]
        fn transposed_bits_are_where_they_belong(
            bits in proptest::collection::vec(any::<u64>(), 64),
        ) {
            let words: [u64; 64] = std::array::from_fn(|at| bits[at]);
            let mut turned = words;
            transpose(&mut turned);
            for (i, word) in words.iter().enumerate() {
                for (j, other) in turned.iter().enumerate() {
                    prop_assert_eq!(word >> j & 1, other >> i & 1);
                }
            }
        }

        #[test]
        fn every_width_is_a_set(
            a in proptest::collection::btree_set(0..150u32, 0..20),
            b in proptest::collection::btree_set(0..150u32, 0..140),
        ) {
            laws::<[u64; 3]>(&a, &b)?;
            laws::<Box<[u64]>>(&a, &b)?;
        }
    }
}
