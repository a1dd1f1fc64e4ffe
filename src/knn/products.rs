//! Euclidean neighbours by matrix products in `f32`, from blocks to blocks, with exact results.
//!
//! Let n_i and n_j be the squared lengths and D the squared distance of points x_i and x_j,
//! relative to a centre and scaled by a power of two. The score s = x_i . x_j - n_j / 2 = (n_i - D)
//! / 2 is larger for nearer points, and all scores of two blocks are one matrix product with one
//! more column. The score is only a filter. With u = 2^-24, `f32`'s unit roundoff, the score as
//! computed differs from the true one by at most
//!
//! > e (n_i / 2 + n_j) + t,   e = (d + 10) u (1 + 2^-10)
//!
//! whatever the order of additions (Higham, *Accuracy and Stability of Numerical Algorithms*, 2002,
//! section 3.1): (d + 4) u for a product of d + 1 terms, 2 u for coordinates rounded to `f32`, u /
//! 2 for n_j, u for the lowest score below, and far less for the `f64` roundings in n and in the
//! distance of the definition; t covers values below the least `f32`. So each pair has a highest
//! and a lowest score. A point whose highest score is below the k-th best lowest score is not a
//! neighbour; one whose lowest score is above the best highest score beyond k is; the few between
//! them are ranked by the definition.
//!
//! The centre is that of the block whose neighbours are looked for. So points near it have small n
//! and a small error, however far from zero the table is and however far away other points are.

use multiversion::multiversion;
use rayon::prelude::*;

use crate::blocks::{Blocks, Bounds, Visitor};
use crate::multiply::multiply;
use crate::rank::{self, ListOrder, Rank};
use crate::sides::{Candidates, Sides};
use crate::space::Space;

pub(crate) const BLOCK_SIZE: usize = 400;
/// The number of values that are handled together in registers.
const LANES: usize = 8;
const CUT_LANES: usize = 32;
/// The error of values below the least `f32`, in each column.
const TINY: f64 = 1e-30;
/// A factor that covers the roundings of a few operations in `f64`.
const SLACK: f64 = 1.0 + 1e-9;

/// Writes the k nearest candidates of every point, k a row; the distance must be Euclidean.
pub(crate) fn fill(sides: &Sides<'_>, k: usize, listed: ListOrder, lists: &mut [u32]) {
    let (blocks, Candidates { space, blocks: near, .. }) = (sides.blocks(), sides.candidates);
    let scale = common_scale(blocks, near);
    blocks.group_lists(lists, k).into_par_iter().enumerate().for_each(|(block, lists)| {
        let mut search = ProductSearch::new(sides, scale, k, block);
        near.visit_near(0, space.metric(), blocks.bounds(blocks.node(block)), &mut search);
        for (seeker, list) in search.seekers.iter_mut().zip(lists) {
            if seeker.candidates.len() > k {
                seeker.prune(space, k, scale);
            }
            seeker.write_list(space, k, sides.anchor_position(seeker.row), listed, list);
        }
    });
}

pub(crate) fn values(space: &Space, blocks: &Blocks) -> Vec<Vec<f64>> {
    let of_block =
        |rows: &Vec<u32>| rows.iter().flat_map(|&row| space.row(row as usize)).copied().collect();
    blocks.rows().par_iter().map(of_block).collect()
}

/// Returns the power of two that brings the widest side of the box around all points of both to
/// about 2^40: far from both ends of `f32`, as are the squares.
fn common_scale(blocks: &Blocks, near: &Blocks) -> f64 {
    let widest = widest_side(blocks.bounds(0), near.bounds(0));
    let exponent = 40.0 - widest.max(f64::MIN_POSITIVE).log2().ceil();
    // Beyond 2^400 the definition's own squares would vanish.
    exponent.min(400.0).exp2()
}

fn widest_side((low, high): Bounds<'_>, (from, to): Bounds<'_>) -> f64 {
    let sides = low.iter().zip(high).zip(from.iter().zip(to));
    let side =
        |((low, high), (from, to)): ((&f64, &f64), (&f64, &f64))| high.max(*to) - low.min(*from);
    sides.map(side).fold(0.0, f64::max)
}

/// The centre and the scale that a block's points are seen with, and the error factor e.
struct Frame {
    centre: Vec<f64>,
    scale: f64,
    error: f64,
}

