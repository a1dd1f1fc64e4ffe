//! Clusters of the full lattice, whatever a store keeps of it.
//!
//! A store keeps the context, and the context knows every concept: the smallest cluster with some
//! points is their closure, its covers follow from the rows and columns ([`covers`]), and so does
//! everything within some covers of it ([`FullLattice::around`]). An extent is named by its
//! members, ascending; a [`Cluster`] is what people see of one, with its id where the store has it.
//!
//! Ganter and Wille, *Formal Concept Analysis* (1999), section 1.1: join and meet of two concepts
//! are the closure of the union and the intersection of their extents.

mod around;
mod cluster;
pub mod covers;

use std::sync::Arc;

pub use around::Neighborhood;
pub use cluster::Cluster;

use crate::base::ids::{ConceptId, PointId};
use crate::base::points::Points;
use crate::cohesion::Cohesion;
use crate::context::FormalContext;
use crate::context::clarified::Objects;
use crate::lattice::Generators;
use crate::purity::ClassCounts;
use crate::store::{LatticeStore, Result, StoredContext};

/// The points of a concept, ascending.
pub type Extent = Vec<PointId>;

/// The full lattice behind a stored graph.
pub struct FullLattice<'s> {
    store: &'s dyn LatticeStore,
    stored: Arc<StoredContext>,
}

impl<'s> FullLattice<'s> {
    /// The full lattice of that store's context.
    pub fn of(store: &'s dyn LatticeStore) -> Result<Self> {
        Ok(Self { store, stored: store.stored_context()? })
    }

    fn context(&self) -> &FormalContext {
        &self.stored.context
    }

    /// The points of the graph.
    pub fn points(&self) -> &Points {
        &self.stored.points
    }

    /// The smallest extent that contains these points.
    pub fn closure(&self, points: &[PointId]) -> Extent {
        self.context().closure(points)
    }

    /// The upper covers of an extent, in canonical order.
    pub fn upper(&self, extent: &[PointId]) -> Vec<Extent> {
        covers::upper(self.context(), extent)
    }

    /// The lower covers of an extent, in canonical order.
    pub fn lower(&self, extent: &[PointId]) -> Vec<Extent> {
        covers::lower(self.context(), extent)
    }

    /// What all points of an extent have: the names of these attributes, each with how many points
    /// have it.
    pub fn intent(&self, extent: &[PointId]) -> Vec<(&str, u32)> {
        let context = self.context();
        let named = |attribute: u32| {
            let name = context.attributes()[attribute as usize].as_str();
            (name, context.support(attribute as usize))
        };
        context.shared(extent).into_iter().map(named).collect()
    }

    /// Whether its attributes are no points, but those of a ready context.
    pub fn is_ready(&self) -> bool {
        !self.stored.is_neighbor_graph()
    }

    /// The points whose smallest cluster an extent is, ascending: those of its points that have no
    /// attribute but the shared ones.
    pub fn introduced(&self, extent: &[PointId]) -> Vec<PointId> {
        let shared = self.context().shared(extent).len();
        let rows = self.context().rows();
        extent.iter().copied().filter(|point| rows.get(point.index()).len() == shared).collect()
    }

    /// The clusters with these extents, in the order given. A stored one keeps the generator that
    /// it is stored with.
    pub fn clusters(&self, extents: &[Extent]) -> Result<Vec<Cluster>> {
        let keys: Vec<_> = extents.iter().map(|extent| self.stored.key_of(extent)).collect();
        let ids = self.store.find_by_key(&keys)?;
        let stored: Vec<ConceptId> = ids.iter().flatten().copied().collect();
        let mut stored = self.store.concepts(&stored)?.into_iter().map(Cluster::from);
        let generators = Generators::new(self.context());
        let classes = self.points().classes();
        let single = Objects::single(self.context());
        let (origin, anchors) = (self.stored.facts.origin, &self.stored.anchors);
        let cohesion = Cohesion::of(single, origin, anchors);
        let computed = |extent: &Extent| {
            let intent_size = self.context().shared(extent).len() as u32;
            let mut generator = generators.of(extent, intent_size);
            generator.sort_unstable();
            let counts = classes.map(|classes| ClassCounts::of(extent, classes).counts().to_vec());
            let (size, counts) = (extent.len() as u32, counts.unwrap_or_default());
            let cohesion = cohesion.as_ref().and_then(|of| of.of_objects(extent));
            let (id, delta, gap, community) = (None, None, None, None);
            Cluster { id, size, intent_size, counts, generator, delta, cohesion, gap, community }
        };
        let cluster = |(extent, id): (&Extent, &Option<ConceptId>)| {
            id.and_then(|_| stored.next()).unwrap_or_else(|| computed(extent))
        };
        Ok(extents.iter().zip(&ids).map(cluster).collect())
    }

    /// The cluster with that extent.
    pub fn cluster(&self, extent: Extent) -> Result<Cluster> {
        Ok(self.clusters(&[extent])?.remove(0))
    }
}
