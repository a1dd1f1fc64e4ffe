//! The N largest clusters of the full lattice, without the others.
//!
//! The concepts with at least s points are mined without looking at smaller ones, and the fewer the
//! larger s is: bisection finds the least s that leaves no more of them, one more search mines
//! these, and of the smallest size only the last in canonical order are kept.

use super::collect::introduced;
use super::{Extents, GraphKind, Lattice};
use crate::base::csr::Csr;
use crate::base::memory::Memory;
use crate::base::progress::{InterruptedError, Progress};
use crate::context::FormalContext;
use crate::mine::{self, Limits, MiningError};

/// 0 where there are no more than `all` concepts; else the least size of which there are no more
/// than `most`.
pub fn least_size(
    context: &FormalContext,
    [all, most]: [u64; 2],
    progress: &Progress,
) -> Result<usize, InterruptedError> {
    let context = context.as_objects().context;
    let are_few = |min_size: usize, most: u64| {
        let limits = Limits { min_size, max_concepts: Some(most), ..Limits::default() };
        let counted = mine::count(context, &limits, false, progress);
        progress.check().map(|()| counted.is_ok())
    };
    // Of at least `low` points there are too many.
    let (mut low, mut high) = (0, context.points() + 1);
    if are_few(low, all)? {
        return Ok(low);
    }
    while high - low > 1 {
        let middle = usize::midpoint(low, high);
        if are_few(middle, most)? { high = middle } else { low = middle }
    }
    Ok(high)
}

impl Lattice {
    /// The last `most` concepts of the full lattice in canonical order, and the covers among them.
    ///
    /// # Errors
    /// More memory than allowed; an interrupt.
    pub fn largest(
        context: &FormalContext,
        most: u32,
        memory: Memory,
        progress: &Progress,
    ) -> Result<Self, MiningError> {
        let enough = least_size(context, [u64::from(most); 2], progress)?;
        let min_size = enough.saturating_sub(1);
        let limits = Limits { min_size, memory, ..Limits::default() };
        let lattice = Self::mine(context, &limits, progress)?;
        Ok(lattice.last(context, most as usize))
    }

    /// The last concepts alone. Whatever lies above one of these is one of them.
    fn last(self, context: &FormalContext, most: usize) -> Self {
        let first = self.len().saturating_sub(most);
        let shifted = |lists: &Csr, from: usize| -> Csr {
            let kept = |&id: &u32| (id as usize).checked_sub(first).map(|id| id as u32);
            lists.iter().skip(from).map(|list| list.iter().filter_map(kept)).collect()
        };
        let objects = context.as_objects();
        let mut extents = Extents::new(objects.context.objects());
        (first..self.len()).for_each(|at| extents.push_from(&self.extents, at));
        let (upper, lower) = (shifted(&self.upper, first), shifted(&self.lower, first));
        let concept_keys = self.concept_keys[first..].to_vec();
        let ids = concept_keys.iter().copied().zip(0..).collect();
        Self {
            kind: GraphKind::Largest,
            min_size: 0,
            introduced: introduced(objects, &self.keys, &ids, &extents, &lower),
            intent_sizes: self.intent_sizes[first..].to_vec(),
            concept_keys,
            sizes: self.sizes[first..].to_vec(),
            deltas: self.deltas[first..].to_vec(),
            twins: self.twins,
            pairs: Vec::new(),
            keys: self.keys,
            extents,
            upper,
            lower,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::tests::{check, contexts};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn they_are_the_last_of_the_full_lattice(context in contexts(), most in 1..40u32) {
            let progress = Progress::default();
            let full = Lattice::mine(&context, &Limits::default(), &progress).unwrap();
            let largest = Lattice::largest(&context, most, Memory::unlimited(), &progress).unwrap();
            prop_assert_eq!(largest.len(), full.len().min(most as usize));
            let shift = (full.len() - largest.len()) as u32;
            for id in largest.ids() {
                let of_full = crate::base::ids::ConceptId(id.0 + shift);
                prop_assert_eq!(largest.members(id), full.members(of_full));
                let upper: Vec<u32> = full.upper(of_full).map(|up| up.0 - shift).collect();
                prop_assert!(largest.upper(id).map(|up| up.0).eq(upper));
            }
            check(&largest, &context)?;
        }
    }
}
