//! Which points are near one another: the graph in which groups of points are looked for, whatever
//! k the lattice has.
//!
//! A point of a table has its [`group_k`] nearest points, itself among them. In a ready context an
//! object has as many others with the most attributes in common, by their share of the attributes
//! that either has, ties by row. Given neighbours are taken as they are.
//!
//! Of more than [`MOST_NODES`] points a sample makes the graph, the same on every machine. A point
//! outside of it has its [`FEW`] nearest nodes. Where counting shared attributes would take more
//! than some seconds, the sample is smaller.

use std::cmp::Reverse;

use rayon::prelude::*;

use crate::base::csr::Csr;
use crate::base::ids::PointId;
use crate::context::FormalContext;
use crate::dataset::{Features, Origin};
use crate::knn::{self, Metric, Space, anchors, group_k};

/// Of more points a sample makes the graph.
pub const MOST_NODES: usize = 10_000;
/// How many nodes a point outside of the sample has.
pub const FEW: usize = 5;
/// So many shared attributes are counted, all pairs of objects together: a few seconds' work.
const MOST_SHARED: usize = 1 << 31;

/// Points and who is near them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PointGraph {
    /// The points that are nodes, by row; every point where there are few.
    pub nodes: Vec<PointId>,
    /// The neighbours of each node by their places among the nodes, itself among them, ascending.
    pub links: Csr,
    /// The nearest nodes of each point, itself among them; for a node those of `links`.
    pub near: Csr,
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
            (_, Some(lists)) => Self::of_all(lists.clone()),
            (Origin::Neighbors { metric: Metric::Precomputed, .. }, None) => {
                Self::of_all(context.rows().clone())
            }
            (Origin::Neighbors { metric, scale, .. }, None) => {
                let (width, n) = (features.names.len(), context.objects());
                let space = Space::of_values(&features.values, width, n, metric, scale);
                // The table had distances when its context was made of it.
                space.map_or_else(|_| Self::default(), |space| Self::of_space(&space))
            }
            (Origin::Ready, None) => Self::of_attributes(context),
        }
    }

    /// Every point is a node with these neighbours.
    fn of_all(links: Csr) -> Self {
        let nodes = PointId::first(links.len()).collect();
        Self { nodes, near: links.clone(), links }
    }

    /// By distances.
    fn of_space(space: &Space) -> Self {
        let n = space.len();
        let nodes = anchors::sample(n, MOST_NODES);
        let lists = |space: &Space| {
            // k is at least 1 and at most the number of points.
            knn::neighbors(space, group_k(space.len())).unwrap_or_default()
        };
        if nodes.len() == n {
            return Self::of_all(lists(space));
        }
        let links = lists(&space.among(&nodes));
        let near = anchors::ranked(space, &nodes, FEW).unwrap_or_default();
        Self::sampled(nodes, links, &near)
    }

    /// By the attributes that objects have in common.
    fn of_attributes(context: &FormalContext) -> Self {
        let n = context.objects();
        let shared: usize = context.columns().iter().map(|column| column.len().pow(2)).sum();
        let most = MOST_NODES.min(MOST_SHARED / (shared / n.max(1)).max(1)).max(1);
        let nodes = anchors::sample(n, most);
        let rows: Csr = nodes.iter().map(|&row| row_of(context, row).to_vec()).collect();
        let columns = rows.transposed(context.attributes().len());
        let k = group_k(nodes.len());
        let links = most_alike(&nodes, &rows, &columns, context, k).into_par_iter().enumerate();
        let links = links.map(|(at, mut list)| {
            if !list.contains(&(at as u32)) {
                // It has no attribute, or as many before it have the same ones.
                list.truncate(k - 1);
                list.push(at as u32);
            }
            list.sort_unstable();
            list
        });
        let links: Csr = links.collect::<Vec<_>>().into_iter().collect();
        if nodes.len() == n {
            return Self::of_all(links);
        }
        let all: Vec<u32> = (0..n as u32).collect();
        let near = most_alike(&all, &rows, &columns, context, FEW).into_iter().collect();
        Self::sampled(nodes, links, &near)
    }

    /// Some points are nodes, and others have nodes near them.
    fn sampled(nodes: Vec<u32>, links: Csr, near: &Csr) -> Self {
        let near = near.iter().enumerate().map(|(point, few)| {
            let own = nodes.binary_search(&(point as u32));
            own.map_or(few, |node| links.get(node)).to_vec()
        });
        let near = near.collect();
        Self { nodes: nodes.into_iter().map(PointId).collect(), links, near }
    }
}

fn row_of(context: &FormalContext, row: u32) -> &[u32] {
    context.rows().get(row as usize)
}

/// For each of these objects the places of the rows that have most in common with it, best first, of
/// equally good ones the first; none that has nothing in common with it.
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
