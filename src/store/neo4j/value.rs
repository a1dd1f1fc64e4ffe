//! Conversion of the program's values into Bolt, and access to the columns of its rows.

use std::collections::HashMap;

use neo4rs::{BoltMap, BoltNull, BoltType, Row};

use crate::base::rows::Value;
use crate::graph::DamageError;
use crate::store::ParameterValue;
use crate::store::neo4j_rows::block::{Column, ColumnValues};

pub(super) type Decoded<T> = Result<T, DamageError>;

pub(super) type NamedValues = HashMap<String, BoltType>;

pub(super) fn get<'r, T: serde::Deserialize<'r>>(row: &'r Row, column: &str) -> Decoded<T> {
    row.get(column).map_err(|error| format!("{column}: {error}").into())
}

/// Converts a parameter: names become a list, JSON becomes the lists and maps that it describes.
pub(super) fn parameter_to_bolt(given: &ParameterValue) -> BoltType {
    match given {
        ParameterValue::Value(Value::Json(json)) => json_to_bolt(json),
        ParameterValue::Value(value) => to_bolt(value),
        ParameterValue::Names(names) => names.iter().map(String::as_str).collect(),
    }
}

fn json_to_bolt(json: &serde_json::Value) -> BoltType {
    use serde_json::Value as Json;
    match json {
        Json::Null => BoltType::Null(BoltNull),
        Json::Bool(is) => (*is).into(),
        Json::Number(number) => match number.as_i64() {
            Some(number) => number.into(),
            None => number.as_f64().unwrap_or(f64::NAN).into(),
        },
        Json::String(word) => word.as_str().into(),
        Json::Array(all) => all.iter().map(json_to_bolt).collect(),
        Json::Object(all) => {
            map(all.iter().map(|(key, value)| (key.as_str(), json_to_bolt(value))))
        }
    }
}

pub(super) fn cell_to_bolt(column: &Column, row: usize) -> BoltType {
    match &column.values {
        ColumnValues::Long(all) => all[row].into(),
        ColumnValues::Boolean(all) => all[row].into(),
        ColumnValues::Double(all) => all[row].into(),
        ColumnValues::Text(all) => all[row].as_deref().into(),
        ColumnValues::Texts(all) => all[row].iter().map(String::as_str).collect(),
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
        Value::Int(number) => (*number).into(),
        Value::Real(number) => (*number).into(),
        Value::Text(text) => text.as_str().into(),
        Value::Json(json) => json.to_string().into(),
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
        assert_eq!(to_value(BoltType::from(vec![1_i64, 5])), numbers);
    }
}
