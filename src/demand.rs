//! Clusters of the full lattice, stored or not, by their members.
//!
//! A store keeps the context, and the context knows every concept: the smallest cluster with some
//! points is their closure, and what covers it follows from the context too. So a concept that a
//! store does not keep is told as one that it keeps, named by points that generate it.

use crate::generator_notation;
use crate::lattice::{ConceptId, Generators};
use crate::purity::ClassCounts;
use crate::store::{Base, LatticeStore, Result};

/// A cluster of the full lattice.
#[derive(Clone, Debug, PartialEq)]
pub struct Cluster {
    /// `c12` where it is stored, else `{d1,d5}`.
    pub word: String,
    /// Its points, ascending.
    pub members: Vec<u32>,
    /// How many attributes they share.
    pub intent_size: u32,
    /// How many of its points each class has; empty without classes.
    pub counts: Vec<u32>,
    /// A few points whose closure it is, ascending.
    pub generator: Vec<u32>,
}

/// The clusters with these members, which must be extents, in the order given.
///
/// # Errors
/// A failure of the store.
pub fn clusters(
    store: &dyn LatticeStore,
    base: &Base,
    extents: Vec<Vec<u32>>,
) -> Result<Vec<Cluster>> {
    let names: Vec<_> = extents.iter().map(|extent| base.name_of(extent)).collect();
    let stored = store.named(&names)?;
    // A stored cluster keeps the generator that it is stored with.
    let ids: Vec<ConceptId> = stored.iter().flatten().copied().collect();
    let known = store.concepts(&ids)?;
    let mut known = known.into_iter().map(|concept| concept.generator);
    let generators = Generators::new(&base.context);
    let tell = |(members, stored): (Vec<u32>, Option<ConceptId>)| {
        let intent_size = base.context.shared(&members).len() as u32;
        let kept = stored.and_then(|_| known.next());
        let generator = kept.unwrap_or_else(|| {
            let mut generator = generators.of(&members, intent_size);
            generator.sort_unstable();
            generator
        });
        let words = generator.iter().map(|&point| base.points.names()[point as usize].as_str());
        let word = stored.map_or_else(|| generator_notation::write(words), |id| id.to_string());
        let counts = base.points.classes().map(|classes| ClassCounts::of(&members, classes));
        let counts = counts.map_or(Vec::new(), |mixture| mixture.counts().to_vec());
        Cluster { word, members, intent_size, counts, generator }
    };
    Ok(extents.into_iter().zip(stored).map(tell).collect())
}

/// The points whose smallest cluster that one is, ascending: those of its points that have no
/// attribute but the shared ones.
pub fn introduced(base: &Base, members: &[u32], intent_size: u32) -> Vec<u32> {
    let here = |&point: &u32| base.context.rows().get(point as usize).len() == intent_size as usize;
    members.iter().copied().filter(here).collect()
}
