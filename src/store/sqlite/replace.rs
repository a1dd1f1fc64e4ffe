//! Replacement and removal of a graph file.
//!
//! The file must be a graph that may be written, and no other program may use it meanwhile: the
//! program would go on writing into an unlinked file. The files that SQLite keeps beside it
//! (`-wal`, `-journal`) are removed first, because SQLite would apply them to the next file of this
//! name.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use rusqlite::Connection;

use super::open_read::is_concept_graph;
use super::open_write::{check_writable, open_for_writing};
use super::schema;
use super::store::SqliteStore;
use super::user_tables::is_database;
use super::write_error::{WriteError, backend_error, exists_error};
use crate::base::atomic_file::check_folder;
use crate::base::progress::Progress;
use crate::store::{Result, StoreError};

/// Checks that a graph may be written to `path`. An existing file must be a writable graph or
/// empty, and is replaced only with `force`.
pub fn check_target(path: &Path, force: bool) -> Result<()> {
    let failed = |kind, cause: &str| Err(StoreError::new_backend(path.display(), kind, cause));
    let refused = |text: &str| Err(StoreError::Refused(format!("{}: {text}", path.display())));
    if path.is_dir() {
        let cause = "this is a folder; name a file to write, such as graph.db";
        return failed(ErrorKind::IsADirectory, cause);
    }
    if let Err(missing) = check_folder(path) {
        return failed(ErrorKind::NotFound, &missing.to_string());
    }
    if !path.exists() {
        return Ok(());
    }
    if is_database(path) && !is_concept_graph(path) {
        let own = path.with_extension("graph.db");
        return refused(&format!(
            "this database is not a concept graph, and is not replaced; name another file, such as \
             {}",
            own.display()
        ));
    }
    if !is_concept_graph(path) && !is_empty_file(path) {
        return refused(
            "this file is not a concept graph, so it is not replaced; name another file",
        );
    }
    match force {
        true => check_writable(path),
        false => Err(exists_error(format!("{}: this file exists", path.display()))),
    }
}

fn is_empty_file(path: &Path) -> bool {
    path.metadata().is_ok_and(|data| data.is_file() && data.len() == 0)
}

/// A target that is ready to be replaced; no other program can use it until this is dropped.
pub(super) struct TargetLock {
    connection: Option<Connection>,
    others: Vec<String>,
}

impl TargetLock {
    pub(super) fn new(path: &Path) -> Result<Self> {
        let connection = loop {
            if !path.exists() {
                break None;
            }
            check_target(path, true)?;
            let before = identity(path);
            let connection = open_for_writing(path)?;
            let connection = match lock(&connection).map_err(WriteError::from) {
                Ok(()) => Some(connection),
                Err(error @ (WriteError::InUse | WriteError::Denied(_))) => {
                    return Err(backend_error(path, error));
                }
                // A damaged file, or no database: no program can use it.
                Err(_) => None,
            };
            // The program that held the file before may have replaced it.
            if identity(path) == before {
                break connection;
            }
        };
        // The schema of a damaged file may be unreadable.
        let others = connection.as_ref().map(schema::foreign_objects);
        let others = others.and_then(rusqlite::Result::ok).unwrap_or_default();
        remove_side_files(path);
        // On systems other than Unix an open file cannot be replaced.
        let connection = connection.filter(|_| cfg!(unix));
        Ok(Self { connection, others })
    }

    /// Releases the old file, and notes the objects of others that were in it.
    pub(super) fn release(self, progress: &Progress) {
        drop(self.connection);
        if !self.others.is_empty() {
            let others = self.others.join(", ").replace('\n', " ");
            progress.note(&format!("(added by others, and gone with the old graph: {others})"));
        }
    }
}

/// Locks a database that no other program uses; leaving WAL mode merges the log into the file.
fn lock(connection: &Connection) -> rusqlite::Result<()> {
    let mode = "PRAGMA journal_mode = DELETE";
    let _: String = connection.query_row(mode, [], |row| row.get(0))?;
    connection.execute_batch("BEGIN EXCLUSIVE")
}

fn remove_side_files(path: &Path) {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    for suffix in ["-wal", "-shm", "-journal"] {
        let mut beside = path.clone().into_os_string();
        beside.push(suffix);
        let _ = fs::remove_file(beside);
    }
}

/// Returns the device and inode of the file at `path`.
#[cfg(unix)]
fn identity(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    path.metadata().ok().map(|data| (data.dev(), data.ino()))
}

/// Returns the creation time of the file at `path`, which stands for its identity.
#[cfg(not(unix))]
fn identity(path: &Path) -> Option<std::time::SystemTime> {
    path.metadata().and_then(|data| data.created()).ok()
}

/// Removes the graph at `path`.
///
/// # Errors
/// Returns an error if the file is not a graph, may not be written or is in use.
pub fn remove(path: &Path) -> Result<()> {
    drop(SqliteStore::open(path)?);
    let _held = TargetLock::new(path)?;
    fs::remove_file(path).map_err(|error| backend_error(path, error))
}
