//! The clusters that were selected: what every format is written from.
//!
//! A picture leaves out the middle of long chains; a page or a file has all of it.

use std::collections::{BTreeMap, BTreeSet};

use super::chains::shorten_chains;
use super::data::{Node, Picture};
use super::difference;
use super::from_store::{attributes, node, without_clusters};
use super::style::Labels;
use crate::base::ids::{ConceptId, PointId};
use crate::base::progress::Progress;
use crate::context::FormalContext;
use crate::store::{self, LatticeStore, Result, StoredContext};

/// Clusters read together.
const BATCH: usize = 1 << 12;
/// Points of which the smallest cluster is read together.
const POINTS: usize = 1 << 10;

/// Graphs with no more points than this have every cluster's whole set written, as in the paper's
/// Figure 1.
const WHOLE_SETS: usize = 12;

/// More lines than this to the whole are a fan.
const FAN: usize = 8;

/// The clusters that were selected.
pub struct Subgraph<'a> {
    store: &'a dyn LatticeStore,
    stored: &'a StoredContext,
    progress: Option<&'a Progress>,
    /// The heading: what was selected, in words.
    pub title: String,
    /// Clusters to mark.
    pub asked_concepts: BTreeSet<ConceptId>,
    /// Points to mark.
    pub asked_points: BTreeSet<PointId>,
    /// Whether all stand around one, or contain one point, so that a picture says what differs.
    pub(crate) is_around: bool,
    concepts: BTreeSet<ConceptId>,
    /// In place of all these: clusters whose edges are not covers.
    picture: Option<Picture>,
}

impl<'a> Subgraph<'a> {
    /// No clusters yet.
    pub fn new(store: &'a dyn LatticeStore, stored: &'a StoredContext) -> Self {
        Self {
            store,
            stored,
            progress: None,
            title: String::new(),
            asked_concepts: BTreeSet::new(),
            asked_points: BTreeSet::new(),
            is_around: false,
            concepts: BTreeSet::new(),
            picture: None,
        }
    }

    /// The clusters of a picture, which are read already.
    pub fn of_picture(
        store: &'a dyn LatticeStore,
        stored: &'a StoredContext,
        picture: Picture,
    ) -> Self {
        let title = picture.title.clone();
        Self { title, picture: Some(picture), ..Self::new(store, stored) }
    }

    /// From now on it reports there how much of it is read.
    pub fn watched(self, progress: &'a Progress) -> Self {
        Self { progress: Some(progress), ..self }
    }

    /// Adds stored clusters.
    pub fn add(&mut self, concepts: impl IntoIterator<Item = ConceptId>) {
        self.concepts.extend(concepts);
    }

    /// How many clusters it has.
    pub(crate) fn len(&self) -> usize {
        self.picture.as_ref().map_or(self.concepts.len(), |picture| picture.nodes.len())
    }

    /// What is drawn of it.
    ///
    /// # Errors
    /// A failure of the store; what it holds contradicts itself.
    pub fn drawn(self, labels: Labels) -> Result<Picture> {
        let (stored, store, is_around) = (self.stored, self.store, self.is_around);
        let has_sets = match labels {
            // Whole sets are for few points without attributes of their own.
            Labels::Reduced => stored.is_neighbor_graph() && stored.points.len() <= WHOLE_SETS,
            _ => labels == Labels::Members,
        };
        let mut picture = self.read(labels, has_sets)?;
        if !labels.names_objects() && labels != Labels::Members {
            picture.nodes.iter_mut().for_each(|node| node.introduced.clear());
        }
        if is_around && labels == Labels::Reduced {
            difference::tell(stored, &*store.features()?, &mut picture);
        }
        // What stands on a map stands there because it stands out.
        Ok(if picture.is_map() { picture } else { shorten_chains(without_fan(picture)) })
    }

    /// All of it, the middle of every chain too.
    ///
    /// # Errors
    /// A failure of the store; what it holds contradicts itself.
    pub fn whole(self, labels: Labels) -> Result<Picture> {
        self.read(labels, labels == Labels::Members)
    }

    fn read(mut self, labels: Labels, has_sets: bool) -> Result<Picture> {
        let mut picture = self.picture.take().map_or_else(|| self.read_stored(), Ok)?;
        let has_attributes = labels.names_attributes(!self.stored.is_neighbor_graph());
        for node in &mut picture.nodes {
            node.members = has_sets.then(|| node.extent.iter().map(|p| p.index()).collect());
            if has_attributes {
                node.attributes = attributes(self.stored, node);
            }
        }
        let damaged = |damage| {
            let place = self.stored.facts.name.clone();
            store::Error::Damaged { place, damage }
        };
        picture.check().map_err(damaged)?;
        if let Some(progress) = self.progress {
            progress.step("drawing");
        }
        Ok(picture)
    }

