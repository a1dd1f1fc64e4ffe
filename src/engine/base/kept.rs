//! Columns of a table that take no part in anything and are only shown beside the points.
//!
//! Invariant: every point has one cell a column; an empty cell is an empty text.

use std::collections::HashMap;

use super::ids::PointId;

/// The columns that were kept to be shown, as texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    names: Vec<String>,
    /// Point by point.
    cells: Vec<String>,
}

impl Kept {
    /// Columns of these names, and their cells point by point.
    ///
    /// # Panics
    /// When there is not one cell a column for every point.
    pub fn new(names: Vec<String>, cells: Vec<String>) -> Self {
        assert!(cells.len().checked_rem(names.len()).unwrap_or(cells.len()) == 0, "whole rows");
        Self { names, cells }
    }

    /// What the columns are called.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The cells of a point, one a column.
    pub fn of_point(&self, point: PointId) -> &[String] {
        let width = self.names.len();
        &self.cells[point.index() * width..(point.index() + 1) * width]
    }

    /// How many points have cells; none without columns.
    pub fn points(&self) -> usize {
        self.cells.len().checked_div(self.names.len()).unwrap_or(0)
    }

    /// The text that most of these points have in a column, and how many do; of equals the first in
    /// the alphabet. None where all their cells are empty.
    pub fn most_common(&self, column: usize, points: &[PointId]) -> Option<(&str, usize)> {
        let mut counts: HashMap<&str, usize> = HashMap::new();
        let cells = points.iter().map(|&point| self.of_point(point)[column].as_str());
        cells
            .filter(|cell| !cell.is_empty())
            .for_each(|cell| *counts.entry(cell).or_default() += 1);
        counts.into_iter().max_by(|(a, one), (b, other)| one.cmp(other).then_with(|| b.cmp(a)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_stand_point_by_point_and_the_most_common_is_found() {
        let cells = ["male", "x", "", "y", "female", "y"].map(str::to_owned).to_vec();
        let kept = Kept::new(vec!["sex".into(), "site".into()], cells);
        assert_eq!((kept.points(), kept.of_point(PointId(1))), (3, &["".into(), "y".into()][..]));
        let all: Vec<PointId> = PointId::first(3).collect();
        assert_eq!(kept.most_common(0, &all), Some(("female", 1)));
        assert_eq!(kept.most_common(1, &all), Some(("y", 2)));
        assert_eq!(kept.most_common(0, &all[1..2]), None);
        assert_eq!(Kept::default().points(), 0);
    }
}
