//! The method of conceptgraph: from a table of numbers to neighbours, a context, its formal
//! concepts and their covers, and the groups of points that stand apart.
//!
//! The crate `conceptgraph` above it keeps graphs in stores, asks and draws them, and passes on
//! what its users need of this one. Nothing here knows a store, a terminal or a server.

pub mod base;
pub mod build;
pub mod cohesion;
pub mod communities;
pub mod context;
pub mod dataset;
pub mod differences;
pub mod evaluate;
pub mod graph;
pub mod knn;
pub mod lattice;
pub mod layout;
pub mod mine;
pub mod near;
pub mod pair_purity;
pub mod point_graph;
pub mod purity;
pub mod rule;
pub mod table;

pub use base::ids::PointId;
pub use build::build;
pub use knn::Metric;
