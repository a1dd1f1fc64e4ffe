//! A short name for a cluster: a few of its points whose closure it is.
//!
//! Greedy: of the members take the one that shrinks the shared attributes most, ties by row, until
//! they are down to the intent. On k-nearest-neighbour contexts 0 to 9 points name clusters of
//! dozens. The bottom whose points share every attribute needs none.

use crate::base::bitset::Bits;
use crate::base::csr::in_both;
use crate::base::ids::PointId;
use crate::context::FormalContext;
use crate::context::bits::MANY;

/// Rows as bits are kept up to this many bytes; larger contexts intersect sorted lists.
const MOST_BYTES: usize = 1 << 28;

/// Finds generators in one context.
pub struct Generators<'a> {
    context: &'a FormalContext,
    rows: Option<Vec<Box<[u64]>>>,
}

impl<'a> Generators<'a> {
    /// Makes ready for many calls.
    pub fn new(context: &'a FormalContext) -> Self {
        Self::for_calls(context, usize::MAX)
    }

    /// Makes ready for that many calls: rows as bits only pay for many.
    pub fn for_calls(context: &'a FormalContext, calls: usize) -> Self {
        let m = context.attributes().len();
        let rows = (calls >= MANY && context.objects() * m.div_ceil(8) <= MOST_BYTES)
            .then(|| context.rows().iter().map(|row| Bits::of(m, row)).collect());
        Self { context, rows }
    }

    /// The generating points, in the order they were taken. `members` must be an extent with that
    /// many attributes.
    pub fn of(&self, members: &[PointId], intent_size: u32) -> Vec<PointId> {
        match &self.rows {
            Some(rows) => self.by_bits(rows, members, intent_size),
            None => self.by_lists(members, intent_size),
        }
    }

    fn by_bits(&self, rows: &[Box<[u64]>], members: &[PointId], intent_size: u32) -> Vec<PointId> {
        let mut shared = Box::<[u64]>::full(self.context.attributes().len());
        let mut left = shared.size();
        let mut taken = Vec::new();
        while left > intent_size {
            let shares = |point: PointId| -> u32 {
                let row = rows[point.index()].iter().zip(shared.iter());
                row.map(|(a, b)| (a & b).count_ones()).sum()
            };
            let (share, point) = fewest(members, shares);
            shared = shared.and(&rows[point.index()]);
            left = share;
            taken.push(point);
        }
        taken
    }

    fn by_lists(&self, members: &[PointId], intent_size: u32) -> Vec<PointId> {
        let rows = self.context.rows();
        // What no points share is everything, and not written down: that may be a million.
        let mut shared: Option<Vec<u32>> = None;
        let mut left = self.context.attributes().len() as u32;
        let mut taken = Vec::new();
        while left > intent_size {
            let shares = |point: PointId| match (&shared, rows.get(point.index())) {
                (None, row) => row.len() as u32,
                (Some(shared), row) => in_both(shared, row).count() as u32,
            };
            let (share, point) = fewest(members, shares);
            let row = rows.get(point.index());
            shared = Some(shared.map_or(row.to_vec(), |shared| in_both(&shared, row).collect()));
            left = share;
            taken.push(point);
        }
        taken
    }
}

/// The least number and the first member that has it.
fn fewest(members: &[PointId], shares: impl Fn(PointId) -> u32) -> (u32, PointId) {
    let all = members.iter().map(|&p| (shares(p), p));
    all.min().expect("an extent whose intent is not everything has a member")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::progress::Progress;
    use crate::lattice::Lattice;
    use crate::lattice::tests::contexts;
    use crate::mine::Limits;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_concept_is_the_closure_of_its_generator(context in contexts()) {
            let lattice =
                Lattice::mine(&context, &Limits::default(), &Progress::default()).unwrap();
            let fast = Generators::new(&context);
            let slow = Generators { context: &context, rows: None };
            for id in lattice.ids() {
                let members = lattice.members(id);
                let generator = fast.of(&members, lattice.intent_size(id));
                prop_assert_eq!(context.closure(&generator), members.clone());
                prop_assert_eq!(slow.of(&members, lattice.intent_size(id)), generator);
            }
        }
    }
}
