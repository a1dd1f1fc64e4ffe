//! What a graph consists of in Neo4j: its nodes, relationships and properties, its constraints and
//! indexes. A load and the files of an import write the same rows. None of this needs a server.

pub(super) mod block;
pub(super) mod kind;
pub(super) mod names;
mod nodes;
pub(super) mod plan;
mod purity_above;
pub(super) mod source;

/// Raised when something is stored in another way. The graph's node has it as `schema`.
pub(super) const SCHEMA: i64 = 11;

/// Statements that a load and an import run before anything else.
pub(super) const CONSTRAINTS: &str = include_str!("constraints.cypher");
/// Statements that a load and an import run at the end.
pub(super) const INDEXES: &str = include_str!("indexes.cypher");
