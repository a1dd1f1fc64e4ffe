//! Files for other programs.
//!
//! Invariant: all formats of clusters, and all formats of tables, have the same cells, those of a
//! [`FileTable`]. Any name from the data is read back unchanged, except for control characters in a
//! format that cannot carry them.

pub(crate) mod clusters;
pub(crate) mod graphml;
pub(crate) mod groups;
pub(crate) mod json;
#[cfg(feature = "parquet")]
mod parquet;
pub(crate) mod rows;
mod table;

#[cfg(feature = "parquet")]
pub(crate) use self::parquet::write as write_parquet;
pub(crate) use groups::TableContent;
pub(crate) use table::FileTable;
