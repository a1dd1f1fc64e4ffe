//! A SQLite file that is opened to be read, wherever it stands.
//!
//! A file in the journal mode WAL is read by way of two files beside it, `-wal` and `-shm`, which
//! SQLite makes where they are missing. In a folder that may only be read it cannot. Where there is
//! no `-wal` no program writes to the file, and it is read as one that does not change; where there
//! is one, a part of the content stands in it.

use std::ops::Range;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, ErrorCode, OpenFlags, Result};

use super::read_only;

/// What a SQLite file begins with.
const MAGIC: &[u8] = b"SQLite format 3\0";
/// Where the header of a file says its journal mode, and what stands there for WAL.
pub(super) const JOURNAL: Range<usize> = 18..20;
pub(super) const WAL: [u8; 2] = [2, 2];

/// Opens a file for reading, and looks whether it can be read.
pub(super) fn open_to_read(path: &Path) -> Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let open = || looked_at(Connection::open_with_flags(path, flags)?);
    match open() {
        Err(error) if is_kept_out(&error) && is_in_wal_mode(path) && !has_log(path) => looked_at(
            Connection::open_with_flags(unchanging(path), flags | OpenFlags::SQLITE_OPEN_URI)?,
        ),
        opened => opened,
    }
}

/// From now on a database is only read. It may come from anywhere: what it says of itself is looked
/// at, and its views and defaults can call nothing but what is harmless.
pub(super) fn only_read(mut connection: Connection) -> rusqlite::Result<(Connection, i32, i32)> {
    connection.execute_batch("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;")?;
    read_only::guard(&mut connection)?;
    let pragma = |name| connection.pragma_query_value(None, name, |row| row.get(0));
    let (ours, version) = (pragma("application_id")?, pragma("user_version")?);
    Ok((connection, ours, version))
}

/// Why a file in WAL mode cannot be read where it stands, and what to do; `None` if an error has
/// another reason.
pub(super) fn kept_out(path: &Path, error: &rusqlite::Error) -> Option<(String, &'static str)> {
    if !is_kept_out(error) || !is_in_wal_mode(path) || !has_log(path) {
        return None;
    }
    let found = format!(
        "its journal mode is WAL, and a part of it is in {}, which cannot be read in a folder that \
         may not be written",
        log(path).file_name().unwrap_or_default().display()
    );
    let remedy = "copy both files into a folder of your own, or let somebody who may write run: \
                  sqlite3 FILE 'PRAGMA journal_mode=DELETE'";
    Some((found, remedy))
}

/// A database that can be read.
fn looked_at(connection: Connection) -> Result<Connection> {
    connection.query_row("PRAGMA schema_version", [], |_| Ok(()))?;
    Ok(connection)
}

/// What a database begins with, up to the id of its application.
pub(super) fn header(path: &Path) -> Option<[u8; 72]> {
    use std::io::Read;
    let mut header = [0; 72];
    // What is read of a pipe is gone.
    if !path.is_file() {
        return None;
    }
    let mut file = std::fs::File::open(path).ok()?;
    file.read_exact(&mut header).ok()?;
    header.starts_with(MAGIC).then_some(header)
}

/// Whether SQLite could not make or write what it needs beside a file.
fn is_kept_out(error: &rusqlite::Error) -> bool {
    let code = error.sqlite_error_code();
    matches!(code, Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen))
}

fn is_in_wal_mode(path: &Path) -> bool {
    header(path).is_some_and(|header| header[JOURNAL] == WAL)
}

/// Where the newest content of a file in WAL mode is.
fn log(path: &Path) -> PathBuf {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    log.into()
}

fn has_log(path: &Path) -> bool {
    log(path).metadata().is_ok_and(|log| log.len() > 0)
}

/// The URI of a file that no program changes.
fn unchanging(path: &Path) -> String {
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
        let opened = Connection::open_with_flags(unchanging(&path), flags).expect("it opens");
        let x: i64 = opened.query_row("SELECT x FROM t", [], |row| row.get(0)).expect("a row");
        assert_eq!(x, 7);
        // Nothing was made beside it.
        assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 1);
    }
}
