//! Comparison of rows of features with the nodes of the graph of near points.

use std::sync::Arc;

use super::{PlaceError, neighbor_space};
use crate::base::csr::Csr;
use crate::base::ids::PointId;
use crate::base::progress::Progress;
use crate::graph::Graph;
use crate::knn::{Nearest, ScaledIndex, group_k};

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

    fn nearest_nodes(&self, k: usize, progress: &Progress) -> Result<Vec<Nearest>, PlaceError> {
        let (features, nodes) = (self.graph.features()?, &self.graph.point_graph()?.nodes);
        let width = features.names.len();
        let row = |node: &PointId| &features.values[node.index() * width..][..width];
        let values: Vec<f64> = nodes.iter().flat_map(row).copied().collect();
        Ok(self.reference.nearest(&values, k, progress)?)
    }

    /// Returns the neighbours of each node, itself included, and the distance to the last of them;
    /// empty lists without distances.
    pub(super) fn neighbor_lists(
        &self,
        progress: &Progress,
    ) -> Result<(Csr, Vec<f64>), PlaceError> {
        let graph = self.graph.point_graph()?;
        if let Some(widths) = graph.node_widths() {
            return Ok((graph.links.clone(), widths));
        }
        let found = match self.nearest_nodes(group_k(graph.nodes.len()), progress) {
            Err(PlaceError::Row { .. }) => vec![Nearest::new(); graph.nodes.len()],
            found => found?,
        };
        let widths = found.iter().map(|near| near.last().map_or(0.0, |last| last.1)).collect();
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
        Ok(((0..).zip(found).map(list).collect(), widths))
    }
}
