//! The weighted graph of near points. Two points of which one is a neighbour of the other are
//! connected by an edge, whose weight is the support of the pair: the number of points that have
//! both among their neighbours.

use rayon::prelude::*;

use super::louvain::WeightedGraph;
use crate::base::csr::Csr;

/// Creates the weighted graph of nodes, which stand for `weights` points each.
pub(super) fn weighted_graph(links: &Csr, weights: &[u32]) -> WeightedGraph {
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

    proptest! {
        #[test]
        fn an_edge_weighs_as_the_points_that_count_both(
            lists in proptest::collection::vec(proptest::collection::btree_set(0..9u32, 0..6), 9),
            weights in proptest::collection::vec(1..4u32, 9),
        ) {
            let graph = weighted_graph(&lists.iter().cloned().collect(), &weights);
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
