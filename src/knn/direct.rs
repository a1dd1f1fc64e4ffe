//! Neighbours by the distance as it is defined, from blocks to blocks.
//!
//! A block of points lies column by column, so that the distances of one point to a whole block
//! accumulate side by side, in the one order of additions that the definition has.

use std::marker::PhantomData;

use multiversion::multiversion;
use rayon::prelude::*;

use crate::blocks::{Blocks, Visitor};
use crate::metric::{Largest, Magnitudes, Metric, Squares, Sum, gap};
use crate::rank::{ListOrder, Rank, Smallest};
use crate::sides::{Candidates, Sides};
use crate::space::Space;

pub(crate) const BLOCK_SIZE: usize = 32;
/// The number of distances that accumulate together in registers.
const LANES: usize = 8;

/// Writes the k nearest candidates of every point, k a row.
pub(crate) fn fill(sides: &Sides<'_>, k: usize, listed: ListOrder, lists: &mut [u32]) {
    match sides.space.metric() {
        Metric::Manhattan => fill_by::<Magnitudes>(sides, k, listed, lists),
        Metric::Chebyshev | Metric::Precomputed => fill_by::<Largest>(sides, k, listed, lists),
        Metric::Euclidean | Metric::Cosine => fill_by::<Squares>(sides, k, listed, lists),
    }
}

fn fill_by<S: Sum>(sides: &Sides<'_>, k: usize, listed: ListOrder, lists: &mut [u32]) {
    let (space, blocks, near) = (sides.space, sides.blocks(), sides.candidates);
    blocks.group_lists(lists, k).into_par_iter().enumerate().for_each(|(block, lists)| {
        let rows = &blocks.rows()[block];
        let mut search = DirectSearch::<S> {
            space,
            rows,
            seekers: columns(space, rows),
            candidates: near,
            smallest: rows.iter().map(|_| Smallest::new(k)).collect(),
            max_rank: Rank::LAST,
            sum: PhantomData,
        };
        near.blocks.visit_near(0, space.metric(), blocks.bounds(blocks.node(block)), &mut search);
        for ((smallest, &row), list) in search.smallest.iter_mut().zip(rows).zip(lists) {
            smallest.write_list(sides.anchor_position(row), listed, list);
        }
    });
}

/// Returns the numbers of each block, column by column.
pub(crate) fn values(space: &Space, blocks: &Blocks) -> Vec<Vec<f64>> {
    blocks.rows().par_iter().map(|rows| columns(space, rows)).collect()
}

/// Returns the numbers of some points, column by column; further places are infinitely far.
fn columns(space: &Space, rows: &[u32]) -> Vec<f64> {
    let mut columns = vec![f64::INFINITY; BLOCK_SIZE * space.dimensions()];
    for (lane, &row) in rows.iter().enumerate() {
        let lane = columns[lane..].iter_mut().step_by(BLOCK_SIZE);
        lane.zip(space.row(row as usize)).for_each(|(to, &value)| *to = value);
    }
    columns
}

/// The points of one block on their way through the candidates' blocks.
struct DirectSearch<'a, S> {
    space: &'a Space,
    rows: &'a [u32],
    /// The block's points, column by column.
    seekers: Vec<f64>,
    candidates: &'a Candidates,
    smallest: Vec<Smallest>,
    max_rank: Rank,
    sum: PhantomData<S>,
}

impl<S: Sum> Visitor for DirectSearch<'_, S> {
    fn max_rank(&self) -> Rank {
        self.max_rank
    }

    fn visit(&mut self, block: usize, node: usize) {
        visit_block(self, block, node);
    }
}

#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn visit_block<S: Sum>(search: &mut DirectSearch<'_, S>, block: usize, node: usize) {
    let DirectSearch { space, candidates: Candidates { blocks, values, .. }, .. } = *search;
    let gaps = gaps::<S>(&search.seekers, blocks.bounds(node));
    let (rows, first_row) = (&blocks.rows()[block], blocks.first_row(node));
    let columns = &values[block];
    let points = search.rows.iter().zip(gaps).zip(&mut search.smallest);
    let mut reach = Rank::new(0.0, 0);
    for ((&point, gap), smallest) in points {
        if Rank::new(gap, first_row) <= smallest.bound() {
            let point = space.row(point as usize);
            for (part, rows) in rows.chunks(LANES).enumerate() {
                let distances = distances::<S>(point, columns, part);
                let far = smallest.bound().distance();
                if !distances.iter().fold(false, |any, &distance| any | (distance <= far)) {
                    continue;
                }
                for (&distance, &row) in distances.iter().zip(rows) {
                    smallest.offer(Rank::new(distance, row));
                }
            }
        }
        reach = reach.max(smallest.bound());
    }
    search.max_rank = reach;
}

/// Returns the comparable distances of one point to a part of a block.
#[inline(always)]
fn distances<S: Sum>(point: &[f64], columns: &[f64], part: usize) -> [f64; LANES] {
    let mut sums = [0.0; LANES];
    for (x, column) in point.iter().zip(columns.as_chunks::<BLOCK_SIZE>().0) {
        let values: &[f64; LANES] = &column.as_chunks().0[part];
        sums = std::array::from_fn(|lane| S::add(sums[lane], x - values[lane]));
    }
    sums
}

/// Returns the comparable distances of a block's points to a box.
#[inline(always)]
fn gaps<S: Sum>(columns: &[f64], (low, high): (&[f64], &[f64])) -> [f64; BLOCK_SIZE] {
    let mut gaps = [0.0; BLOCK_SIZE];
    for (part, into) in gaps.as_chunks_mut::<LANES>().0.iter_mut().enumerate() {
        let mut sums = [0.0; LANES];
        for ((low, high), column) in low.iter().zip(high).zip(columns.as_chunks::<BLOCK_SIZE>().0) {
            let values: &[f64; LANES] = &column.as_chunks().0[part];
            let apart = |lane: usize| gap(low - values[lane], values[lane] - high);
            sums = std::array::from_fn(|lane| S::add(sums[lane], apart(lane)));
        }
        *into = sums;
    }
    gaps
}
