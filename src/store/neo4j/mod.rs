//! Graphs in a Neo4j database, several side by side, each by its name.
//!
//! Nodes and their properties:
//!
//! - `:Graph`: `name`, `graph` (the key its nodes carry), `status`, `n`, `k` and the other facts
//! - `:Class`: `graph`, `id`, `name`, `size`, `concepts`, `largestPure`, `dendrogramPurity`,
//!   `chance`
//! - `:Point`: `graph`, `id`, `row` of the input, `name`, `class`, `key`, its features, columns
//!   that are only shown, `boundary` and `home` (ids of concepts), and `quoted` where the name
//!   needs it
//! - `:Attribute`, of a ready context: `graph`, `id`, `name`
//! - `:Concept`: `graph`, `id`, `name` (`c12`), `size`, `intentSize`, `purity`, `majorityClass`,
//!   `key`, `delta`, `cohesion`, `gap`, `community` (the name of a group), `generator` as people
//!   write it, `generatorIds`
//! - `:Community`: `graph`, `id`, `name` (`g1`), `level`, `points`, `separation`, `touching`,
//!   `cohesion`, `purity`, `majorityClass`, `cluster` (the id of the concept most like it), `apart`
//!
//! | relationships | say |
//! |---|---|
//! | `(:Concept)-[:COVERED_BY]->(:Concept)` | the cover, from the lower to the upper |
//! | `(:Point)-[:INTRODUCED_IN]->(:Concept)` | the smallest concepts that hold the point |
//! | `(:Attribute)-[:INTRODUCED_IN]->(:Concept)` | those that have the attribute, where stored |
//! | `(:Concept)-[:HAS_CLASS {count, purity, purityAbove}]->(:Class)` | the classes of its points |
//! | `(:Point)-[:MEMBER_OF]->(:Concept)` | the points of a concept, where wanted |
//! | `(:Point)-[:OF_CLASS]->(:Class)` | the class |
//! | `(:Point)-[:BELONGS_TO {share}]->(:Community)` | the groups and parts that it is in |
//! | `(:Community)-[:PART_OF]->(:Community)` | what a community lies in next |
//! | `(:Community)-[:OVERLAPS {points, jaccard, separation}]->(:Community)` | two groups |
//! | `(:Point)-[:STANDS_FOR]->()` | a node of somebody else's, where points are attached |
//! | `(:Point)-[:NEIGHBOR]->(:Point)`, `(:Point)-[:HAS]->(:Attribute)` | the context |
//!
//! `purityAbove` is the greatest purity of that class in a larger cluster around, given where it is
//! less than `purity` (`purity_above`).
//!
//! Ids count from 1, as in SQLite. [`Target::load`] writes a graph, [`Neo4jStore`] reads it,
//! [`remove`] removes it; Bolt and its runtime stay in here.

mod address;
mod ask;
mod attach;
mod attached;
mod batches;
mod cleanup;
mod communities;
mod credentials;
mod entries;
mod explain;
mod foreign;
mod integrity;
mod journal;
mod load;
mod own_nodes;
mod read;
mod server;
mod shown;
mod statement;
mod store;
mod value;

pub use address::Address;
pub use attach::Attach;
pub use credentials::Credentials;
pub use entries::list_graphs;
pub use load::Target;
pub use own_nodes::CypherStatement;
pub use server::Server;
pub use store::{Neo4jStore, finish_replacements, graphs, remove};
