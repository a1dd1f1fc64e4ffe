//! From the miner's unordered concepts to a lattice with canonical ids.
//!
//! Every thread collects what it finds, each lower cover by its key only. One sort puts the
//! concepts in canonical order, one table from key to id turns the keys of covers into ids. If two
//! extents share a key, the context is mined again under the next seed. Points with equal rows are
//! one object all the way.
//!
//! What was mined elsewhere, under other keys, comes together in the same way
//! ([`Lattice::collected`]).

use std::collections::HashMap;

use rayon::prelude::*;

use super::{Extents, GraphKind, Lattice, order, stability};
use crate::base::bitset::Bits;
use crate::base::csr::Csr;
use crate::base::ids::PointId;
use crate::base::keys::{Key, PointKeys, Summed};
use crate::base::progress::{InterruptedError, Progress};
use crate::context::FormalContext;
use crate::context::bits::{Closures, Set, as_set};
use crate::context::clarified::Objects;
use crate::mine::{self, Limits, MinedConcept, MiningError, Sink};

/// Concepts as one thread met them.
pub struct Collector<K = Key> {
    extents: Extents,
    intent_sizes: Vec<u32>,
    keys: Vec<K>,
    lower: Vec<K>,
    /// Where the lower covers of each concept end.
    lower_ends: Vec<usize>,
    /// How many of its bytes were reported.
    reported: u64,
}

/// Why concepts do not form a lattice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LatticeError {
    /// A concept was found more than once.
    #[error("a cluster occurs twice")]
    Twice,
    /// Two concepts have one key.
    #[error("two clusters share their keys")]
    Ambiguous,
    /// A concept that others need was not found.
    #[error("a cluster is missing")]
    Missing,
    /// The caller ended the work.
    #[error("interrupted")]
    Interrupted,
}

impl From<InterruptedError> for LatticeError {
    fn from(_: InterruptedError) -> Self {
        Self::Interrupted
    }
}

impl<K: Summed> Collector<K> {
    /// No concept yet, over this many objects.
    pub fn new(points: usize) -> Self {
        Self {
            extents: Extents::new(points),
            intent_sizes: Vec::new(),
            keys: Vec::new(),
            lower: Vec::new(),
            lower_ends: Vec::new(),
            reported: 0,
        }
    }

    /// Adds a concept.
    pub fn push(&mut self, found: MinedConcept<'_, K>) {
        self.extents.push(found.members);
        self.intent_sizes.push(found.intent_size);
        self.keys.push(found.key);
        self.lower.extend_from_slice(found.lower);
        self.lower_ends.push(self.lower.len());
    }

    fn lower(&self, at: usize) -> &[K] {
        let start = at.checked_sub(1).map_or(0, |before| self.lower_ends[before]);
        &self.lower[start..self.lower_ends[at]]
    }
}

impl<K: Summed> Sink for Collector<K> {
    const COVERS: bool = true;
    const KEYED: bool = true;

    type Key = K;

    fn count(&mut self, _concepts: u64, _covers: u64) {}

    fn concept(&mut self, found: MinedConcept<'_, K>) {
        self.push(found);
    }

    /// While concepts are ranked, a lattice takes as much again as what was collected.
    fn bytes_taken(&mut self) -> u64 {
        let keys = size_of::<K>() * (self.keys.len() + self.lower.len());
        let numbers = size_of::<u32>() * self.intent_sizes.len();
        let ends = size_of::<usize>() * self.lower_ends.len();
        let bytes = 2 * (self.extents.bytes() + keys + numbers + ends) as u64;
        bytes - std::mem::replace(&mut self.reported, bytes)
    }
}

