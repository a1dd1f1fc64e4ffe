//! The nodes of the graph of near points, as rows of features see them.

use std::sync::Arc;

use super::{Error, space_of};
use crate::base::csr::Csr;
use crate::base::ids::PointId;
use crate::base::progress::Progress;
use crate::dataset::Features;
use crate::knn::{Nearest, Reference, group_k};
use crate::point_graph::PointGraph;
use crate::store::LatticeStore;

/// Points whose distances are taken at once.
const AT_ONCE: usize = 1 << 14;

/// The nodes and the features of all points.
pub(super) struct NearPoints {
    pub graph: PointGraph,
    pub features: Arc<Features>,
    pub reference: Reference,
}

impl NearPoints {
    /// Of a stored graph of a table.
    pub fn of(store: &dyn LatticeStore) -> Result<Self, Error> {
        let (stored, features) = (store.stored_context()?, store.features()?);
        let (_, metric, scale) = space_of(&stored)?;
        let graph = match store.point_graph() {
            Some(graph) => graph.clone(),
            None => PointGraph::of_nodes(&features, stored.points.len(), metric, scale),
        };
        let rows = graph.nodes.iter().copied().map(PointId::index);
        let reference = Reference::new(&features.values, &features.names, rows, metric, scale);
        Ok(Self { graph, features, reference })
    }

    /// The k nodes nearest to each node.
    pub fn among_nodes(&self, k: usize, progress: &Progress) -> Result<Vec<Nearest>, Error> {
        let width = self.features.names.len();
        let row = |node: &PointId| &self.features.values[node.index() * width..][..width];
        let values: Vec<f64> = self.graph.nodes.iter().flat_map(row).copied().collect();
        Ok(self.reference.nearest(&values, k, progress)?)
    }

    /// The neighbours of each node, itself among them: none where there are no distances.
    pub fn links(&self, progress: &Progress) -> Result<Csr, Error> {
        if self.graph.links.len() == self.graph.nodes.len() {
            return Ok(self.graph.links.clone());
        }
        let found = match self.among_nodes(group_k(self.graph.nodes.len()), progress) {
            Err(Error::Row { .. }) => vec![Nearest::new(); self.graph.nodes.len()],
            found => found?,
        };
        let list = |(own, near): (u32, Nearest)| {
            let mut list: Vec<u32> = near.into_iter().map(|(node, _)| node).collect();
            // Others may come before it, all at distance 0.
            if !list.contains(&own)
                && let Some(last) = list.last_mut()
            {
                *last = own;
            }
            list
        };
        Ok((0..).zip(found).map(list).collect())
    }
}

/// How far the k-th nearest of the nodes of the graph of near points is from each point, the point
/// itself the first of them, by the metric and the scale of a stored graph of a table; k as in that
/// graph. A node does not count for the points that are equal to it, so that all points, in a
/// sample or not, are that far from k - 1 others.
///
/// # Errors
/// A graph of a ready context, of given distances or neighbours, or without its features; a failure
/// of the store; an interrupt.
pub fn reach(store: &dyn LatticeStore, progress: &Progress) -> Result<Vec<f64>, Error> {
    let NearPoints { graph, features, reference } = NearPoints::of(store)?;
    let k = group_k(graph.nodes.len());
    let (width, mut found) = (features.names.len().max(1), Vec::new());
    for rows in features.values.chunks(AT_ONCE * width) {
        for near in reference.nearest(rows, k, progress)? {
            let others = k - usize::from(!graph.is_node(PointId(found.len() as u32)));
            found.push(
                others.checked_sub(1).and_then(|last| near.get(last)).map_or(0.0, |far| far.1),
            );
        }
    }
    Ok(found)
}
