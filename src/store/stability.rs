//! Delta and gap of concepts in a graph from before they were stored, computed from its context and
//! its covers.

use std::collections::{BTreeMap, BTreeSet};

use super::{Concept, LatticeStore, Result};
use crate::base::ids::ConceptId;
use crate::lattice::Children;

/// Fills them in.
pub(super) fn compute(store: &dyn LatticeStore, concepts: &mut [Concept]) -> Result<()> {
    let ids: Vec<ConceptId> = concepts.iter().map(|concept| concept.id).collect();
    let (stored, members) = (store.stored_context()?, store.members(&ids)?);
    // Ids follow the size, so the smallest parent is the first.
    let mut smallest = BTreeMap::new();
    for (child, parent) in store.upper(&ids)? {
        smallest.entry(child).or_insert(parent);
    }
    let parents: Vec<ConceptId> =
        BTreeSet::from_iter(smallest.values().copied()).into_iter().collect();
    let sizes = store.members(&parents)?.into_iter().map(|members| members.len() as u32);
    let size_of: BTreeMap<_, _> = parents.into_iter().zip(sizes).collect();
    let children = Children::of(&stored.context);
    for (concept, members) in concepts.iter_mut().zip(members) {
        concept.delta = children.delta(&members);
        let size = smallest.get(&concept.id).and_then(|parent| size_of.get(parent));
        concept.gap = size.map(|size| size.saturating_sub(concept.size));
    }
    Ok(())
}
