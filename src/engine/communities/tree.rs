//! The tree of groups: small pieces of a graph, joined while the boundary between two is as strong
//! as the inside of either.
//!
//! The boundary ratio of two sets is the weight between them divided by the smaller of their
//! insides, where an inside is the weight that the weakest balanced [`bisection`](super::bisection)
//! of a set cuts. This is the relative interconnectivity of Karypis, Han and Kumar (*Chameleon:
//! hierarchical clustering using dynamic modeling*, 1999), with the smaller inside for the mean of
//! both. It has margins for what chance may take away ([`Margins`]). If no bisection of two joined
//! sets is balanced, one of them is a sliver beside the other, and they together keep the inside of
//! the heavier.
//!
//! The two sets with the highest ratio are joined, of equal ones the first, until it is below 1:
//! every boundary is then weaker than the inside of either side, by more than chance, and the sets
//! are the groups. A closer look ([`Look::CLOSE`]) has more pieces of fewer neighbours, and joins
//! until boundaries are half as strong as that, since fewer neighbours make gaps in noise.
//!
//! Groups are joined by the ratios of pairs of groups, the highest first (single linkage). So every
//! set from the groups upwards joins at the ratio of the strongest boundary that it has. The
//! ratio of whole sets would not do: two groups together are weak inside, between the two, and
//! whatever touches them would seem close.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::bisection;
use super::links::UNIT;
use super::louvain::{Fifths, WeightedGraph};
use super::margins::{Margins, Neighborhoods};

/// The size of the pieces, and the boundary ratio below which sets stand apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Look {
    /// The approximate maximum of the number of pieces.
    pub max_pieces: usize,
    /// The approximate number of nodes in a piece as a multiple of k, if there are fewer pieces
    /// than that.
    pub k_per_piece: usize,
    /// The least ratio of sets that are joined.
    pub min_ratio: f64,
}

impl Look {
    pub(super) const FIRST: Self = Self { max_pieces: 60, k_per_piece: 3, min_ratio: 1.0 };
    pub(super) const CLOSE: Self = Self { max_pieces: 400, k_per_piece: 2, min_ratio: 0.5 };
}

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
    /// The sum of the degrees of the nodes.
    degree: u64,
    inside: u64,
    /// The weight and the number of edges to other sets, by their indices.
    between: BTreeMap<usize, (u64, u64)>,
}

impl Tree {
    pub(super) fn new(graph: &WeightedGraph, near: Neighborhoods, look: Look) -> Self {
        Self::from_pieces(graph, find_pieces(graph, near.k, look), near, look, 0)
    }

