//! Neighbours by distances that are given: row i of the space is how far point i is from each.
//!
//! Every distance is looked at, since nothing is known of a point but its distances.

use rayon::prelude::*;

use super::rank::{Listed, Rank, Smallest};
use super::space::Space;

/// Fills in the k nearest points of every point, k a row.
pub(super) fn fill(space: &Space, k: usize, listed: Listed, lists: &mut [u32]) {
    lists.par_chunks_mut(k).enumerate().for_each(|(point, list)| {
        let mut smallest = Smallest::new(k);
        let row = space.row(point);
        (0..).zip(row).for_each(|(other, &distance)| smallest.offer(Rank::new(distance, other)));
        smallest.list(point as u32, listed, list);
    });
}

/// Fills in the k anchors nearest to every point by their places, k a row.
pub(super) fn fill_among(space: &Space, anchors: &[u32], k: usize, lists: &mut [u32]) {
    lists.par_chunks_mut(k).enumerate().for_each(|(point, list)| {
        let mut smallest = Smallest::new(k);
        let row = space.row(point);
        for (place, &anchor) in (0..).zip(anchors) {
            smallest.offer(Rank::new(row[anchor as usize], place));
        }
        match anchors.binary_search(&(point as u32)) {
            Ok(own) => smallest.list(own as u32, Listed::ByRank, list),
            Err(_) => smallest.list_ranked(list),
        }
    });
}
