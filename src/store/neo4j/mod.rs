//! Graphs in a Neo4j database, several side by side, each under its name.
//!
//! `neo4j_rows` defines the nodes, relationships and properties. The node `:Graph` has the graph's
//! `name`, the key that its nodes carry as `load`, its `status` and its facts. Ids count from 1, as
//! in SQLite.
//!
//! [`Target::load`] writes a graph, [`Neo4jStore`] reads its sections, [`remove`] removes it. Bolt
//! and its runtime stay inside this module.

mod address;
mod cleanup;
mod credentials;
mod database;
mod display;
mod entries;
mod explain;
mod forecast;
mod labels;
mod load;
mod read;
mod schema;
mod server;
mod statement;
mod store;
mod user_additions;
mod user_nodes;
mod value;

pub use address::Address;
pub use credentials::Credentials;
pub use entries::list_graphs;
pub use labels::LabelPrefix;
pub use load::Target;
pub use server::Server;
pub use store::{Neo4jStore, finish_replacements, ready_graphs, remove};
pub(crate) use user_nodes::CypherStatement;
