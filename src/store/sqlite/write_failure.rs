//! Why a graph file was not written, for a person.

use std::io;
use std::path::Path;

use crate::store::Error;

/// What went wrong at a place.
pub(super) fn failed(place: &Path, error: impl Into<Cause>) -> Error {
    let place = place.display().to_string();
    match error.into() {
        Cause::Appeared => {
            exists(&format!("{place}: another run wrote this file meanwhile, and it stays"))
        }
        Cause::Words(cause) => Error::Backend { place, cause },
    }
}

/// What exists there already.
pub(super) fn exists(found: &str) -> Error {
    Error::Exists { found: found.to_owned(), another: "name another" }
}

/// What went wrong.
pub(super) enum Cause {
    /// The file was not there before.
    Appeared,
    /// Anything else, in words.
    Words(String),
}

impl From<io::Error> for Cause {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::AlreadyExists => Cause::Appeared,
            _ => Cause::Words(format!("cannot be written ({error}); nothing was stored")),
        }
    }
}

impl From<rusqlite::Error> for Cause {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode::{DiskFull, SystemIoFailure};
        Cause::Words(match error.sqlite_error_code() {
            Some(DiskFull) => "the disk is full; nothing was stored".to_owned(),
            Some(SystemIoFailure) => {
                format!("the disk is full or cannot be written ({error}); nothing was stored")
            }
            _ => error.to_string(),
        })
    }
}