    /// Joins pieces until boundaries are weak, or until only `least` sets with edges are left.
    pub(super) fn from_pieces(
        graph: &WeightedGraph,
        pieces: Vec<u32>,
        near: Neighborhoods,
        look: Look,
        least: usize,
    ) -> Self {
        let coarse = graph.quotient(&pieces);
        let leaves = coarse.edges.len();
        let sizes: Vec<u64> = (0..leaves).map(|piece| coarse.degree(piece)).collect();
        let mut sets: Vec<Option<PieceSet>> = leaf_sets(graph, &pieces, leaves);
        let margins = Margins::new(leaves, near);
        let ratio = |one: &PieceSet, other: &PieceSet, (weight, edges): (u64, u64)| {
            let inside = one.inside.min(other.inside).max(UNIT) as f64;
            weight as f64 / inside * margins.factor(edges)
        };
        let mut tree = Self { leaves, ..Self::default() };
        let mut left = sizes.iter().filter(|&&size| size > 0).count();
        while left > least {
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
            let Some((ratio, at, other)) = best.filter(|best| best.0 >= look.min_ratio) else {
                break;
            };
            let [one, with] = [sets[at].take(), sets[other].take()];
            let (Some(one), Some(with)) = (one, with) else { break };
            let id = leaves + tree.joins.len();
            tree.joins.push(Join { sets: [one.id, with.id], ratio });
            left -= 1;
            let mut all = [one.pieces, with.pieces].concat();
            all.sort_unstable();
            let inner: Vec<u64> = all.iter().map(|&piece| sizes[piece as usize]).collect();
            let cut = bisection::weakest_cut(&coarse.subgraph(&all), &inner);
            let heavier = if one.degree >= with.degree { one.inside } else { with.inside };
            let inside = if cut.is_balanced { cut.weight } else { heavier };
            let degree = one.degree + with.degree;
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
            sets[at] = Some(PieceSet { id, pieces: all, degree, inside, between });
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

/// Returns the piece of each node, by Louvain's first resolution in a series that gives enough
/// pieces; finer resolutions are taken to give more.
fn find_pieces(graph: &WeightedGraph, k: usize, look: Look) -> Vec<u32> {
    let nodes = graph.edges.len();
    let wanted = (nodes / (look.k_per_piece * k.max(1))).clamp(4, look.max_pieces);
    let next = |resolution: &Fifths| (*resolution <= MAX_RESOLUTION).then(|| resolution * 8 / 5);
    let series: Vec<Fifths> = std::iter::successors(Some(5), next).collect();
    let find = |at: usize| {
        let pieces = graph.find_groups(series[at]);
        let count = pieces.iter().max().map_or(0, |&last| last as usize + 1);
        (count >= wanted.min(nodes), pieces)
    };
    // On most tables this resolution or the next gives enough.
    let start = series.iter().position(|&at| at >= wanted as Fifths / 3).unwrap_or(0);
    let (mut at, (mut are_enough, mut pieces)) = (start, find(start));
    if are_enough {
        while at > 0 {
            let coarser = find(at - 1);
            if !coarser.0 {
                break;
            }
            (at, pieces) = (at - 1, coarser.1);
        }
        return pieces;
    }
    while !are_enough && at + 1 < series.len() {
        at += 1;
        (are_enough, pieces) = find(at);
    }
    pieces
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
        let inside = bisection::weakest_cut(&inner, &sizes).weight;
        let degree = nodes.iter().map(|&node| graph.degree(node as usize)).sum();
        Some(PieceSet { id: piece, pieces: vec![piece as u32], degree, inside, between })
    });
    sets.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point_graph::PointGraph;
    use proptest::prelude::*;

    /// A set with the pieces in it, and the inside that it has or keeps.
    #[derive(Clone)]
    struct Known {
        id: usize,
        pieces: Vec<u32>,
        inside: u64,
    }

    fn by_definition(
        graph: &WeightedGraph,
        pieces: &[u32],
        near: Neighborhoods,
        look: Look,
    ) -> (Vec<Join>, usize) {
        let leaves = pieces.iter().max().map_or(0, |&last| last as usize + 1);
        let coarse = graph.quotient(pieces);
        let leaf = |piece: u32| {
            let nodes: Vec<u32> =
                (0..pieces.len() as u32).filter(|&at| pieces[at as usize] == piece).collect();
            let inner = graph.subgraph(&nodes);
            let sizes: Vec<u64> = (0..nodes.len()).map(|node| inner.degree(node)).collect();
            let inside = bisection::weakest_cut(&inner, &sizes).weight;
            Some(Known { id: piece as usize, pieces: vec![piece], inside })
        };
        let mut sets: Vec<Option<Known>> = (0..leaves as u32).map(leaf).collect();
        let sizes = |of: &[u32]| -> Vec<u64> {
            of.iter().map(|&piece| coarse.degree(piece as usize)).collect()
        };
        let margins = Margins::new(leaves, near);
        let ratio = |one: &Known, other: &Known| {
            let (mut weight, mut edges) = (0, 0);
            for (node, list) in graph.edges.iter().enumerate() {
                for (to, w) in list {
                    let ends = (pieces[node], pieces[*to as usize]);
                    if one.pieces.contains(&ends.0) && other.pieces.contains(&ends.1) {
                        (weight, edges) = (weight + w, edges + 1);
                    }
                }
            }
            let least = one.inside.min(other.inside).max(UNIT) as f64;
            (edges > 0).then(|| weight as f64 / least * margins.factor(edges))
        };
        let (mut joins, mut within) = (Vec::<Join>::new(), 0);
        // Above the groups, the ratio of two sets is the highest of two groups.
        let mut groups: Option<Vec<Known>> = None;
        loop {
            let closest = |one: &Known, two: &Known| match &groups {
                None => ratio(one, two),
                Some(groups) => {
                    let within = |set: &Known| {
                        let set = set.pieces.clone();
                        groups.iter().filter(move |group| set.contains(&group.pieces[0]))
                    };
                    let pairs = within(one).flat_map(|one| within(two).map(move |two| (one, two)));
                    pairs.filter_map(|(one, two)| ratio(one, two)).reduce(f64::max)
                }
            };
            let mut best: Option<(f64, usize, usize)> = None;
            for at in 0..leaves {
                for other in at + 1..leaves {
                    let (Some(one), Some(two)) = (&sets[at], &sets[other]) else { continue };
                    let Some(ratio) = closest(one, two) else { continue };
                    if best.is_none_or(|(highest, ..)| ratio > highest) {
                        best = Some((ratio, at, other));
                    }
                }
            }
            if groups.is_none() && best.is_none_or(|(highest, ..)| highest < look.min_ratio) {
                groups = Some(sets.iter().flatten().cloned().collect());
                within = joins.len();
                continue;
            }
            let Some((ratio, at, other)) = best else { break };
            let (one, two) = (sets[at].take().unwrap(), sets[other].take().unwrap());
            let id = leaves + joins.len();
            joins.push(Join { sets: [one.id, two.id], ratio });
            let [one_degree, two_degree] =
                [&one, &two].map(|set| sizes(&set.pieces).iter().sum::<u64>());
            let mut all = [one.pieces, two.pieces].concat();
            all.sort_unstable();
            let cut = bisection::weakest_cut(&coarse.subgraph(&all), &sizes(&all));
            let inside = match cut.is_balanced {
                true => cut.weight,
                false if one_degree >= two_degree => one.inside,
                false => two.inside,
            };
            sets[at] = Some(Known { id, pieces: all, inside });
        }
        (joins, within)
    }

    proptest! {
        #[test]
        fn it_is_what_the_definition_says(
            lists in proptest::collection::vec(proptest::collection::btree_set(0..24u32, 0..4), 24),
            pieces in proptest::collection::vec(0..6u32, 24),
            columns in proptest::option::of(1..9usize),
            is_close in proptest::bool::ANY,
        ) {
            let own = lists.iter().zip(0..).map(|(list, at)| {
                let near = list.iter().map(|other| (at / 4 * 4 + other % 7) % 24);
                let mut list: Vec<u32> = near.chain([at]).collect();
                list.sort_unstable();
                list.dedup();
                list
            });
            let graph = PointGraph::from_lists(own.collect());
            let graph = super::super::links::weighted_graph(&graph, &graph.links);
            let mut known: Vec<u32> = Vec::new();
            let numbered = pieces.iter().map(|piece| {
                let place = known.iter().position(|other| other == piece);
                place.unwrap_or_else(|| { known.push(*piece); known.len() - 1 }) as u32
            });
            let pieces: Vec<u32> = numbered.collect();
            let near = Neighborhoods { nodes: 24, k: 3, columns };
            let look = if is_close { Look::CLOSE } else { Look::FIRST };
            let tree = Tree::from_pieces(&graph, pieces.clone(), near, look, 0);
            let (joins, within) = by_definition(&graph, &pieces, near, look);
            // Equal ratios above the groups may be joined in another order.
            let above = |joins: &[Join]| joins[within..].iter().map(|join| join.ratio).collect();
            let [own, others]: [Vec<f64>; 2] = [above(&tree.joins), above(&joins)];
            prop_assert_eq!(&tree.joins[..within], &joins[..within]);
            prop_assert_eq!((own, tree.joins_within_groups), (others, within));
            prop_assert!(tree.boundaries.values().all(|&ratio| ratio < look.min_ratio));
        }
    }
}
