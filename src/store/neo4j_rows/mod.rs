//! The property graph of a concept graph in Neo4j: nodes, relationships and properties, constraints
//! and indexes. A load and a bulk export write the same rows. This module needs no server.

pub(super) mod block;
pub(super) mod kind;
pub(super) mod names;
mod nodes;
pub(super) mod plan;
mod purity_above;
pub(super) mod source;

/// The schema version, the property `schema`, raised whenever the stored form changes.
pub(super) const SCHEMA: i64 = 14;

/// Statements that a load and an import run before anything else.
pub(super) const CONSTRAINTS: &str = include_str!("constraints.cypher");
/// Statements that a load and an import run at the end.
pub(super) const INDEXES: &str = include_str!("indexes.cypher");
