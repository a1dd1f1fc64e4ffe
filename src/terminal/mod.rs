//! Rows and terms as text, fitted to the width of a terminal.
//!
//! - [`rows`]: tables for people, CSV, JSON and Markdown, of all rows at once or of a stream.
//! - [`definitions`](mod@definitions): terms with their meanings.
//! - [`facts`]: the facts about a graph.
//! - [`writer`]: output without control sequences for the terminal.

pub(crate) mod definitions;
pub(crate) mod facts;
mod fit;
pub(crate) mod rows;
mod text;
pub(crate) mod wrap;
pub(crate) mod writer;
