//! The method of conceptgraph: nearest neighbours of the rows of a table, formal contexts, their
//! concepts and covers, and the groups of points that are separate from the others.
//!
//! Invariant: no module depends on a store, a terminal or a server. The crate `conceptgraph` above
//! this one stores, queries and draws graphs, and re-exports the items that its users need.

#![warn(unreachable_pub)]

pub mod base;
pub mod build;
pub mod cohesion;
pub mod communities;
pub mod context;
pub mod dataset;
pub mod diagram;
pub mod differences;
pub mod evaluate;
pub mod graph;
pub mod knn;
pub mod lattice;
pub mod layout;
pub mod mine;
pub mod near_points;
pub mod outliers;
pub mod pair_purity;
pub mod point_graph;
pub mod purity;
pub mod rule;
pub mod table;

pub use base::ids::PointId;
pub use build::build;
pub use knn::Metric;
