//! Stores of graphs.
//!
//! A store writes a whole [`Graph`] and reads its [sections](crate::graph::Sections): [`sqlite`] is
//! one file, `neo4j` a server (with the feature `neo4j`). Invariant: a graph appears in a store
//! whole or not at all. Statements of users go to the [`Database`] itself. [`bulk`] writes a folder
//! of tables for other databases.

pub mod bulk;
pub(crate) mod column_names;
pub(crate) mod digest;
mod error;
#[cfg(feature = "neo4j")]
pub mod neo4j;
mod neo4j_rows;
pub mod server_url;
pub mod sqlite;

pub use digest::digest;
pub use error::StoreError;

use crate::base::rows::{Rows, Value};
use crate::graph::Graph;

/// The result of a call of a store.
pub type Result<T, E = StoreError> = std::result::Result<T, E>;

/// An open stored graph.
pub struct StoredGraph {
    /// The graph, whose sections are read on demand.
    pub graph: Graph,
    /// The database that holds the graph.
    pub database: Box<dyn Database + Send + Sync>,
}

/// An object that statements can query: a table, or a label of nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaObject {
    /// The name of the table or label.
    pub name: String,
    /// The names of the columns or properties.
    pub columns: Vec<String>,
    /// The definition in the store's language.
    pub definition: String,
}

/// A function that ends a running statement from another thread.
pub type Interrupter = Box<dyn Fn() + Send>;

/// The value of a named parameter of a statement.
#[derive(Clone, Debug, PartialEq)]
pub enum ParameterValue {
    /// One value.
    Value(Value),
    /// A list of names: a JSON array in SQL, a list in Cypher.
    Names(Vec<String>),
}

/// The database that holds a graph, for statements in its own query language.
pub trait Database {
    /// Runs a reading statement with named parameters and returns its first `most` rows, or all.
    /// Parameters that the statement does not name are ignored; names without a parameter are NULL.
    ///
    /// # Errors
    /// Returns an error if the database rejects the statement or fails, or after an interrupt.
    fn run(
        &self,
        statement: &str,
        parameters: &[(&str, ParameterValue)],
        most: Option<usize>,
    ) -> Result<Rows>;

    /// Returns the parameters of a statement as they are written in it, `:name` in SQL and `$name`
    /// in Cypher; `?` for a parameter without a name.
    ///
    /// # Errors
    /// Returns an error if the database cannot parse the statement.
    fn parameters(&self, statement: &str) -> Result<Vec<String>>;

    /// Returns the objects that statements can query, ordered by name.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    fn schema_objects(&self) -> Result<Vec<SchemaObject>>;

    /// Translates a statement of the program for this store, whose graph may have prefixed labels.
    fn with_labels(&self, statement: &str) -> String {
        statement.to_owned()
    }

    /// Returns the name of the graph in the database.
    fn graph_name(&self) -> String;

    /// Checks that the opened graph is still in the store, and clears an earlier interrupt, so that
    /// later statements run.
    ///
    /// # Errors
    /// Returns an error that says what to do if the graph was replaced or removed.
    fn begin_request(&self) -> Result<()>;

    /// Returns the first faults that the database finds in its own files, at most `most`; empty for
    /// a server.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    fn faults(&self, most: usize) -> Result<Vec<String>> {
        let _ = most;
        Ok(Vec::new())
    }

    /// Returns a function that ends the running statement from another thread, and all later ones
    /// until [`Database::begin_request`] is called.
    fn interrupter(&self) -> Interrupter;
}
