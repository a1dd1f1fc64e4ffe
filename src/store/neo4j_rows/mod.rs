//! What a graph consists of in Neo4j: its nodes, relationships and properties, its constraints and
//! indexes. A load and the files of an import write the same rows. None of this needs a server.

pub(super) mod block;
pub(super) mod kind;
mod look;
pub(super) mod names;
mod neighbors;
mod nodes;
mod purity_above;
pub(super) mod source;

#[cfg(feature = "neo4j")]
pub(crate) use look::all as display_labels;

/// Raised when something is stored in another way. The graph's node has it as `schema`.
pub(super) const SCHEMA: i64 = 10;

/// Statements that a load and an import run before anything else.
pub(super) const CONSTRAINTS: &str = include_str!("constraints.cypher");
/// Statements that a load and an import run at the end.
pub(super) const INDEXES: &str = include_str!("indexes.cypher");
