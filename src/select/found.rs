//! The communities of a stored graph, found again from the homes of its points.

use crate::base::ids::ConceptId;
use crate::communities::{self, Described, Found};
use crate::context::bits::Closures;
use crate::store::{LatticeStore, Result};

/// What is found where the points have these homes.
///
/// # Errors
/// A failure of the store.
pub fn found(store: &dyn LatticeStore, homes: &[Option<ConceptId>]) -> Result<Found> {
    let (stored, features) = (store.stored_context()?, store.features()?);
    let concepts = store.concepts(&communities::clusters(homes))?;
    let closures = Closures::new(&stored.context, concepts.len());
    let members = concepts.iter().map(|concept| closures.objects(&concept.generator)).collect();
    let of = Described {
        origin: stored.facts.origin,
        objects: stored.context.as_objects(),
        anchors: &stored.anchors,
        points: &stored.points,
        features: &features,
    };
    Ok(communities::find(&of, homes, members))
}
