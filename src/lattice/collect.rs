//! From the miner's unordered concepts to a lattice with canonical ids.
//!
//! Every thread collects what it finds, each lower cover by its key only. One sort puts the
//! concepts in canonical order, one table from key to id turns the keys of covers into ids. Should
//! two extents share a key, the context is mined again under the next seed.

use std::collections::HashMap;

use rayon::prelude::*;

use super::{Extents, GraphKind, Lattice, order, stability};
use crate::context::FormalContext;
use crate::context::bits::Closures;
use crate::csr::Csr;
use crate::ids::PointId;
use crate::keys::{Key, PointKeys};
use crate::mine::{self, Found, Limits, Sink, Stop};
use crate::progress::Progress;

/// Concepts as one thread met them.
struct Collector {
    extents: Extents,
    intent_sizes: Vec<u32>,
    keys: Vec<Key>,
    lower: Vec<Key>,
    /// Where the lower covers of each concept end.
    lower_ends: Vec<usize>,
}

impl Collector {
    fn new(points: usize) -> Self {
        Self {
            extents: Extents::new(points),
            intent_sizes: Vec::new(),
            keys: Vec::new(),
            lower: Vec::new(),
            lower_ends: Vec::new(),
        }
    }

    fn lower(&self, at: usize) -> &[Key] {
        let start = at.checked_sub(1).map_or(0, |before| self.lower_ends[before]);
        &self.lower[start..self.lower_ends[at]]
    }
}

impl Sink for Collector {
    const COVERS: bool = true;
    const KEYED: bool = true;

    type Key = Key;

    fn count(&mut self, _concepts: u64, _covers: u64) {}

    fn concept(&mut self, found: Found<'_>) {
        self.extents.push(found.members);
        self.intent_sizes.push(found.intent_size);
        self.keys.push(found.key);
        self.lower.extend_from_slice(found.lower);
        self.lower_ends.push(self.lower.len());
    }
}

/// Mines and ranks; `keys_of_seed` makes the points' keys.
pub(super) fn mine(
    context: &FormalContext,
    limits: &Limits,
    progress: &Progress,
    keys_of_seed: impl Fn(u64) -> PointKeys,
) -> Result<Lattice, Stop> {
    for seed in 0.. {
        let keys = keys_of_seed(seed);
        let new = || Collector::new(context.objects());
        progress.restart();
        let found = mine::mine(context, keys.keys(), limits, progress, new)?;
        let lattice = rank(context, limits, keys, found, progress);
        if progress.interrupted() {
            return Err(Stop::Interrupted);
        }
        if let Some(lattice) = lattice {
            return Ok(lattice);
        }
    }
    unreachable!("some seed gives unique keys")
}

/// The lattice, or nothing when two extents have one key.
fn rank(
    context: &FormalContext,
    limits: &Limits,
    keys: PointKeys,
    found: Vec<Collector>,
    progress: &Progress,
) -> Option<Lattice> {
    let parts: Vec<&Extents> = found.iter().map(|part| &part.extents).collect();
    let mut order = order::extent_refs(&parts);
    order.par_sort_unstable_by(|&a, &b| order::compare(&parts, a, b));
    let ranked = || order.iter().map(|extent| (&found[extent.part()], extent.at()));

    let concept_keys: Vec<Key> = ranked().map(|(part, at)| part.keys[at]).collect();
    let mut ids = HashMap::with_capacity(concept_keys.len());
    for (id, &key) in concept_keys.iter().enumerate() {
        if ids.insert(key, id as u32).is_some() {
            return None;
        }
    }
    let lists: Vec<Vec<u32>> = order
        .par_iter()
        .map(|extent| {
            let lower = found[extent.part()].lower(extent.at());
            let mut lower: Vec<u32> = lower.iter().map(|key| ids[key]).collect();
            lower.sort_unstable();
            lower
        })
        .collect();
    let mut lower = Csr::with_capacity(lists.len(), lists.iter().map(Vec::len).sum());
    lists.into_iter().for_each(|list| lower.push(list));
    let mut extents = Extents::new(context.objects());
    ranked().for_each(|(part, at)| extents.push_from(&part.extents, at));
    let introduced = introduced(context, &keys, &ids, &extents, &lower);
    let kind = if limits.min_size == 0 { GraphKind::Full } else { GraphKind::Iceberg };
    Some(Lattice {
        kind,
        deltas: stability::deltas(kind, context, &extents, &lower, progress),
        pairs: Vec::new(),
        min_size: limits.min_size,
        keys,
        intent_sizes: ranked().map(|(part, at)| part.intent_sizes[at]).collect(),
        concept_keys,
        upper: lower.transposed(order.len()),
        lower,
        extents,
        introduced,
    })
}

