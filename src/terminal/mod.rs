//! Rows and terms as text, fitted to the width of a terminal.
//!
//! - [`rows`]: a table for people, CSV, JSON or Markdown, of all rows or while they come.
//! - [`definitions`](mod@definitions): terms with what they mean.
//! - [`facts`]: what a graph is.
//! - [`writer`]: nothing that is written controls the terminal.

pub(crate) mod definitions;
pub(crate) mod facts;
mod fit;
pub(crate) mod rows;
mod text;
pub(crate) mod wrapped;
pub(crate) mod writer;
