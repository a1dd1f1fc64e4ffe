//! One graph in one SQLite file: the embedded store.
//!
//! The schema is `schema.sql` beside this file; it is written by [`save`], into a
//! hidden file beside the target that is renamed into place when it is whole, and read by
//! [`SqliteStore`], which refuses files that are not ours or come from a newer program.

mod covers;
mod insert;
mod read;
mod write;

pub use read::SqliteStore;
pub use write::{check_target, save};

/// Marks a SQLite file as ours: "cgrh".
const APPLICATION_ID: i32 = 1_668_772_712;
/// The schema this program reads and writes.
const SCHEMA_VERSION: i32 = 1;
