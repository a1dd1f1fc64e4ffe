//! The graph of near points, in which groups are found, independent of the k of the lattice.
//!
//! A point of a table is linked to its k nearest points, itself included:
//! [`group_k`](crate::knn::group_k) of them, or 10 in a closer look
//! ([`communities`](crate::communities)). In a ready context, an object is linked to as many
//! objects with the most attributes in common, by the Jaccard similarity of their attributes. Given
//! neighbours are used unchanged.
//!
//! Points with equal values are one node, weighted by their number: otherwise the first k of them
//! would have no neighbours but one another, and each value of a column of whole numbers would be a
//! group. A node with ten times as many points as any node near it is a **pile**: it is linked
//! to itself alone, since its points have only one another as neighbours.
//!
//! Nodes are in the order of their values, in which ties of distances are broken. So the rows of a
//! table in another order have the same links, except between points that no value tells apart.
//!
//! If there are more than `MAX_NODES` nodes, the graph is that of a sample, which is
//! deterministic. A point outside of the sample has its `SAMPLE_NEIGHBORS` nearest nodes. The
//! sample is smaller if counting shared attributes would take more than some seconds.

mod from_context;
mod from_space;

use std::cmp::Reverse;

use crate::base::csr::Csr;
use crate::base::ids::PointId;
use crate::context::FormalContext;
use crate::dataset::{Dataset, Features, Origin};
use crate::knn::{Metric, Scale, Space, anchors};

pub(crate) const MAX_NODES: usize = 10_000;
pub(crate) const SAMPLE_NEIGHBORS: usize = 5;
/// The number of neighbours of a closer look, each point itself included.
pub(crate) const CLOSE_K: usize = 10;
/// The number of nearest points, the point itself included, to the last of which the width of a
/// neighbourhood is measured.
pub const WIDTH_NEIGHBORS: usize = 15;
/// The number of points of a pile as a multiple of those of the largest node near it.
const PILE: u32 = 10;
/// The most candidates for piles that a sample contains for certain.
const MAX_SAMPLED_PILES: usize = 100;

/// Points and their neighbours.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PointGraph {
    /// The points that are nodes, by value: the first of equal points, or a sample of these.
    pub nodes: Vec<PointId>,
    /// The number of points that each node represents.
    pub weights: Vec<u32>,
    /// The neighbours of each node, itself included, as indices of nodes; nearest first if
    /// distances are known.
    pub links: Csr,
    /// The number of neighbours of a node, itself included; 0 if they are given.
    pub k: usize,
    /// The number of columns that distances add up; `None` without distances.
    columns: Option<usize>,
    /// The node of each point; `None` outside of a sample.
    node_of: Vec<Option<u32>>,
    nearest: Csr,
    widths: Option<Vec<f64>>,
}

impl PointGraph {
    /// Creates the graph by the given distances, else by the features, else by the context.
    pub fn new(
        origin: Origin,
        features: &Features,
        context: &FormalContext,
        distances: Option<&Space>,
    ) -> Self {
        match (origin, distances) {
            (_, Some(space)) => Self::from_space(space),
            (Origin::Neighbors { metric: Metric::Precomputed, .. }, None) => {
                Self::from_lists(context.rows().clone())
            }
            (Origin::Neighbors { metric, scale, .. }, None) => {
                let n = context.object_count();
                let space = scaled_space(features, n, metric, scale);
                space.map_or_else(|| Self::without_links(n), |space| Self::from_space(&space))
            }
            (Origin::Ready, None) => Self::from_context(context),
        }
    }

    pub(crate) fn from_dataset(dataset: &Dataset) -> Self {
        let Dataset { origin, features, context, distances, .. } = dataset;
        Self::new(*origin, features, context, distances.as_ref())
    }

    /// Creates the nodes of a space of `n` points without links, as a stored graph has them, whose
    /// groups were found with `k` neighbours.
    pub(crate) fn with_nodes_only(space: Option<&Space>, n: usize, k: usize) -> Self {
        let nodes = space.map_or_else(|| Self::without_links(n), |space| Self::nodes_of(space).0);
        Self { k, ..nodes }
    }

    fn without_links(n: usize) -> Self {
        Self::from_lists((0..n).map(|_| []).collect())
    }

    /// Returns `true` if `point` is a node or equals one.
    pub fn is_node(&self, point: PointId) -> bool {
        self.node_of[point.index()].is_some()
    }

    /// Returns `true` if a node is a pile of equal points, linked to itself alone.
    pub(crate) fn is_pile(&self, node: u32) -> bool {
        let is_alone = self.links.get(node as usize) == [node];
        self.columns.is_some() && self.nodes.len() > 1 && is_alone
    }

