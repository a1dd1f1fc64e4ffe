//! Conversion of the program's values into Bolt, and access to the columns of its rows.

use std::collections::HashMap;

use neo4rs::{BoltBoolean, BoltFloat, BoltInteger, BoltList, BoltMap, BoltNull, BoltType, Row};

use crate::base::rows::Value;
use crate::graph::DamageError;
use crate::store::ParameterValue;
use crate::store::neo4j_rows::block::{Column, ColumnValues};

pub(super) type Decoded<T> = Result<T, DamageError>;

pub(super) type NamedValues = HashMap<String, BoltType>;

pub(super) fn get<'r, T: serde::Deserialize<'r>>(row: &'r Row, column: &str) -> Decoded<T> {
    row.get(column).map_err(|error| format!("{column}: {error}").into())
}

pub(super) fn int(number: impl Into<i64>) -> BoltType {
    BoltType::Integer(BoltInteger::new(number.into()))
}

pub(super) fn boolean(truth: bool) -> BoltType {
    BoltType::Boolean(BoltBoolean::new(truth))
}

pub(super) fn real(number: f64) -> BoltType {
    BoltType::Float(BoltFloat::new(number))
}

pub(super) fn text(text: &str) -> BoltType {
    BoltType::from(text)
}

pub(super) fn nullable<T>(value: Option<T>, bolt: impl FnOnce(T) -> BoltType) -> BoltType {
    value.map_or(BoltType::Null(BoltNull), bolt)
}

pub(super) fn list(values: impl IntoIterator<Item = BoltType>) -> BoltType {
    BoltType::List(BoltList { value: values.into_iter().collect() })
}

/// Converts a parameter: names become a list, JSON becomes the lists and maps that it describes.
pub(super) fn parameter_to_bolt(given: &ParameterValue) -> BoltType {
    match given {
        ParameterValue::Value(Value::Json(json)) => json_to_bolt(json),
        ParameterValue::Value(value) => to_bolt(value),
        ParameterValue::Names(names) => list(names.iter().map(|name| text(name))),
    }
}

fn json_to_bolt(json: &serde_json::Value) -> BoltType {
    use serde_json::Value as Json;
    match json {
        Json::Null => BoltType::Null(BoltNull),
        Json::Bool(is) => boolean(*is),
        Json::Number(number) => {
            let or_real = || real(number.as_f64().unwrap_or(f64::NAN));
            number.as_i64().map_or_else(or_real, int)
        }
        Json::String(word) => text(word),
        Json::Array(all) => list(all.iter().map(json_to_bolt)),
        Json::Object(all) => {
            map(all.iter().map(|(key, value)| (key.as_str(), json_to_bolt(value))))
        }
    }
}

pub(super) fn cell_to_bolt(column: &Column, row: usize) -> BoltType {
    match &column.values {
        ColumnValues::Long(all) => nullable(all[row], int),
        ColumnValues::Double(all) => nullable(all[row], real),
        ColumnValues::Text(all) => nullable(all[row].as_deref(), text),
        ColumnValues::Texts(all) => list(all[row].iter().map(|item| text(item))),
    }
}

pub(super) fn map<'a>(entries: impl IntoIterator<Item = (&'a str, BoltType)>) -> BoltType {
    let mut map = BoltMap::new();
    entries.into_iter().for_each(|(key, value)| map.put(key.into(), value));
    BoltType::Map(map)
}

/// Converts a value of the program; JSON becomes a text.
pub(super) fn to_bolt(value: &Value) -> BoltType {
    match value {
        Value::Null => BoltType::Null(BoltNull),
        Value::Int(number) => int(*number),
        Value::Real(number) => real(*number),
        Value::Text(value) => text(value),
        Value::Json(json) => text(&json.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::display::to_value;
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
            assert_eq!(to_value(to_bolt(&one)), one);
        }
        let numbers = Value::Json(serde_json::json!([1, 5]));
        assert_eq!(to_value(list([1, 5].map(|number: i64| int(number)))), numbers);
    }
}
