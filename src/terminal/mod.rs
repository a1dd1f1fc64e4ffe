//! Rows and terms as text, fitted to the width of a terminal.
//!
//! - [`rows`]: a table for people, CSV, JSON or Markdown; [`stream`]: the same while rows come.
//! - [`definitions`](mod@definitions): terms with what they mean.
//! - [`writer`]: nothing that is written controls the terminal.

pub(crate) mod definitions;
mod fit;
pub(crate) mod rows;
pub(crate) mod stream;
mod text;
pub(crate) mod wrapped;
pub(crate) mod writer;
