//! Cuts of the tree of groups into a given number of groups.

use std::collections::BTreeMap;

use super::hierarchy::Hierarchy;
use super::louvain::WeightedGraph;
use super::margins::Neighborhoods;
use super::regions::Regions;
use super::tree::{Look, Tree};
use super::{links, region_shares};
use crate::base::progress::{InterruptedError, Progress};
use crate::point_graph::PointGraph;

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
        Cuts::new(self.graph, self.pieces, self.is_close_look).cut_or_look_closer(wanted, progress)
    }
}

/// The cuts of the groups of a graph of near points.
struct Cuts {
    graph: PointGraph,
    weighted: WeightedGraph,
    /// The piece of each node.
    pieces: Vec<u32>,
    is_close_look: bool,
}

impl Cuts {
    fn new(graph: PointGraph, pieces: Vec<u32>, is_close_look: bool) -> Self {
        let weighted = links::weighted_graph(&graph, &graph.links);
        Self { graph, weighted, pieces, is_close_look }
    }

    /// Returns the regions with `wanted` groups, each the main group of a point. If there are none,
    /// a closer look may have them.
    fn cut_or_look_closer(
        self,
        wanted: usize,
        progress: &Progress,
    ) -> Result<Result<Regions, GroupCountError>, InterruptedError> {
        let cut = self.cut(wanted);
        let is_hollow = match cut {
            Some(cut) if self.has_main_groups(&cut) => {
                return Ok(Ok(self.into_regions(cut, wanted)));
            }
            hollow => hollow.is_some(),
        };
        let mut looks = vec![self];
        if is_hollow || looks[0].graph.nodes.len() <= FEW_NODES {
            for k in CUT_KS {
                let Some(closer) = looks[0].look_closer(k, progress)? else { continue };
                if let Some(cut) = closer.main_cut(wanted) {
                    return Ok(Ok(closer.into_regions(cut, wanted)));
                }
                looks.push(closer);
            }
        }
        let most = looks.iter().map(|look| look.hierarchy(usize::MAX).group_count()).max();
        let most = most.unwrap_or(0);
        let first_possible = |counts: &mut dyn Iterator<Item = usize>| {
            for count in counts {
                progress.check()?;
                if looks.iter().any(|look| look.main_cut(count).is_some()) {
                    return Ok(Some(count));
                }
            }
            Ok(None)
        };
        let below = first_possible(&mut (1..wanted.min(most + 1)).rev())?;
        let above = first_possible(&mut (wanted + 1..most + 1))?;
        Ok(Err(GroupCountError { wanted, below, above }))
    }

    /// Returns the cuts with the nearest `k` of each node; `None` if there are no fewer.
    fn look_closer(&self, k: usize, progress: &Progress) -> Result<Option<Self>, InterruptedError> {
        let Some(links) = self.graph.closer_links(k) else { return Ok(None) };
        progress.check()?;
        let graph = self.graph.clone().with_closer_links(links, k);
        let mut closer = Self::new(graph, Vec::new(), true);
        closer.pieces = Tree::new(&closer.weighted, closer.neighborhoods(), closer.look()).pieces;
        Ok(Some(closer))
    }

    fn look(&self) -> Look {
        if self.is_close_look { Look::CLOSE } else { Look::FIRST }
    }

    fn neighborhoods(&self) -> Neighborhoods {
        Regions::neighborhoods(&self.graph, &self.graph.links)
    }

    /// Returns the hierarchy with `count` groups, or as near a number as the tree has.
    fn hierarchy(&self, count: usize) -> Hierarchy {
        let (pieces, near) = (self.pieces.clone(), self.neighborhoods());
        let tree = Tree::with_group_count(&self.weighted, pieces, near, self.look(), count);
        Hierarchy::new(&self.weighted, &tree)
    }

    /// Returns the hierarchy with `count` groups; `None` if the tree has no such cut.
    fn cut(&self, count: usize) -> Option<Hierarchy> {
        Some(self.hierarchy(count)).filter(|found| found.group_count() == count)
    }

    fn main_cut(&self, count: usize) -> Option<Hierarchy> {
        self.cut(count).filter(|cut| self.has_main_groups(cut))
    }

    /// Returns `true` if a node has its largest share in each group, and there alone.
    fn has_main_groups(&self, hierarchy: &Hierarchy) -> bool {
        let mut are_main = vec![false; hierarchy.regions.len()];
        for mut shares in region_shares(self.graph.nodes.clone(), &self.graph, hierarchy) {
            shares.retain(|(region, _)| hierarchy.group_of(*region) == *region);
            shares.sort_by(|(_, one), (_, other)| other.total_cmp(one));
            match shares[..] {
                [(main, most), (_, next), ..] if most > next => are_main[main] = true,
                [(main, _)] => are_main[main] = true,
                _ => {}
            }
        }
        are_main.iter().filter(|is_main| **is_main).count() == hierarchy.group_count()
    }

    fn into_regions(self, hierarchy: Hierarchy, count: usize) -> Regions {
        let Self { graph, pieces, is_close_look, .. } = self;
        Regions { graph, hierarchy, pieces, is_close_look, given_groups: Some(count as u32) }
    }
}

impl Tree {
    /// Returns the tree of `pieces` with `groups` groups, or with as near a number as there can be:
    /// groups are joined at their strongest boundary, or pieces no longer joined.
    pub(super) fn with_group_count(
        graph: &WeightedGraph,
        pieces: Vec<u32>,
        near: Neighborhoods,
        look: Look,
        groups: usize,
    ) -> Self {
        let mut tree = Self::from_pieces(graph, pieces, near, look, groups);
        let sets = tree.leaves + tree.joins_within_groups;
        let is_group = |set: &usize| tree.parent_of(*set).is_none_or(|join| join >= sets);
        let found = (0..sets).filter(is_group).filter(|&set| tree.has_weight(graph, set)).count();
        let joins = tree.joins.len() - tree.joins_within_groups;
        tree.merge_groups(found.saturating_sub(groups).min(joins));
        tree
    }

    fn parent_of(&self, set: usize) -> Option<usize> {
        let join = self.joins.iter().position(|join| join.sets.contains(&set))?;
        Some(self.leaves + join)
    }

    /// Returns `false` for a single node without edges.
    fn has_weight(&self, graph: &WeightedGraph, set: usize) -> bool {
        let mut nodes = self.pieces.iter().enumerate();
        set >= self.leaves
            || nodes.any(|(node, &piece)| piece as usize == set && graph.degree(node) > 0)
    }

    /// Counts the first `count` joins of groups as joins within groups.
    fn merge_groups(&mut self, count: usize) {
        self.joins_within_groups += count;
        let sets = self.leaves + self.joins_within_groups;
        let mut merged = BTreeMap::new();
        for (&(one, other), &ratio) in &self.boundaries {
            let above = |set: &usize| self.parent_of(*set).filter(|&join| join < sets);
            let group = |set| std::iter::successors(Some(set), above).last().unwrap_or(set);
            let [one, other] = [group(one), group(other)];
            if one != other {
                let most = merged.entry((one.min(other), one.max(other))).or_insert(ratio);
                *most = ratio.max(*most);
            }
        }
        self.boundaries = merged;
    }
}
