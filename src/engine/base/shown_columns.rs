//! Columns of a table that take no part in the computation and are only shown beside the points.
//!
//! Invariant: every point has one cell for each column; an empty cell is an empty text. If all
//! non-empty cells of a column are numbers, each is written in its shortest form: 1.5 for 1.50.

use super::ids::PointId;
use super::rows::Value;

/// The columns that are only shown, as texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShownColumns {
    names: Vec<String>,
    /// The cells of the first point, then those of the second, and so on.
    cells: Vec<String>,
    kinds: Vec<ColumnKind>,
}

/// The kind of the values of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// Words, or no values at all.
    Text,
    /// Whole numbers.
    Integer,
    /// Numbers.
    Real,
}

/// The value of a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ShownCell<'c> {
    /// An empty cell.
    Empty,
    /// Words.
    Text(&'c str),
    /// A whole number.
    Integer(i64),
    /// A number.
    Real(f64),
}

impl ColumnKind {
    /// Returns the value of a cell with this text in a column of this kind.
    pub fn cell(self, text: &str) -> ShownCell<'_> {
        match self {
            _ if text.is_empty() => ShownCell::Empty,
            Self::Text => ShownCell::Text(text),
            Self::Integer => text.parse().map_or(ShownCell::Text(text), ShownCell::Integer),
            Self::Real => text.parse().map_or(ShownCell::Text(text), ShownCell::Real),
        }
    }
}

impl From<ShownCell<'_>> for Value {
    fn from(cell: ShownCell<'_>) -> Self {
        match cell {
            ShownCell::Empty => Value::Null,
            ShownCell::Text(text) => Value::text(text),
            ShownCell::Integer(number) => Value::Int(number),
            ShownCell::Real(number) => Value::Real(number),
        }
    }
}

impl ShownColumns {
    /// Creates columns of these names from their cells, point by point.
    ///
    /// # Panics
    /// Panics if the cells are not one for each column of every point.
    pub fn new(names: Vec<String>, mut cells: Vec<String>) -> Self {
        let width = names.len();
        assert!(cells.len().checked_rem(width).unwrap_or(cells.len()) == 0, "whole rows");
        let kinds = (0..width).map(|at| shorten_numbers(&mut cells, at, width)).collect();
        Self { names, cells, kinds }
    }

    /// Returns the names of the columns.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the kind of each column.
    pub fn kinds(&self) -> &[ColumnKind] {
        &self.kinds
    }

    /// Returns the cells of a point, one for each column.
    pub fn cells_of(&self, point: PointId) -> &[String] {
        let width = self.names.len();
        &self.cells[point.index() * width..(point.index() + 1) * width]
    }

    /// Returns the number of points that have cells; 0 if there are no columns.
    pub fn point_count(&self) -> usize {
        self.cells.len().checked_div(self.names.len()).unwrap_or(0)
    }
}

/// Writes the cells of a column of numbers in their shortest form; returns the kind of the column.
fn shorten_numbers(cells: &mut [String], column: usize, width: usize) -> ColumnKind {
    let places = (column..cells.len()).step_by(width).filter(|&at| !cells[at].is_empty());
    let places: Vec<usize> = places.collect();
    let is_whole = |cell: &str| cell.parse().is_ok_and(|number: i64| number.to_string() == cell);
    let are_whole = |cells: &[String]| places.iter().all(|&at| is_whole(&cells[at]));
    if !places.is_empty() && !are_whole(cells) {
        let numbers: Option<Vec<String>> =
            places.iter().map(|&at| shortest_number(&cells[at])).collect();
        let Some(numbers) = numbers else { return ColumnKind::Text };
        places.iter().zip(numbers).for_each(|(&at, number)| cells[at] = number);
    }
    match places.is_empty() {
        true => ColumnKind::Text,
        false if are_whole(cells) => ColumnKind::Integer,
        false => ColumnKind::Real,
    }
}

/// Returns the shortest form of a number; `None` for words, and for codes such as 02134.
fn shortest_number(cell: &str) -> Option<String> {
    let digits = cell.strip_prefix('-').unwrap_or(cell);
    let begins = digits.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    let number: f64 = cell.parse().ok().filter(|number: &f64| begins && number.is_finite())?;
    let long = format!("{number:?}");
    let short = long.strip_suffix(".0").unwrap_or(&long);
    let is_code = digits.bytes().all(|byte| byte.is_ascii_digit()) && short != cell;
    (!is_code).then(|| short.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_numbers_are_told_from_codes() {
        let specification: [(&[&str], ColumnKind, &str); 10] = [
            (&["2007", "", "-5"], ColumnKind::Integer, "2007,,-5"),
            (&["1.50", "2", "", "-.5", "1e16"], ColumnKind::Real, "1.5,2,,-0.5,1e16"),
            (&["2007.0", "1e3"], ColumnKind::Integer, "2007,1000"),
            (&["02134", "10001"], ColumnKind::Text, "02134,10001"),
            (&["12345678901234567890"], ColumnKind::Text, "12345678901234567890"),
            (&["9007199254740993"], ColumnKind::Integer, "9007199254740993"),
            (&["9007199254740993", "0.5"], ColumnKind::Text, "9007199254740993,0.5"),
            (&["1.50", "x"], ColumnKind::Text, "1.50,x"),
            (&["inf", "NaN", "1e999"], ColumnKind::Text, "inf,NaN,1e999"),
            (&["", ""], ColumnKind::Text, ","),
        ];
        for (cells, kind, shown) in specification {
            let cells: Vec<String> = cells.iter().map(|&cell| cell.to_owned()).collect();
            let kept = ShownColumns::new(vec!["x".into()], cells);
            assert_eq!((kept.kinds(), &*kept.cells.join(",")), (&[kind][..], shown));
            assert_eq!(ShownColumns::new(kept.names.clone(), kept.cells.clone()), kept);
        }
    }

    #[test]
    fn cells_stand_point_by_point() {
        let cells = ["male", "x", "", "y", "female", "y"].map(str::to_owned).to_vec();
        let kept = ShownColumns::new(vec!["sex".into(), "site".into()], cells);
        assert_eq!(
            (kept.point_count(), kept.cells_of(PointId(1))),
            (3, &["".into(), "y".into()][..])
        );
        assert_eq!(ShownColumns::default().point_count(), 0);
    }
}
