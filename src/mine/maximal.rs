//! The maximal ones among many sets.
//!
//! The largest first: each lies within one that was kept, or is kept. As long as few are kept, as
//! of the neighbours of points, it is compared with all of them. Where thousands are, as of the
//! items that were bought with a frequent one, it is compared with those alone that have its rarest
//! point: a basket has few items.

use std::cmp::Reverse;

use conceptgraph_sets::bitset::Bits;

/// Up to this many kept sets are few.
const FEW: usize = 64;

/// The maximal sets, each once, the largest first.
pub(crate) fn maximal<B: Bits>(mut sets: Vec<B>) -> Vec<B> {
    sets.retain(|set| !set.is_empty());
    sets.sort_by_cached_key(|set| Reverse(set.size()));
    let points = sets.first().map_or(0, |set| set.words().len() * 64);
    // The kept sets that each point is in.
    let mut holding: Vec<Vec<u32>> = Vec::new();
    let mut kept: Vec<B> = Vec::new();
    for set in sets {
        let is_within = if holding.is_empty() {
            kept.iter().any(|other| set.within(other))
        } else {
            let rarest = set.ones().min_by_key(|&point| holding[point as usize].len());
            let others = rarest.map_or(&[][..], |point| &holding[point as usize]);
            others.iter().any(|&other| set.within(&kept[other as usize]))
        };
        if is_within {
            continue;
        }
        kept.push(set);
        let unknown = match kept.len() {
            ..FEW => continue,
            FEW => {
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