/// Mines and ranks; `keys_of_seed` makes the points' keys.
pub(super) fn mine(
    context: &FormalContext,
    limits: &Limits,
    progress: &Progress,
    keys_of_seed: impl Fn(u64) -> PointKeys,
) -> Result<Lattice, MiningError> {
    let objects = context.as_objects();
    for seed in 0.. {
        let keys = keys_of_seed(seed);
        let object_keys = objects.keys(keys.keys());
        let new = || Collector::new(objects.context.objects());
        let found = mine::mine(objects.context, &object_keys, limits, progress, new)?;
        let ranked = rank(objects, found);
        progress.check()?;
        match ranked {
            Ok(ranked) => {
                let Ranked { concepts, keys: concept_keys, ids } = ranked;
                let keyed = Keyed { keys, concept_keys, ids };
                return Ok(keyed.lattice(concepts, objects, limits, progress)?);
            }
            Err(LatticeError::Ambiguous) => {}
            Err(fault) => unreachable!("a search finds every concept once: {fault}"),
        }
    }
    unreachable!("some seed gives unique keys")
}

impl Lattice {
    /// The lattice of concepts that were mined over the objects of a context, under keys of
    /// whatever kind: that of [`Lattice::mine`].
    ///
    /// # Errors
    /// Concepts that are missing, that occur twice, or that share a key; an interrupt.
    pub fn collected<K: Summed>(
        context: &FormalContext,
        limits: &Limits,
        found: Vec<Collector<K>>,
        progress: &Progress,
    ) -> Result<Self, LatticeError> {
        let objects = context.as_objects();
        let all = objects.context.objects();
        let concepts = rank(objects, found)?.concepts;
        // Whatever is missing, except the top, lies below something that exists.
        let extents = &concepts.extents;
        if extents.len().checked_sub(1).is_none_or(|top| extents.size(top) < all as u32) {
            return Err(LatticeError::Missing);
        }
        for seed in 0.. {
            let keys = PointKeys::new(context.objects(), seed);
            let of_objects = objects.keys(keys.keys());
            let key = |at| extents.members(at).iter().map(|of| of_objects[of.index()]).sum();
            let concept_keys: Vec<Key> = (0..extents.len()).into_par_iter().map(key).collect();
            let ids: HashMap<Key, u32> = concept_keys.iter().copied().zip(0..).collect();
            if ids.len() == extents.len() {
                let keyed = Keyed { keys, concept_keys, ids };
                return Ok(keyed.lattice(concepts, objects, limits, progress)?);
            }
        }
        unreachable!("some seed gives unique keys")
    }
}

/// Concepts in canonical order.
struct Concepts {
    extents: Extents,
    /// How many points each has.
    sizes: Vec<u32>,
    intent_sizes: Vec<u32>,
    lower: Csr,
}

/// The same with the keys they were mined under, and the concept of each key.
struct Ranked<K> {
    concepts: Concepts,
    keys: Vec<K>,
    ids: HashMap<K, u32>,
}

/// Puts concepts in order and finds those that their covers mean.
fn rank<K: Summed>(
    objects: Objects<'_>,
    found: Vec<Collector<K>>,
) -> Result<Ranked<K>, LatticeError> {
    let parts: Vec<&Extents> = found.iter().map(|part| &part.extents).collect();
    let mut order = order::extent_refs(&parts, objects);
    order.par_sort_unstable_by(|&a, &b| order::compare(&parts, a, b));
    let ranked = || order.iter().map(|extent| (&found[extent.part()], extent.at()));

    let keys: Vec<K> = ranked().map(|(part, at)| part.keys[at]).collect();
    let mut ids = HashMap::with_capacity(keys.len());
    for (id, &key) in keys.iter().enumerate() {
        if let Some(other) = ids.insert(key, id as u32) {
            let same = order::compare(&parts, order[other as usize], order[id]).is_eq();
            return Err(if same { LatticeError::Twice } else { LatticeError::Ambiguous });
        }
    }
    let lists = order.par_iter().map(|extent| {
        let lower = found[extent.part()].lower(extent.at()).iter();
        let mut lower: Vec<u32> = lower.map(|key| ids.get(key).copied()).collect::<Option<_>>()?;
        lower.sort_unstable();
        Some(lower)
    });
    let lists: Vec<Vec<u32>> = lists.collect::<Option<_>>().ok_or(LatticeError::Missing)?;
    let mut lower = Csr::with_capacity(lists.len(), lists.iter().map(Vec::len).sum());
    lists.into_iter().for_each(|list| lower.push(list));
    let mut extents = Extents::new(objects.context.objects());
    ranked().for_each(|(part, at)| extents.push_from(&part.extents, at));
    let sizes = order.iter().map(|extent| extent.size()).collect();
    let intent_sizes = ranked().map(|(part, at)| part.intent_sizes[at]).collect();
    Ok(Ranked { concepts: Concepts { extents, sizes, intent_sizes, lower }, keys, ids })
}

