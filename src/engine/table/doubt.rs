//! What is allowed in a table but hardly meant: columns that only number the rows or say when these
//! were taken, labels that are measurements.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use super::Table;

/// What columns that number the rows are often called.
const NUMBERS: [&str; 7] = ["index", "idx", "no", "nr", "row", "rownames", "unnamed: 0"];
/// What columns that say when a row was taken are often called.
const TIMES: [&str; 8] = ["year", "quarter", "month", "week", "day", "weekday", "hour", "minute"];
/// Some names that tables give to the column of the classes.
pub(super) const CLASSES: [&str; 9] =
    ["class", "species", "label", "target", "type", "category", "diagnosis", "outcome", "origin"];
/// In fewer rows a column rises by one by chance.
const RISING: usize = 10;
/// This many rows show which columns may repeat one another.
const ORDERED: usize = 1_000;
/// Columns with a higher correlation repeat one another.
const REPEATED: f64 = 0.999_99;
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

/// The features that say when each row was taken: they are called so and hold whole numbers.
pub fn times(table: &Table) -> Vec<usize> {
    let width = table.features().len();
    let cells = |column| table.values().iter().skip(column).step_by(width);
    let is_called_so = |column: &usize| {
        TIMES.iter().any(|name| name.eq_ignore_ascii_case(&table.features()[*column]))
    };
    let columns = (0..width).filter(is_called_so);
    columns.filter(|&column| cells(column).all(|cell| cell.fract() == 0.0)).collect()
}

