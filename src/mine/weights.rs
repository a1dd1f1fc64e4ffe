//! The weights of the points of a branch: the number of points of the matrix that each represents.
//!
//! The size of a set of merged points is the sum of their weights. The weights are kept in binary,
//! as one set of points for each binary digit, so that a sum takes a few counts of bits. With the
//! heaviest points first, only the first words have many digits.

use conceptgraph_sets::bitset::Bits;

#[derive(Clone, Debug, Default)]
pub(crate) struct Weights {
    /// The weight of each point; empty if all weights are 1.
    each: Vec<u32>,
    digits: Vec<Digit>,
}

/// One binary digit of the weights of the points of one word.
#[derive(Clone, Copy, Debug)]
struct Digit {
    word: u32,
    place: u32,
    /// The points whose weight has this digit.
    points: u64,
}

impl Weights {
    pub(crate) fn new(each: Vec<u32>) -> Self {
        if each.iter().all(|&weight| weight == 1) {
            return Self::default();
        }
        let mut digits = Vec::new();
        for (word, weights) in (0..).zip(each.chunks(64)) {
            let all = weights.iter().fold(0, |all, weight| all | weight);
            for place in (0..u32::BITS).filter(|place| all >> place & 1 == 1) {
                let bit = |(at, weight): (usize, &u32)| u64::from(weight >> place & 1) << at;
                let points = weights.iter().enumerate().map(bit).fold(0, |all, bit| all | bit);
                digits.push(Digit { word, place, points });
            }
        }
        Self { each, digits }
    }

    pub(crate) fn are_all_ones(&self) -> bool {
        self.each.is_empty()
    }

    #[inline(always)]
    pub(crate) fn weight(&self, point: u32) -> u32 {
        if self.each.is_empty() { 1 } else { self.each[point as usize] }
    }

    #[inline(always)]
    pub(crate) fn sum<B: Bits>(&self, set: &B) -> u32 {
        if self.each.is_empty() {
            return set.size();
        }
        let words = set.words();
        let part = |d: &Digit| (words[d.word as usize] & d.points).count_ones() << d.place;
        self.digits.iter().map(part).sum()
    }
}
