//! The covers of a stored graph in memory, for whoever walks often.
//!
//! One walk over the file reads some thousand covers out of a B-tree; reading all of them in one
//! sweep costs as much as a few such walks and leaves each cover a memory access away.

use crate::csr::Csr;
use crate::ids::ConceptId;
use crate::store::GraphFacts;

/// The first walks do without.
const WALKS: u32 = 3;
/// More covers than this (80 MB) are never kept.
const MOST: u64 = 10_000_000;

/// Whether to keep the covers, when so many walks were made.
pub(super) fn pays(walks: u32, facts: &GraphFacts) -> bool {
    walks > WALKS && facts.covers <= MOST
}

/// The covers by their lower and by their upper concept.
#[derive(Debug)]
pub(super) struct Covers {
    upper: Csr,
    lower: Csr,
    concepts: usize,
    /// What is above the concept being read.
    above: Vec<u32>,
}

impl Covers {
    /// Room for the covers of a graph.
    pub(super) fn new(facts: &GraphFacts) -> Self {
        let (concepts, none) = (facts.concepts as usize, Csr::default());
        let upper = Csr::with_capacity(concepts, facts.covers as usize);
        Self { upper, lower: none, concepts, above: Vec::new() }
    }

    /// The next cover, by lower id, then by upper id.
    pub(super) fn add(&mut self, lower: ConceptId, upper: ConceptId) {
        self.end(lower.index());
        self.above.push(upper.0);
    }

    /// All are read.
    pub(super) fn finished(mut self) -> Self {
        self.end(self.concepts);
        self.lower = self.upper.transposed(self.concepts);
        self
    }

    fn end(&mut self, before: usize) {
        while self.upper.len() < before {
            self.upper.push(self.above.drain(..));
        }
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
