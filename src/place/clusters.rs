//! The clusters that hold new rows, by the nearest points of each.

use std::collections::HashMap;
use std::sync::Arc;

use rayon::prelude::*;

use super::walk::{Set, Walk};
use super::{Error, space_of};
use crate::base::bitset::Bits;
use crate::base::ids::{ConceptId, PointId};
use crate::base::progress::Progress;
use crate::knn::{Nearest, Reference};
use crate::store::{self, LatticeStore, StoredContext};

/// Sets of neighbours that are kept.
const MET: usize = 1 << 16;
/// Rows whose clusters are looked for at once.
const AT_ONCE: usize = 1 << 9;

/// The clusters that hold a row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clusters {
    /// The smallest of all that are stored; none where not even the cluster of all points does.
    pub smallest: Option<ConceptId>,
    /// The landmarks among them.
    pub landmarks: Vec<ConceptId>,
}

/// The k nearest points of a row.
pub(super) struct Neighbors {
    /// The attributes that they are, ascending.
    attributes: Box<[u32]>,
    /// They and their distances, nearest first.
    pub nearest: Vec<(PointId, f64)>,
}

/// Finds the clusters that hold rows in one stored graph.
pub struct ClusterSearch {
    stored: Arc<StoredContext>,
    width: usize,
    reference: Reference,
    k: usize,
    landmarks: Vec<ConceptId>,
    walk: Walk,
    /// What is known of sets of neighbours that were met.
    met: HashMap<Box<[u32]>, Arc<Clusters>>,
}

impl ClusterSearch {
    /// Reads of a stored graph the features of all points. `landmarks` are the clusters of which it
    /// is told whether they hold a row.
    ///
    /// # Errors
    /// A graph of a ready context, of given distances or neighbours, or without its features; a
    /// failure of the store.
    pub fn of(store: &dyn LatticeStore, landmarks: Vec<ConceptId>) -> Result<Self, Error> {
        let stored = store.stored_context()?;
        let (k, metric, scale) = space_of(&stored)?;
        let features = store.features()?;
        let rows = stored.anchors.iter().map(|anchor| anchor.index());
        let reference = Reference::new(&features.values, &features.names, rows, metric, scale);
        let (width, walk) = (features.names.len(), Walk::new(Arc::clone(&stored)));
        Ok(Self { stored, width, reference, k, landmarks, walk, met: HashMap::new() })
    }

    /// How many neighbours a row has.
    pub(super) fn k(&self) -> usize {
        self.k
    }

    /// The smallest cluster of each row of features.
    ///
    /// # Errors
    /// The first row that has no distances; a failure of the store; an interrupt.
    pub fn smallest(
        &mut self,
        store: &dyn LatticeStore,
        values: &[f64],
        progress: &Progress,
    ) -> Result<Vec<Option<ConceptId>>, Error> {
        let mut smallest = Vec::new();
        for rows in values.chunks(AT_ONCE * self.width.max(1)) {
            let first = smallest.len();
            let near = self.near(rows, progress).map_err(|error| error.after(first))?;
            let clusters = self.holding(store, &near, progress)?;
            smallest.extend(clusters.iter().map(|clusters| clusters.smallest));
        }
        Ok(smallest)
    }

    /// The neighbours of each row.
    pub(super) fn near(
        &self,
        values: &[f64],
        progress: &Progress,
    ) -> Result<Vec<Neighbors>, Error> {
        let near = self.reference.nearest(values, self.k, progress)?;
        let point = |&(place, far): &(u32, f64)| (self.stored.anchors[place as usize], far);
        let of_row = |near: Nearest| {
            let mut attributes: Box<[u32]> = near.iter().map(|&(place, _)| place).collect();
            attributes.sort_unstable();
            Neighbors { attributes, nearest: near.iter().map(point).collect() }
        };
        Ok(near.into_par_iter().map(of_row).collect())
    }

    /// The clusters of rows with these neighbours.
    pub(super) fn holding(
        &mut self,
        store: &dyn LatticeStore,
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
        let universe = self.stored.context.attributes().len();
        let sets: Vec<Set> = new.iter().map(|all| Set::of(universe, all)).collect();
        let clusters = self.of_sets(store, &sets, progress)?;
        for (all, clusters) in new.iter().zip(clusters) {
            self.met.insert((*all).into(), Arc::new(clusters));
        }
        let known = |near: &Neighbors| {
            self.met.get(&near.attributes).map_or_else(Default::default, Arc::clone)
        };
        Ok(near.iter().map(known).collect())
    }

    /// The clusters whose intents are in these sets.
    fn of_sets(
        &mut self,
        store: &dyn LatticeStore,
        sets: &[Set],
        progress: &Progress,
    ) -> store::Result<Vec<Clusters>> {
        self.walk.read(store, &self.landmarks)?;
        let smallest = self.walk.smallest(store, sets, progress)?;
        let walk = &self.walk;
        let of = |(set, smallest): (&Set, Option<ConceptId>)| {
            let holds = |id: &&ConceptId| walk.holds(**id, set);
            let landmarks = self.landmarks.iter().filter(holds).copied().collect();
            Clusters { smallest, landmarks }
        };
        Ok(sets.par_iter().zip(smallest).map(of).collect())
    }
}
