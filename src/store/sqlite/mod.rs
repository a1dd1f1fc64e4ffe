//! One graph in one SQLite file: the embedded store.
//!
//! The schema is `schema.sql` beside this file; it is written by [`save`], into a hidden file that
//! is renamed into place when it is whole, and read by [`SqliteStore`], which refuses files that
//! are not ours, come from a newer program, or have another schema.

mod context;
mod covers;
mod decode;
mod insert;
mod integrity;
mod members;
mod read;
mod read_only;
mod schema;
mod seal;
mod steps;
mod store;
mod write;
mod write_failure;

pub use seal::Seal;
pub use store::SqliteStore;
pub use write::{check_target, save};

use crate::base::rows::Value;

/// Marks a SQLite file as ours: "cgrh".
const APPLICATION_ID: i32 = 1_668_772_712;
/// The schema this program writes: `PRAGMA user_version`. 2 has the digest; 3 has delta and gap,
/// and in an LCA graph no lists of members that follow from generators; 4 has lists of covers.
const SCHEMA_VERSION: i32 = 4;
/// The first schema with delta and gap of concepts.
const STABILITY: i32 = 3;
/// The first schema with covers as lists of steps.
const STEPS: i32 = 4;
/// The oldest that it reads.
const OLDEST: i32 = 1;

/// A value as SQLite binds it.
fn sql_value(value: &Value) -> rusqlite::types::Value {
    use rusqlite::types::Value as Sql;
    match value {
        Value::Null => Sql::Null,
        Value::Int(number) => Sql::Integer(*number),
        Value::Real(number) => Sql::Real(*number),
        Value::Text(text) => Sql::Text(text.clone()),
    }
}
