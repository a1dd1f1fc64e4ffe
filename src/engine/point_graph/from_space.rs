//! The graph of near points by distances.

use std::cmp::Ordering;

use rayon::prelude::*;

use super::{
    MAX_NODES, MAX_SAMPLED_PILES, PILE, PointGraph, SAMPLE_NEIGHBORS, WIDTH_NEIGHBORS,
    first_of_each,
};
use crate::base::csr::Csr;
use crate::knn::{self, Metric, Space, anchors, group_k};

/// The number of columns that distances without a table are taken for.
const COLUMNS_OF_DISTANCES: usize = 2;

impl PointGraph {
    pub(crate) fn from_space(space: &Space) -> Self {
        let (mut graph, equals, different) = Self::nodes_of(space);
        let near = space.subset(&graph.node_rows());
        graph.k = group_k(near.len());
        graph.columns = Some(match space.metric() {
            Metric::Precomputed => COLUMNS_OF_DISTANCES,
            _ => space.dimensions(),
        });
        let (links, widths) = graph.rank_neighbors(&near);
        graph.links = links;
        let mut others = Csr::default();
        if graph.is_sample() {
            others = graph.rank_nodes_near_others(space, &equals, &different);
        }
        let node_of = graph.node_of.iter().enumerate();
        let width = |(point, node): (usize, &Option<u32>)| match node {
            Some(node) => widths[*node as usize],
            // Such a point is not one of the nodes, so its nearest points are it and nodes.
            None => others.get(point)[..(WIDTH_NEIGHBORS - 1).min(others.get(point).len())]
                .last()
                .map_or(0.0, |&node| {
                    space.true_distance(point, graph.nodes[node as usize].index())
                }),
        };
        graph.widths = Some(node_of.map(width).collect());
        let few = |list: &[u32]| list[..SAMPLE_NEIGHBORS.min(list.len())].to_vec();
        graph.nearest = others.iter().map(few).collect();
        graph
    }

    /// Returns the nodes nearest to each point outside of a sample, nearest first, without piles;
    /// `equals` is the first point that equals each, and `different` the first of each value, by
    /// value.
    fn rank_nodes_near_others(&self, space: &Space, equals: &[u32], different: &[u32]) -> Csr {
        let sorted = space.subset(different);
        let mut place = vec![0_u32; space.len()];
        different.iter().zip(0..).for_each(|(&point, at)| place[point as usize] = at);
        let kept: Vec<u32> =
            (0..self.nodes.len() as u32).filter(|&node| !self.is_pile(node)).collect();
        let rows: Vec<u32> =
            kept.iter().map(|&node| place[self.nodes[node as usize].index()]).collect();
        let most = WIDTH_NEIGHBORS.max(SAMPLE_NEIGHBORS).min(rows.len());
        let found = anchors::ranked_anchors(&sorted, &rows, most).unwrap_or_default();
        let list = |(&first, node): (&u32, &Option<u32>)| match node {
            Some(_) => Vec::new(),
            None => {
                let list = found.get(place[first as usize] as usize);
                list.iter().map(|&at| kept[at as usize]).collect()
            }
        };
        equals.iter().zip(&self.node_of).map(list).collect()
    }

    /// Returns the neighbours of each node, nearest first, and its width, in the space of the
    /// nodes.
    pub fn rank_neighbors(&self, near: &Space) -> (Csr, Vec<f64>) {
        let most = self.k.max(WIDTH_NEIGHBORS).min(near.len());
        let rank = |space: &Space| {
            // There are at least as many points as neighbours.
            let most = most.min(space.len());
            knn::ranked_neighbors(space, most).unwrap_or_default()
        };
        let mut links = rank(near);
        let piles: Vec<bool> =
            links.iter().enumerate().map(|(node, list)| self.exceeds(node, list)).collect();
        if piles.contains(&true) {
            let kept: Vec<u32> = (0..near.len() as u32).filter(|&at| !piles[at as usize]).collect();
            let mut lists: Vec<Vec<u32>> = (0..near.len() as u32).map(|node| vec![node]).collect();
            for (list, &node) in rank(&near.subset(&kept)).iter().zip(&kept) {
                lists[node as usize] = list.iter().map(|&at| kept[at as usize]).collect();
            }
            links = lists.into_iter().collect();
        }
        let width = |(node, list): (usize, &[u32])| {
            let last = list.iter().take(WIDTH_NEIGHBORS).next_back();
            last.map_or(0.0, |&other| near.true_distance(node, other as usize))
        };
        let widths = links.iter().enumerate().map(width).collect();
        let nearest = |list: &[u32]| list[..self.k.min(list.len())].to_vec();
        (links.iter().map(nearest).collect(), widths)
    }

    /// Returns `true` if a node is a pile among its nearest nodes, itself first.
    fn exceeds(&self, node: usize, ranked: &[u32]) -> bool {
        let others = ranked.iter().take(WIDTH_NEIGHBORS).skip(1);
        let most = others.map(|&other| self.weights[other as usize]).max();
        let has_all = ranked.len() >= WIDTH_NEIGHBORS;
        has_all && most.is_some_and(|most| self.weights[node] / PILE >= most)
    }

    /// Creates the nodes of a space, all if distances are given. Returns the first point that
    /// equals each point, and the first of each value, by value, too.
    pub(super) fn nodes_of(space: &Space) -> (Self, Vec<u32>, Vec<u32>) {
        let equals = space.first_equal_points();
        let mut different = first_of_each(&equals);
        sort_by_values(space, &mut different);
        let most = if space.metric() == Metric::Precomputed { usize::MAX } else { MAX_NODES };
        (Self::from_equals(&equals, &different, most, MAX_SAMPLED_PILES), equals, different)
    }
}

