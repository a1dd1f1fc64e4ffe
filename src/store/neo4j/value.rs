//! Values of the program as Bolt carries them, and back.

use neo4rs::{BoltFloat, BoltInteger, BoltList, BoltMap, BoltNull, BoltType};

use crate::lattice::ConceptId;
use crate::store::Value;

/// What reading a row gives.
pub(super) type Decoded<T> = Result<T, neo4rs::DeError>;

/// A number as people and stores count, from 1.
pub(super) fn number(index: u32) -> BoltType {
    int(i64::from(index) + 1)
}

/// An index from a number of the store.
pub(super) fn index(number: i64) -> u32 {
    u32::try_from(number - 1).unwrap_or(u32::MAX)
}

pub(super) fn int(number: impl Into<i64>) -> BoltType {
    BoltType::Integer(BoltInteger::new(number.into()))
}

pub(super) fn real(number: f64) -> BoltType {
    BoltType::Float(BoltFloat::new(number))
}

pub(super) fn text(text: &str) -> BoltType {
    BoltType::from(text)
}

/// A value or nothing.
pub(super) fn maybe<T>(value: Option<T>, bolt: impl FnOnce(T) -> BoltType) -> BoltType {
    value.map_or(BoltType::Null(BoltNull), bolt)
}

pub(super) fn list(values: impl IntoIterator<Item = BoltType>) -> BoltType {
    BoltType::List(BoltList { value: values.into_iter().collect() })
}

/// The numbers of these indices.
pub(super) fn numbers(indices: &[u32]) -> BoltType {
    list(indices.iter().map(|&index| number(index)))
}

pub(super) fn ids(ids: &[ConceptId]) -> BoltType {
    list(ids.iter().map(|id| number(id.0)))
}

pub(super) fn map<'a>(entries: impl IntoIterator<Item = (&'a str, BoltType)>) -> BoltType {
    let mut map = BoltMap::new();
    entries.into_iter().for_each(|(key, value)| map.put(key.into(), value));
    BoltType::Map(map)
}

/// A value of the program.
pub(super) fn bolt(value: &Value) -> BoltType {
    match value {
        Value::Null => BoltType::Null(BoltNull),
        Value::Int(number) => int(*number),
        Value::Real(number) => real(*number),
        Value::Text(value) => text(value),
    }
}

/// A value of the server; what the program has no word for, as text.
pub(super) fn value(bolt: BoltType) -> Value {
    match bolt {
        BoltType::Null(_) => Value::Null,
        BoltType::Integer(number) => Value::Int(number.value),
        BoltType::Float(number) => Value::Real(number.value),
        BoltType::String(text) => Value::Text(text.value),
        BoltType::Boolean(truth) => Value::Text(truth.value.to_string()),
        BoltType::List(list) => {
            let values: Vec<Value> = list.value.into_iter().map(value).collect();
            Value::Text(serde_json::json!(values).to_string())
        }
        other => Value::Text(format!("{other:?}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_survive_both_ways() {
        let all = [
            Value::Null,
            Value::Int(i64::MIN),
            Value::Real(-0.1),
            Value::Text("'); MATCH (n) DETACH DELETE n //\n\u{1F600}".to_owned()),
        ];
        for one in all {
            assert_eq!(value(bolt(&one)), one);
        }
        assert_eq!(value(numbers(&[0, 4])), Value::Text("[1,5]".to_owned()));
    }
}
