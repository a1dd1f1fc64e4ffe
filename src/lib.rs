//! From a table of numbers to a graph of overlapping clusters that can be asked and drawn.
//!
//! Each point's k nearest neighbours make a binary table; the formal concepts of that table are
//! clusters that may overlap; the cover relation between them is a Hasse diagram. It is
//! hierarchical clustering without the tree: Yoneda, Sugiyama and Washio, *Learning Graph
//! Representation via Formal Concept Analysis* (2018). The code says *concept*, as the literature
//! does, where people read *cluster*; the two words mean the same.
//!
//! # Build
//!
//! [`Graph`] is all that most programs need. The eight points of the paper's Figure 1, each with
//! its 4 nearest, itself among them:
//!
//! ```
//! use conceptgraph::{
//!     BuildOptions, CountOrPercent, Graph, Neighbors, Points, Progress, Source, Table,
//! };
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let values = vec![
//!     2.2, 2.6, 6.6, 2.0, 9.5, 5.8, 4.0, 2.1, 0.9, 8.5, 5.0, 5.3, 2.4, 6.8, 6.1, 7.0,
//! ];
//! let table = Table::new(vec!["x".into(), "y".into()], values, Points::numbered(8, None));
//! let neighbors = Neighbors { k: Some(CountOrPercent::Count(4)), ..Neighbors::default() };
//! let options = BuildOptions { neighbors, ..BuildOptions::default() };
//! let graph = Graph::build("figure1", Source::Table(table), &options, &Progress::default())?;
//! assert_eq!(graph.facts()?.concepts, 16);
//! # Ok(()) }
//! ```
//!
//! Without `k` it follows from the number of points. [`table::read`] reads CSV, TSV and
//! semicolons, [`context::cxt`] and [`context::fimi`] contexts that are made already. What would
//! take too long is limited by [`BuildOptions::max_concepts`] and [`BuildOptions::memory`]; another
//! thread sees in [`Progress`] how far the work is, and ends it.
//!
//! # Ask
//!
//! Points and clusters are asked by their ids:
//!
//! ```
//! # use conceptgraph::{
//! #     BuildOptions, CountOrPercent, Graph, Neighbors, Points, Progress, Source, Table,
//! # };
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let values = vec![
//! #     2.2, 2.6, 6.6, 2.0, 9.5, 5.8, 4.0, 2.1, 0.9, 8.5, 5.0, 5.3, 2.4, 6.8, 6.1, 7.0,
//! # ];
//! # let table = Table::new(vec!["x".into(), "y".into()], values, Points::numbered(8, None));
//! # let neighbors = Neighbors { k: Some(CountOrPercent::Count(4)), ..Neighbors::default() };
//! # let options = BuildOptions { neighbors, ..BuildOptions::default() };
//! # let graph = Graph::build("figure1", Source::Table(table), &options, &Progress::default())?;
//! let [first, fourth] = ["d1", "d4"].map(|name| graph.point(name).expect("a point"));
//!
//! // The smallest cluster with both has three points; one cluster covers it, with a fourth.
//! let both = graph.lca(&[first, fourth])?.expect("two points are in a cluster");
//! assert_eq!(both.size, 3);
//! let above = graph.parents(both.id)?;
//! assert_eq!(above[0].size, 4);
//!
//! // The same in the words of the command line, as rows.
//! let answer = graph.ask("lca", &["d1", "d4"], None)?;
//! assert_eq!(answer.rows.columns[..2], ["concept", "size"]);
//! # Ok(()) }
//! ```
//!
//! # Save and open
//!
//! One SQLite file, whole or not at all; the answers of the file are those of memory.
//!
//! ```
//! # use conceptgraph::{
//! #     BuildOptions, CountOrPercent, Graph, Neighbors, Points, Progress, Source, Table,
//! # };
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let values = vec![2.2, 2.6, 6.6, 2.0, 9.5, 5.8, 4.0, 2.1, 0.9, 8.5];
//! # let table = Table::new(vec!["x".into(), "y".into()], values, Points::numbered(5, None));
//! # let neighbors = Neighbors { k: Some(CountOrPercent::Count(4)), ..Neighbors::default() };
//! # let options = BuildOptions { neighbors, ..BuildOptions::default() };
//! # let graph = Graph::build("figure1", Source::Table(table), &options, &Progress::default())?;
//! # let folder = tempfile::tempdir()?;
//! # let file = folder.path().join("figure1.db");
//! // `false`: a graph that is there stays, which is an error.
//! graph.save(&file, false, &Progress::default())?;
//! let graph = Graph::open(&file)?;
//! # assert_eq!(graph.points()?.len(), 5);
//! # Ok(()) }
//! ```
//!
//! # Draw
//!
//! An [`ExportRequest`](export::ExportRequest) says which clusters; the suffix of the file, or its
//! format, says whether it is a picture, a page to explore, or a file for another program.
//!
//! ```no_run
//! use conceptgraph::export::{ExportRequest, Format, Selection};
//! use conceptgraph::{Graph, Progress};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let selection = Some(Selection::Lca(vec!["d64".into(), "d147".into()]));
//! let format = Some(Format::Svg);
//! let request = ExportRequest { selection, format, ..ExportRequest::default() };
//! let svg = Graph::open("iris.db")?.draw(&request, &Progress::default())?;
//! std::fs::write("iris_lca.svg", svg)?;
//! # Ok(()) }
//! ```
//!
//! # What it does not do
//!
//! The full lattice of a table of some thousand points has millions of concepts: a graph keeps a
//! few a point, of every scale, unless all are wanted. Neighbours are exact, not approximate. A
//! store is read by one thread at a time. Graphviz draws pictures and has to be installed.
//!
//! # Features
//!
//! The first two are on by default; a library that needs neither says `default-features = false`.
//!
//! - `cli`: the program with its shell, which `cli::run` is. Without it nothing of a terminal is
//!   compiled.
//! - `neo4j`: `store::neo4j`, graphs in a Neo4j server. Without it no TLS and no async runtime is
//!   compiled.
//! - `mcp`, off by default: `conceptgraph mcp`, a server for assistants.
//!
//! Errors say where, what was found and what would help, in words. None names an option of the
//! program. Enumerations of errors may grow. How all this works, and where to change what, is in
//! `CONTRIBUTING.md`.

pub use conceptgraph_engine::{build, communities, context, evaluate, table};
// What the documented part is made of; tests, benches and the Python module look inside.
#[doc(hidden)]
pub use conceptgraph_engine::{
    cohesion, dataset, differences, graph, knn, lattice, mine, near, pair_purity, point_graph,
    purity, rule,
};

#[doc(hidden)]
pub mod base;
#[doc(hidden)]
pub mod check;
#[cfg(feature = "cli")]
pub mod cli;
pub mod compare;
pub mod export;
#[doc(hidden)]
pub mod figure;
mod files;
mod library;
#[cfg(feature = "mcp")]
mod mcp;
mod page;
#[doc(hidden)]
pub mod picture;
pub mod place;
pub mod query;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod repl;
#[doc(hidden)]
pub mod select;
pub mod store;
#[cfg(feature = "cli")]
mod terminal;

pub use base::count_or_percent::CountOrPercent;
pub use base::ids::{ClassId, CommunityId, ConceptId, PointId};
pub use base::memory::Memory;
pub use base::points::{Classes, Points};
pub use base::progress::Progress;
pub use base::rows::{Rows, Value};
pub use build::{BuildOptions, GraphSelection, Source};
pub use dataset::Neighbors;
pub use graph::ConceptGraph;
pub use knn::{Metric, Scale};
pub use lattice::{GraphKind, Lattice};
pub use library::Graph;
pub use table::Table;
