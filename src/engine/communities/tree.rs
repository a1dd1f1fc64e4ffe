//! The tree of groups: small pieces of a graph, joined while the boundary between two is as strong
//! as the inside of either.
//!
//! The boundary ratio of two sets is the weight between them divided by the smaller of their
//! insides, where an inside is the weight that the weakest balanced [`bisection`](super::bisection)
//! of a set cuts. This is the relative interconnectivity of Karypis, Han and Kumar (*Chameleon:
//! hierarchical clustering using dynamic modeling*, 1999), with the smaller inside for the mean of
//! both. A margin is added for what chance may take away:
//!
//! ```text
//! ratio = between / min(inside, inside) (1 + y + y^2),   y^2 = 2 ln(pieces) k / (8 edges)
//! ```
//!
//! Here `edges` is the number of edges between the two sets, and each point has k neighbours. On a
//! line k^2 / 8 edges cross a cut, so k / (8 edges) is one divided by the number of points that
//! face the boundary; the largest of as many deviations as there are pieces is about the root of 2
//! ln(pieces). The two sets with the highest ratio are joined, of equal ones the first, until it is
//! below 1: every boundary is then weaker than the inside of either side, by more than chance, and
//! the sets are the groups.
//!
//! Groups are joined by the ratios of pairs of groups, the highest first (single linkage). So every
//! set from the groups upwards joins at the ratio of the strongest boundary that it has. The
//! ratio of whole sets would not do: two groups together are weak inside, between the two, and
//! whatever touches them would seem close.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::bisection;
use super::louvain::{Fifths, WeightedGraph};

