//! The tree of groups with a given number of groups.

use std::collections::BTreeMap;

use super::louvain::WeightedGraph;
use super::margins::Neighborhoods;
use super::tree::{Look, Tree};

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
