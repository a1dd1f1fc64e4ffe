//! From a table of numbers to a graph of overlapping clusters that can be asked.
//!
//! Each point's k nearest neighbours make a binary table; the formal concepts of that table are
//! clusters that may overlap; the cover relation between them is a Hasse diagram. It is hierarchical
//! clustering without the tree: Yoneda, Sugiyama and Washio, *Learning Graph Representation via
//! Formal Concept Analysis* (2018).
//!
//! The method end to end, on the eight points of the paper's Figure 1:
//!
//! ```
//! use conceptgraph::amount::Amount;
//! use conceptgraph::build::{BuildOptions, Source, build};
//! use conceptgraph::dataset::Neighbors;
//! use conceptgraph::ids::PointId;
//! use conceptgraph::points::Points;
//! use conceptgraph::progress::Progress;
//! use conceptgraph::table::Table;
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
//! # Modules, from the bottom up
//!
//! | module | what it knows |
//! |---|---|
//! | [`bitset`], [`csr`], [`ids`], [`points`], [`keys`], [`generator_notation`], [`numbers`], [`amount`], [`rows`], [`progress`], [`input_error`], [`atomic_file`] | the ground: sets, lists, names, values, files; nothing of the method |
//! | [`table`], [`knn`], [`context`], [`dataset`] | numbers in, neighbours, the binary table and its derivations |
//! | [`mine`], [`lattice`] | every concept and every cover; canonical ids |
//! | [`purity`], [`graph`], [`mod@build`] | classes; everything a store keeps; what is built |
//! | [`evaluate`] | the paper's evaluation, and Ward's tree beside it |
//! | [`store`], [`select`], [`full_lattice`], [`query`] | SQLite and Neo4j, parts of a graph, clusters stored or not, canned queries |
//! | [`export`], [`repl`], [`cli`] | pictures; the shell; the command line |
//!
//! Arrows point down only; a test keeps them so.
//!
//! # Bibliography
//!
//! - Ganter, Wille: *Formal Concept Analysis* (1999). Derivations, closure, the basic theorem.
//! - Kuznetsov: *A fast algorithm for computing all intersections of objects in a finite
//!   semi-lattice* (1993). Close-by-One.
//! - Uno, Kiyomi, Arimura: *LCM ver. 2* (2004). Projected depth-first search for closed sets.
//! - Carpineto, Romano: *Concept Data Analysis* (2004). Covers from the concepts' attributes.
//! - Heller, Ghahramani: *Bayesian hierarchical clustering* (2005). Dendrogram purity.
//! - Yoneda, Sugiyama, Washio: *Learning Graph Representation via Formal Concept Analysis* (2018).
//!
//! # Not tested
//!
//! Windows and macOS; tables beyond 100,000 points; lattices beyond 15 million concepts.

pub mod amount;
pub mod atomic_file;
pub mod bitset;
pub mod build;
pub mod cli;
pub mod context;
pub mod csr;
pub mod dataset;
pub mod evaluate;
pub mod export;
pub mod full_lattice;
pub mod generator_notation;
pub mod graph;
pub mod ids;
pub mod input_error;
pub mod keys;
pub mod knn;
pub mod lattice;
pub mod mine;
pub mod numbers;
pub mod points;
pub mod progress;
pub mod purity;
pub mod query;
pub mod repl;
pub mod rows;
pub mod select;
pub mod store;
pub mod table;
