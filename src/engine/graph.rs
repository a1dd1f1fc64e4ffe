//! A whole concept graph: points, context and lattice together, as a store keeps it.

use std::sync::{Arc, OnceLock};

use rayon::prelude::*;

use crate::base::csr::Csr;
use crate::base::ids::{ClassId, ConceptId, PointId};
use crate::base::points::{Classes, Points};
use crate::base::progress::{InterruptedError, Progress};
use crate::communities::{self, CommunityInput, CommunityResult, Regions};
use crate::context::FormalContext;
use crate::dataset::{Dataset, Features, Origin};
use crate::lattice::{GraphKind, Lattice};
use crate::layout::layout;
use crate::near::NearPoints;
use crate::pair_purity;
use crate::point_graph::PointGraph;
use crate::purity::{ClassCounter, DendrogramPurity};
use crate::table::Missing;

/// Everything a store holds of one graph.
#[derive(Debug)]
pub struct ConceptGraph {
    /// The graph's name: the stem of its input.
    pub name: String,
    /// How the context was made.
    pub origin: Origin,
    /// Names and classes of the points.
    pub points: Arc<Points>,
    /// The table behind them.
    pub features: Arc<Features>,
    /// Which point has which attribute.
    pub context: Arc<FormalContext>,
    /// The point that each attribute is, ascending; empty for a ready context.
    pub anchors: Arc<[PointId]>,
    /// The nearest points of each point; none of a ready context.
    pub near: Arc<NearPoints>,
    /// What was done to rows of the table with empty cells.
    pub missing: Missing,
    /// The neighbours by which groups are looked for, where distances were given.
    pub given: Option<Csr>,
    /// Which points are near one another.
    pub point_graph: PointGraph,
    /// The concepts and their covers.
    pub lattice: Lattice,
    counter: Option<ClassCounter>,
    groups: Option<ClassCounter>,
    summary: ClassSummary,
    centers: Vec<Option<PointId>>,
    communities: CommunityResult,
    /// Whether a store keeps the members of its concepts.
    pub members: bool,
    /// The digest of the content, which stores compute.
    pub digest: OnceLock<String>,
}

/// What a class has to do with the concepts of a graph.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassFacts {
    /// Its name.
    pub name: String,
    /// How many points it has.
    pub size: u32,
    /// How many concepts have it as their majority.
    pub concepts: u64,
    /// The largest concept of this class alone, the first of equals.
    pub largest_pure: Option<ConceptId>,
    /// The mean purity of the LCA over its pairs of points; none for one point or too many pairs.
    pub dendrogram_purity: Option<f64>,
    /// The same for shuffled labels, on average.
    pub chance: Option<f64>,
}

/// The facts of all classes, and the dendrogram purity over them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClassSummary {
    /// By name.
    pub classes: Vec<ClassFacts>,
    /// Over all pairs of points of one class.
    pub dendrogram_purity: Option<f64>,
    /// The same for shuffled labels, on average.
    pub chance: Option<f64>,
}

impl ConceptGraph {
    /// A dataset with what was mined from its context, the communities of its points and what its
    /// classes have to do with the concepts. `regions` is what stands apart among the points, where
    /// that is known.
    pub fn new(
        dataset: Dataset,
        lattice: Lattice,
        regions: Option<Regions>,
        progress: &Progress,
    ) -> Result<Self, InterruptedError> {
        let regions = match regions {
            Some(regions) => regions,
            None => Regions::of(point_graph(&dataset), progress)?,
        };
        let Dataset { origin, features, context, .. } = &dataset;
        // Its sums are those of one thread, so that they are the same everywhere.
        let places = || layout(&regions.graph, *origin, features, context, progress);
        let communities = || {
            progress.step("looking for communities");
            communities_of(&dataset, &lattice, &regions, progress)
        };
        let (places, communities) = rayon::join(places, communities);
        let (places, communities) = (places?, communities?);
        let objects = lattice.objects(&dataset.context);
        let has_groups = !communities.communities.groups().is_empty();
        let groups = has_groups.then(|| communities::group_counter(&communities, objects));
        progress.step("looking at classes");
        let classes = dataset.points.classes();
        let counter = classes.map(|classes| ClassCounter::of(objects, classes));
        let summary = match classes.zip(counter.as_ref()) {
            Some((classes, counter)) => {
                summary(&dataset, &lattice, &communities, classes, counter, progress)?
            }
            None => ClassSummary::default(),
        };
        let anchors = (*origin != Origin::Ready).then_some(&dataset.anchors[..]);
        let centers = lattice.centers(&dataset.context, anchors);
        let Dataset {
            name, origin, points, features, context, anchors, near, missing, given, ..
        } = dataset;
        Ok(Self {
            name,
            origin,
            points: Arc::new(points.with_places(places)),
            features: Arc::new(features),
            context: Arc::new(context),
            anchors: anchors.into(),
            near: Arc::new(near),
            missing,
            given,
            point_graph: regions.graph,
            lattice,
            counter,
            groups,
            summary,
            centers,
            communities,
            members: true,
            digest: OnceLock::new(),
        })
    }

