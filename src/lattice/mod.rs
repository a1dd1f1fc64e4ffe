//! The concept lattice: every concept with an id, every cover both ways.
//!
//! Invariant ([`Lattice::validate`]): ids follow canonical order (by size, then by sorted member
//! list), so the smallest cluster is c1, the top is the last, and every cover leads from a lower id
//! to a higher one; names are unique.

mod collect;
mod extents;
mod generator;
mod validate;

use std::fmt;

pub use extents::Extents;
pub use generator::Generators;

use crate::context::FormalContext;
use crate::csr::Csr;
use crate::keys::{Key, PointKeys};
use crate::mine::{Counts, Limits, Progress, Stop};

/// A concept: its place in canonical order, from 0; shown and stored from 1, as `c1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConceptId(pub u32);

impl ConceptId {
    /// The place in canonical order as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The number people and stores see.
    pub fn number(self) -> i64 {
        i64::from(self.0) + 1
    }
}

impl fmt::Display for ConceptId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "c{}", self.number())
    }
}

/// The concepts of a context with at least some number of points, and the covers between them.
#[derive(Clone, Debug)]
pub struct Lattice {
    min_size: usize,
    keys: PointKeys,
    extents: Extents,
    intent_sizes: Vec<u32>,
    names: Vec<Key>,
    upper: Csr,
    lower: Csr,
    introduced: Csr,
}

impl Lattice {
    /// Mines the lattice of a context.
    ///
    /// Memory: the lattice (an extent of at most n bits or 4 bytes a member, 40 bytes a concept and
    /// 8 a cover) and, while ranking, as much again plus 8 bytes a cover.
    ///
    /// # Errors
    /// More concepts than `limits` allows, or an interrupt.
    pub fn mine(
        context: &FormalContext,
        limits: &Limits,
        progress: &Progress,
    ) -> Result<Self, Stop> {
        collect::mine(context, limits, progress, |seed| PointKeys::new(context.objects(), seed))
    }

    /// The least number of points a concept was kept with; 0 for the full lattice.
    pub fn min_size(&self) -> usize {
        self.min_size
    }

    /// The keys of the points.
    pub fn keys(&self) -> &PointKeys {
        &self.keys
    }

    /// How many concepts there are.
    pub fn len(&self) -> usize {
        self.extents.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.extents.is_empty()
    }

    /// Concepts and covers.
    pub fn counts(&self) -> Counts {
        Counts { concepts: self.len() as u64, covers: Some(self.lower.total() as u64) }
    }

    /// All ids, ascending.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = ConceptId> + DoubleEndedIterator {
        (0..self.len() as u32).map(ConceptId)
    }

    /// How many points a concept has.
    pub fn size(&self, concept: ConceptId) -> u32 {
        self.extents.size(concept.index())
    }

    /// How many attributes its points share.
    pub fn intent_size(&self, concept: ConceptId) -> u32 {
        self.intent_sizes[concept.index()]
    }

    /// Its name: the sum of its members' keys.
    pub fn key(&self, concept: ConceptId) -> Key {
        self.names[concept.index()]
    }

    /// Its points, ascending.
    pub fn members(&self, concept: ConceptId) -> Vec<u32> {
        self.extents.members(concept.index())
    }

    /// Whether it holds a point.
    pub fn has(&self, concept: ConceptId, point: u32) -> bool {
        self.extents.has(concept.index(), point)
    }

    /// Its upper covers (parents), ascending.
    pub fn upper(&self, concept: ConceptId) -> impl ExactSizeIterator<Item = ConceptId> + '_ {
        self.upper.get(concept.index()).iter().map(|&c| ConceptId(c))
    }

    /// Its lower covers (children), ascending.
    pub fn lower(&self, concept: ConceptId) -> impl ExactSizeIterator<Item = ConceptId> + '_ {
        self.lower.get(concept.index()).iter().map(|&c| ConceptId(c))
    }

    /// The minimal concepts that hold a point, ascending: in a full lattice its object concept alone.
    pub fn introduced(&self, point: u32) -> impl ExactSizeIterator<Item = ConceptId> + '_ {
        self.introduced.get(point as usize).iter().map(|&c| ConceptId(c))
    }

    /// The minimal concepts that hold all these points, ascending; the first is *the* LCA.
    pub fn lca(&self, points: &[u32]) -> Vec<ConceptId> {
        let mut minimal: Vec<ConceptId> = Vec::new();
        for concept in self.ids() {
            if points.iter().all(|&p| self.has(concept, p))
                && !minimal.iter().any(|low| self.extents.within(low.index(), concept.index()))
            {
                minimal.push(concept);
            }
        }
        minimal
    }
}
