//! A check for columns whose spreads differ so much that a few columns decide all distances.

use std::ops::Range;

use super::scale::{Scale, Unit, slots};
use crate::table::Table;

/// The multiple of the middle column's spread beyond which the other columns hardly count.
const FAR_MORE: f64 = 10.0;

/// Two columns of which one counts far more than the other in unscaled distances.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Uneven {
    /// The column with the largest spread.
    pub most: usize,
    /// The column with the median spread, the lower of two.
    pub middle: usize,
    /// The ratio of the largest spread to the median one.
    pub times: f64,
}

/// Returns the columns with the largest and the lower median spread if the first is more than ten
/// times the second. Spreads are standard deviations; columns made of one column's words have one
/// together, and columns of one value are left out.
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
        // Each of the two has a variance of 1/4.
        let values = vec![0.0, 1.0, 0.0, 20.0, 0.0, 1.0];
        let found = of(&names, values).unwrap();
        assert_eq!((found.most, found.middle), (0, 1));
        assert!((found.times - 10.0 / 0.5_f64.sqrt()).abs() < 1e-9);
    }
}
