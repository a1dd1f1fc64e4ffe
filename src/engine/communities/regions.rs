//! The regions of a graph of near points: its groups, parts and joins, without descriptions.

use super::hierarchy::Hierarchy;
use super::links;
use super::margins::Neighborhoods;
use super::tree::{Look, Tree};
use crate::base::csr::Csr;
use crate::base::ids::PointId;
use crate::base::progress::{InterruptedError, Progress};
use crate::point_graph::{CLOSE_K, PointGraph};

/// A graph of near points with its groups, their parts and joins.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Regions {
    /// The graph of near points.
    pub graph: PointGraph,
    pub(super) hierarchy: Hierarchy,
    /// The piece of each node; all regions are joined from pieces.
    pub(super) pieces: Vec<u32>,
    pub(super) is_close_look: bool,
    /// The number of groups, if it was given and not found.
    pub(crate) given_groups: Option<u32>,
}

impl Regions {
    /// Finds the regions of a graph: at first with all neighbours, then in a closer look, which is
    /// taken if it finds more groups. A table of one column has gaps in noise at a close look.
    pub fn new(graph: PointGraph, progress: &Progress) -> Result<Self, InterruptedError> {
        let closer =
            graph.closer_links(CLOSE_K).filter(|_| graph.columns().is_some_and(|all| all > 1));
        let (first, second) = rayon::join(
            || Self::look(&graph, &graph.links, Look::FIRST, progress),
            || closer.as_ref().map(|links| Self::look(&graph, links, Look::CLOSE, progress)),
        );
        let first = first?;
        if let (Some(links), Some(second)) = (closer, second.transpose()?)
            && second.0.group_count() > first.0.group_count()
        {
            let (hierarchy, pieces) = second;
            let graph = graph.with_closer_links(links, CLOSE_K);
            return Ok(Self { graph, hierarchy, pieces, is_close_look: true, given_groups: None });
        }
        let (hierarchy, pieces) = first;
        Ok(Self { graph, hierarchy, pieces, is_close_look: false, given_groups: None })
    }

    pub(super) fn neighborhoods(graph: &PointGraph, links: &Csr) -> Neighborhoods {
        Neighborhoods { nodes: links.len(), k: mean_length(links), columns: graph.columns() }
    }

    fn look(
        graph: &PointGraph,
        links: &Csr,
        look: Look,
        progress: &Progress,
    ) -> Result<(Hierarchy, Vec<u32>), InterruptedError> {
        progress.check()?;
        let weighted = links::weighted_graph(graph, links);
        progress.check()?;
        let tree = Tree::new(&weighted, Self::neighborhoods(graph, links), look);
        progress.check()?;
        Ok((Hierarchy::new(&weighted, &tree), tree.pieces))
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
