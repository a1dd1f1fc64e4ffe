//! What is allowed in a table but hardly meant: columns that only number the rows, columns of one
//! value, classes that are features or measurements.

use std::collections::HashSet;

use super::Table;

/// What columns that number the rows are often called.
const NUMBERS: [&str; 7] = ["index", "idx", "no", "nr", "row", "rownames", "unnamed: 0"];
/// Some names that tables give to the column of the classes.
const CLASSES: [&str; 9] =
    ["class", "species", "label", "target", "type", "category", "diagnosis", "outcome", "origin"];
/// In fewer rows a column rises by one by chance.
const RISING: usize = 10;
/// More classes than this that are numbers are hardly classes.
const MOST_CLASSES: usize = 20;

/// The features that only number the rows: they rise by one from row to row, or are called so and
/// hold distinct whole numbers.
pub fn numbering(table: &Table) -> Vec<usize> {
    let (width, points) = (table.features().len(), table.points());
    let numbers = |column: usize| {
        let cells = || table.values().iter().skip(column).step_by(width);
        // The other columns are left after a row or two.
        let first = cells().next().copied().unwrap_or_default();
        let start = points.ids().next().map_or(0, |point| points.row(point));
        let mut both = cells().zip(points.ids());
        let rises = points.len() >= RISING
            && both.all(|(cell, point)| cell - first == f64::from(points.row(point) - start));
        let is_called_so = is_name_of_numbers(&table.features()[column]);
        let mut known = HashSet::new();
        let mut is_new = |cell: &f64| cell.fract() == 0.0 && known.insert(cell.to_bits());
        rises || is_called_so && cells().all(&mut is_new)
    };
    (0..width).filter(|&column| numbers(column)).collect()
}

/// `row`, `Index`, and what ends in `id` as a word: `customer_id`, `Customer ID`, `PassengerId`.
fn is_name_of_numbers(name: &str) -> bool {
    let is_word = |before: &str, id: &str| match before.chars().next_back() {
        Some(last) if last.is_lowercase() => id.starts_with('I'),
        last => last.is_none_or(|last| !last.is_alphabetic()),
    };
    let ends = name.char_indices().nth_back(1).is_some_and(|(at, _)| {
        let (before, id) = name.split_at(at);
        id.eq_ignore_ascii_case("id") && is_word(before, id)
    });
    ends || NUMBERS.iter().any(|number| number.eq_ignore_ascii_case(name))
}

/// The feature that is called as the classes of tables are, where the table has no classes.
pub fn likely_label(table: &Table) -> Option<&str> {
    let is_called_so = |name: &&String| CLASSES.iter().any(|of| of.eq_ignore_ascii_case(name));
    let name = table.features().iter().find(is_called_so).map(String::as_str);
    name.filter(|_| table.points().classes().is_none())
}

/// The features that have the same value in every row.
pub fn constant(table: &Table) -> Vec<usize> {
    let width = table.features().len();
    let is_constant = |column: &usize| {
        let mut cells = table.values().iter().skip(*column).step_by(width);
        cells.next().is_some_and(|first| cells.all(|cell| cell == first))
    };
    (0..width).filter(is_constant).collect()
}

/// How many classes there are, where they are numbers and more than classes can be.
pub fn measured_classes(table: &Table) -> Option<usize> {
    let classes = table.points().classes()?.names();
    let is_number = |name: &String| name.parse::<f64>().is_ok_and(f64::is_finite);
    (classes.len() > MOST_CLASSES && classes.iter().all(is_number)).then_some(classes.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Missing, Reading, read_from};

    fn read(text: &str, label: Option<&str>) -> Table {
        let label = label.map(str::to_owned);
        let reading = Reading { label, missing: Missing::Drop, ..Reading::default() };
        read_from(text.as_bytes(), &reading).expect("a table").table
    }

    #[test]
    fn columns_that_number_the_rows_are_found() {
        let rows = |at: i32| match at {
            5 => "5,105,,9\n".to_owned(),
            at => format!("{at},{},{},{}\n", 100 + at, at / 2, at * at % 7),
        };
        let text = (0..20).map(rows).fold("x,y,z,index\n".to_owned(), |text, row| text + &row);
        let table = read(&text, None);
        assert_eq!((table.points().len(), numbering(&table)), (19, vec![0, 1]));
        assert_eq!(numbering(&read("Id,x\n7,1\n3,2\n9,4\n", None)), [0]);
        assert_eq!(numbering(&read("id,x\n7,1\n7,2\n9,4\n", None)), [0; 0]);
        assert_eq!(numbering(&read("id,x\n7.5,1\n7,2\n9,4\n", None)), [0; 0]);
        for name in ["customer_id", "Customer ID", "PassengerId", "userID", "row-id", "ID", "Row"] {
            assert!(is_name_of_numbers(name), "{name}");
        }
        for name in ["grid", "GRID", "fluid", "covid", "d", "", "iď", "idea", "rows"] {
            assert!(!is_name_of_numbers(name), "{name}");
        }
    }

    #[test]
    fn a_feature_that_is_called_like_classes_is_likely_the_label() {
        assert_eq!(likely_label(&read("x,Target\n1,0\n2,1\n", None)), Some("Target"));
        assert_eq!(likely_label(&read("x,target,class\n1,0,a\n2,1,b\n", Some("class"))), None);
        assert_eq!(likely_label(&read("x,y\n1,0\n2,1\n", None)), None);
        assert_eq!(constant(&read("x,y\n1,0\n1,1\n", None)), [0]);
    }

    #[test]
    fn classes_that_are_measurements_are_counted() {
        let text = |of: fn(i32) -> String| {
            (0..60).fold("x,y\n".to_owned(), |text, at| text + &format!("{at},{}\n", of(at)))
        };
        let measured = |of| measured_classes(&read(&text(of), Some("y")));
        assert_eq!(measured(|at| (at * 2).to_string()), Some(60));
        assert_eq!(measured(|at| (at % 20).to_string()), None);
        assert_eq!(measured(|at| format!("w{at}")), None);
    }
}
