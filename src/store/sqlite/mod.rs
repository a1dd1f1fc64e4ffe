//! One graph in one SQLite file: the embedded store.
//!
//! The schema is `schema.sql` next to this file, and what follows from the names of the features;
//! it is written by [`save`], into a hidden file that is renamed into place when it is whole, and
//! read by [`SqliteStore`], which refuses files that are not ours or have another schema. Tables,
//! views and indexes of the user's own may stand there too.

mod communities;
mod context;
mod decode;
mod features;
mod in_memory;
mod insert;
mod integrity;
mod own_tables;
mod read;
mod read_only;
mod replace;
mod rows;
mod schema;
mod store;
mod to_read;
mod to_write;
mod write;
mod write_error;

pub use own_tables::SqliteStatement;
#[cfg(feature = "cli")]
pub(crate) use own_tables::{beside_communities, is_concept_graph, is_database, tables};
pub use replace::{check_target, remove};
pub use store::SqliteStore;
pub use write::save;

use crate::base::rows::Value;

/// Marks a SQLite file as ours: "cgrh".
const APPLICATION_ID: i32 = 1_668_772_712;
/// The schema that this program writes and reads: `PRAGMA user_version`.
const SCHEMA_VERSION: i32 = 13;

/// A value as SQLite binds it.
fn sql_value(value: &Value) -> rusqlite::types::Value {
    use rusqlite::types::Value as Sql;
    match value {
        Value::Null => Sql::Null,
        Value::Int(number) => Sql::Integer(*number),
        Value::Real(number) => Sql::Real(*number),
        Value::Text(text) => Sql::Text(text.clone()),
        Value::Json(json) => Sql::Text(json.to_string()),
    }
}
