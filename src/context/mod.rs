//! The formal context: which object has which attribute, and the two derivations.
//!
//! Objects are the points. In a context made from a table, attribute j is "d_j is among my k
//! nearest" (Yoneda, Sugiyama and Washio 2018, section 2); in a ready context the attributes are
//! whatever the file says. Derivations and closure as in Ganter and Wille, *Formal Concept
//! Analysis* (1999), section 1.1.
//!
//! Invariant: rows and columns are sorted and say the same pairs.

pub mod binarize;
pub mod bits;
pub mod covers;
pub mod cross_table;
pub mod cxt;
pub mod fimi;

use crate::csr::Csr;

/// A binary relation between objects (rows) and named attributes (columns).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormalContext {
    attributes: Vec<String>,
    rows: Csr,
    columns: Csr,
}

impl FormalContext {
    /// A context from the attribute list of each object; the lists are sorted and freed of repeats.
    ///
    /// # Panics
    /// When a row names an attribute that does not exist.
    pub fn new(attributes: Vec<String>, rows: impl IntoIterator<Item = Vec<u32>>) -> Self {
        let rows: Csr = rows
            .into_iter()
            .map(|mut row| {
                row.sort_unstable();
                row.dedup();
                row
            })
            .collect();
        let columns = rows.transposed(attributes.len());
        Self { attributes, rows, columns }
    }

    /// How many objects there are.
    pub fn objects(&self) -> usize {
        self.rows.len()
    }

    /// The attributes' names.
    pub fn attributes(&self) -> &[String] {
        &self.attributes
    }

    /// The attributes of each object, sorted.
    pub fn rows(&self) -> &Csr {
        &self.rows
    }

    /// The objects of each attribute, sorted.
    pub fn columns(&self) -> &Csr {
        &self.columns
    }

    /// A': the attributes that all these objects share, sorted; all attributes for no object.
    pub fn shared(&self, objects: &[u32]) -> Vec<u32> {
        common(objects, &self.rows, self.attributes.len())
    }

    /// B': the objects that have all these attributes, sorted; all objects for no attribute.
    pub fn having(&self, attributes: &[u32]) -> Vec<u32> {
        common(attributes, &self.columns, self.rows.len())
    }

    /// A'': the smallest extent that holds these objects, sorted.
    pub fn closure(&self, objects: &[u32]) -> Vec<u32> {
        self.having(&self.shared(objects))
    }
}

/// What the chosen lists have in common; everything below `universe` where none is chosen.
fn common(chosen: &[u32], lists: &Csr, universe: usize) -> Vec<u32> {
    let Some((&first, rest)) = chosen.split_first() else {
        return (0..universe as u32).collect();
    };
    let mut left = lists.get(first as usize).to_vec();
    for &list in rest {
        let mut other = lists.get(list as usize).iter().copied().peekable();
        left.retain(|&item| {
            while other.next_if(|&o| o < item).is_some() {}
            other.peek() == Some(&item)
        });
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Up to 7 objects by up to 6 attributes, each pair a coin.
    fn small() -> impl Strategy<Value = (FormalContext, u32, u32)> {
        (1..8usize, 0..7usize, any::<u64>(), any::<u32>(), any::<u32>()).prop_map(
            |(n, m, bits, a, b)| {
                let has = |i: usize, j: usize| bits >> (i * m + j) & 1 == 1;
                let row = |i| (0..m).filter(|&j| has(i, j)).map(|j| j as u32).collect();
                let names = (0..m).map(|j| j.to_string()).collect();
                let mask = (1 << n) - 1;
                (FormalContext::new(names, (0..n).map(row)), a & b & mask, a & mask)
            },
        )
    }

    fn set(mask: u32) -> Vec<u32> {
        (0..32).filter(|i| mask >> i & 1 == 1).collect()
    }

    fn mask(set: &[u32]) -> u32 {
        set.iter().fold(0, |mask, i| mask | 1 << i)
    }

    proptest! {
        #[test]
        fn closure_is_extensive_monotone_and_idempotent((context, less, more) in small()) {
            let (c_less, c_more) = (mask(&context.closure(&set(less))), mask(&context.closure(&set(more))));
            prop_assert_eq!(c_less & less, less);
            prop_assert_eq!(c_more & c_less, c_less);
            prop_assert_eq!(mask(&context.closure(&set(c_less))), c_less);
        }

        #[test]
        fn derivations_follow_the_definition((context, objects, _) in small()) {
            let m = context.attributes().len() as u32;
            let has = |i: u32, j: u32| context.rows().get(i as usize).contains(&j);
            let shared: Vec<u32> =
                (0..m).filter(|&j| set(objects).iter().all(|&i| has(i, j))).collect();
            prop_assert_eq!(context.shared(&set(objects)), shared.clone());
            let n = context.objects() as u32;
            let having: Vec<u32> = (0..n).filter(|&i| shared.iter().all(|&j| has(i, j))).collect();
            prop_assert_eq!(context.having(&shared), having);
        }
    }
}
