//! Checks for valid but probably unintended tables: columns that number the rows, constant columns,
//! classes that are features or scattered, and rows that are directions.

use super::Table;

/// Usual names of the column of the classes.
const CLASS_COLUMN_NAMES: [&str; 7] =
    ["class", "species", "label", "target", "category", "diagnosis", "outcome"];
/// The least number of rows of a numbering; in fewer, a column rises by one by chance.
const MIN_NUMBERED_ROWS: usize = 10;
/// The least number of features of an embedding; with fewer, rows of length 1 are hardly vectors of
/// an encoder. The next constant is the tolerance of their lengths, which are rounded.
const MIN_EMBEDDING_WIDTH: usize = 8;
const LENGTH_TOLERANCE: f64 = 1e-3;
/// The number of classes up to which any classes may be intended.
const MAX_INTENDED_CLASSES: usize = 20;

/// Returns the features that rise by one from row to row.
pub fn numbered_columns(table: &Table) -> Vec<usize> {
    let points = table.points();
    let start = points.ids().next().map_or(0, |point| points.row(point));
    let rises = |column: &usize| {
        let first = table.row(0)[*column];
        points.ids().all(|point| {
            table.row(point.index())[*column] - first == f64::from(points.row(point) - start)
        })
    };
    let all = 0..table.features().len();
    all.filter(|column| points.len() >= MIN_NUMBERED_ROWS && rises(column)).collect()
}

pub(super) fn is_class_column_name(name: &str) -> bool {
    CLASS_COLUMN_NAMES.iter().any(|of| of.eq_ignore_ascii_case(name))
}

/// Returns a feature whose name is usual for classes, if the table has no classes.
pub fn likely_label(table: &Table) -> Option<&str> {
    let mut features = table.features().iter().map(String::as_str);
    features.find(|name| is_class_column_name(name) && table.points().classes().is_none())
}

/// Returns the features that have one value in all rows.
pub fn constant_columns(table: &Table) -> Vec<usize> {
    let width = table.features().len();
    let is_constant = |column: &usize| {
        let mut cells = table.values().iter().skip(*column).step_by(width);
        cells.next().is_some_and(|first| cells.all(|cell| cell == first))
    };
    (0..width).filter(is_constant).collect()
}

/// Returns `true` if all rows have length 1, as embeddings of texts or pictures have.
pub(crate) fn are_unit_rows(table: &Table) -> bool {
    let length = |row: &[f64]| row.iter().map(|value| value * value).sum::<f64>().sqrt();
    let rows = || (0..table.points().len()).map(|row| table.row(row));
    table.features().len() >= MIN_EMBEDDING_WIDTH
        && rows().all(|row| (length(row) - 1.0).abs() <= LENGTH_TOLERANCE)
}

/// Returns the number of classes if they are many: numbers, or of fewer than two points on average.
pub fn count_scattered_classes(table: &Table) -> Option<usize> {
    let classes = table.points().classes()?.names();
    let is_number = |name: &String| name.parse::<f64>().is_ok_and(f64::is_finite);
    let is_scattered = 2 * classes.len() > table.points().len() || classes.iter().all(is_number);
    Some(classes.len()).filter(|&many| many > MAX_INTENDED_CLASSES && is_scattered)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::points::Points;
    use crate::table::{MissingPolicy, ReadOptions, read_from};

    fn read(text: &str, label: Option<&str>) -> Table {
        let label = label.map(str::to_owned);
        let reading = ReadOptions { label, missing: MissingPolicy::Drop, ..ReadOptions::default() };
        read_from(text.as_bytes(), &reading).expect("a table").table
    }

    #[test]
    fn columns_that_number_the_rows_are_found() {
        let rows = |at: i32| match at {
            5 => "5,105,,9\n".to_owned(),
            at => format!("{at},{},{},{}\n", 100 + at, at / 2, at * at % 7),
        };
        let text = (0..20).map(rows).fold("x,y,z,id\n".to_owned(), |text, row| text + &row);
        let table = read(&text, None);
        assert_eq!((table.points().len(), numbered_columns(&table)), (19, vec![0, 1]));
    }

    #[test]
    fn a_feature_that_is_called_like_classes_is_likely_the_label() {
        assert_eq!(likely_label(&read("x,Target\n1,0\n2,1\n", None)), Some("Target"));
        assert_eq!(likely_label(&read("x,target,class\n1,0,a\n2,1,b\n", Some("class"))), None);
        assert_eq!(likely_label(&read("x,y\n1,0\n2,1\n", None)), None);
        assert_eq!(constant_columns(&read("x,y\n1,0\n1,1\n", None)), [0]);
    }

    #[test]
    fn rows_of_length_one_are_directions() {
        let of = |width: usize, values: Vec<f64>| {
            let points = Points::from_count(values.len() / width, None);
            are_unit_rows(&Table::new(vec![String::new(); width], values, points))
        };
        let ones = [
            [0.6, 0.8, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            [0.0, 0.0, -1.0009, 0.0, 0.0, 0.0, 0.0, 0.0],
        ];
        assert!(of(8, ones.concat()));
        assert!(!of(8, [ones[0], [0.36; 8]].concat()), "another length");
        assert!(!of(4, vec![1.0, 0.0, 0.0, 0.0]), "few features");
    }

    #[test]
    fn too_many_classes_are_counted() {
        let text = |of: fn(i32) -> String| {
            (0..60).fold("x,y\n".to_owned(), |text, at| text + &format!("{at},{}\n", of(at)))
        };
        let scattered = |of| count_scattered_classes(&read(&text(of), Some("y")));
        assert_eq!(scattered(|at| (at * 2).to_string()), Some(60));
        assert_eq!(scattered(|at| (at % 20).to_string()), None);
        assert_eq!(scattered(|at| (at % 25).to_string()), Some(25));
        assert_eq!(scattered(|at| format!("w{}", at / 2)), None);
        assert_eq!(scattered(|at| format!("w{at}")), Some(60));
    }
}