    /// What the classes have to do with the concepts.
    pub fn class_summary(&self) -> &ClassSummary {
        &self.summary
    }

    /// Returns the centre of a concept: the point whose attributes define it; none of an empty one.
    pub fn center(&self, concept: ConceptId) -> Option<PointId> {
        self.centers[concept.index()]
    }

    /// The [`communities`] of its points.
    pub fn communities(&self) -> &CommunityResult {
        &self.communities
    }

    /// How many points of each group, by their largest share, the points of each object have
    /// together; none without groups.
    pub fn group_counter(&self) -> Option<&ClassCounter> {
        self.groups.as_ref()
    }

    /// How many points of each class the points of each object have together; none without classes.
    pub fn class_counter(&self) -> Option<&ClassCounter> {
        self.counter.as_ref()
    }

    /// Which concepts it holds.
    pub fn kind(&self) -> GraphKind {
        self.lattice.kind()
    }
}

fn point_graph(dataset: &Dataset) -> PointGraph {
    let Dataset { origin, features, context, given, .. } = dataset;
    PointGraph::of(*origin, features, context, given.as_ref())
}

fn communities_of(
    dataset: &Dataset,
    lattice: &Lattice,
    regions: &Regions,
    progress: &Progress,
) -> Result<CommunityResult, InterruptedError> {
    let Dataset { origin, points, features, context, anchors, .. } = dataset;
    let origin = *origin;
    let of = CommunityInput { regions, origin, context, anchors, points, features };
    communities::find(&of, Some(lattice), progress)
}

fn summary(
    dataset: &Dataset,
    lattice: &Lattice,
    communities: &CommunityResult,
    classes: &Classes,
    counter: &ClassCounter,
    progress: &Progress,
) -> Result<ClassSummary, InterruptedError> {
    let fresh = |(name, size): (&String, u32)| ClassFacts {
        name: name.clone(),
        size,
        concepts: 0,
        largest_pure: None,
        dendrogram_purity: None,
        chance: None,
    };
    let mut facts: Vec<_> = classes.names().iter().zip(classes.sizes()).map(fresh).collect();
    let ids: Vec<ConceptId> = lattice.ids().collect();
    let majority = |id: ConceptId| match progress.interrupted() {
        true => None,
        false => counter.of_objects(&lattice.objects_of(id)).majority_and_purity(),
    };
    let majorities: Vec<Option<(ClassId, f64)>> = ids.into_par_iter().map(majority).collect();
    progress.check()?;
    for (id, majority) in lattice.ids().zip(&majorities) {
        let &Some((class, purity)) = majority else { continue };
        let facts = &mut facts[class.index()];
        facts.concepts += 1;
        let size = |c| lattice.size(c);
        if purity == 1.0 && facts.largest_pure.is_none_or(|c| size(c) < size(id)) {
            facts.largest_pure = Some(id);
        }
    }
    let dendrogram: Option<DendrogramPurity> =
        pair_purity::of_graph(&dataset.context, lattice, communities, classes, progress)?;
    if let Some(dendrogram) = &dendrogram {
        let both = dendrogram.of_class.iter().zip(&dendrogram.chance_of_class);
        for (facts, (&purity, &shuffled)) in facts.iter_mut().zip(both) {
            (facts.dendrogram_purity, facts.chance) = (purity, shuffled);
        }
    }
    let (dendrogram_purity, chance) =
        dendrogram.map_or((None, None), |found| (found.overall, found.chance));
    Ok(ClassSummary { classes: facts, dendrogram_purity, chance })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mine::Limits;

    /// What is known of a graph is found while it is made, so whoever makes it can end it.
    #[test]
    fn an_interrupt_ends_what_comes_after_mining() {
        let context = FormalContext::new(vec!["a".into()], [vec![0], vec![]]);
        let progress = Progress::default();
        let lattice = Lattice::mine(&context, &Limits::default(), &progress).unwrap();
        let points = Points::numbered(2, Some(Classes::from_labels(&["x", "y"])));
        let dataset = Dataset::of_context("g", context, points);
        let graph = ConceptGraph::new(dataset.clone(), lattice.clone(), None, &progress);
        assert_eq!(graph.unwrap().class_summary().classes.len(), 2);
        progress.interrupt();
        let error = ConceptGraph::new(dataset, lattice, None, &progress).unwrap_err();
        assert_eq!(error, InterruptedError);
    }
}
