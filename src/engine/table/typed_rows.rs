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
    fn next(&mut self, row: &mut Vec<Cell>) -> Result<bool, InputError>;

    /// Returns the line of that row in the file, from 1; `None` if the source has no lines.
    fn line(&self) -> Option<u64> {
        None
    }
}

/// A typed cell.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Cell {
    /// A missing value.
    Empty,
    /// A whole number; a boolean is 1 or 0.
    Int(i128),
    /// Another number; NaN is a missing value.
    Real(f64),
    /// A text, which is interpreted like a cell of a text file.
    Text(String),
    /// A list of numbers, some of which may be missing.
    List(Vec<Cell>),
    /// A value of another type: its description, and the remedy.
    Unfit(Cow<'static, str>, &'static str),
}

impl Cell {
    /// Creates the cell of a value of another type.
    pub fn unfit(found: &'static str, remedy: &'static str) -> Self {
        Cell::Unfit(Cow::Borrowed(found), remedy)
    }

    /// Creates a list of numbers, or the joined text of a list of words, which may still be shown.
    pub(super) fn of_list(items: Vec<Cell>) -> Self {
        let is_number = |item: &Cell| matches!(item, Cell::Empty | Cell::Int(_) | Cell::Real(_));
        if items.iter().all(is_number) {
            return Cell::List(items);
        }
        if items.iter().any(|item| matches!(item, Cell::List(_) | Cell::Unfit(..))) {
            return Cell::unfit("lists or objects in a list", "write its numbers in one list");
        }
        Cell::Text(items.iter().map(Cell::text).collect::<Vec<_>>().join(", "))
    }

    /// Returns the number in the cell, which may be NaN; `None` if the cell is not a number.
    pub(super) fn number(&self) -> Option<f64> {
        match self {
            Cell::Int(number) => Some(*number as f64),
            Cell::Real(number) => Some(*number),
            _ => None,
        }
    }

    /// Returns the text of the cell: for a number, the shortest that is parsed as it; empty for a
    /// missing value, a list or an unfit value.
    pub(super) fn text(&self) -> Cow<'_, str> {
        match self {
            Cell::Text(text) => Cow::Borrowed(text),
            Cell::Int(number) => Cow::Owned(number.to_string()),
            Cell::Real(number) if !number.is_nan() => Cow::Owned(format!("{number:?}")),
            _ => Cow::Borrowed(""),
        }
    }
}

/// The reason why a cell has no text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unfit {
    /// The name of the column in the source.
    pub column: String,
    /// The finding in the cell.
    pub found: String,
    /// The advice to the user.
    pub remedy: &'static str,
}
