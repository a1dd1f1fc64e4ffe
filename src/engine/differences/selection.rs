//! The differences that are worth telling, and those that tell a community from its neighbours.

use super::{Difference, Measure, MeasuredColumns};
use crate::base::ids::PointId;

const MAX_FEATURES: usize = 3;
/// The most differences from the neighbours that are told before one that these share.
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

impl<'a> MeasuredColumns<'a> {
    /// Returns `true` if two sets of points differ notably in a column of `found`.
    pub(crate) fn tell_apart(
        &self,
        found: &[Difference<'_>],
        one: &[PointId],
        other: &[PointId],
    ) -> bool {
        let between = self.differences_between(one, other);
        let mut between = between.iter().filter(|one| one.is_notable());
        between.any(|one| found.iter().any(|found| found.is_in_column_of(one)))
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
        let mut from_all = self.differences_from_all(points);
        if rest.is_empty() {
            return select_notable(from_all, 1).collect();
        }
        from_all.retain(Difference::is_notable);
        let mut from_rest = self.differences_between(points, rest);
        from_rest.retain(Difference::is_notable);
        let is_own =
            |one: &Difference<'_>| from_rest.iter().any(|other| other.is_in_column_of(one));
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
}
