//! Graphs of overlapping clusters, built from a table of numbers, that can be queried and drawn.
//!
//! The k nearest neighbours of each point make a binary table; the formal concepts of that table
//! are clusters that may overlap; the cover relation between them is a Hasse diagram. The method is
//! hierarchical clustering without the tree: Yoneda, Sugiyama and Washio, *Learning Graph
//! Representation via Formal Concept Analysis* (2018). The code says *concept*, the term of the
//! literature; text for people says *cluster*; the two words mean the same.
//!
//! # Build
//!
//! [`build::build`] makes a [`Graph`], a value in memory. This example takes the eight points of
//! the paper's Figure 1 with k = 4, where a point is one of its own neighbours:
//!
//! ```
//! use conceptgraph::build::{BuildOptions, Source, build};
//! use conceptgraph::{CountOrPercent, NeighborOptions, Points, Progress, Table};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let values = vec![
//!     2.2, 2.6, 6.6, 2.0, 9.5, 5.8, 4.0, 2.1, 0.9, 8.5, 5.0, 5.3, 2.4, 6.8, 6.1, 7.0,
//! ];
//! let table = Table::new(vec!["x".into(), "y".into()], values, Points::from_count(8, None));
//! let neighbors = NeighborOptions::default().k(CountOrPercent::Count(4));
//! let options = BuildOptions::default().neighbors(neighbors);
//! let graph = build("figure1", Source::Table(table), &options, &Progress::default())?;
//! assert_eq!(graph.facts().concepts, 16);
//! # Ok(()) }
//! ```
//!
//! The default `k` follows from the number of points. [`table::read`] reads tables separated by
//! commas, tabs or semicolons; [`context::cxt`] and [`context::fimi`] read ready contexts.
//! [`BuildOptions::max_concepts`] and [`BuildOptions::memory`] limit the work; another thread reads
//! the state of a build from its [`Progress`] and can end it.
//!
//! # Query
//!
//! A graph has sections, each with its own methods: [`points`](Graph::points),
//! [`members`](Graph::members), [`covers`](Graph::covers), [`concepts`](Graph::concepts),
//! [`communities`](Graph::communities) and more. Reading a section can fail only if the graph comes
//! from a store. Identifiers come from the graph itself: the method of a section panics for one
//! that is not in the graph, as a slice does, and [`Graph::concept`] returns `None`.
//!
//! ```
//! # use conceptgraph::build::{BuildOptions, Source, build};
//! # use conceptgraph::{CountOrPercent, NeighborOptions, Points, Progress, Table};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let values = vec![
//! #     2.2, 2.6, 6.6, 2.0, 9.5, 5.8, 4.0, 2.1, 0.9, 8.5, 5.0, 5.3, 2.4, 6.8, 6.1, 7.0,
//! # ];
//! # let table = Table::new(vec!["x".into(), "y".into()], values, Points::from_count(8, None));
//! # let neighbors = NeighborOptions::default().k(CountOrPercent::Count(4));
//! # let options = BuildOptions::default().neighbors(neighbors);
//! # let graph = build("figure1", Source::Table(table), &options, &Progress::default())?;
//! use conceptgraph::query::{self, Limit, catalogue::Catalogue};
//!
//! let [first, fourth] = ["d1", "d4"].map(|name| graph.points().unwrap().find(name).unwrap());
//!
//! // The smallest cluster with both has three points; one cluster covers it, with a fourth.
//! let (members, covers) = (graph.members()?, graph.covers()?);
//! let both = members.lca(&[first, fourth]).expect("two points are in a cluster");
//! assert_eq!(members.size(both), 3);
//! let above = covers.upper(both).next().expect("a larger cluster");
//! assert_eq!(members.size(above), 4);
//!
//! // The canned queries of the command line take words and give typed rows.
//! let words = ["d1", "d4"].map(str::to_owned);
//! let answer = query::ask(&graph, &Catalogue::sql(), "lca", &words, Limit::All)?;
//! assert_eq!(answer.rows[0][0], query::Cell::Cluster(both));
//! # Ok(()) }
//! ```
//!
//! # Save and open
//!
//! A [`store`] writes a whole graph and reads each of its sections when it is first needed. A
//! SQLite file appears whole or not at all.
//!
//! ```
//! # use conceptgraph::build::{BuildOptions, Source, build};
//! # use conceptgraph::{CountOrPercent, NeighborOptions, Points, Progress, Table};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let values = vec![2.2, 2.6, 6.6, 2.0, 9.5, 5.8, 4.0, 2.1, 0.9, 8.5];
//! # let table = Table::new(vec!["x".into(), "y".into()], values, Points::from_count(5, None));
//! # let neighbors = NeighborOptions::default().k(CountOrPercent::Count(4));
//! # let options = BuildOptions::default().neighbors(neighbors);
//! # let graph = build("figure1", Source::Table(table), &options, &Progress::default())?;
//! # let folder = tempfile::tempdir()?;
//! # let file = folder.path().join("figure1.db");
//! use conceptgraph::store::sqlite::{self, SqliteStore};
//!
//! // `false`: a graph that is there stays, which is an error.
//! sqlite::save(&graph, &file, false, &Progress::default())?;
//! let graph = SqliteStore::graph(&file)?;
//! assert_eq!(graph.points()?.len(), 5);
//! # Ok(()) }
//! ```
//!
//! # Draw
//!
//! An [`ExportRequest`](export::ExportRequest) selects clusters; its format is a picture, a page to
//! explore, or a file for another program.
//!
//! ```no_run
//! use conceptgraph::Progress;
//! use conceptgraph::export::{ExportRequest, Format, Selection};
//! use conceptgraph::store::sqlite::SqliteStore;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let selection = Selection::Lca(vec!["d64".into(), "d147".into()]);
//! let request = ExportRequest::default().selection(selection).format(Format::Svg);
//! let graph = SqliteStore::graph("iris.db".as_ref())?;
//! std::fs::write("iris_lca.svg", request.draw(&graph, &Progress::default())?)?;
//! # Ok(()) }
//! ```
//!
//! # Limits
//!
//! The full lattice of a table of some thousand points has millions of concepts: unless all are
//! requested, a graph keeps a few concepts per point, of every scale. Neighbours are exact, not
//! approximate. A graph does not change: another table makes another graph. PNG and PDF need
//! Graphviz; SVG and TeX do not.
//!
//! # Features
//!
//! The first two features are on by default; a library that needs neither sets
//! `default-features = false`.
//!
//! - `cli`: the program with its shell, `cli::run`. Without it, nothing of a terminal is compiled.
//! - `neo4j`: `store::neo4j`, graphs in a Neo4j server. Without it, no TLS and no async runtime is
//!   compiled.
//! - `parquet`, off by default: tables of Parquet, read and written.
//!
//! An error says in words where it occurred, what was found and how to correct it; no message names
//! an option of the program. Enumerations of errors may grow. `CONTRIBUTING.md` describes the
//! design and says where to change what.

