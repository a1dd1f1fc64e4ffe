//! A whole concept graph: points, context and lattice together, as a store keeps it.

use crate::context::FormalContext;
use crate::knn::{Metric, Scale};
use crate::lattice::Lattice;
use crate::points::Points;

/// Where the context came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Made from a table: each point's k nearest neighbours.
    Neighbors {
        /// How many neighbours, the point itself among them.
        k: usize,
        /// The distance.
        metric: Metric,
        /// The scaling before it.
        scale: Scale,
    },
    /// Read from a file as it is.
    Ready,
}

/// The numbers behind the points: names of the columns, and the values row by row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Features {
    /// Column names; empty for a ready context.
    pub names: Vec<String>,
    /// points x features values, unscaled.
    pub values: Vec<f64>,
}

/// Everything a store holds of one graph.
#[derive(Clone, Debug)]
pub struct ConceptGraph {
    /// The graph's name: the stem of its input.
    pub name: String,
    /// How the context was made.
    pub origin: Origin,
    /// Names and classes of the points.
    pub points: Points,
    /// The table behind them.
    pub features: Features,
    /// Which point has which attribute.
    pub context: FormalContext,
    /// The concepts and their covers.
    pub lattice: Lattice,
}

/// Which concepts of the full lattice a graph holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// All of them, top and bottom included.
    Full,
    /// Those with at least some number of points.
    Iceberg,
}

impl Kind {
    /// The word for it in stores and answers.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Full => "full",
            Kind::Iceberg => "iceberg",
        }
    }
}

impl ConceptGraph {
    /// Which concepts it holds.
    pub fn kind(&self) -> Kind {
        if self.lattice.min_size() == 0 { Kind::Full } else { Kind::Iceberg }
    }
}
