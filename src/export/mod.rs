//! Pictures of a lattice: a prepared [`Picture`] becomes DOT text, and Graphviz draws it.
//!
//! Invariant: nothing here computes a concept, only [`scene`](mod@scene) asks a store, and the same
//! picture gives the same bytes. The look follows Figure 1 of the paper: smallest clusters left,
//! largest right.
//!
//! - [`picture`](mod@picture): what is to be drawn, as plain data.
//! - [`scene`](mod@scene): from a selection of stored concepts, or from what lies around one of the
//!   full lattice, to that data.
//! - [`selection`](mod@selection): from words to the file.
//! - [`columns`](mod@columns): which clusters stand in one column.
//! - [`colour`](mod@colour): the colours of the classes.
//! - [`escape`](mod@escape): the only place where a name becomes DOT.
//! - [`label`](mod@label): what is written in a node; [`tooltip`](mod@tooltip): what it says when
//!   pointed at.
//! - [`heading`](mod@heading): title, legend, reading key.
//! - [`dot`](mod@dot): the graph as a whole.
//! - [`render`](mod@render): from DOT to a file.
//! - [`plot`](mod@plot): lines over numbers, for the paper's Figure 2.

pub mod colour;
pub mod columns;
pub mod dot;
pub mod escape;
pub mod heading;
pub mod label;
pub mod picture;
pub mod plot;
pub mod render;
pub mod scene;
pub mod selection;
pub mod tooltip;

pub use dot::dot;
pub use picture::{Node, Picture, Point};
pub use render::{Format, RenderError, render};