    /// Returns the number of columns that distances add up, 1 if less; `None` without distances.
    pub(crate) fn columns(&self) -> Option<usize> {
        self.columns.map(|columns| columns.max(1))
    }

    /// Returns the distance from each point to the last of its `WIDTH_NEIGHBORS` nearest points,
    /// itself included, where equal points count as one; `None` if distances are not known.
    pub fn widths(&self) -> Option<&[f64]> {
        self.widths.as_deref()
    }

    /// Returns the width of each node, as [`Self::widths`] does of each point.
    pub fn node_widths(&self) -> Option<Vec<f64>> {
        let widths = self.widths()?;
        Some(self.nodes.iter().map(|node| widths[node.index()]).collect())
    }

    pub(crate) fn are_linked(&self, one: u32, other: u32) -> bool {
        self.links.get(one as usize).contains(&other)
    }

    /// Returns the neighbours of the node of `point`, or the nodes nearest to it if it has none.
    pub fn neighbors(&self, point: PointId) -> &[u32] {
        match self.node_of[point.index()] {
            Some(node) => self.links.get(node as usize),
            None => self.nearest.get(point.index()),
        }
    }

    pub(crate) fn nearest_node(&self, point: PointId) -> Option<u32> {
        self.node_of[point.index()].or_else(|| self.nearest.get(point.index()).first().copied())
    }

    /// Returns the number of nodes that a point outside of the graph is compared with.
    pub fn query_k(&self) -> usize {
        if self.is_sample() { SAMPLE_NEIGHBORS.min(self.nodes.len()) } else { self.k }
    }

    /// Returns the links of a closer look: of each node the nearest `k`. `None` without distances,
    /// or if they are not fewer.
    pub(crate) fn closer_links(&self, k: usize) -> Option<Csr> {
        let few = |list: &[u32]| list[..k.min(list.len())].to_vec();
        (self.columns.is_some() && self.k > k).then(|| self.links.iter().map(few).collect())
    }

    pub(crate) fn with_closer_links(self, links: Csr, k: usize) -> Self {
        Self { links, k, ..self }
    }

    pub(crate) fn from_lists(links: Csr) -> Self {
        let n = links.len();
        Self {
            nodes: PointId::first(n).collect(),
            weights: vec![1; n],
            links,
            node_of: (0..n as u32).map(Some).collect(),
            ..Self::default()
        }
    }

    /// Creates at most `most` nodes of `different`, the first point of each value, by value;
    /// `equals` is the first point that equals each point. A sample contains up to `piles` of the
    /// heaviest, which may be piles.
    fn from_equals(equals: &[u32], different: &[u32], most: usize, piles: usize) -> Self {
        let mut counts = vec![0_u32; equals.len()];
        equals.iter().for_each(|&first| counts[first as usize] += 1);
        let weight = |place: &u32| counts[different[*place as usize] as usize];
        let mut sample: Vec<u32> = (0..different.len() as u32).collect();
        if different.len() > most {
            let mut heavy: Vec<u32> =
                sample.iter().copied().filter(|at| weight(at) >= PILE).collect();
            heavy.sort_by_key(|at| Reverse(weight(at)));
            heavy.truncate(piles.min(most / 2));
            sample = anchors::sample(different.len(), most - heavy.len());
            sample.append(&mut heavy);
            sample.sort_unstable();
            sample.dedup();
        }
        let rows: Vec<u32> = sample.iter().map(|&at| different[at as usize]).collect();
        let mut node_of_first = vec![None; equals.len()];
        rows.iter().zip(0..).for_each(|(&row, node)| node_of_first[row as usize] = Some(node));
        Self {
            weights: sample.iter().map(weight).collect(),
            nodes: rows.into_iter().map(PointId).collect(),
            node_of: equals.iter().map(|&first| node_of_first[first as usize]).collect(),
            ..Self::default()
        }
    }

    fn node_rows(&self) -> Vec<u32> {
        self.nodes.iter().map(|node| node.0).collect()
    }

    fn is_sample(&self) -> bool {
        self.node_of.iter().any(Option::is_none)
    }
}

/// Returns the first point of each value, given the first point that equals each point.
fn first_of_each(equals: &[u32]) -> Vec<u32> {
    (0..).zip(equals).filter(|(at, first)| at == *first).map(|(at, _)| at).collect()
}

/// Returns the space of the points; `None` if a damaged store gives no distances.
pub fn scaled_space(features: &Features, n: usize, metric: Metric, scale: Scale) -> Option<Space> {
    // The distances between rows of features are not the given ones.
    let metric = if metric == Metric::Precomputed { Metric::Chebyshev } else { metric };
    let values = scale.apply(&features.values, &features.names);
    Space::new(values, n, features.names.len(), metric).ok()
}
