//! The strength of a graph inside: the weight that its weakest balanced bisection cuts.
//!
//! The nodes are ordered along the Fiedler vector, the slowest mode of a random walk on the graph
//! (Fiedler 1973). Of the cuts in this order with at least a quarter of the size on either side,
//! the weakest is taken (Karypis, Han and Kumar 1999 bisect for this purpose). The vector is found
//! by a fixed number of steps of the walk from a fixed start, the distance of each node from one
//! end of the graph.
//!
//! Invariant: sums are taken in the order of the nodes, so every machine computes the same bits.

use std::collections::VecDeque;

use super::louvain::WeightedGraph;

/// The number of steps of the walk. With three times as many, no table of examples/communities is
/// grouped differently.
const WALK_STEPS: usize = 100;
/// The inverse of the least share of the size on either side of a balanced cut: a quarter.
const BALANCE: u128 = 4;

/// The cut of a graph along its slowest mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    pub weight: u64,
    /// `true` if at least a quarter of the size is on either side.
    pub is_balanced: bool,
}

/// Returns the weakest balanced cut of a graph whose nodes have these sizes, or the cut nearest to
/// halves if none is balanced; one of weight 0 if there is only one node.
pub(super) fn weakest_cut(graph: &WeightedGraph, sizes: &[u64]) -> Cut {
    let order = fiedler_order(graph);
    let n = order.len();
    let mut place = vec![0; n];
    order.iter().enumerate().for_each(|(at, &node)| place[node] = at);
    let all: u128 = sizes.iter().map(|&size| u128::from(size)).sum();
    let (mut cut, mut before) = (0, 0_u128);
    // Unbalanced cuts are compared by their distance from halves, balanced ones by their weight.
    let mut best: Option<(u128, u64)> = None;
    for (at, &node) in order.iter().enumerate().take(n.saturating_sub(1)) {
        before += u128::from(sizes[node]);
        for &(other, weight) in &graph.edges[node] {
            if place[other as usize] > at { cut += weight } else { cut -= weight }
        }
        let smaller = before.min(all - before);
        let imbalance = if BALANCE * smaller >= all { 0 } else { all - 2 * smaller };
        let found = (imbalance, cut);
        best = Some(best.map_or(found, |best| best.min(found)));
    }
    let (imbalance, weight) = best.unwrap_or((1, 0));
    Cut { weight, is_balanced: imbalance == 0 }
}

/// Returns the nodes along the slowest mode, ties by number.
fn fiedler_order(graph: &WeightedGraph) -> Vec<usize> {
    let n = graph.edges.len();
    let degree = |near: &Vec<(u32, u64)>| {
        near.iter().map(|&(_, weight)| weight as f64).sum::<f64>().max(1e-9)
    };
    let degrees: Vec<f64> = graph.edges.iter().map(degree).collect();
    let later = later_edges(graph);
    let total: f64 = degrees.iter().sum();
    let mut vector: Vec<f64> =
        count_hops(graph, end_node(graph)).into_iter().map(f64::from).collect();
    let mut sums = vec![0.0; n];
    for _ in 0..WALK_STEPS {
        let both = || vector.iter().zip(&degrees);
        let mean = both().map(|(x, degree)| x * degree).sum::<f64>() / total;
        let square = |(x, degree): (&f64, &f64)| (x - mean) * (x - mean) * degree;
        let length = both().map(square).sum::<f64>().sqrt().max(1e-300);
        vector.iter_mut().for_each(|x| *x = (*x - mean) / length);
        add_neighbors(&later, &vector, &mut sums);
        for ((own, sum), degree) in vector.iter_mut().zip(&sums).zip(&degrees) {
            // Half of the walk stays in place, so that no mode oscillates.
            *own = 0.5 * (*own + sum / degree);
        }
    }
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&a, &b| vector[a].total_cmp(&vector[b]).then(a.cmp(&b)));
    order
}

