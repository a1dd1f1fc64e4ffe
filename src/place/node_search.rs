//! Comparison of rows of features with the nodes of the graph of near points.

use std::sync::Arc;

use super::{PlaceError, neighbor_space};
use crate::base::csr::Csr;
use crate::base::ids::PointId;
use crate::base::progress::Progress;
use crate::graph::Graph;
use crate::knn::{Nearest, ScaledIndex, group_k};

const POINTS_PER_BATCH: usize = 1 << 14;

/// The nodes of a graph of near points, prepared for distances to rows.
pub(super) struct NodeSearch {
    graph: Arc<Graph>,
    pub reference: ScaledIndex,
}

impl NodeSearch {
    pub(super) fn new(graph: &Arc<Graph>) -> Result<Self, PlaceError> {
        let (_, metric, scale) = neighbor_space(graph)?;
        let (features, nodes) = (graph.features()?, &graph.point_graph()?.nodes);
        let rows = nodes.iter().copied().map(PointId::index);
        let reference = ScaledIndex::new(&features.values, &features.names, rows, metric, scale);
        Ok(Self { graph: Arc::clone(graph), reference })
    }

    pub(crate) fn nearest_nodes(
        &self,
        k: usize,
        progress: &Progress,
    ) -> Result<Vec<Nearest>, PlaceError> {
        let (features, nodes) = (self.graph.features()?, &self.graph.point_graph()?.nodes);
        let width = features.names.len();
        let row = |node: &PointId| &features.values[node.index() * width..][..width];
        let values: Vec<f64> = nodes.iter().flat_map(row).copied().collect();
        Ok(self.reference.nearest(&values, k, progress)?)
    }

    /// Returns the neighbours of each node, itself included; empty lists without distances.
    pub(super) fn neighbor_lists(&self, progress: &Progress) -> Result<Csr, PlaceError> {
        let graph = self.graph.point_graph()?;
        if graph.links.len() == graph.nodes.len() {
            return Ok(graph.links.clone());
        }
        let found = match self.nearest_nodes(group_k(graph.nodes.len()), progress) {
            Err(PlaceError::Row { .. }) => vec![Nearest::new(); graph.nodes.len()],
            found => found?,
        };
        let list = |(own, near): (u32, Nearest)| {
            let mut list: Vec<u32> = near.into_iter().map(|(node, _)| node).collect();
            // Other nodes may come before the node itself, all at distance 0.
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

/// Returns the distance of each point from its k-th nearest node in the graph of near points, by
/// the metric and the scale of a stored graph of a table; k is that of the graph of near points,
/// and counts the point itself. A node that is equal to a point does not count as another one, so
/// every point, in a sample or not, has this distance from k - 1 others.
///
/// # Errors
/// Returns an error if the graph is of a ready context or of given distances or neighbours, if it
/// has no features or cannot be read, or after an interrupt.
pub fn kth_distances(graph: &Arc<Graph>, progress: &Progress) -> Result<Vec<f64>, PlaceError> {
    let NodeSearch { reference, .. } = NodeSearch::new(graph)?;
    let (features, graph) = (graph.features()?, graph.point_graph()?);
    let k = group_k(graph.nodes.len());
    let (width, mut found) = (features.names.len().max(1), Vec::new());
    for rows in features.values.chunks(POINTS_PER_BATCH * width) {
        for near in reference.nearest(rows, k, progress)? {
            let others = k - usize::from(!graph.is_node(PointId(found.len() as u32)));
            found.push(
                others.checked_sub(1).and_then(|last| near.get(last)).map_or(0.0, |far| far.1),
            );
        }
    }
    Ok(found)
}
