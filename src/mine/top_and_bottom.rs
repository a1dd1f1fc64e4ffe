//! The top and the empty bottom: the extents that are not an attribute restricted to another
//! extent.

use crate::columns::Columns;
use crate::matrix::BitMatrix;
use crate::sink::{MinedConcept, SearchSink};

/// Returns `true` if an empty bottom is a concept and `min_size` admits it.
pub(crate) fn has_empty_bottom(matrix: &BitMatrix, min_size: usize) -> bool {
    let all = matrix.columns().len();
    let no_point_has_all = matrix.rows().iter().all(|row| row.len() < all);
    min_size == 0 && !matrix.rows().is_empty() && no_point_has_all
}

/// Gives the top to a sink; `covers` are the ranks of the columns that it covers. If there are
/// none, the top covers the empty bottom if that is a concept.
pub(crate) fn visit_top<S: SearchSink>(
    matrix: &BitMatrix,
    columns: &Columns,
    keys: &[S::Key],
    covers: &[usize],
    empty_bottom: bool,
    sink: &mut S,
) {
    let lone_bottom = covers.is_empty() && empty_bottom;
    sink.add_counts(1, if lone_bottom { 1 } else { covers.len() as u64 });
    if !S::KEYED {
        return;
    }
    let points = |rank: usize| {
        let rows = columns.points.get(rank).iter();
        rows.flat_map(|&row| columns.members(row))
    };
    let key = |&rank: &usize| points(rank).map(|point| keys[point as usize]).sum();
    let mut lower: Vec<S::Key> = covers.iter().map(key).collect();
    if lone_bottom {
        lower.push(S::Key::default());
    }
    let members: Vec<u32> = (0..matrix.rows().len() as u32).collect();
    sink.add_concept(MinedConcept {
        key: keys.iter().copied().sum(),
        intent_size: columns.shared_by_all,
        members: &members,
        lower: &lower,
    });
}

pub(crate) fn visit_bottom<S: SearchSink>(matrix: &BitMatrix, sink: &mut S) {
    sink.add_counts(1, 0);
    if S::KEYED {
        sink.add_concept(MinedConcept {
            key: S::Key::default(),
            intent_size: matrix.columns().len() as u32,
            members: &[],
            lower: &[],
        });
    }
}
