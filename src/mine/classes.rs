//! Points that no set of a node tells apart become one.
//!
//! Database reduction (Uno, Kiyomi and Arimura, *LCM ver. 2*, FIMI 2004): an intersection of
//! candidates holds all points that lie in the same candidates, or none. So a node needs one point
//! for each class of these, with the weight of all. Deep in the search of a tall context a node has
//! a handful of candidates and a few dozen classes where it had thousands of points.
//!
//! Where only new extents are asked for, the passed sets tell no points apart: an extent lies in a
//! passed set when its classes do, and a class does when all its points do (LCM ver. 3, OSDM 2005,
//! keeps the intersection of merged transactions for the same reason). And a point in no candidate
//! is in no extent. Where lower covers are asked for, the passed sets are compared with each other,
//! so they tell points apart as well.

use super::blocks::{Blocks, LANES};
use super::candidates::Candidate;
use super::index::{Index, hash};
use super::weights::Weights;
use crate::bitset::{Bits, transpose};

/// The sets of a node over the classes of its points, heaviest first.
pub(super) struct Classes {
    /// How many points each class stands for.
    pub(super) weights: Vec<u32>,
    /// The class of each point that is in one, where it was asked for.
    pub(super) points: Vec<(u32, u32)>,
    /// The candidates and then the passed sets, each in [`Self::words`] words.
    columns: Vec<u64>,
    candidates: usize,
}

/// What is to be merged.
pub(super) struct Unmerged<'a, B: Bits> {
    pub(super) candidates: &'a [Candidate<B>],
    pub(super) passed: &'a Blocks<B>,
    /// The list of passed sets: its first block, and how many sets it has.
    pub(super) list: (usize, usize),
    pub(super) weights: &'a Weights,
    /// The points of the node, where passed sets and points in no candidate count too.
    pub(super) whole: Option<&'a B>,
    /// At least as many as there are points.
    pub(super) most: usize,
    /// Whether [`Classes::points`] is wanted.
    pub(super) pointed: bool,
}

type Tile = [u64; 64];

impl Classes {
    /// Merges.
    #[inline(always)]
    pub(super) fn of<B: Bits>(unmerged: &Unmerged<'_, B>) -> Self {
        let Unmerged { candidates, passed, list, weights, whole, .. } = unmerged;
        let (first, sets) = *list;
        let tiles_c = candidates.len().div_ceil(64);
        let tiles_p = sets.div_ceil(64);
        let stride = tiles_c + tiles_p;
        let key = if whole.is_some() { stride } else { tiles_c };
        let most = match candidates.len() {
            few @ 0..16 if whole.is_none() => unmerged.most.min(1 << few),
            _ => unmerged.most,
        };
        let mut index = Index::with_room(most);
        let mut tiles: Vec<Tile> = vec![[0; 64]; stride];
        let (mut rows, mut row) = (Vec::<u64>::new(), vec![0; stride]);
        let (mut sums, mut points) = (Vec::<u32>::new(), Vec::new());
        let words = candidates.first().map_or(0, |c| c.set.words().len());
        for at in 0..words {
            let mut live = 0;
            for (tile, candidates) in tiles.iter_mut().zip(candidates.chunks(64)) {
                for (to, candidate) in tile.iter_mut().zip(candidates) {
                    *to = candidate.set.words()[at];
                    live |= *to;
                }
                tile[candidates.len()..].fill(0);
            }
            if let Some(whole) = whole {
                live = whole.words()[at];
            }
            if live == 0 {
                continue;
            }
            for (tile, start) in tiles[tiles_c..].iter_mut().zip((0..).step_by(64)) {
                let here = (sets - start).min(64);
                for (lane, to) in tile[..here].iter_mut().enumerate() {
                    let set = start + lane;
                    *to = passed.block(first + set / LANES)[at][set % LANES];
                }
                tile[here..].fill(0);
            }
            tiles.iter_mut().for_each(transpose);
            while live != 0 {
                let bit = live.trailing_zeros();
                live &= live - 1;
                for (word, tile) in row.iter_mut().zip(&tiles) {
                    *word = tile[bit as usize];
                }
                let new = sums.len() as u32;
                let class = index.number(hash(row[..key].iter().copied()), new, |class| {
                    let start = class as usize * stride;
                    rows[start..start + key] == row[..key]
                });
                let point = at as u32 * 64 + bit;
                if class == new {
                    rows.extend_from_slice(&row);
                    sums.push(0);
                } else {
                    let start = class as usize * stride;
                    let shared = rows[start + key..start + stride].iter_mut();
                    shared.zip(&row[key..]).for_each(|(all, word)| *all &= word);
                }
                sums[class as usize] += weights.of(point);
                if unmerged.pointed {
                    points.push((class, point));
                }
            }
        }
        let mut order: Vec<u32> = (0..sums.len() as u32).collect();
        order.sort_by_key(|&class| std::cmp::Reverse(sums[class as usize]));
        if unmerged.pointed {
            let mut place = vec![0; order.len()];
            (0..).zip(&order).for_each(|(at, &class)| place[class as usize] = at);
            points.iter_mut().for_each(|(class, _)| *class = place[*class as usize]);
            points.sort_unstable();
        }
        let words = order.len().div_ceil(64);
        let mut columns = vec![0; (candidates.len() + sets) * words];
        for (at, classes) in order.chunks(64).enumerate() {
            for (group, tile) in tiles.iter_mut().enumerate() {
                for (to, &class) in tile.iter_mut().zip(classes) {
                    *to = rows[class as usize * stride + group];
                }
                tile[classes.len()..].fill(0);
                transpose(tile);
                let (start, end) = match group.checked_sub(tiles_c) {
                    None => (group * 64, candidates.len()),
                    Some(group) => (candidates.len() + group * 64, candidates.len() + sets),
                };
                for (column, word) in (start..end).zip(tile.iter()) {
                    columns[column * words + at] = *word;
                }
            }
        }
        let weights = order.iter().map(|&class| sums[class as usize]).collect();
        Self { weights, points, columns, candidates: candidates.len() }
    }

    /// How many words a set takes.
    pub(super) fn words(&self) -> usize {
        self.weights.len().div_ceil(64)
    }

    fn set<B: Bits>(&self, column: usize) -> B {
        let words = self.words();
        B::from_words(self.columns[column * words..][..words].iter().copied())
    }

    /// The candidates, in the order they had.
    pub(super) fn candidates<B: Bits>(&self) -> impl Iterator<Item = B> {
        (0..self.candidates).map(|column| self.set(column))
    }

    /// The passed sets.
    pub(super) fn passed<B: Bits>(&self) -> impl Iterator<Item = B> {
        let columns = self.columns.len().checked_div(self.words()).unwrap_or(0);
        (self.candidates..columns).map(|column| self.set(column))
    }
}