/// The minimal concepts that hold each point.
///
/// Where the object concept is stored it is the only one. The other points are looked for concept
/// by concept: a point is introduced where no lower cover holds it.
pub(super) fn introduced(
    context: &FormalContext,
    keys: &PointKeys,
    ids: &HashMap<Key, u32>,
    extents: &Extents,
    lower: &Csr,
) -> Csr {
    let points: Vec<PointId> = PointId::first(context.objects()).collect();
    let closures = Closures::new(context, points.len());
    let object_concept = |point| ids.get(&keys.key_of(&closures.of(&[point]))).copied();
    let mut lists: Vec<Vec<u32>> =
        points.par_iter().map(|&point| object_concept(point).into_iter().collect()).collect();
    let mut open = points;
    open.retain(|point| lists[point.index()].is_empty());
    if !open.is_empty() {
        let met: Vec<Vec<PointId>> = (0..extents.len())
            .into_par_iter()
            .map(|id| {
                let here = |&point: &PointId| {
                    extents.has(id, point)
                        && !lower.get(id).iter().any(|&low| extents.has(low as usize, point))
                };
                open.iter().copied().filter(here).collect()
            })
            .collect();
        for (id, points) in met.iter().enumerate() {
            points.iter().for_each(|point| lists[point.index()].push(id as u32));
        }
    }
    lists.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::tests::contexts;
    use crate::mine::oracle;
    use proptest::prelude::*;

    fn extents_and_covers(lattice: &Lattice) -> (Vec<Vec<PointId>>, Vec<(usize, usize)>) {
        let extents = lattice.ids().map(|id| lattice.members(id)).collect();
        let mut covers: Vec<(usize, usize)> = lattice
            .ids()
            .flat_map(|id| lattice.upper(id).map(move |up| (id.index(), up.index())))
            .collect();
        covers.sort_unstable();
        (extents, covers)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]
        #[test]
        fn concepts_and_covers_are_those_of_the_definition(
            context in contexts(),
            min_size in 0..6usize,
        ) {
            let limits = Limits { min_size, max_concepts: None };
            let truth = oracle::concepts_and_covers(&context, min_size);
            let lattice = Lattice::mine(&context, &limits, &Progress::default()).unwrap();
            prop_assert_eq!(&extents_and_covers(&lattice), &truth);
            prop_assert_eq!(lattice.validate(&context), Ok(()));
            for covers in [false, true] {
                let counts = mine::count(&context, &limits, covers, &Progress::default()).unwrap();
                prop_assert_eq!(counts.concepts, truth.0.len() as u64);
                prop_assert_eq!(counts.covers, covers.then_some(truth.1.len() as u64));
            }
        }

        #[test]
        fn keys_that_collide_move_to_another_seed(context in contexts()) {
            let limits = Limits::default();
            let truth = oracle::concepts_and_covers(&context, 0);
            // Keys of a few bits collide under most seeds, yet the sum of 9 of them can be unique.
            let few = |seed| PointKeys::with_bits(context.objects(), seed, 12);
            let lattice = mine(&context, &limits, &Progress::default(), few).unwrap();
            prop_assert_eq!(extents_and_covers(&lattice), truth);
        }
    }

    #[test]
    fn a_collision_is_noticed() {
        let rows = [vec![0], vec![1]];
        let context = FormalContext::new(vec!["a".into(), "b".into()], rows);
        // Two points, keys of one bit: only a seed that gives them different keys, neither 0, would
        // do, and there is none; two bits suffice.
        let seeds = std::cell::RefCell::new(Vec::new());
        let keys = |seed| {
            seeds.borrow_mut().push(seed);
            PointKeys::with_bits(2, seed, if seed < 3 { 1 } else { 8 })
        };
        let lattice = mine(&context, &Limits::default(), &Progress::default(), keys).unwrap();
        assert_eq!(lattice.keys().seed(), 3);
        assert_eq!(seeds.into_inner(), [0, 1, 2, 3]);
    }

    #[test]
    fn too_many_concepts_and_an_interrupt_end_the_search() {
        let n = 12;
        let rows = (0..n).map(|i| (0..n).filter(|&j| j != i).collect());
        let context = FormalContext::new((0..n).map(|j| j.to_string()).collect(), rows);
        let all = mine::count(&context, &Limits::default(), true, &Progress::default()).unwrap();
        assert_eq!((all.concepts, all.covers), (4096, Some(12 * 2048)));
        let limits = |most| Limits { min_size: 0, max_concepts: Some(most) };
        let run = |most| Lattice::mine(&context, &limits(most), &Progress::default());
        assert_eq!(run(4095).unwrap_err(), Stop::TooMany(4095));
        assert_eq!(run(4096).unwrap().len(), 4096);
        let progress = Progress::default();
        progress.interrupt();
        assert_eq!(Lattice::mine(&context, &limits(1), &progress).unwrap_err(), Stop::Interrupted);
    }
}
