//! From a selection of clusters to a picture: the only part of drawing that asks the store.

use std::collections::{BTreeMap, BTreeSet};

use super::chains::{END, LONG};
use super::data::{Node, Picture, Point};
use crate::base::ids::{ConceptId, PointId};
use crate::base::visible;
use crate::full_lattice::{Cluster, Neighborhood};
use crate::store::{LatticeStore, Result, StoredContext};

/// Graphs of at most so many points have every cluster's whole set written, as in the paper's
/// Figure 1.
const WHOLE_SETS: usize = 12;

/// What to draw, and what the user asked for in particular.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// The heading.
    pub title: String,
    /// The concepts to draw.
    pub concepts: BTreeSet<ConceptId>,
    /// Concepts to mark.
    pub asked_concepts: BTreeSet<ConceptId>,
    /// Points to mark.
    pub asked_points: BTreeSet<PointId>,
    /// Concepts within chains of which a picture draws the ends alone.
    pub between: BTreeSet<ConceptId>,
    /// Pairs to join although they are no cover: the ends of a chain, and how many are left out.
    pub shortened: BTreeMap<(ConceptId, ConceptId), usize>,
}

impl Scene {
    /// Adds a chain of covers; of a long one both ends, with a line that says how much is left out.
    pub fn add_chain(&mut self, chain: &[ConceptId]) {
        if chain.len() <= LONG {
            self.concepts.extend(chain);
            return;
        }
        let (low, high) = (&chain[..END], &chain[chain.len() - END..]);
        self.concepts.extend(low.iter().chain(high));
        self.between.extend(&chain[low.len()..chain.len() - high.len()]);
        let ends = (low[low.len() - 1], high[0]);
        self.shortened.insert(ends, chain.len() - low.len() - high.len());
    }
}

/// A picture of these clusters with what it needs to know of all points.
pub(super) fn assembled(
    stored: &StoredContext,
    title: String,
    asked_points: &BTreeSet<PointId>,
    nodes: Vec<Node>,
    edges: Vec<(usize, usize)>,
    shortened: BTreeMap<(usize, usize), usize>,
) -> Picture {
    let classes = stored.points.classes();
    let points = stored.points.ids().map(|point| Point {
        name: stored.points.name(point).to_owned(),
        class: classes.map(|classes| classes.of_point(point).index()),
        asked: asked_points.contains(&point),
    });
    Picture {
        title: visible::short(&title).into_owned(),
        size: stored.points.len() as u32,
        classes: classes.map_or(Vec::new(), |classes| classes.names().to_vec()),
        points: points.collect(),
        nodes,
        edges,
        shortened,
        tallest: None,
    }
}

/// A node for a cluster, which is the one at that place of a picture.
pub(super) fn node(stored: &StoredContext, cluster: Cluster, at: usize) -> Node {
    let name = cluster.word(&stored.points);
    Node {
        id: cluster.id.map_or_else(|| format!("n{}", at + 1), |id| id.to_string()),
        name,
        size: cluster.size,
        intent_size: cluster.intent_size,
        generator: indices(&cluster.generator),
        delta: cluster.delta,
        gap: cluster.gap,
        counts: cluster.counts,
        ..Node::default()
    }
}

pub(super) fn indices(points: &[PointId]) -> Vec<usize> {
    points.iter().map(|point| point.index()).collect()
}

/// Fills a picture from the store.
///
/// # Errors
/// A failure of the store.
pub fn picture(store: &dyn LatticeStore, stored: &StoredContext, scene: Scene) -> Result<Picture> {
    let ids: Vec<ConceptId> = scene.concepts.iter().copied().collect();
    let mut place: BTreeMap<ConceptId, usize> = BTreeMap::new();
    let mut nodes = Vec::with_capacity(ids.len());
    for concept in store.concepts(&ids)? {
        let id = concept.id;
        let mut node = node(stored, concept.into(), nodes.len());
        if stored.points.len() <= WHOLE_SETS {
            node.members = Some(indices(&store.members(&[id])?.concat()));
        }
        node.asked = scene.asked_concepts.contains(&id);
        place.insert(id, nodes.len());
        nodes.push(node);
    }
    let of = |id: ConceptId| place.get(&id).copied();
    for (id, point) in store.introduces(&ids)? {
        if let Some(at) = of(id) {
            nodes[at].introduced.push(point.index());
        }
    }
    let mut edges = Vec::new();
    for (lower, upper) in store.upper(&ids)? {
        match (of(lower), of(upper)) {
            (Some(lower), Some(upper)) => edges.push((lower, upper)),
            (Some(lower), None) => nodes[lower].hidden_up += 1,
            (None, _) => {}
        }
    }
    let mut shortened = BTreeMap::new();
    for ((lower, upper), left_out) in scene.shortened {
        let (Some(lower), Some(upper)) = (of(lower), of(upper)) else { continue };
        shortened.insert((lower, upper), left_out);
        edges.push((lower, upper));
    }
    for (lower, upper) in store.lower(&ids)? {
        if let (None, Some(upper)) = (of(lower), of(upper)) {
            nodes[upper].hidden_down += 1;
        }
    }
    Ok(assembled(stored, scene.title, &scene.asked_points, nodes, edges, shortened))
}

/// A picture of what lies around a cluster of the full lattice.
pub fn neighborhood(stored: &StoredContext, found: Neighborhood, title: String) -> Picture {
    let nodes = found.clusters.into_iter().enumerate().map(|(at, neighbor)| Node {
        introduced: indices(&neighbor.introduced),
        asked: neighbor.is_center,
        hidden_up: neighbor.hidden_up,
        hidden_down: neighbor.hidden_down,
        ..node(stored, neighbor.cluster, at)
    });
    let (nodes, asked) = (nodes.collect(), BTreeSet::new());
    assembled(stored, title, &asked, nodes, found.covers, BTreeMap::new())
}
