//! The part of a graph that was selected, stored or not: what every format is written from.
//!
//! A picture or a page takes it whole, as a [`Picture`]. A file of any size is written cluster by
//! cluster and cover by cover, as they are read.

use std::collections::BTreeSet;

use super::chains::shortened;
use super::error::Error;
use super::map;
use super::picture::{Node, Picture};
use super::scene::{Scene, indices, neighborhood, node, picture};
use super::style::Labels;
use crate::base::ids::{ConceptId, PointId};
use crate::base::points::Points;
use crate::base::progress::Progress;
use crate::context::FormalContext;
use crate::full_lattice::Neighborhood;
use crate::store::{self, LatticeStore, StoredContext};

/// Clusters read together.
const BATCH: usize = 1 << 12;

/// What was selected.
pub struct Part<'a> {
    store: &'a dyn LatticeStore,
    stored: &'a StoredContext,
    content: Content,
    progress: Option<&'a Progress>,
}

enum Content {
    Stored(Scene),
    /// A few clusters, all of them read.
    Ready(Picture),
}

impl<'a> Part<'a> {
    /// Clusters that are stored.
    pub fn stored(store: &'a dyn LatticeStore, stored: &'a StoredContext, scene: Scene) -> Self {
        Self { store, stored, content: Content::Stored(scene), progress: None }
    }

    /// Clusters of the full lattice around one, whatever of it is stored.
    pub fn in_the_full_lattice(
        store: &'a dyn LatticeStore,
        stored: &'a StoredContext,
        found: Neighborhood,
        title: String,
    ) -> Self {
        let content = Content::Ready(neighborhood(stored, found, title));
        Self { store, stored, content, progress: None }
    }

    /// Clusters that are stored, and the order among them.
    ///
    /// # Errors
    /// A failure of the store.
    pub fn map(
        store: &'a dyn LatticeStore,
        stored: &'a StoredContext,
        landmarks: &[ConceptId],
    ) -> store::Result<Self> {
        let content = Content::Ready(map::picture(store, stored, landmarks)?);
        Ok(Self { store, stored, content, progress: None })
    }

    /// From now on it says there how much of it is read.
    pub fn watched(self, progress: &'a Progress) -> Self {
        Self { progress: Some(progress), ..self }
    }

    /// How many clusters a picture of it has.
    pub fn len(&self) -> usize {
        match &self.content {
            Content::Stored(scene) => scene.concepts.len(),
            Content::Ready(picture) => picture.nodes.len(),
        }
    }

    /// Whether its edges are no covers: between two of its clusters others are left out.
    pub fn is_map(&self) -> bool {
        matches!(&self.content, Content::Ready(picture) if picture.tallest.is_some())
    }

    /// In words.
    pub fn title(&self) -> &str {
        match &self.content {
            Content::Stored(scene) => &scene.title,
            Content::Ready(picture) => &picture.title,
        }
    }

