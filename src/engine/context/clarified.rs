//! Clarified contexts: equal rows are merged into one object (Ganter and Wille 1999, section 1.1).
//!
//! Points with equal attributes are twins: every concept contains all of them or none. So the
//! concepts are those of a context in which they are one object, weighted by their number. Objects
//! are numbered by their first points, so extents of objects compare as extents of points do:
//! between two extents of one size, the first point in only one of them decides, and it is the
//! first of its twins.

use std::collections::HashMap;
use std::sync::Arc;

use super::FormalContext;
use crate::base::csr::Csr;
use crate::base::ids::PointId;
use crate::base::keys::Key;

/// The partition of the points into sets with equal attributes.
#[derive(Clone, Debug)]
pub(crate) struct Twins {
    object_of: Vec<u32>,
    points: Csr,
}

impl Twins {
    /// Returns the twins of points with these rows; `None` if all rows differ.
    fn from_rows(rows: &Csr) -> Option<Self> {
        let mut numbers: HashMap<&[u32], u32> = HashMap::with_capacity(rows.len());
        let object = |row| {
            let new = numbers.len() as u32;
            *numbers.entry(row).or_insert(new)
        };
        let object_of: Vec<u32> = rows.iter().map(object).collect();
        let objects = numbers.len();
        let points = (objects < rows.len())
            .then(|| Csr::from_chunks(object_of.clone(), 1).transpose(objects))?;
        Some(Self { object_of, points })
    }

    pub(crate) fn object_of(&self, point: PointId) -> PointId {
        PointId(self.object_of[point.index()])
    }

    pub(crate) fn points(&self, object: PointId) -> impl ExactSizeIterator<Item = PointId> + '_ {
        self.points.get(object.index()).iter().map(|&point| PointId(point))
    }
}

#[derive(Clone, Debug)]
pub(super) struct ClarifiedContext {
    context: FormalContext,
    twins: Arc<Twins>,
}

impl ClarifiedContext {
    pub(super) fn new(context: &FormalContext) -> Option<Self> {
        let twins = Twins::from_rows(context.rows())?;
        let first = |points: &[u32]| context.rows().get(points[0] as usize).iter().copied();
        let rows: Csr = twins.points.iter().map(first).collect();
        let weights = twins.points.iter().map(|points| points.len() as u32).collect();
        let clear = FormalContext::with_weights(context.attributes().to_vec(), rows, weights);
        Some(Self { context: clear, twins: Arc::new(twins) })
    }
}

/// The objects of a context: points with equal rows merged if there are any, otherwise the points.
#[derive(Clone, Copy, Debug)]
pub struct Objects<'a> {
    /// The incidence of objects and attributes, with the numbers of points as weights.
    pub context: &'a FormalContext,
    twins: Option<&'a Arc<Twins>>,
}

impl<'a> Objects<'a> {
    pub(super) fn new(context: &'a FormalContext, clarified: Option<&'a ClarifiedContext>) -> Self {
        match clarified {
            Some(clear) => Self { context: &clear.context, twins: Some(&clear.twins) },
            None => Self { context, twins: None },
        }
    }

    /// Returns the points as objects, whether rows are equal or not.
    pub fn from_points(context: &'a FormalContext) -> Self {
        Self { context, twins: None }
    }

    /// Returns the twins; `None` if objects are points.
    pub(crate) fn twins(&self) -> Option<&'a Arc<Twins>> {
        self.twins
    }

    /// Returns the object of a point.
    pub fn object_of(&self, point: PointId) -> PointId {
        self.twins.map_or(point, |twins| twins.object_of(point))
    }

    /// Returns the first point of an object.
    pub fn first_point(&self, object: PointId) -> PointId {
        self.twins.map_or(object, |twins| PointId(twins.points.get(object.index())[0]))
    }

    /// Returns the number of points of some objects together.
    pub fn size(&self, objects: &[PointId]) -> u32 {
        self.context.size(objects)
    }

    /// Returns the points of some objects in ascending order.
    pub fn points_of(&self, objects: Vec<PointId>) -> Vec<PointId> {
        expand_twins(self.twins.map(AsRef::as_ref), objects)
    }

    /// Returns the key of each object, the sum of the keys of its points.
    pub fn object_keys(&self, keys: &[Key]) -> Vec<Key> {
        match self.twins {
            None => keys.to_vec(),
            Some(twins) => {
                let of = |points: &[u32]| points.iter().map(|&point| keys[point as usize]).sum();
                twins.points.iter().map(of).collect()
            }
        }
    }
}

/// Returns the points of some objects in ascending order; objects are points if there are no twins.
pub(crate) fn expand_twins(twins: Option<&Twins>, objects: Vec<PointId>) -> Vec<PointId> {
    let Some(twins) = twins else { return objects };
    let mut all: Vec<PointId> = objects.iter().flat_map(|&object| twins.points(object)).collect();
    all.sort_unstable();
    all
}
