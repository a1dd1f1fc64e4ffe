//! The covers of one extent, from the context alone: no lattice is needed to walk in it.
//!
//! The upper covers are the minimal extents that hold one point more (Lindig, *Fast concept
//! analysis*, 2000), that is, those with the maximal intents; the lower covers are the maximal ones
//! among the extent's restricted attributes.

use std::collections::BTreeSet;

use super::Extent;
use crate::base::bitset::Bits;
use crate::base::ids::PointId;
use crate::context::FormalContext;
use crate::context::bits::{Set, as_set};

/// The maximal ones of some sets, each once.
fn maximal(sets: BTreeSet<Set>) -> Vec<Set> {
    let mut sets: Vec<Set> = sets.into_iter().collect();
    sets.sort_by_cached_key(|set| std::cmp::Reverse(set.size()));
    let mut kept: Vec<Set> = Vec::new();
    for set in sets {
        if !kept.iter().any(|larger| set.within(larger)) {
            kept.push(set);
        }
    }
    kept
}

/// Canonical order: by size, then by members.
fn in_order(mut extents: Vec<Extent>) -> Vec<Extent> {
    extents.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    extents
}

/// The upper covers of an extent in the full lattice, in canonical order.
pub fn upper(context: &FormalContext, extent: &[PointId]) -> Vec<Extent> {
    let (n, m) = (context.objects(), context.attributes().len());
    let (intent, members) = (Set::of(m, &context.shared(extent)), as_set(n, extent));
    let more = (0..n as u32).filter(|&point| !members.has(point));
    let intents = more.map(|point| Set::of(m, context.rows().get(point as usize)).and(&intent));
    let having = |intent: &Set| context.having(&intent.ones().collect::<Vec<_>>());
    in_order(maximal(intents.collect()).iter().map(having).collect())
}

/// The lower covers of an extent in the full lattice, in canonical order.
pub fn lower(context: &FormalContext, extent: &[PointId]) -> Vec<Extent> {
    let (n, m) = (context.objects(), context.attributes().len());
    let (intent, members) = (Set::of(m, &context.shared(extent)), as_set(n, extent));
    let others = (0..m as u32).filter(|&attribute| !intent.has(attribute));
    let cut = |attribute: u32| Set::of(n, context.columns().get(attribute as usize)).and(&members);
    let points = |set: &Set| set.ones().map(PointId).collect();
    in_order(maximal(others.map(cut).collect()).iter().map(points).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn they_are_those_of_the_definition(
            bits in proptest::collection::vec(proptest::bool::weighted(0.6), 8 * 7),
        ) {
            let row = |i: usize| (0..7).filter(|j| bits[i * 7 + j]).map(|j| j as u32).collect();
            let context =
                FormalContext::new((0..7).map(|j| j.to_string()).collect(), (0..8).map(row));
            let subset = |mask: u32| (0..7).filter(|j| mask >> j & 1 == 1).collect::<Vec<_>>();
            let extents: BTreeSet<Extent> =
                (0..128).map(|mask| context.having(&subset(mask))).collect();
            let below = |a: &[PointId], b: &[PointId]| a != b && a.iter().all(|p| b.contains(p));
            let covers = |a: &[PointId], b: &[PointId]| {
                below(a, b) && !extents.iter().any(|c| below(a, c) && below(c, b))
            };
            for extent in &extents {
                let above = extents.iter().filter(|other| covers(extent, other)).cloned();
                prop_assert_eq!(upper(&context, extent), in_order(above.collect()));
                let beneath = extents.iter().filter(|other| covers(other, extent)).cloned();
                prop_assert_eq!(lower(&context, extent), in_order(beneath.collect()));
            }
        }
    }
}
