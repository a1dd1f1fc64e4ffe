//! Modules that all others use: those of the engine, atomic files, and output.

pub(crate) mod atomic_file;
pub(crate) mod cleanup;
pub mod name_list;
pub(crate) mod output;
#[cfg(any(feature = "cli", feature = "neo4j"))]
pub(crate) mod quotation;

pub(crate) use conceptgraph_engine::base::*;
