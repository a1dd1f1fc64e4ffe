//! The conversion of clusters and points of a graph to nodes and points of a picture.

use std::collections::BTreeSet;

use super::data::{Node, Picture, Point};
use crate::base::display_safe;
use crate::base::ids::PointId;
use crate::base::points::Points;
use crate::context::FormalContext;
use crate::graph::Concept;

/// Creates a picture with its points, but without clusters.
pub(super) fn picture_of_points(
    points: &Points,
    title: &str,
    asked: &BTreeSet<PointId>,
) -> Picture {
    let classes = points.classes();
    let named = points.ids().map(|point| Point {
        name: points.name(point).to_owned(),
        class: classes.map(|classes| classes.class_of(point).index()),
        is_selected: asked.contains(&point),
    });
    Picture {
        title: display_safe::shorten(title).into_owned(),
        size: points.len() as u32,
        classes: classes.map_or(Vec::new(), |classes| classes.names().to_vec()),
        points: named.collect(),
        ..Picture::default()
    }
}

pub(super) fn cluster_node(concept: Concept, extent: Vec<PointId>) -> Node {
    Node {
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

/// Returns the attributes that a cluster introduces: those shared by its points that no other point
/// has (Ganter and Wille 1999, section 1.1). The cluster is their attribute concept.
pub(super) fn own_attributes(context: &FormalContext, node: &Node) -> Vec<String> {
    let shared = context.intent_of(&node.extent).into_iter();
    let own = shared.filter(|&attribute| context.support(attribute as usize) == node.size);
    own.map(|attribute| context.attributes()[attribute as usize].clone()).collect()
}
