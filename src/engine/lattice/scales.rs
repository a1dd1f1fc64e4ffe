//! The graph of every scale: a few clusters a point, from the point itself to its whole group.
//!
//! Let a_1, a_2, ... be the attributes of a point p in their order: its nearest points first, or in
//! a ready context the most common attribute first. The points that have a_1, ..., a_m are an
//! extent (the closure of m attributes), and for one p these extents are nested: the more
//! attributes, the fewer points, down to the object concept of p. The largest extent of each octave
//! of sizes, 2^(e-1) < size <= 2^e, is a candidate, and so are the first and the last extent. That
//! is at most log2(k) + 2 candidates a point, found without enumerating the lattice.
//!
//! Neighbouring points have nearly equal candidates. Candidates are taken from the largest to the
//! smallest, and one is left out if
//!
//! - it is a copy: its Jaccard index with a kept cluster is at least [`Scales::min_jaccard`], or
//! - its points are, on average, in [`Scales::quota`] kept clusters of its octave already.
//!
//! Object concepts of a single point are always kept, and so is the cluster of all points. Points
//! with equal rows are one object that counts as many times as it has points.
//!
//! Candidates are ordered by size, then by the row of p, so the graph is a function of the context
//! and the order of its attributes.

use std::cmp::Reverse;

use rayon::prelude::*;

use super::Extents;
use crate::base::bitset::Bits;
use crate::base::csr::Csr;
use crate::base::ids::PointId;
use crate::base::progress::{InterruptedError, Progress};
use crate::context::FormalContext;
use crate::context::bits::BitSet;
use crate::context::clarified::Objects;

/// The parameters that decide which candidates are kept.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scales {
    pub(crate) min_jaccard: f64,
    pub(crate) quota: f64,
}

const BATCH: usize = 1 << 12;
/// The number of objects whose extents one thread narrows down, one after the other.
const CHUNK: usize = 64;

/// An extent that may be kept: the points with the first `depth` attributes of `object`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Candidate {
    size: u32,
    object: u32,
    depth: u32,
}

/// The objects of each kept cluster, from the largest cluster to the smallest, and the object whose
/// attributes define it; without the cluster of all points unless it is among the candidates.
pub(super) struct SelectedExtents {
    pub(super) extents: Extents,
    pub(super) centers: Vec<PointId>,
}

/// Returns the attributes of each object, the most common first, ties by number.
pub(crate) fn attributes_by_support(context: &FormalContext) -> Csr {
    let support = |&attribute: &u32| (Reverse(context.support(attribute as usize)), attribute);
    let sorted = |row: &[u32]| {
        let mut row = row.to_vec();
        row.sort_unstable_by_key(support);
        row
    };
    context.rows().iter().map(sorted).collect()
}

/// Chooses the clusters that are kept. `order` has the attributes of each object in their order.
pub(super) fn select_extents(
    context: &FormalContext,
    order: &Csr,
    scales: Scales,
    progress: &Progress,
) -> Result<SelectedExtents, InterruptedError> {
    let columns = ContextColumns::new(context);
    let candidates = find_candidates(&columns, order, progress)?;
    progress.set_part_count(candidates.len() as u64);
    let mut selector = Selector::new(context, scales);
    for some in candidates.chunks(BATCH) {
        progress.check()?;
        let extent =
            |of: &Candidate| columns.extent(&order.get(of.object as usize)[..of.depth as usize]);
        let extents: Vec<Vec<u32>> = some.par_iter().map(extent).collect();
        for (candidate, extent) in some.iter().zip(extents) {
            selector.offer(*candidate, &extent);
        }
        progress.add_done(some.len() as u64);
    }
    Ok(selector.selected)
}

pub(super) fn orders_of_objects(objects: Objects<'_>, order: &Csr) -> Csr {
    let all = PointId::first(objects.context.object_count());
    all.map(|object| order.get(objects.first_point(object).index()).iter().copied()).collect()
}

