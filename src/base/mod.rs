//! Modules that all others use: those of the engine, atomic files, and output.

pub(crate) mod atomic_file;
pub mod cleanup;
pub mod name_list;
// Public, but hidden: an error of `export` contains its error.
#[doc(hidden)]
pub mod output;
#[cfg(any(feature = "cli", feature = "neo4j"))]
pub(crate) mod quotation;

pub use conceptgraph_engine::base::*;
