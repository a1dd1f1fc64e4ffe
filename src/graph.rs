//! A whole concept graph: points, context and lattice together, as a store keeps it.

use std::sync::OnceLock;

use rayon::prelude::*;

use crate::base::ids::{ClassId, ConceptId};
use crate::base::points::Points;
use crate::cohesion::Cohesion;
use crate::context::FormalContext;
use crate::cophenetic::Fit;
use crate::dataset::{Dataset, Features, Origin};
use crate::homes::{Homes, weight};
use crate::lattice::{GraphKind, Lattice};
use crate::purity::{ClassCounts, DendrogramPurity, dendrogram_purity};

/// Everything a store holds of one graph.
#[derive(Debug)]
pub struct ConceptGraph {
    /// The graph's name: the stem of its input.
    pub name: String,
    /// How the context was made.
    pub origin: Origin,
    /// Names and classes of the points.
    pub points: Points,
    /// The table behind them.
    pub features: Features,
    /// Which point has which attribute.
    pub context: FormalContext,
    /// How well the full lattice keeps near and far, where that was found out.
    pub fit: Option<Fit>,
    /// The concepts and their covers.
    pub lattice: Lattice,
    summary: OnceLock<ClassSummary>,
    homes: OnceLock<Vec<Option<ConceptId>>>,
    /// The digest of the content, which stores compute.
    pub(crate) digest: OnceLock<String>,
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
        let Dataset { name, origin, points, features, context, fit } = dataset;
        let (summary, homes, digest) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        Self { name, origin, points, features, context, fit, lattice, summary, homes, digest }
    }

    /// What the classes have to do with the concepts; computed once.
    pub fn class_summary(&self) -> &ClassSummary {
        self.summary.get_or_init(|| self.summarize())
    }

    /// The home of each point ([`homes`](crate::homes)), by row; computed once.
    pub fn homes(&self) -> &[Option<ConceptId>] {
        self.homes.get_or_init(|| {
            let (n, lattice) = (self.points.len(), &self.lattice);
            let cohesion = Cohesion::of(&self.context, self.origin);
            let offer = |mut homes: Homes, id: ConceptId| {
                let (size, delta) = (lattice.size(id), lattice.delta(id));
                // What cannot be a home needs no members.
                if 2 * size as usize <= n {
                    let members = lattice.members(id);
                    let cohesion = cohesion.as_ref().and_then(|of| of.of_members(&members));
                    let weight = weight(self.origin, n as u32, size, delta, cohesion);
                    homes.offer(id, &members, weight);
                }
                homes
            };
            let none = || Homes::none(n);
            let ids: Vec<ConceptId> = lattice.ids().collect();
            let homes = ids.into_par_iter().fold(none, offer).reduce(none, Homes::joined);
            homes.ids()
        })
    }

    fn summarize(&self) -> ClassSummary {
        let Some(classes) = self.points.classes() else { return ClassSummary::default() };
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
            .map(|id| ClassCounts::of(&self.lattice.members(id), classes).majority_and_purity())
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
        let mut boundary = vec![None; self.points.len()];
        let mut left = boundary.len();
        for (id, led) in self.lattice.ids().zip(&led) {
            // Once every point has met another class, nothing above is of interest.
            if left == 0 {
                break;
            }
            if led.is_some_and(|(_, purity)| purity < 1.0) {
                for point in self.lattice.members(id) {
                    let first = &mut boundary[point.index()];
                    left -= usize::from(first.is_none());
                    first.get_or_insert(id);
                }
            }
        }
        let dendrogram: Option<DendrogramPurity> = dendrogram_purity(&self.lattice, classes);
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
