//! Neighbours by the kd-tree crate, for few dimensions and small k.
//!
//! The crate's `nearests` prunes too early on ties and may return too few or the wrong points, so
//! it only serves to find a radius: any k points at distance at most r prove that the k nearest lie
//! within r. Everything within a ball just larger than r is then ranked by the one tie rule. Where
//! the crate returns fewer than k points, all points are ranked.
//!
//! The crate knows the Euclidean distance only. A ball of another metric lies within the Euclidean
//! ball of the radius that `reach` gives, so the same two steps are exact for every metric.

use kd_tree::{KdPoint, KdTree};
use rayon::prelude::*;
use typenum::{U2, U4, U8, U16, Unsigned};

use super::{Metric, Space, nearest};
use crate::csr::Csr;

/// Above this many dimensions every ball meets most of the tree.
const MOST_DIMENSIONS: usize = 16;

/// Whether the tree is likely faster than the scan.
pub fn pays(space: &Space, k: usize) -> bool {
    // A query costs about 2^d leaves and k log k; measured against the scan's n distances.
    let d = space.dimensions();
    d > 0 && d <= MOST_DIMENSIONS && (k + (1 << d)) * 16 <= space.len()
}

/// The k nearest points of every point, each list ascending by row; `1 <= k <= n`, at most
/// 16 dimensions (more are left to the scan).
pub fn neighbors(space: &Space, k: usize) -> Csr {
    match space.dimensions() {
        0..=2 => search::<U2>(space, k),
        3..=4 => search::<U4>(space, k),
        5..=8 => search::<U8>(space, k),
        9..=16 => search::<U16>(space, k),
        _ => super::scan::neighbors(space, k),
    }
}

/// A point padded with zeros to the tree's dimension, which changes no Euclidean distance.
struct Item<'a, D> {
    row: u32,
    values: &'a [f64],
    dimension: std::marker::PhantomData<D>,
}

impl<D: Unsigned> KdPoint for Item<'_, D> {
    type Scalar = f64;
    type Dim = D;

    fn at(&self, column: usize) -> f64 {
        self.values.get(column).copied().unwrap_or(0.0)
    }
}

fn search<D: Unsigned + Send + Sync>(space: &Space, k: usize) -> Csr {
    let n = space.len();
    let item = |row: usize| Item::<D> {
        row: row as u32,
        values: space.row(row),
        dimension: std::marker::PhantomData,
    };
    let tree = KdTree::build_by_ordered_float((0..n).map(item).collect());
    let lists: Vec<Vec<u32>> = (0..n)
        .into_par_iter()
        .map(|point| {
            let query = item(point);
            let ranked = |row: u32| (space.distance(point, row as usize), row);
            let near = tree.nearests(&query, k);
            let far = near.iter().map(|near| ranked(near.item.row).0).fold(0.0, f64::max);
            let mut ball: Vec<(f64, u32)> = if near.len() < k {
                (0..n as u32).map(ranked).collect()
            } else {
                let within = tree.within_radius(&query, reach(space, far));
                within.into_iter().map(|item| ranked(item.row)).collect()
            };
            if ball.len() < k {
                ball = (0..n as u32).map(ranked).collect();
            }
            nearest(&mut ball, point as u32, k)
        })
        .collect();
    lists.into_iter().collect()
}

/// A Euclidean radius whose open ball holds every point at comparable distance `far` or less,
/// rounding included.
fn reach(space: &Space, far: f64) -> f64 {
    let d = space.dimensions() as f64;
    let radius = match space.metric {
        Metric::Euclidean | Metric::Cosine => far.sqrt(),
        // |x|_2 <= |x|_1 and |x|_2 <= sqrt(d) |x|_max.
        Metric::Manhattan => far,
        Metric::Chebyshev => far * d.sqrt(),
    };
    radius * (1.0 + 1e-9) + f64::MIN_POSITIVE.sqrt()
}
