//! A check for columns whose spreads differ so much that a few columns decide all distances.

use std::ops::Range;

use super::scale::{Scale, Unit, column_groups};
use crate::table::Table;

/// The multiple of the middle column's spread beyond which the other columns hardly count.
const MAX_RATIO: f64 = 10.0;

/// Two columns of which one counts far more than the other in unscaled distances.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct UnevenColumns {
    pub widest: usize,
    /// The column with the median spread, the lower of two.
    pub(crate) median: usize,
    pub(crate) ratio: f64,
}

/// Returns the columns with the largest and the lower median spread if the first is more than ten
/// times the second. Spreads are standard deviations; columns made of one column's words have one
/// together, and columns of one value are left out.
pub(crate) fn uneven_columns(table: &Table) -> Option<UnevenColumns> {
    let (names, values) = (table.features(), table.values());
    let units = Scale::Standard.units(values, names);
    let spread = |slot: Range<usize>| match units.get(slot.start)? {
        Unit::Scaled { divisor: part, unit: length, .. } => Some((part * length, slot.start)),
        Unit::Unscaled | Unit::Constant => None,
    };
    let slots = column_groups(names, values).into_iter();
    let mut spreads: Vec<(f64, usize)> = slots.filter_map(spread).collect();
    spreads.retain(|&(spread, _)| spread.is_finite());
    spreads.sort_by(|one, other| one.0.total_cmp(&other.0));
    let &(largest, most) = spreads.last()?;
    let (spread, middle) = spreads[(spreads.len() - 1) / 2];
    let times = largest / spread;
    (times > MAX_RATIO).then_some(UnevenColumns { widest: most, median: middle, ratio: times })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::points::Points;

    fn of(names: &[&str], values: Vec<f64>) -> Option<UnevenColumns> {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let points = Points::from_count(values.len() / names.len(), None);
        uneven_columns(&Table::new(names, values, points))
    }

    #[test]
    fn the_largest_spread_is_compared_with_the_lower_of_the_middle() {
        let found = of(&["a", "b"], vec![0.0, 0.0, 1.0, 20.0]);
        assert_eq!(found, Some(UnevenColumns { widest: 1, median: 0, ratio: 20.0 }));
        assert_eq!(of(&["a", "b"], vec![0.0, 0.0, 1.0, 10.0]), None);
        // A column of one value is not counted, and one column is not uneven.
        assert_eq!(of(&["a", "b"], vec![0.0, 5.0, 1.0, 5.0]), None);
        assert_eq!(of(&["a"], vec![]), None);
    }

    #[test]
    fn the_words_of_a_column_count_together() {
        let names = ["size", "sex=f", "sex=m"];
        // Each of the two has a variance of 1/4.
        let values = vec![0.0, 1.0, 0.0, 20.0, 0.0, 1.0];
        let found = of(&names, values).unwrap();
        assert_eq!((found.widest, found.median), (0, 1));
        assert!((found.ratio - 10.0 / 0.5_f64.sqrt()).abs() < 1e-9);
    }
}
