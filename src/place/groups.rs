//! The shares of new rows in communities, by the same rule as those of points: the mean, over the
//! nearest points, of the share of their neighbours in each. A neighbour counts where its largest
//! share is, since a store keeps no more of it. A row without distance to a point of the graph of
//! near points has the shares of that point, exactly.

use std::sync::Arc;

use rayon::prelude::*;

use crate::base::ids::{CommunityId, PointId};
use crate::communities::shares::{self, Shares};
use crate::communities::{Communities, main_part};
use crate::dataset::Features;
use crate::knn::{Metric, NoDistanceError, Reference, Scale, Search};
use crate::point_graph::PointGraph;
use crate::store::{LatticeStore, Result, StoredContext};

/// A row's communities, the one with its largest share first.
pub(super) type Row = Vec<(CommunityId, f64)>;

/// What rows are compared with.
pub(super) struct Groups {
    pub communities: Arc<Communities>,
    reference: Reference,
    k: usize,
    /// The points of the graph of near points.
    nodes: Vec<PointId>,
    /// The shares among the neighbours of each node.
    around: Vec<Shares>,
    /// Those of each node itself.
    own: Vec<Row>,
}

impl Groups {
    /// Of a stored graph of a table with these features.
    pub fn of(
        store: &dyn LatticeStore,
        stored: &StoredContext,
        features: &Features,
        metric: Metric,
        scale: Scale,
    ) -> Result<Self> {
        let (communities, membership) = (store.communities()?, store.membership()?);
        let graph = PointGraph::of_nodes(features, stored.points.len(), metric, scale);
        let (nodes, k) = (&graph.nodes, graph.reach());
        let part = |&node: &u32| {
            let shares = &membership[nodes[node as usize].index()];
            main_part(&communities, shares).map(CommunityId::index)
        };
        let around = graph.links.iter().map(|row| shares::around(row.iter().map(part))).collect();
        let own = |node: &PointId| membership[node.index()].clone();
        let own = nodes.iter().map(own).collect();
        let rows = nodes.iter().copied().map(PointId::index);
        let reference = Reference::new(&features.values, &features.names, rows, metric, scale);
        Ok(Self { communities, reference, k, nodes: graph.nodes, around, own })
    }

    /// The largest distance of a node from the node nearest to it.
    pub fn widest(&self, features: &Features) -> f64 {
        let distance = |search: &mut Search<'_>, node: &PointId| {
            let row = &features.values[node.index() * features.names.len()..];
            let near = search.nearest(&row[..features.names.len()]);
            near.ok().and_then(|near| near.get(1).map(|&(_, distance)| distance)).unwrap_or(0.0)
        };
        let nodes = self.nodes.par_iter();
        nodes.map_init(|| self.reference.search(2), distance).reduce(|| 0.0, f64::max)
    }

    /// The communities of each row of that many values, and its distance from the nearest node.
    pub fn shares(
        &self,
        values: &[f64],
        width: usize,
    ) -> std::result::Result<Vec<(Row, f64)>, (usize, NoDistanceError)> {
        let group_of =
            |region: usize| self.communities.group_of(CommunityId(region as u32)).index();
        let rows = values.par_chunks(width.max(1)).enumerate();
        let found = rows.map_init(
            || self.reference.search(self.k),
            |search, (at, row)| {
                let near = search.nearest(row).map_err(|far| (at, far))?;
                let mut row: Row = match near.first() {
                    Some(&(node, 0.0)) => self.own[node as usize].clone(),
                    _ => {
                        let near = near.iter().map(|&(node, _)| &self.around[node as usize]);
                        let shares = shares::mean(near, group_of).into_iter();
                        shares.map(|(region, share)| (CommunityId(region as u32), share)).collect()
                    }
                };
                row.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
                Ok((row, near.first().map_or(0.0, |&(_, distance)| distance)))
            },
        );
        found.collect::<Vec<_>>().into_iter().collect()
    }
}
