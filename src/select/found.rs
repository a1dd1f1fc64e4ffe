//! The communities of a stored graph, found again.

use crate::base::progress::Progress;
use crate::communities::{self, CommunityInput, CommunityResult, Regions};
use crate::context::bits::Closures;
use crate::dataset::Origin;
use crate::knn::Metric;
use crate::point_graph::PointGraph;
use crate::store::{Error, LatticeStore, Result};

/// What is found in its points; none where distances or neighbours were given, since distances are
/// not stored, and where features were left out.
pub fn found(store: &dyn LatticeStore, progress: &Progress) -> Result<Option<CommunityResult>> {
    let (stored, features) = (store.stored_context()?, store.features()?);
    let origin = stored.facts.origin;
    let is_given = matches!(origin, Origin::Neighbors { metric: Metric::Precomputed, .. });
    if is_given || stored.facts.has_left_out_features() {
        return Ok(None);
    }
    let clusters = communities::clusters(&store.homes()?);
    let concepts = store.concepts(&clusters)?;
    let closures = Closures::new(&stored.context, concepts.len());
    let members = concepts.iter().map(|one| (one.id, closures.of(&one.generator)));
    let members: Vec<_> = members.collect();
    let ended = |_| Error::Interrupted;
    let graph = PointGraph::of(origin, &features, &stored.context, None);
    let of = CommunityInput {
        regions: &Regions::of(graph, progress).map_err(ended)?,
        origin,
        context: &stored.context,
        anchors: &stored.anchors,
        points: &stored.points,
        features: &features,
    };
    communities::find(&of, &members, progress).map(Some).map_err(ended)
}
