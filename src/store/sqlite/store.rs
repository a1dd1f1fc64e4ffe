//! A graph in a SQLite file that is open for reading, and statements in SQL.

use std::fmt;
use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use std::time::SystemTime;

use rusqlite::types::{Type, Value as Sql};
use rusqlite::{Connection, Error as Sqlite, ErrorCode, InterruptHandle, Row};

use super::open_read::{
    describe_no_graph, is_concept_graph, open_for_reading, restrict_to_reading, wal_fault,
};
use super::open_write::repair;
use super::write_error::backend_error;
use super::{APPLICATION_ID, SCHEMA_VERSION, decode, integrity, schema, sql_value};
use crate::base::input_error::did_you_mean;
use crate::base::lock::lock;
use crate::base::rows::Rows;
use crate::graph::{DamageError, Graph};
use crate::store::{
    Database, Interrupter, ParameterValue, Result, SchemaObject, StoreError, StoredGraph,
};

/// A SQLite file with a graph, open for reading. Clones share the connection.
#[derive(Clone)]
pub struct SqliteStore(Arc<OpenFile>);

struct OpenFile {
    connection: Mutex<Connection>,
    handle: InterruptHandle,
    path: PathBuf,
    /// The modification time and the length of the file, since a stored graph is never changed,
    /// only replaced; `None` in memory.
    stamp: Option<(SystemTime, u64)>,
    /// The message with which SQLite reported the file as corrupt. Later statements fail with it:
    /// SQLite would go on with the parts that it can read, and return fewer rows.
    corrupt: OnceLock<String>,
    /// `true` after an interrupt. A section may take many statements, and all of them end.
    interrupted: Arc<AtomicBool>,
}

impl fmt::Debug for SqliteStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SqliteStore").field(&self.0.path).finish()
    }
}

const LOCKED: &str = "another program is writing to this file; try again when it is done";

fn file_stamp(path: &Path) -> Option<(SystemTime, u64)> {
    let data = path.metadata().ok()?;
    Some((data.modified().ok()?, data.len()))
}

/// Opens a file for reading; returns the connection, the application id and the user version.
fn open_file(path: &Path) -> rusqlite::Result<(Connection, i32, i32)> {
    restrict_to_reading(open_for_reading(path)?)
}

