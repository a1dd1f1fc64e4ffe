//! Files for other programs, written cluster by cluster as they are read from the store: memory
//! does not grow with the file.
//!
//! Invariant: all say the same of a cluster, its [`Columns`]; any name from the data comes back as
//! itself, but for control characters where a format cannot carry them.
//!
//! - [`columns`](mod@columns): what a file says of a cluster.
//! - [`graphml`](mod@graphml), [`gexf`](mod@gexf), [`json`](mod@json), [`cyjs`](mod@cyjs),
//!   [`csv`](mod@csv): the formats of clusters.
//! - [`mtx`](mod@mtx): the shares of points in communities.

pub mod columns;
pub mod csv;
pub mod cyjs;
pub mod gexf;
pub mod graphml;
pub mod json;
pub mod mtx;
mod xml;

pub use columns::Columns;

use crate::base::numbers::counted;

/// How much was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Clusters.
    pub nodes: usize,
    /// Covers; on a map, which of its clusters lie in which others.
    pub edges: usize,
}

impl Counts {
    /// `57 clusters, 101 covers`; on a map `24 clusters, 30 edges`.
    pub fn in_words(self, is_map: bool) -> String {
        let clusters = counted(self.nodes as u64, "cluster", "clusters");
        let edges = match is_map {
            false => counted(self.edges as u64, "cover", "covers"),
            true => counted(self.edges as u64, "edge", "edges"),
        };
        format!("{clusters}, {edges}")
    }
}
