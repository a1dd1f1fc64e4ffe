//! What rows about clusters, communities and points begin with.

use crate::base::ids::PointId;
use crate::base::points::Points;
use crate::base::rows::Value;
use crate::communities::Community;
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

/// A community in the form of a cluster row; it has no generator.
pub(super) fn community(points: &Points, one: &Community) -> Vec<Value> {
    vec![
        Value::text(&one.name),
        Value::count(one.points),
        Value::real(one.majority_and_purity.map(|(_, purity)| purity)),
        one.majority(points).map_or(Value::Null, |(class, _)| Value::text(class)),
        Value::Null,
    ]
}

/// A point and its class.
pub(super) fn point(points: &Points, point: PointId) -> Vec<Value> {
    let class = points.class_name(point).map_or(Value::Null, Value::text);
    vec![Value::text(points.name(point)), class]
}
