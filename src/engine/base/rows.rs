//! Answers as rows of values under named columns.

use serde::{Serialize, Serializer};

/// A value of a row.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// An unknown or missing value.
    Null,
    /// A whole number.
    Int(i64),
    /// Any other number.
    Real(f64),
    /// A text.
    Text(String),
    /// A list, a map or a boolean.
    Json(serde_json::Value),
}

impl Value {
    /// Creates a text.
    pub fn text(text: impl Into<String>) -> Self {
        Value::Text(text.into())
    }

    /// Returns the text; `None` if the value is not a text.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Creates a count; null if it does not fit an `i64`.
    pub fn count(count: impl TryInto<i64>) -> Self {
        count.try_into().map_or(Value::Null, Value::Int)
    }

    /// Creates a number; null if there is none or it is not finite.
    pub fn real(number: Option<f64>) -> Self {
        number.filter(|number| number.is_finite()).map_or(Value::Null, Value::Real)
    }
}

/// Returns keys and values as one JSON object, in this order.
pub fn json_object<'a>(
    pairs: impl Iterator<Item = (&'a str, &'a Value)> + Clone,
) -> impl Serialize {
    ObjectPairs(pairs)
}

struct ObjectPairs<I>(I);

impl<'a, I: Iterator<Item = (&'a str, &'a Value)> + Clone> Serialize for ObjectPairs<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.clone())
    }
}

/// Named columns and rows of values.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows {
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows, each with one value for each column.
    pub rows: Vec<Vec<Value>>,
}
