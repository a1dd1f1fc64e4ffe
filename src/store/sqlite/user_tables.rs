//! Rows of a statement about a user's own SQLite database, which is only read.

use std::path::{Path, PathBuf};

use rusqlite::types::ValueRef;
use rusqlite::{Connection, Error as Sqlite, ErrorCode, Rows, ffi};

#[cfg(feature = "cli")]
use super::features::quote_name;
use super::open_read::{header, open_for_reading, wal_fault};
use super::read_only;
use crate::base::input_error::{InputError, Location};
use crate::table::{Statement, TypedCell, TypedRows};

/// A statement about a user's database.
#[derive(Debug)]
pub struct SqliteStatement {
    connection: Connection,
    path: PathBuf,
    text: String,
}

/// Returns `true` if a file is a SQLite database, a graph or not.
pub(crate) fn is_database(path: &Path) -> bool {
    header(path).is_some()
}

/// Returns the names of the tables and views of a database, sorted; empty if it cannot be read.
#[cfg(feature = "cli")]
pub(crate) fn table_names(path: &Path) -> Vec<String> {
    let names = open_database(path).and_then(|connection| {
        let names = "SELECT name FROM sqlite_schema
             WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%' ORDER BY name";
        let mut names = connection.prepare(names)?;
        names.query_map([], |row| row.get(0))?.collect()
    });
    names.unwrap_or_default()
}

/// Returns a statement for `sqlite3`, open on the database, that shows rows of `statement` beside
/// the communities that the graph in the file `graph` gives them. `id` is the column with the names
/// of the points.
#[cfg(feature = "cli")]
pub(crate) fn communities_statement(statement: &str, id: &str, graph: &Path) -> String {
    let (graph, id) = (quote_name(&graph.display().to_string()), quote_name(id));
    let statement = statement.trim().trim_end_matches(';');
    format!(
        "ATTACH {graph} AS g; SELECT rows.community, own.* FROM ({statement}) AS own \
         JOIN g.rows ON rows.point = own.{id} LIMIT 5"
    )
}

fn open_database(path: &Path) -> rusqlite::Result<Connection> {
    let mut connection = open_for_reading(path)?;
    // The file may come from anywhere: its views can call only harmless functions.
    connection.execute_batch("PRAGMA trusted_schema = OFF;")?;
    read_only::forbid_writes(&mut connection)?;
    Ok(connection)
}

fn fault(found: impl Into<String>, remedy: &str) -> InputError {
    InputError::data(Location::Whole, found, remedy)
}

/// Converts an error of SQLite into a fault of the statement, with a remedy.
fn statement_error(error: &Sqlite) -> InputError {
    use ErrorCode::{AuthorizationForStatementDenied, DatabaseBusy, DatabaseLocked, ReadOnly};
    match (error, error.sqlite_error_code()) {
        (Sqlite::MultipleStatement, _) => {
            fault("these are two statements", "give one that returns rows")
        }
        (_, Some(AuthorizationForStatementDenied | ReadOnly)) => {
            fault("the statement does more than read", "give one that starts with SELECT or WITH")
        }
        (Sqlite::SqlInputError { msg, .. }, _) => {
            fault(msg.replace('\n', " "), "correct the statement")
        }
        (Sqlite::SqliteFailure(code, Some(msg)), _) if code.extended_code == ffi::SQLITE_ERROR => {
            fault(msg.replace('\n', " "), "correct the statement")
        }
        (_, Some(DatabaseBusy | DatabaseLocked)) => {
            fault("another program is writing to the database", "try again when it is done")
        }
        _ => {
            let found = format!("the database cannot answer ({error})").replace('\n', " ");
            fault(found, "check it with sqlite3")
        }
    }
}

impl SqliteStatement {
    /// Opens the database in a file for a statement.
    ///
    /// # Errors
    /// Returns an error if the file does not exist, is not a SQLite database or cannot be opened.
    pub fn new(path: &Path, text: &str) -> Result<Self, InputError> {
        let place = || path.display().to_string();
        if !path.exists() {
            return Err(fault("no such file", "check the path").in_file(place()));
        }
        if !is_database(path) {
            let found = "this is not a SQLite database, so it answers no statement";
            let remedy = "leave the statement out, or name a database";
            return Err(fault(found, remedy).in_file(place()));
        }
        let connection = open_database(path).map_err(|error| match wal_fault(path, &error) {
            Some((found, remedy)) => InputError::data(Location::Whole, found, remedy),
            None => statement_error(&error),
        });
        let connection = connection.map_err(|fault| fault.in_file(place()))?;
        Ok(Self { connection, path: path.to_owned(), text: text.to_owned() })
    }
}

impl Statement for SqliteStatement {
    fn database_name(&self) -> String {
        self.path.display().to_string()
    }

    fn run(
        &self,
        take: &mut dyn FnMut(&mut dyn TypedRows) -> Result<(), InputError>,
    ) -> Result<(), InputError> {
        let mut statement =
            self.connection.prepare(&self.text).map_err(|error| statement_error(&error))?;
        let columns: Vec<String> = statement.column_names().map(str::to_owned).collect();
        if columns.is_empty() {
            return Err(fault("the statement returns no columns", "give one that returns rows"));
        }
        if statement.parameter_count() > 0 {
            let name = statement.parameter_name(1).unwrap_or("?");
            let found = format!("the statement has a parameter, {name}");
            return Err(fault(found, "write its value into the statement"));
        }
        let rows = statement.query([]).map_err(|error| statement_error(&error))?;
        take(&mut SqliteRows { rows, columns })
    }
}

struct SqliteRows<'s> {
    rows: Rows<'s>,
    columns: Vec<String>,
}

impl TypedRows for SqliteRows<'_> {
    fn columns(&self) -> &[String] {
        &self.columns
    }

    fn next(&mut self, cells: &mut Vec<TypedCell>) -> Result<bool, InputError> {
        cells.clear();
        let Some(row) = self.rows.next().map_err(|error| statement_error(&error))? else {
            return Ok(false);
        };
        for column in 0..self.columns.len() {
            let value = row.get_ref(column).map_err(|error| statement_error(&error))?;
            cells.push(match value {
                ValueRef::Null => TypedCell::Empty,
                ValueRef::Integer(number) => TypedCell::Int(number.into()),
                ValueRef::Real(number) => TypedCell::Real(number),
                ValueRef::Text(text) => match std::str::from_utf8(text) {
                    Ok(text) => TypedCell::Text(text.to_owned()),
                    Err(_) => {
                        TypedCell::new_unsupported("text that is not UTF-8", "return it as UTF-8")
                    }
                },
                ValueRef::Blob(_) => {
                    let remedy = "leave the column out, or return numbers or text";
                    TypedCell::new_unsupported("bytes (a BLOB)", remedy)
                }
            });
        }
        Ok(true)
    }
}