impl Frame {
    /// Writes the scaled coordinates of a point from the centre; returns its squared length.
    #[inline(always)]
    fn write_scaled(&self, point: &[f64], into: &mut [f32]) -> f64 {
        let seen = |x: f64, centre: f64| (x - centre) * self.scale;
        let (points, point_rest) = point.as_chunks::<LANES>();
        let (centres, centre_rest) = self.centre.as_chunks::<LANES>();
        let (into, into_rest) = into.as_chunks_mut::<LANES>();
        let mut sums = [0.0; LANES];
        for ((into, point), centre) in into.iter_mut().zip(points).zip(centres) {
            let values: [f64; LANES] = std::array::from_fn(|at| seen(point[at], centre[at]));
            sums = std::array::from_fn(|at| sums[at] + values[at] * values[at]);
            *into = values.map(|value| value as f32);
        }
        let mut length: f64 = sums.iter().sum();
        for ((into, &x), &centre) in into_rest.iter_mut().zip(point_rest).zip(centre_rest) {
            let value = seen(x, centre);
            length += value * value;
            *into = value as f32;
        }
        length
    }
}

#[derive(Clone, Copy)]
struct Candidate {
    /// The highest score of the pair, less the error that a point's candidates have in common.
    high: f32,
    low: f32,
    row: u32,
}

struct Seeker<'a> {
    row: u32,
    point: &'a [f64],
    length: f64,
    /// The part of the error that is the same for all pairs of the point.
    error: f64,
    candidates: Vec<Candidate>,
    /// The score that every neighbour's high score reaches.
    cut: f32,
    /// The rank after which no neighbour ranks.
    bound: Rank,
}

impl Seeker<'_> {
    fn rank(&self, space: &Space, &Candidate { row, .. }: &Candidate) -> Rank {
        Rank::new(space.metric().comparable_distance(self.point, space.row(row as usize)), row)
    }

    /// Drops candidates that are not neighbours; at least k are left, and few more than k.
    fn prune(&mut self, space: &Space, k: usize, scale: f64) {
        let by_low = |a: &Candidate, b: &Candidate| b.low.total_cmp(&a.low);
        let (_, last, _) = self.candidates.select_nth_unstable_by(k - 1, by_low);
        let low = f64::from(last.low) - self.error;
        let cut = ((low - self.error) as f32).next_down();
        self.candidates.retain(|candidate| candidate.high >= cut);
        self.cut = cut;
        let far = (self.length * SLACK - 2.0 * low).max(0.0) / (scale * scale) * SLACK;
        self.bound = self.bound.min(Rank::new(far, u32::MAX));
        if self.candidates.len() > max_candidates(k) {
            // Too many candidates are alike to the last bit of `f32`.
            let candidates = self.candidates.iter();
            let mut ranks: Vec<_> = candidates.map(|c| (self.rank(space, c), *c)).collect();
            let (_, last, _) = ranks.select_nth_unstable_by_key(k - 1, |&(rank, _)| rank);
            self.bound = self.bound.min(last.0);
            self.candidates.clear();
            self.candidates.extend(ranks[..k].iter().map(|&(_, candidate)| candidate));
        }
    }

    fn write_list(
        &mut self,
        space: &Space,
        k: usize,
        own: Option<u32>,
        listed: ListOrder,
        into: &mut [u32],
    ) {
        if listed == ListOrder::ByRank {
            let ranks = self.candidates.iter().map(|candidate| self.rank(space, candidate));
            return rank::write_list(&mut ranks.collect::<Vec<_>>(), own, listed, into);
        }
        let (mut sure, mut doubtful) = (0, Vec::new());
        let enough = if self.candidates.len() > k {
            let by_high = |a: &Candidate, b: &Candidate| b.high.total_cmp(&a.high);
            let (_, beyond, _) = self.candidates.select_nth_unstable_by(k, by_high);
            f64::from(beyond.high) + 2.0 * self.error
        } else {
            f64::NEG_INFINITY
        };
        for candidate in &self.candidates {
            if f64::from(candidate.low) > enough {
                into[sure] = candidate.row;
                sure += 1;
            } else {
                doubtful.push(self.rank(space, candidate));
            }
        }
        if sure < k {
            doubtful.select_nth_unstable(k - sure - 1);
            let rest = into[sure..].iter_mut().zip(&doubtful);
            rest.for_each(|(row, rank)| *row = rank.row());
        }
        rank::sort_rows(own, into);
    }
}

fn max_candidates(k: usize) -> usize {
    2 * k
}

