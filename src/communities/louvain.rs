//! Groups of nodes of a weighted graph with more weight inside than chance would give: Louvain's
//! method (Blondel and others 2008) with the repairs of Traag, Waltman and van Eck (2019) and the
//! resolution of Reichardt and Bornholdt (2006).
//!
//! With m twice the weight of all edges, `inside` twice that within a group and `degree` the sum of
//! its nodes' degrees,
//!
//! ```text
//! quality    = sum over groups of inside / m - (degree / m)^2 / 2
//! modularity = sum over groups of inside / m - (degree / m)^2
//! ```
//!
//! The groups are those of the quality: two groups are one where they share more than half of what
//! chance expects between them. With all of it, as in modularity, classes fall into more pieces;
//! with a third of it, separate groups are joined (measured on the tables of examples/communities).
//!
//! Nodes move, one after another in their order, each to the group that raises the quality most:
//! where several do, it stays or takes the first; where all lower it, it goes alone. Once no node
//! moves, groups move the same way, as nodes of a smaller graph, and then nodes again. A group that
//! falls apart into parts without an edge between them is taken apart. It ends where nothing moves:
//! then no single node and no group could move for the better.
//!
//! For few groups the modularity is at most 1 less the share of a group, so it does not compare
//! tables; the weight that crosses between groups, by that which chance expects, does.
//!
//! Weights are whole numbers and so is every comparison: nothing is rounded, nothing is random.

/// The weight inside groups counts this many times what chance expects there.
const INSIDE: i128 = 2;

/// How far groups stand apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Separation {
    /// At most 1, and less for fewer groups.
    pub modularity: f64,
    /// The weight between groups by that which chance expects there, given the degrees: 0 where
    /// groups share nothing, 1 where they are no groups. None for a single group.
    pub crossing: Option<f64>,
}

/// A graph without direction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Weighted {
    /// The other nodes of each, ascending, with the weight of the edge; each edge from both ends.
    pub(super) edges: Vec<Vec<(u32, u64)>>,
    /// Twice the weight inside each node.
    pub(super) inside: Vec<u64>,
}

impl Weighted {
    fn degree(&self, node: usize) -> u64 {
        self.inside[node] + self.edges[node].iter().map(|(_, weight)| weight).sum::<u64>()
    }

    /// Twice the weight of all edges.
    fn total(&self) -> u64 {
        (0..self.edges.len()).map(|node| self.degree(node)).sum()
    }

    /// The graph whose nodes are these groups.
    fn joined(&self, groups: &[u32]) -> Self {
        let most = groups.iter().max().map_or(0, |&last| last as usize + 1);
        let mut joined = Self { edges: vec![Vec::new(); most], inside: vec![0; most] };
        for (node, &group) in groups.iter().enumerate() {
            joined.inside[group as usize] += self.inside[node];
            for &(other, weight) in &self.edges[node] {
                match groups[other as usize] {
                    same if same == group => joined.inside[group as usize] += weight,
                    other => joined.edges[group as usize].push((other, weight)),
                }
            }
        }
        for edges in &mut joined.edges {
            edges.sort_unstable_by_key(|&(other, _)| other);
            edges.dedup_by(|next, first| {
                let same = next.0 == first.0;
                first.1 += if same { next.1 } else { 0 };
                same
            });
        }
        joined
    }

    /// How far these groups stand apart; none for a graph without weight.
    pub(super) fn separation(&self, groups: &[u32]) -> Option<Separation> {
        let joined = self.joined(groups);
        let total = u128::from(joined.total());
        let inside: u128 = joined.inside.iter().map(|&inside| u128::from(inside)).sum();
        let degrees = (0..joined.edges.len()).map(|group| u128::from(joined.degree(group)));
        let squares: u128 = degrees.map(|degree| degree * degree).sum();
        // All are at most the square of the total, so these differences are exact.
        let beyond = (total * inside).cast_signed() - squares.cast_signed();
        let (between, expected) = (total * (total - inside), total * total - squares);
        (total > 0).then(|| Separation {
            modularity: beyond as f64 / (total * total) as f64,
            crossing: (expected > 0).then(|| between as f64 / expected as f64),
        })
    }