    fn read_stored(&self) -> Result<Picture> {
        let ids: Vec<ConceptId> = self.concepts.iter().copied().collect();
        if let Some(progress) = self.progress {
            progress.step("reading clusters");
            progress.parts(ids.len() as u64);
        }
        let (mut found, mut nodes) = (Vec::new(), Vec::new());
        let (mut upper, mut lower) = (Vec::new(), Vec::new());
        let mut smallest = BTreeMap::new();
        for ids in ids.chunks(BATCH) {
            let members = self.store.members(ids)?;
            for (concept, extent) in self.store.concepts(ids)?.into_iter().zip(members) {
                let (id, asked) = (concept.id, self.asked_concepts.contains(&concept.id));
                let introduced = own_points(self.store, id, &extent, &mut smallest)?;
                found.push(id);
                nodes.push(Node { introduced, asked, ..node(concept, extent) });
            }
            upper.extend(self.store.upper(ids)?);
            lower.extend(self.store.lower(ids)?);
            if let Some(progress) = self.progress {
                progress.did(ids.len() as u64);
            }
        }
        // A damaged store may lack some.
        let place = |id: ConceptId| found.binary_search(&id).ok();
        let mut edges = Vec::new();
        for (lower, upper) in upper {
            match (place(lower), place(upper)) {
                (Some(lower), Some(upper)) => edges.push((lower, upper)),
                (Some(lower), None) => nodes[lower].hidden_up += 1,
                (None, _) => {}
            }
        }
        for (lower, upper) in lower {
            if let (None, Some(upper)) = (place(lower), place(upper)) {
                nodes[upper].hidden_down += 1;
            }
        }
        let empty = without_clusters(self.stored, &self.title, &self.asked_points);
        Ok(Picture { nodes, edges, ..empty })
    }
}

/// Those of a cluster's points of which it is the smallest cluster of the graph. `smallest` has
/// what is known of other points.
fn own_points(
    store: &dyn LatticeStore,
    id: ConceptId,
    extent: &[PointId],
    smallest: &mut BTreeMap<PointId, Option<ConceptId>>,
) -> Result<Vec<usize>> {
    let new: Vec<PointId> =
        extent.iter().copied().filter(|point| !smallest.contains_key(point)).collect();
    for some in new.chunks(POINTS) {
        let first = store.containing(some)?.into_iter().map(|all| all.first().copied());
        smallest.extend(some.iter().copied().zip(first));
    }
    let is_own = |point: &&PointId| smallest.get(point).copied().flatten() == Some(id);
    Ok(extent.iter().filter(is_own).map(|point| point.index()).collect())
}

/// The picture without the whole, if that has so many clusters right below it that one would see
/// little but their lines.
fn without_fan(mut picture: Picture) -> Picture {
    let whole = picture.nodes.len().wrapping_sub(1);
    let fan = picture.edges.iter().filter(|edge| edge.1 == whole).count();
    let is_whole = picture
        .nodes
        .last()
        .is_some_and(|last| last.size == picture.size && !last.asked && last.attributes.is_empty());
    if is_whole && fan > FAN {
        picture.nodes.pop();
        picture.edges.retain(|edge| edge.1 != whole);
        picture.lacks_whole = true;
    }
    picture
}

/// The context behind a picture, with the names of its objects: the points of all its clusters, and
/// the attributes that the points of any of them share. Of a cluster and all above it, or all
/// below it, in a full lattice, that is the context whose clusters these are.
pub fn context_behind(stored: &StoredContext, picture: &Picture) -> (FormalContext, Vec<String>) {
    let context = &stored.context;
    let nodes = || 0..picture.nodes.len();
    // The largest clusters have all points, the smallest share all attributes.
    let (mut largest, mut smallest) = (BTreeSet::from_iter(nodes()), BTreeSet::from_iter(nodes()));
    for (lower, upper) in &picture.edges {
        largest.remove(lower);
        smallest.remove(upper);
    }
    let extent = |&at: &usize| &picture.nodes[at].extent;
    let points: BTreeSet<PointId> = largest.iter().flat_map(extent).copied().collect();
    let shared = smallest.iter().flat_map(|at| context.shared(extent(at)));
    let shared: Vec<u32> = BTreeSet::from_iter(shared).into_iter().collect();
    let row = |point: &PointId| -> Vec<u32> {
        let row = context.rows().get(point.index());
        row.iter().filter_map(|of| shared.binary_search(of).ok()).map(|at| at as u32).collect()
    };
    let names = shared.iter().map(|&at| context.attributes()[at as usize].clone()).collect();
    let objects = points.iter().map(|&point| stored.points.name(point).to_owned());
    (FormalContext::new(names, points.iter().map(row)), objects.collect())
}
