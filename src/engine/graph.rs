//! A whole concept graph: points, context and lattice together, as a store keeps it.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;

use crate::base::csr::Csr;
use crate::base::ids::{ClassId, ConceptId, PointId};
use crate::base::keys::Key;
use crate::base::points::Points;
use crate::base::progress::Progress;
use crate::cohesion::Cohesion;
use crate::communities::{self, CommunityInput, Found, Regions};
use crate::context::FormalContext;
use crate::dataset::{Dataset, Features, Origin};
use crate::homes::{Homes, weight};
use crate::lattice::{GraphKind, Lattice};
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
    /// The concepts and their covers.
    pub lattice: Lattice,
    regions: OnceLock<Regions>,
    counter: OnceLock<Option<ClassCounter>>,
    groups: OnceLock<Option<ClassCounter>>,
    summary: OnceLock<ClassSummary>,
    homes: OnceLock<Vec<Option<ConceptId>>>,
    communities: OnceLock<Found>,
    keys: OnceLock<Arc<[Key]>>,
    by_key: OnceLock<HashMap<(Key, u32), ConceptId>>,
    introduces: OnceLock<Csr>,
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
    /// For each point the smallest concept that holds it and a point of another class, the first of
    /// equals; none where there is no such concept, and empty without classes.
    pub boundary: Vec<Option<ConceptId>>,
}

impl ConceptGraph {
    /// A dataset with what was mined from its context.
    pub fn new(dataset: Dataset, lattice: Lattice) -> Self {
        let Dataset { name, origin, points, features, context, anchors, telling, missing, given } =
            dataset;
        Self {
            name,
            origin,
            points: Arc::new(points),
            features: Arc::new(features),
            context: Arc::new(context),
            anchors: anchors.into(),
            telling,
            missing,
            given,
            lattice,
            regions: OnceLock::new(),
            counter: OnceLock::new(),
            groups: OnceLock::new(),
            summary: OnceLock::new(),
            homes: OnceLock::new(),
            communities: OnceLock::new(),
            keys: OnceLock::new(),
            by_key: OnceLock::new(),
            introduces: OnceLock::new(),
            digest: OnceLock::new(),
        }
    }

    /// The same, where it is known already what stands apart among its points.
    pub(crate) fn knowing(self, regions: Option<Regions>) -> Self {
        Self { regions: regions.map_or_else(OnceLock::new, OnceLock::from), ..self }
    }

    /// What stands apart among its points; looked for once.
    fn regions(&self) -> &Regions {
        let Self { origin, features, context, given, .. } = self;
        let graph = || PointGraph::of(*origin, features, context, given.as_ref());
        self.regions.get_or_init(|| Regions::of(graph()))
    }

    /// What the classes have to do with the concepts; computed once.
    pub fn class_summary(&self) -> &ClassSummary {
        self.summary.get_or_init(|| self.summarize())
    }

    /// The home of each point ([`homes`](crate::homes)), by row; computed once.
    pub fn homes(&self) -> &[Option<ConceptId>] {
        self.homes.get_or_init(|| {
            let (n, lattice) = (self.points.len(), &self.lattice);
            let objects = lattice.objects(&self.context);
            let cohesion = Cohesion::of(objects, self.origin, &self.anchors);
            let offer = |mut homes: Homes, id: ConceptId| {
                let (size, delta) = (lattice.size(id), lattice.delta(id));
                // What cannot be a home needs no members.
                if 2 * size as usize <= n {
                    let members = lattice.objects_of(id);
                    let cohesion = cohesion.as_ref().and_then(|of| of.of_objects(&members));
                    let weight = weight(self.origin, n as u32, size, delta, cohesion);
                    homes.offer(id, &members, size, weight);
                }
                homes
            };
            let none = || Homes::none(objects.context.objects());
            let ids: Vec<ConceptId> = lattice.ids().collect();
            let homes = ids.into_par_iter().fold(none, offer).reduce(none, Homes::joined).ids();
            self.points.ids().map(|point| homes[objects.of_point(point).index()]).collect()
        })
    }