impl SqliteStore {
    /// Opens the store in a file.
    ///
    /// # Errors
    /// Returns an error if the file does not exist, is a folder or is not a graph, or if it has
    /// another schema version or is damaged.
    pub fn open(path: &Path) -> Result<Self> {
        let refused = |kind, text: &str| Err(StoreError::new_backend(path.display(), kind, text));
        match path.metadata() {
            Ok(found) if found.is_dir() => {
                let text = "this is a folder; name a graph file, such as iris.db";
                return refused(ErrorKind::IsADirectory, text);
            }
            // SQLite would wait until another program writes into the pipe.
            Ok(found) if !found.is_file() => {
                let text = "this is a pipe or a device; name a graph file, such as iris.db";
                return refused(ErrorKind::Unsupported, text);
            }
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::PermissionDenied => {
                return refused(error.kind(), &format!("cannot be read ({error})"));
            }
            Err(_) => {
                let usual = path.with_extension("db");
                let text = match usual.is_file() {
                    true => {
                        format!("no such file (did you mean {:?}?)", usual.display().to_string())
                    }
                    false => {
                        "no such file; make a graph with `conceptgraph build TABLE`".to_owned()
                    }
                };
                return refused(ErrorKind::NotFound, &text);
            }
        }
        let no_graph = || refused(ErrorKind::InvalidData, &describe_no_graph(path));
        let mut opened = open_file(path);
        let kept_out = opened.as_ref().err().and_then(|error| wal_fault(path, error));
        if let Some((found, remedy)) = kept_out {
            return refused(ErrorKind::PermissionDenied, &format!("{found}; {remedy}"));
        }
        // The next connection for writing rolls back what another program left unfinished.
        let is_unfinished = |error: &rusqlite::Error| {
            error.sqlite_error_code() == Some(ErrorCode::ReadOnly) && is_concept_graph(path)
        };
        if opened.as_ref().err().is_some_and(is_unfinished) {
            repair(path)?;
            opened = open_file(path);
        }
        let (connection, ours, version) = match opened {
            Ok(opened) => opened,
            Err(error) => {
                return match error.sqlite_error_code() {
                    Some(ErrorCode::NotADatabase) => no_graph(),
                    Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                        refused(ErrorKind::ResourceBusy, LOCKED)
                    }
                    Some(ErrorCode::CannotOpen) => {
                        // SQLite does not give the reason; the system does.
                        let why = File::open(path).err().map_or(ErrorKind::Other, |why| why.kind());
                        refused(why, &format!("cannot be opened ({error})"))
                    }
                    _ => refused(
                        ErrorKind::InvalidData,
                        &format!("cannot be read ({error}); build it again, or name another"),
                    ),
                };
            }
        };
        if ours != APPLICATION_ID {
            return no_graph();
        }
        Self::new(connection, path, file_stamp(path), version)
    }

    /// Opens the graph in a file.
    ///
    /// # Errors
    /// Returns an error if [`SqliteStore::open`] does, or if the facts of the graph are invalid.
    pub fn graph(path: &Path) -> Result<Graph> {
        Ok(Graph::open(Box::new(Self::open(path)?))?)
    }

    /// Returns the graph, and the database for statements about it.
    ///
    /// # Errors
    /// Returns an error if the facts of the graph are invalid.
    pub fn into_stored_graph(self) -> Result<StoredGraph> {
        Ok(StoredGraph { graph: Graph::open(Box::new(self.clone()))?, database: Box::new(self) })
    }

    pub(super) fn new(
        mut connection: Connection,
        path: &Path,
        written: Option<(SystemTime, u64)>,
        version: i32,
    ) -> Result<Self> {
        if version != SCHEMA_VERSION {
            return Err(StoreError::schema_version_error(path.display(), version > SCHEMA_VERSION));
        }
        let interrupted = Arc::<AtomicBool>::default();
        // SQLite loses an interrupt that comes just before a statement begins.
        let ended = Arc::clone(&interrupted);
        let watch = Some(move || ended.load(Ordering::Relaxed));
        connection.progress_handler(1 << 16, watch).map_err(|error| backend_error(path, error))?;
        let schema = schema::check(&connection);
        let file = OpenFile {
            handle: connection.get_interrupt_handle(),
            connection: Mutex::new(connection),
            path: path.to_owned(),
            stamp: written,
            corrupt: OnceLock::new(),
            interrupted,
        };
        let store = Self(Arc::new(file));
        let schema = schema.map_err(|error| store.read_error(error))?;
        schema.map_err(|error| store.damage_error(error)).map(|()| store)
    }

    pub(super) fn connection(&self) -> MutexGuard<'_, Connection> {
        lock(&self.0.connection)
    }

    pub(super) fn damage_error(&self, damage: impl Into<DamageError>) -> StoreError {
        let DamageError(damage) = damage.into();
        let damage = DamageError(damage.replace('\n', " "));
        StoreError::Damaged { place: self.path().display().to_string(), damage }
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// Converts an error of SQLite about any statement.
    fn statement_error(&self, error: rusqlite::Error) -> StoreError {
        if let Some(damage) = decode::damage(&error) {
            return self.damage_error(damage);
        }
        let (kind, cause) = match error.sqlite_error_code() {
            Some(ErrorCode::OperationInterrupted) => return StoreError::Interrupted,
            Some(ErrorCode::DatabaseCorrupt) => {
                return self
                    .damage_error(self.0.corrupt.get_or_init(|| error.to_string()).as_str());
            }
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                (ErrorKind::ResourceBusy, LOCKED.to_owned())
            }
            Some(ErrorCode::ReadOnly | ErrorCode::AuthorizationForStatementDenied) => {
                let cause = "statements here only read; write with sqlite3".to_owned();
                (ErrorKind::InvalidInput, cause)
            }
            code => {
                let is_of_system =
                    matches!(code, Some(ErrorCode::SystemIoFailure | ErrorCode::DiskFull));
                let kind = if is_of_system { ErrorKind::Other } else { ErrorKind::InvalidInput };
                let cause = match &error {
                    Sqlite::SqlInputError { msg, .. } | Sqlite::SqliteFailure(_, Some(msg)) => {
                        msg.clone() + &self.likely_name(msg)
                    }
                    error => error.to_string(),
                };
                (kind, cause.replace('\n', " "))
            }
        };
        StoreError::new_backend(self.path().display(), kind, cause)
    }

    /// Returns the end of a message about a name that a statement did not find: the tables with
    /// such a column, or a near name.
    fn likely_name(&self, message: &str) -> String {
        if !message.starts_with("no such ") {
            return String::new();
        }
        let objects = self.schema_objects().unwrap_or_default();
        let tables = || objects.iter().map(|object| object.name.as_str());
        if let Some(table) = message.strip_prefix("no such table: ") {
            let listed = || format!("; there are {}", tables().collect::<Vec<_>>().join(", "));
            return Some(did_you_mean(table, tables()))
                .filter(|near| !near.is_empty())
                .unwrap_or_else(listed);
        }
        let Some(column) = message.strip_prefix("no such column: ") else { return String::new() };
        let column = column.rsplit('.').next().unwrap_or(column);
        let columns = || objects.iter().flat_map(|object| &object.columns).map(String::as_str);
        let has = |object: &&SchemaObject| {
            object.columns.iter().any(|name| name.eq_ignore_ascii_case(column))
        };
        let found: Vec<&str> = objects.iter().filter(has).map(|object| &*object.name).collect();
        match found[..] {
            [] => did_you_mean(column, columns()),
            _ => format!("; {column} is a column of {}", found.join(", ")),
        }
    }

    /// Returns an error if SQLite has found the file corrupt, or after an interrupt.
    pub(super) fn check_usable(&self) -> Result<()> {
        if self.0.interrupted.load(Ordering::Relaxed) {
            return Err(StoreError::Interrupted);
        }
        self.0.corrupt.get().map_or(Ok(()), |damage| Err(self.damage_error(damage.as_str())))
    }

    /// Converts an error of SQLite about a statement of the program, which is correct.
    pub(super) fn read_error(&self, error: rusqlite::Error) -> StoreError {
        match error.sqlite_error_code() {
            Some(ErrorCode::Unknown) => self.damage_error(error.to_string()),
            _ => self.statement_error(error),
        }
    }

    pub(super) fn query_all<T>(
        &self,
        statement: &str,
        mut row: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>> {
        self.check_usable()?;
        let mut run = || {
            let connection = self.connection();
            let mut statement = connection.prepare_cached(statement)?;
            let mut found = Vec::new();
            let mut rows = statement.query([])?;
            while let Some(next) = rows.next()? {
                found.push(row(next).map_err(|error| decode::with_column_name(error, next))?);
            }
            Ok(found)
        };
        run().map_err(|error| self.read_error(error))
    }

    fn query_rows(
        &self,
        statement: &str,
        parameters: &[(&str, ParameterValue)],
        most: Option<usize>,
    ) -> rusqlite::Result<Rows> {
        let connection = self.connection();
        let mut statement = connection.prepare_cached(statement)?;
        for (name, given) in parameters {
            if let Some(at) = statement.parameter_index(&format!(":{name}"))? {
                statement.raw_bind_parameter(at, sql_parameter(given))?;
            }
        }
        let columns: Vec<String> = statement.column_names().map(str::to_owned).collect();
        let mut rows = Vec::new();
        let mut found = statement.raw_query();
        while most.is_none_or(|most| rows.len() < most)
            && let Some(row) = found.next()?
        {
            let get = |column| Ok(decode::to_value(row.get_ref(column)?));
            rows.push((0..columns.len()).map(get).collect::<rusqlite::Result<_>>()?);
        }
        Ok(Rows { columns, rows })
    }
}

