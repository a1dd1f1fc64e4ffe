//! Collection of the miner's unordered concepts into a lattice with canonical ids.
//!
//! Every thread collects the concepts that it finds, with each lower cover by its key only. One
//! sort puts the concepts in canonical order, and one table from keys to ids turns the keys of
//! covers into ids. If two extents share a key, the context is mined again under the next seed.
//! Points with equal rows are one object throughout.

use std::collections::HashMap;

use rayon::prelude::*;

use super::order::{self, ExtentRef};
use super::{Covers, Extents, GraphKind, Lattice, Members};
use crate::base::csr::Csr;
use crate::base::keys::{Key, PointKeys};
use crate::base::progress::Progress;
use crate::context::FormalContext;
use crate::context::clarified::Objects;
use crate::mine::{self, Limits, MinedConcept, MiningError, Sink};

const BATCH: usize = 1 << 14;

#[derive(Default)]
struct Collector {
    extents: Extents,
    keys: Vec<Key>,
    lower: Vec<Key>,
    lower_ends: Vec<usize>,
    reported: u64,
}

impl Collector {
    fn new(objects: usize) -> Self {
        Self { extents: Extents::new(objects), ..Self::default() }
    }

    fn lower(&self, at: usize) -> &[Key] {
        let start = at.checked_sub(1).map_or(0, |before| self.lower_ends[before]);
        &self.lower[start..self.lower_ends[at]]
    }
}

impl Sink for Collector {
    fn add_concept(&mut self, found: MinedConcept<'_>) {
        self.extents.push(found.members);
        self.keys.push(found.key);
        self.lower.extend_from_slice(found.lower);
        self.lower_ends.push(self.lower.len());
    }

    /// Returns the new bytes of the collected concepts, and of what [`rank`] takes beside them.
    fn new_bytes(&mut self) -> u64 {
        let keys = size_of::<Key>() * (self.keys.capacity() + self.lower.capacity());
        let ends = size_of::<usize>() * self.lower_ends.capacity();
        let ranking = RANKING_BYTES * self.keys.len() + size_of::<u32>() * self.lower.len();
        let bytes = (self.extents.bytes() + keys + ends + ranking) as u64;
        bytes.saturating_sub(std::mem::replace(&mut self.reported, bytes))
    }
}

/// The bytes that a concept takes while it is ranked: its place in the order, twice a key with its
/// id in a table that is at least half full, and the start of its covers.
const RANKING_BYTES: usize =
    size_of::<ExtentRef>() + 2 * (size_of::<(Key, u32)>() + 1) + size_of::<usize>();

/// Mines and ranks the concepts; `keys_of_seed` makes the points' keys.
pub(super) fn mine_lattice(
    context: &FormalContext,
    limits: &Limits,
    progress: &Progress,
    keys_of_seed: impl Fn(u64) -> PointKeys,
) -> Result<Lattice, MiningError> {
    let objects = context.clarified_objects();
    for seed in 0.. {
        let keys = keys_of_seed(seed);
        let object_keys = objects.object_keys(keys.keys());
        let new = || Collector::new(objects.context.object_count());
        let found = mine::mine(objects.context, &object_keys, limits, progress, new)?;
        let ranked = rank(objects, found, limits);
        progress.check()?;
        if let Some(lattice) = ranked {
            return Ok(lattice);
        }
    }
    unreachable!("some seed gives unique keys")
}

/// Puts concepts in order and looks up the keys of their covers; `None` if two share a key.
fn rank(objects: Objects<'_>, found: Vec<Collector>, limits: &Limits) -> Option<Lattice> {
    let parts: Vec<&Extents> = found.iter().map(|part| &part.extents).collect();
    let mut order = order::extent_refs(&parts, objects);
    order.par_sort_unstable_by(|&a, &b| order::compare_extents(&parts, a, b));
    let lower = lower_covers(&found, &order)?;
    // The keys are freed before there are two copies of the extents.
    let found: Vec<Extents> = found.into_iter().map(|part| part.extents).collect();
    let parts: Vec<&Extents> = found.iter().collect();
    let places = order.iter().map(|extent| (extent.part(), extent.index()));
    let extents = Extents::from_parts(&parts, objects.context.object_count(), places);
    drop(found);
    let sizes: Vec<u32> = order.iter().map(|extent| extent.size()).collect();
    drop(order);
    let (members, covers) = (Members::new(objects, extents, sizes), Covers::from_lower(lower));
    let (kind, min_size, centers) = (GraphKind::Full, limits.min_size, Vec::new());
    Some(Lattice { kind, min_size, members, covers, centers })
}

