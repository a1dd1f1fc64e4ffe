//! Classes of the points of a node: points in the same sets are merged.
//!
//! Database reduction (Uno, Kiyomi and Arimura, *LCM ver. 2*, FIMI 2004): an intersection of
//! candidates holds all points that lie in the same candidates, or none. So a node needs one point
//! for each class of these, with the weight of all. Deep in the search of a tall matrix a node has
//! a handful of candidates and a few dozen classes where it had thousands of points.
//!
//! If only new extents are wanted, the passed sets distinguish no points: an extent lies in a
//! passed set if its classes do, and a class does if all its points do (LCM ver. 3, OSDM 2005,
//! keeps the intersection of merged transactions for this reason). A point in no candidate is in no
//! extent. If lower covers are wanted, the passed sets are compared with each other, so they
//! distinguish points as well.

use std::cmp::Reverse;

use multiversion::multiversion;

use crate::blocks::{Blocks, LANES};
use crate::candidates::Candidate;
use crate::index::{Index, hash};
use crate::weights::Weights;
use conceptgraph_sets::bitset::{Bits, transpose};

/// The sets of a node over the classes of its points, the heaviest class first.
pub(crate) struct Classes {
    pub(crate) count: usize,
    pub(crate) weights: Vec<u32>,
    /// Pairs of class and point, ascending; empty if they are not wanted.
    pub(crate) points: Vec<(u32, u32)>,
    /// The candidates and then the passed sets, each in [`Self::words`] words.
    columns: Vec<u64>,
    candidates: usize,
}

pub(crate) struct ClassMerge<'a, B: Bits> {
    pub(crate) candidates: &'a [Candidate<B>],
    pub(crate) passed: &'a Blocks<B>,
    /// The list of passed sets: its first block and its number of sets.
    pub(crate) list: (usize, usize),
    pub(crate) weights: &'a Weights,
    /// The points of the node, if passed sets and points in no candidate count too.
    pub(crate) extent: Option<&'a B>,
    pub(crate) max_points: usize,
    /// `true` if each point is its own class, because a search for equal points would not pay.
    pub(crate) is_plain: bool,
    pub(crate) with_points: bool,
}

#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
pub(crate) fn merge_classes<B: Bits>(unmerged: &ClassMerge<'_, B>) -> Classes {
    let mut rows = ClassRows::new(unmerged);
    let mut order: Vec<u32> = (0..rows.weights.len() as u32).collect();
    if !rows.weights.is_sorted_by(|a, b| a >= b) {
        order.sort_by_key(|&class| Reverse(rows.weights[class as usize]));
    }
    if unmerged.with_points {
        let mut place = vec![0; order.len()];
        (0..).zip(&order).for_each(|(at, &class)| place[class as usize] = at);
        rows.points.iter_mut().for_each(|(class, _)| *class = place[*class as usize]);
        rows.points.sort_unstable();
    }
    let candidates = unmerged.candidates.len();
    let (words, sets) = (order.len().div_ceil(64), candidates + unmerged.list.1);
    let (mut columns, mut tile) = (vec![0; sets * words], [0; 64]);
    for (at, classes) in order.chunks(64).enumerate() {
        for group in 0..rows.stride {
            for (to, &class) in tile.iter_mut().zip(classes) {
                *to = rows.rows[class as usize * rows.stride + group];
            }
            tile[classes.len()..].fill(0);
            transpose(&mut tile);
            for (column, &word) in (group * 64..sets).zip(&tile) {
                columns[column * words + at] = word;
            }
        }
    }
    let weights = order.iter().map(|&class| rows.weights[class as usize]).collect();
    Classes { count: order.len(), weights, points: rows.points, columns, candidates }
}

impl Classes {
    fn words(&self) -> usize {
        self.count.div_ceil(64)
    }

    fn set<B: Bits>(&self, column: usize) -> B {
        let words = self.words();
        B::from_words(self.columns[column * words..][..words].iter().copied())
    }

    pub(crate) fn candidates<B: Bits>(&self) -> impl Iterator<Item = B> {
        (0..self.candidates).map(|column| self.set(column))
    }

