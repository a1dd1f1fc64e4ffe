//! Lists of sets, four side by side.
//!
//! The search mostly checks whether one of some ten sets holds another. Side by side, word by word,
//! four sets are compared by one instruction if the processor has 256-bit registers. No branch is
//! taken before the end of a list, since almost no check ends early (measured: 1.05 of 1.24 checks
//! a concept go through the whole list).

use multiversion::multiversion;

use crate::maximal::maximal;
use crate::weights::Weights;
use conceptgraph_sets::bitset::Bits;

pub(crate) const LANES: usize = 4;

/// The most blocks whose sets are compared pair by pair.
const MAX_PAIRWISE_BLOCKS: usize = 64;

/// One word of each set of a block.
pub(crate) type BlockRow = [u64; LANES];

#[inline(always)]
fn mask(holds: bool) -> u64 {
    u64::from(holds).wrapping_neg()
}

/// Returns the union of `word` over the words of each lane; 0 if nothing is left over.
#[inline(always)]
fn union_lanes(rows: &[BlockRow], word: impl Fn(usize, u64) -> u64) -> BlockRow {
    let mut left = [0; LANES];
    for (at, row) in rows.iter().enumerate() {
        for lane in 0..LANES {
            left[lane] |= word(at, row[lane]);
        }
    }
    left
}

/// A stack of lists, end to end, each in its own blocks, which are filled up with empty sets.
#[derive(Clone, Debug)]
pub(crate) struct Blocks<B: Bits>(Vec<B::Block>);

impl<B: Bits> Blocks<B> {
    pub(crate) fn new() -> Self {
        Self(Vec::new())
    }

    #[inline(always)]
    pub(crate) fn block_count(&self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    pub(crate) fn truncate(&mut self, end: usize) {
        self.0.truncate(end);
    }

    #[inline(always)]
    pub(crate) fn block_rows(&self, at: usize) -> &[BlockRow] {
        self.0[at].as_ref()
    }

    pub(crate) fn last_list(&self, from: usize) -> Self {
        Self(self.0[from..].to_vec())
    }

    /// Adds a set to the last list, which begins at block `from` and has `sets` sets.
    #[inline(always)]
    pub(crate) fn push(&mut self, from: usize, sets: usize, set: &B) {
        let lane = sets % LANES;
        if lane == 0 {
            self.0.push(set.empty_block());
        }
        let rows = self.0[from + sets / LANES].as_mut();
        for (row, &word) in rows.iter_mut().zip(set.words()) {
            row[lane] = word;
        }
    }

    #[inline(always)]
    pub(crate) fn any_contains(&self, from: usize, set: &B) -> bool {
        let words = set.words();
        let mut hit = [0; LANES];
        for block in &self.0[from..] {
            let outside = union_lanes(block.as_ref(), |at, word| words[at] & !word);
            for lane in 0..LANES {
                hit[lane] |= mask(outside[lane] == 0);
            }
        }
        hit != [0; LANES]
    }

    /// Calls `outside` with each of the last list's `sets` sets that lies within none of `others`.
    #[inline(always)]
    pub(crate) fn for_each_outside<'s>(
        &self,
        from: usize,
        sets: usize,
        others: impl Iterator<Item = &'s B> + Clone,
        mut outside: impl FnMut(B),
    ) where
        B: 's,
    {
        for (at, block) in self.0[from..].iter().enumerate() {
            let rows = block.as_ref();
            let mut hit = [0; LANES];
            for other in others.clone() {
                let words = other.words();
                let left = union_lanes(rows, |at, word| word & !words[at]);
                for lane in 0..LANES {
                    hit[lane] |= mask(left[lane] == 0);
                }
            }
            for (lane, hit) in hit.into_iter().enumerate() {
                if hit == 0 && at * LANES + lane < sets {
                    outside(B::from_words(rows.iter().map(|row| row[lane])));
                }
            }
        }
    }

    /// Adds a list: the maximal ones among the sets of the last list restricted to `extent`, each
    /// once, that weigh `least` or more. Returns their number.
    #[inline(always)]
    pub(crate) fn restrict(
        &mut self,
        from: usize,
        extent: &B,
        least: u32,
        weigh: impl Fn(&B) -> u32,
    ) -> usize {
        let end = self.block_count();
        for at in from..end {
            let mut block = self.0[at].clone();
            for (row, &word) in block.as_mut().iter_mut().zip(extent.words()) {
                row.iter_mut().for_each(|lane| *lane &= word);
            }
            self.0.push(block);
        }
        self.keep_maximal(end, least, weigh)
    }

