//! Columns of a table that take no part in anything and are only shown beside the points.
//!
//! Invariant: every point has one cell a column; an empty cell is an empty text.

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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_stand_point_by_point() {
        let cells = ["male", "x", "", "y", "female", "y"].map(str::to_owned).to_vec();
        let kept = Kept::new(vec!["sex".into(), "site".into()], cells);
        assert_eq!((kept.points(), kept.of_point(PointId(1))), (3, &["".into(), "y".into()][..]));
        assert_eq!(Kept::default().points(), 0);
    }
}
