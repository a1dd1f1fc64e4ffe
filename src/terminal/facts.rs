//! What a graph is, for people.

use crate::base::display_safe;
use crate::base::numbers::grouped;
use crate::base::rows::Value;

/// One fact a line, numbers with thousands apart and what they count where the key does not say it.
pub(crate) fn for_people(entries: &[(&str, Value)]) -> String {
    let line = |(key, value): &(&str, Value)| {
        let value = match value {
            Value::Null => "-".to_owned(),
            Value::Int(number) => grouped(number.unsigned_abs()) + unit(key),
            Value::Real(number) => format!("{number:.4}{}", unit(key)),
            Value::Text(text) => display_safe::line(text).into_owned(),
            Value::Json(json) => display_safe::line(&json.to_string()).into_owned(),
        };
        format!("{:<22} {value}\n", key.replace('_', " "))
    };
    entries.iter().map(line).collect()
}

/// What the number of a fact counts, where its key does not say so.
fn unit(key: &str) -> &'static str {
    match key {
        "k" => " neighbours a point",
        "min_size" => " points or more",
        "size" => " bytes",
        _ => "",
    }
}
