//! Rows with typed cells, one by one, from databases and from files that are not text.

use std::borrow::Cow;

use crate::base::input_error::InputError;

/// A source of rows with typed cells, one by one.
pub trait TypedRows {
    /// Returns the names of the columns, which are known from the first row on at the latest.
    fn columns(&self) -> &[String];

    /// Reads the next row into `row`, one cell for each column; returns `false` at the end.
    ///
    /// # Errors
    /// Returns an error if the database fails or the file is damaged.
    fn next(&mut self, row: &mut Vec<TypedCell>) -> Result<bool, InputError>;

    /// Returns the line of that row in the file, from 1; `None` if the source has no lines.
    fn line(&self) -> Option<u64> {
        None
    }
}

/// A typed cell.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum TypedCell {
    /// A missing value.
    Empty,
    /// A whole number; a boolean is 1 or 0.
    Int(i128),
    /// Another number; NaN is a missing value.
    Real(f64),
    /// A text, which is interpreted like a cell of a text file.
    Text(String),
    /// A list of numbers, some of which may be missing.
    List(Vec<TypedCell>),
    /// A value of another type: its description, and the remedy.
    Unsupported(Cow<'static, str>, &'static str),
}

impl TypedCell {
    /// Creates the cell of a value of another type.
    pub fn new_unsupported(found: &'static str, remedy: &'static str) -> Self {
        TypedCell::Unsupported(Cow::Borrowed(found), remedy)
    }

    /// Creates a list of numbers, or the joined text of a list of words, which may still be shown.
    pub(super) fn from_list(items: Vec<TypedCell>) -> Self {
        let is_number = |item: &TypedCell| {
            matches!(item, TypedCell::Empty | TypedCell::Int(_) | TypedCell::Real(_))
        };
        if items.iter().all(is_number) {
            return TypedCell::List(items);
        }
        if items.iter().any(|item| matches!(item, TypedCell::List(_) | TypedCell::Unsupported(..)))
        {
            return TypedCell::new_unsupported(
                "lists or objects in a list",
                "write its numbers in one list",
            );
        }
        TypedCell::Text(items.iter().map(TypedCell::text).collect::<Vec<_>>().join(", "))
    }

    /// Returns the number in the cell, which may be NaN; `None` if the cell is not a number, or a
    /// whole number with more digits than a number keeps.
    pub(super) fn number(&self) -> Option<f64> {
        match self {
            TypedCell::Int(number) => {
                Some(*number as f64).filter(|rounded| *rounded as i128 == *number)
            }
            TypedCell::Real(number) => Some(*number),
            _ => None,
        }
    }

    /// Returns the shortest text of a number, or a text; empty for anything else.
    pub(super) fn text(&self) -> Cow<'_, str> {
        match self {
            TypedCell::Text(text) => Cow::Borrowed(text),
            TypedCell::Int(number) => Cow::Owned(number.to_string()),
            TypedCell::Real(number) if !number.is_nan() => Cow::Owned(format!("{number:?}")),
            _ => Cow::Borrowed(""),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CellError {
    pub column: String,
    pub found: String,
    pub remedy: &'static str,
}
