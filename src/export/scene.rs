//! From a selection of stored concepts to a picture: the only part of drawing that asks the store.

use std::collections::{BTreeMap, BTreeSet};

use super::picture::{Node, Picture, Point};
use crate::lattice::ConceptId;
use crate::store::{Base, LatticeStore, Result};

/// Graphs of at most so many points have every cluster's whole set written, as in the paper's Figure 1.
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
    pub asked_points: BTreeSet<u32>,
    /// Pairs to join although they are no cover: the ends of a chain, and how many are left out.
    pub shortened: BTreeMap<(ConceptId, ConceptId), usize>,
}

/// Of a chain longer than this only the ends are drawn.
const LONG: usize = 7;

impl Scene {
    /// Adds a chain of covers; of a long one both ends, with a line that says how much is left out.
    pub fn add_chain(&mut self, chain: &[ConceptId]) {
        if chain.len() <= LONG {
            self.concepts.extend(chain);
            return;
        }
        let (low, high) = (&chain[..LONG / 2], &chain[chain.len() - LONG / 2..]);
        self.concepts.extend(low.iter().chain(high));
        let ends = (low[low.len() - 1], high[0]);
        self.shortened.insert(ends, chain.len() - low.len() - high.len());
    }
}

/// A picture of these clusters with what it needs to know of all points.
pub(super) fn assembled(
    base: &Base,
    title: String,
    asked_points: &BTreeSet<u32>,
    nodes: Vec<Node>,
    edges: Vec<(usize, usize)>,
    shortened: BTreeMap<(usize, usize), usize>,
) -> Picture {
    let classes = base.points.classes();
    let points = (0..).zip(base.points.names()).map(|(point, name)| Point {
        name: name.clone(),
        class: classes.map(|classes| classes.of()[point as usize].index()),
        asked: asked_points.contains(&point),
    });
    Picture {
        title,
        size: base.points.len() as u32,
        classes: classes.map_or(Vec::new(), |classes| classes.names().to_vec()),
        points: points.collect(),
        nodes,
        edges,
        shortened,
    }
}

/// Fills a picture from the store.
///
/// # Errors
/// A failure of the store.
pub fn picture(store: &dyn LatticeStore, base: &Base, scene: Scene) -> Result<Picture> {
    let ids: Vec<ConceptId> = scene.concepts.iter().copied().collect();
    let place: BTreeMap<ConceptId, usize> = ids.iter().copied().zip(0..).collect();
    let concepts = store.concepts(&ids)?;
    let mut nodes = Vec::with_capacity(concepts.len());
    for concept in concepts {
        let members = if base.points.len() <= WHOLE_SETS {
            let members = store.members(&[concept.id])?.concat();
            Some(members.into_iter().map(|point| point as usize).collect())
        } else {
            None
        };
        nodes.push(Node {
            id: concept.id.to_string(),
            name: concept.id.to_string(),
            size: concept.size,
            counts: concept.counts,
            introduced: Vec::new(),
            members,
            asked: scene.asked_concepts.contains(&concept.id),
            hidden_up: 0,
            hidden_down: 0,
        });
    }
    for (id, point) in store.introduces(&ids)? {
        nodes[place[&id]].introduced.push(point as usize);
    }
    let mut edges = Vec::new();
    for (lower, upper) in store.upper(&ids)? {
        match place.get(&upper) {
            Some(&upper) => edges.push((place[&lower], upper)),
            None => nodes[place[&lower]].hidden_up += 1,
        }
    }
    let mut shortened = BTreeMap::new();
    for ((lower, upper), left_out) in scene.shortened {
        let edge = (place[&lower], place[&upper]);
        shortened.insert(edge, left_out);
        edges.push(edge);
    }
    for (lower, upper) in store.lower(&ids)? {
        if !place.contains_key(&lower) {
            nodes[place[&upper]].hidden_down += 1;
        }
    }
    Ok(assembled(base, scene.title, &scene.asked_points, nodes, edges, shortened))
}