/// Returns the ids of the lower covers of each concept in order; `None` if two share a key.
fn lower_covers(found: &[Collector], order: &[ExtentRef]) -> Option<Csr> {
    let mut ids: HashMap<Key, u32> = HashMap::with_capacity(order.len());
    let keys = order.iter().map(|extent| found[extent.part()].keys[extent.index()]);
    ids.extend(keys.zip(0..));
    if ids.len() < order.len() {
        return None;
    }
    let list = |extent: &ExtentRef| {
        let lower = found[extent.part()].lower(extent.index()).iter();
        let mut lower: Vec<u32> = lower.map(|key| ids[key]).collect();
        lower.sort_unstable();
        lower
    };
    let covers = found.iter().map(|part| part.lower.len()).sum();
    let mut lower = Csr::with_capacity(order.len(), covers);
    for some in order.chunks(BATCH) {
        some.par_iter().map(list).collect::<Vec<_>>().into_iter().for_each(|list| lower.push(list));
    }
    Some(lower)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::ids::PointId;
    use crate::lattice::oracle;
    use crate::lattice::tests::{check, contexts};
    use proptest::prelude::*;

    fn extents_and_covers(lattice: &Lattice) -> (Vec<Vec<PointId>>, Vec<(usize, usize)>) {
        let extents = lattice.ids().map(|id| lattice.members.points(id)).collect();
        let mut covers: Vec<(usize, usize)> = lattice
            .ids()
            .flat_map(|id| lattice.covers.upper(id).map(move |up| (id.index(), up.index())))
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
            let limits = Limits { min_size, ..Limits::default() };
            let truth = oracle::concepts_and_covers(&context, min_size);
            let lattice = Lattice::mine(&context, &limits, &Progress::default()).unwrap();
            prop_assert_eq!(&extents_and_covers(&lattice), &truth);
            check(&lattice, &context)?;
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
            // Keys of a few bits collide under most seeds, yet the sums of 9 of them can be unique.
            let few = |seed| PointKeys::with_bits(context.object_count(), seed, 12);
            let lattice = mine_lattice(&context, &limits, &Progress::default(), few).unwrap();
            prop_assert_eq!(extents_and_covers(&lattice), truth);
        }
    }

    #[test]
    fn too_many_concepts_and_an_interrupt_end_the_search() {
        let n = 12;
        let rows = (0..n).map(|i| (0..n).filter(|&j| j != i).collect());
        let context = FormalContext::new((0..n).map(|j| j.to_string()).collect(), rows);
        let all = mine::count(&context, &Limits::default(), true, &Progress::default()).unwrap();
        assert_eq!((all.concepts, all.covers), (4096, Some(12 * 2048)));
        let limits = |most| Limits { max_concepts: Some(most), ..Limits::default() };
        let run = |most| Lattice::mine(&context, &limits(most), &Progress::default());
        assert_eq!(run(4095).unwrap_err(), MiningError::TooMany(4095));
        assert_eq!(run(4096).unwrap().len(), 4096);
        let memory = |bytes| Limits { max_bytes: Some(bytes), ..Limits::default() };
        let run = |bytes| Lattice::mine(&context, &memory(bytes), &Progress::default());
        assert!(matches!(run(100_000), Err(MiningError::TooLarge { .. })));
        assert!(run(10_000_000).is_ok());
        let progress = Progress::default();
        progress.interrupt();
        assert_eq!(
            Lattice::mine(&context, &limits(1), &progress).unwrap_err(),
            MiningError::Interrupted
        );
    }
}
