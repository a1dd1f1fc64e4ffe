//! Two classes from a column of numbers: `quality>=7`.

use super::failure::Failure;
use crate::points::{Classes, Points};

/// A comparison with a number.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Condition {
    text: String,
    sign: &'static str,
    number: f64,
}

/// Longer signs first: one is the beginning of another.
const SIGNS: [&str; 4] = [">=", "<=", ">", "<"];

impl Condition {
    /// The column and the condition on it, where the text is one.
    pub(super) fn parse(text: &str) -> Option<(String, Self)> {
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
    pub(super) fn classes(&self, points: &Points, file: &str) -> Result<Points, Failure> {
        let values = points.classes().expect("the column was read as their classes");
        let label = |name: &String| match name.trim().parse::<f64>() {
            Ok(value) if self.holds(value) => Ok(self.text.clone()),
            Ok(value) if !value.is_nan() => Ok(format!("not {}", self.text)),
            _ => Err(Failure::Failed(format!(
                "{file}: --label {} compares numbers, but the column has {name:?}; name the column alone",
                self.text
            ))),
        };
        let labels: Vec<String> = values.names().iter().map(label).collect::<Result<_, _>>()?;
        let of = values.of().iter().map(|class| &labels[class.index()]);
        let classes = Classes::from_labels(&of.collect::<Vec<_>>());
        let named = Points::named(points.names().to_vec(), Some(classes));
        Ok(named.expect("the names were unique before"))
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
