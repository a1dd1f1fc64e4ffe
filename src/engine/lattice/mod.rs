//! The concept lattice: every concept with an id, every cover both ways.
//!
//! Invariant: ids follow canonical order (by size, then by sorted member
//! list), so the smallest cluster is c1, the top is the last, and every cover leads from a lower id
//! to a higher one; keys are unique.

mod collect;
mod extents;
mod generator;
mod largest;
mod order;
mod pair_closures;
mod pair_covers;
mod stability;

pub(crate) use extents::Extents;
pub use generator::Generators;
pub use largest::least_size;
pub(crate) use pair_closures::PairClosures;
pub use stability::Children;

use std::sync::Arc;

use crate::base::csr::Csr;
use crate::base::ids::{ConceptId, PointId};
use crate::base::keys::{Key, PointKeys};
use crate::base::progress::Progress;
use crate::context::FormalContext;
use crate::context::clarified::{self, Objects, Twins};
use crate::mine::{Counts, Limits, MiningError};

/// Which concepts of the full lattice it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphKind {
    /// All of them, top and bottom included.
    Full,
    /// Those with at least some number of points.
    Iceberg,
    /// Those that pairs of points need: the smallest concept of every point and of every two
    /// points, and that of all points.
    Lca,
    /// This many of the largest.
    Largest,
}

impl GraphKind {
    /// The word for it in stores and answers.
    pub fn name(self) -> &'static str {
        match self {
            GraphKind::Full => "full",
            GraphKind::Iceberg => "iceberg",
            GraphKind::Lca => "lca",
            GraphKind::Largest => "largest",
        }
    }

    /// The kind with that word.
    pub fn from_name(name: &str) -> Option<Self> {
        let all = [GraphKind::Full, GraphKind::Iceberg, GraphKind::Lca, GraphKind::Largest];
        all.into_iter().find(|kind| kind.name() == name)
    }
}

/// Concepts of a context and the covers between them: the full lattice or a part of it.
#[derive(Clone, Debug)]
pub struct Lattice {
    kind: GraphKind,
    min_size: usize,
    keys: PointKeys,
    /// Which points are one object of the extents; none where each is its own.
    twins: Option<Arc<Twins>>,
    extents: Extents,
    sizes: Vec<u32>,
    intent_sizes: Vec<u32>,
    concept_keys: Vec<Key>,
    deltas: Vec<u32>,
    /// The generating pairs of an LCA graph; else empty.
    pairs: Vec<Option<[PointId; 2]>>,
    upper: Csr,
    lower: Csr,
    introduced: Csr,
}

impl Lattice {
    /// Mines the lattice of a context.
    ///
    /// Memory: the lattice (an extent of at most n bits or 4 bytes a member, 44 bytes a concept and
    /// 8 a cover) and, while ranking, as much again plus 8 bytes a cover.
    ///
    /// # Errors
    /// More concepts or memory than `limits` allow, or an interrupt.
    pub fn mine(
        context: &FormalContext,
        limits: &Limits,
        progress: &Progress,
    ) -> Result<Self, MiningError> {
        collect::mine(context, limits, progress, |seed| PointKeys::new(context.objects(), seed))
    }

    /// Which concepts of the full lattice these are.
    pub fn kind(&self) -> GraphKind {
        self.kind
    }

    /// The least number of points a concept was kept with; 0 where any number was.
    pub fn min_size(&self) -> usize {
        self.min_size
    }

    /// The keys of the points.
    pub fn keys(&self) -> &PointKeys {
        &self.keys
    }

