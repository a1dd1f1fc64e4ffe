//! Exact k nearest neighbours of every point, with one tie rule.
//!
//! X_i = the k points nearest to d_i, d_i itself first, then by distance, then by row (Yoneda,
//! Sugiyama and Washio, *Learning Graph Representation via Formal Concept Analysis*, 2018, section
//! 2). The tie rule makes X_i unique, so everything derived from it is a function of the points.
//! Distances are compared as accumulated column by column in `f64`, Euclidean ones before the
//! square root, which keeps their order and loses no tie.
//!
//! A [`Space`] holds the points, under a [`Metric`]. [`neighbors`] and [`ranked_neighbors`] list
//! the nearest of each among all points, [`anchors::ranked_anchors`] among a sample, and a
//! [`PointIndex`] finds the nearest points of rows that are not among them.
//!
//! ```
//! use conceptgraph_knn::{Metric, Space, ranked_neighbors};
//!
//! # fn main() -> Result<(), conceptgraph_knn::Error> {
//! // Four points on a line; the last two stand at one place.
//! let space = Space::new(vec![0.0, 1.0, 3.0, 3.0], 4, 1, Metric::Euclidean)?;
//! let near = ranked_neighbors(&space, 3)?;
//! assert_eq!(near.get(1), [1, 0, 2]);
//! assert_eq!(near.get(3), [3, 2, 1]);
//! # Ok(()) }
//! ```
//!
//! # Algorithm
//!
//! The points lie in the leaves of a kd-tree (Friedman, Bentley and Finkel 1977), and all points of
//! a leaf search together, leaf by leaf (`blocks.rs`). In few dimensions the search computes the
//! distance as it is defined (`direct.rs`), in more it uses matrix products in `f32` with a bound
//! on their rounding error (`products.rs`: Higham 2002), which only rule out points that cannot be
//! near; the definition decides about the rest. Both give equal bits on every machine, with any
//! number of threads.
//!
//! Loops marked `multiversion` are compiled twice: for any processor, and for x86-64-v3 (AVX2, BMI,
//! LZCNT, POPCNT), chosen at run time. What they call must be `#[inline(always)]`, since only
//! inlined code is compiled twice with them.
//!
//! # Cost
//!
//! The 10 nearest of 1,000,000 points in 3 dimensions take 2.0 s on two cores of an AMD EPYC, of
//! 20,000 in 50 dimensions 0.3 s, the 20 nearest of 100,000 in 10 dimensions 1.9 s, reading and
//! writing included (`benches/README.md`). In many dimensions the time grows with the square of the
//! number of points.
//!
//! # Limits
//!
//! There must be fewer than 2^32 points, of finite numbers. The search is exact, never approximate,
//! so beyond some 100,000 points in many dimensions anchors are needed.
//!
//! # Not tested
//!
//! Every strategy is compared with the definition, for points on grids, far from zero, huge, tiny
//! and alike to the last bits, up to 1,500 of them. A processor without AVX2 runs the same source
//! compiled otherwise, which no test here runs.

#![warn(unreachable_pub)]

pub mod anchors;
mod blocks;
mod direct;
mod metric;
mod multiply;
mod nearest;
mod precomputed;
mod products;
mod rank;
mod sides;
mod space;
mod strategy;
#[cfg(test)]
mod tests;

pub use metric::Metric;
pub use nearest::{Nearest, NearestError, NoDistanceError, PointIndex};
pub use space::{Error, Space};

use conceptgraph_sets::csr::Csr;
use rank::ListOrder;
use strategy::SearchStrategy;

/// Returns the k nearest points of every point, itself included, each list ascending by row.
///
/// # Errors
/// Returns an error if `k` is 0 or more than the number of points.
pub fn neighbors(space: &Space, k: usize) -> Result<Csr, Error> {
    find_neighbors(space, k, ListOrder::ByRow)
}

/// Returns the k nearest points of every point, the point itself first, then by distance, then by
/// row: the neighbours for every smaller k are the beginning of a list.
///
/// # Errors
/// Returns an error if `k` is 0 or more than the number of points.
pub fn ranked_neighbors(space: &Space, k: usize) -> Result<Csr, Error> {
    find_neighbors(space, k, ListOrder::ByRank)
}

fn find_neighbors(space: &Space, k: usize, listed: ListOrder) -> Result<Csr, Error> {
    let n = space.len();
    if k == 0 || k > n {
        return Err(Error::K { k, n });
    }
    Ok(SearchStrategy::choose(space, None).neighbors(space, None, k, listed))
}
