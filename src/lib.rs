//! conceptgraph (doc to come)
pub mod bitset;
pub mod cli;
pub mod context;
pub mod csr;
pub mod export;
pub mod graph;
pub mod input_error;
pub mod keys;
pub mod knn;
pub mod lattice;
pub mod mine;
pub mod points;
pub mod purity;
pub mod query;
pub mod select;
pub mod store;
pub mod table;
