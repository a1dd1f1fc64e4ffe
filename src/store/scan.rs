//! What takes a look at every concept: what a backend does that has no better way.

use std::collections::{BTreeMap, HashMap};

use super::{Concept, LatticeStore, Result};
use crate::base::ids::{ClassId, ConceptId};

/// Concepts read together where all are read.
const READ_TOGETHER: u32 = 1 << 12;

/// The concepts of one size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OfSize {
    /// How many points each has.
    pub size: u32,
    /// How many there are.
    pub concepts: u64,
    /// How many covers lead up from them.
    pub covers: u64,
    /// Their mean purity; none without classes.
    pub purity: Option<f64>,
}

/// [`LatticeStore::of_class`].
pub(super) fn of_class<S: LatticeStore + ?Sized>(
    store: &S,
    class: ClassId,
    share: f64,
    size: u32,
) -> Result<Vec<ConceptId>> {
    let mut found = Vec::new();
    for ids in ConceptId::batches(store.facts()?.concepts, READ_TOGETHER) {
        let has_share = |concept: &Concept| {
            let count = concept.counts.get(class.index()).copied().unwrap_or(0);
            concept.size >= size.max(1) && f64::from(count) / f64::from(concept.size) >= share
        };
        let concepts = store.concepts(&ids)?.into_iter().filter(has_share);
        found.extend(concepts.map(|concept| concept.id));
    }
    Ok(found)
}

/// [`LatticeStore::by_size`].
pub(super) fn by_size<S: LatticeStore + ?Sized>(store: &S) -> Result<Vec<OfSize>> {
    let mut all: BTreeMap<u32, (OfSize, f64)> = BTreeMap::new();
    for ids in ConceptId::batches(store.facts()?.concepts, READ_TOGETHER) {
        let mut sizes = HashMap::new();
        for concept in store.concepts(&ids)? {
            let size = concept.size;
            let none = OfSize { size, concepts: 0, covers: 0, purity: None };
            let (of, sum) = all.entry(size).or_insert((none, 0.0));
            of.concepts += 1;
            if let Some((_, purity)) = concept.majority_and_purity() {
                *sum += purity;
                of.purity = Some(*sum / of.concepts as f64);
            }
            sizes.insert(concept.id, size);
        }
        for (lower, _) in store.upper(&ids)? {
            if let Some((of, _)) = sizes.get(&lower).and_then(|size| all.get_mut(size)) {
                of.covers += 1;
            }
        }
    }
    Ok(all.into_values().map(|(of, _)| of).collect())
}
