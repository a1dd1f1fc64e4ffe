//! A part of a lattice as a picture, which Graphviz draws from DOT.
//!
//! Invariant: nothing here computes a concept, only `subgraph` and `map` read a store, and the same
//! clusters give the same bytes. The look follows Figure 1 of the paper: smallest clusters left,
//! largest right.
//!
//! - `data`: what is to be drawn, as plain data; `from_store`: its
//!   pieces, from what a store gives.
//! - `subgraph`: the selected clusters, as every writer is given them.
//! - `map`: the landmarks of a graph and the order among them.
//! - `columns`: which clusters stand in one column.
//! - `layout`: which way the picture goes, and how much its nodes say.
//! - `chains`: long chains of covers cut short.
//! - `colour`: the colours of the classes.
//! - `escape`: the only place where a name becomes DOT or XML.
//! - `label`: what is written in a node; `tooltip`: what it says when
//!   pointed at.
//! - `heading`: title, legend, reading key.
//! - `attribute`: words of DOT; `dot`: the graph as a whole.
//! - `roads`: the communities of a map, and what they have in common.
//! - `flows`: how points flow between the communities of two graphs; an SVG without Graphviz.
//! - `render`: from DOT to a picture.
//! - `style`: how it is to look.

pub(crate) mod attribute;
pub(crate) mod chains;
pub(crate) mod colour;
pub(crate) mod columns;
pub(crate) mod data;
mod difference;
pub(crate) mod dot;
// Tests of the project look at it.
#[doc(hidden)]
pub mod escape;
pub mod flows;
pub(crate) mod from_store;
pub(crate) mod heading;
pub(crate) mod label;
pub(crate) mod layout;
pub(crate) mod map;
// Tests of the project look at it.
#[doc(hidden)]
pub mod render;
pub(crate) mod roads;
pub mod style;
pub(crate) mod subgraph;
pub(crate) mod tooltip;

pub use data::{Group, Node, Picture, Point, Road};
pub use subgraph::Subgraph;
