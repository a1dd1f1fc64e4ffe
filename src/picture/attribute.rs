//! Words and attributes of DOT that the drawing makes itself.

use graphviz_rust::dot_structures::{Attribute, Id};

pub(super) fn plain(id: impl Into<String>) -> Id {
    Id::Plain(id.into())
}

/// An attribute of our own making, which has nothing to escape: a number, a colour, a keyword.
pub(super) fn set(name: &str, value: impl ToString) -> Attribute {
    Attribute(plain(name), Id::Escaped(format!("\"{}\"", value.to_string())))
}
