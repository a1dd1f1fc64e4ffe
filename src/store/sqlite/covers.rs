//! The covers of a stored graph in memory, for whoever walks often.
//!
//! One walk over the file reads some thousand covers out of a B-tree; reading all of them in one
//! sweep costs as much as a few such walks and leaves each cover a memory access away.

use crate::base::csr::Csr;
use crate::base::ids::ConceptId;
use crate::store::GraphFacts;

/// Until one in so many concepts was asked for, they are read one by one.
const SHARE: u64 = 8;
/// More covers than this (80 MB) are never kept.
const MOST: u64 = 10_000_000;

/// Whether to keep the covers, when those of so many concepts were asked for.
pub(super) fn pays(asked: u64, facts: &GraphFacts) -> bool {
    asked > u64::from(facts.concepts) / SHARE && facts.covers <= MOST
}

/// The covers by their lower and by their upper concept.
#[derive(Debug)]
pub(super) struct Covers {
    upper: Csr,
    lower: Csr,
}

impl Covers {
    /// Those of a graph of so many concepts, by lower id, then by upper id.
    pub(super) fn of(covers: &[(ConceptId, ConceptId)], concepts: usize) -> Self {
        let mut upper = Csr::with_capacity(concepts, covers.len());
        for above in covers.chunk_by(|a, b| a.0 == b.0) {
            while upper.len() < above[0].0.index() {
                upper.push([]);
            }
            upper.push(above.iter().map(|(_, upper)| upper.0));
        }
        while upper.len() < concepts {
            upper.push([]);
        }
        let lower = upper.transposed(concepts);
        Self { upper, lower }
    }

    /// The covers `(lower, upper)` above these concepts.
    pub(super) fn upper(&self, ids: &[ConceptId]) -> impl Iterator<Item = (ConceptId, ConceptId)> {
        ids.iter().flat_map(|&id| list(&self.upper, id).map(move |above| (id, above)))
    }

    /// The covers `(lower, upper)` below these concepts.
    pub(super) fn lower(&self, ids: &[ConceptId]) -> impl Iterator<Item = (ConceptId, ConceptId)> {
        ids.iter().flat_map(|&id| list(&self.lower, id).map(move |below| (below, id)))
    }
}

/// What is tied to a concept; nothing to one that is not there.
fn list(lists: &Csr, id: ConceptId) -> impl Iterator<Item = ConceptId> {
    let known = if id.index() < lists.len() { lists.get(id.index()) } else { &[] };
    known.iter().map(|&other| ConceptId(other))
}
