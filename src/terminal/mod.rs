//! Rows and terms as text, fitted to the width of a terminal.

pub(crate) mod definitions;
pub(crate) mod facts;
mod fit;
pub(crate) mod rows;
mod text;
pub(crate) mod wrap;
pub(crate) mod writer;
