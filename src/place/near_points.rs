//! The nodes of the graph of near points, as rows of features see them.

use std::sync::Arc;

use super::{Error, space_of};
use crate::base::csr::Csr;
use crate::base::ids::PointId;
use crate::base::progress::Progress;
use crate::graph::Graph;
use crate::knn::{Nearest, Reference, group_k};

/// Points whose distances are taken at once.
const AT_ONCE: usize = 1 << 14;

/// The nodes, as rows are compared with them.
pub(super) struct NearPoints {
    graph: Arc<Graph>,
    pub reference: Reference,
}

impl NearPoints {
    /// Of a graph of a table.
    pub fn new(graph: &Arc<Graph>) -> Result<Self, Error> {
        let (_, metric, scale) = space_of(graph)?;
        let (features, nodes) = (graph.features()?, &graph.point_graph()?.nodes);
        let rows = nodes.iter().copied().map(PointId::index);
        let reference = Reference::new(&features.values, &features.names, rows, metric, scale);
        Ok(Self { graph: Arc::clone(graph), reference })
    }

    /// The k nodes nearest to each node.
    pub fn among_nodes(&self, k: usize, progress: &Progress) -> Result<Vec<Nearest>, Error> {
        let (features, nodes) = (self.graph.features()?, &self.graph.point_graph()?.nodes);
        let width = features.names.len();
        let row = |node: &PointId| &features.values[node.index() * width..][..width];
        let values: Vec<f64> = nodes.iter().flat_map(row).copied().collect();
        Ok(self.reference.nearest(&values, k, progress)?)
    }

    /// The neighbours of each node, itself among them: none where there are no distances.
    pub fn links(&self, progress: &Progress) -> Result<Csr, Error> {
        let graph = self.graph.point_graph()?;
        if graph.links.len() == graph.nodes.len() {
            return Ok(graph.links.clone());
        }
        let found = match self.among_nodes(group_k(graph.nodes.len()), progress) {
            Err(Error::Row { .. }) => vec![Nearest::new(); graph.nodes.len()],
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
/// of the graph; an interrupt.
pub fn reach(graph: &Arc<Graph>, progress: &Progress) -> Result<Vec<f64>, Error> {
    let NearPoints { reference, .. } = NearPoints::new(graph)?;
    let (features, graph) = (graph.features()?, graph.point_graph()?);
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