/// Returns every candidate, from the largest to the smallest, of equally large ones by object.
fn find_candidates(
    columns: &ContextColumns<'_>,
    order: &Csr,
    progress: &Progress,
) -> Result<Vec<Candidate>, InterruptedError> {
    // Objects whose lists begin alike stand together, so that extents are narrowed down once.
    let mut objects: Vec<u32> = (0..order.len() as u32).collect();
    objects.par_sort_unstable_by(|&a, &b| {
        order.get(a as usize).cmp(order.get(b as usize)).then(a.cmp(&b))
    });
    progress.set_part_count(objects.len() as u64);
    let of_chunk = |(chunk, some): (usize, &[u32])| {
        let mut found = Vec::new();
        if progress.is_interrupted() {
            return found;
        }
        let mut before: &[u32] = match chunk {
            0 => &[],
            _ => order.get(objects[chunk * CHUNK - 1] as usize),
        };
        let mut walk = PrefixWalk::default();
        for (at, &object) in some.iter().enumerate() {
            let list = order.get(object as usize);
            walk.advance(columns, list);
            let shared = common_prefix_len(before, list);
            for level in candidate_prefixes(&walk.sizes) {
                let (depth, size) = (level.depth, level.size);
                if level.is_last {
                    found.push(Candidate { size, object, depth });
                } else if depth as usize > shared {
                    // Objects whose lists begin alike share it: it belongs to the first.
                    let begins = |&other: &u32| {
                        common_prefix_len(order.get(other as usize), list) >= depth as usize
                    };
                    let equal_prefixes =
                        objects[chunk * CHUNK + at..].iter().copied().take_while(begins);
                    found.push(Candidate {
                        size,
                        object: equal_prefixes.min().unwrap_or(object),
                        depth,
                    });
                }
            }
            before = list;
        }
        progress.add_done(some.len() as u64);
        found
    };
    let found: Vec<_> = objects.par_chunks(CHUNK).enumerate().map(of_chunk).collect();
    progress.check()?;
    let mut all = found.concat();
    all.par_sort_unstable_by_key(|of| (Reverse(of.size), of.object, of.depth));
    Ok(all)
}

fn common_prefix_len(one: &[u32], other: &[u32]) -> usize {
    one.iter().zip(other).take_while(|(a, b)| a == b).count()
}

#[derive(Default)]
struct PrefixWalk {
    list: Vec<u32>,
    /// The extents of the prefixes, end to end.
    objects: Vec<u32>,
    starts: Vec<usize>,
    sizes: Vec<u32>,
}

impl PrefixWalk {
    /// Moves on to another list; the extents of the common prefix stay. Ends early at an extent of
    /// one object, which has all attributes that follow.
    fn advance(&mut self, columns: &ContextColumns<'_>, list: &[u32]) {
        let shared = common_prefix_len(&self.list, list).min(self.starts.len());
        self.objects.truncate(self.starts.get(shared).copied().unwrap_or(usize::MAX));
        self.starts.truncate(shared);
        self.sizes.truncate(shared);
        self.list.clear();
        self.list.extend_from_slice(list);
        let context = columns.context;
        for &attribute in &list[shared..] {
            let start = self.objects.len();
            match self.starts.last() {
                None => self.objects.extend_from_slice(context.columns().get(attribute as usize)),
                Some(&wider) if start - wider == 1 => break,
                Some(&wider) => {
                    self.objects.extend_from_within(wider..);
                    let kept = columns.filter_objects(&mut self.objects[start..], attribute);
                    self.objects.truncate(start + kept);
                }
            }
            let extent = self.objects[start..].iter();
            self.sizes.push(extent.map(|&object| context.weight(PointId(object))).sum());
            self.starts.push(start);
        }
    }
}

/// Moves the objects that `has` holds for to the front, in their order; returns their number.
fn move_to_front(objects: &mut [u32], has: impl Fn(u32) -> bool) -> usize {
    let mut kept = 0;
    for at in 0..objects.len() {
        // There is no branch, which could not be predicted.
        let object = objects[at];
        objects[kept] = object;
        kept += usize::from(has(object));
    }
    kept
}

struct ContextColumns<'a> {
    context: &'a FormalContext,
    bits: Option<Vec<BitSet>>,
}

const MAX_BIT_BYTES: usize = 1 << 27;

impl<'a> ContextColumns<'a> {
    fn new(context: &'a FormalContext) -> Self {
        let (n, m) = (context.object_count(), context.attributes().len());
        let is_small = n.div_ceil(8).saturating_mul(m) <= MAX_BIT_BYTES;
        let of_columns =
            || context.columns().iter().map(|column| Bits::from_numbers(n, column)).collect();
        Self { context, bits: is_small.then(of_columns) }
    }

    /// Moves the objects that have an attribute to the front; returns their number.
    fn filter_objects(&self, objects: &mut [u32], attribute: u32) -> usize {
        match &self.bits {
            Some(columns) => {
                let column = &columns[attribute as usize];
                move_to_front(objects, |object| column.has(object))
            }
            None => {
                let rows = self.context.rows();
                move_to_front(objects, |object| {
                    rows.get(object as usize).binary_search(&attribute).is_ok()
                })
            }
        }
    }

