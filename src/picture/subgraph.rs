//! The clusters that were selected, stored or not: what every format is written from.
//!
//! A picture or a page takes them whole, as a [`Picture`]. A file of any size is written cluster by
//! cluster and cover by cover, as they are read.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use super::chains::{END, LONG, shorten_chains};
use super::data::{Node, Picture};
use super::difference;
use super::from_store::{attributes, indices, node, without_clusters};
use super::style::Labels;
use crate::base::ids::{ConceptId, PointId};
use crate::base::points::Points;
use crate::base::progress::Progress;
use crate::context::FormalContext;
use crate::store::{self, Concept, LatticeStore, StoredContext};

/// Clusters read together.
const BATCH: usize = 1 << 12;

/// Graphs with no more points than this have every cluster's whole set written, as in the paper's
/// Figure 1.
const WHOLE_SETS: usize = 12;

/// Why not all of it was written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] store::Error),
    /// The file failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

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
    /// The middles of long chains among these, which a picture leaves out.
    middles: BTreeSet<ConceptId>,
    /// The ends that a picture joins in place of a middle, and how many clusters that has.
    shortened: BTreeMap<(ConceptId, ConceptId), usize>,
    /// In place of all these: clusters that may not be stored, or whose edges are not covers.
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
            middles: BTreeSet::new(),
            shortened: BTreeMap::new(),
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
        for id in concepts {
            self.concepts.insert(id);
            self.middles.remove(&id);
        }
    }

    /// Adds a chain of covers. Of a long one a picture draws both ends, with a line that says how
    /// much is left out.
    pub fn add_chain(&mut self, chain: &[ConceptId]) {
        if chain.len() <= LONG {
            return self.add(chain.iter().copied());
        }
        let (low, rest) = chain.split_at(END);
        let (middle, high) = rest.split_at(rest.len() - END);
        self.add(low.iter().chain(high).copied());
        let new = middle.iter().copied().filter(|&id| self.concepts.insert(id));
        self.middles.extend(new);
        self.shortened.insert((low[END - 1], high[0]), middle.len());
    }

    /// How many clusters a picture of it has.
    pub(crate) fn len(&self) -> usize {
        let stored = || self.concepts.len() - self.middles.len();
        self.picture.as_ref().map_or_else(stored, |picture| picture.nodes.len())
    }

    /// Whether its edges are not covers: between two of its clusters others are left out.
    pub fn is_map(&self) -> bool {
        self.picture.as_ref().is_some_and(Picture::is_map)
    }

    /// Whether the graph is that of a ready context, whose attributes are no points.
    pub(crate) fn is_ready(&self) -> bool {
        !self.stored.is_neighbor_graph()
    }

    /// All points of the graph.
    pub fn points(&self) -> &'a Points {
        &self.stored.points
    }

    /// All of it, as a picture shows it.
    ///
    /// # Errors
    /// A failure of the store; what it holds contradicts itself.
    pub fn picture(self, labels: Labels) -> store::Result<Picture> {
        let (stored, store, is_around) = (self.stored, self.store, self.is_around);
        let is_ready = !stored.is_neighbor_graph();
        let mut picture = self.read()?;
        for node in &mut picture.nodes {
            match labels {
                // Whole sets are for few points without attributes of their own.
                Labels::Reduced if !is_ready => {}
                Labels::Members => node.members = Some(members(stored, node)),
                _ => node.members = None,
            }
            if !labels.names_objects() && labels != Labels::Members {
                node.introduced.clear();
            }
            if labels.names_attributes(is_ready) {
                node.attributes = attributes(stored, node);
            }
        }
        if is_around && labels == Labels::Reduced {
            difference::tell(stored, &*store.features()?, &mut picture);
        }
        // What stands on a map stands there because it stands out.
        Ok(if picture.is_map() { picture } else { shorten_chains(picture) })
    }

    /// All of it, the middle of every chain too.
    ///
    /// # Errors
    /// A failure of the store; what it holds contradicts itself.
    pub fn whole(mut self) -> store::Result<Picture> {
        self.middles.clear();
        self.shortened.clear();
        self.read()
    }

    fn read(mut self) -> store::Result<Picture> {
        let picture = self.picture.take().map_or_else(|| self.read_stored(), Ok)?;
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

    fn read_stored(&self) -> store::Result<Picture> {
        let ids: Vec<ConceptId> = self.concepts.difference(&self.middles).copied().collect();
        let has_members = self.stored.points.len() <= WHOLE_SETS;
        let read = self.read_nodes(&ids, has_members)?.into_iter();
        // A damaged store may lack some.
        let (found, mut nodes): (Vec<ConceptId>, Vec<Node>) = read.unzip();
        let place = |id: ConceptId| found.binary_search(&id).ok();
        let mut edges = Vec::new();
        for (lower, upper) in self.store.upper(&ids)? {
            match (place(lower), place(upper)) {
                (Some(lower), Some(upper)) => edges.push((lower, upper)),
                (Some(lower), None) => nodes[lower].hidden_up += 1,
                (None, _) => {}
            }
        }
        let mut shortened = BTreeMap::new();
        for (&(lower, upper), &left_out) in &self.shortened {
            let (Some(lower), Some(upper)) = (place(lower), place(upper)) else { continue };
            shortened.insert((lower, upper), left_out);
            edges.push((lower, upper));
        }
        for (lower, upper) in self.store.lower(&ids)? {
            if let (None, Some(upper)) = (place(lower), place(upper)) {
                nodes[upper].hidden_down += 1;
            }
        }
        let empty = without_clusters(self.stored, &self.title, &self.asked_points);
        Ok(Picture { nodes, edges, shortened, ..empty })
    }

    /// These clusters, in this order, with the points that they introduce.
    fn read_nodes(
        &self,
        ids: &[ConceptId],
        has_members: bool,
    ) -> store::Result<Vec<(ConceptId, Node)>> {
        let mut introduced = self.store.introduces(ids)?.into_iter().peekable();
        let members = if has_members { self.store.members(ids)? } else { Vec::new() };
        let mut members = members.into_iter();
        let read = |concept: Concept| {
            let id = concept.id;
            let own = std::iter::from_fn(|| introduced.next_if(|(of, _)| *of == id));
            let node = Node {
                introduced: own.map(|(_, point)| point.index()).collect(),
                members: members.next().map(|members| indices(&members)),
                asked: self.asked_concepts.contains(&id),
                ..node(self.stored, concept.into(), 0)
            };
            (id, node)
        };
        Ok(self.store.concepts(ids)?.into_iter().map(read).collect())
    }

    /// Gives every cluster, the smallest first, with its members where these are wanted.
    ///
    /// # Errors
    /// Those of `give`; a failure of the store.
    pub fn nodes(
        &self,
        labels: Labels,
        mut give: impl FnMut(&Node) -> io::Result<()>,
    ) -> Result<(), Error> {
        let has_members = labels == Labels::Members;
        let named = |node: &Node| match labels.names_attributes(self.is_ready()) {
            true => attributes(self.stored, node),
            false => Vec::new(),
        };
        for node in self.picture.iter().flat_map(|picture| &picture.nodes) {
            let members = has_members.then(|| members(self.stored, node));
            give(&Node { members, attributes: named(node), ..node.clone() })?;
        }
        for ids in self.batches("writing clusters") {
            for (_, node) in self.read_nodes(&ids, has_members)? {
                give(&Node { attributes: named(&node), ..node })?;
            }
        }
        Ok(())
    }

    /// Gives every cover between its clusters, by the ids of their nodes, the lower end first.
    ///
    /// # Errors
    /// Those of `give`; a failure of the store.
    pub fn edges(&self, mut give: impl FnMut(&str, &str) -> io::Result<()>) -> Result<(), Error> {
        if let Some(Picture { nodes, edges, .. }) = &self.picture {
            let mut edges = edges.iter();
            return Ok(edges.try_for_each(|&(low, high)| give(&nodes[low].id, &nodes[high].id))?);
        }
        self.covers(|lower, upper| Ok(give(&lower.to_string(), &upper.to_string())?))
    }

    fn covers<E: From<store::Error>>(
        &self,
        mut give: impl FnMut(ConceptId, ConceptId) -> Result<(), E>,
    ) -> Result<(), E> {
        for ids in self.batches("writing covers") {
            for (lower, upper) in self.store.upper(&ids)? {
                if self.concepts.contains(&upper) {
                    give(lower, upper)?;
                }
            }
        }
        Ok(())
    }

    /// All stored clusters, the middles of chains too, which are worked on in this step.
    fn batches(&self, step: &'static str) -> impl Iterator<Item = Vec<ConceptId>> {
        if let Some(progress) = self.progress.filter(|_| self.picture.is_none()) {
            progress.step(step);
            progress.parts(self.concepts.len() as u64);
        }
        let mut all = self.concepts.iter().copied();
        let mut last = 0;
        std::iter::from_fn(move || {
            if let Some(progress) = self.progress {
                progress.did(last);
            }
            let batch: Vec<ConceptId> = all.by_ref().take(BATCH).collect();
            last = batch.len() as u64;
            (!batch.is_empty()).then_some(batch)
        })
    }

    /// The context behind it, with the names of its objects: the points of all its clusters, and
    /// the attributes that the points of any of them share. Of a cluster and all above it, or all
    /// below it, in a full lattice, that is the context whose clusters these are.
    ///
    /// # Errors
    /// A failure of the store.
    pub fn context(&self) -> store::Result<(FormalContext, Vec<String>)> {
        let context = &self.stored.context;
        let (mut points, mut shared) = (BTreeSet::new(), BTreeSet::new());
        for node in self.picture.iter().flat_map(|picture| &picture.nodes) {
            let extent = extent(self.stored, node);
            points.extend(extent.iter().copied());
            shared.extend(context.shared(&extent));
        }
        // The largest clusters have all points, the smallest share all attributes.
        let (mut largest, mut smallest) = (self.concepts.clone(), self.concepts.clone());
        self.covers(|lower, upper| -> store::Result<()> {
            largest.remove(&lower);
            smallest.remove(&upper);
            Ok(())
        })?;
        for &id in &largest {
            points.extend(self.store.members(&[id])?.concat());
        }
        for &id in &smallest {
            shared.extend(context.shared(&self.store.members(&[id])?.concat()));
        }
        let shared: Vec<u32> = shared.into_iter().collect();
        let row = |point: &PointId| -> Vec<u32> {
            let row = context.rows().get(point.index());
            row.iter().filter_map(|of| shared.binary_search(of).ok()).map(|at| at as u32).collect()
        };
        let names = shared.iter().map(|&at| context.attributes()[at as usize].clone()).collect();
        let objects = points.iter().map(|&point| self.stored.points.name(point).to_owned());
        Ok((FormalContext::new(names, points.iter().map(row)), objects.collect()))
    }
}

