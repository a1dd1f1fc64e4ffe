//! Neighbours by looking at every pair, in parallel; exact in any dimension.
//!
//! Each thread takes blocks of points and, for a block, passes over the table in tiles that stay in
//! the cache. Only the best k of a point and one tile are kept, so memory is O(n k), not O(n^2).

use rayon::prelude::*;

use super::{Space, nearest};
use crate::csr::Csr;

/// Points that share one pass over the table.
const BLOCK: usize = 16;
/// Points of the table looked at together.
const TILE: usize = 512;

/// The k nearest points of every point, each list ascending by row; `1 <= k <= n`.
pub fn neighbors(space: &Space, k: usize) -> Csr {
    let n = space.len();
    let blocks: Vec<Vec<Vec<u32>>> = (0..n.div_ceil(BLOCK))
        .into_par_iter()
        .map(|block| of_block(space, k, block * BLOCK..n.min((block + 1) * BLOCK)))
        .collect();
    let mut lists = Csr::with_capacity(n, n * k);
    blocks.into_iter().flatten().for_each(|list| lists.push(list));
    lists
}

fn of_block(space: &Space, k: usize, block: std::ops::Range<usize>) -> Vec<Vec<u32>> {
    let n = space.len();
    let room = n.min(2 * k.max(TILE) + TILE);
    let mut best = vec![Vec::with_capacity(room); block.len()];
    for tile in (0..n).step_by(TILE) {
        let tile = tile..n.min(tile + TILE);
        for (point, best) in block.clone().zip(&mut best) {
            best.extend(tile.clone().map(|other| (space.distance(point, other), other as u32)));
            if best.len() + TILE > room && best.len() > k {
                keep(best, point as u32, k);
            }
        }
    }
    block.zip(best).map(|(point, mut best)| nearest(&mut best, point as u32, k)).collect()
}

/// Keeps the k nearest met so far, and the point itself wherever it stands.
fn keep(best: &mut Vec<(f64, u32)>, point: u32, k: usize) {
    for (distance, row) in best.iter_mut() {
        if *row == point {
            *distance = f64::NEG_INFINITY;
        }
    }
    best.select_nth_unstable_by(k - 1, |a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    best.truncate(k);
}
