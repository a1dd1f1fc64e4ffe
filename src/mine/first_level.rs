//! The first level of the search, from the rows of the context.
//!
//! The extents right below the top are the attributes themselves. Each is handled alone: its other
//! attributes, restricted to it, are gathered from the rows of its members, so that no set over all
//! n points is ever made and a sparse context costs what its crosses cost. First-level extents are
//! spread over the threads in runs; larger nodes below them become tasks of their own, because one
//! first-level branch can hold most of all concepts.

use std::cmp::Reverse;
use std::ops::Range;
use std::sync::Mutex;

use rayon::Scope;

use super::blocks::Blocks;
use super::candidates::{Candidate, distinct};
use super::search::SearchNode;
use super::shared::Shared;
use super::universe::Universe;
use super::{Found, Limits, Sink};
use crate::bitset::Bits;
use crate::context::FormalContext;
use crate::csr::Csr;
use crate::ids::PointId;
use crate::keys::PointKeys;
use crate::progress::Progress;

/// Runs of first-level extents, so that each run's scratch space pays.
const RUNS: usize = 1024;

/// The attributes as sets of points: proper, large enough, each set once, smallest first.
pub(super) struct Columns {
    pub(super) points: Csr,
    /// How many attributes have that set of points.
    pub(super) attributes: Vec<u32>,
    /// The columns each point is in.
    rows: Csr,
    /// How many attributes every point has: the intent of the top.
    shared_by_all: u32,
}

impl Columns {
    pub(super) fn of(context: &FormalContext, least: usize) -> Self {
        let n = context.objects();
        let mut lists: Vec<&[u32]> = context.columns().iter().collect();
        let shared_by_all = lists.iter().filter(|list| list.len() == n).count() as u32;
        lists.retain(|list| (least..n).contains(&list.len()));
        lists.sort_unstable_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
        let runs: Vec<_> = lists.chunk_by(|a, b| a == b).collect();
        let points: Csr = runs.iter().map(|run| run[0].iter().copied()).collect();
        let attributes = runs.iter().map(|run| run.len() as u32).collect();
        Self { rows: points.transposed(n), points, attributes, shared_by_all }
    }

    /// How many crosses are looked at to make the branch of the column of that rank.
    pub(super) fn gathered(&self, rank: usize) -> u64 {
        self.points.get(rank).iter().map(|&point| self.rows.get(point as usize).len() as u64).sum()
    }
}

/// Runs the whole search; see [`super::mine`]. `portable` keeps to code for any processor.
pub(super) fn mine<S: Sink>(
    context: &FormalContext,
    keys: &PointKeys,
    limits: &Limits,
    progress: &Progress,
    new_sink: &(dyn Fn() -> S + Sync),
    portable: bool,
) -> Vec<S> {
    let n = context.objects();
    if n < limits.min_size {
        return Vec::new();
    }
    let all_attributes = context.attributes().len();
    let empty_bottom = empty_bottom(context, limits.min_size);
    let shared = Shared::new(limits, progress, empty_bottom, new_sink, portable);
    let columns = Columns::of(context, shared.least() as usize);
    let below_top = Mutex::new(Vec::new());
    rayon::scope(|scope| {
        let (columns, shared, below_top) = (&columns, &shared, &below_top);
        let all = columns.points.len();
        let run = all.div_ceil(RUNS).max(1);
        for start in (0..all).step_by(run) {
            shared.spawn(scope, move |scope, sink| {
                let ranks = start..all.min(start + run);
                let covers = first_level(columns, keys, ranks, scope, shared, sink);
                below_top.lock().expect("no panic while it is held").extend(covers);
            });
        }
    });
    let mut sinks = shared.take_sinks();
    let mut lower: Vec<usize> = below_top.into_inner().expect("all tasks have ended");
    lower.sort_unstable();
    let key = |&rank: &usize| {
        columns.points.get(rank).iter().map(|&point| keys.keys()[point as usize]).sum()
    };
    let mut lower = if S::KEYED { lower.iter().map(key).collect() } else { vec![0; lower.len()] };
    if lower.is_empty() && shared.empty_bottom() {
        lower.push(0);
    }
    let top: Vec<PointId> = PointId::first(n).collect();
    let mut ends = vec![(&top[..], columns.shared_by_all, &lower[..])];
    if shared.empty_bottom() {
        ends.push((&[], all_attributes as u32, &[]));
    }
    for (members, intent_size, lower) in ends {
        sinks[0].count(1, lower.len() as u64);
        shared.report(1);
        if S::KEYED {
            sinks[0].concept(Found { key: keys.key_of(members), intent_size, members, lower });
        }
    }
    sinks
}

/// Whether the empty cluster is a concept, and wanted.
pub(super) fn empty_bottom(context: &FormalContext, min_size: usize) -> bool {
    let all = context.attributes().len();
    let no_point_has_all = context.rows().iter().all(|row| row.len() < all);
    min_size == 0 && context.objects() > 0 && no_point_has_all
}

