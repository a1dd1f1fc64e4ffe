//! Pictures of a part of a lattice, which Graphviz draws from DOT.
//!
//! Invariant: nothing here computes a concept, only `subgraph`, `map` and `difference` read a
//! graph, and the same clusters give the same bytes. The look follows Figure 1 of the paper:
//! smallest clusters left, largest right.

pub mod colour;
pub(crate) mod data;
// Public for tests of the project.
#[doc(hidden)]
pub mod escape;
pub(crate) mod label;
// Public for tests of the project.
#[doc(hidden)]
pub mod render;
pub mod style;
pub(crate) mod subgraph;
pub(crate) mod tooltip;

pub use data::Point;
pub(crate) use data::{Node, Picture};
pub(crate) use subgraph::Subgraph;
