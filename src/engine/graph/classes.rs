//! Statistics of the classes of the points over the clusters of a graph.

use super::Concepts;
use crate::base::ids::ConceptId;
use crate::base::progress::{InterruptedError, Progress};
use crate::communities::CommunityResult;
use crate::dataset::Dataset;
use crate::lattice::Lattice;
use crate::pair_purity;

/// Statistics of one class over the concepts of a graph.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassFacts {
    /// The name of the class.
    pub name: String,
    /// The number of points of the class.
    pub size: u32,
    /// The number of concepts that have the class as their majority.
    pub concepts: u64,
    /// The largest concept of this class alone, the first of equal ones; `None` if there is none.
    pub largest_pure: Option<ConceptId>,
    /// The mean purity of the LCA over its pairs of points; `None` for one point or too many pairs.
    pub dendrogram_purity: Option<f64>,
    /// The mean of the dendrogram purity over shuffled labels.
    pub chance: Option<f64>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ClassSummary {
    pub classes: Vec<ClassFacts>,
    /// The dendrogram purity over all pairs of points of one class; `None` if it is not known.
    pub dendrogram_purity: Option<f64>,
    /// The mean of the dendrogram purity over shuffled labels.
    pub chance: Option<f64>,
}

impl ClassSummary {
    /// Computes the statistics of the classes of a dataset; empty if it has no classes.
    pub(super) fn new(
        dataset: &Dataset,
        lattice: &Lattice,
        concepts: &Concepts,
        communities: &CommunityResult,
        progress: &Progress,
    ) -> Result<Self, InterruptedError> {
        let Some(classes) = dataset.points.classes() else { return Ok(Self::default()) };
        let fresh = |(name, size): (&String, u32)| ClassFacts {
            name: name.clone(),
            size,
            concepts: 0,
            largest_pure: None,
            dendrogram_purity: None,
            chance: None,
        };
        let mut facts: Vec<_> = classes.names().iter().zip(classes.sizes()).map(fresh).collect();
        for concept in concepts.iter() {
            let Some((class, purity)) = concept.majority_and_purity() else { continue };
            let facts = &mut facts[class.index()];
            facts.concepts += 1;
            let is_larger = |largest| concepts.size(largest) < concept.size;
            if purity == 1.0 && facts.largest_pure.is_none_or(is_larger) {
                facts.largest_pure = Some(concept.id);
            }
        }
        let context = &dataset.context;
        let found = pair_purity::graph_purity(context, lattice, communities, classes, progress)?;
        let Some(found) = found else { return Ok(Self { classes: facts, ..Self::default() }) };
        let both = found.by_class.iter().zip(&found.chance_by_class);
        for (facts, (&purity, &shuffled)) in facts.iter_mut().zip(both) {
            (facts.dendrogram_purity, facts.chance) = (purity, shuffled);
        }
        let (dendrogram_purity, chance) = (found.overall, found.chance);
        Ok(Self { classes: facts, dendrogram_purity, chance })
    }
}
