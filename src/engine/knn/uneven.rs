//! Whether the spreads of columns differ so much that a few of them decide all distances.

use std::ops::Range;

use super::scale::{Scale, Unit, slots};
use crate::table::Table;

/// With this many times the spread of the middle column the others hardly count.
const FAR_MORE: f64 = 10.0;

/// Columns of which one counts far more than another in unscaled distances.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Uneven {
    /// The column with the largest spread.
    pub most: usize,
    /// The one in the middle, the lower of two.
    pub middle: usize,
    /// How many times the spread of the one that of the other is.
    pub times: f64,
}

/// The spreads of a table's columns, where the largest is more than ten times the lower median: as
/// standard deviations, those of columns made of one column's words together, and without columns
/// of one value.
pub fn uneven(table: &Table) -> Option<Uneven> {
    let (names, values) = (table.features(), table.values());
    let units = Scale::Standard.units(values, names);
    let spread = |slot: Range<usize>| match units.get(slot.start)? {
        Unit::Of { part, length, .. } => Some((part * length, slot.start)),
        Unit::AsItIs | Unit::Constant => None,
    };
    let slots = slots(names, values).into_iter();
    let mut spreads: Vec<(f64, usize)> = slots.filter_map(spread).collect();
    spreads.retain(|&(spread, _)| spread.is_finite());
    spreads.sort_by(|one, other| one.0.total_cmp(&other.0));
    let &(largest, most) = spreads.last()?;
    let (spread, middle) = spreads[(spreads.len() - 1) / 2];
    let times = largest / spread;
    (times > FAR_MORE).then_some(Uneven { most, middle, times })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::points::Points;

    fn of(names: &[&str], values: Vec<f64>) -> Option<Uneven> {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let points = Points::numbered(values.len() / names.len(), None);
        uneven(&Table::new(names, values, points))
    }

    #[test]
    fn the_largest_spread_is_compared_with_the_lower_of_the_middle() {
        let found = of(&["a", "b"], vec![0.0, 0.0, 1.0, 20.0]);
        assert_eq!(found, Some(Uneven { most: 1, middle: 0, times: 20.0 }));
        assert_eq!(of(&["a", "b"], vec![0.0, 0.0, 1.0, 10.0]), None);
        // A column of one value is not counted, and one column is not uneven.
        assert_eq!(of(&["a", "b"], vec![0.0, 5.0, 1.0, 5.0]), None);
        assert_eq!(of(&["a"], vec![]), None);
    }

    #[test]
    fn the_words_of_a_column_count_together() {
        let names = ["size", "sex=f", "sex=m"];
        // The two have a variance of 1/4 each.
        let values = vec![0.0, 1.0, 0.0, 20.0, 0.0, 1.0];
        let found = of(&names, values).unwrap();
        assert_eq!((found.most, found.middle), (0, 1));
        assert!((found.times - 10.0 / 0.5_f64.sqrt()).abs() < 1e-9);
    }
}
