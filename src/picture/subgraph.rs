//! The selected clusters, from which every format is written.

use std::collections::BTreeSet;

use super::data::{Node, Picture, Point};
use super::style::Labels;
use crate::base::display_safe;
use crate::base::ids::{ConceptId, PointId};
use crate::base::progress::Progress;
use crate::context::FormalContext;
use crate::graph::{self, Graph, Result};

/// The most points of a graph with which whole sets are written, as in the paper's Figure 1.
const MAX_SET_POINTS: usize = 12;

/// The most lines to the whole that are drawn; more are a fan.
const MAX_FAN: usize = 8;

pub(crate) struct Subgraph<'a> {
    graph: &'a Graph,
    progress: Option<&'a Progress>,
    pub title: String,
    pub(crate) selected_concepts: BTreeSet<ConceptId>,
    pub(crate) selected_points: BTreeSet<PointId>,
    /// The chains of covers that the selection is about.
    pub(crate) strong_paths: Vec<Vec<ConceptId>>,
    concepts: BTreeSet<ConceptId>,
}

impl<'a> Subgraph<'a> {
    pub(crate) fn new(graph: &'a Graph) -> Self {
        Self {
            graph,
            progress: None,
            title: String::new(),
            selected_concepts: BTreeSet::new(),
            selected_points: BTreeSet::new(),
            strong_paths: Vec::new(),
            concepts: BTreeSet::new(),
        }
    }

    pub(crate) fn with_progress(self, progress: &'a Progress) -> Self {
        Self { progress: Some(progress), ..self }
    }

    pub(crate) fn add(&mut self, concepts: impl IntoIterator<Item = ConceptId>) {
        self.concepts.extend(concepts);
    }

    /// Adds the clusters of a chain of covers that the selection is about.
    pub(crate) fn add_strong_path(&mut self, path: Vec<ConceptId>) {
        self.add(path.iter().copied());
        self.strong_paths.push(path);
    }

    pub(crate) fn len(&self) -> usize {
        self.concepts.len()
    }

    /// Returns the picture to draw: with few names, and without a whole above too many clusters.
    pub(crate) fn into_drawn_picture(self, labels: Labels) -> Result<Picture> {
        let graph = self.graph;
        let has_sets = match labels {
            // Whole sets are for few points, without attributes of their own.
            Labels::Reduced => {
                graph.ready_context()?.is_none() && graph.points()?.len() <= MAX_SET_POINTS
            }
            _ => labels == Labels::Members,
        };
        let mut picture = self.read_picture(labels, has_sets)?;
        if !labels.names_objects() && labels != Labels::Members {
            picture.nodes.iter_mut().for_each(|node| node.introduced.clear());
        }
        Ok(remove_fan(picture))
    }

    /// Returns the picture of all clusters.
    pub(crate) fn into_picture(self, labels: Labels) -> Result<Picture> {
        self.read_picture(labels, labels == Labels::Members)
    }

    fn read_picture(self, labels: Labels, has_sets: bool) -> Result<Picture> {
        let graph = self.graph;
        let mut picture = self.read_stored()?;
        let has_attributes = labels.names_attributes(graph.ready_context()?.is_some());
        for node in &mut picture.nodes {
            node.members = has_sets.then(|| node.extent.iter().map(|p| p.index()).collect());
            if has_attributes {
                node.attributes = own_attributes(&graph.context()?.context, node);
            }
        }
        let damaged = |damage| {
            let place = graph.facts().name.clone();
            graph::GraphError::Damaged { place, damage }
        };
        picture.check().map_err(damaged)?;
        if let Some(progress) = self.progress {
            progress.begin_step("drawing");
        }
        Ok(picture)
    }

