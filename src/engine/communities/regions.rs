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
    pieces: Vec<u32>,
    is_close_look: bool,
    /// The number of groups, if it was given and not found.
    pub(crate) given_groups: Option<u32>,
}

/// An error: a number of groups into which the points cannot be cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the points can be cut into {}, not {wanted}", possible_counts(*.below, *.above))]
pub struct GroupCountError {
    /// The number that was given.
    pub wanted: usize,
    /// The largest possible number below it; sets of points that no link connects stay apart.
    pub below: Option<usize>,
    /// The smallest possible number above it.
    pub above: Option<usize>,
}

fn possible_counts(below: Option<usize>, above: Option<usize>) -> String {
    match (below, above) {
        (Some(below), Some(above)) => format!("{below} or {above} groups"),
        (Some(1), None) => "one group only".to_owned(),
        (Some(below), None) => format!("at most {below} groups"),
        (None, Some(above)) => format!("at least {above} groups"),
        (None, None) => "no groups".to_owned(),
    }
}

/// The numbers of neighbours with which a cut is tried in turn where neighbourhoods are so wide
/// that a group would be the main group of no point.
const CUT_KS: [usize; 4] = [10, 7, 5, 3];
/// The number of nodes up to which a cut with more groups than pieces is tried likewise.
const FEW_NODES: usize = 60;

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

    /// Returns the regions with `wanted` groups, joined or divided in the order of the tree, each
    /// the main group of a point.
    ///
    /// # Errors
    /// Returns an error if there can be no such number of groups.
    pub(crate) fn with_group_count(
        self,
        wanted: usize,
        progress: &Progress,
    ) -> Result<Result<Self, GroupCountError>, InterruptedError> {
        let mut looks = vec![self];
        let first = &looks[0];
        let is_hollow = first.cut(wanted).is_some_and(|cut| !cut.has_main_groups());
        if is_hollow || first.graph.nodes.len() <= FEW_NODES {
            let closer: Result<Vec<Self>, _> = CUT_KS
                .into_iter()
                .filter_map(|k| {
                    let graph = first.graph.clone();
                    let links = graph.closer_links(k)?;
                    Some(graph.with_closer_links(links, k))
                })
                .map(|graph| {
                    let (hierarchy, pieces) =
                        Self::look(&graph, &graph.links, Look::CLOSE, progress)?;
                    Ok(Self { graph, hierarchy, pieces, is_close_look: true, given_groups: None })
                })
                .collect();
            looks.extend(closer?);
        }
        let cut = |count: usize| -> Result<Option<Self>, InterruptedError> {
            progress.check()?;
            let cuts = looks.iter().filter_map(|look| look.cut(count));
            Ok(cuts.into_iter().find(Self::has_main_groups))
        };
        if let Some(cut) = cut(wanted)? {
            return Ok(Ok(cut));
        }
        let most = looks.iter().map(|look| look.hierarchy_of(usize::MAX).group_count()).max();
        let most = most.unwrap_or(0);
        let first_possible = |counts: &mut dyn Iterator<Item = usize>| {
            for count in counts {
                if cut(count)?.is_some() {
                    return Ok(Some(count));
                }
            }
            Ok(None)
        };
        let below = first_possible(&mut (1..wanted.min(most + 1)).rev())?;
        let above = first_possible(&mut (wanted + 1..most + 1))?;
        Ok(Err(GroupCountError { wanted, below, above }))
    }

    /// Returns these regions with `wanted` groups; `None` if the tree has no such cut.
    fn cut(&self, wanted: usize) -> Option<Self> {
        let hierarchy = self.hierarchy_of(wanted);
        let given_groups = Some(wanted as u32);
        (hierarchy.group_count() == wanted).then(|| Self {
            hierarchy,
            given_groups,
            ..self.clone()
        })
    }

    /// Returns the hierarchy with `count` groups, or as near a number as the tree has.
    fn hierarchy_of(&self, count: usize) -> Hierarchy {
        let look = if self.is_close_look { Look::CLOSE } else { Look::FIRST };
        let (graph, links) = (&self.graph, &self.graph.links);
        let weighted = links::weighted_graph(graph, links);
        let near = Self::neighborhoods(graph, links);
        let tree = Tree::with_group_count(&weighted, self.pieces.clone(), near, look, count);
        Hierarchy::new(&weighted, &tree)
    }

    /// Returns `true` if a node has its largest share in each group, and there alone.
    fn has_main_groups(&self) -> bool {
        let mut are_main = vec![false; self.hierarchy.regions.len()];
        for mut shares in super::region_shares(self.graph.nodes.clone(), self) {
            shares.retain(|(region, _)| self.hierarchy.group_of(*region) == *region);
            shares.sort_by(|(_, one), (_, other)| other.total_cmp(one));
            match shares[..] {
                [(main, most), (_, next), ..] if most > next => are_main[main] = true,
                [(main, _)] => are_main[main] = true,
                _ => {}
            }
        }
        are_main.iter().filter(|is_main| **is_main).count() == self.hierarchy.group_count()
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
