//! A part of a lattice as a picture, which Graphviz draws from DOT text.
//!
//! Invariant: nothing here computes a concept, only [`subgraph`](mod@subgraph) and
//! [`map`](mod@map) ask a store, and the same clusters give the same bytes. The look follows
//! Figure 1 of the paper: smallest clusters left, largest right.
//!
//! - [`data`](mod@data): what is to be drawn, as plain data; [`from_store`](mod@from_store): its
//!   pieces, from what a store gives.
//! - [`subgraph`](mod@subgraph): the selected clusters, as every writer is given them.
//! - [`map`](mod@map): the landmarks of a graph and the order among them.
//! - [`columns`](mod@columns): which clusters stand in one column.
//! - [`layout`](mod@layout): which way the picture goes, and how much its nodes say.
//! - [`chains`](mod@chains): long chains of covers cut short.
//! - [`colour`](mod@colour): the colours of the classes.
//! - [`escape`](mod@escape): the only place where a name becomes DOT.
//! - [`label`](mod@label): what is written in a node; [`tooltip`](mod@tooltip): what it says when
//!   pointed at.
//! - [`heading`](mod@heading): title, legend, reading key.
//! - [`dot`](mod@dot): the graph as a whole.
//! - [`render`](mod@render): from DOT to a picture.
//! - [`tex`](mod@tex): from where `dot` puts everything to a TikZ figure.
//! - [`style`](mod@style): how it is to look.

pub mod chains;
pub mod colour;
pub mod columns;
pub mod data;
pub mod dot;
pub mod escape;
pub mod from_store;
pub mod heading;
pub mod label;
pub mod layout;
pub mod map;
pub mod render;
pub mod style;
pub mod subgraph;
pub mod tex;
pub mod tooltip;

pub use data::{Node, Picture, Point};
pub use subgraph::Subgraph;
