//! What rows about clusters and points begin with, whichever way an answer was found.

use crate::generator_notation;
use crate::purity::ClassCounts;
use crate::store::{Base, Value};

/// A cluster row: concept, size, purity, class, generator.
pub(super) fn cluster(
    base: &Base,
    word: String,
    size: u32,
    counts: &[u32],
    generator: &[u32],
) -> Vec<Value> {
    let majority = ClassCounts::from_counts(counts.to_vec()).majority_and_purity();
    let class = majority.zip(base.points.classes());
    let names = generator.iter().map(|&point| base.points.names()[point as usize].as_str());
    vec![
        Value::Text(word),
        Value::Int(size.into()),
        majority.map_or(Value::Null, |(_, purity)| Value::Real(purity)),
        class.map_or(Value::Null, |((id, _), all)| Value::Text(all.names()[id.index()].clone())),
        Value::Text(generator_notation::write(names)),
    ]
}

/// A point and its class.
pub(super) fn point(base: &Base, point: u32) -> Vec<Value> {
    let class = base.points.classes().map(|all| &all.names()[all.of()[point as usize].index()]);
    let name = Value::Text(base.points.names()[point as usize].clone());
    vec![name, class.map_or(Value::Null, |class| Value::Text(class.clone()))]
}