    pub(crate) fn passed_sets<B: Bits>(&self) -> impl Iterator<Item = B> {
        let columns = self.columns.len().checked_div(self.words()).unwrap_or(0);
        (self.candidates..columns).map(|column| self.set(column))
    }
}

struct ClassRows {
    /// The sets of each class as bits, the candidates first, in `stride` words a class.
    rows: Vec<u64>,
    stride: usize,
    weights: Vec<u32>,
    points: Vec<(u32, u32)>,
}

impl ClassRows {
    #[inline(always)]
    fn new<B: Bits>(unmerged: &ClassMerge<'_, B>) -> Self {
        let ClassMerge { candidates, passed, list: (first, sets), extent: whole, .. } = unmerged;
        let (few, all) = (candidates.len(), candidates.len() + sets);
        let stride = all.div_ceil(64);
        // The bits of a row that distinguish points: all of them, or those of the candidates.
        let compared = if whole.is_some() { all } else { few };
        let mask = |word: usize| match compared.saturating_sub(word * 64) {
            bits @ 0..64 => (1 << bits) - 1,
            _ => u64::MAX,
        };
        let masks: Vec<u64> = (0..compared.div_ceil(64)).map(mask).collect();
        let most = if compared < 16 {
            unmerged.max_points.min(1 << compared)
        } else {
            unmerged.max_points
        };
        let mut index = Index::with_capacity(if unmerged.is_plain { 0 } else { most });
        let room = if unmerged.is_plain { unmerged.max_points } else { 64 };
        let (rows, weights) = (Vec::with_capacity(room * stride), Vec::with_capacity(room));
        let mut found = Self { rows, stride, weights, points: Vec::new() };
        let mut tiles = vec![[0; 64]; stride];
        let mut row = vec![0; stride];
        let some = whole.or(candidates.first().map(|candidate| &candidate.set));
        let words = some.map_or(0, |set| set.words().len());
        for at in 0..words {
            let mut live = 0;
            for (set, candidate) in candidates.iter().enumerate() {
                let word = candidate.set.words()[at];
                tiles[set / 64][set % 64] = word;
                live |= word;
            }
            if let Some(whole) = whole {
                live = whole.words()[at];
            }
            if live == 0 {
                continue;
            }
            for set in 0..*sets {
                let word = passed.block_rows(first + set / LANES)[at][set % LANES];
                tiles[(few + set) / 64][(few + set) % 64] = word;
            }
            tiles[stride - 1][(all - 1) % 64 + 1..].fill(0);
            tiles.iter_mut().for_each(transpose);
            while live != 0 {
                let bit = live.trailing_zeros();
                live &= live - 1;
                row.iter_mut().zip(&tiles).for_each(|(word, tile)| *word = tile[bit as usize]);
                let point = at as u32 * 64 + bit;
                let new = found.weights.len() as u32;
                let class = if unmerged.is_plain {
                    new
                } else {
                    found.find_class(&row, &masks, &mut index)
                };
                found.add_point(class, &row, unmerged.weights.weight(point));
                if unmerged.with_points {
                    found.points.push((class, point));
                }
            }
        }
        found
    }

    /// Returns the class of a point with the sets `row`; the next number if the class is new.
    #[inline(always)]
    fn find_class(&self, row: &[u64], masks: &[u64], index: &mut Index) -> u32 {
        let hash = hash(row.iter().zip(masks).map(|(word, mask)| word & mask));
        index.find_or_insert(hash, self.weights.len() as u32, |class| {
            let known = &self.rows[class as usize * self.stride..][..self.stride];
            known.iter().zip(row).zip(masks).all(|((a, b), mask)| (a ^ b) & mask == 0)
        })
    }

    /// Adds a point with the sets `row` to a class, which it creates if `class` is the next number.
    #[inline(always)]
    fn add_point(&mut self, class: u32, row: &[u64], weight: u32) {
        if class as usize == self.weights.len() {
            self.rows.extend_from_slice(row);
            self.weights.push(weight);
            return;
        }
        let shared = self.rows[class as usize * self.stride..][..self.stride].iter_mut();
        shared.zip(row).for_each(|(all, word)| *all &= word);
        self.weights[class as usize] += weight;
    }
}
