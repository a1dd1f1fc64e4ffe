//! Louvain's method (Blondel and others 2008): groups of nodes of a weighted graph with more weight
//! inside than expected by chance, with the repairs of Traag, Waltman and van Eck (2019) and the
//! resolution of Reichardt and Bornholdt (2006).
//!
//! The quality depends on m, twice the weight of all edges; `inside`, twice the weight within a
//! group; `degree`, the sum of the degrees of its nodes; and the resolution r:
//!
//! ```text
//! quality = sum over groups of inside / m - r (degree / m)^2
//! ```
//!
//! Nodes move, one after another in their order, each to the group that raises the quality most. If
//! several groups do, the node stays or takes the first; if all lower it, the node becomes a group
//! of its own. Once no node moves, groups move by this rule as nodes of a smaller graph, and then
//! nodes again. A group that falls apart into components without an edge between them is split. The
//! method ends when nothing moves: then no move of a single node or of a group raises the quality.
//!
//! Invariant: weights and comparisons are in whole numbers, so nothing is rounded and nothing is
//! random.

use crate::base::csr::Csr;

/// A resolution in fifths: 5 is the resolution of modularity.
pub(super) type Fifths = u64;

/// An undirected weighted graph.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct WeightedGraph {
    /// The neighbours of each node, ascending, with the weight of the edge; each edge is stored at
    /// both ends.
    pub(super) edges: Vec<Vec<(u32, u64)>>,
    /// Twice the weight inside each node.
    pub(super) inside: Vec<u64>,
}

impl WeightedGraph {
    pub(super) fn degree(&self, node: usize) -> u64 {
        self.inside[node] + self.edges[node].iter().map(|(_, weight)| weight).sum::<u64>()
    }

    /// Returns twice the weight of all edges.
    pub(super) fn total(&self) -> u64 {
        (0..self.edges.len()).map(|node| self.degree(node)).sum()
    }

    pub(super) fn quotient(&self, groups: &[u32]) -> Self {
        let count = groups.iter().max().map_or(0, |&last| last as usize + 1);
        let members = Csr::from_chunks(groups.to_vec(), 1).transpose(count);
        let mut joined =
            Self { edges: Vec::with_capacity(count), inside: Vec::with_capacity(count) };
        let (mut shared, mut met) = (vec![0_u64; count], Vec::new());
        for (group, nodes) in (0..).zip(members.iter()) {
            let mut inside = 0;
            for &node in nodes {
                inside += self.inside[node as usize];
                for &(other, weight) in &self.edges[node as usize] {
                    let other = groups[other as usize];
                    if other == group {
                        inside += weight;
                        continue;
                    }
                    if shared[other as usize] == 0 {
                        met.push(other);
                    }
                    shared[other as usize] += weight;
                }
            }
            met.sort_unstable();
            let edge = |other: u32| (other, std::mem::take(&mut shared[other as usize]));
            joined.edges.push(met.drain(..).map(edge).collect());
            joined.inside.push(inside);
        }
        joined
    }

    pub(super) fn subgraph(&self, nodes: &[u32]) -> Self {
        let mut place = vec![u32::MAX; self.edges.len()];
        nodes.iter().zip(0..).for_each(|(&node, at)| place[node as usize] = at);
        let edges = |&node: &u32| {
            let edges = self.edges[node as usize].iter();
            let inner = edges.map(|&(other, weight)| (place[other as usize], weight));
            inner.filter(|(other, _)| *other != u32::MAX).collect()
        };
        let inside = nodes.iter().map(|&node| self.inside[node as usize]).collect();
        Self { edges: nodes.iter().map(edges).collect(), inside }
    }

    /// Returns the group of each node; groups are numbered in the order of their first nodes.
    pub(super) fn find_groups(&self, resolution: Fifths) -> Vec<u32> {
        let mut groups: Vec<u32> = (0..self.edges.len() as u32).collect();
        loop {
            let before = groups.clone();
            groups = self.split_components(&groups);
            self.move_nodes(&mut groups, resolution);
            loop {
                groups = renumber(&groups);
                let joined = self.quotient(&groups);
                let mut larger: Vec<u32> = (0..joined.edges.len() as u32).collect();
                if !joined.move_nodes(&mut larger, resolution) {
                    break;
                }
                groups.iter_mut().for_each(|group| *group = larger[*group as usize]);
            }
            if groups == before {
                return groups;
            }
        }
    }