    /// The group of each node, numbered in the order of their first nodes.
    pub(super) fn groups(&self) -> Vec<u32> {
        let mut groups: Vec<u32> = (0..self.edges.len() as u32).collect();
        loop {
            let before = groups.clone();
            groups = self.connected(&groups);
            self.settle(&mut groups);
            loop {
                groups = numbered(&groups);
                let joined = self.joined(&groups);
                let mut larger: Vec<u32> = (0..joined.edges.len() as u32).collect();
                if !joined.settle(&mut larger) {
                    break;
                }
                groups.iter_mut().for_each(|group| *group = larger[*group as usize]);
            }
            if groups == before {
                return groups;
            }
        }
    }

    /// Moves single nodes until none moves; whether any did.
    fn settle(&self, groups: &mut [u32]) -> bool {
        let n = self.edges.len();
        let total = i128::from(self.total());
        let (mut degrees, mut sizes) = (vec![0_u64; n], vec![0_u32; n]);
        for (node, &group) in groups.iter().enumerate() {
            degrees[group as usize] += self.degree(node);
            sizes[group as usize] += 1;
        }
        let (mut shared, mut met) = (vec![0_u64; n], Vec::new());
        let (mut moved, mut still) = (false, 0);
        // Once each node in turn has stayed, all stay.
        for node in (0..n).cycle() {
            if still == n {
                break;
            }
            still += 1;
            let (own, degree) = (groups[node], self.degree(node));
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
                INSIDE * total * i128::from(shared) - i128::from(degree) * i128::from(degrees)
            };
            let mut best = (own, worth(own));
            for &group in &met {
                let worth = worth(group);
                if worth > best.1 {
                    best = (group, worth);
                }
            }
            if best.1 < 0 {
                let free = sizes.iter().position(|&size| size == 0).expect("its own place");
                best = (free as u32, 0);
            }
            met.iter().for_each(|&group| shared[group as usize] = 0);
            groups[node] = best.0;
            degrees[best.0 as usize] += degree;
            sizes[best.0 as usize] += 1;
            if best.0 != own {
                (moved, still) = (true, 0);
            }
        }
        moved
    }

    /// The groups with every part that has no edge to the others as a group of its own.
    fn connected(&self, groups: &[u32]) -> Vec<u32> {
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

/// The same groups, numbered in the order of their first nodes.
fn numbered(groups: &[u32]) -> Vec<u32> {
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

    /// A graph of up to 9 nodes, by the weights above the diagonal.
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

    fn weighted(matrix: &[Vec<u64>]) -> Weighted {
        let edges = |row: &Vec<u64>| {
            let edges = (0..).zip(row.iter().copied());
            edges.filter(|&(_, weight)| weight > 0).collect()
        };
        Weighted { edges: matrix.iter().map(edges).collect(), inside: vec![0; matrix.len()] }
    }

    /// The definition of modularity: over all pairs of nodes of one group, the weight less what
    /// chance expects.
    fn modularity(matrix: &[Vec<u64>], groups: &[u32]) -> f64 {
        beyond(matrix, groups, 1.0)
    }

    /// That of quality: less half of what chance expects.
    fn quality(matrix: &[Vec<u64>], groups: &[u32]) -> f64 {
        beyond(matrix, groups, 0.5)
    }

    fn beyond(matrix: &[Vec<u64>], groups: &[u32], resolution: f64) -> f64 {
        let degree = |i: usize| matrix[i].iter().sum::<u64>() as f64;
        let total: f64 = (0..matrix.len()).map(degree).sum();
        let mut sum = 0.0;
        for i in 0..matrix.len() {
            for j in (0..matrix.len()).filter(|&j| groups[i] == groups[j]) {
                sum += matrix[i][j] as f64 - resolution * degree(i) * degree(j) / total;
            }
        }
        sum / total
    }

    /// The best quality of all ways to group so many nodes.
    fn best(matrix: &[Vec<u64>], groups: &mut Vec<u32>) -> f64 {
        if groups.len() == matrix.len() {
            return quality(matrix, groups);
        }
        let next = groups.iter().max().map_or(0, |last| last + 1);
        let mut highest = f64::NEG_INFINITY;
        for group in 0..=next {
            groups.push(group);
            highest = highest.max(best(matrix, groups));
            groups.pop();
        }
        highest
    }

    proptest! {
        #[test]
        fn modularity_is_what_the_definition_says(
            matrix in graphs(),
            groups in proptest::collection::vec(0..4u32, 9),
        ) {
            let groups = &groups[..matrix.len()];
            match weighted(&matrix).separation(groups) {
                None => prop_assert!(matrix.iter().flatten().all(|&weight| weight == 0)),
                Some(Separation { modularity: found, crossing }) => {
                    prop_assert!((found - modularity(&matrix, groups)).abs() < 1e-12);
                    // Of the sums over pairs of different groups, the first by the second.
                    let degree = |i: usize| matrix[i].iter().sum::<u64>() as f64;
                    let total: f64 = (0..matrix.len()).map(degree).sum();
                    let (mut between, mut expected) = (0.0, 0.0);
                    for i in 0..matrix.len() {
                        for j in (0..matrix.len()).filter(|&j| groups[i] != groups[j]) {
                            between += matrix[i][j] as f64;
                            expected += degree(i) * degree(j) / total;
                        }
                    }
                    let definition = (expected > 0.0).then(|| between / expected);
                    let near = crossing.unwrap_or(-1.0) - definition.unwrap_or(-1.0);
                    prop_assert!(near.abs() < 1e-12);
                }
            }
        }

        #[test]
        fn no_node_and_no_group_could_move_for_the_better(matrix in graphs()) {
            let graph = weighted(&matrix);
            let groups = graph.groups();
            prop_assert_eq!(&numbered(&groups), &groups);
            prop_assert_eq!(&numbered(&graph.connected(&groups)), &groups, "in one piece");
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

    #[test]
    fn the_best_of_all_groupings_is_found_or_nearly() {
        use proptest::strategy::ValueTree;
        use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
        let random = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
        let mut runner = TestRunner::new_with_rng(Config::default(), random);
        let (mut times, mut exact, mut lost) = (0, 0, 0.0_f64);
        while times < 60 {
            let matrix = graphs().new_tree(&mut runner).unwrap().current();
            let graph = weighted(&matrix);
            let groups = graph.groups();
            if graph.separation(&groups).is_none() {
                continue;
            }
            let short = best(&matrix, &mut Vec::new()) - quality(&matrix, &groups);
            times += 1;
            exact += u32::from(short < 1e-12);
            lost = lost.max(short);
        }
        assert!(exact >= 45 && lost < 0.1, "{exact} of {times} are the best, {lost} short at most");
    }

    #[test]
    fn two_rings_of_three_with_a_bridge_are_two_groups() {
        let mut matrix = vec![vec![0; 6]; 6];
        for (i, j) in [(0, 1), (0, 2), (1, 2), (3, 4), (3, 5), (4, 5), (2, 3)] {
            (matrix[i][j], matrix[j][i]) = (1, 1);
        }
        let graph = weighted(&matrix);
        assert_eq!(graph.groups(), [0, 0, 0, 1, 1, 1]);
        let found = graph.separation(&graph.groups()).unwrap();
        assert_eq!(found, Separation { modularity: 70.0 / 196.0, crossing: Some(28.0 / 98.0) });
        assert_eq!(weighted(&vec![vec![0; 3]; 3]).groups(), [0, 1, 2]);
        assert_eq!(Weighted::default().groups(), Vec::<u32>::new());
    }
}
