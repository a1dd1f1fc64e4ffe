//! Files for other programs.
//!
//! Invariant: all say the same of a cluster, its [`Columns`], and of a point, its [`InputRows`];
//! any name from the data comes back as itself, but for control characters where a format cannot
//! carry them.
//!
//! - [`columns`](mod@columns): what a file says of a cluster.
//! - [`graphml`](mod@graphml), [`json`](mod@json), [`csv`](mod@csv): the formats of clusters.
//! - [`rows`](mod@rows), `write_parquet` (with the feature `parquet`): the rows of the input.

pub mod columns;
pub mod csv;
pub mod graphml;
pub mod json;
#[cfg(feature = "parquet")]
mod parquet;
pub mod rows;

#[cfg(feature = "parquet")]
pub use self::parquet::write as write_parquet;
pub use columns::Columns;
pub use rows::InputRows;
