//! Formal contexts: the incidence of objects and attributes, and the two derivations.
//!
//! Objects are the points. In a context made from a table, attribute j is "d_j is among my k
//! nearest" (Yoneda, Sugiyama and Washio 2018, section 2); in a ready context the attributes are
//! those of the file. Derivations and closure are those of Ganter and Wille, *Formal Concept
//! Analysis* (1999), section 1.1.
//!
//! Invariant: rows and columns are sorted, and hold one set of pairs.

// Public for a benchmark.
#[doc(hidden)]
pub mod binarize;
pub mod bits;
pub mod clarified;
pub mod cross_table;
pub mod cxt;
pub mod delta_rows;
pub mod dense;
pub mod fimi;
mod format;
pub mod mtx;
pub mod neighbor_lists;

use std::sync::OnceLock;

use conceptgraph_mine::BitMatrix;

use crate::base::csr::Csr;
use crate::base::ids::PointId;
use clarified::{ClarifiedContext, Objects};
pub use format::ContextFileFormat;

/// A binary relation between objects (rows) and named attributes (columns).
#[derive(Clone, Debug)]
pub struct FormalContext {
    attributes: Vec<String>,
    /// The incidence of objects and attributes; an object may represent several points.
    matrix: BitMatrix,
    clarified: OnceLock<Option<Box<ClarifiedContext>>>,
}

impl PartialEq for FormalContext {
    fn eq(&self, other: &Self) -> bool {
        (&self.attributes, &self.matrix) == (&other.attributes, &other.matrix)
    }
}

impl Eq for FormalContext {}

impl FormalContext {
    /// Creates a context from the attributes of each object; the lists are sorted and deduplicated.
    ///
    /// # Panics
    /// Panics if a row contains an attribute that does not exist.
    pub fn new(attributes: Vec<String>, rows: impl IntoIterator<Item = Vec<u32>>) -> Self {
        Self::from_rows(
            attributes,
            rows.into_iter()
                .map(|mut row| {
                    row.sort_unstable();
                    row.dedup();
                    row
                })
                .collect(),
        )
    }

    /// Creates a context from the attributes of each object, ascending and without repeats.
    ///
    /// # Panics
    /// Panics if a row contains an attribute that does not exist.
    pub fn from_rows(attributes: Vec<String>, rows: Csr) -> Self {
        Self::with_weights(attributes, rows, Vec::new())
    }

    /// Creates a context in which each object represents the number of points in `weights`.
    pub fn with_weights(attributes: Vec<String>, rows: Csr, weights: Vec<u32>) -> Self {
        let matrix = BitMatrix::with_weights(rows, attributes.len(), weights);
        Self { attributes, matrix, clarified: OnceLock::new() }
    }

    /// Returns the objects of this context, with equal rows merged into one object.
    pub fn clarified_objects(&self) -> Objects<'_> {
        let clarified =
            self.clarified.get_or_init(|| match self.point_count() == self.object_count() {
                true => ClarifiedContext::new(self).map(Box::new),
                false => None,
            });
        Objects::new(self, clarified.as_deref())
    }

    /// Returns the number of points that an object represents.
    pub fn weight(&self, object: PointId) -> u32 {
        self.matrix.weight(object.0)
    }

    /// Returns the number of points that some objects represent together.
    pub fn size(&self, objects: &[PointId]) -> u32 {
        self.matrix.size(objects.iter().map(|object| object.0))
    }

    /// Returns the number of points that have an attribute.
    pub fn support(&self, attribute: usize) -> u32 {
        self.matrix.support(attribute)
    }

    /// Returns the incidence matrix, as the miner takes it.
    pub fn matrix(&self) -> &BitMatrix {
        &self.matrix
    }

    pub(crate) fn point_count(&self) -> usize {
        self.matrix.point_count()
    }

    /// Returns the number of objects.
    pub fn object_count(&self) -> usize {
        self.rows().len()
    }

    /// Returns the names of the attributes.
    pub fn attributes(&self) -> &[String] {
        &self.attributes
    }

    /// Returns the sorted attributes of each object.
    pub fn rows(&self) -> &Csr {
        self.matrix.rows()
    }

    /// Returns the sorted objects of each attribute.
    pub fn columns(&self) -> &Csr {
        self.matrix.columns()
    }

    /// Returns A', the sorted attributes that all `objects` share; all attributes for no objects.
    pub fn intent_of(&self, objects: &[PointId]) -> Vec<u32> {
        intersect(objects.iter().map(|object| object.0), self.rows(), self.attributes.len())
    }

    /// Returns B', the sorted objects that have all `attributes`; all objects for no attributes.
    pub(crate) fn extent_of(&self, attributes: &[u32]) -> Vec<PointId> {
        let objects = intersect(attributes.iter().copied(), self.columns(), self.object_count());
        objects.into_iter().map(PointId).collect()
    }

    /// Returns A'', the smallest extent that contains these objects, sorted.
    pub fn closure(&self, objects: &[PointId]) -> Vec<PointId> {
        self.extent_of(&self.intent_of(objects))
    }
}

