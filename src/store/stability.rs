//! Delta and gap of concepts in a graph from before they were stored, computed from its context and
//! its covers.

use super::{Concept, LatticeStore, Result};
use crate::ids::ConceptId;
use crate::lattice::Children;

/// Fills them in.
pub(super) fn compute(store: &dyn LatticeStore, concepts: &mut [Concept]) -> Result<()> {
    let ids: Vec<ConceptId> = concepts.iter().map(|concept| concept.id).collect();
    let (stored, members) = (store.stored_context()?, store.members(&ids)?);
    let children = Children::of(&stored.context);
    for (concept, members) in concepts.iter_mut().zip(members) {
        concept.delta = children.delta(&members);
        // Ids follow the size, so the smallest parent is the first.
        let smallest = store.upper(&[concept.id])?.first().map(|&(_, parent)| parent);
        let size = smallest.map(|parent| store.members(&[parent])).transpose()?;
        let size = size.and_then(|members| Some(members.first()?.len() as u32));
        concept.gap = size.map(|size| size.saturating_sub(concept.size));
    }
    Ok(())
}
