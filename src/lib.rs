//! From a table of numbers to a graph of overlapping clusters that can be asked.
//!
//! Each point's k nearest neighbours make a binary table; the formal concepts of that table are
//! clusters that may overlap; the cover relation between them is a Hasse diagram. It is
//! hierarchical clustering without the tree: Yoneda, Sugiyama and Washio, *Learning Graph
//! Representation via Formal Concept Analysis* (2018).
//!
//! The method end to end, on the eight points of the paper's Figure 1:
//!
//! ```
//! use conceptgraph::base::amount::Amount;
//! use conceptgraph::build::{BuildOptions, Source, build};
//! use conceptgraph::dataset::Neighbors;
//! use conceptgraph::base::ids::PointId;
//! use conceptgraph::base::points::Points;
//! use conceptgraph::base::progress::Progress;
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
//! - [`base`]: the ground: sets, lists, names, values, files; nothing of the method.
//! - [`table`], [`knn`], [`context`], [`dataset`]: numbers in, neighbours, the binary table and its
//!   derivations.
//! - [`mine`], [`lattice`]: every concept and every cover; canonical ids.
//! - [`purity`], [`graph`], [`mod@build`]: classes; everything a store keeps; what is built.
//! - [`evaluate`]: the paper's evaluation, and Ward's tree beside it.
//! - [`store`]: the contract of a store, and three of them: memory, SQLite, Neo4j.
//! - [`select`], [`full_lattice`]: parts of a stored graph; clusters of the full lattice, stored or
//!   not.
//! - [`check`](mod@check): whether a stored graph is sound.
//! - [`query`]: the canned queries.
//! - [`part`]: the search of one graph in parts that share nothing but files.
//! - [`export`]: pictures, a page to explore, and files for other programs.
//! - [`repl`], [`cli`]: the shell; the command line.
//!
//! Arrows point down only; a test keeps them so. Code and stores say *concept*, as the literature
//! does; people read *cluster*. The two words mean the same.
//!
//! # How it works
//!
//! A concept is a set of points (its extent, the cluster) with all attributes that they share (its
//! intent), where neither can grow. The extents are exactly the intersections of columns of the
//! binary table.
//!
//! - **Neighbours** ([`knn`]) are exact, with ties going to the earlier row. All points of a
//!   kd-tree's leaf search together, in few dimensions by the distance as defined, in more by
//!   matrix products in `f32`, whose error is bounded, so that they only leave out what cannot be
//!   near. The crates kd-tree and kiddo took 5 to 30 times as long on 100,000 points in 10
//!   dimensions, and kd-tree's `nearests` may miss points where others are as near
//!   (`benches/README.md`).
//! - **Mining** ([`mine`]) is depth first over extents and takes the smallest restricted attribute
//!   first. Each node carries the attributes still to be tried and the maximal ones already passed,
//!   both restricted to the node's extent and projected onto its points, so that most sets are one
//!   machine word. All lower covers come out of the same visit. Taking the smallest first keeps 1
//!   to 2 candidates a node, where the largest first keeps 30 to 40 (measured on the paper's
//!   tables). Sets are compared four at a time, by 256-bit instructions where the processor has
//!   them; this is chosen at run time, and the source is the same. Branches share no table and run
//!   on all cores.
//! - **The LCA graph** ([`lattice::PairClosures`]) needs no full lattice: the closure of a pair is
//!   an intersection of columns. A cluster that p and q generate lies below exactly the clusters
//!   with p and q. So among the clusters with p, one bitmap for each q gives every up-set. The
//!   lowest cluster in an up-set is a cover; without it and all above it, the lowest of the rest is
//!   the next. The bitmaps are made for 512 clusters at a time, which stay in a cache while all
//!   clusters of p go through them.
//! - **k by default** ([`mod@build`]) is the paper's n/2 up to 3,000 points; beyond, the largest of
//!   2, 5, 10, 20 and so on whose graph has no more clusters than allowed, by counting up to there.
//! - **Memory** ([`memory`](base::memory)): sizes are known before they are paid, and compared with a limit.
//! - **Parts** ([`part`]): a node of the search is its extent and the attributes still open there,
//!   because every set that it carries is an attribute restricted to the extent. So a node of a few
//!   hundred bytes can be searched anywhere. Two keys of 63 - log2(n + 1) bits name a concept
//!   there: of one, some 1,800 pairs would collide among 8 billion concepts.
//! - **The largest clusters** are an iceberg whose least size is found by bisection.
//! - **The estimate** ([`mine::estimate`]) is Chen's (1992): it goes down the search tree level by
//!   level, and of the nodes that look alike it keeps one with the weight of all. Its work is
//!   bounded, not its time, so the same table gives the same estimate on every machine.
//! - **Keys** ([`keys`](base::keys)): every point has a random key, and the sum of its members' keys identifies
//!   a concept. It identifies the lower covers inside the miner, and in a store it finds the
//!   concept with some given points by one look-up, even in plain SQL. If two concepts have the
//!   same sum, the lattice is built again with the next seed.
//! - **Ids** ([`lattice`]) are canonical: by size, then by sorted members. The same table gives the
//!   same bytes on every machine, with any number of threads.
//! - **Stability** ([`lattice::Children`]): delta, the size of a concept less that of its largest
//!   child, bounds Kuznetsov's stability. It follows from the covers while the graph is made; where
//!   no child is stored, and in an LCA graph, from the context, so that it is that of the full
//!   lattice in every graph.
//! - **Members** are stored as one list a concept, which makes the view `member` quick in the stock
//!   `sqlite3` shell.
//!
//! # Where do I change what
//!
//! - **A query**: `queries/NAME.sql` and `queries/NAME.cypher`, with the same header. Ask it in
//!   `tests/support/graphs.rs`: tests compare both files and the program with the answer there.
//! - **A format of `export`**: its name in `src/export/format.rs`; then follow the compiler to
//!   `src/export/write.rs` and, for a picture by `dot`, `src/export/render.rs`. Read it back in
//!   `tests/spec/export.rs`.
//! - **Something on the page of `.html`**: in `src/export/page/web`, `panel.js` tells, `drawing.js`
//!   draws, `lettering.js` writes on it, `attention.js` says what is lit, `hands.js` follows
//!   pointer and keys, `link.js` keeps the view. Use it in `tests/spec/page/`, in a real browser.
//! - **A store**: `src/store/NAME.rs` implements [`store::LatticeStore`] and [`store::Queryable`],
//!   `src/store/mod.rs` declares it, `src/cli/store_location.rs` says which words mean it. Its test
//!   calls [`store::conformance::check`].
//! - **A metric**: its name and its sum in `src/knn/metric.rs`, that it goes by the sum in
//!   `src/knn/direct.rs`, its word in `src/cli/choices.rs`. The properties in `src/knn/mod.rs` hold
//!   it to the definition.
//! - **A column of concepts**: the field in `src/store/mod.rs`, what it may be in both backends and
//!   `src/store/bounds.rs`, and `src/store/digest.rs` unless it is computed from the rest.
//!   `src/check/concepts.rs` holds it against the context.
//! - **A command**: its words and a call of the library in `src/cli/NAME.rs`, which
//!   `src/cli/mod.rs` lists. Name it in the README; a test asks for that.
//! - **A step or a table on Spark**: `spark/conceptgraph_spark` has a file for each step, which
//!   `graph.py` calls; `schema.py` has all columns. `spark/tests` compare it with `build`.
//!
//! # Dependencies
//!
//! | crate | why |
//! |---|---|
//! | arrow-array | rows of `part mine`, as most tools for data read them; with the feature `part` |
//! | arrow-buffer | the same: what columns are made of |
//! | arrow-ipc | the same: rows as a stream |
//! | arrow-schema | the same: names and types of columns |
//! | clap | the command line |
//! | clap_complete | Tab in five shells; pinned, since asking the program is not yet stable there |
//! | clap_mangen | the manual page |
//! | comfy-table | tables for people, plain and Markdown |
//! | console | the width of the terminal |
//! | crc32fast | the seal of a graph file, by which a damaged byte is noticed |
//! | csv | reading and writing tables |
//! | ctrlc | Ctrl-C |
//! | signal-hook | a request to end, and the end of the terminal, on Unix |
//! | graphviz-rust | building and printing DOT; it does not escape names, so we do, in one place |
//! | include_dir | the query files inside the program |
//! | indicatif | progress on a terminal |
//! | kodama | Ward's tree, the baseline of `evaluate` |
//! | matrixmultiply | products of matrices; 1.4 to 1.7 times as fast as gemm on our blocks |
//! | neo4rs | Neo4j's protocol; pinned: the release before takes a minute to refuse a password |
//! | plotters | purity by k, and clusters by size, as lines |
//! | plotters-backend | the same for Graphviz, which makes .png and .pdf of it |
//! | quick-xml | GraphML and GEXF: tags that close, text that is escaped |
//! | rand_chacha | keys of points: the same stream on every machine and in every version |
//! | rand_distr | normal and uniform numbers for synthetic tables |
//! | rayon | work stealing over the branches of the search |
//! | rusqlite | SQLite, bundled |
//! | rustix | `part mine` ends with the program that started it, on Linux |
//! | rustyline | the line of the shell: keys, history, completion; works in pipes too |
//! | serde | JSON of results |
//! | serde_json | JSON of results and of stored lists |
//! | sha2 | SHA-256, the digest of a graph |
//! | strsim | "did you mean" |
//! | tempfile | files that appear whole or not at all |
//! | textwrap | `.help` in the width of the terminal |
//! | thiserror | error types |
//! | tokio | the runtime under neo4rs, inside the Neo4j store alone |
//! | url | the parts of a Neo4j address |
//! | criterion | benches of the parts, with their spread |
//! | http | the names of HTTP's methods, for a command that fantoccini lacks: reading the log |
//! | hyper-util | the HTTP connector that fantoccini wants |
//! | libtest-mimic | tests that say why they cannot run here |
//! | proptest | properties against the definitions |
//! | fantoccini | pages and Neo4j Browser in a real Chromium in tests, by WebDriver |
//! | rexpect | the shell at a real pseudo-terminal in tests |
//!
//! # Bibliography
//!
//! - Buzmakov, Kuznetsov, Napoli: *Scalable estimates of concept stability* (2014). Delta, and the
//!   bounds that it gives.
//! - Chen: *Heuristic sampling: a method for predicting the performance of tree searching programs*
//!   (1992). The estimate.
//! - Ganter, Wille: *Formal Concept Analysis* (1999). Derivations, closure, covers, reduced labels.
//! - Graham: *Bounds on multiprocessing timing anomalies* (1969). Units of about equal work.
//! - Heller, Ghahramani: *Bayesian hierarchical clustering* (2005). Dendrogram purity.
//! - Hill: *Reciprocal averaging: an eigenvector method of ordination* (1973). Where clusters of a
//!   page stand at first.
//! - Knuth: *Estimating the efficiency of backtrack programs* (1975). What the estimate builds on.
//! - Kuznetsov: *A fast algorithm for computing all intersections of objects in a finite
//!   semi-lattice* (1993). Close-by-One.
//! - Kuznetsov: *On stability of a formal concept* (2007). Stability.
//! - Lindig: *Fast concept analysis* (2000). Upper covers of a single concept.
//! - Okabe, Ito: *Color universal design* (2008). The colours of classes.
//! - Sugiyama, Tagawa, Toda: *Methods for visual understanding of hierarchical system structures*
//!   (1981). Where clusters of a page stand at last.
//! - Uno, Kiyomi, Arimura: *LCM ver. 2* (2004). Projected depth-first search for closed sets.
//! - Ward: *Hierarchical grouping to optimize an objective function* (1963). The baseline.
//! - Yoneda, Sugiyama, Washio: *Learning Graph Representation via Formal Concept Analysis* (2018).
//!   The method.
//!
//! # Not tested
//!
//! Windows and macOS; tables of more than 100,000 points; lattices of more than 15 million
//! concepts; the container images of `docker/`.

pub mod base;
pub mod build;
pub mod check;
#[cfg(feature = "cli")]
pub mod cli;
pub mod context;
pub mod dataset;
pub mod evaluate;
pub mod export;
pub mod full_lattice;
pub mod graph;
pub mod knn;
pub mod lattice;
pub mod mine;
pub mod part;
pub mod purity;
pub mod query;
#[cfg(feature = "cli")]
pub mod repl;
pub mod select;
pub mod store;
pub mod table;
#[cfg(feature = "cli")]
mod terminal;
