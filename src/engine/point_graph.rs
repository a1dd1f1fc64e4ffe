//! The graph of near points, in which groups are found, independent of the k of the lattice.
//!
//! A point of a table is linked to its [`group_k`] nearest points, itself included. In a ready
//! context, an object is linked to as many objects with the most attributes in common, by the
//! Jaccard similarity of their attributes, ties by row. Given neighbours are used unchanged.
//!
//! Points with equal values are one node, weighted by their number: otherwise the first k of them
//! would have no neighbours but one another, and each value of a column of whole numbers would be a
//! group.
//!
//! If there are more than `MAX_NODES` nodes, the graph is that of a sample, which is
//! deterministic. A point outside of the sample has its `SAMPLE_NEIGHBORS` nearest nodes. The
//! sample is smaller if counting shared attributes would take more than some seconds.

use std::cmp::Reverse;

use rayon::prelude::*;

use crate::base::csr::Csr;
use crate::base::ids::PointId;
use crate::context::FormalContext;
use crate::dataset::{Features, GroupNeighbors, Origin};
use crate::knn::{self, Metric, Scale, Space, anchors, group_k};

pub(crate) const MAX_NODES: usize = 10_000;
pub(crate) const SAMPLE_NEIGHBORS: usize = 5;
/// The most shared attributes that are counted over all pairs of objects: a few seconds.
const MAX_SHARED: usize = 1 << 31;

/// Points and their neighbours.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PointGraph {
    /// The points that are nodes, by row: the first of equal points, or a sample of these.
    pub nodes: Vec<PointId>,
    /// The number of points that each node represents.
    pub weights: Vec<u32>,
    /// The neighbours of each node, itself included, as indices of nodes in ascending order.
    pub links: Csr,
    /// The node of each point; `None` outside of a sample.
    node_of: Vec<Option<u32>>,
    nearest: Csr,
    widths: Option<Vec<f64>>,
}

