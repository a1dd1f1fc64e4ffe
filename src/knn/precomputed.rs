//! Neighbours by given distances: row i of the space has the distances of point i from all points.
//!
//! Every distance is read, since nothing is known of a point but its distances.

use rayon::prelude::*;

use crate::rank::{ListOrder, Rank, Smallest};
use crate::sides;
use crate::space::Space;

/// Writes the k nearest points of every point, or the k nearest anchors by position, k a row.
pub(crate) fn fill(
    space: &Space,
    anchors: Option<&[u32]>,
    k: usize,
    listed: ListOrder,
    lists: &mut [u32],
) {
    lists.par_chunks_mut(k).enumerate().for_each(|(point, list)| {
        let mut smallest = Smallest::new(k);
        let row = space.row(point);
        let offer = |(place, &distance)| smallest.offer(Rank::new(distance, place));
        match anchors {
            None => (0..).zip(row).for_each(offer),
            Some(anchors) => {
                (0..).zip(anchors.iter().map(|&anchor| &row[anchor as usize])).for_each(offer);
            }
        }
        smallest.write_list(sides::anchor_position(anchors, point as u32), listed, list);
    });
}
