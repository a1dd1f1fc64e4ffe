//! The top and the empty bottom: the extents that are not an attribute restricted to another
//! extent.

use super::columns::Columns;
use super::{MinedConcept, Sink};
use crate::base::ids::PointId;
use crate::context::FormalContext;

/// Whether the empty cluster is a concept, and wanted.
pub(super) fn empty_bottom(context: &FormalContext, min_size: usize) -> bool {
    let all = context.attributes().len();
    let no_point_has_all = context.rows().iter().all(|row| row.len() < all);
    min_size == 0 && context.objects() > 0 && no_point_has_all
}

/// Gives the top to a sink; `covers` are the ranks of the columns that it covers. Where there are
/// none it covers the empty bottom, if that is a concept.
pub(super) fn top<S: Sink>(
    context: &FormalContext,
    columns: &Columns,
    keys: &[S::Key],
    covers: &[usize],
    empty_bottom: bool,
    sink: &mut S,
) {
    let lone_bottom = covers.is_empty() && empty_bottom;
    sink.count(1, if lone_bottom { 1 } else { covers.len() as u64 });
    if !S::KEYED {
        return;
    }
    let points = |rank: usize| {
        let rows = columns.points.get(rank).iter();
        rows.flat_map(|&row| columns.members(row))
    };
    let key = |&rank: &usize| points(rank).map(|point| keys[point.index()]).sum();
    let mut lower: Vec<S::Key> = covers.iter().map(key).collect();
    if lone_bottom {
        lower.push(S::Key::default());
    }
    let members: Vec<PointId> = PointId::first(context.objects()).collect();
    sink.concept(MinedConcept {
        key: keys.iter().copied().sum(),
        intent_size: columns.shared_by_all,
        members: &members,
        lower: &lower,
    });
}

pub(super) fn bottom<S: Sink>(context: &FormalContext, sink: &mut S) {
    sink.count(1, 0);
    if S::KEYED {
        sink.concept(MinedConcept {
            key: S::Key::default(),
            intent_size: context.attributes().len() as u32,
            members: &[],
            lower: &[],
        });
    }
}