impl Database for SqliteStore {
    fn schema_objects(&self) -> Result<Vec<SchemaObject>> {
        self.query_all(schema::OBJECTS, |row| {
            let columns: String = row.get(1)?;
            let columns = serde_json::from_str(&columns)
                .map_err(|error| Sqlite::FromSqlConversionFailure(1, Type::Text, error.into()))?;
            Ok(SchemaObject { name: row.get(0)?, columns, definition: row.get(2)? })
        })
    }

    fn graph_name(&self) -> String {
        let path = self.path().file_stem().unwrap_or_default();
        path.to_string_lossy().into_owned()
    }

    fn begin_request(&self) -> Result<()> {
        self.0.interrupted.store(false, Ordering::Relaxed);
        let now = file_stamp(self.path());
        if self.0.stamp.is_none() || now == self.0.stamp {
            return Ok(());
        }
        let what = if now.is_none() { "is gone" } else { "was replaced by another one" };
        Err(StoreError::Refused(format!(
            "{}: the file {what}; open it again",
            self.path().display()
        )))
    }

    fn interrupter(&self) -> Interrupter {
        let file = Arc::clone(&self.0);
        Box::new(move || {
            file.interrupted.store(true, Ordering::Relaxed);
            file.handle.interrupt();
        })
    }

    fn parameters(&self, statement: &str) -> Result<Vec<String>> {
        let names = self.connection().prepare_cached(statement).map(|prepared| {
            let name = |at| prepared.parameter_name(at).unwrap_or("?").to_owned();
            (1..=prepared.parameter_count()).map(name).collect()
        });
        // `failed` locks the connection, which is free again.
        names.map_err(|error| self.statement_error(error))
    }

    fn faults(&self, most: usize) -> Result<Vec<String>> {
        self.check_usable()?;
        integrity::faults(&self.connection(), most).map_err(|error| self.read_error(error))
    }

    fn run(
        &self,
        statement: &str,
        parameters: &[(&str, ParameterValue)],
        most: Option<usize>,
    ) -> Result<Rows> {
        self.check_usable()?;
        self.query_rows(statement, parameters, most).map_err(|error| self.statement_error(error))
    }
}

/// Converts a parameter into a value that SQLite binds: names become a JSON array.
fn sql_parameter(parameter: &ParameterValue) -> Sql {
    match parameter {
        ParameterValue::Value(value) => sql_value(value),
        ParameterValue::Names(names) => Sql::Text(serde_json::json!(names).to_string()),
    }
}

#[cfg(test)]
#[path = "store_tests.rs"]
mod tests;