    /// Keeps the maximal sets of the last list that weigh `least` or more. Returns their number.
    #[inline(always)]
    pub(crate) fn keep_maximal(
        &mut self,
        from: usize,
        least: u32,
        weigh: impl Fn(&B) -> u32,
    ) -> usize {
        if least > 1 {
            self.keep_large(from, least, weigh);
        }
        if self.0.len() - from > MAX_PAIRWISE_BLOCKS {
            return self.keep_maximal_of_many(from);
        }
        let list = &mut self.0[from..];
        let mut kept = 0_usize;
        for at in 0..list.len() {
            let block = list[at].clone();
            let mut hit = [0; LANES];
            // Kept sets lie at the front by now; other earlier sets lie within a kept one.
            for other in &list[..kept.div_ceil(LANES)] {
                for lane in 0..LANES {
                    mark_subsets::<B>(&block, other, lane, SetOrder::Earlier, &mut hit);
                }
            }
            for lane in 0..LANES {
                mark_subsets::<B>(&block, &block, lane, SetOrder::Same, &mut hit);
            }
            for other in &list[at + 1..] {
                for lane in 0..LANES {
                    mark_subsets::<B>(&block, other, lane, SetOrder::Later, &mut hit);
                }
            }
            for (lane, &hit) in hit.iter().enumerate() {
                let to = list[kept / LANES].as_mut();
                let mut any = 0;
                for (row, from) in to.iter_mut().zip(block.as_ref()) {
                    row[kept % LANES] = from[lane];
                    any |= from[lane];
                }
                kept += usize::from((hit == 0) & (any != 0));
            }
        }
        self.truncate_sets(from, kept);
        kept
    }

    #[cold]
    fn keep_maximal_of_many(&mut self, from: usize) -> usize {
        let lanes = |block: &B::Block, lane| B::from_words(block.as_ref().iter().map(|r| r[lane]));
        let blocks = self.0[from..].iter();
        let sets =
            blocks.flat_map(|block| (0..LANES).map(move |lane| lanes(block, lane))).collect();
        self.0.truncate(from);
        let kept = maximal::<B>(sets);
        kept.iter().enumerate().for_each(|(at, set)| self.push(from, at, set));
        kept.len()
    }

    #[inline(always)]
    fn keep_large(&mut self, from: usize, least: u32, weigh: impl Fn(&B) -> u32) {
        let list = &mut self.0[from..];
        let mut kept = 0_usize;
        for at in 0..list.len() {
            let block = list[at].clone();
            for lane in 0..LANES {
                let set = B::from_words(block.as_ref().iter().map(|row| row[lane]));
                if weigh(&set) >= least {
                    for (row, &word) in list[kept / LANES].as_mut().iter_mut().zip(set.words()) {
                        row[kept % LANES] = word;
                    }
                    kept += 1;
                }
            }
        }
        self.truncate_sets(from, kept);
    }

    #[inline(always)]
    fn truncate_sets(&mut self, from: usize, sets: usize) {
        for at in sets..sets.next_multiple_of(LANES) {
            for row in self.0[from + at / LANES].as_mut() {
                row[at % LANES] = 0;
            }
        }
        self.0.truncate(from + sets.div_ceil(LANES));
    }
}

/// Reduces a list of passed sets to its maximal ones. Returns their number.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
pub(crate) fn keep_maximal<B: Bits>(
    passed: &mut Blocks<B>,
    least: u32,
    weights: &Weights,
) -> usize {
    passed.keep_maximal(0, least, |set| weights.sum(set))
}

/// The position of the other set: a set lies within an equal one only if that is earlier.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SetOrder {
    Earlier,
    Same,
    Later,
}

/// Marks the sets of `block` that lie within the set of `other` in `lane`.
#[inline(always)]
fn mark_subsets<B: Bits>(
    block: &B::Block,
    other: &B::Block,
    lane: usize,
    which: SetOrder,
    hit: &mut BlockRow,
) {
    let (rows, set) = (block.as_ref(), other.as_ref());
    let outside = union_lanes(rows, |at, word| word & !set[at][lane]);
    let different = match which {
        SetOrder::Earlier => [1; LANES],
        _ => union_lanes(rows, |at, word| word ^ set[at][lane]),
    };
    for one in 0..LANES {
        let counts = different[one] != 0 || (which == SetOrder::Same && one > lane);
        hit[one] |= mask(outside[one] == 0) & mask(counts);
    }
}