/// The points of one block on their way through the candidates' blocks.
struct ProductSearch<'a> {
    candidates: &'a Candidates,
    k: usize,
    frame: Frame,
    /// The block's points, row by row, each with a 1 in the last column.
    left: Vec<f32>,
    seekers: Vec<Seeker<'a>>,
    max_rank: Rank,
    /// The points of the other block, each with the score's second part in the last column.
    right: Vec<f32>,
    /// The differences between the highest and the lowest scores of the other block's points.
    score_gaps: Vec<f32>,
    scores: Vec<f32>,
}

impl<'a> ProductSearch<'a> {
    fn new(sides: &'a Sides<'a>, scale: f64, k: usize, block: usize) -> Self {
        let blocks = sides.blocks();
        let (low, high) = blocks.bounds(blocks.node(block));
        let d = sides.space.dimensions();
        let unit = f64::from(f32::EPSILON) / 2.0;
        let frame = Frame {
            centre: low.iter().zip(high).map(|(low, high)| low + (high - low) / 2.0).collect(),
            scale,
            error: (d as f64 + 10.0) * unit * (1.0 + 1.0 / 1024.0),
        };
        let rows = &blocks.rows()[block];
        let mut left = vec![1.0; rows.len() * (d + 1)];
        let seeker = |(left, &row): (&mut [f32], &u32)| {
            let point = sides.space.row(row as usize);
            let length = frame.write_scaled(point, &mut left[..d]);
            let error = frame.error * length / 2.0 + TINY * d as f64;
            let (candidates, cut, bound) = (Vec::new(), f32::MIN, Rank::LAST);
            Seeker { row, point, length, error, candidates, cut, bound }
        };
        let seekers = left.chunks_exact_mut(d + 1).zip(rows).map(seeker).collect();
        let (right, score_gaps, scores) = Default::default();
        let max_rank = Rank::LAST;
        let candidates = sides.candidates;
        Self { candidates, k, frame, left, seekers, max_rank, right, score_gaps, scores }
    }
}

impl Visitor for ProductSearch<'_> {
    fn max_rank(&self) -> Rank {
        self.max_rank
    }

    fn visit(&mut self, block: usize, _: usize) {
        visit_block(self, block);
    }
}

#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn visit_block(search: &mut ProductSearch<'_>, block: usize) {
    let ProductSearch { candidates: near, k, ref frame, ref left, .. } = *search;
    let Candidates { space, blocks, values } = near;
    let ProductSearch { seekers, right, score_gaps: between, scores, .. } = search;
    let rows = &blocks.rows()[block];
    let columns = space.dimensions() + 1;
    let values = &values[block];
    // Positions beyond the block's end score below every cut.
    let width = rows.len().next_multiple_of(CUT_LANES);
    right.clear();
    right.resize(width * columns, 0.0);
    between.clear();
    let mut points = right.chunks_exact_mut(columns);
    let values = values.chunks_exact(columns - 1).take(rows.len());
    for (point, into) in values.zip(&mut points) {
        let length = frame.write_scaled(point, &mut into[..columns - 1]);
        into[columns - 1] = ((frame.error - 0.5) * length) as f32;
        between.push((2.0 * frame.error * length) as f32);
    }
    points.for_each(|into| into[columns - 1] = f32::NEG_INFINITY);
    scores.resize(seekers.len() * width, 0.0);
    multiply(left, right, columns, scores);
    let mut reach = Rank::new(0.0, 0);
    for (seeker, scores) in seekers.iter_mut().zip(scores.chunks_exact(width)) {
        for (part, scores) in scores.as_chunks::<CUT_LANES>().0.iter().enumerate() {
            if !scores.iter().fold(false, |any, &score| any | (score >= seeker.cut)) {
                continue;
            }
            // The loop has no branch, which could not be predicted.
            let mut found = [Candidate { high: 0.0, low: 0.0, row: 0 }; CUT_LANES + 1];
            let mut count = 0;
            let others = rows[part * CUT_LANES..].iter().zip(&between[part * CUT_LANES..]);
            for (&high, (&row, between)) in scores.iter().zip(others) {
                found[count] = Candidate { high, low: high - between, row };
                count += usize::from(high >= seeker.cut);
            }
            seeker.candidates.extend_from_slice(&found[..count]);
        }
        if seeker.candidates.len() > max_candidates(k) {
            seeker.prune(space, k, frame.scale);
        }
        reach = reach.max(seeker.bound);
    }
    search.max_rank = reach;
}
