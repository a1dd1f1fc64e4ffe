//! Files for other programs.
//!
//! Invariant: all formats of clusters have the same columns, [`ClusterColumns`], and all formats of
//! tables have the same cells. Any name from the data is read back unchanged, except for control
//! characters in a format that cannot carry them.

pub(crate) mod columns;
pub(crate) mod csv;
pub(crate) mod graphml;
pub(crate) mod groups;
pub(crate) mod json;
#[cfg(feature = "parquet")]
mod parquet;
pub(crate) mod rows;
pub(crate) mod table;

#[cfg(feature = "parquet")]
pub(crate) use self::parquet::write as write_parquet;
pub(crate) use columns::ClusterColumns;
pub(crate) use groups::{GraphTable, TableContent};
pub(crate) use rows::InputRows;
pub(crate) use table::FileTable;
