//! From what a store gives to the nodes and points of a picture.

use std::collections::BTreeSet;

use super::data::{Node, Picture, Point};
use crate::base::display_safe;
use crate::base::ids::PointId;
use crate::store::{Concept, StoredContext};

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

/// A node for a cluster with these points.
pub(super) fn node(concept: Concept, extent: Vec<PointId>) -> Node {
    Node {
        id: concept.id.to_string(),
        name: concept.id.to_string(),
        size: concept.size,
        extent,
        center: concept.center.map(PointId::index),
        cohesion: concept.cohesion,
        counts: concept.counts,
        community: concept.community,
        ..Node::default()
    }
}

/// The attributes that a cluster introduces: of those that its points share, the ones that no other
/// point has (Ganter and Wille 1999, section 1.1). It is their attribute concept.
pub(super) fn attributes(stored: &StoredContext, node: &Node) -> Vec<String> {
    let context = &stored.context;
    let shared = context.shared(&node.extent).into_iter();
    let own = shared.filter(|&attribute| context.support(attribute as usize) == node.size);
    own.map(|attribute| context.attributes()[attribute as usize].clone()).collect()
}
