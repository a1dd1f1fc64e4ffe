//! The search for the concepts that contain new rows, by the nearest points of each row.

use std::collections::HashMap;
use std::sync::Arc;

use rayon::prelude::*;

use super::cover_walk::CoverWalk;
use super::{PlaceError, neighbor_space};
use crate::base::bitset::Bits;
use crate::base::ids::{ConceptId, PointId};
use crate::base::progress::Progress;
use crate::context::bits::BitSet;
use crate::graph::{self, Graph};
use crate::knn::{Nearest, ScaledIndex};
use crate::store;

const MAX_CACHED_SETS: usize = 1 << 16;
const ROWS_PER_SEARCH: usize = 1 << 9;

/// The concepts that contain a row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ContainingConcepts {
    /// The smallest stored concept; `None` if not even the concept of all points contains the row.
    pub smallest: Option<ConceptId>,
    /// The landmarks that contain the row.
    pub landmarks: Vec<ConceptId>,
}

/// The k nearest points of a row.
pub(super) struct RowNeighbors {
    /// The attributes of the nearest points, ascending.
    attributes: Box<[u32]>,
    /// The nearest points with their distances, nearest first.
    pub nearest: Vec<(PointId, f64)>,
}

/// A search for the concepts of one stored graph that contain rows.
pub struct ConceptSearch {
    graph: Arc<Graph>,
    width: usize,
    reference: ScaledIndex,
    k: usize,
    landmarks: Vec<ConceptId>,
    walk: CoverWalk,
    cache: HashMap<Box<[u32]>, Arc<ContainingConcepts>>,
}

impl ConceptSearch {
    /// Reads the features of all points from a stored graph. `landmarks` are the concepts that are
    /// tested for each row.
    ///
    /// # Errors
    /// Returns an error if the graph is of a ready context or of given distances or neighbours, if
    /// it has no features, or if the store fails.
    pub fn new(graph: &Arc<Graph>, landmarks: Vec<ConceptId>) -> Result<Self, PlaceError> {
        let (k, metric, scale) = neighbor_space(graph)?;
        let (features, of) = (graph.features()?, graph.context()?);
        let rows = of.anchors.iter().map(|anchor| anchor.index());
        let reference = ScaledIndex::new(&features.values, &features.names, rows, metric, scale);
        let (width, walk) = (features.names.len(), CoverWalk::new(Arc::clone(graph)));
        let graph = Arc::clone(graph);
        Ok(Self { graph, width, reference, k, landmarks, walk, cache: HashMap::new() })
    }

    pub(super) fn k(&self) -> usize {
        self.k
    }

    /// Returns the smallest concept of each row of features.
    ///
    /// # Errors
    /// Returns an error for the first row without distances, if the graph cannot be read, or after
    /// an interrupt.
    pub fn smallest_concepts(
        &mut self,
        values: &[f64],
        progress: &Progress,
    ) -> Result<Vec<Option<ConceptId>>, PlaceError> {
        let mut smallest = Vec::new();
        for rows in values.chunks(ROWS_PER_SEARCH * self.width.max(1)) {
            let first = smallest.len();
            let near = self
                .nearest_points(rows, progress)
                .map_err(|error| error.with_row_offset(first))?;
            let clusters = self.concepts_containing(&near, progress)?;
            smallest.extend(clusters.iter().map(|clusters| clusters.smallest));
        }
        Ok(smallest)
    }

    pub(super) fn nearest_points(
        &self,
        values: &[f64],
        progress: &Progress,
    ) -> Result<Vec<RowNeighbors>, PlaceError> {
        let near = self.reference.nearest(values, self.k, progress)?;
        let anchors = &self.graph.context()?.anchors;
        let point = |&(place, far): &(u32, f64)| (anchors[place as usize], far);
        let of_row = |near: Nearest| {
            let mut attributes: Box<[u32]> = near.iter().map(|&(place, _)| place).collect();
            attributes.sort_unstable();
            RowNeighbors { attributes, nearest: near.iter().map(point).collect() }
        };
        Ok(near.into_par_iter().map(of_row).collect())
    }

    pub(super) fn concepts_containing(
        &mut self,
        near: &[RowNeighbors],
        progress: &Progress,
    ) -> store::Result<Vec<Arc<ContainingConcepts>>> {
        if self.cache.len() > MAX_CACHED_SETS {
            self.cache.clear();
        }
        let mut new: Vec<&[u32]> = near.iter().map(|near| &near.attributes[..]).collect();
        new.retain(|all| !self.cache.contains_key(*all));
        new.sort_unstable();
        new.dedup();
        let universe = self.graph.context()?.context.attributes().len();
        let clusters = self.graph.facts().concepts as usize;
        let of = |met: &mut BitSet, all: &&[u32]| -> store::Result<ContainingConcepts> {
            progress.check().map_err(|_| store::StoreError::Interrupted)?;
            Ok(self.concepts_of_set(&BitSet::from_numbers(universe, all), met)?)
        };
        let found = new.par_iter().map_init(|| BitSet::empty(clusters), of);
        let found: Vec<ContainingConcepts> = found.collect::<store::Result<_>>()?;
        for (all, clusters) in new.iter().zip(found) {
            self.cache.insert((*all).into(), Arc::new(clusters));
        }
        let known = |near: &RowNeighbors| {
            self.cache.get(&near.attributes).map_or_else(Default::default, Arc::clone)
        };
        Ok(near.iter().map(known).collect())
    }

    /// Returns the concepts whose intents are subsets of `set`; `met` is a scratch set of concepts.
    fn concepts_of_set(&self, set: &BitSet, met: &mut BitSet) -> graph::Result<ContainingConcepts> {
        let mut landmarks = Vec::new();
        for &id in &self.landmarks {
            if self.walk.is_intent_within(id, set)? {
                landmarks.push(id);
            }
        }
        Ok(ContainingConcepts { smallest: self.walk.smallest_concept(set, met)?, landmarks })
    }
}
