//! Selection of the notable differences, and of the differences from the neighbours of a community.

use super::{Difference, Measure, MeasuredColumns};
use crate::base::ids::PointId;

const MAX_FEATURES: usize = 3;
/// The most differences from the neighbours that are listed before a shared one.
const MAX_OWN: usize = 2;

/// Selects the differences that are worth telling: words of texts first, then the others in their
/// order; at most three features, `kept` texts and `kept` other kept columns.
pub fn select_notable(
    mut found: Vec<Difference<'_>>,
    max_kept: usize,
) -> impl Iterator<Item = Difference<'_>> {
    let is_text = |one: &Difference<'_>| matches!(one.measure, Measure::TextWord(_));
    found.sort_by_key(|one| !is_text(one));
    let mut left = [MAX_FEATURES, max_kept, max_kept];
    found.into_iter().filter(Difference::is_notable).filter(move |one| {
        let left = &mut left[usize::from(one.is_kept) + usize::from(is_text(one))];
        let is_selected = *left > 0;
        *left -= usize::from(is_selected);
        is_selected
    })
}

/// Returns `true` if any of two lists of differences are in one column.
pub(crate) fn share_column(some: &[Difference<'_>], others: &[Difference<'_>]) -> bool {
    some.iter().any(|one| others.iter().any(|other| one.is_in_column_of(other)))
}

/// Selects the differences that set some points apart, given those from all points and the notable
/// ones from the rest, as [`MeasuredColumns::distinctive_differences`] does.
pub(crate) fn select_distinctive<'a>(
    mut from_all: Vec<Difference<'a>>,
    from_rest: Vec<Difference<'a>>,
) -> Vec<Difference<'a>> {
    from_all.retain(Difference::is_notable);
    let is_own = |one: &Difference<'_>| share_column(std::slice::from_ref(one), &from_rest);
    let (own, shared): (Vec<_>, Vec<_>) = from_all.into_iter().partition(is_own);
    let mut own = if own.is_empty() { from_rest } else { own };
    let all = match own.is_empty() {
        true => shared,
        false => {
            let less_own = own.split_off(own.len().min(MAX_OWN));
            own.into_iter().chain(shared.into_iter().take(1)).chain(less_own).collect()
        }
    };
    select_notable(all, 1).collect()
}

impl<'a> MeasuredColumns<'a> {
    /// Returns the notable differences of two sets of points; none if the second is empty.
    pub(crate) fn notable_differences_between(
        &self,
        one: &[PointId],
        other: &[PointId],
    ) -> Vec<Difference<'a>> {
        if other.is_empty() {
            return Vec::new();
        }
        let mut between = self.differences_between(one, other);
        between.retain(Difference::is_notable);
        between
    }

    /// Returns the differences that set some points apart from all, and from `rest`, their
    /// neighbours.
    ///
    /// These are differences from all points, in columns in which the rest differs too. One that
    /// the rest shares comes third. Where the rest shares all, the differences from the rest come
    /// first.
    pub fn distinctive_differences(
        &self,
        points: &[PointId],
        rest: &[PointId],
    ) -> Vec<Difference<'a>> {
        let from_all = self.differences_from_all(points);
        select_distinctive(from_all, self.notable_differences_between(points, rest))
    }
}