/// Searches below some attributes. Returns which of them are lower covers of the top.
fn first_level<'s, S: Sink + 's>(
    columns: &Columns,
    keys: &PointKeys,
    ranks: Range<usize>,
    scope: &Scope<'s>,
    shared: &'s Shared<'s, S>,
    sink: &mut S,
) -> Vec<usize> {
    let mut covers = Vec::new();
    let mut shares = vec![0; columns.points.len()];
    for rank in ranks {
        if shared.ended() {
            break;
        }
        let words = columns.points.get(rank).len().div_ceil(64);
        let gather = match words {
            0..=1 => gather::<[u64; 1], S>,
            2 => gather::<[u64; 2], S>,
            3..=4 => gather::<[u64; 4], S>,
            5..=8 => gather::<[u64; 8], S>,
            _ => gather::<Box<[u64]>, S>,
        };
        if gather(columns, keys, rank, &mut shares, scope, shared, sink) {
            covers.push(rank);
        }
    }
    covers
}

/// Searches below one attribute; returns whether it is a lower cover of the top. `shares` is
/// scratch space, one number a column, all 0 between calls.
fn gather<'s, B: Bits + 'static, S: Sink + 's>(
    columns: &Columns,
    keys: &PointKeys,
    rank: usize,
    shares: &mut [u32],
    scope: &Scope<'s>,
    shared: &'s Shared<'s, S>,
    sink: &mut S,
) -> bool {
    let points = columns.points.get(rank);
    let branch = Branch::of(columns, rank, shared.least(), shares);
    let node = SearchNode {
        universe: Universe::new(
            points.iter().map(|&point| PointId(point)).collect(),
            S::KEYED.then_some(keys),
        ),
        extent: B::full(points.len()),
        intent_size: columns.shared_by_all + branch.intent_size,
        candidates: branch.candidates,
        passed: branch.passed,
        sets: branch.sets,
    };
    node.search(scope, shared, sink);
    branch.is_cover
}

/// What lies below one attribute, over its own points.
pub(super) struct Branch<B: Bits> {
    pub(super) candidates: Vec<Candidate<B>>,
    pub(super) passed: Blocks<B>,
    /// How many sets are passed.
    pub(super) sets: usize,
    /// The attributes with these points, without those that all points have.
    intent_size: u32,
    /// Whether it is a lower cover of the top.
    is_cover: bool,
}

impl<B: Bits> Branch<B> {
    /// The branch of the column of that rank; `shares` as for [`gather`].
    pub(super) fn of(columns: &Columns, rank: usize, least: u32, shares: &mut [u32]) -> Self {
        let points = columns.points.get(rank);
        let size = points.len() as u32;
        let mut met = Vec::new();
        for &point in points {
            for &other in columns.rows.get(point as usize) {
                if shares[other as usize] == 0 {
                    met.push(other);
                }
                shares[other as usize] += 1;
            }
        }
        // Columns that hold the whole extent belong to its intent; small ones can be no extent
        // here.
        met.sort_unstable();
        let holding = |&other: &u32| shares[other as usize] == size;
        let intent_size =
            met.iter().filter(|o| holding(o)).map(|&o| columns.attributes[o as usize]).sum();
        let is_cover = met.iter().filter(|o| holding(o)).count() == 1;
        let mut restricted: Vec<(u32, u32)> =
            met.iter().map(|&other| (other, shares[other as usize])).collect();
        met.iter().for_each(|&other| shares[other as usize] = 0);
        restricted.retain(|&(_, share)| share < size && share >= least);
        let mut sets = vec![B::empty(points.len()); restricted.len()];
        for (slot, &(other, _)) in restricted.iter().enumerate() {
            shares[other as usize] = slot as u32 + 1;
        }
        for (at, &point) in points.iter().enumerate() {
            for &other in columns.rows.get(point as usize) {
                if let Some(slot) = shares[other as usize].checked_sub(1) {
                    sets[slot as usize].insert(at as u32);
                }
            }
        }
        restricted.iter().for_each(|&(other, _)| shares[other as usize] = 0);

        let (mut candidates, mut earlier) = (Vec::new(), Vec::new());
        for (set, (other, size)) in sets.into_iter().zip(restricted) {
            if (other as usize) < rank {
                earlier.push((size, set));
            } else {
                let attributes = columns.attributes[other as usize];
                candidates.push(Candidate { set, size, attributes });
            }
        }
        // Of thousands a few are maximal: the largest first, the others lie within one of them.
        earlier.sort_by_key(|&(size, _)| Reverse(size));
        let (mut passed, mut sets) = (Blocks::new(), 0);
        for (_, set) in &earlier {
            if !passed.any_holds(0, set) {
                passed.push(0, sets, set);
                sets += 1;
            }
        }
        candidates.retain(|candidate| !passed.any_holds(0, &candidate.set));
        distinct(&mut candidates, 0);
        Self { candidates, passed, sets, intent_size, is_cover }
    }
}
