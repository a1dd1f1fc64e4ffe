//! From what a store gives to the nodes and points of a picture.

use std::collections::BTreeSet;

use super::data::{Node, Picture, Point};
use crate::base::display_safe;
use crate::base::ids::PointId;
use crate::full_lattice::{Cluster, Neighborhood};
use crate::store::StoredContext;

/// A picture that has its points, but no clusters yet.
pub(super) fn without_clusters(
    stored: &StoredContext,
    title: &str,
    asked: &BTreeSet<PointId>,
) -> Picture {
    let classes = stored.points.classes();
    let points = stored.points.ids().map(|point| Point {
        name: stored.points.name(point).to_owned(),
        class: classes.map(|classes| classes.of_point(point).index()),
        asked: asked.contains(&point),
    });
    Picture {
        title: display_safe::short(title).into_owned(),
        size: stored.points.len() as u32,
        classes: classes.map_or(Vec::new(), |classes| classes.names().to_vec()),
        points: points.collect(),
        ..Picture::default()
    }
}

/// A node for a cluster. One that is not stored is called by its place in the picture.
pub(super) fn node(stored: &StoredContext, cluster: Cluster, place: usize) -> Node {
    let name = cluster.word(&stored.points);
    Node {
        id: cluster.id.map_or_else(|| format!("n{}", place + 1), |id| id.to_string()),
        name,
        size: cluster.size,
        intent_size: cluster.intent_size,
        generator: indices(&cluster.generator),
        delta: cluster.delta,
        cohesion: cluster.cohesion,
        gap: cluster.gap,
        counts: cluster.counts,
        community: cluster.community,
        ..Node::default()
    }
}

/// The attributes that a cluster introduces: of those that its points share, the ones that no other
/// point has (Ganter and Wille 1999, section 1.1). It is their attribute concept, stored or not.
pub(super) fn attributes(stored: &StoredContext, node: &Node) -> Vec<String> {
    let context = &stored.context;
    let shared = context.shared(&node.generator()).into_iter();
    let own = shared.filter(|&attribute| context.support(attribute as usize) == node.size);
    own.map(|attribute| context.attributes()[attribute as usize].clone()).collect()
}

/// The points of a cluster, stored or not: those that its generator generates.
pub(super) fn extent(stored: &StoredContext, node: &Node) -> Vec<PointId> {
    stored.context.closure(&node.generator())
}

pub(super) fn indices(points: &[PointId]) -> Vec<usize> {
    points.iter().map(|point| point.index()).collect()
}

/// A picture of what lies around a cluster of the full lattice.
pub fn neighborhood(stored: &StoredContext, found: Neighborhood, title: &str) -> Picture {
    let nodes = found.clusters.into_iter().enumerate().map(|(place, neighbor)| Node {
        introduced: indices(&neighbor.introduced),
        asked: neighbor.is_center,
        hidden_up: neighbor.hidden_up,
        hidden_down: neighbor.hidden_down,
        ..node(stored, neighbor.cluster, place)
    });
    let (nodes, edges) = (nodes.collect(), found.covers);
    Picture { nodes, edges, ..without_clusters(stored, title, &BTreeSet::new()) }
}
