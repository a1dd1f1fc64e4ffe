//! Errors of writing a graph file.

use std::io;
use std::path::Path;

use rusqlite::{ErrorCode, ffi};

use crate::store::StoreError;

pub(super) fn exists_error(found: String) -> StoreError {
    StoreError::Exists { found, another: "name another" }
}

pub(super) fn backend_error(place: &Path, error: impl Into<WriteError>) -> StoreError {
    let place = place.display().to_string();
    match error.into() {
        WriteError::Io(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            exists_error(format!("{place}: another run wrote this file meanwhile, and it stays"))
        }
        error => StoreError::Backend { place, cause: error.to_string(), kind: error.kind() },
    }
}

#[derive(Debug, thiserror::Error)]
pub(super) enum WriteError {
    #[error("cannot be written ({0}); nothing was stored")]
    Io(#[from] io::Error),
    #[error("cannot be written ({0}); nothing was stored")]
    Denied(rusqlite::Error),
    #[error("the disk is full; nothing was stored")]
    DiskFull,
    #[error("the disk is full or cannot be written ({0}); nothing was stored")]
    Disk(rusqlite::Error),
    #[error("another program uses this file; try again when it is done")]
    InUse,
    #[error("another program changed the file meanwhile; run the command again")]
    Changed,
    #[error("{0}")]
    Sqlite(rusqlite::Error),
}

impl WriteError {
    fn kind(&self) -> io::ErrorKind {
        match self {
            Self::Io(error) => error.kind(),
            Self::Denied(_) => io::ErrorKind::PermissionDenied,
            Self::DiskFull => io::ErrorKind::StorageFull,
            Self::InUse => io::ErrorKind::ResourceBusy,
            Self::Disk(_) | Self::Changed | Self::Sqlite(_) => io::ErrorKind::Other,
        }
    }
}

impl From<rusqlite::Error> for WriteError {
    fn from(error: rusqlite::Error) -> Self {
        // Another file was renamed to the path of the open one.
        if error.sqlite_error().is_some_and(|e| e.extended_code == ffi::SQLITE_READONLY_DBMOVED) {
            return Self::Changed;
        }
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => Self::DiskFull,
            Some(ErrorCode::SystemIoFailure) => Self::Disk(error),
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::InUse,
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen) => Self::Denied(error),
            _ => Self::Sqlite(error),
        }
    }
}
