//! The maximal sets among many.
//!
//! Sets are taken largest first, so each lies within a kept one or is kept. While few are kept, as
//! among the neighbours of points, a set is compared with all of them. Where thousands are kept, as
//! among the items bought with a frequent one, it is compared only with those that hold its rarest
//! point: a basket has few items.

use std::cmp::Reverse;

use conceptgraph_sets::bitset::Bits;

/// The number of kept sets from which on they are found by their points.
const MIN_INDEXED: usize = 64;

/// Returns the maximal non-empty sets, each once, the largest first.
pub(crate) fn maximal<B: Bits>(mut sets: Vec<B>) -> Vec<B> {
    sets.retain(|set| !set.is_empty());
    sets.sort_by_cached_key(|set| Reverse(set.size()));
    let points = sets.first().map_or(0, |set| set.words().len() * 64);
    // The kept sets that hold each point; empty while few sets are kept.
    let mut holding: Vec<Vec<u32>> = Vec::new();
    let mut kept: Vec<B> = Vec::new();
    for set in sets {
        let is_within = if holding.is_empty() {
            kept.iter().any(|other| set.is_subset(other))
        } else {
            let rarest = set.ones().min_by_key(|&point| holding[point as usize].len());
            let others = rarest.map_or(&[][..], |point| &holding[point as usize]);
            others.iter().any(|&other| set.is_subset(&kept[other as usize]))
        };
        if is_within {
            continue;
        }
        kept.push(set);
        let unknown = match kept.len() {
            ..MIN_INDEXED => continue,
            MIN_INDEXED => {
                holding = vec![Vec::new(); points];
                0
            }
            all => all - 1,
        };
        for (at, set) in kept.iter().enumerate().skip(unknown) {
            set.ones().for_each(|point| holding[point as usize].push(at as u32));
        }
    }
    kept
}
