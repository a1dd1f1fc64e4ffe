//! Answers as rows of values under named columns.

use serde::{Serialize, Serializer};

/// One value of a row.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// Nothing known.
    Null,
    /// A whole number.
    Int(i64),
    /// Any other number.
    Real(f64),
    /// Text.
    Text(String),
    /// A list, a map, or whether something is so.
    Json(serde_json::Value),
}

impl Value {
    /// A text.
    pub fn text(text: impl Into<String>) -> Self {
        Value::Text(text.into())
    }

    /// Returns the text, if the value is one.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// A count; nothing for one that is beyond 2^63.
    pub fn count(count: impl TryInto<i64>) -> Self {
        count.try_into().map_or(Value::Null, Value::Int)
    }

    /// A number; nothing where there is none, or none that can be written.
    pub fn real(number: Option<f64>) -> Self {
        number.filter(|number| number.is_finite()).map_or(Value::Null, Value::Real)
    }
}

/// Keys and values as one JSON object, in this order.
pub fn object<'a>(pairs: impl Iterator<Item = (&'a str, &'a Value)> + Clone) -> impl Serialize {
    Object(pairs)
}

struct Object<I>(I);

impl<'a, I: Iterator<Item = (&'a str, &'a Value)> + Clone> Serialize for Object<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.clone())
    }
}

/// Named columns and rows of values.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows {
    /// Column names.
    pub columns: Vec<String>,
    /// One value a column.
    pub rows: Vec<Vec<Value>>,
}
