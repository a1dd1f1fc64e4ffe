//! Which points are near one another: the graph in which groups of points are looked for, whatever
//! k the lattice has.
//!
//! A point of a table has its [`group_k`] nearest points, itself among them. In a ready context an
//! object has as many others with the most attributes in common, by their share of the attributes
//! that either has, ties by row. Given neighbours are taken as they are.
//!
//! Points with equal values are one node that counts as many times: else the first k of them would
//! have no neighbours but one another, and each value of a column of whole numbers would be a
//! group.
//!
//! Of more than [`MOST_NODES`] nodes a sample makes the graph, the same on every machine. A point
//! outside of it has its [`FEW`] nearest nodes. Where counting shared attributes would take more
//! than some seconds, the sample is smaller.

use std::cmp::Reverse;

use rayon::prelude::*;

use crate::base::csr::Csr;
use crate::base::ids::PointId;
use crate::context::FormalContext;
use crate::dataset::{Features, Origin};
use crate::knn::{self, Metric, Scale, Space, anchors, group_k};

/// Of more nodes a sample makes the graph.
pub const MOST_NODES: usize = 10_000;
/// How many nodes a point outside of the sample has.
pub const FEW: usize = 5;
/// At most this many shared attributes are counted over all pairs of objects, in a few seconds.
const MOST_SHARED: usize = 1 << 31;

/// Points and who is near them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PointGraph {
    /// The points that are nodes, by row: the first of equal ones, and every such point where there
    /// are few.
    pub nodes: Vec<PointId>,
    /// How many points each node stands for.
    pub weights: Vec<u32>,
    /// The neighbours of each node by their places among the nodes, itself among them, ascending.
    pub links: Csr,
    /// The node of each point; none outside of a sample.
    node_of: Vec<Option<u32>>,
    /// The nearest nodes of each point that has none.
    nearest: Csr,
}

impl PointGraph {
    /// Of points with these features or, where they have none, this context. `given` are their
    /// neighbours where distances were given.
    pub fn of(
        origin: Origin,
        features: &Features,
        context: &FormalContext,
        given: Option<&Csr>,
    ) -> Self {
        match (origin, given) {
            (_, Some(lists)) => Self::of_distances(lists),
            (Origin::Neighbors { metric: Metric::Precomputed, .. }, None) => {
                Self::of_lists(context.rows().clone())
            }
            (Origin::Neighbors { metric, scale, .. }, None) => {
                let n = context.objects();
                let space = space(features, n, metric, scale);
                space.map_or_else(|| Self::alone(n), |space| Self::of_space(&space))
            }
            (Origin::Ready, None) => Self::of_attributes(context),
        }
    }

    /// Of n points with these features, without links and what is near those outside of a sample.
    pub fn of_nodes(features: &Features, n: usize, metric: Metric, scale: Scale) -> Self {
        space(features, n, metric, scale).map_or_else(
            || Self::alone(n),
            |space| Self::of_equals(space.first_of_equals(), MOST_NODES),
        )
    }

    /// The graph of n points that nothing is near.
    fn alone(n: usize) -> Self {
        Self::of_lists((0..n).map(|_| []).collect())
    }

    /// Whether a point is a node, or equal to one.
    pub fn is_node(&self, point: PointId) -> bool {
        self.node_of[point.index()].is_some()
    }

    /// Whether the first of two nodes has the other among its neighbours.
    pub fn are_linked(&self, one: u32, other: u32) -> bool {
        self.links.get(one as usize).binary_search(&other).is_ok()
    }

    /// The nearest nodes of a point: the neighbours of its node, or those near it.
    pub fn near(&self, point: PointId) -> &[u32] {
        match self.node_of[point.index()] {
            Some(node) => self.links.get(node as usize),
            None => self.nearest.get(point.index()),
        }
    }

    /// The node of a point, or the one nearest to it.
    pub fn nearest_node(&self, point: PointId) -> Option<u32> {
        self.node_of[point.index()].or_else(|| self.nearest.get(point.index()).first().copied())
    }

    /// How many nodes a point outside of the graph is compared with.
    pub fn reach(&self) -> usize {
        match self.is_sample() {
            true => FEW.min(self.nodes.len()),
            false => group_k(self.nodes.len()),
        }
    }