#![warn(unreachable_pub)]

#[cfg(feature = "cli")]
pub(crate) use conceptgraph_engine::mine;
pub use conceptgraph_engine::{build, communities, context, evaluate, graph, table};
pub(crate) use conceptgraph_engine::{
    cohesion, dataset, diagram, differences, knn, lattice, near_points, outliers, point_graph,
    purity, rule,
};

pub(crate) mod base;
pub mod check;
#[cfg(feature = "cli")]
pub mod cli;
pub mod compare;
pub mod export;
mod figure;
mod files;
mod page;
pub mod picture;
pub mod place;
pub mod query;
#[cfg(feature = "cli")]
pub mod repl;
pub mod select;
pub mod store;
#[cfg(feature = "cli")]
mod terminal;

pub use base::count_or_percent::CountOrPercent;
pub use base::ids::{ClassId, CommunityId, ConceptId, PointId};
pub use base::memory::MemoryLimit;
pub use base::points::{Classes, Points};
pub use base::progress::Progress;
pub use base::rows::{Rows, Value};
pub use build::{BuildOptions, GraphSelection, Source};
pub use dataset::NeighborOptions;
pub use graph::Graph;
pub use knn::{Metric, Scale};
pub use lattice::{GraphKind, Lattice};
pub use table::Table;