    fn extent(&self, attributes: &[u32]) -> Vec<u32> {
        let columns = self.context.columns();
        let support = |&&attribute: &&u32| columns.get(attribute as usize).len();
        let Some(&rarest) = attributes.iter().min_by_key(support) else {
            return (0..self.context.object_count() as u32).collect();
        };
        let others = attributes.iter().filter(|&&attribute| attribute != rarest);
        let mut extent = columns.get(rarest as usize).to_vec();
        for &attribute in others {
            let kept = self.filter_objects(&mut extent, attribute);
            extent.truncate(kept);
        }
        extent
    }
}

/// Returns the octave of a size: e with 2^(e-1) < size <= 2^e.
fn octave(size: u32) -> usize {
    size.next_power_of_two().trailing_zeros() as usize
}

struct CandidatePrefix {
    depth: u32,
    size: u32,
    /// `true` if the extent is a candidate only as the object concept.
    is_last: bool,
}

/// Returns the first extent, the largest of each octave, and the last, the first of each size.
fn candidate_prefixes(sizes: &[u32]) -> impl Iterator<Item = CandidatePrefix> {
    let level = move |at: usize| {
        let (size, before) = (sizes[at], at.checked_sub(1).map(|before| sizes[before]));
        let is_largest = before.is_none_or(|before| octave(size) < octave(before));
        let is_last = before.is_some_and(|before| size < before) && sizes.last() == Some(&size);
        let level = CandidatePrefix { depth: at as u32 + 1, size, is_last: !is_largest };
        (is_largest || is_last).then_some(level)
    };
    (0..sizes.len()).filter_map(level)
}

struct Selector<'a> {
    context: &'a FormalContext,
    scales: Scales,
    selected: SelectedExtents,
    sizes: Vec<u32>,
    /// The kept clusters that contain each object, largest first.
    clusters_of: Vec<Vec<u32>>,
    octave_counts: Vec<Vec<u32>>,
    /// The number of points that each kept cluster has in common with the current candidate.
    common: Vec<u32>,
}

impl<'a> Selector<'a> {
    fn new(context: &'a FormalContext, scales: Scales) -> Self {
        let n = context.object_count();
        Self {
            context,
            scales,
            selected: SelectedExtents { extents: Extents::new(n), centers: Vec::new() },
            sizes: Vec::new(),
            clusters_of: vec![Vec::new(); n],
            octave_counts: vec![Vec::new(); u32::BITS as usize],
            common: Vec::new(),
        }
    }

    fn offer(&mut self, candidate: Candidate, extent: &[u32]) {
        let is_single = candidate.size == 1;
        if !is_single && (self.is_quota_full(candidate, extent) || self.has_copy(candidate, extent))
        {
            return;
        }
        let id = self.sizes.len() as u32;
        self.selected.extents.push(extent);
        self.selected.centers.push(PointId(candidate.object));
        self.sizes.push(candidate.size);
        self.common.push(0);
        let held = &mut self.octave_counts[octave(candidate.size)];
        held.resize(self.clusters_of.len(), 0);
        for &object in extent {
            self.clusters_of[object as usize].push(id);
            held[object as usize] += 1;
        }
    }

    fn weight(&self, object: u32) -> u32 {
        self.context.weight(PointId(object))
    }

    fn is_quota_full(&self, candidate: Candidate, extent: &[u32]) -> bool {
        let held = &self.octave_counts[octave(candidate.size)];
        let of = |&object: &u32| {
            let held = held.get(object as usize).copied().unwrap_or(0);
            u64::from(held) * u64::from(self.weight(object))
        };
        let held = extent.iter().map(of).sum::<u64>();
        held as f64 >= self.scales.quota * f64::from(candidate.size)
    }

    fn has_copy(&mut self, candidate: Candidate, extent: &[u32]) -> bool {
        let (size, likeness) = (f64::from(candidate.size), self.scales.min_jaccard);
        let mut met: Vec<u32> = Vec::new();
        for &object in extent {
            let weight = self.weight(object);
            // Smallest first: a cluster that is too large to be a copy ends the search.
            for &id in self.clusters_of[object as usize].iter().rev() {
                if f64::from(self.sizes[id as usize]) * likeness > size {
                    break;
                }
                let common = &mut self.common[id as usize];
                if *common == 0 {
                    met.push(id);
                }
                *common += weight;
            }
        }
        let mut is_copy = false;
        for id in met {
            let both = f64::from(std::mem::take(&mut self.common[id as usize]));
            let either = size + f64::from(self.sizes[id as usize]) - both;
            is_copy |= both >= likeness * either;
        }
        is_copy
    }
}
