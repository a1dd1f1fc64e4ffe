//! Comparison of rows of features with the nodes of the graph of near points.

use std::sync::Arc;

use super::{PlaceError, neighbor_space};
use crate::base::csr::Csr;
use crate::base::ids::PointId;
use crate::base::progress::Progress;
use crate::graph::Graph;
use crate::knn::ScaledIndex;
use crate::point_graph::scaled_space;
use crate::store::StoreError;

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

    /// Returns the neighbours of each node, itself included, and the width of each; empty lists
    /// without distances.
    pub(super) fn neighbor_lists(
        &self,
        progress: &Progress,
    ) -> Result<(Csr, Vec<f64>), PlaceError> {
        let graph = self.graph.point_graph()?;
        if let Some(widths) = graph.node_widths() {
            return Ok((graph.links.clone(), widths));
        }
        let (_, metric, scale) = neighbor_space(&self.graph)?;
        let (features, n) = (self.graph.features()?, self.graph.points()?.len());
        let Some(space) = scaled_space(features, n, metric, scale) else {
            let none = graph.nodes.iter().map(|_| []).collect();
            return Ok((none, vec![0.0; graph.nodes.len()]));
        };
        let rows: Vec<u32> = graph.nodes.iter().map(|node| node.0).collect();
        let found = graph.rank_neighbors(&space.subset(&rows));
        progress.check().map_err(|_| StoreError::Interrupted)?;
        Ok(found)
    }
}
