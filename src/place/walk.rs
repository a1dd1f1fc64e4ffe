//! From the neighbours of a row to the clusters that hold it: down the covers from the top.
//!
//! A parent's intent is in its child's. So where a child holds a row, all above it do, and a walk
//! from the top that goes on below those that hold it meets all of them. What it meets is read once
//! and kept. Many rows walk side by side, so that a store is queried once a level.

use std::sync::Arc;

use rayon::prelude::*;

use crate::base::bitset::Bits;
use crate::base::ids::ConceptId;
use crate::base::progress::Progress;
use crate::store::{Error, LatticeStore, Result, StoredContext};

/// A set of attributes, or of concepts.
pub(super) type Set = Box<[u64]>;

/// Bytes that rows on their way take.
const BYTES: usize = 1 << 26;

/// What is known of a concept.
#[derive(Debug)]
struct Known {
    intent: Box<[u32]>,
    /// Nothing until they are needed.
    children: Option<Box<[u32]>>,
}

/// The concepts that walks have met.
#[derive(Debug)]
pub(super) struct Walk {
    stored: Arc<StoredContext>,
    known: Vec<Option<Known>>,
}

/// A row on its way.
struct Walker<'s> {
    set: &'s Set,
    met: Set,
    edge: Vec<u32>,
    least: Option<u32>,
}

impl Walk {
    /// Nothing met yet.
    pub(super) fn new(stored: Arc<StoredContext>) -> Self {
        let mut known = Vec::new();
        known.resize_with(stored.facts.concepts as usize, || None);
        Self { stored, known }
    }

    /// Reads the intents of these concepts where they are not known.
    pub(super) fn read(&mut self, store: &dyn LatticeStore, ids: &[ConceptId]) -> Result<()> {
        let mut new: Vec<ConceptId> = ids.to_vec();
        new.retain(|id| self.known.get(id.index()).is_some_and(Option::is_none));
        new.sort_unstable();
        new.dedup();
        for (id, members) in new.iter().zip(store.members(&new)?) {
            let intent = self.stored.context.shared(&members).into();
            if let Some(known) = self.known.get_mut(id.index()) {
                *known = Some(Known { intent, children: None });
            }
        }
        Ok(())
    }

    /// Reads the children of these concepts, which are known, and the children's intents.
    fn read_children(&mut self, store: &dyn LatticeStore, ids: Vec<u32>) -> Result<()> {
        let without = |id: &u32| {
            let known = self.known[*id as usize].as_ref();
            known.is_some_and(|known| known.children.is_none())
        };
        let parents: Vec<ConceptId> = ids.into_iter().filter(without).map(ConceptId).collect();
        let covers = store.lower(&parents)?;
        let lower: Vec<ConceptId> = covers.iter().map(|&(lower, _)| lower).collect();
        self.read(store, &lower)?;
        let mut covers = &covers[..];
        for parent in parents {
            let mine = covers.iter().take_while(|(_, upper)| *upper == parent).count();
            let (mine, rest) = covers.split_at(mine);
            covers = rest;
            if let Some(known) = &mut self.known[parent.index()] {
                known.children = Some(mine.iter().map(|(lower, _)| lower.0).collect());
            }
        }
        Ok(())
    }

    /// Whether the intent of a concept that was read is in a set.
    pub(super) fn holds(&self, id: ConceptId, set: &Set) -> bool {
        let known = self.known.get(id.index()).and_then(Option::as_ref);
        known.is_some_and(|known| known.intent.iter().all(|&attribute| set.has(attribute)))
    }

    /// For each set the first concept, and so a smallest one, whose intent is in it.
    pub(super) fn smallest(
        &mut self,
        store: &dyn LatticeStore,
        sets: &[Set],
        progress: &Progress,
    ) -> Result<Vec<Option<ConceptId>>> {
        let concepts = self.known.len();
        let Some(top) = concepts.checked_sub(1).map(|last| last as u32) else {
            return Ok(vec![None; sets.len()]);
        };
        self.read(store, &[ConceptId(top)])?;
        let together = (BYTES / (concepts / 8 + 1)).max(1);
        let mut found = Vec::with_capacity(sets.len());
        for sets in sets.chunks(together) {
            let walker = |set| {
                let holds = self.holds(ConceptId(top), set).then_some(top);
                let edge = holds.into_iter().collect();
                Walker { set, met: Set::empty(concepts), edge, least: holds }
            };
            let mut walkers: Vec<Walker<'_>> = sets.iter().map(walker).collect();
            loop {
                progress.check().map_err(|_| Error::Interrupted)?;
                let mut edge: Vec<u32> =
                    walkers.iter().flat_map(|walker| walker.edge.iter().copied()).collect();
                edge.sort_unstable();
                edge.dedup();
                if edge.is_empty() {
                    break;
                }
                self.read_children(store, edge)?;
                walkers.par_iter_mut().for_each(|walker| self.step(walker));
            }
            found.extend(walkers.into_iter().map(|walker| walker.least.map(ConceptId)));
        }
        Ok(found)
    }

    /// One level down.
    fn step(&self, walker: &mut Walker<'_>) {
        let edge = std::mem::take(&mut walker.edge);
        for parent in edge {
            let known = self.known[parent as usize].as_ref();
            let children = known.and_then(|known| known.children.as_deref()).unwrap_or(&[]);
            for &child in children {
                if !walker.met.has(child) {
                    walker.met.insert(child);
                    if self.holds(ConceptId(child), walker.set) {
                        walker.least = walker.least.min(Some(child));
                        walker.edge.push(child);
                    }
                }
            }
        }
    }
}
