//! What rows about clusters, communities and points begin with.

use crate::base::ids::PointId;
use crate::base::points::Points;
use crate::base::rows::Value;
use crate::communities::Community;
use crate::store::Concept;

/// A cluster row: concept, size, purity, class, centre.
pub(crate) fn cluster(points: &Points, concept: &Concept) -> Vec<Value> {
    let majority = concept.majority_and_purity();
    let class = majority.zip(points.classes()).map(|((class, _), all)| all.name(class));
    vec![
        Value::text(concept.id.to_string()),
        Value::count(concept.size),
        Value::real(majority.map(|(_, purity)| purity)),
        class.map_or(Value::Null, Value::text),
        concept.center.map_or(Value::Null, |point| Value::text(points.name(point))),
    ]
}

/// A community in the form of a cluster row; it has no centre.
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
