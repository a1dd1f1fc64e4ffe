//! The shares and outlier scores of new rows, by the rules for points. A share is the mean, over
//! the nearest points, of the share of their neighbours in each community. A neighbour counts in
//! the part or group with its largest share, since a graph keeps only the shares of its points. A
//! row at distance 0 from a node of the graph of near points has exactly the shares and the score
//! of that point.

use std::sync::Arc;

use rayon::prelude::*;

use super::{PlaceError, neighbor_space};
use crate::base::csr::Csr;
use crate::base::ids::{CommunityId, PointId};
use crate::base::progress::Progress;
use crate::communities::shares::{self, Shares};
use crate::communities::{main_group, main_part};
use crate::graph::Graph;
use crate::knn::{Nearest, ScaledIndex};
use crate::outliers::{UsualWidths, outlier_score};
use crate::point_graph::{WIDTH_NEIGHBORS, scaled_space};
use crate::store::StoreError;

/// The communities of a row with its shares, the largest share first.
pub type CommunityShares = Vec<(CommunityId, f64)>;

/// The communities of a row, and its distance from the points of its group.
#[derive(Clone, Debug, PartialEq)]
pub struct CommunityPlacement {
    /// The groups and parts of the row with its shares, the largest share first.
    pub shares: CommunityShares,
    /// The outlier score of the row, from 0 to 1.
    pub outlier: f64,
    /// The distance to the nearest point.
    pub distance: f64,
    /// The usual width of the neighbourhoods in the main group of the row.
    pub usual_width: f64,
}

/// A search for the groups and parts of one stored graph that rows belong to.
pub struct CommunitySearch {
    graph: Arc<Graph>,
    /// The nodes of the graph of near points, prepared for distances to rows.
    nodes: ScaledIndex,
    /// `true` for a node that is linked to nothing, so only rows equal to it are near it.
    is_pile: Vec<bool>,
    /// The shares of regions among the neighbours of each node.
    region_shares: Vec<Shares>,
    usual: UsualWidths,
}

impl CommunitySearch {
    /// Reads from a stored graph what rows are compared with.
    ///
    /// # Errors
    /// Returns an error if the graph is of a ready context or of given distances or neighbours, if
    /// it has no features or cannot be read, or after an interrupt.
    pub fn new(graph: &Arc<Graph>, progress: &Progress) -> Result<Self, PlaceError> {
        let (_, metric, scale) = neighbor_space(graph)?;
        let (communities, membership) = (graph.communities()?, graph.membership()?);
        let point_graph = graph.point_graph()?;
        let (features, nodes) = (graph.features()?, &point_graph.nodes);
        let rows = nodes.iter().copied().map(PointId::index);
        let index = ScaledIndex::new(&features.values, &features.names, rows, metric, scale);
        let part = |&node: &u32| {
            let shares = &membership[nodes[node as usize].index()];
            main_part(communities, shares).map(CommunityId::index)
        };
        let (links, widths) = neighbor_lists(graph, progress)?;
        let around = links.iter().map(|row| shares::count_shares(row.iter().map(part))).collect();
        let usual = UsualWidths::from_nodes(point_graph, &widths, communities, membership);
        let graph = Arc::clone(graph);
        let is_pile = |(node, list): (u32, &[u32])| links.len() > 1 && list == [node];
        let is_pile = (0..).zip(links.iter()).map(is_pile).collect();
        Ok(Self { graph, nodes: index, is_pile, region_shares: around, usual })
    }

    /// Returns the number of values of a row.
    pub fn width(&self) -> usize {
        self.graph.facts().features as usize
    }

    /// Returns the communities of each row of features, and its distance from their points.
    ///
    /// # Errors
    /// Returns an error for the first row without distances, or after an interrupt.
    pub fn place(
        &self,
        values: &[f64],
        progress: &Progress,
    ) -> Result<Vec<CommunityPlacement>, PlaceError> {
        let (communities, membership) = (self.graph.communities()?, self.graph.membership()?);
        let (points, graph) = (self.graph.points()?, self.graph.point_graph()?);
        let few = graph.query_k().clamp(1, graph.nodes.len().max(1));
        let piles = self.is_pile.iter().filter(|&&is_pile| is_pile).count();
        let reach = WIDTH_NEIGHBORS.min(graph.nodes.len() - piles).max(1);
        let group_of = |region: usize| communities.group_of(CommunityId(region as u32)).index();
        let of_row = |near: Nearest| {
            let node = near.first().filter(|nearest| nearest.1 == 0.0).map(|nearest| nearest.0);
            let others: Nearest =
                near.iter().copied().filter(|of| !self.is_pile[of.0 as usize]).collect();
            let mut shares: CommunityShares = match node {
                Some(node) => membership[graph.nodes[node as usize].index()].clone(),
                None => {
                    let near = others.iter().take(few);
                    let near = near.map(|&(node, _)| &self.region_shares[node as usize]);
                    let shares = shares::mean_shares(near, group_of).into_iter();
                    shares.map(|(region, share)| (CommunityId(region as u32), share)).collect()
                }
            };
            shares.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
            // The row is one of its nearest, as a point is, whether it is a node or not.
            let own = usize::from(node.is_none());
            let farthest = others.iter().take((reach - own).max(1)).next_back();
            let width = farthest.map_or(0.0, |last| last.1);
            let group = main_group(communities, &shares).map(|(group, _)| group);
            let usual_width = self.usual.usual_width(group);
            let outlier = match node {
                Some(node) => points.outlier_scores()[graph.nodes[node as usize].index()],
                None => outlier_score(width, usual_width),
            };
            let distance = near.first().map_or(0.0, |nearest| nearest.1);
            CommunityPlacement { shares, outlier, distance, usual_width }
        };
        let most = few.max(WIDTH_NEIGHBORS) + piles;
        let near = self.nodes.nearest(values, most, progress)?;
        Ok(near.into_par_iter().map(of_row).collect())
    }
}

/// Returns the neighbours of each node of the graph of near points, itself included, and the width
/// of each; empty lists without distances.
fn neighbor_lists(graph: &Graph, progress: &Progress) -> Result<(Csr, Vec<f64>), PlaceError> {
    let (_, metric, scale) = neighbor_space(graph)?;
    let (features, n, graph) = (graph.features()?, graph.points()?.len(), graph.point_graph()?);
    if let Some(widths) = graph.node_widths() {
        return Ok((graph.links.clone(), widths));
    }
    let Some(space) = scaled_space(features, n, metric, scale) else {
        let none = graph.nodes.iter().map(|_| []).collect();
        return Ok((none, vec![0.0; graph.nodes.len()]));
    };
    let rows: Vec<u32> = graph.nodes.iter().map(|node| node.0).collect();
    let found = graph.rank_neighbors(&space.subset(&rows));
    progress.check().map_err(|_| StoreError::Interrupted)?;
    Ok(found)
}
