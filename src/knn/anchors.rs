//! Neighbours among a sample of the points, the anchors.
//!
//! X_i = the k anchors nearest to d_i, an anchor itself first, then by distance, then by row. If
//! every point is an anchor, X_i is the k nearest points, and the same search finds it.

use crate::rank::ListOrder;
use crate::space::{Error, Space};
use crate::strategy::SearchStrategy;
use conceptgraph_sets::csr::Csr;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Returns a sample of `anchors` of n rows, ascending, equal everywhere; it contains smaller ones.
pub fn sample(n: usize, anchors: usize) -> Vec<u32> {
    let mut rows: Vec<u32> = (0..n as u32).collect();
    if anchors < n {
        let mut random = ChaCha8Rng::seed_from_u64(0);
        for at in 0..anchors {
            // A remainder favours no row by more than one in 2^32.
            let other = at + (random.next_u64() % (n - at) as u64) as usize;
            rows.swap(at, other);
        }
        rows.truncate(anchors);
        rows.sort_unstable();
    }
    rows
}

/// Returns the k anchors nearest to every point, by their positions among the anchors: the point
/// itself first if it is one, then by distance, then by row. `anchors` are rows, ascending.
///
/// # Errors
/// Returns an error if `k` is 0 or more than the number of anchors.
pub fn ranked_anchors(space: &Space, anchors: &[u32], k: usize) -> Result<Csr, Error> {
    if k == 0 || k > anchors.len() {
        return Err(Error::Anchors { k, anchors: anchors.len() });
    }
    let way = SearchStrategy::choose(space, Some(anchors));
    Ok(way.neighbors(space, Some(anchors), k, ListOrder::ByRank))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Metric;

    #[test]
    fn a_sample_is_the_same_everywhere_and_holds_smaller_ones() {
        assert_eq!(sample(3, 5), [0, 1, 2]);
        assert_eq!(sample(3, 3), [0, 1, 2]);
        let (few, many) = (sample(1_000, 10), sample(1_000, 50));
        assert_eq!((few.len(), many.len()), (10, 50));
        assert!(many.is_sorted_by(|a, b| a < b));
        assert!(few.iter().all(|row| many.contains(row)));
        // Each fifth of the rows has about as many.
        let fifth = |at: u32| many.iter().filter(|row| **row / 200 == at).count();
        assert!((0..5).all(|at| (4..=16).contains(&fifth(at))));
    }

    #[test]
    fn k_is_at_most_the_number_of_anchors() {
        let space = Space::new(vec![1.0, 2.0, 3.0], 3, 1, Metric::Euclidean).unwrap();
        let error = ranked_anchors(&space, &[0, 2], 3).unwrap_err();
        assert_eq!(error.to_string(), "k = 3 is not possible among 2 anchors; choose 1 to 2");
        assert!(ranked_anchors(&space, &[0, 2], 0).is_err());
    }
}