/// Intersects the chosen lists; returns all numbers below `universe` if none is chosen.
fn intersect(chosen: impl IntoIterator<Item = u32>, lists: &Csr, universe: usize) -> Vec<u32> {
    // Shortest first: the intersection never grows, and a list of all numbers removes nothing.
    let mut chosen: Vec<&[u32]> = chosen.into_iter().map(|list| lists.get(list as usize)).collect();
    chosen.sort_unstable_by_key(|list| list.len());
    let Some((first, others)) = chosen.split_first() else {
        return (0..universe as u32).collect();
    };
    let mut left = first.to_vec();
    for list in others.iter().take_while(|list| list.len() < universe) {
        if left.len() < list.len() / 16 {
            left.retain(|item| list.binary_search(item).is_ok());
            continue;
        }
        let mut other = list.iter().copied().peekable();
        left.retain(|&item| {
            while other.next_if(|&o| o < item).is_some() {}
            other.peek() == Some(&item)
        });
    }
    left
}

#[cfg(test)]
pub(crate) mod tests {
    use std::ops::Range;

    use super::*;
    use proptest::prelude::*;

    pub(crate) fn contexts(
        objects: Range<usize>,
        attributes: Range<usize>,
    ) -> impl Strategy<Value = FormalContext> {
        (objects, attributes, 1..4_u32).prop_flat_map(|(n, m, density)| {
            let bits = proptest::collection::vec((0..4_u32).prop_map(move |c| c < density), n * m);
            bits.prop_map(move |bits| {
                let row = |i: usize| (0..m).filter(|j| bits[i * m + j]).map(|j| j as u32).collect();
                FormalContext::new((0..m).map(|j| j.to_string()).collect(), (0..n).map(row))
            })
        })
    }

    fn small() -> impl Strategy<Value = (FormalContext, u32, u32)> {
        (contexts(1..8, 0..7), any::<u32>(), any::<u32>()).prop_map(|(context, a, b)| {
            let mask = (1 << context.object_count()) - 1;
            (context, a & b & mask, a & mask)
        })
    }

    fn set(mask: u32) -> Vec<PointId> {
        (0..32).filter(|i| mask >> i & 1 == 1).map(PointId).collect()
    }

    fn mask(set: &[PointId]) -> u32 {
        set.iter().fold(0, |mask, point| mask | 1 << point.0)
    }

    proptest! {
        #[test]
        fn closure_is_extensive_monotone_and_idempotent((context, less, more) in small()) {
            let closure = |objects| mask(&context.closure(&set(objects)));
            let (c_less, c_more) = (closure(less), closure(more));
            prop_assert_eq!(c_less & less, less);
            prop_assert_eq!(c_more & c_less, c_less);
            prop_assert_eq!(closure(c_less), c_less);
        }

        #[test]
        fn derivations_follow_the_definition((context, objects, _) in small()) {
            let m = context.attributes().len() as u32;
            let has = |i: u32, j: u32| context.rows().get(i as usize).contains(&j);
            let shared: Vec<u32> =
                (0..m).filter(|&j| set(objects).iter().all(|i| has(i.0, j))).collect();
            prop_assert_eq!(context.intent_of(&set(objects)), shared.clone());
            let n = context.object_count();
            let has_all = |i: &PointId| shared.iter().all(|&j| has(i.0, j));
            let having: Vec<PointId> = PointId::first(n).filter(has_all).collect();
            prop_assert_eq!(context.extent_of(&shared), having);
        }
    }
}
