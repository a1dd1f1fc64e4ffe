//! Conditions: labels such as `quality>=7`, which make two classes from a column of numbers.

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Condition {
    pub column: String,
    text: String,
    sign: &'static str,
    number: f64,
}

/// The signs of comparison, longer ones first, since one is a prefix of another.
const SIGNS: [&str; 4] = [">=", "<=", ">", "<"];

impl Condition {
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (column, sign, number) = SIGNS
            .into_iter()
            .find_map(|sign| text.split_once(sign).map(|(column, rest)| (column, sign, rest)))?;
        let number = number.trim().parse().ok().filter(|number: &f64| number.is_finite())?;
        Some(Self { column: column.trim().to_owned(), text: text.to_owned(), sign, number })
    }

    /// Returns the class of a number: the condition itself, or `not` and the condition.
    pub(super) fn class_of(&self, value: f64) -> String {
        let holds = match self.sign {
            ">=" => value >= self.number,
            "<=" => value <= self.number,
            ">" => value > self.number,
            _ => value < self.number,
        };
        if holds { self.text.clone() } else { format!("not {}", self.text) }
    }

    pub(crate) fn describe_non_number(&self, cell: &str) -> String {
        format!("the label {} compares numbers, and this is {cell:?}", self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_a_column_a_sign_and_a_number() {
        let read = |text| Condition::parse(text).map(|c| (c.column, c.sign, c.number));
        assert_eq!(read("quality>=7"), Some(("quality".to_owned(), ">=", 7.0)));
        assert_eq!(read("a b < -1.5"), Some(("a b".to_owned(), "<", -1.5)));
        assert_eq!(read("quality"), None);
        assert_eq!(read("a>b"), None);
        assert_eq!(read("a>nan"), None);
    }
}
