//! The part of a graph that was selected, stored or not: what every format is written from.
//!
//! A writer takes it as a [`Picture`], whole.

use super::map;
use super::picture::Picture;
use super::scene::{Scene, neighborhood, picture};
use crate::full_lattice::Neighborhood;
use crate::ids::ConceptId;
use crate::store::{self, LatticeStore, StoredContext};

/// What was selected.
pub struct Part<'a> {
    store: &'a dyn LatticeStore,
    stored: &'a StoredContext,
    content: Content,
}

enum Content {
    Stored(Scene),
    InTheFullLattice { found: Neighborhood, title: String },
    Map(Vec<ConceptId>),
}

impl<'a> Part<'a> {
    /// Clusters that are stored.
    pub fn stored(store: &'a dyn LatticeStore, stored: &'a StoredContext, scene: Scene) -> Self {
        Self { store, stored, content: Content::Stored(scene) }
    }

    /// Clusters of the full lattice around one, whatever of it is stored.
    pub fn in_the_full_lattice(
        store: &'a dyn LatticeStore,
        stored: &'a StoredContext,
        found: Neighborhood,
        title: String,
    ) -> Self {
        Self { store, stored, content: Content::InTheFullLattice { found, title } }
    }

    /// Clusters that are stored, and the order among them.
    pub fn map(
        store: &'a dyn LatticeStore,
        stored: &'a StoredContext,
        landmarks: Vec<ConceptId>,
    ) -> Self {
        Self { store, stored, content: Content::Map(landmarks) }
    }

    /// How many clusters it has.
    pub fn len(&self) -> usize {
        match &self.content {
            Content::Stored(scene) => scene.concepts.len(),
            Content::InTheFullLattice { found, .. } => found.clusters.len(),
            Content::Map(landmarks) => landmarks.len(),
        }
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All of it, as a picture shows it.
    ///
    /// # Errors
    /// A failure of the store; what it holds contradicts itself.
    pub fn picture(self) -> store::Result<Picture> {
        let picture = match self.content {
            Content::Stored(scene) => picture(self.store, self.stored, scene)?,
            Content::InTheFullLattice { found, title } => neighborhood(self.stored, found, title),
            Content::Map(landmarks) => map::picture(self.store, self.stored, &landmarks)?,
        };
        let damaged = |damage| {
            let place = self.stored.facts.name.clone();
            store::Error::Damaged { place, damage: store::Damage(damage) }
        };
        picture.check().map_err(damaged)?;
        Ok(picture)
    }
}