    /// All points of the graph.
    pub fn points(&self) -> &'a Points {
        &self.stored.points
    }

    /// All of it, the middle of every chain too.
    ///
    /// # Errors
    /// A failure of the store; what it holds contradicts itself.
    pub fn whole(mut self) -> store::Result<Picture> {
        if let Content::Stored(scene) = &mut self.content {
            scene.concepts.append(&mut scene.between);
            scene.shortened.clear();
        }
        self.drawn()
    }

    fn drawn(self) -> store::Result<Picture> {
        let picture = match self.content {
            Content::Stored(scene) => picture(self.store, self.stored, scene)?,
            Content::Ready(picture) => picture,
        };
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

    /// All of it, as a picture shows it.
    ///
    /// # Errors
    /// A failure of the store; what it holds contradicts itself.
    pub fn picture(self, labels: Labels) -> store::Result<Picture> {
        let stored = self.stored;
        let mut picture = self.drawn()?;
        for node in &mut picture.nodes {
            match labels {
                Labels::Reduced => {}
                Labels::Members => node.members = Some(extent(stored, node)),
                Labels::None => (node.members, node.introduced) = (None, Vec::new()),
            }
        }
        // What stands on a map stands there because it stands out.
        Ok(if picture.tallest.is_some() { picture } else { shortened(picture) })
    }

    /// Gives every cluster, the smallest first, with its members where these are wanted.
    ///
    /// # Errors
    /// Those of `give`; a failure of the store.
    pub fn nodes(
        &self,
        labels: Labels,
        mut give: impl FnMut(&Node) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let scene = match &self.content {
            Content::Stored(scene) => scene,
            Content::Ready(picture) => {
                return picture.nodes.iter().try_for_each(|node| {
                    let members = (labels == Labels::Members).then(|| extent(self.stored, node));
                    give(&Node { members, ..node.clone() })
                });
            }
        };
        for ids in self.batches(scene, "writing clusters") {
            let mut introduced = self.store.introduces(&ids)?.into_iter().peekable();
            let mut members = match labels {
                Labels::Members => self.store.members(&ids)?.into_iter(),
                Labels::Reduced | Labels::None => Vec::new().into_iter(),
            };
            for concept in self.store.concepts(&ids)? {
                let id = concept.id;
                let mut node = node(self.stored, concept.into(), 0);
                let own = std::iter::from_fn(|| introduced.next_if(|(of, _)| *of == id));
                node.introduced = own.map(|(_, point)| point.index()).collect();
                node.members = members.next().map(|members| indices(&members));
                give(&node)?;
            }
        }
        Ok(())
    }

    /// Gives every cover between its clusters, by the ids of their nodes, the lower end first.
    ///
    /// # Errors
    /// Those of `give`; a failure of the store.
    pub fn edges(
        &self,
        mut give: impl FnMut(&str, &str) -> Result<(), Error>,
    ) -> Result<(), Error> {
        match &self.content {
            Content::Stored(scene) => {
                self.covers(scene, |lower, upper| give(&lower.to_string(), &upper.to_string()))
            }
            Content::Ready(picture) => {
                let id = |at: usize| picture.nodes[at].id.as_str();
                picture.edges.iter().try_for_each(|&(lower, upper)| give(id(lower), id(upper)))
            }
        }
    }

    fn covers(
        &self,
        scene: &Scene,
        mut give: impl FnMut(ConceptId, ConceptId) -> Result<(), Error>,
    ) -> Result<(), Error> {
        for ids in self.batches(scene, "writing covers") {
            for (lower, upper) in self.store.upper(&ids)? {
                if scene.concepts.contains(&upper) || scene.between.contains(&upper) {
                    give(lower, upper)?;
                }
            }
        }
        Ok(())
    }

    /// All clusters, those in the middle of chains too, which are worked on in this step.
    fn batches(&self, scene: &Scene, step: &'static str) -> impl Iterator<Item = Vec<ConceptId>> {
        if let Some(progress) = self.progress {
            progress.step(step);
            progress.parts((scene.concepts.len() + scene.between.len()) as u64);
        }
        let mut drawn = scene.concepts.iter().copied().peekable();
        let mut between = scene.between.difference(&scene.concepts).copied().peekable();
        let mut all = std::iter::from_fn(move || match (drawn.peek(), between.peek()) {
            (Some(id), Some(other)) if other < id => between.next(),
            (None, _) => between.next(),
            _ => drawn.next(),
        });
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
    pub fn context(&self) -> Result<(FormalContext, Vec<String>), Error> {
        let context = &self.stored.context;
        let (mut points, mut shared) = (BTreeSet::new(), BTreeSet::new());
        // The largest clusters have all points, the smallest share all attributes.
        let mut add = |extent: &[PointId], is_largest: bool, is_smallest: bool| {
            if is_largest {
                points.extend(extent);
            }
            if is_smallest {
                shared.extend(context.shared(extent));
            }
        };
        match &self.content {
            Content::Stored(scene) => {
                let (mut largest, mut smallest) = (BTreeSet::new(), BTreeSet::new());
                for ids in self.batches(scene, "reading") {
                    largest.extend(ids.iter().copied());
                    smallest.extend(ids);
                }
                self.covers(scene, |lower, upper| {
                    largest.remove(&lower);
                    smallest.remove(&upper);
                    Ok(())
                })?;
                for &id in largest.union(&smallest) {
                    let extent = self.store.members(&[id])?.concat();
                    add(&extent, largest.contains(&id), smallest.contains(&id));
                }
            }
            Content::Ready(picture) => {
                for node in &picture.nodes {
                    let extent = extent(self.stored, node).into_iter().map(|at| PointId(at as u32));
                    add(&extent.collect::<Vec<_>>(), true, true);
                }
            }
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
fn extent(stored: &StoredContext, node: &Node) -> Vec<usize> {
    let generator: Vec<PointId> = node.generator.iter().map(|&at| PointId(at as u32)).collect();
    indices(&stored.context.closure(&generator))
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
        let concepts = graph.lattice.ids().collect();
        let scene = Scene { concepts, ..Scene::default() };
        let part = Part::stored(&graph, &stored, scene).watched(&progress);
        let mut shares = Vec::new();
        let mut seen = || {
            let (step, _) = progress.current().unwrap();
            let share = progress.share().unwrap();
            if shares.last() != Some(&(step, share)) {
                shares.push((step, share));
            }
            Ok(())
        };
        part.nodes(Labels::Reduced, |_| seen()).unwrap();
        assert_eq!(progress.share(), Some(1.0));
        part.edges(|_, _| seen()).unwrap();
        assert_eq!(progress.share(), Some(1.0));
        let steps = ["writing clusters", "writing covers"];
        assert_eq!(shares, steps.map(|step| [(step, 0.0), (step, 0.5)]).concat());
    }
}
