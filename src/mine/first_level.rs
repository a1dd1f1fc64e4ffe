//! The first level of the search, from the rows of the matrix.
//!
//! The extents of this level are the attributes themselves, each handled alone (`branch.rs`). They
//! are spread over the threads in runs; larger nodes below them become separate tasks, because one
//! first-level branch can hold most of all concepts.

use std::ops::Range;
use std::sync::Mutex;

use rayon::Scope;

use crate::branch::{Branch, NodeLists};
use crate::columns::Columns;
use crate::control::Control;
use crate::matrix::BitMatrix;
use crate::search::SearchNode;
use crate::shared::Shared;
use crate::sink::SearchSink;
use crate::universe::{Universe, set_words};
use crate::{Limits, MiningError, top_and_bottom};
use conceptgraph_sets::bitset::Bits;

/// The most runs of first-level extents; the extents of a run share its scratch space.
const MAX_RUNS: usize = 1024;

/// Runs the whole search with one sink a thread; see [`crate::mine`].
pub(crate) fn mine<S: SearchSink>(
    matrix: &BitMatrix,
    keys: &[S::Key],
    limits: &Limits,
    control: &Control,
    sinks: &[Mutex<S>],
) -> Result<(), MiningError> {
    control.reset();
    if matrix.point_count() < limits.min_size {
        return Ok(());
    }
    let empty_bottom = top_and_bottom::has_empty_bottom(matrix, limits.min_size);
    let shared = Shared::new(limits, control, empty_bottom, sinks);
    let columns = Columns::with_merged_rows(matrix, shared.min_weight() as usize);
    let below_top = Mutex::new(Vec::new());
    rayon::scope(|scope| {
        let (columns, shared, below_top) = (&columns, &shared, &below_top);
        let all = columns.points.len();
        let run = all.div_ceil(MAX_RUNS).max(1);
        for start in (0..all).step_by(run) {
            shared.spawn(scope, move |scope, sink| {
                let ranks = start..all.min(start + run);
                let covers = search_columns(columns, keys, ranks, scope, shared, sink);
                below_top.lock().expect("no panic while it is held").extend(covers);
            });
        }
    });
    let mut sink = sinks[0].lock().expect("all tasks have ended");
    let mut lower = below_top.into_inner().expect("all tasks have ended");
    lower.sort_unstable();
    top_and_bottom::visit_top(matrix, &columns, keys, &lower, empty_bottom, &mut *sink);
    if empty_bottom {
        top_and_bottom::visit_bottom(matrix, &mut *sink);
    }
    shared.report(1 + u64::from(empty_bottom), &mut sink);
    shared.check()
}

/// Searches below the columns at `ranks`; returns those that are lower covers of the top.
fn search_columns<'s, S: SearchSink + 's>(
    columns: &Columns,
    keys: &[S::Key],
    ranks: Range<usize>,
    scope: &Scope<'s>,
    shared: &'s Shared<'s, S>,
    sink: &mut S,
) -> Vec<usize> {
    let mut covers = Vec::new();
    let mut shares = vec![0; columns.points.len()];
    for rank in ranks {
        if shared.is_ended() {
            break;
        }
        if search_column(columns, keys, rank, &mut shares, scope, shared, sink) {
            covers.push(rank);
        }
    }
    covers
}

/// Searches below one column. Returns `true` if it is a lower cover of the top. `shares` is scratch
/// space, one number a column, all 0 between calls.
fn search_column<'s, S: SearchSink + 's>(
    columns: &Columns,
    keys: &[S::Key],
    rank: usize,
    shares: &mut [u32],
    scope: &Scope<'s>,
    shared: &'s Shared<'s, S>,
    sink: &mut S,
) -> bool {
    let branch = Branch::new(columns, rank, shared.min_weight(), S::COVERS || S::KEYED, shares);
    let search = match set_words(branch.weights.len()) {
        0..=1 => search_branch::<[u64; 1], S>,
        2 => search_branch::<[u64; 2], S>,
        8 => search_branch::<[u64; 8], S>,
        _ => search_branch::<Box<[u64]>, S>,
    };
    search(columns, keys, &branch, scope, shared, sink);
    branch.is_cover
}

fn search_branch<'s, B: Bits + 'static, S: SearchSink + 's>(
    columns: &Columns,
    keys: &[S::Key],
    branch: &Branch,
    scope: &Scope<'s>,
    shared: &'s Shared<'s, S>,
    sink: &mut S,
) {
    let weights = branch.weights.clone();
    let universe = if S::KEYED {
        Universe::with_keys(weights, |class, points| {
            let start = points.len();
            let rows = branch.rows.get(class).iter();
            points.extend(rows.flat_map(|&row| columns.members(row)));
            points[start..].iter().map(|&point| keys[point as usize]).sum()
        })
    } else {
        Universe::from_weights(weights)
    };
    let NodeLists { candidates, passed, sets } = branch.lists(columns);
    let node = SearchNode {
        universe,
        extent: B::full(branch.weights.len()),
        intent_size: columns.shared_by_all + branch.intent_size,
        candidates,
        passed,
        sets,
    };
    node.search(scope, shared, sink);
}