/// Sorts points by their values, column by column; by their nearest distances if these are given.
/// Points that nothing tells apart stay in the order of their rows.
fn sort_by_values(space: &Space, points: &mut [u32]) {
    let compare = |one: &[f64], other: &[f64]| {
        let pairs = one.iter().zip(other);
        // Zeros of both signs are equal.
        pairs.map(|(a, b)| (a + 0.0).total_cmp(&(b + 0.0))).find(|by| by.is_ne())
    };
    if space.metric() != Metric::Precomputed {
        let row = |point: &u32| space.row(*point as usize);
        points.par_sort_by(|a, b| compare(row(a), row(b)).unwrap_or(Ordering::Equal));
        return;
    }
    let nearest = |&point: &u32| {
        let mut all = space.row(point as usize).to_vec();
        let few = all.len().min(2 * WIDTH_NEIGHBORS);
        if few < all.len() {
            all.select_nth_unstable_by(few, f64::total_cmp);
        }
        all[..few].sort_unstable_by(f64::total_cmp);
        (point, all[..few].to_vec())
    };
    let mut sorted: Vec<(u32, Vec<f64>)> = points.par_iter().map(nearest).collect();
    sorted.sort_by(|a, b| compare(&a.1, &b.1).unwrap_or(Ordering::Equal));
    points.iter_mut().zip(sorted).for_each(|(point, (next, _))| *point = next);
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::base::ids::PointId;

    /// Returns the neighbours and the width of each node by the definition.
    fn by_definition(graph: &PointGraph, space: &Space) -> Vec<(BTreeSet<u32>, f64)> {
        let n = graph.nodes.len() as u32;
        let rank = |node: u32, among: &[u32]| {
            let row = |node: u32| graph.nodes[node as usize].index();
            let far = |other: u32| space.comparable_distance(row(node), row(other));
            let mut all: Vec<u32> = among.to_vec();
            all.sort_by(|&a, &b| {
                (a != node).cmp(&(b != node)).then(far(a).total_cmp(&far(b))).then(a.cmp(&b))
            });
            all
        };
        let all: Vec<u32> = (0..n).collect();
        let weight = |node: u32| graph.weights[node as usize];
        let is_pile = |node: u32| {
            let near = rank(node, &all);
            near.len() >= 15 && near[1..15].iter().all(|&other| weight(node) >= 10 * weight(other))
        };
        let others: Vec<u32> = all.iter().copied().filter(|&node| !is_pile(node)).collect();
        let of_node = |&node: &u32| {
            let mut near = if is_pile(node) { vec![node] } else { rank(node, &others) };
            near.truncate(15);
            let far = |other: &u32| {
                let [one, other] = [node, *other].map(|node| graph.nodes[node as usize].index());
                space.true_distance(one, other)
            };
            let width = near.last().map_or(0.0, far);
            (near.into_iter().take(graph.k).collect(), width)
        };
        all.iter().map(of_node).collect()
    }

    proptest! {
        #[test]
        fn nodes_have_the_nearest_but_piles(
            grid in proptest::collection::vec((0..30).prop_map(f64::from), 2 * 60),
            (n, dimensions, equal) in (1..60usize, 1..3usize, 0..40usize),
        ) {
            let mut values = grid[..n * dimensions].to_vec();
            let first = values[..dimensions].to_vec();
            values.extend(first.repeat(equal));
            let n = n + equal;
            let space = Space::new(values, n, dimensions, Metric::Euclidean).unwrap();
            let graph = PointGraph::from_space(&space);
            let (lists, widths) = (graph.links.iter(), graph.node_widths().unwrap());
            let found: Vec<_> =
                lists.map(|list| list.iter().copied().collect()).zip(widths).collect();
            prop_assert_eq!(found, by_definition(&graph, &space));
            prop_assert_eq!(graph.weights.iter().sum::<u32>() as usize, n);
            for (node, point) in graph.nodes.iter().enumerate() {
                prop_assert_eq!(graph.nearest_node(*point), Some(node as u32));
            }
        }
    }

    #[test]
    fn a_sample_contains_piles_and_does_not_depend_on_the_order() {
        // Of the numbers, one stands five hundred times, and 77 is far from all others.
        let n = 11_000;
        let number = |at: u32| match at {
            77 => 1e6,
            at if at % 22 == 0 => 5_000.5,
            at => f64::from(at * 7919 % 20_011),
        };
        let values: Vec<f64> = (0..n).map(number).collect();
        let graph = |values: Vec<f64>| {
            let space = Space::new(values, n as usize, 1, Metric::Euclidean).unwrap();
            PointGraph::from_space(&space)
        };
        let (found, turned) =
            (graph(values.clone()), graph(values.iter().rev().copied().collect()));
        let pile = found.nodes.iter().position(|node| node.0 == 0).unwrap() as u32;
        assert!(found.is_pile(pile) && found.weights[pile as usize] == 500);
        assert!((0..found.nodes.len() as u32).all(|node| node == pile || !found.is_pile(node)));
        assert_eq!((&found.links, &found.weights), (&turned.links, &turned.weights));
        let widths = [&found, &turned].map(|graph| graph.widths().unwrap().to_vec());
        assert!(widths[0].iter().eq(widths[1].iter().rev()));
        for point in (0..n).map(PointId) {
            let other = PointId(n - 1 - point.0);
            assert_eq!(found.neighbors(point), turned.neighbors(other), "{point:?}");
            assert!(point.0 % 22 == 0 || !found.neighbors(point).contains(&pile));
        }
    }
}
