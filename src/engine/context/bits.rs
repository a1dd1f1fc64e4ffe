//! Contexts as bitsets, for many intersections in a row.
//!
//! n points and m attributes take 2 n m bits, against 8 bytes for each cross in lists.

use super::FormalContext;
use crate::base::bitset::Bits;
use crate::base::ids::PointId;

/// A set of numbers as a bitset.
pub type BitSet = Box<[u64]>;

/// Returns a set of points as a set of rows of a context of `n` objects.
pub fn point_set(n: usize, points: &[PointId]) -> BitSet {
    let mut set = BitSet::empty(n);
    points.iter().for_each(|point| set.insert(point.0));
    set
}

/// The rows and the columns of a context as bitsets.
pub(crate) struct BitContext {
    rows: Vec<BitSet>,
    columns: Vec<BitSet>,
    all_objects: BitSet,
}

/// The most bytes of the bitsets; more is too much for a few answers.
const MAX_BYTES: f64 = (1 << 28) as f64;

/// The number of closures that take longer than the creation of the bitsets that speed them up.
pub(crate) const MIN_CALLS: usize = 64;

impl BitContext {
    /// Creates the bitsets; `None` if above 256 MB: then the lists, which are sparse, are as fast.
    pub(crate) fn new_if_small(context: &FormalContext) -> Option<Self> {
        (Self::bytes(context) <= MAX_BYTES).then(|| Self::new(context))
    }

    pub(crate) fn bytes(context: &FormalContext) -> f64 {
        2.0 * context.object_count() as f64 * context.attributes().len().div_ceil(8) as f64
    }

    pub(crate) fn new(context: &FormalContext) -> Self {
        let (n, m) = (context.object_count(), context.attributes().len());
        Self {
            rows: context.rows().iter().map(|row| Bits::from_numbers(m, row)).collect(),
            columns: context.columns().iter().map(|column| Bits::from_numbers(n, column)).collect(),
            all_objects: Bits::full(n),
        }
    }

    pub(crate) fn row(&self, p: usize) -> &BitSet {
        &self.rows[p]
    }

    pub(crate) fn common_attributes(&self, p: usize, q: usize) -> BitSet {
        self.rows[p].intersection(&self.rows[q])
    }

    pub(crate) fn objects_sharing_attribute(&self, p: usize) -> BitSet {
        let mut objects = BitSet::empty(self.rows.len());
        for attribute in self.rows[p].ones() {
            let column = &self.columns[attribute as usize];
            objects.iter_mut().zip(column).for_each(|(word, other)| *word |= other);
        }
        objects
    }

    pub(crate) fn extent_of(&self, attributes: &BitSet) -> BitSet {
        let mut objects = self.all_objects.clone();
        for attribute in attributes.ones() {
            let column = &self.columns[attribute as usize];
            objects.iter_mut().zip(column).for_each(|(word, other)| *word &= other);
        }
        objects
    }
}