/// The keys that a lattice keeps.
struct Keyed {
    keys: PointKeys,
    concept_keys: Vec<Key>,
    ids: HashMap<Key, u32>,
}

impl Keyed {
    /// The lattice of these concepts.
    fn lattice(
        self,
        concepts: Concepts,
        objects: Objects<'_>,
        limits: &Limits,
        progress: &Progress,
    ) -> Result<Lattice, InterruptedError> {
        let Self { keys, concept_keys, ids } = self;
        let Concepts { extents, sizes, intent_sizes, lower } = concepts;
        let introduced = introduced(objects, &keys, &ids, &extents, &lower);
        let kind = if limits.min_size == 0 { GraphKind::Full } else { GraphKind::Iceberg };
        let deltas = stability::deltas(kind, objects.context, &extents, &sizes, &lower, progress);
        let lattice = Lattice {
            kind,
            twins: objects.twins().cloned(),
            deltas,
            pairs: Vec::new(),
            min_size: limits.min_size,
            keys,
            sizes,
            intent_sizes,
            concept_keys,
            upper: lower.transposed(extents.len()),
            lower,
            extents,
            introduced,
        };
        progress.check().map(|()| lattice)
    }
}

/// The minimal concepts that hold each object.
///
/// Where the object concept is stored it is the only one. The other objects are looked for concept
/// by concept: one is introduced where no lower cover holds it.
pub(super) fn introduced(
    objects: Objects<'_>,
    keys: &PointKeys,
    ids: &HashMap<Key, u32>,
    extents: &Extents,
    lower: &Csr,
) -> Csr {
    let keys = objects.keys(keys.keys());
    let all: Vec<PointId> = PointId::first(keys.len()).collect();
    let closures = Closures::new(objects.context, all.len());
    let object_concept = |object| {
        let closure = closures.of(&[object]);
        ids.get(&closure.iter().map(|object| keys[object.index()]).sum()).copied()
    };
    let mut lists: Vec<Vec<u32>> =
        all.par_iter().map(|&object| object_concept(object).into_iter().collect()).collect();
    let open = all.iter().copied().filter(|object| lists[object.index()].is_empty());
    let open = as_set(all.len(), &open.collect::<Vec<_>>());
    if open.size() > 0 {
        let without = |set: &mut Set, other: &Set| {
            set.iter_mut().zip(other).for_each(|(word, held)| *word &= !held);
        };
        let met: Vec<Vec<u32>> = (0..extents.len())
            .into_par_iter()
            .map(|id| {
                let members = |id: usize| as_set(all.len(), &extents.members(id));
                let mut here = members(id).and(&open);
                lower.get(id).iter().for_each(|&low| without(&mut here, &members(low as usize)));
                here.ones().collect()
            })
            .collect();
        for (id, objects) in (0..).zip(&met) {
            objects.iter().for_each(|&object| lists[object as usize].push(id));
        }
    }
    lists.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::memory::Memory;
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
            let limits = Limits { min_size, ..Limits::default() };
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
        let limits = |most| Limits { max_concepts: Some(most), ..Limits::default() };
        let run = |most| Lattice::mine(&context, &limits(most), &Progress::default());
        assert_eq!(run(4095).unwrap_err(), MiningError::TooMany(4095));
        assert_eq!(run(4096).unwrap().len(), 4096);
        let memory = |bytes| Limits { memory: Memory::of(bytes), ..Limits::default() };
        let run = |bytes| Lattice::mine(&context, &memory(bytes), &Progress::default());
        assert!(matches!(run(100_000), Err(MiningError::TooLarge(_))));
        assert!(run(10_000_000).is_ok());
        let progress = Progress::default();
        progress.interrupt();
        assert_eq!(
            Lattice::mine(&context, &limits(1), &progress).unwrap_err(),
            MiningError::Interrupted
        );
    }
}
