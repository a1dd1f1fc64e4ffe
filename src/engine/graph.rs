//! A whole concept graph: points, context and lattice together, as a store keeps it.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;

use crate::base::csr::Csr;
use crate::base::ids::{ClassId, ConceptId, PointId};
use crate::base::keys::Key;
use crate::base::points::{Classes, Points};
use crate::base::progress::{InterruptedError, Progress};
use crate::cohesion::Cohesion;
use crate::communities::{self, CommunityInput, CommunityResult, Regions};
use crate::context::FormalContext;
use crate::dataset::{Dataset, Features, Origin};
use crate::homes::{Homes, weight};
use crate::lattice::{GraphKind, Lattice};
use crate::layout::layout;
use crate::pair_purity;
use crate::point_graph::PointGraph;
use crate::purity::{ClassCounter, DendrogramPurity};
use crate::table::Missing;
use crate::telling::Telling;

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
    /// How much its clusters tell, where that was found out.
    pub telling: Option<Telling>,
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
    homes: Vec<Option<ConceptId>>,
    communities: CommunityResult,
    keys: OnceLock<Arc<[Key]>>,
    by_key: OnceLock<HashMap<(Key, u32), ConceptId>>,
    introduces: OnceLock<Csr>,
    /// The digest of the content, which stores compute.
    pub digest: OnceLock<String>,
    /// What it was asked for, as JSON ([`Asked`](crate::build::Asked)); none of one that was made
    /// otherwise.
    pub asked: Option<String>,
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
    /// For each point the smallest concept that holds it and a point of another class, the first of
    /// equals; none where there is no such concept, and empty without classes.
    pub boundary: Vec<Option<ConceptId>>,
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
            progress.step("looking for homes");
            let homes = homes(&dataset, &lattice, progress)?;
            progress.step("looking for communities");
            let found = communities_of(&dataset, &lattice, &regions, &homes, progress)?;
            Ok::<_, InterruptedError>((homes, found))
        };
        let (places, communities) = rayon::join(places, communities);
        let (places, (homes, communities)) = (places?, communities?);
        let objects = lattice.objects(&dataset.context);
        let has_groups = !communities.communities.groups().is_empty();
        let groups = has_groups.then(|| communities::group_counter(&communities, objects));
        progress.step("looking at classes");
        let classes = dataset.points.classes();
        let counter = classes.map(|classes| ClassCounter::of(objects, classes));
        let summary = match classes.zip(counter.as_ref()) {
            Some((classes, counter)) => summary(&dataset, &lattice, classes, counter, progress)?,
            None => ClassSummary::default(),
        };
        let Dataset { name, origin, points, features, context, anchors, telling, missing, given } =
            dataset;
        Ok(Self {
            name,
            origin,
            points: Arc::new(points.with_places(places)),
            features: Arc::new(features),
            context: Arc::new(context),
            anchors: anchors.into(),
            telling,
            missing,
            given,
            point_graph: regions.graph,
            lattice,
            counter,
            groups,
            summary,
            homes,
            communities,
            keys: OnceLock::new(),
            by_key: OnceLock::new(),
            introduces: OnceLock::new(),
            digest: OnceLock::new(),
            asked: None,
        })
    }

    /// What the classes have to do with the concepts.
    pub fn class_summary(&self) -> &ClassSummary {
        &self.summary
    }

    /// The home of each point ([`homes`](crate::homes)), by row.
    pub fn homes(&self) -> &[Option<ConceptId>] {
        &self.homes
    }

    /// The [`communities`] of its points.
    pub fn communities(&self) -> &CommunityResult {
        &self.communities
    }

    /// The key of each point; copied once.
    pub fn keys(&self) -> &Arc<[Key]> {
        self.keys.get_or_init(|| self.lattice.keys().keys().into())
    }

    /// The concept of each key and size; made once.
    pub fn by_key(&self) -> &HashMap<(Key, u32), ConceptId> {
        let key = |id| ((self.lattice.key(id), self.lattice.size(id)), id);
        self.by_key.get_or_init(|| self.lattice.ids().map(key).collect())
    }

    /// The points that are introduced in each concept; made once.
    pub fn introduces(&self) -> &Csr {
        self.introduces.get_or_init(|| {
            let of = |point| self.lattice.introduced(point).map(|concept| concept.0);
            let introduced: Csr = self.points.ids().map(of).collect();
            introduced.transposed(self.lattice.len())
        })
    }

    /// Gives groups and parts these numbers in their names.
    pub fn renumber_communities(&mut self, numbers: &[u32]) {
        let renamed = self.communities.communities.with_numbers(numbers);
        self.communities.communities = Arc::new(renamed);
        self.digest = OnceLock::new();
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

/// The home of each point, by row.
fn homes(
    dataset: &Dataset,
    lattice: &Lattice,
    progress: &Progress,
) -> Result<Vec<Option<ConceptId>>, InterruptedError> {
    let n = dataset.points.len();
    let objects = lattice.objects(&dataset.context);
    let cohesion = Cohesion::of(objects, dataset.origin, &dataset.anchors);
    let offer = |mut homes: Homes, id: ConceptId| {
        let (size, delta) = (lattice.size(id), lattice.delta(id));
        // What cannot be a home needs no members.
        if 2 * size as usize <= n && !progress.interrupted() {
            let members = lattice.objects_of(id);
            let cohesion = cohesion.as_ref().and_then(|of| of.of_objects(&members));
            let weight = weight(dataset.origin, n as u32, size, delta, cohesion);
            homes.offer(id, &members, size, weight);
        }
        homes
    };
    let none = || Homes::none(objects.context.objects());
    let ids: Vec<ConceptId> = lattice.ids().collect();
    let homes = ids.into_par_iter().fold(none, offer).reduce(none, Homes::joined).ids();
    progress.check()?;
    Ok(dataset.points.ids().map(|point| homes[objects.of_point(point).index()]).collect())
}

fn point_graph(dataset: &Dataset) -> PointGraph {
    let Dataset { origin, features, context, given, .. } = dataset;
    PointGraph::of(*origin, features, context, given.as_ref())
}

fn communities_of(
    dataset: &Dataset,
    lattice: &Lattice,
    regions: &Regions,
    homes: &[Option<ConceptId>],
    progress: &Progress,
) -> Result<CommunityResult, InterruptedError> {
    let Dataset { origin, points, features, context, anchors, .. } = dataset;
    let origin = *origin;
    let of = CommunityInput { regions, origin, context, anchors, points, features };
    let members = |id| (id, lattice.members(id));
    let clusters: Vec<_> = communities::clusters(homes).into_par_iter().map(members).collect();
    communities::find(&of, &clusters, progress)
}

fn summary(
    dataset: &Dataset,
    lattice: &Lattice,
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
    let objects = lattice.objects(&dataset.context);
    let mut boundary = vec![None; objects.context.objects()];
    let mut left = boundary.len();
    for (id, majority) in lattice.ids().zip(&majorities) {
        // Once every object has met another class, nothing above is of interest.
        if left == 0 || progress.interrupted() {
            break;
        }
        if majority.is_some_and(|(_, purity)| purity < 1.0) {
            for object in lattice.objects_of(id) {
                let first = &mut boundary[object.index()];
                left -= usize::from(first.is_none());
                first.get_or_insert(id);
            }
        }
    }
    let of_point = |point| boundary[objects.of_point(point).index()];
    let boundary = dataset.points.ids().map(of_point).collect();
    let dendrogram: Option<DendrogramPurity> =
        pair_purity::of_lattice(&dataset.context, classes, progress)?;
    if let Some(dendrogram) = &dendrogram {
        let both = dendrogram.of_class.iter().zip(&dendrogram.chance_of_class);
        for (facts, (&purity, &shuffled)) in facts.iter_mut().zip(both) {
            (facts.dendrogram_purity, facts.chance) = (purity, shuffled);
        }
    }
    let (dendrogram_purity, chance) =
        dendrogram.map_or((None, None), |found| (found.overall, found.chance));
    Ok(ClassSummary { classes: facts, dendrogram_purity, chance, boundary })
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
