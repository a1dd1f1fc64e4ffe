//! Neighbours by looking at every pair, in parallel; exact in any dimension.
//!
//! Each thread takes blocks of points and, for a block, passes over the table in tiles that stay in
//! the cache. A tile lies column by column, so that the distances of one point to a whole tile grow
//! side by side, in the one order of additions that the definition has. Only the best k of a point
//! and one tile are kept, so memory is O(n k), not O(n^2).

use rayon::prelude::*;

use super::{Space, nearest};
use crate::csr::Csr;

/// Points that share one pass over the table.
const BLOCK: usize = 16;
/// Points of the table looked at together.
const TILE: usize = 256;

/// The k nearest points of every point, each list ascending by row; `1 <= k <= n`.
pub fn neighbors(space: &Space, k: usize) -> Csr {
    let n = space.len();
    let tiles: Vec<Vec<f64>> = (0..n)
        .step_by(TILE)
        .map(|start| {
            let rows = start..n.min(start + TILE);
            let column = |column| rows.clone().map(move |row| space.row(row)[column]);
            (0..space.dimensions()).flat_map(column).collect()
        })
        .collect();
    let blocks: Vec<Vec<Vec<u32>>> = (0..n.div_ceil(BLOCK))
        .into_par_iter()
        .map(|block| of_block(space, &tiles, k, block * BLOCK..n.min((block + 1) * BLOCK)))
        .collect();
    let mut lists = Csr::with_capacity(n, n * k);
    blocks.into_iter().flatten().for_each(|list| lists.push(list));
    lists
}

/// The best of a point so far.
struct Best {
    met: Vec<(f64, u32)>,
    /// Whatever is farther has k nearer ones.
    far: f64,
}

fn of_block(
    space: &Space,
    tiles: &[Vec<f64>],
    k: usize,
    block: std::ops::Range<usize>,
) -> Vec<Vec<u32>> {
    let n = space.len();
    let room = n.min(2 * k.max(TILE) + TILE);
    let fresh = |_| Best { met: Vec::with_capacity(room), far: f64::INFINITY };
    let mut best: Vec<Best> = block.clone().map(fresh).collect();
    let mut distances = [0.0; TILE];
    for (start, tile) in (0..n).step_by(TILE).zip(tiles) {
        let rows = start..n.min(start + TILE);
        let distances = &mut distances[..rows.len()];
        for (point, best) in block.clone().zip(&mut best) {
            space.metric.distances(space.row(point), tile, distances);
            let with_rows = distances.iter().zip(rows.clone());
            let near = with_rows.filter(|&(&d, row)| d <= best.far || row == point);
            best.met.extend(near.map(|(&distance, row)| (distance, row as u32)));
            if best.met.len() + TILE > room && best.met.len() > k {
                best.far = keep(&mut best.met, point as u32, k);
            }
        }
    }
    let rows = |(point, mut best): (usize, Best)| nearest(&mut best.met, point as u32, k);
    block.zip(best).map(rows).collect()
}

/// Keeps the k nearest met so far, and the point itself wherever it stands. Returns the distance of
/// the last of them.
fn keep(best: &mut Vec<(f64, u32)>, point: u32, k: usize) -> f64 {
    for (distance, row) in best.iter_mut() {
        if *row == point {
            *distance = f64::NEG_INFINITY;
        }
    }
    best.select_nth_unstable_by(k - 1, |a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    best.truncate(k);
    best[k - 1].0
}