    /// The same with these keys of the points.
    pub fn with_keys(mut self, keys: PointKeys) -> Self {
        self.concept_keys = self.ids().map(|id| keys.key_of(&self.members(id))).collect();
        self.keys = keys;
        self
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
    pub fn ids(&self) -> impl ExactSizeIterator<Item = ConceptId> + DoubleEndedIterator + Clone {
        ConceptId::first(self.len())
    }

    /// How many points a concept has.
    pub fn size(&self, concept: ConceptId) -> u32 {
        self.sizes[concept.index()]
    }

    /// How many attributes its points share.
    pub fn intent_size(&self, concept: ConceptId) -> u32 {
        self.intent_sizes[concept.index()]
    }

    /// By how many points its largest child in the full lattice is smaller; the size of one that
    /// has no child.
    pub fn delta(&self, concept: ConceptId) -> u32 {
        self.deltas[concept.index()]
    }

    /// By how many points its smallest parent is larger; none for the top.
    pub fn gap(&self, concept: ConceptId) -> Option<u32> {
        self.upper(concept).next().map(|parent| self.size(parent) - self.size(concept))
    }

    /// The sum of its members' keys.
    pub fn key(&self, concept: ConceptId) -> Key {
        self.concept_keys[concept.index()]
    }

    /// Its points, ascending.
    pub fn members(&self, concept: ConceptId) -> Vec<PointId> {
        clarified::points(self.twins.as_deref(), self.extents.members(concept.index()))
    }

    /// Its members among the [objects](Self::objects), ascending.
    pub fn objects_of(&self, concept: ConceptId) -> Vec<PointId> {
        self.extents.members(concept.index())
    }

    /// The objects of its context that it was made over: points, or points with equal rows as one.
    pub fn objects<'a>(&self, context: &'a FormalContext) -> Objects<'a> {
        match &self.twins {
            Some(_) => context.as_objects(),
            None => Objects::single(context),
        }
    }

    /// Whether it holds a point.
    pub fn has(&self, concept: ConceptId, point: PointId) -> bool {
        self.extents.has(concept.index(), self.object(point))
    }

    fn object(&self, point: PointId) -> PointId {
        self.twins.as_ref().map_or(point, |twins| twins.object_of(point))
    }

    /// In an LCA graph the pair of points whose closure it is; nothing for a top that is none, and
    /// in other graphs.
    pub fn pair(&self, concept: ConceptId) -> Option<[PointId; 2]> {
        self.pairs.get(concept.index()).copied().flatten()
    }

    /// Its upper covers (parents), ascending.
    pub fn upper(&self, concept: ConceptId) -> impl ExactSizeIterator<Item = ConceptId> + '_ {
        self.upper.get(concept.index()).iter().map(|&c| ConceptId(c))
    }

    /// Its lower covers (children), ascending.
    pub fn lower(&self, concept: ConceptId) -> impl ExactSizeIterator<Item = ConceptId> + '_ {
        self.lower.get(concept.index()).iter().map(|&c| ConceptId(c))
    }

    /// The minimal concepts that hold a point, ascending: in a full lattice its object concept
    /// alone.
    pub fn introduced(&self, point: PointId) -> impl ExactSizeIterator<Item = ConceptId> + '_ {
        self.introduced.get(self.object(point).index()).iter().map(|&c| ConceptId(c))
    }

    /// The minimal concepts that contain all these points, ascending; the first is *the* LCA.
    ///
    /// Looks at every concept: for tests and small lattices. A stored graph answers by one look-up
    /// (`select::lca` of the crate above).
    pub fn lca(&self, points: &[PointId]) -> Vec<ConceptId> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// What holds of every graph: extents are closed, and keys, intents, children and the points
    /// that are introduced are those of the definitions.
    pub(super) fn check(lattice: &Lattice, context: &FormalContext) -> Result<(), TestCaseError> {
        for id in lattice.ids() {
            let members = lattice.members(id);
            prop_assert_eq!(&context.closure(&members), &members);
            prop_assert_eq!(lattice.intent_size(id) as usize, context.shared(&members).len());
            prop_assert_eq!(lattice.key(id), lattice.keys.key_of(&members));
            prop_assert!(lattice.lower(id).all(|low| lattice.upper(low).any(|up| up == id)));
        }
        for point in PointId::first(context.objects()) {
            prop_assert!(lattice.introduced(point).eq(lattice.lca(&[point])));
        }
        Ok(())
    }

    /// Up to 9 objects by up to 9 attributes, from sparse to dense, rows and columns repeated
    /// often.
    pub(super) fn contexts() -> impl Strategy<Value = FormalContext> {
        crate::context::tests::contexts(1..10, 0..10)
    }
}
