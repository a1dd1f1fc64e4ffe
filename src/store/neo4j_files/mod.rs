//! A graph as files for `neo4j-admin database import`, and how a graph looks in Neo4j: its
//! properties, its labels, its constraints and indexes. None of this needs a server.

/// Raised when something is stored in another way. The graph's node has it as `schema`.
pub(super) const SCHEMA: i64 = 7;

/// Statements that a load and an import run before anything else.
pub(super) const CONSTRAINTS: &str = include_str!("constraints.cypher");
/// Statements that a load and an import run at the end.
pub(super) const INDEXES: &str = include_str!("indexes.cypher");

mod communities;
mod context;
mod import_cell;
pub(super) mod look;
pub(super) mod names;
mod points;
pub(super) mod purity_above;
mod write;

#[cfg(feature = "neo4j")]
pub(super) use context::attribute_concepts;
#[cfg(feature = "neo4j")]
pub(super) use import_cell::identifier;
pub use write::write;
