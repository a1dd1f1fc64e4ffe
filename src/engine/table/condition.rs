//! Two classes from a column of numbers: the label `quality>=7`.

use std::path::Path;

use super::Table;
use super::options::{Read, Reading};
use super::read::{read_asked, read_from};
use super::source;
use super::statement::Statement;
use crate::base::input_error::{InputError, Location};
use crate::base::points::{Classes, Points};

/// Reads a table as [`read`](super::read::read) does; a label that no column is called and that is
/// a condition on a column of numbers makes two classes.
///
/// # Errors
/// As [`read`](super::read::read), or a value of that column that is not a number.
pub fn read_labeled(path: &Path, reading: &Reading) -> Result<Read, InputError> {
    source::read(path, |bytes| labeled(reading, |reading| read_from(bytes, reading)))
}

/// Reads the rows of a statement as [`read_statement`](super::read::read_statement) does, with
/// labels as in [`read_labeled`].
///
/// # Errors
/// As both.
pub fn read_labeled_statement(
    statement: &dyn Statement,
    reading: &Reading,
) -> Result<Read, InputError> {
    labeled(reading, |reading| read_asked(statement, reading))
        .map_err(|fault| fault.in_file(statement.place()))
}

fn labeled(
    reading: &Reading,
    read: impl FnOnce(&Reading) -> Result<Read, InputError>,
) -> Result<Read, InputError> {
    let Some((column, condition)) = reading.label.as_deref().and_then(Condition::parse) else {
        return read(reading);
    };
    let reading = Reading { otherwise: Some(column.clone()), ..reading.clone() };
    let found = read(&reading)?;
    if found.label.as_ref() != Some(&column) {
        return Ok(found);
    }
    let points = condition.classes(found.table.points())?;
    let (features, values) = (found.table.features().to_vec(), found.table.values().to_vec());
    let table = Table::new(features, values, points).read_with(reading.missing);
    Ok(Read { table, ..found })
}

/// A comparison with a number.
#[derive(Clone, Debug, PartialEq)]
struct Condition {
    text: String,
    sign: &'static str,
    number: f64,
}

/// Longer signs first: one is the beginning of another.
const SIGNS: [&str; 4] = [">=", "<=", ">", "<"];

impl Condition {
    /// The column and the condition on it, where the text is one.
    fn parse(text: &str) -> Option<(String, Self)> {
        let (column, sign, number) = SIGNS
            .into_iter()
            .find_map(|sign| text.split_once(sign).map(|(column, rest)| (column, sign, rest)))?;
        let number = number.trim().parse().ok().filter(|number: &f64| number.is_finite())?;
        Some((column.trim().to_owned(), Self { text: text.to_owned(), sign, number }))
    }

    fn holds(&self, value: f64) -> bool {
        match self.sign {
            ">=" => value >= self.number,
            "<=" => value <= self.number,
            ">" => value > self.number,
            _ => value < self.number,
        }
    }

    /// The points, whose classes are the numbers of the column, with the two classes instead: the
    /// condition itself, and `not` it.
    fn classes(&self, points: &Points) -> Result<Points, InputError> {
        let values = points.classes().expect("the column was read as their classes");
        let label = |name: &String| match name.trim().parse::<f64>() {
            Ok(value) if self.holds(value) => Ok(self.text.clone()),
            Ok(value) if !value.is_nan() => Ok(format!("not {}", self.text)),
            _ => {
                let label = &self.text;
                let found =
                    format!("the label {label} compares numbers, but the column has {name:?}");
                let remedy = "name the column alone";
                Err(InputError::data(Location::Whole, found, remedy))
            }
        };
        let labels: Vec<String> = values.names().iter().map(label).collect::<Result<_, _>>()?;
        let of = values.of().iter().map(|class| &labels[class.index()]);
        let classes = Classes::from_labels(&of.collect::<Vec<_>>());
        Ok(points.clone().of_classes(classes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_a_column_a_sign_and_a_number() {
        let read = |text| Condition::parse(text).map(|(column, c)| (column, c.sign, c.number));
        assert_eq!(read("quality>=7"), Some(("quality".to_owned(), ">=", 7.0)));
        assert_eq!(read("a b < -1.5"), Some(("a b".to_owned(), "<", -1.5)));
        assert_eq!(read("quality"), None);
        assert_eq!(read("a>b"), None);
        assert_eq!(read("a>nan"), None);
    }
}
