//! The regions of a graph of near points: its groups, parts and joins, without descriptions.

use super::hierarchy::Hierarchy;
use super::links;
use super::margins::Neighborhoods;
use super::tree::{Look, Tree};
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
    is_close_look: bool,
    /// The number of groups, if it was given and not found.
    pub(crate) given_groups: Option<u32>,
}

/// An error: a number of groups that the regions of a graph cannot be joined to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the points can be cut into {least} to {most} groups, not {wanted}")]
pub struct GroupCountError {
    /// The number that was given.
    pub wanted: usize,
    /// The least number: sets of points that no link connects stay apart.
    pub least: usize,
    /// The largest number.
    pub most: usize,
}

impl Regions {
    /// Finds the regions of a graph: at first with all neighbours, then in a closer look, which is
    /// taken if it finds more groups. A table of one column has gaps in noise at a close look.
    pub fn new(graph: PointGraph, progress: &Progress) -> Result<Self, InterruptedError> {
        let closer = graph.closer_links().filter(|_| graph.columns().is_some_and(|all| all > 1));
        let (first, second) = rayon::join(
            || Self::look(&graph, &graph.links, Look::FIRST, progress),
            || closer.as_ref().map(|links| Self::look(&graph, links, Look::CLOSE, progress)),
        );
        let first = first?;
        if let (Some(links), Some(second)) = (closer, second.transpose()?)
            && second.0.group_count() > first.0.group_count()
        {
            let (hierarchy, pieces) = second;
            let graph = graph.with_closer_links(links);
            return Ok(Self { graph, hierarchy, pieces, is_close_look: true, given_groups: None });
        }
        let (hierarchy, pieces) = first;
        Ok(Self { graph, hierarchy, pieces, is_close_look: false, given_groups: None })
    }

    /// Returns the regions with `wanted` groups, joined or divided in the order of the tree.
    ///
    /// # Errors
    /// Returns an error if there can be no such number of groups.
    pub(crate) fn with_group_count(mut self, wanted: usize) -> Result<Self, GroupCountError> {
        let look = if self.is_close_look { Look::CLOSE } else { Look::FIRST };
        let (graph, links) = (&self.graph, &self.graph.links);
        let weighted = links::weighted_graph(graph, links);
        let near = Self::neighborhoods(graph, links);
        let tree = |count: usize| {
            Tree::with_group_count(&weighted, self.pieces.clone(), near, look, count)
        };
        let hierarchy = Hierarchy::new(&weighted, &tree(wanted));
        let found = hierarchy.group_count();
        if found != wanted {
            let count = |count: usize| Hierarchy::new(&weighted, &tree(count)).group_count();
            let [least, most] = [count(1), count(usize::MAX)];
            return Err(GroupCountError { wanted, least, most });
        }
        self.hierarchy = hierarchy;
        self.given_groups = Some(wanted as u32);
        Ok(self)
    }

    fn neighborhoods(graph: &PointGraph, links: &Csr) -> Neighborhoods {
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