/// The approximate maximum of the number of pieces.
const MAX_PIECES: usize = 60;
/// The approximate number of nodes in a piece as a multiple of k, if there are fewer than
/// [`MAX_PIECES`].
const K_PER_PIECE: usize = 3;
/// The finest resolution: if a finer one would be needed, there are fewer pieces.
const MAX_RESOLUTION: Fifths = 2_500;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Join {
    /// The two sets by their numbers: pieces, and after these the joins in their order.
    pub sets: [usize; 2],
    /// The boundary ratio of the two sets; above groups, the highest ratio of a
    /// group of one set and a group of the other.
    pub(crate) ratio: f64,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Tree {
    pub pieces: Vec<u32>,
    pub leaves: usize,
    /// The joins in their order. Pieces that no edge connects stay apart.
    pub joins: Vec<Join>,
    /// The number of joins within groups, which come first.
    pub(crate) joins_within_groups: usize,
    /// The boundary ratio of each pair of groups that an edge connects, by their sets.
    pub(crate) boundaries: BTreeMap<(usize, usize), f64>,
}

struct PieceSet {
    id: usize,
    pieces: Vec<u32>,
    inside: u64,
    /// The weight and the number of edges to other sets, by their indices.
    between: BTreeMap<usize, (u64, u64)>,
}

impl Tree {
    pub(super) fn new(graph: &WeightedGraph, k: usize) -> Self {
        Self::from_pieces(graph, find_pieces(graph, k), k)
    }

    fn from_pieces(graph: &WeightedGraph, pieces: Vec<u32>, k: usize) -> Self {
        let coarse = graph.quotient(&pieces);
        let leaves = coarse.edges.len();
        let sizes: Vec<u64> = (0..leaves).map(|piece| coarse.degree(piece)).collect();
        let mut sets: Vec<Option<PieceSet>> = leaf_sets(graph, &pieces, leaves);
        let ratio = |one: &PieceSet, other: &PieceSet, (weight, edges): (u64, u64)| {
            let inside = one.inside.min(other.inside).max(1) as f64;
            weight as f64 / inside * (1.0 + margin(leaves, k, edges))
        };
        let mut tree = Self { leaves, ..Self::default() };
        loop {
            let mut best: Option<(f64, usize, usize)> = None;
            for (at, set) in sets.iter().enumerate() {
                let Some(set) = set else { continue };
                for (&other, &between) in set.between.range(at + 1..) {
                    let Some(with) = &sets[other] else { continue };
                    let ratio = ratio(set, with, between);
                    if best.is_none_or(|(highest, ..)| ratio > highest) {
                        best = Some((ratio, at, other));
                    }
                }
            }
            let Some((ratio, at, other)) = best.filter(|(highest, ..)| *highest >= 1.0) else {
                break;
            };
            let [one, with] = [sets[at].take(), sets[other].take()];
            let (Some(one), Some(with)) = (one, with) else { break };
            let id = leaves + tree.joins.len();
            tree.joins.push(Join { sets: [one.id, with.id], ratio });
            let mut all = [one.pieces, with.pieces].concat();
            all.sort_unstable();
            let inner: Vec<u64> = all.iter().map(|&piece| sizes[piece as usize]).collect();
            let inside = bisection::weakest_cut(&coarse.subgraph(&all), &inner);
            let mut between = one.between;
            for (to, (weight, edges)) in with.between {
                let sum = between.entry(to).or_default();
                *sum = (sum.0 + weight, sum.1 + edges);
            }
            between.remove(&at);
            between.remove(&other);
            for (&to, &sum) in &between {
                let Some(set) = &mut sets[to] else { continue };
                set.between.remove(&other);
                set.between.insert(at, sum);
            }
            sets[at] = Some(PieceSet { id, pieces: all, inside, between });
        }
        tree.joins_within_groups = tree.joins.len();
        tree.boundaries = group_boundaries(&sets, ratio);
        tree.join_groups();
        tree.pieces = pieces;
        tree
    }

    /// Joins the groups by their boundaries, the strongest first, of equal ones the first.
    fn join_groups(&mut self) {
        let mut pairs: Vec<_> = self.boundaries.iter().collect();
        pairs.sort_by(|one, other| other.1.total_cmp(one.1));
        let mut largest: Vec<usize> = (0..self.leaves + self.joins.len()).collect();
        for (&(one, other), &ratio) in pairs {
            let sets = [largest[one], largest[other]];
            if sets[0] != sets[1] {
                let id = self.leaves + self.joins.len();
                largest.iter_mut().filter(|set| sets.contains(set)).for_each(|set| *set = id);
                self.joins.push(Join { sets, ratio });
            }
        }
    }
}

fn group_boundaries(
    sets: &[Option<PieceSet>],
    ratio: impl Fn(&PieceSet, &PieceSet, (u64, u64)) -> f64,
) -> BTreeMap<(usize, usize), f64> {
    let of_set = |(at, set): (usize, &PieceSet)| {
        let others = set.between.range(at + 1..);
        let pairs = others.filter_map(|(&other, &between)| {
            let with = sets[other].as_ref()?;
            let ids = (set.id.min(with.id), set.id.max(with.id));
            Some((ids, ratio(set, with, between)))
        });
        pairs.collect::<Vec<_>>()
    };
    let alive = sets.iter().enumerate().filter_map(|(at, set)| Some((at, set.as_ref()?)));
    alive.flat_map(of_set).collect()
}

/// Returns the share that chance may take from a boundary with this number of edges: y + y^2.
fn margin(pieces: usize, k: usize, edges: u64) -> f64 {
    let square = 2.0 * ln(pieces) * k as f64 / (8.0 * edges.max(1) as f64);
    square.sqrt() + square
}

/// Returns the natural logarithm of a number, by sums that are rounded alike on every machine: the
/// harmonic number less Euler's constant.
fn ln(number: usize) -> f64 {
    let harmonic: f64 = (1..=number).map(|at| 1.0 / at as f64).sum();
    (harmonic - 0.577_215_664_901_532_9 - 0.5 / number.max(1) as f64).max(0.0)
}

/// Returns the piece of each node, by Louvain's first resolution that gives enough pieces.
fn find_pieces(graph: &WeightedGraph, k: usize) -> Vec<u32> {
    let nodes = graph.edges.len();
    let wanted = (nodes / (K_PER_PIECE * k.max(1))).clamp(4, MAX_PIECES);
    let mut resolution: Fifths = 5;
    loop {
        let pieces = graph.find_groups(resolution);
        let count = pieces.iter().max().map_or(0, |&last| last as usize + 1);
        if count >= wanted.min(nodes) || resolution > MAX_RESOLUTION {
            return pieces;
        }
        resolution = resolution * 8 / 5;
    }
}

fn leaf_sets(graph: &WeightedGraph, pieces: &[u32], leaves: usize) -> Vec<Option<PieceSet>> {
    let mut members: Vec<Vec<u32>> = vec![Vec::new(); leaves];
    let mut between: Vec<BTreeMap<usize, (u64, u64)>> = vec![BTreeMap::new(); leaves];
    for (node, &piece) in pieces.iter().enumerate() {
        members[piece as usize].push(node as u32);
        for &(other, weight) in &graph.edges[node] {
            let other = pieces[other as usize];
            if other != piece {
                let sum = between[piece as usize].entry(other as usize).or_default();
                *sum = (sum.0 + weight, sum.1 + 1);
            }
        }
    }
    let sets = members.into_par_iter().zip(between).enumerate().map(|(piece, (nodes, between))| {
        let inner = graph.subgraph(&nodes);
        let sizes: Vec<u64> = (0..nodes.len()).map(|node| inner.degree(node)).collect();
        let inside = bisection::weakest_cut(&inner, &sizes);
        Some(PieceSet { id: piece, pieces: vec![piece as u32], inside, between })
    });
    sets.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::csr::Csr;
    use proptest::prelude::*;

    fn by_definition(graph: &WeightedGraph, pieces: &[u32], k: usize) -> (Vec<Join>, usize) {
        let leaves = pieces.iter().max().map_or(0, |&last| last as usize + 1);
        let coarse = graph.quotient(pieces);
        let mut sets: Vec<Option<(usize, Vec<u32>)>> =
            (0..leaves).map(|piece| Some((piece, vec![piece as u32]))).collect();
        let inside = |of: &[u32]| match of {
            [piece] => {
                let nodes: Vec<u32> =
                    (0..pieces.len() as u32).filter(|&at| pieces[at as usize] == *piece).collect();
                let inner = graph.subgraph(&nodes);
                let sizes: Vec<u64> = (0..nodes.len()).map(|node| inner.degree(node)).collect();
                bisection::weakest_cut(&inner, &sizes)
            }
            several => {
                let degree = |&piece: &u32| coarse.degree(piece as usize);
                let sizes: Vec<u64> = several.iter().map(degree).collect();
                bisection::weakest_cut(&coarse.subgraph(several), &sizes)
            }
        };
        let ratio = |one: &[u32], other: &[u32]| {
            let (mut weight, mut edges) = (0, 0);
            for (node, list) in graph.edges.iter().enumerate() {
                for (to, w) in list {
                    if one.contains(&pieces[node]) && other.contains(&pieces[*to as usize]) {
                        (weight, edges) = (weight + w, edges + 1);
                    }
                }
            }
            let least = inside(one).min(inside(other)).max(1) as f64;
            (edges > 0).then(|| weight as f64 / least * (1.0 + margin(leaves, k, edges)))
        };
        let (mut joins, mut within) = (Vec::<Join>::new(), 0);
        // Above the groups, the ratio of two sets is the highest of two groups.
        let mut groups: Option<Vec<Vec<u32>>> = None;
        loop {
            let closest = |one: &[u32], two: &[u32]| match &groups {
                None => ratio(one, two),
                Some(groups) => {
                    let within = |set: &[u32]| {
                        let set = set.to_vec();
                        groups.iter().filter(move |group| set.contains(&group[0]))
                    };
                    let pairs = within(one).flat_map(|one| within(two).map(move |two| (one, two)));
                    pairs.filter_map(|(one, two)| ratio(one, two)).reduce(f64::max)
                }
            };
            let mut best: Option<(f64, usize, usize)> = None;
            for at in 0..leaves {
                for other in at + 1..leaves {
                    let (Some(one), Some(two)) = (&sets[at], &sets[other]) else { continue };
                    let Some(ratio) = closest(&one.1, &two.1) else { continue };
                    if best.is_none_or(|(highest, ..)| ratio > highest) {
                        best = Some((ratio, at, other));
                    }
                }
            }
            if groups.is_none() && best.is_none_or(|(highest, ..)| highest < 1.0) {
                groups = Some(sets.iter().flatten().map(|set| set.1.clone()).collect());
                within = joins.len();
                continue;
            }
            let Some((ratio, at, other)) = best else { break };
            let (one, two) = (sets[at].take().unwrap(), sets[other].take().unwrap());
            let id = leaves + joins.len();
            joins.push(Join { sets: [one.0, two.0], ratio });
            let mut all = [one.1, two.1].concat();
            all.sort_unstable();
            sets[at] = Some((id, all));
        }
        (joins, within)
    }

    proptest! {
        #[test]
        fn it_is_what_the_definition_says(
            lists in proptest::collection::vec(proptest::collection::btree_set(0..24u32, 0..4), 24),
            pieces in proptest::collection::vec(0..6u32, 24),
        ) {
            let own = lists.iter().zip(0..).map(|(list, at)| {
                let near = list.iter().map(|other| (at / 4 * 4 + other % 7) % 24);
                let mut list: Vec<u32> = near.chain([at]).collect();
                list.sort_unstable();
                list.dedup();
                list
            });
            let graph = super::super::links::weighted_graph(&own.collect::<Csr>(), &[1; 24]);
            let mut known: Vec<u32> = Vec::new();
            let numbered = pieces.iter().map(|piece| {
                let place = known.iter().position(|other| other == piece);
                place.unwrap_or_else(|| { known.push(*piece); known.len() - 1 }) as u32
            });
            let pieces: Vec<u32> = numbered.collect();
            let tree = Tree::from_pieces(&graph, pieces.clone(), 3);
            let (joins, within) = by_definition(&graph, &pieces, 3);
            // Equal ratios above the groups may be joined in another order.
            let above = |joins: &[Join]| joins[within..].iter().map(|join| join.ratio).collect();
            let [own, others]: [Vec<f64>; 2] = [above(&tree.joins), above(&joins)];
            prop_assert_eq!(&tree.joins[..within], &joins[..within]);
            prop_assert_eq!((own, tree.joins_within_groups), (others, within));
            prop_assert!(tree.boundaries.values().all(|&ratio| ratio < 1.0));
        }
    }
}