    /// Moves single nodes until none moves; returns `true` if any node moved.
    fn move_nodes(&self, groups: &mut [u32], resolution: Fifths) -> bool {
        let n = self.edges.len();
        let own_degrees: Vec<u64> = (0..n).map(|node| self.degree(node)).collect();
        let total = i128::from(own_degrees.iter().sum::<u64>());
        let (mut degrees, mut sizes) = (vec![0_u64; n], vec![0_u32; n]);
        for (node, &group) in groups.iter().enumerate() {
            degrees[group as usize] += own_degrees[node];
            sizes[group as usize] += 1;
        }
        let mut free: Vec<u32> =
            (0..n as u32).filter(|&group| sizes[group as usize] == 0).collect();
        let (mut shared, mut met) = (vec![0_u64; n], Vec::new());
        let (mut moved, mut still) = (false, 0);
        // Once each node in turn has stayed, all stay.
        for node in (0..n).cycle() {
            if still == n {
                break;
            }
            still += 1;
            let (own, degree) = (groups[node], own_degrees[node]);
            degrees[own as usize] -= degree;
            sizes[own as usize] -= 1;
            met.clear();
            for &(other, weight) in &self.edges[node] {
                let group = groups[other as usize];
                if shared[group as usize] == 0 {
                    met.push(group);
                }
                shared[group as usize] += weight;
            }
            met.sort_unstable();
            let worth = |group: u32| {
                let (shared, degrees) = (shared[group as usize], degrees[group as usize]);
                let expected = i128::from(degree) * i128::from(degrees);
                5 * total * i128::from(shared) - i128::from(resolution) * expected
            };
            let mut best = (own, worth(own));
            for &group in &met {
                let worth = worth(group);
                if worth > best.1 {
                    best = (group, worth);
                }
            }
            if best.1 < 0 {
                // At least the node's own place is free.
                while let Some(&group) = free.last()
                    && sizes[group as usize] > 0
                {
                    free.pop();
                }
                best = (free.last().copied().unwrap_or(own), 0);
            }
            met.iter().for_each(|&group| shared[group as usize] = 0);
            groups[node] = best.0;
            degrees[best.0 as usize] += degree;
            sizes[best.0 as usize] += 1;
            if best.0 != own {
                free.extend((sizes[own as usize] == 0).then_some(own));
                (moved, still) = (true, 0);
            }
        }
        moved
    }

    fn split_components(&self, groups: &[u32]) -> Vec<u32> {
        let none = u32::MAX;
        let mut parts = vec![none; groups.len()];
        let mut next = 0;
        for first in 0..groups.len() {
            if parts[first] != none {
                continue;
            }
            parts[first] = next;
            let mut waiting = vec![first];
            while let Some(node) = waiting.pop() {
                for &(other, _) in &self.edges[node] {
                    let other = other as usize;
                    if parts[other] == none && groups[other] == groups[first] {
                        parts[other] = next;
                        waiting.push(other);
                    }
                }
            }
            next += 1;
        }
        parts
    }
}

/// Renumbers groups in the order of their first nodes.
fn renumber(groups: &[u32]) -> Vec<u32> {
    let none = u32::MAX;
    let (mut numbers, mut next) = (vec![none; groups.len()], 0);
    let mut number = |&group: &u32| {
        let number = &mut numbers[group as usize];
        if *number == none {
            *number = next;
            next += 1;
        }
        *number
    };
    groups.iter().map(&mut number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn graphs() -> impl Strategy<Value = Vec<Vec<u64>>> {
        let weight = prop_oneof![3 => Just(0_u64), 2 => 1..9_u64];
        (1..10usize)
            .prop_flat_map(move |n| (Just(n), proptest::collection::vec(weight.clone(), n * n)))
            .prop_map(|(n, weights)| {
                let at = |i: usize, j: usize| weights[i.min(j) * n + i.max(j)];
                let row = |i: usize| (0..n).map(|j| if i == j { 0 } else { at(i, j) }).collect();
                (0..n).map(row).collect()
            })
    }

    fn weighted(matrix: &[Vec<u64>]) -> WeightedGraph {
        let edges = |row: &Vec<u64>| {
            let edges = (0..).zip(row.iter().copied());
            edges.filter(|&(_, weight)| weight > 0).collect()
        };
        WeightedGraph { edges: matrix.iter().map(edges).collect(), inside: vec![0; matrix.len()] }
    }

    fn quality(matrix: &[Vec<u64>], groups: &[u32]) -> f64 {
        let degree = |i: usize| matrix[i].iter().sum::<u64>() as f64;
        let total: f64 = (0..matrix.len()).map(degree).sum();
        let mut sum = 0.0;
        for i in 0..matrix.len() {
            for j in (0..matrix.len()).filter(|&j| groups[i] == groups[j]) {
                sum += matrix[i][j] as f64 - degree(i) * degree(j) / total;
            }
        }
        sum / total
    }

    proptest! {
        #[test]
        fn no_node_and_no_group_could_move_for_the_better(matrix in graphs()) {
            let graph = weighted(&matrix);
            let groups = graph.find_groups(5);
            prop_assert_eq!(&renumber(&groups), &groups);
            prop_assert_eq!(&renumber(&graph.split_components(&groups)), &groups, "in one piece");
            if matrix.iter().flatten().all(|&weight| weight == 0) {
                return Ok(());
            }
            let found = quality(&matrix, &groups);
            let no_better = |other: &[u32]| quality(&matrix, other) <= found + 1e-12;
            let next = matrix.len() as u32;
            for node in 0..matrix.len() {
                for group in groups.iter().copied().chain([next]) {
                    let mut other = groups.clone();
                    other[node] = group;
                    prop_assert!(no_better(&other));
                }
            }
            for (&from, &to) in groups.iter().flat_map(|a| groups.iter().map(move |b| (a, b))) {
                let join = |&group: &u32| if group == from { to } else { group };
                prop_assert!(no_better(&groups.iter().map(join).collect::<Vec<_>>()));
            }
        }
    }
}
