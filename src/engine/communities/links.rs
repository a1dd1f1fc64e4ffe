//! The weighted graph of near points. Two points of which one is a neighbour of the other are
//! connected by an edge, whose weight is the support of the pair: the number of points that have
//! both among their neighbours, divided by the wider of their two neighbourhoods as a multiple of
//! the median width. So a cut through a group weighs as much in a sparse group as in a dense one.

use rayon::prelude::*;

use super::louvain::WeightedGraph;
use crate::base::csr::Csr;
use crate::point_graph::PointGraph;

/// The weight of an edge with a support of 1 between two points of median width.
pub(super) const UNIT: u64 = 4096;
/// The least width as a multiple of the median.
const MIN_WIDTH: f64 = 1e-3;

/// Creates the weighted graph of the nodes of a graph of near points; `links` are all or the
/// nearest of its links. A pile has the number of its points inside.
pub(super) fn weighted_graph(graph: &PointGraph, links: &Csr) -> WeightedGraph {
    let mut weighted = support_graph(links, &graph.weights);
    let nodes = 0..graph.nodes.len() as u32;
    for node in nodes.filter(|&node| graph.is_pile(node)) {
        weighted.inside[node as usize] = UNIT * u64::from(graph.weights[node as usize]);
    }
    divide_by_widths(&mut weighted, &graph.node_widths().unwrap_or_default());
    weighted
}

/// Divides the weight of each edge by the wider neighbourhood; without distances, all are equal.
fn divide_by_widths(graph: &mut WeightedGraph, widths: &[f64]) {
    let mut positive: Vec<f64> = widths.iter().copied().filter(|&width| width > 0.0).collect();
    positive.sort_unstable_by(f64::total_cmp);
    let median = positive.get(positive.len() / 2).copied().unwrap_or(1.0);
    let relative = |node: usize| widths.get(node).map_or(1.0, |width| width / median);
    let relative: Vec<f64> =
        (0..graph.edges.len()).map(|node| relative(node).max(MIN_WIDTH)).collect();
    for (node, edges) in graph.edges.iter_mut().enumerate() {
        for (other, weight) in edges {
            let width = relative[node].max(relative[*other as usize]);
            *weight = ((*weight * UNIT) as f64 / width).round().max(1.0) as u64;
        }
    }
}

/// Creates the graph of supports of nodes, which stand for `weights` points each.
fn support_graph(links: &Csr, weights: &[u32]) -> WeightedGraph {
    let n = links.len();
    let linked_from = links.transpose(n);
    let edges_of = |shared: &mut Vec<u64>, node: usize| {
        let rows = linked_from.get(node).iter().map(|&row| row as usize);
        for row in rows.clone() {
            let weight = u64::from(weights[row]);
            links.get(row).iter().for_each(|&other| shared[other as usize] += weight);
        }
        let both = links.get(node).iter().chain(linked_from.get(node)).copied();
        let mut others: Vec<u32> = both.filter(|&other| other as usize != node).collect();
        others.sort_unstable();
        others.dedup();
        let edge = |other: u32| (other, shared[other as usize]);
        let edges: Vec<(u32, u64)> =
            others.into_iter().map(edge).filter(|(_, weight)| *weight > 0).collect();
        rows.flat_map(|row| links.get(row)).for_each(|&other| shared[other as usize] = 0);
        edges
    };
    let edges = (0..n).into_par_iter().map_init(|| vec![0; n], edges_of).collect();
    WeightedGraph { edges, inside: vec![0; n] }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_wider_neighbourhood_divides_a_weight() {
        let edges = vec![vec![(1, 6), (2, 9)], vec![(0, 6)], vec![(0, 9)]];
        let mut graph = WeightedGraph { edges, inside: vec![0; 3] };
        divide_by_widths(&mut graph, &[1.0, 2.0, 3.0]);
        // The median is 2, and half of it is less than the widths beside.
        let edges =
            vec![vec![(1, 6 * UNIT), (2, 6 * UNIT)], vec![(0, 6 * UNIT)], vec![(0, 6 * UNIT)]];
        assert_eq!(graph.edges, edges);
        divide_by_widths(&mut graph, &[]);
        assert_eq!(graph.edges[1], [(0, 6 * UNIT * UNIT)]);
    }

    proptest! {
        #[test]
        fn an_edge_weighs_as_the_points_that_count_both(
            lists in proptest::collection::vec(proptest::collection::btree_set(0..9u32, 0..6), 9),
            weights in proptest::collection::vec(1..4u32, 9),
        ) {
            let graph = support_graph(&lists.iter().cloned().collect(), &weights);
            for (p, edges) in (0..9).zip(&graph.edges) {
                let has = |a: u32, b: u32| lists[a as usize].contains(&b);
                let near = |q: u32| has(p, q) || has(q, p);
                let counts = |q: u32| -> u64 {
                    let both = |(l, _): &(&BTreeSet<u32>, &u32)| l.contains(&p) && l.contains(&q);
                    lists.iter().zip(&weights).filter(both).map(|(_, &w)| u64::from(w)).sum()
                };
                let others = (0..9).filter(|&q| q != p && near(q));
                let expected: Vec<(u32, u64)> = others
                    .map(|q| (q, counts(q)))
                    .filter(|(_, weight)| *weight > 0)
                    .collect();
                prop_assert_eq!(edges, &expected);
            }
        }
    }
}
