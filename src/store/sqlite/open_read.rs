//! SQLite files that are opened for reading.
//!
//! A file in WAL mode is read by way of two files beside it, `-wal` and `-shm`, which SQLite
//! creates if they are missing. In a read-only folder it cannot. If there is no `-wal` there, no
//! program writes to the file, and it is opened as immutable; if there is one, it holds a part of
//! the content, and the file cannot be read.

use std::ops::Range;
use std::path::{Path, PathBuf};

use rusqlite::limits::Limit;
use rusqlite::{Connection, ErrorCode, OpenFlags, Result};

use super::{APPLICATION_ID, read_only};
use crate::base::display_safe::quote_shell;

/// The most bytes of one value, so that an endless `group_concat` ends before memory does.
const MAX_VALUE_BYTES: i32 = 64 << 20;
/// The number of bytes of a database up to its application id.
const HEADER_BYTES: usize = 72;
/// The message for a file that is no graph.
pub(super) const NO_GRAPH: &str = "this is not a concept graph";
const MAGIC: &[u8] = b"SQLite format 3\0";
/// The position of the journal mode in the header of a file.
pub(super) const JOURNAL_MODE: Range<usize> = 18..20;
pub(super) const WAL_MODE: [u8; 2] = [2, 2];

pub(super) fn open_for_reading(path: &Path) -> Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let open = || check_readable(Connection::open_with_flags(path, flags)?);
    match open() {
        Err(error) if is_denied(&error) && is_in_wal_mode(path) && !has_log(path) => {
            check_readable(Connection::open_with_flags(
                immutable_uri(path),
                flags | OpenFlags::SQLITE_OPEN_URI,
            )?)
        }
        opened => opened,
    }
}

/// Restricts a connection to reading, and returns it with the application id and the user version
/// of its database. The file may come from anywhere, so its cells are checked, and its views and
/// defaults can call only harmless functions.
pub(super) fn restrict_to_reading(
    mut connection: Connection,
) -> rusqlite::Result<(Connection, i32, i32)> {
    connection.execute_batch("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;")?;
    read_only::forbid_writes(&mut connection)?;
    connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES)?;
    let pragma = |name| connection.pragma_query_value(None, name, |row| row.get(0));
    let (ours, version) = (pragma("application_id")?, pragma("user_version")?);
    Ok((connection, ours, version))
}

/// Returns why a file in WAL mode cannot be read, and a remedy; `None` for other errors.
pub(super) fn wal_fault(path: &Path, error: &rusqlite::Error) -> Option<(String, &'static str)> {
    if !is_denied(error) || !is_in_wal_mode(path) || !has_log(path) {
        return None;
    }
    let found = format!(
        "its journal mode is WAL, and a part of it is in {}, which cannot be read in a folder that \
         may not be written",
        log_path(path).file_name().unwrap_or_default().display()
    );
    let remedy = "copy both files into a folder of your own, or let somebody who may write run: \
                  sqlite3 FILE 'PRAGMA journal_mode=DELETE'";
    Some((found, remedy))
}

fn check_readable(connection: Connection) -> Result<Connection> {
    connection.query_row("PRAGMA schema_version", [], |_| Ok(()))?;
    Ok(connection)
}

/// Returns the start of a database, up to its application id; `None` for another file.
pub(super) fn header(path: &Path) -> Option<[u8; HEADER_BYTES]> {
    use std::io::Read;
    let mut header = [0; HEADER_BYTES];
    // Reading from a pipe would consume its bytes.
    if !path.is_file() {
        return None;
    }
    let mut file = std::fs::File::open(path).ok()?;
    file.read_exact(&mut header).ok()?;
    header.starts_with(MAGIC).then_some(header)
}

/// Returns `true` if a file has the application id of a graph, even a damaged one.
pub(crate) fn is_concept_graph(path: &Path) -> bool {
    header(path).is_some_and(|header| header.ends_with(&APPLICATION_ID.to_be_bytes()))
}

/// Describes a file that cannot be opened as a graph, with a remedy.
pub(super) fn describe_no_graph(path: &Path) -> String {
    if path.metadata().is_ok_and(|about| about.len() == 0) {
        return "the file is empty; build the graph again".to_owned();
    }
    if is_concept_graph(path) || lacks_header(path) {
        return "this graph is damaged or was cut short; build it again".to_owned();
    }
    let input = quote_shell(&path.display().to_string());
    format!("{NO_GRAPH}; `conceptgraph build {input}` makes a graph of a table")
}

/// Returns `true` if a file begins as a database and ends before its header does.
fn lacks_header(path: &Path) -> bool {
    path.metadata().is_ok_and(|about| about.len() < HEADER_BYTES as u64)
        && std::fs::read(path).is_ok_and(|bytes| bytes.starts_with(MAGIC))
}

/// Returns `true` if SQLite could not create or write the files that it needs beside a database.
fn is_denied(error: &rusqlite::Error) -> bool {
    let code = error.sqlite_error_code();
    matches!(code, Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen))
}

fn is_in_wal_mode(path: &Path) -> bool {
    header(path).is_some_and(|header| header[JOURNAL_MODE] == WAL_MODE)
}

fn log_path(path: &Path) -> PathBuf {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    log.into()
}

fn has_log(path: &Path) -> bool {
    log_path(path).metadata().is_ok_and(|log| log.len() > 0)
}

fn immutable_uri(path: &Path) -> String {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let byte = |&byte: &u8| match byte {
        b'/' | b'.' | b'-' | b'_' => char::from(byte).to_string(),
        _ if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    let path: String = path.as_os_str().as_encoded_bytes().iter().map(byte).collect();
    format!("file:{path}?immutable=1")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_in_wal_mode_is_read_as_one_that_does_not_change() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("50% ü?#.db");
        let wal = "PRAGMA journal_mode = WAL; CREATE TABLE t (x); INSERT INTO t VALUES (7);";
        Connection::open(&path).and_then(|made| made.execute_batch(wal)).expect("a database");
        assert!(is_in_wal_mode(&path) && !has_log(&path));
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
        let opened = Connection::open_with_flags(immutable_uri(&path), flags).expect("it opens");
        let x: i64 = opened.query_row("SELECT x FROM t", [], |row| row.get(0)).expect("a row");
        assert_eq!(x, 7);
        // No file was created beside it.
        assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 1);
    }
}
