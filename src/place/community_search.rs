//! The shares of new rows in communities, by the rule for points: the mean, over the nearest
//! points, of the share of their neighbours in each community. A neighbour counts in the part or
//! group with its largest share, since a graph keeps only the shares of its points. A row at
//! distance 0 from a node of the graph of near points has exactly the shares of that point.

use std::sync::Arc;

use rayon::prelude::*;

use super::node_search::NodeSearch;
use super::{PlaceError, neighbor_space};
use crate::base::ids::{CommunityId, PointId};
use crate::base::progress::Progress;
use crate::communities::main_part;
use crate::communities::shares::{self, Shares};
use crate::graph::Graph;
use crate::knn::Nearest;

/// The communities of a row with its shares, the largest share first.
pub type CommunityShares = Vec<(CommunityId, f64)>;

/// A search for the groups and parts of one stored graph that rows belong to.
pub struct CommunitySearch {
    graph: Arc<Graph>,
    near: NodeSearch,
    /// The shares of regions among the neighbours of each node.
    region_shares: Vec<Shares>,
    node_communities: Vec<CommunityShares>,
}

impl CommunitySearch {
    /// Reads from a stored graph what rows are compared with.
    ///
    /// # Errors
    /// Returns an error if the graph is of a ready context or of given distances or neighbours, if
    /// it has no features or cannot be read, or after an interrupt.
    pub fn new(graph: &Arc<Graph>, progress: &Progress) -> Result<Self, PlaceError> {
        neighbor_space(graph)?;
        let (communities, membership) = (graph.communities()?, graph.membership()?);
        let near = NodeSearch::new(graph)?;
        let nodes = &graph.point_graph()?.nodes;
        let part = |&node: &u32| {
            let shares = &membership[nodes[node as usize].index()];
            main_part(communities, shares).map(CommunityId::index)
        };
        let links = near.neighbor_lists(progress)?;
        let around = links.iter().map(|row| shares::count_shares(row.iter().map(part))).collect();
        let own = |node: &PointId| membership[node.index()].clone();
        let own = nodes.iter().map(own).collect();
        Ok(Self { graph: Arc::clone(graph), near, region_shares: around, node_communities: own })
    }

    /// Returns the number of values of a row.
    pub fn width(&self) -> usize {
        self.graph.facts().features as usize
    }

    /// Returns the communities of each row of features.
    ///
    /// # Errors
    /// Returns an error for the first row without distances, or after an interrupt.
    pub fn shares(
        &self,
        values: &[f64],
        progress: &Progress,
    ) -> Result<Vec<CommunityShares>, PlaceError> {
        let communities = self.graph.communities()?;
        let group_of = |region: usize| communities.group_of(CommunityId(region as u32)).index();
        let of_row = |near: Nearest| {
            let mut row: CommunityShares = match near.first() {
                Some(&(node, 0.0)) => self.node_communities[node as usize].clone(),
                _ => {
                    let near = near.iter().map(|&(node, _)| &self.region_shares[node as usize]);
                    let shares = shares::mean_shares(near, group_of).into_iter();
                    shares.map(|(region, share)| (CommunityId(region as u32), share)).collect()
                }
            };
            row.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
            row
        };
        let near =
            self.near.reference.nearest(values, self.graph.point_graph()?.query_k(), progress)?;
        Ok(near.into_par_iter().map(of_row).collect())
    }
}
