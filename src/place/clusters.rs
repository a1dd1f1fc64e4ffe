//! The search for the concepts that contain new rows, by the nearest points of each row.

use std::collections::HashMap;
use std::sync::Arc;

use rayon::prelude::*;

use super::walk::{Set, Walk};
use super::{Error, space_of};
use crate::base::bitset::Bits;
use crate::base::ids::{ConceptId, PointId};
use crate::base::progress::Progress;
use crate::graph::{self, Graph};
use crate::knn::{Nearest, Reference};
use crate::store;

/// The most sets of neighbours whose concepts are kept.
const MET: usize = 1 << 16;
/// The number of rows that are searched at once.
const AT_ONCE: usize = 1 << 9;

/// The concepts that contain a row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clusters {
    /// The smallest stored concept; `None` if not even the concept of all points contains the row.
    pub smallest: Option<ConceptId>,
    /// The landmarks that contain the row.
    pub landmarks: Vec<ConceptId>,
}

/// The k nearest points of a row.
pub(super) struct Neighbors {
    /// The attributes of the nearest points, ascending.
    attributes: Box<[u32]>,
    /// The nearest points with their distances, nearest first.
    pub nearest: Vec<(PointId, f64)>,
}

/// A search for the concepts of one stored graph that contain rows.
pub struct ClusterSearch {
    graph: Arc<Graph>,
    width: usize,
    reference: Reference,
    k: usize,
    landmarks: Vec<ConceptId>,
    walk: Walk,
    /// The concepts of the sets of neighbours that were met.
    met: HashMap<Box<[u32]>, Arc<Clusters>>,
}

impl ClusterSearch {
    /// Reads the features of all points from a stored graph. `landmarks` are the concepts that are
    /// tested for each row.
    ///
    /// # Errors
    /// Returns an error if the graph is of a ready context or of given distances or neighbours, if
    /// it has no features, or if the store fails.
    pub fn new(graph: &Arc<Graph>, landmarks: Vec<ConceptId>) -> Result<Self, Error> {
        let (k, metric, scale) = space_of(graph)?;
        let (features, of) = (graph.features()?, graph.context()?);
        let rows = of.anchors.iter().map(|anchor| anchor.index());
        let reference = Reference::new(&features.values, &features.names, rows, metric, scale);
        let (width, walk) = (features.names.len(), Walk::new(Arc::clone(graph)));
        let graph = Arc::clone(graph);
        Ok(Self { graph, width, reference, k, landmarks, walk, met: HashMap::new() })
    }

    /// Returns the number of neighbours of a row.
    pub(super) fn k(&self) -> usize {
        self.k
    }

    /// Returns the smallest concept of each row of features.
    ///
    /// # Errors
    /// Returns an error for the first row without distances, if the graph cannot be read, or after
    /// an interrupt.
    pub fn smallest(
        &mut self,
        values: &[f64],
        progress: &Progress,
    ) -> Result<Vec<Option<ConceptId>>, Error> {
        let mut smallest = Vec::new();
        for rows in values.chunks(AT_ONCE * self.width.max(1)) {
            let first = smallest.len();
            let near = self.near(rows, progress).map_err(|error| error.after(first))?;
            let clusters = self.holding(&near, progress)?;
            smallest.extend(clusters.iter().map(|clusters| clusters.smallest));
        }
        Ok(smallest)
    }

    /// Returns the nearest points of each row of features.
    pub(super) fn near(
        &self,
        values: &[f64],
        progress: &Progress,
    ) -> Result<Vec<Neighbors>, Error> {
        let near = self.reference.nearest(values, self.k, progress)?;
        let anchors = &self.graph.context()?.anchors;
        let point = |&(place, far): &(u32, f64)| (anchors[place as usize], far);
        let of_row = |near: Nearest| {
            let mut attributes: Box<[u32]> = near.iter().map(|&(place, _)| place).collect();
            attributes.sort_unstable();
            Neighbors { attributes, nearest: near.iter().map(point).collect() }
        };
        Ok(near.into_par_iter().map(of_row).collect())
    }

    /// Returns the concepts that contain rows with these neighbours.
    pub(super) fn holding(
        &mut self,
        near: &[Neighbors],
        progress: &Progress,
    ) -> store::Result<Vec<Arc<Clusters>>> {
        if self.met.len() > MET {
            self.met.clear();
        }
        let mut new: Vec<&[u32]> = near.iter().map(|near| &near.attributes[..]).collect();
        new.retain(|all| !self.met.contains_key(*all));
        new.sort_unstable();
        new.dedup();
        let universe = self.graph.context()?.context.attributes().len();
        let clusters = self.graph.facts().concepts as usize;
        let of = |met: &mut Set, all: &&[u32]| -> store::Result<Clusters> {
            progress.check().map_err(|_| store::Error::Interrupted)?;
            Ok(self.of_set(&Set::of(universe, all), met)?)
        };
        let found = new.par_iter().map_init(|| Set::empty(clusters), of);
        let found: Vec<Clusters> = found.collect::<store::Result<_>>()?;
        for (all, clusters) in new.iter().zip(found) {
            self.met.insert((*all).into(), Arc::new(clusters));
        }
        let known = |near: &Neighbors| {
            self.met.get(&near.attributes).map_or_else(Default::default, Arc::clone)
        };
        Ok(near.iter().map(known).collect())
    }

    /// Returns the concepts whose intents are subsets of `set`; `met` is a scratch set of concepts.
    fn of_set(&self, set: &Set, met: &mut Set) -> graph::Result<Clusters> {
        let mut landmarks = Vec::new();
        for &id in &self.landmarks {
            if self.walk.holds(id, set)? {
                landmarks.push(id);
            }
        }
        Ok(Clusters { smallest: self.walk.smallest(set, met)?, landmarks })
    }
}
