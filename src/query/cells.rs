//! What rows about clusters and points begin with, whichever way an answer was found.

use crate::base::ids::PointId;
use crate::base::points::Points;
use crate::base::rows::Value;
use crate::full_lattice::Cluster;

/// A cluster row: concept, size, purity, class, generator.
pub(crate) fn cluster(points: &Points, cluster: &Cluster) -> Vec<Value> {
    let majority = cluster.majority_and_purity();
    let class = majority.zip(points.classes()).map(|((class, _), all)| all.name(class));
    vec![
        Value::text(cluster.word(points)),
        Value::count(cluster.size),
        Value::real(majority.map(|(_, purity)| purity)),
        class.map_or(Value::Null, Value::text),
        Value::text(cluster.notation(points)),
    ]
}

/// A point and its class.
pub(super) fn point(points: &Points, point: PointId) -> Vec<Value> {
    let class = points.class_name(point).map_or(Value::Null, Value::text);
    vec![Value::text(points.name(point)), class]
}