impl PointGraph {
    /// Creates the graph by the features, else by the context; `given` are neighbours by distances.
    pub fn new(
        origin: Origin,
        features: &Features,
        context: &FormalContext,
        given: Option<&GroupNeighbors>,
    ) -> Self {
        match (origin, given) {
            (_, Some(given)) => Self::from_given_neighbors(given),
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

    pub(crate) fn with_nodes_only(
        features: &Features,
        n: usize,
        metric: Metric,
        scale: Scale,
    ) -> Self {
        scaled_space(features, n, metric, scale).map_or_else(
            || Self::without_links(n),
            |space| Self::from_equals(space.first_equal_points(), MAX_NODES),
        )
    }

    fn without_links(n: usize) -> Self {
        Self::from_lists((0..n).map(|_| []).collect())
    }

    /// Returns `true` if `point` is a node or equals one.
    pub fn is_node(&self, point: PointId) -> bool {
        self.node_of[point.index()].is_some()
    }

    /// Returns the distance from each point to the last of its k nearest points, itself included,
    /// where equal points count as one; `None` if distances are not known.
    pub fn widths(&self) -> Option<&[f64]> {
        self.widths.as_deref()
    }

    /// Returns the width of each node, as [`Self::widths`] does of each point.
    pub fn node_widths(&self) -> Option<Vec<f64>> {
        let widths = self.widths()?;
        Some(self.nodes.iter().map(|node| widths[node.index()]).collect())
    }

    pub(crate) fn are_linked(&self, one: u32, other: u32) -> bool {
        self.links.get(one as usize).binary_search(&other).is_ok()
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
        match self.is_sample() {
            true => SAMPLE_NEIGHBORS.min(self.nodes.len()),
            false => group_k(self.nodes.len()),
        }
    }

    fn from_lists(links: Csr) -> Self {
        let n = links.len();
        Self {
            nodes: PointId::first(n).collect(),
            weights: vec![1; n],
            links,
            node_of: (0..n as u32).map(Some).collect(),
            nearest: Csr::default(),
            widths: None,
        }
    }

    fn from_given_neighbors(GroupNeighbors { equals, links, widths }: &GroupNeighbors) -> Self {
        let mut graph = Self::from_equals(equals.iter().copied(), usize::MAX);
        graph.links = links.clone();
        let nodes = graph.node_of.iter().flatten();
        graph.widths = Some(nodes.map(|&node| widths[node as usize]).collect());
        graph
    }

    pub(crate) fn from_space(space: &Space) -> Self {
        let mut graph = Self::from_equals(space.first_equal_points(), MAX_NODES);
        let rows = graph.node_rows();
        let (near, k) = (space.subset(&rows), group_k(rows.len()));
        // k is at least 1 and at most the number of nodes.
        graph.links = knn::neighbors(&near, k).unwrap_or_default();
        let widths = knn::farthest_distances(&near, &graph.links);
        let mut ranked = Csr::default();
        if graph.is_sample() {
            // Such a point is not one of the nodes, so its k nearest points are it and k - 1 nodes.
            let (few, others) = (graph.query_k(), k - 1);
            ranked = anchors::ranked_anchors(space, &rows, others).unwrap_or_default();
            graph.nearest = ranked.iter().map(|list| list[..few].to_vec()).collect();
        }
        let width = |(point, node): (usize, &Option<u32>)| match node {
            Some(node) => widths[*node as usize],
            None => ranked
                .get(point)
                .last()
                .map_or(0.0, |&node| space.true_distance(point, rows[node as usize] as usize)),
        };
        graph.widths = Some(graph.node_of.iter().enumerate().map(width).collect());
        graph
    }

    fn from_context(context: &FormalContext) -> Self {
        let n = context.object_count();
        let shared: usize = context.columns().iter().map(|column| column.len().pow(2)).sum();
        let most = MAX_NODES.min(MAX_SHARED / (shared / n.max(1)).max(1)).max(1);
        let objects = context.clarified_objects();
        let first = |point: PointId| objects.first_point(objects.object_of(point)).0;
        let mut graph = Self::from_equals(PointId::first(n).map(first), most);
        let nodes = graph.node_rows();
        let rows: Csr = nodes.iter().map(|&row| row_of(context, row).to_vec()).collect();
        let columns = rows.transpose(context.attributes().len());
        let k = group_k(nodes.len());
        let links = most_similar_rows(&nodes, &rows, &columns, context, k).into_iter().enumerate();
        let links = links.map(|(at, mut list)| {
            if !list.contains(&(at as u32)) {
                // An object without attributes has nothing in common even with itself.
                list.push(at as u32);
            }
            list.sort_unstable();
            list
        });
        graph.links = links.collect();
        if graph.is_sample() {
            let all: Vec<u32> = (0..n as u32).collect();
            graph.nearest = most_similar_rows(&all, &rows, &columns, context, SAMPLE_NEIGHBORS)
                .into_iter()
                .collect();
        }
        graph
    }

    /// Creates at most `most` nodes; `equals` gives for each point the first point that equals it.
    fn from_equals(equals: impl IntoIterator<Item = u32>, most: usize) -> Self {
        let (mut first, mut weights) = (Vec::new(), Vec::new());
        let mut of_point: Vec<u32> = Vec::new();
        for (point, equal) in (0..).zip(equals) {
            if equal == point {
                of_point.push(first.len() as u32);
                first.push(PointId(point));
                weights.push(0);
            } else {
                of_point.push(of_point[equal as usize]);
            }
            weights[of_point[point as usize] as usize] += 1;
        }
        let sample = anchors::sample(first.len(), most);
        let node = |number: &u32| sample.binary_search(number).ok().map(|node| node as u32);
        Self {
            nodes: sample.iter().map(|&number| first[number as usize]).collect(),
            weights: sample.iter().map(|&number| weights[number as usize]).collect(),
            links: Csr::default(),
            node_of: of_point.iter().map(node).collect(),
            nearest: Csr::default(),
            widths: None,
        }
    }

    fn node_rows(&self) -> Vec<u32> {
        self.nodes.iter().map(|node| node.0).collect()
    }

    fn is_sample(&self) -> bool {
        self.node_of.iter().any(Option::is_none)
    }
}

/// Returns the space of the points; `None` if a damaged store gives no distances.
pub(crate) fn scaled_space(
    features: &Features,
    n: usize,
    metric: Metric,
    scale: Scale,
) -> Option<Space> {
    // The distances between rows of features are not the given ones.
    let metric = if metric == Metric::Precomputed { Metric::Chebyshev } else { metric };
    let values = scale.apply(&features.values, &features.names);
    Space::new(values, n, features.names.len(), metric).ok()
}

fn row_of(context: &FormalContext, row: u32) -> &[u32] {
    context.rows().get(row as usize)
}

/// Returns for each object up to `most` rows with the largest Jaccard similarity, ties by index.
fn most_similar_rows(
    objects: &[u32],
    rows: &Csr,
    columns: &Csr,
    context: &FormalContext,
    most: usize,
) -> Vec<Vec<u32>> {
    let of_one = |(shared, met): &mut (Vec<u32>, Vec<u32>), &object: &u32| {
        let own = row_of(context, object);
        for &place in own.iter().flat_map(|&attribute| columns.get(attribute as usize)) {
            if shared[place as usize] == 0 {
                met.push(place);
            }
            shared[place as usize] += 1;
        }
        let rank = |&place: &u32| {
            let both = shared[place as usize];
            let either = (own.len() + rows.get(place as usize).len()) as u32 - both;
            // Non-negative floating-point numbers are ordered as their bits.
            (Reverse((f64::from(both) / f64::from(either)).to_bits()), place)
        };
        if met.len() > most {
            met.select_nth_unstable_by_key(most, rank);
        }
        let mut best = met[..most.min(met.len())].to_vec();
        best.sort_unstable_by_key(rank);
        met.drain(..).for_each(|place| shared[place as usize] = 0);
        best
    };
    let scratch = || (vec![0; rows.len()], Vec::new());
    objects.par_iter().map_init(scratch, of_one).collect()
}
