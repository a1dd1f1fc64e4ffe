//! From a table of numbers to a graph of overlapping clusters that can be queried.
//!
//! Each point's k nearest neighbours make a binary table; the formal concepts of that table are
//! clusters that may overlap; the cover relation between them is a Hasse diagram. It is
//! hierarchical clustering without the tree: Yoneda, Sugiyama and Washio, *Learning Graph
//! Representation via Formal Concept Analysis* (2018). The code says *concept*, as the literature
//! does, where people read *cluster*; the two words mean the same.
//!
//! # A graph in memory
//!
//! The method end to end, on the eight points of the paper's Figure 1:
//!
//! ```
//! use conceptgraph::{
//!     Amount, BuildOptions, Neighbors, PointId, Points, Progress, Source, Table, build,
//! };
//!
//! let values = vec![
//!     2.2, 2.6, 6.6, 2.0, 9.5, 5.8, 4.0, 2.1, 0.9, 8.5, 5.0, 5.3, 2.4, 6.8, 6.1, 7.0,
//! ];
//! let table = Table::new(vec!["x".into(), "y".into()], values, Points::numbered(8, None));
//!
//! // Each point's 4 nearest, itself among them: 8 points, 8 attributes, 4 crosses a row.
//! let neighbors = Neighbors { k: Some(Amount::Count(4)), ..Neighbors::default() };
//! let options = BuildOptions { neighbors, ..BuildOptions::default() };
//! let graph = build("figure1", Source::Table(table), &options, &Progress::default())?;
//! assert_eq!(graph.lattice.len(), 16);
//!
//! // The smallest cluster with the first and the fourth point: d1, d2 and d4.
//! let lattice = &graph.lattice;
//! let join = lattice.lca(&[0, 3].map(PointId))[0];
//! assert_eq!(lattice.members(join), [0, 1, 3].map(PointId));
//!
//! // One cluster covers it: d1, d2, d4 and d6.
//! let upper: Vec<_> = lattice.upper(join).map(|id| lattice.members(id)).collect();
//! assert_eq!(upper, [[0, 1, 3, 5].map(PointId)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # From a file to a store
//!
//! [`table::read`] reads CSV, TSV and semicolons, [`table::read_statement`] the rows of a
//! [statement](store::sqlite::SqliteStatement) about a database; [`context::cxt`] and
//! [`context::fimi`] read contexts that are made already. [`store::sqlite::save`] writes one file,
//! whole or not at all.
//!
//! ```
//! use std::path::Path;
//! use std::sync::Arc;
//!
//! use conceptgraph::store::sqlite;
//! use conceptgraph::table::{self, Reading};
//! use conceptgraph::{BuildOptions, Progress, Source, build};
//!
//! # let folder = tempfile::tempdir()?;
//! let reading = Reading { label: Some("class".into()), ..Reading::default() };
//! let read = table::read(Path::new("examples/iris.csv"), &reading)?;
//! let (options, progress) = (BuildOptions::default(), Arc::new(Progress::default()));
//! let graph = build("iris", Source::Table(read.table), &options, &progress)?;
//! // `false`: an existing graph stays, which is an error.
//! sqlite::save(&graph, &folder.path().join("iris.db"), false, &progress)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What would take too long is limited by [`BuildOptions::max_concepts`] and
//! [`BuildOptions::memory`]; another thread sees in [`Progress`] how far the work is, and ends it.
//!
//! # Query
//!
//! [`query::ask`] answers a query of the [`Catalogue`](query::catalogue::Catalogue) by name, from
//! words as a person types them, with rows of values:
//!
//! ```
//! use conceptgraph::Value;
//! use conceptgraph::query::{self, catalogue::Catalogue};
//! use conceptgraph::store::sqlite::SqliteStore;
//!
//! # use std::sync::Arc;
//! # use conceptgraph::{BuildOptions, Progress, Source, build};
//! # use conceptgraph::table::{self, Reading};
//! # let folder = tempfile::tempdir()?;
//! # let reading = Reading { label: Some("class".into()), ..Reading::default() };
//! # let read = table::read("examples/iris.csv".as_ref(), &reading)?;
//! # let (options, progress) = (BuildOptions::default(), Arc::new(Progress::default()));
//! # let graph = build("iris", Source::Table(read.table), &options, &progress)?;
//! # let file = folder.path().join("iris.db");
//! # conceptgraph::store::sqlite::save(&graph, &file, false, &progress)?;
//! let store = SqliteStore::open(&folder.path().join("iris.db"))?;
//! let words = ["d64", "d147"].map(String::from);
//! let answer = query::ask(&store, &Catalogue::sql(), "lca", &words, None)?;
//! assert_eq!(answer.columns, ["concept", "size", "purity", "class", "generator"]);
//! assert_eq!(answer.rows[0][..2], [Value::text("c4818"), Value::Int(7)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A program can use types instead: [`LatticeStore`](store::LatticeStore) gives members, covers and
//! classes by id, from memory, SQLite and Neo4j alike, and [`select`] follows them: the clusters
//! around one, above it, below it, the LCA of some points.
//!
//! # Draw
//!
//! An [`ExportRequest`](export::ExportRequest) says which clusters and where to; the suffix of the
//! file says whether it is a picture, a page to explore, or a file for another program.
//!
//! ```no_run
//! use std::path::Path;
//!
//! use conceptgraph::Progress;
//! use conceptgraph::export::{ExportContext, ExportRequest, Selection};
//! use conceptgraph::store::sqlite::SqliteStore;
//!
//! let source = Path::new("iris.db");
//! let store = SqliteStore::open(source)?;
//! let request = ExportRequest {
//!     selection: Some(Selection::Lca(vec!["d64".into(), "d147".into()])),
//!     output: "iris_lca.svg".into(),
//!     ..ExportRequest::default()
//! };
//! let context = ExportContext { source, out: None, progress: &Progress::default() };
//! println!("{}", request.write(&store, context)?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! Both of these are on by default; a library that needs neither says `default-features = false`.
//!
//! - `cli`: the program with its shell, which `cli::run` is. Without it nothing of a terminal is
//!   compiled.
//! - `neo4j`: `store::neo4j`, graphs in a Neo4j server. Without it no TLS and no async runtime is
//!   compiled. SQLite stays: it is also what answers queries.
//! - `part`, off by default: the search of one graph on many machines, as rows of Apache Arrow
//!   ([`part`]).
//!
//! Errors say where, what was found and what would help, in words. None names an option of the
//! program. Enumerations of errors may grow.
//!
//! How all this works, and where to change what, is in `CONTRIBUTING.md`.

pub use conceptgraph_engine::{
    build, cohesion, communities, context, dataset, evaluate, graph, homes, knn, lattice, mine,
    pair_purity, point_graph, purity, rule, table, telling,
};

pub mod base;
pub mod check;
#[cfg(feature = "cli")]
pub mod cli;
pub mod compare;
pub mod export;
mod files;
mod full_lattice;
mod page;
pub mod part;
pub mod picture;
pub mod place;
pub mod plot;
pub mod query;
#[cfg(feature = "cli")]
// Tests and fuzz targets read lines as it does.
#[doc(hidden)]
pub mod repl;
pub mod select;
pub mod store;
#[cfg(feature = "cli")]
mod terminal;

pub use base::amount::Amount;
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
pub use table::Table;
