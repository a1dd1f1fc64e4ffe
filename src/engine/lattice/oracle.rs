//! The slow miner: concepts and covers straight from their definitions.
//!
//! An extent is an intersection of columns (Ganter and Wille 1999, section 1.1), a cover a pair of
//! extents with none between. Quadratic and worse on purpose: every fast path is compared with it.

use std::collections::BTreeSet;

use crate::base::ids::PointId;
use crate::context::FormalContext;

/// Returns all extents with at least `min_size` objects, in canonical order (size, then member
/// list), and all covers between them as pairs of positions, lower first.
pub(crate) fn concepts_and_covers(
    context: &FormalContext,
    min_size: usize,
) -> (Vec<Vec<PointId>>, Vec<(usize, usize)>) {
    let mut extents = BTreeSet::from([context.extent_of(&[])]);
    for column in context.columns().iter() {
        let column: BTreeSet<PointId> = column.iter().copied().map(PointId).collect();
        let cut: Vec<Vec<PointId>> = extents
            .iter()
            .map(|extent| extent.iter().copied().filter(|o| column.contains(o)).collect())
            .collect();
        extents.extend(cut);
    }
    let mut extents: Vec<_> = extents.into_iter().filter(|e| e.len() >= min_size).collect();
    extents.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    let sets: Vec<BTreeSet<PointId>> =
        extents.iter().map(|e| e.iter().copied().collect()).collect();
    let below = |low: usize, high: usize| low != high && sets[low].is_subset(&sets[high]);
    let mut covers = Vec::new();
    for low in 0..sets.len() {
        for high in 0..sets.len() {
            let between = |mid: usize| below(low, mid) && below(mid, high);
            if below(low, high) && !(0..sets.len()).any(between) {
                covers.push((low, high));
            }
        }
    }
    (extents, covers)
}
