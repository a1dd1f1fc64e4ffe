//! The embedded store: one graph in one SQLite file.
//!
//! The schema is `schema.sql` next to this file, and the tables and views that depend on the names
//! of the columns. [`save`] writes a file, which is hidden until it is complete and then renamed
//! into place. [`SqliteStore`] reads it, and refuses files that are not graphs or have another
//! schema version. A file may hold tables, views and indexes of the user too.

mod communities;
mod context;
mod decode;
mod features;
mod in_memory;
mod insert;
mod integrity;
mod open_read;
mod open_write;
mod read;
mod read_only;
mod replace;
mod rows;
mod schema;
mod store;
mod user_tables;
mod write;
mod write_error;

#[cfg(feature = "cli")]
pub(crate) use open_read::is_concept_graph;
pub use replace::{check_target, remove};
pub use store::SqliteStore;
pub use user_tables::SqliteStatement;
#[cfg(feature = "cli")]
pub(crate) use user_tables::{communities_statement, is_database, table_names};
pub use write::save;

use crate::base::rows::Value;

/// The application id of a graph file: "cgrh".
const APPLICATION_ID: i32 = 1_668_772_712;
/// The schema version that the program writes and reads: `PRAGMA user_version`.
const SCHEMA_VERSION: i32 = 16;

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
