//! The communities of a stored graph, found again.

use crate::communities::{self, CommunityInput, Found, Regions};
use crate::context::bits::Closures;
use crate::dataset::Origin;
use crate::knn::Metric;
use crate::point_graph::PointGraph;
use crate::store::{LatticeStore, Result};

/// What is found in its points; none where distances or neighbours were given, since distances are
/// not stored.
///
/// # Errors
/// A failure of the store.
pub fn found(store: &dyn LatticeStore) -> Result<Option<Found>> {
    let (stored, features) = (store.stored_context()?, store.features()?);
    let origin = stored.facts.origin;
    if matches!(origin, Origin::Neighbors { metric: Metric::Precomputed, .. }) {
        return Ok(None);
    }
    let clusters = communities::clusters(&store.homes()?);
    let concepts = store.concepts(&clusters)?;
    let closures = Closures::new(&stored.context, concepts.len());
    let members = concepts.iter().map(|one| (one.id, closures.of(&one.generator)));
    let members: Vec<_> = members.collect();
    let of = CommunityInput {
        regions: &Regions::of(PointGraph::of(origin, &features, &stored.context, None)),
        origin,
        context: &stored.context,
        anchors: &stored.anchors,
        points: &stored.points,
        features: &features,
    };
    Ok(Some(communities::find(&of, &members)))
}
