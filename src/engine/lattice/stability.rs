//! How stable each concept is: by how many points its largest child is smaller.
//!
//! Kuznetsov's stability of a concept is the share of the subsets of its extent whose closure is
//! the whole extent: how likely the cluster stays when points are left out at random (*On stability
//! of a formal concept*, 2007). To compute it is #P-complete. Buzmakov, Kuznetsov and Napoli
//! (*Scalable estimates of concept stability*, ICFCA 2014) bound it by the sizes of the children: a
//! subset has another closure exactly when it lies within a child, so with `delta_i` = the size of
//! the concept minus that of child i, and `delta` = the smallest of them,
//!
//! ```text
//! 1 - sum of 2^-delta_i  <=  stability  <=  1 - 2^-delta
//! ```
//!
//! The larger `delta`, the more stable. A concept without children is the bottom: all subsets have
//! its extent as their closure, so its stability is 1, and its `delta` is its size, as if the child
//! had no points.
//!
//! Invariant: `delta` is that of the full lattice, whatever part of it is kept. Where the children
//! of a concept are stored, the largest is the last by id. If an iceberg or the largest concepts
//! have any child of a concept, they have the largest. Otherwise, and always in an LCA graph, it
//! comes from the context: the largest child has as many points as the most points of the extent
//! that share one attribute more. They are counted by the rows of its points, or where these are
//! long by an intersection with every column.

use rayon::prelude::*;

use super::{Extents, GraphKind};
use crate::base::csr::Csr;
use crate::base::ids::PointId;
use crate::base::progress::Progress;
use crate::base::simd::{self, Work};
use crate::context::FormalContext;
use crate::context::bits::{BitContext, Set, as_set};

/// The delta of every concept; an interrupt ends it early, with zeros. `sizes` has how many points
/// each has.
pub(super) fn deltas(
    kind: GraphKind,
    context: &FormalContext,
    extents: &Extents,
    sizes: &[u32],
    lower: &Csr,
    progress: &Progress,
) -> Vec<u32> {
    let largest_stored = |at: usize| match kind {
        GraphKind::Lca => None,
        GraphKind::Full | GraphKind::Iceberg | GraphKind::Largest => {
            lower.get(at).last().map(|&child| sizes[child as usize])
        }
    };
    // In a full lattice only the bottom is looked for in the context.
    let children = Children::of(context);
    let delta = |at: usize| {
        if progress.interrupted() {
            return 0;
        }
        if kind == GraphKind::Lca {
            progress.did(1);
        }
        let largest = largest_stored(at).or_else(|| children.largest(&extents.members(at)));
        sizes[at] - largest.unwrap_or(0)
    };
    (0..extents.len()).into_par_iter().map(delta).collect()
}

/// Finds the largest children of extents in one context.
pub struct Children<'a> {
    context: &'a FormalContext,
    bits: Option<BitContext>,
}

impl<'a> Children<'a> {
    /// Makes ready for many calls.
    pub fn of(context: &'a FormalContext) -> Self {
        // Bits count objects, not points.
        let bits = (!context.is_weighted()).then(|| BitContext::small(context)).flatten();
        Self { context, bits }
    }

    /// How many points the largest child of an extent has in the full lattice; none where it is
    /// the bottom.
    pub fn largest(&self, members: &[PointId]) -> Option<u32> {
        let size = self.context.size(members);
        let rows = self.context.rows();
        let crosses: usize = members.iter().map(|point| rows.get(point.index()).len()).sum();
        let words = self.context.objects() / 64 * self.context.attributes().len();
        // A step through a list takes about as long as four through words side by side.
        match self.bits.as_ref().filter(|_| words / 4 <= crosses) {
            Some(bits) => {
                let extent = as_set(self.context.objects(), members);
                simd::run(LargestPart { bits, extent: &extent, size })
            }
            None => {
                let mut counts = vec![0; self.context.attributes().len()];
                for point in members {
                    let weight = self.context.weight(*point);
                    rows.get(point.index()).iter().for_each(|&j| counts[j as usize] += weight);
                }
                counts.into_iter().filter(|&part| part < size).max()
            }
        }
    }

    /// By how many points the largest child of an extent is smaller; the size of the bottom.
    pub fn delta(&self, members: &[PointId]) -> u32 {
        self.context.size(members) - self.largest(members).unwrap_or(0)
    }
}

/// The most points of an extent that share an attribute which not all of them have.
struct LargestPart<'a> {
    bits: &'a BitContext,
    extent: &'a Set,
    size: u32,
}

impl Work for LargestPart<'_> {
    type Output = Option<u32>;

    #[inline(always)]
    fn run(self) -> Option<u32> {
        self.bits.parts(self.extent).filter(|&part| part < self.size).max()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::memory::Memory;
    use crate::lattice::tests::contexts;
    use crate::lattice::{Lattice, PairClosures};
    use crate::mine::{Limits, oracle};
    use proptest::prelude::*;

    /// The delta of an extent by its definition, among all extents.
    fn by_definition(extents: &[Vec<PointId>], extent: &[PointId]) -> u32 {
        let below = |other: &&Vec<PointId>| {
            other.len() < extent.len() && other.iter().all(|point| extent.contains(point))
        };
        let largest = extents.iter().filter(below).map(Vec::len).max();
        (extent.len() - largest.unwrap_or(0)) as u32
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]
        #[test]
        fn every_graph_has_the_deltas_of_the_full_lattice(
            context in contexts(),
            min_size in 0..6usize,
            most in 1..20u32,
        ) {
            let (all, _) = oracle::concepts_and_covers(&context, 0);
            let (limits, progress) =
                (Limits { min_size, ..Limits::default() }, Progress::default());
            let graphs = [
                Lattice::mine(&context, &Limits::default(), &progress).unwrap(),
                Lattice::mine(&context, &limits, &progress).unwrap(),
                Lattice::largest(&context, most, Memory::unlimited(), &progress).unwrap(),
                PairClosures::find(&context, &progress).unwrap()
                    .into_lattice(&context, &progress).unwrap(),
            ];
            let by_lists = Children { context: &context, bits: None };
            for graph in &graphs {
                for id in graph.ids() {
                    let members = graph.members(id);
                    let delta = by_definition(&all, &members);
                    prop_assert_eq!(graph.delta(id), delta, "{} {:?}", id, graph.kind());
                    prop_assert_eq!(by_lists.delta(&members), delta);
                    let parents = graph.upper(id).map(|parent| graph.size(parent));
                    let gap = parents.min().map(|size| size - graph.size(id));
                    prop_assert_eq!(graph.gap(id), gap);
                }
            }
        }
    }
}
