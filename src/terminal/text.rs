//! A single value as text, for programs and for people.

use crate::base::display_safe;
use crate::base::rows::Value;

/// Formats a value exactly, for programs.
pub(super) fn exact_text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Int(number) => number.to_string(),
        Value::Real(number) => number.to_string(),
        Value::Text(text) => text.clone(),
        Value::Json(json) => json.to_string(),
    }
}

/// Formats a value for people: numbers with four decimals or, from 1e15 on, with three digits,
/// beyond which digits are noise; text as [`display_safe::escape_message`] writes it.
pub(super) fn display_text(value: &Value) -> String {
    match value {
        Value::Real(number) if number.abs() >= 1e15 => format!("{number:.2e}"),
        Value::Real(number) => format!("{number:.4}"),
        Value::Text(text) => display_safe::escape_message(text).into_owned(),
        Value::Json(json) => display_safe::escape_message(&json.to_string()).into_owned(),
        other => exact_text(other),
    }
}
