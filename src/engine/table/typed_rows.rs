//! Rows with typed cells, one by one: of a database, and of files that are no text.

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
    Int(i64),
    /// Another number; NaN is a missing one.
    Real(f64),
    /// A text, which is read as the cell of a file is.
    Text(String),
    /// A list of numbers; NaN is a missing one.
    Numbers(Vec<f64>),
    /// What is neither, with what to return instead.
    Unfit(&'static str, &'static str),
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