    /// The [`communities`] of its points; found once.
    pub fn communities(&self) -> &Found {
        self.communities.get_or_init(|| {
            let of = CommunityInput {
                regions: self.regions(),
                origin: self.origin,
                context: &self.context,
                anchors: &self.anchors,
                points: &self.points,
                features: &self.features,
            };
            let members = |id| (id, self.lattice.members(id));
            let clusters = communities::clusters(self.homes());
            communities::find(&of, &clusters.into_par_iter().map(members).collect::<Vec<_>>())
        })
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

    /// How many points of each group, by their largest share, the points of each object have
    /// together; none without groups.
    pub fn group_counter(&self) -> Option<&ClassCounter> {
        let found = self.communities();
        let counter = || {
            let objects = self.lattice.objects(&self.context);
            communities::group_counter(found, objects)
        };
        let count = found.communities.groups().len();
        self.groups.get_or_init(|| (count > 0).then(counter)).as_ref()
    }

    /// How many points of each class the points of each object have together; none without classes.
    pub fn class_counter(&self) -> Option<&ClassCounter> {
        let of = |classes| ClassCounter::of(self.lattice.objects(&self.context), classes);
        self.counter.get_or_init(|| self.points.classes().map(of)).as_ref()
    }

    fn summarize(&self) -> ClassSummary {
        let (Some(classes), Some(counter)) = (self.points.classes(), self.class_counter()) else {
            return ClassSummary::default();
        };
        let fresh = |(name, size): (&String, u32)| ClassFacts {
            name: name.clone(),
            size,
            concepts: 0,
            largest_pure: None,
            dendrogram_purity: None,
            chance: None,
        };
        let mut facts: Vec<_> = classes.names().iter().zip(classes.sizes()).map(fresh).collect();
        let led: Vec<Option<(ClassId, f64)>> = self
            .lattice
            .ids()
            .collect::<Vec<_>>()
            .into_par_iter()
            .map(|id| counter.of_objects(&self.lattice.objects_of(id)).majority_and_purity())
            .collect();
        for (id, led) in self.lattice.ids().zip(&led) {
            let &Some((class, purity)) = led else { continue };
            let facts = &mut facts[class.index()];
            facts.concepts += 1;
            let size = |c| self.lattice.size(c);
            if purity == 1.0 && facts.largest_pure.is_none_or(|c| size(c) < size(id)) {
                facts.largest_pure = Some(id);
            }
        }
        let objects = self.lattice.objects(&self.context);
        let mut boundary = vec![None; objects.context.objects()];
        let mut left = boundary.len();
        for (id, led) in self.lattice.ids().zip(&led) {
            // Once every object has met another class, nothing above is of interest.
            if left == 0 {
                break;
            }
            if led.is_some_and(|(_, purity)| purity < 1.0) {
                for object in self.lattice.objects_of(id) {
                    let first = &mut boundary[object.index()];
                    left -= usize::from(first.is_none());
                    first.get_or_insert(id);
                }
            }
        }
        let of_point = |point| boundary[objects.of_point(point).index()];
        let boundary = self.points.ids().map(of_point).collect();
        let dendrogram = pair_purity::of_lattice(&self.context, classes, &Progress::default());
        // Nobody interrupts it.
        let dendrogram: Option<DendrogramPurity> = dendrogram.ok().flatten();
        if let Some(dendrogram) = &dendrogram {
            let both = dendrogram.of_class.iter().zip(&dendrogram.chance_of_class);
            for (facts, (&purity, &shuffled)) in facts.iter_mut().zip(both) {
                (facts.dendrogram_purity, facts.chance) = (purity, shuffled);
            }
        }
        let (dendrogram_purity, chance) =
            dendrogram.map_or((None, None), |found| (found.overall, found.chance));
        ClassSummary { classes: facts, dendrogram_purity, chance, boundary }
    }

    /// Which concepts it holds.
    pub fn kind(&self) -> GraphKind {
        self.lattice.kind()
    }
}
