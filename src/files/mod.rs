//! Files for other programs.
//!
//! Invariant: all formats of clusters have the same columns, [`ClusterColumns`], and all formats of
//! tables have the same cells. Any name from the data is read back unchanged, except for control
//! characters in a format that cannot carry them.

pub mod columns;
pub mod csv;
pub mod graphml;
pub mod groups;
pub mod json;
#[cfg(feature = "parquet")]
mod parquet;
pub mod rows;
pub mod table;

#[cfg(feature = "parquet")]
pub use self::parquet::write as write_parquet;
pub(crate) use columns::ClusterColumns;
pub(crate) use groups::{GraphTable, TableContent};
pub(crate) use rows::InputRows;
pub(crate) use table::FileTable;
