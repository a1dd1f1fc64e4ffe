//! Parts of a lattice as files: pictures, which Graphviz draws from DOT text, and others.
//!
//! Invariant: nothing here computes a concept, only a `Part` asks a store, and the
//! same part gives the same bytes. The look follows Figure 1 of the paper: smallest clusters left,
//! largest right.
//!
//! - `picture`: what is to be drawn, as plain data.
//! - `scene`: from a part to that data.
//! - `request`: what a person asks for, in words; `format`: the one
//!   list of formats; `write`: from there to the file; `error`.
//! - `selection`: which clusters; `part`: these clusters, as every
//!   writer is given them.
//! - `map`: the landmarks of a graph and the order among them.
//! - `columns`: which clusters stand in one column.
//! - `layout`: which way the picture goes, and how much its nodes say.
//! - `chains`: long chains of covers cut short.
//! - `colour`: the colours of the classes.
//! - [`escape`](mod@escape): the only place where a name becomes DOT.
//! - `label`: what is written in a node; `tooltip`: what it says when
//!   pointed at.
//! - `heading`: title, legend, reading key.
//! - `dot`: the graph as a whole.
//! - [`render`](mod@render): from DOT to a picture.
//! - `page`: the picture as a page to explore.
//! - `files`: files for other programs, written as they are read from the store.
//! - `tex`: from where `dot` puts everything to a TikZ figure.
//! - [`style`](mod@style): how it is to look.
//! - [`plot`](mod@plot): lines over numbers.

pub mod by_size;
mod chains;
mod colour;
mod columns;
mod dot;
mod error;
// Tests compare `escape` with what Graphviz reads, and run `render` without Graphviz.
#[doc(hidden)]
pub mod escape;
mod files;
mod format;
mod heading;
mod label;
mod layout;
mod map;
mod page;
mod part;
mod picture;
pub mod plot;
#[doc(hidden)]
pub mod render;
pub(crate) mod request;
mod scene;
mod selection;
pub mod style;
mod tex;
mod tooltip;
mod write;

pub use error::Error;
pub use format::{Format, Shape};
pub use page::TooMuch;
pub use render::RenderError;
pub use request::{Fault, Request};
pub use selection::Selection;
pub use write::{Host, Written};
