//! The LCA graph: of the full lattice only what pairs of points need.
//!
//! Its concepts are the closure of every point and of every pair of points, and the top; its covers
//! are those of the inclusion order among these. n points have n(n + 1)/2 closures of one or two,
//! so it has at most n(n + 1)/2 + 1 concepts, however many the full lattice has.
//!
//! The smallest stored concept with p and q is the one of the full lattice: that one is
//! extent({p, q}''), which is stored. So every LCA of two points, and with them the dendrogram
//! purity, is exactly that of the full lattice. The LCA of three points may be larger here.

use std::collections::{HashMap, HashSet};

use rayon::prelude::*;

use super::collect::introduced;
use super::order::{self, ExtentRef};
use super::pair_covers::upper_covers;
use super::{Extents, GraphKind, Lattice, stability};
use crate::base::bitset::Bits;
use crate::base::ids::PointId;
use crate::base::keys::{Key, PointKeys};
use crate::base::progress::{InterruptedError, Progress};
use crate::context::FormalContext;
use crate::context::bits::BitContext;
use crate::context::clarified::Objects;

/// The concepts of the LCA graph, in canonical order, without covers yet.
#[derive(Debug)]
pub struct PairClosures {
    extents: Extents,
    intent_sizes: Vec<u32>,
    /// The first pair of points, by row, whose closure a concept is; none for a top that no pair
    /// generates.
    pairs: Vec<Option<[PointId; 2]>>,
}

fn pairs(points: u64) -> u64 {
    points * points.saturating_sub(1) / 2
}

impl PairClosures {
    fn none(n: usize) -> Self {
        Self { extents: Extents::new(n), intent_sizes: Vec::new(), pairs: Vec::new() }
    }

    fn push(&mut self, members: &[PointId], intent_size: u32, pair: Option<[PointId; 2]>) {
        self.extents.push(members);
        self.intent_sizes.push(intent_size);
        self.pairs.push(pair);
    }

    /// The largest number of concepts that the LCA graph of a context can have: each attribute
    /// joins the points that have it, and pairs that share none have all points as their closure.
    pub fn most(context: &FormalContext) -> u64 {
        let n = context.objects() as u64;
        let joined: u64 = context.columns().iter().map(|column| pairs(column.len() as u64)).sum();
        joined.min(pairs(n)) + n + 1
    }

    /// About how many bytes the LCA graph of a context takes while it is made, if it has as many
    /// concepts as it may have: each with its extent, which is at most as large as a column, and
    /// about as much again for the covers.
    pub fn bytes(context: &FormalContext) -> f64 {
        let (n, concepts) = (context.objects() as f64, Self::most(context) as f64);
        let column = context.columns().iter().map(<[u32]>::len).max().unwrap_or(0) as f64;
        let extent = (n / 8.0).min(4.0 * column) + 64.0;
        BitContext::bytes(context) + concepts * 2.0 * extent
    }

    /// Finds the closure of every point and every pair, each once.
    ///
    /// Memory: an extent of at most n bits or 4 bytes a member for each pair of points whose shared
    /// attributes no pair with the same first point has.
    pub fn find(context: &FormalContext, progress: &Progress) -> Result<Self, InterruptedError> {
        let (n, bits) = (context.objects(), BitContext::new(context));
        let from = |mut found: Self, p: usize| {
            let (mut met, mut members) = (HashSet::new(), Vec::new());
            let sharing = bits.sharing(p);
            // The first point that shares nothing with it stands for all such points.
            let apart = (p..n).find(|&q| !sharing.has(q as u32));
            let sharing = sharing.ones().map(|q| q as usize).filter(|&q| q >= p);
            for q in sharing.chain(apart) {
                let intent = bits.shared(p, q);
                if progress.interrupted() || met.contains(&intent) {
                    continue;
                }
                members.clear();
                members.extend(bits.having(&intent).ones().map(PointId));
                found.push(&members, intent.size(), Some([p as u32, q as u32].map(PointId)));
                met.insert(intent);
            }
            progress.did((n - p) as u64);
            found
        };
        progress.parts((n * (n + 1) / 2) as u64);
        let mut found: Vec<Self> = (0..n).into_par_iter().fold(|| Self::none(n), from).collect();
        progress.check()?;
        let (mut top, all) = (Self::none(n), PointId::first(n).collect::<Vec<_>>());
        top.push(&all, context.shared(&all).len() as u32, None);
        found.push(top);
        Ok(Self::ranked(&found, context))
    }