/// The feature that is called as the classes of tables are, where the table has no classes. Where
/// it has more different numbers than there can be classes, with one that parts them in halves.
pub fn likely_label(table: &Table) -> Option<(&str, Option<f64>)> {
    let is_called_so = |name: &String| CLASSES.iter().any(|of| of.eq_ignore_ascii_case(name));
    let column = table.features().iter().position(is_called_so);
    let column = column.filter(|_| table.points().classes().is_none())?;
    let cells = table.values().iter().skip(column).step_by(table.features().len());
    let mut cells: Vec<f64> = cells.copied().collect();
    cells.sort_unstable_by(f64::total_cmp);
    let middle = cells[cells.len() / 2];
    let least = cells[0];
    let many = cells.chunk_by(|a, b| a == b).count() > MOST_CLASSES;
    let above = cells.iter().copied().find(|&cell| cell > least);
    let middle = if middle > least { Some(middle) } else { above };
    Some((table.features()[column].as_str(), middle.filter(|_| many)))
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

/// The features that repeat an earlier one, each with it: equal to it, or the same in another unit
/// or direction. Columns of one value and of two are not looked at: yes is where no is not.
pub fn repeated(table: &Table) -> Vec<(usize, usize)> {
    let (width, n) = (table.features().len(), table.points().len());
    let mut first: HashMap<Vec<u32>, usize> = HashMap::new();
    let mut found = Vec::new();
    for column in 0..width {
        let of = |column: usize| table.values().iter().skip(column).step_by(width).copied();
        // The rows in their order by value decide which columns are compared.
        let mut order: Vec<(f64, u32)> = of(column).take(ORDERED).zip(0..).collect();
        order.sort_by(|one, other| one.0.total_cmp(&other.0));
        if order.chunk_by(|one, other| one.0 == other.0).count() <= 2 {
            continue;
        }
        let mut ranks = vec![0; order.len()];
        let ties = order.chunk_by(|one, other| one.0 == other.0);
        ties.enumerate().for_each(|(at, ties)| {
            ties.iter().for_each(|&(_, row)| ranks[row as usize] = at as u32);
        });
        // Upwards or downwards, the first row not above the last.
        let most = ranks.iter().copied().max().unwrap_or(0);
        let down: Vec<u32> = ranks.iter().map(|rank| most - rank).collect();
        let ranks = ranks.min(down);
        match first.entry(ranks) {
            Entry::Vacant(new) => {
                new.insert(column);
            }
            Entry::Occupied(earlier) => {
                let earlier = *earlier.get();
                let r = correlation(of(column), of(earlier), n);
                if r.abs() > REPEATED {
                    found.push((column, earlier));
                }
            }
        }
    }
    found
}

/// Pearson's correlation of n pairs.
fn correlation(
    xs: impl Iterator<Item = f64> + Clone,
    ys: impl Iterator<Item = f64> + Clone,
    n: usize,
) -> f64 {
    let mean = |of: &mut dyn Iterator<Item = f64>| of.sum::<f64>() / n as f64;
    let (x0, y0) = (mean(&mut xs.clone()), mean(&mut ys.clone()));
    let sum = xs.zip(ys).fold([0.0; 3], |[xy, xx, yy], (x, y)| {
        let (x, y) = (x - x0, y - y0);
        [xy + x * y, xx + x * x, yy + y * y]
    });
    sum[0] / (sum[1] * sum[2]).sqrt()
}

/// The number of classes and a number that parts them in two halves, where the classes of a table
/// are more numbers than classes can be.
pub fn measured_classes(table: &Table) -> Option<(usize, f64)> {
    let classes = table.points().classes().filter(|of| of.names().len() > MOST_CLASSES)?;
    let numbers: Option<Vec<f64>> = classes.names().iter().map(|name| name.parse().ok()).collect();
    let numbers = numbers.filter(|all| all.iter().all(|number| number.is_finite()))?;
    // Classes that are numbers come in their order, so the middle point's class is the median. The
    // least would leave nothing below.
    let mut passed = 0;
    let half = table.points().len() as u32 / 2;
    let middle = classes.sizes().iter().position(|&size| {
        passed += size;
        passed > half
    });
    Some((numbers.len(), numbers[middle?.max(1)]))
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
    fn columns_that_say_when_are_found() {
        assert_eq!(times(&read("Year,x,month\n2007,1,3\n2007,2,3\n", None)), [0, 2]);
        assert_eq!(times(&read("year,years\n2007.5,1\n2008,2\n", None)), [0; 0]);
    }

    #[test]
    fn a_feature_that_is_called_like_classes_is_likely_the_label() {
        assert_eq!(likely_label(&read("x,Target\n1,0\n2,1\n", None)), Some(("Target", None)));
        assert_eq!(likely_label(&read("x,target,class\n1,0,a\n2,1,b\n", Some("class"))), None);
        assert_eq!(likely_label(&read("x,y\n1,0\n2,1\n", None)), None);
        let text = (0..60).fold("x,target\n".to_owned(), |text, at| text + &format!("0,{at}\n"));
        assert_eq!(likely_label(&read(&text, None)), Some(("target", Some(30.0))));
        assert_eq!(constant(&read(&text, None)), [0]);
    }

    #[test]
    fn a_label_of_measurements_is_parted_in_the_middle() {
        let text = |of: fn(i32) -> i32| {
            (0..60).fold("x,y\n".to_owned(), |text, at| text + &format!("{at},{}\n", of(at)))
        };
        assert_eq!(measured_classes(&read(&text(|at| at * 2), Some("y"))), Some((60, 60.0)));
        assert_eq!(measured_classes(&read(&text(|at| at % 20), Some("y"))), None);
        // Most points have the least number: a condition still has points on both sides.
        let many = text(|at| (at - 35).max(0));
        assert_eq!(measured_classes(&read(&many, Some("y"))), Some((25, 1.0)));
        let words = (0..60).fold("x,y\n".to_owned(), |text, at| text + &format!("{at},w{at}\n"));
        assert_eq!(measured_classes(&read(&words, Some("y"))), None);
    }

    #[test]
    fn a_column_that_repeats_another_is_found() {
        let text = "a,b,c,d,e\n1,2,9,1,0\n2,4,8,4,1\n3,6,7,9,0\n5,10,5,25,1\n";
        // d rises with a, but is no other unit; e has two values.
        assert_eq!(repeated(&read(text, None)), [(1, 0), (2, 0)]);
        assert_eq!(repeated(&read("a,b\n1,1\n2,2\n", None)), [(0, 0); 0]);
    }
}
