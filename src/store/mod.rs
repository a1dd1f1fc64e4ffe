//! Where a graph is kept.
//!
//! A store writes a whole [`Graph`] and reads its [sections](crate::graph::Sections): [`sqlite`] is
//! one file, `neo4j` a server (with the feature `neo4j`). A graph appears there whole or not at
//! all. Statements of users go to the [`Database`] itself. [`bulk`] writes a folder of tables for
//! other databases.

pub mod bulk;
pub(crate) mod column_names;
pub(crate) mod digest;
mod error;
#[cfg(feature = "neo4j")]
pub mod neo4j;
mod neo4j_rows;
pub mod server_word;
pub mod sqlite;

pub use digest::digest;
pub use error::Error;

use crate::base::rows::{Rows, Value};
use crate::graph::Graph;

/// The result of a call of a store.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// A stored graph that is open.
pub struct Opened {
    /// The graph, whose sections are read when they are needed.
    pub graph: Graph,
    /// The database that holds it.
    pub database: Box<dyn Database + Send + Sync>,
}

/// Something that statements can query: a table, or a label of nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaObject {
    /// What it is called.
    pub name: String,
    /// Its columns or properties.
    pub columns: Vec<String>,
    /// How it is defined, in the store's language.
    pub definition: String,
}

/// Ends a running statement from another thread.
pub type Interrupter = Box<dyn Fn() + Send>;

/// What a statement is given under a name.
#[derive(Clone, Debug, PartialEq)]
pub enum Parameter {
    /// One value.
    Value(Value),
    /// A list of names: a JSON array in SQL, a list in Cypher.
    Names(Vec<String>),
}

/// The database that holds a graph, for statements in its own query language.
pub trait Database {
    /// Runs a reading statement with named parameters and returns all rows. Parameters that the
    /// statement does not name are passed over; names that it has and that are not given are NULL.
    ///
    /// # Errors
    /// Whatever the database says of the statement, and an interrupt.
    fn run(&self, statement: &str, parameters: &[(&str, Parameter)]) -> Result<Rows>;

    /// The parameters of a statement as they stand in it, `:name` in SQL and `$name` in Cypher, `?`
    /// where one has no name.
    ///
    /// # Errors
    /// A statement that the database cannot read.
    fn parameters(&self, statement: &str) -> Result<Vec<String>>;

    /// What statements can query, by name.
    ///
    /// # Errors
    /// A database that fails.
    fn schema_objects(&self) -> Result<Vec<SchemaObject>>;

    /// A statement of ours as this store takes it, whose graph may have other labels.
    fn in_its_words(&self, statement: &str) -> String {
        statement.to_owned()
    }

    /// What its graph is called in it.
    fn graph_name(&self) -> String;

    /// Whether what was opened is still there; a failure says what to do. What is asked after it is
    /// answered, whatever was interrupted before.
    fn still_there(&self) -> Result<()>;

    /// Returns the first faults that the database finds in its own files, at most `most`; none of a
    /// server.
    ///
    /// # Errors
    /// A database that fails.
    fn faults(&self, most: usize) -> Result<Vec<String>> {
        let _ = most;
        Ok(Vec::new())
    }

    /// Something that ends a running answer from another thread, up to [`Database::still_there`].
    fn interrupter(&self) -> Interrupter;
}
