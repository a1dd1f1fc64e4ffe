//! A cluster as answers and pictures show it, stored or not.

use crate::base::generator_notation;
use crate::base::ids::{ClassId, CommunityId, ConceptId, PointId};
use crate::base::points::Points;
use crate::purity::ClassCounts;
use crate::store::Concept;

/// A cluster of the full lattice.
#[derive(Clone, Debug, PartialEq)]
pub struct Cluster {
    /// Its id where it is stored.
    pub id: Option<ConceptId>,
    /// How many points it has.
    pub size: u32,
    /// How many attributes they share.
    pub intent_size: u32,
    /// How many of its points each class has; empty without classes.
    pub counts: Vec<u32>,
    /// A few points whose closure it is, ascending.
    pub generator: Vec<PointId>,
    /// By how many points its largest child is smaller, where it is stored.
    pub delta: Option<u32>,
    /// Of the neighbour links that its size and k allow, the share inside; none for fewer than two
    /// points and for a ready context.
    pub cohesion: Option<f64>,
    /// By how many points its smallest parent is larger, where it is stored and has one.
    pub gap: Option<u32>,
    /// The group that most of its points are in, where it is stored.
    pub community: Option<CommunityId>,
}

impl Cluster {
    /// The word that names it: `c12` where it is stored, else its generator.
    pub fn word(&self, points: &Points) -> String {
        self.id.map_or_else(|| self.notation(points), |id| id.to_string())
    }

    /// Its generator as people write it: `{d1,d5}`.
    pub fn notation(&self, points: &Points) -> String {
        generator_notation::write(self.generator.iter().map(|&point| points.name(point)))
    }

    /// The class most of its points have and their share; none when empty or without classes.
    pub fn majority_and_purity(&self) -> Option<(ClassId, f64)> {
        ClassCounts::from_counts(self.counts.clone()).majority_and_purity()
    }
}

impl From<Concept> for Cluster {
    fn from(concept: Concept) -> Self {
        let Concept {
            id,
            size,
            intent_size,
            counts,
            generator,
            delta,
            cohesion,
            gap,
            community,
            key: _,
        } = concept;
        let (id, delta) = (Some(id), Some(delta));
        Self { id, size, intent_size, counts, generator, delta, cohesion, gap, community }
    }
}