/// Returns the edges of each node to later nodes.
fn later_edges(graph: &WeightedGraph) -> Vec<Vec<(u32, f64)>> {
    let later = |(node, near): (usize, &Vec<(u32, u64)>)| {
        let first = near.partition_point(|&(other, _)| other as usize <= node);
        near[first..].iter().map(|&(other, weight)| (other, weight as f64)).collect()
    };
    graph.edges.iter().enumerate().map(later).collect()
}

/// Sums the values of the neighbours of each node, by weight and in the order of the neighbours.
/// Each edge is read once, for both of its nodes.
fn add_neighbors(later: &[Vec<(u32, f64)>], values: &[f64], sums: &mut [f64]) {
    sums.fill(-0.0);
    for (node, near) in later.iter().enumerate() {
        let (own, mut sum) = (values[node], sums[node]);
        for &(other, weight) in near {
            sum += weight * values[other as usize];
            sums[other as usize] += weight * own;
        }
        sums[node] = sum;
    }
}

/// Returns a node at one end of the graph: the last one that is reached from the first node.
fn end_node(graph: &WeightedGraph) -> usize {
    let hops = count_hops(graph, 0);
    let reached = |&node: &usize| hops[node] < hops.len() as u32;
    (0..hops.len()).filter(reached).rev().max_by_key(|&node| hops[node]).unwrap_or(0)
}

/// Returns the number of edges from a node to each node; the number of nodes if there is no path.
fn count_hops(graph: &WeightedGraph, from: usize) -> Vec<u32> {
    let n = graph.edges.len();
    let mut hops = vec![n as u32; n];
    let mut waiting = VecDeque::new();
    if n > 0 {
        hops[from] = 0;
        waiting.push_back(from);
    }
    while let Some(node) = waiting.pop_front() {
        for &(other, _) in &graph.edges[node] {
            if hops[other as usize] == n as u32 {
                hops[other as usize] = hops[node] + 1;
                waiting.push_back(other as usize);
            }
        }
    }
    hops
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn graph(n: usize, edges: &[(u32, u32, u64)]) -> WeightedGraph {
        let mut graph = WeightedGraph { edges: vec![Vec::new(); n], inside: vec![0; n] };
        for &(one, other, weight) in edges {
            graph.edges[one as usize].push((other, weight));
            graph.edges[other as usize].push((one, weight));
        }
        graph.edges.iter_mut().for_each(|edges| edges.sort_unstable());
        graph
    }

    proptest! {
        #[test]
        fn no_cut_is_weaker_than_the_weakest_of_all(
            weights in proptest::collection::vec(0..5_u64, 21),
            sizes in proptest::collection::vec(1..4_u64, 7),
        ) {
            let pairs = (0..7_u32).flat_map(|one| (0..one).map(move |other| (other, one)));
            let edges: Vec<_> = pairs
                .zip(&weights)
                .filter(|(_, weight)| **weight > 0)
                .map(|((one, other), &weight)| (one, other, weight))
                .collect();
            let found = weakest_cut(&graph(7, &edges), &sizes);
            let all: u64 = sizes.iter().sum();
            let cuts = (1..127_u32).filter_map(|side| {
                let inside = |node: u32| side >> node & 1 == 1;
                let size: u64 = (0..7).filter(|&at| inside(at)).map(|at| sizes[at as usize]).sum();
                let crossing = edges.iter().filter(|(a, b, _)| inside(*a) != inside(*b));
                let balanced = 4 * size.min(all - size) >= all;
                balanced.then(|| crossing.map(|(.., weight)| weight).sum::<u64>())
            });
            // With sizes up to 3, every order has a balanced cut.
            prop_assert!(found.is_balanced);
            prop_assert!(cuts.min().is_some_and(|least| found.weight >= least));
            prop_assert_eq!(found, weakest_cut(&graph(7, &edges), &sizes), "the same every time");
        }
    }
}