    /// Every point is a node with these neighbours.
    fn of_lists(links: Csr) -> Self {
        let n = links.len();
        Self {
            nodes: PointId::first(n).collect(),
            weights: vec![1; n],
            links,
            node_of: (0..n as u32).map(Some).collect(),
            nearest: Csr::default(),
        }
    }

    /// The first of equal points have neighbours, themselves among them, the others that point
    /// alone.
    fn of_distances(lists: &Csr) -> Self {
        let is_node = |(point, list): &(u32, &[u32])| list.binary_search(point).is_ok();
        let first = (0..).zip(lists.iter()).map(|of| if is_node(&of) { of.0 } else { of.1[0] });
        let mut graph = Self::of_equals(first, usize::MAX);
        let nodes = &graph.nodes;
        let place = |point: &u32| nodes.binary_search(&PointId(*point)).unwrap_or(0) as u32;
        let links = nodes.iter().map(|node| lists.get(node.index()).iter().map(place));
        graph.links = links.map(Iterator::collect::<Vec<u32>>).collect();
        graph
    }

    /// By distances.
    pub fn of_space(space: &Space) -> Self {
        let mut graph = Self::of_equals(space.first_of_equals(), MOST_NODES);
        let near = space.only(&graph.rows());
        // k is at least 1 and at most the number of nodes.
        graph.links = knn::neighbors(&near, group_k(near.len())).unwrap_or_default();
        if graph.is_sample() {
            let (rows, few) = (graph.rows(), graph.reach());
            graph.nearest = anchors::ranked(space, &rows, few).unwrap_or_default();
        }
        graph
    }

    /// By the attributes that objects have in common.
    fn of_attributes(context: &FormalContext) -> Self {
        let n = context.objects();
        let shared: usize = context.columns().iter().map(|column| column.len().pow(2)).sum();
        let most = MOST_NODES.min(MOST_SHARED / (shared / n.max(1)).max(1)).max(1);
        let objects = context.as_objects();
        let first = |point: PointId| objects.first(objects.of_point(point)).0;
        let mut graph = Self::of_equals(PointId::first(n).map(first), most);
        let nodes = graph.rows();
        let rows: Csr = nodes.iter().map(|&row| row_of(context, row).to_vec()).collect();
        let columns = rows.transposed(context.attributes().len());
        let k = group_k(nodes.len());
        let links = most_alike(&nodes, &rows, &columns, context, k).into_iter().enumerate();
        let links = links.map(|(at, mut list)| {
            if !list.contains(&(at as u32)) {
                // It has no attribute.
                list.push(at as u32);
            }
            list.sort_unstable();
            list
        });
        graph.links = links.collect();
        if graph.is_sample() {
            let all: Vec<u32> = (0..n as u32).collect();
            graph.nearest = most_alike(&all, &rows, &columns, context, FEW).into_iter().collect();
        }
        graph
    }

    /// The nodes of points, at most `most` of them, without links. `equals` gives for each point
    /// the first that is equal to it.
    fn of_equals(equals: impl IntoIterator<Item = u32>, most: usize) -> Self {
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
        }
    }

    fn rows(&self) -> Vec<u32> {
        self.nodes.iter().map(|node| node.0).collect()
    }

    /// Whether some points are outside.
    fn is_sample(&self) -> bool {
        self.node_of.iter().any(Option::is_none)
    }
}

/// The points with their distances; none where they have no distances. A table has them whose
/// context was made of it, but a store may say anything.
pub(crate) fn space(features: &Features, n: usize, metric: Metric, scale: Scale) -> Option<Space> {
    // Rows have no distances that are given.
    let metric = if metric == Metric::Precomputed { Metric::Chebyshev } else { metric };
    let values = scale.apply(&features.values, &features.names);
    Space::new(values, n, features.names.len(), metric).ok()
}

fn row_of(context: &FormalContext, row: u32) -> &[u32] {
    context.rows().get(row as usize)
}

/// For each of these objects the places of the rows that have most in common with it, best first,
/// of equally good ones the first; none that has nothing in common with it.
fn most_alike(
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
            // Numbers that are not negative have the order of their bits.
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
