//! The regions of a graph of near points: its groups, parts and joins, without descriptions.

use super::hierarchy::Hierarchy;
use super::links;
use super::tree::Tree;
use crate::base::csr::Csr;
use crate::base::ids::PointId;
use crate::base::progress::{InterruptedError, Progress};
use crate::point_graph::PointGraph;

/// A graph of near points with its groups, their parts and joins.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Regions {
    /// The graph of near points.
    pub graph: PointGraph,
    pub(super) hierarchy: Hierarchy,
    /// The piece of each node; all regions are joined from pieces.
    pieces: Vec<u32>,
}

impl Regions {
    /// Finds the regions of a graph.
    pub fn new(graph: PointGraph, progress: &Progress) -> Result<Self, InterruptedError> {
        progress.check()?;
        let weighted = links::weighted_graph(&graph.links, &graph.weights);
        progress.check()?;
        let tree = Tree::new(&weighted, mean_length(&graph.links));
        progress.check()?;
        let hierarchy = Hierarchy::new(&weighted, &tree);
        Ok(Self { graph, hierarchy, pieces: tree.pieces })
    }

    /// Returns a label of each of `n` points and the name of their level: groups, or parts of a
    /// single group, or pieces if it has none; `None` for a point without neighbours.
    pub fn labels(&self, n: usize) -> (&'static str, Vec<Option<u32>>) {
        let hierarchy = &self.hierarchy;
        let group =
            |node: usize| hierarchy.region_of_node[node].map(|at| hierarchy.group_of(at) as u32);
        let part = |node: usize| hierarchy.region_of_node[node].map(|at| at as u32);
        let piece = |node: usize| hierarchy.region_of_node[node].map(|_| self.pieces[node]);
        let nodes = 0..self.graph.nodes.len();
        let levels: [(&'static str, Vec<Option<u32>>); 3] = [
            ("group", nodes.clone().map(group).collect()),
            ("part", nodes.clone().map(part).collect()),
            ("piece", nodes.map(piece).collect()),
        ];
        let distinguishes = |(_, level): &&(&str, Vec<Option<u32>>)| {
            let mut labels = level.iter().flatten();
            let first = labels.next();
            labels.any(|label| Some(label) != first)
        };
        let (name, level) = levels.iter().find(distinguishes).unwrap_or(&levels[0]);
        let label = |point| level[self.graph.nearest_node(point)? as usize];
        (name, PointId::first(n).map(label).collect())
    }
}

fn mean_length(links: &Csr) -> usize {
    (links.item_count() + links.len() / 2).checked_div(links.len()).unwrap_or(0)
}
