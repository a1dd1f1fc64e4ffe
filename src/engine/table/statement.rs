//! Statements of databases whose rows are a table.
//!
//! Stores implement [`Statement`]; the interpretation of the cells is decided here for all of them.

use super::records::{RecordSource, Records};
use super::typed_records::TypedRecords;
use super::typed_rows::TypedRows;
use crate::base::input_error::{InputError, Location};

/// A statement that a database answers with rows each time it is run.
pub trait Statement {
    /// Returns the name of the database in messages.
    fn database_name(&self) -> String;

    /// Runs the statement, which may only read, and passes its answer to `take` once.
    ///
    /// # Errors
    /// Returns an error if the statement is wrong or would write, or if the database or `take`
    /// fails.
    fn run(
        &self,
        take: &mut dyn FnMut(&mut dyn TypedRows) -> Result<(), InputError>,
    ) -> Result<(), InputError>;
}

pub(super) struct StatementSource<'s>(pub &'s dyn Statement);

impl RecordSource for StatementSource<'_> {
    fn with_records<T>(
        &self,
        walk: impl FnOnce(&mut dyn Records) -> Result<T, InputError>,
    ) -> Result<T, InputError> {
        let (mut walk, mut ended) = (Some(walk), None);
        self.0.run(&mut |rows| {
            let mut records = TypedRecords::new(rows)?;
            if records.is_empty() {
                return Err(no_rows_error("the statement returns no rows"));
            }
            ended = walk.take().map(|walk| walk(&mut records)).transpose()?;
            Ok(())
        })?;
        ended.ok_or_else(|| no_rows_error("the database gave no answer"))
    }
}

fn no_rows_error(found: &str) -> InputError {
    InputError::data(Location::Whole, found, "give at least 2 rows")
}
