//! Rows with typed cells, one by one: of a database, and of files that are no text.

use std::borrow::Cow;

use crate::base::input_error::InputError;

/// Rows with typed cells, one by one.
pub trait TypedRows {
    /// The names of the columns, known at the first row at the latest.
    fn columns(&self) -> &[String];

    /// Puts the next row in the place of another, a cell a column; false at the end.
    ///
    /// # Errors
    /// A database that fails, a file that is damaged there.
    fn next(&mut self, row: &mut Vec<Cell>) -> Result<bool, InputError>;

    /// The line of the file, from 1, on which that row is; none where there are no lines.
    fn line(&self) -> Option<u64> {
        None
    }
}

/// What is in a typed cell.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Cell {
    /// Nothing: a missing value.
    Empty,
    /// A whole number; truth is 1 and 0.
    Int(i128),
    /// Another number; NaN is a missing one.
    Real(f64),
    /// A text, which is read as the cell of a file is.
    Text(String),
    /// A list of numbers, some of which may be missing.
    List(Vec<Cell>),
    /// What is neither, with what to return instead.
    Unfit(Cow<'static, str>, &'static str),
}

impl Cell {
    /// What is neither.
    pub fn unfit(found: &'static str, remedy: &'static str) -> Self {
        Cell::Unfit(Cow::Borrowed(found), remedy)
    }

    /// A list of these: of numbers, or else of words, which may still be shown.
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

    /// The number in it, be it NaN.
    pub(super) fn number(&self) -> Option<f64> {
        match self {
            Cell::Int(number) => Some(*number as f64),
            Cell::Real(number) => Some(*number),
            _ => None,
        }
    }

    /// Its text, of a number the shortest that is read as it; of what has none nothing.
    pub(super) fn text(&self) -> Cow<'_, str> {
        match self {
            Cell::Text(text) => Cow::Borrowed(text),
            Cell::Int(number) => Cow::Owned(number.to_string()),
            Cell::Real(number) if !number.is_nan() => Cow::Owned(format!("{number:?}")),
            _ => Cow::Borrowed(""),
        }
    }
}

/// Why a cell cannot be a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unfit {
    /// The name of the column in the source.
    pub column: String,
    /// What was found.
    pub found: String,
    /// What to do.
    pub remedy: &'static str,
}