    fn read_stored(&self) -> Result<Picture> {
        let graph = self.graph;
        let (concepts, covers, members) = (graph.concepts()?, graph.covers()?, graph.members()?);
        let ids: Vec<ConceptId> =
            self.concepts.iter().copied().filter(|id| id.index() < concepts.len()).collect();
        let place = |id: ConceptId| ids.binary_search(&id).ok();
        let (mut nodes, mut edges) = (Vec::new(), Vec::new());
        for (at, concept) in ids.iter().filter_map(|&id| concepts.get(id)).enumerate() {
            let id = concept.id;
            let extent = members.points(id);
            let is_smallest = |point: &&PointId| members.containing(**point).next() == Some(id);
            let introduced = extent.iter().filter(is_smallest).map(|point| point.index()).collect();
            let before = edges.len();
            edges.extend(covers.upper(id).filter_map(place).map(|upper| (at, upper)));
            let hidden_up = (covers.upper(id).len() - (edges.len() - before)) as u32;
            let hidden_down = covers.lower(id).filter(|&low| place(low).is_none()).count() as u32;
            nodes.push(Node {
                name: id.to_string(),
                size: concept.size,
                extent,
                center: concept.center.map(PointId::index),
                cohesion: concept.cohesion,
                counts: concept.counts,
                community: concept.community,
                introduced,
                is_selected: self.selected_concepts.contains(&id),
                hidden_up,
                hidden_down,
                ..Node::default()
            });
        }
        let (points, classes) = (graph.points()?, graph.points()?.classes());
        let named = points.ids().map(|point| Point {
            name: points.name(point).to_owned(),
            class: classes.map(|classes| classes.class_of(point).index()),
            is_selected: self.selected_points.contains(&point),
        });
        let place = |path: &[ConceptId]| Some((place(path[0])?, place(path[1])?));
        let steps = self.strong_paths.iter().flat_map(|path| path.windows(2));
        let covers: BTreeSet<(usize, usize)> = edges.iter().copied().collect();
        let strong = steps.filter_map(place).map(|(a, b)| (a.min(b), a.max(b)));
        let strong = strong.filter(|cover| covers.contains(cover)).collect();
        Ok(Picture {
            title: display_safe::shorten(&self.title).into_owned(),
            size: points.len() as u32,
            is_ready: graph.ready_context()?.is_some(),
            classes: classes.map_or(Vec::new(), |classes| classes.names().to_vec()),
            points: named.collect(),
            nodes,
            edges,
            strong,
            omits_top: false,
        })
    }
}

/// Returns the attributes that a cluster introduces: those shared by its points that no other point
/// has (Ganter and Wille 1999, section 1.1). The cluster is their attribute concept.
fn own_attributes(context: &FormalContext, node: &Node) -> Vec<String> {
    let shared = context.intent_of(&node.extent).into_iter();
    let own = shared.filter(|&attribute| context.support(attribute as usize) == node.size);
    own.map(|attribute| context.attributes()[attribute as usize].clone()).collect()
}

/// Removes the whole from a picture if it stands above too many clusters.
fn remove_fan(mut picture: Picture) -> Picture {
    let whole = picture.nodes.len().wrapping_sub(1);
    let fan = picture.edges.iter().filter(|edge| edge.1 == whole).count();
    let is_whole = picture.nodes.last().is_some_and(|last| {
        last.size == picture.size && !last.is_selected && last.attributes.is_empty()
    });
    if is_whole && fan > MAX_FAN {
        picture.nodes.pop();
        picture.edges.retain(|edge| edge.1 != whole);
        picture.strong.retain(|edge| edge.1 != whole);
        picture.omits_top = true;
    }
    picture
}

/// Returns the context behind a picture, with the names of its objects. If the picture holds a
/// cluster and all clusters above it, or all below it, of a full lattice, these are the clusters of
/// that context.
pub(crate) fn picture_context(
    graph: &Graph,
    picture: &Picture,
) -> Result<(FormalContext, Vec<String>)> {
    let (context, all) = (&graph.context()?.context, graph.points()?);
    let nodes = || 0..picture.nodes.len();
    // The largest clusters have all points, and the smallest share all attributes.
    let (mut largest, mut smallest) = (BTreeSet::from_iter(nodes()), BTreeSet::from_iter(nodes()));
    for (lower, upper) in &picture.edges {
        largest.remove(lower);
        smallest.remove(upper);
    }
    let extent = |&at: &usize| &picture.nodes[at].extent;
    let points: BTreeSet<PointId> = largest.iter().flat_map(extent).copied().collect();
    let shared = smallest.iter().flat_map(|at| context.intent_of(extent(at)));
    let shared: Vec<u32> = BTreeSet::from_iter(shared).into_iter().collect();
    let row = |point: &PointId| -> Vec<u32> {
        let row = context.rows().get(point.index());
        row.iter().filter_map(|of| shared.binary_search(of).ok()).map(|at| at as u32).collect()
    };
    let names = shared.iter().map(|&at| context.attributes()[at as usize].clone()).collect();
    let objects = points.iter().map(|&point| all.name(point).to_owned());
    Ok((FormalContext::new(names, points.iter().map(row)), objects.collect()))
}
