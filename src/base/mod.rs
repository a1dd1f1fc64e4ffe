//! What all modules build on: that of the engine, files that are whole or not there, and output.

pub(crate) mod atomic_file;
pub mod cleanup;
pub mod name_list;
// Tests and fuzz targets read what it writes.
#[doc(hidden)]
pub mod output;
#[cfg(any(feature = "cli", feature = "neo4j"))]
pub(crate) mod quotation;

pub use conceptgraph_engine::base::*;
