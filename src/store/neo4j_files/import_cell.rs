//! Names and values as `neo4j-admin database import` reads them from CSV.

use super::names;
use crate::base::rows::Value;

/// Between the items of a list; no name is likely to hold it. The import is given
/// `--array-delimiter=U+001F`.
pub(super) const BETWEEN: &str = "\u{1f}";

/// Whether a header takes a name for more than a name: `x(Hz):y` is one of type y in a space Hz.
pub(super) fn is_taken_apart(name: &str) -> bool {
    name.contains([':', '(', ')', '{', '}', '\n', '\r'])
}

/// What a feature's column is called in the file.
pub(super) fn column(at: usize, name: &str) -> String {
    if is_taken_apart(name) {
        format!("feature {}", at + 1)
    } else {
        names::of_feature(name).into_owned()
    }
}

/// A name as Cypher writes it; a backslash could begin a Unicode escape.
pub(in crate::store) fn identifier(name: &str) -> String {
    format!("`{}`", name.replace('\\', "\\u005C").replace('`', "``"))
}

/// A value as the import reads it; nothing is an empty cell.
pub(super) fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Int(number) => number.to_string(),
        Value::Real(number) => number.to_string(),
        Value::Text(known) => text(known),
        Value::Json(json) => text(&json.to_string()),
    }
}

/// A number, or nothing.
pub(super) fn maybe(number: Option<f64>) -> String {
    number.map_or(String::new(), |number| number.to_string())
}

/// A text, always quoted: an empty cell means nothing, and an empty text is something.
pub(super) fn text(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// A list of texts; nothing where it is empty.
pub(super) fn list<S: AsRef<str>>(texts: &[S]) -> String {
    let texts: Vec<&str> = texts.iter().map(AsRef::as_ref).collect();
    if texts.is_empty() { String::new() } else { text(&texts.join(BETWEEN)) }
}
