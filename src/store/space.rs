//! The distances that a stored graph was made with.

use super::StoredContext;
use crate::dataset::{Features, Origin};
use crate::knn::{Metric, Space};

/// The numbers behind the distances between the points; none for a ready context, for given
/// distances or neighbours, and without all features.
pub(crate) fn space(stored: &StoredContext, features: &Features) -> Option<Space> {
    let Origin::Neighbors { metric, scale, .. } = stored.facts.origin else { return None };
    if metric == Metric::Precomputed || stored.facts.has_left_out_features() {
        return None;
    }
    // What has neighbours has distances.
    let points = stored.points.len();
    Space::of_values(&features.values, &features.names, points, metric, scale).ok()
}
