//! A statement whose rows are a table: what a database must answer for a table to be read from it.
//!
//! Stores implement [`Statement`] and [`Answer`]; what the cells mean is decided here, the same for
//! all of them.

use crate::base::input_error::InputError;

/// A statement that a database answers with rows, as often as it is run.
pub trait Statement {
    /// What the database is called in messages.
    fn place(&self) -> String;

    /// Runs the statement, which only reads, and hands its answer on once.
    ///
    /// # Errors
    /// A statement that is wrong or would write, a database that fails; what `take` says.
    fn run(
        &self,
        take: &mut dyn FnMut(&mut dyn Answer) -> Result<(), InputError>,
    ) -> Result<(), InputError>;
}

/// The rows of a statement, one by one.
pub trait Answer {
    /// The names of the columns, known at the first row at the latest.
    fn columns(&self) -> &[String];

    /// Puts the next row in the place of another, a cell a column; false at the end.
    ///
    /// # Errors
    /// A database that fails.
    fn next(&mut self, row: &mut Vec<Cell>) -> Result<bool, InputError>;
}

/// What a database has in a cell.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Cell {
    /// Nothing: a missing value.
    Empty,
    /// A whole number; truth is 1 and 0.
    Int(i64),
    /// Another number.
    Real(f64),
    /// A text, which is read as the cell of a file is.
    Text(String),
    /// A list of numbers, some of which may be missing.
    Numbers(Vec<Option<f64>>),
    /// What is neither, with what to return instead.
    Unfit(&'static str, &'static str),
}

/// Why a cell cannot be a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unfit {
    /// The name of the column in the answer.
    pub column: String,
    /// What was found.
    pub found: String,
    /// What to do.
    pub remedy: &'static str,
}
