//! Graph files that are opened for writing.

use std::io::ErrorKind;
use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use super::write_error::backend_error;
use crate::store::{Result, StoreError};

/// Refuses a read-only file, even if the rights of its folder or its user allow a replacement.
pub(super) fn check_writable(path: &Path) -> Result<()> {
    match path.metadata().is_ok_and(|data| data.permissions().readonly()) {
        true => Err(not_writable_error(path)),
        false => Ok(()),
    }
}

fn not_writable_error(path: &Path) -> StoreError {
    let cause = "this file may only be read; let it be written, or name another";
    StoreError::new_backend(path.display(), ErrorKind::PermissionDenied, cause)
}

/// Opens a graph file for writing; the first read rolls unfinished transactions back.
pub(super) fn open_for_writing(path: &Path) -> Result<Connection> {
    check_writable(path)?;
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let open = || {
        let connection = Connection::open_with_flags(path, flags)?;
        // The file may come from anywhere.
        connection.execute_batch("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;")?;
        Ok((connection.is_readonly("main")?, connection))
    };
    match open().map_err(|error: rusqlite::Error| backend_error(path, error))? {
        (true, _) => Err(not_writable_error(path)),
        (false, connection) => Ok(connection),
    }
}

/// Lets SQLite roll an unfinished transaction back.
pub(super) fn repair(path: &Path) -> Result<()> {
    let connection = open_for_writing(path)?;
    let look = connection.pragma_query_value(None, "user_version", |row| row.get::<_, i32>(0));
    look.map(drop).map_err(|error| backend_error(path, error))
}