/// The points of a cluster, stored or not: those that its generator generates.
fn extent(stored: &StoredContext, node: &Node) -> Vec<PointId> {
    let generator: Vec<PointId> = node.generator.iter().map(|&at| PointId(at as u32)).collect();
    stored.context.closure(&generator)
}

fn members(stored: &StoredContext, node: &Node) -> Vec<usize> {
    indices(&extent(stored, node))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::Dataset;
    use crate::graph::ConceptGraph;
    use crate::lattice::Lattice;
    use crate::mine::Limits;

    /// A graph of two batches: every set of 13 points is a cluster.
    fn all_sets() -> ConceptGraph {
        let row = |i| (0..13).filter(|&j| j != i).collect();
        let names = (0..13).map(|j: u32| j.to_string()).collect();
        let context = FormalContext::new(names, (0..13).map(row));
        let lattice = Lattice::mine(&context, &Limits::default(), &Progress::default()).unwrap();
        let points = Points::numbered(13, None);
        ConceptGraph::new(Dataset::of_context("sets", context, points), lattice)
    }

    #[test]
    fn who_waits_sees_how_much_is_read() {
        let (graph, progress) = (all_sets(), Progress::default());
        let stored = graph.stored_context().unwrap();
        let mut subgraph = Subgraph::new(&graph, &stored).watched(&progress);
        subgraph.add(graph.lattice.ids());
        let mut shares = Vec::new();
        let mut seen = || {
            let (step, _) = progress.current().unwrap();
            let share = progress.share().unwrap();
            if shares.last() != Some(&(step, share)) {
                shares.push((step, share));
            }
            Ok(())
        };
        subgraph.nodes(Labels::Reduced, |_| seen()).unwrap();
        assert_eq!(progress.share(), Some(1.0));
        subgraph.edges(|_, _| seen()).unwrap();
        assert_eq!(progress.share(), Some(1.0));
        let steps = ["writing clusters", "writing covers"];
        assert_eq!(shares, steps.map(|step| [(step, 0.0), (step, 0.5)]).concat());
    }
}