    /// Puts closures in canonical order and keeps each once, with its first pair.
    fn ranked(found: &[Self], context: &FormalContext) -> Self {
        let parts: Vec<&Extents> = found.iter().map(|part| &part.extents).collect();
        let compare = |a: ExtentRef, b: ExtentRef| order::compare(&parts, a, b);
        // A pair before none.
        let pair = |extent: ExtentRef| {
            let pair = found[extent.part()].pairs[extent.at()];
            (pair.is_none(), pair)
        };
        let mut order = order::extent_refs(&parts, Objects::single(context));
        order.par_sort_unstable_by(|&a, &b| compare(a, b).then_with(|| pair(a).cmp(&pair(b))));
        order.dedup_by(|later, first| compare(*first, *later).is_eq());
        let mut closures = Self::none(context.objects());
        for extent in order {
            let (of, at) = (&found[extent.part()], extent.at());
            closures.extents.push_from(&of.extents, at);
            closures.intent_sizes.push(of.intent_sizes[at]);
            closures.pairs.push(of.pairs[at]);
        }
        closures
    }

    /// How many concepts the LCA graph has.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Finds the covers: the LCA graph whole.
    ///
    /// Memory: 12 bytes a cover, and 16 more while they are looked for.
    pub fn into_lattice(
        self,
        context: &FormalContext,
        progress: &Progress,
    ) -> Result<Lattice, InterruptedError> {
        let upper = upper_covers(&self.extents, &self.pairs, context.objects(), progress)
            .ok_or(InterruptedError)?;
        let lower = upper.transposed(self.len());
        // Every concept is compared with every column, which can take as long as the covers.
        progress.step("measuring stability");
        progress.parts(self.len() as u64);
        let sizes: Vec<u32> = (0..self.len()).map(|at| self.extents.size(at)).collect();
        let kind = GraphKind::Lca;
        let deltas = stability::deltas(kind, context, &self.extents, &sizes, &lower, progress);
        progress.check()?;
        let members = |at: usize| self.extents.members(at);
        for seed in 0.. {
            let keys = PointKeys::new(context.objects(), seed);
            let concept_keys: Vec<Key> =
                (0..self.len()).into_par_iter().map(|at| keys.key_of(&members(at))).collect();
            let ids: HashMap<Key, u32> = concept_keys.iter().copied().zip(0..).collect();
            // Two extents with one key: under another seed they have two.
            if ids.len() < concept_keys.len() {
                continue;
            }
            let introduced =
                introduced(Objects::single(context), &keys, &ids, &self.extents, &lower);
            return Ok(Lattice {
                kind,
                min_size: 0,
                keys,
                twins: None,
                sizes,
                extents: self.extents,
                intent_sizes: self.intent_sizes,
                concept_keys,
                deltas,
                pairs: self.pairs,
                upper,
                lower,
                introduced,
            });
        }
        unreachable!("some seed gives unique keys")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::tests::{check, contexts};
    use crate::mine::Limits;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]
        #[test]
        fn pairs_have_their_lca_of_the_full_lattice(context in contexts()) {
            let progress = Progress::default();
            let closures = PairClosures::find(&context, &progress).unwrap();
            let n = context.objects();
            prop_assert!(closures.len() <= n * (n + 1) / 2 + 1);
            let graph = closures.into_lattice(&context, &progress).unwrap();
            check(&graph, &context)?;
            let full = Lattice::mine(&context, &Limits::default(), &progress).unwrap();
            let top = full.ids().last().unwrap();
            let mut needed = BTreeSet::from([full.members(top)]);
            for p in PointId::first(n) {
                for q in PointId::first(n).skip(p.index()) {
                    let lca = graph.lca(&[p, q]);
                    prop_assert_eq!(lca.len(), 1);
                    let members = graph.members(lca[0]);
                    prop_assert_eq!(&members, &full.members(full.lca(&[p, q])[0]));
                    needed.insert(members);
                }
            }
            let stored: BTreeSet<_> = graph.ids().map(|id| graph.members(id)).collect();
            prop_assert_eq!(stored, needed);
            for id in graph.ids() {
                let Some(pair) = graph.pair(id) else { continue };
                prop_assert_eq!(context.closure(&pair), graph.members(id));
            }
        }
    }
}
