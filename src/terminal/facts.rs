//! The facts about a graph as text for people.

use crate::base::display_safe;
use crate::base::numbers::{group_thousands, pluralize};
use crate::base::rows::Value;

/// Returns a line for each fact, with grouped thousands and with units that the key does not name.
pub(crate) fn format_facts(entries: &[(&str, Value)]) -> String {
    let line = |(key, value): &(&str, Value)| {
        let value = match value {
            Value::Null => "-".to_owned(),
            Value::Int(number) => group_thousands(number.unsigned_abs()) + unit(key),
            Value::Real(number) => format!("{number:.4}{}", unit(key)),
            Value::Text(text) => display_safe::escape_line(text).into_owned(),
            Value::Json(json) => display_safe::escape_line(&json.to_string()).into_owned(),
        };
        format!("{:<22} {value}\n", key.replace('_', " "))
    };
    entries.iter().map(line).collect()
}

/// Returns the size of a lattice in words: `565 clusters, 3,391 covers`.
pub(crate) fn format_size(concepts: u64, covers: u64) -> String {
    let clusters = pluralize(concepts, "cluster", "clusters");
    format!("{clusters}, {}", pluralize(covers, "cover", "covers"))
}

/// Returns the unit of a fact; empty if the key names it.
fn unit(key: &str) -> &'static str {
    match key {
        "k" => " neighbours a point",
        "min_size" => " points or more",
        "size" => " bytes",
        _ => "",
    }
}
