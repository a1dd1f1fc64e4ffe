//! The cells of a column in the order of the rows, as texts or as numbers.

use std::borrow::Cow;

use super::cell::{is_missing_number, is_missing_word};
use crate::base::numerals::parse_number;

/// The cells of a column.
#[derive(Clone, Debug)]
pub(super) enum ColumnCells {
    /// Numbers of a source with types; NaN is a missing value.
    Numbers(Vec<f64>),
    Texts(TextCells),
}

/// Texts one after the other, with the end of each.
#[derive(Clone, Debug, Default)]
pub(super) struct TextCells {
    text: String,
    ends: Vec<usize>,
}

impl Default for ColumnCells {
    fn default() -> Self {
        ColumnCells::Numbers(Vec::new())
    }
}

impl ColumnCells {
    pub(super) fn len(&self) -> usize {
        match self {
            ColumnCells::Numbers(numbers) => numbers.len(),
            ColumnCells::Texts(texts) => texts.ends.len(),
        }
    }

    /// Returns the text of a cell: empty if missing, the shortest form of a number.
    pub(super) fn text(&self, row: usize) -> Cow<'_, str> {
        match self {
            ColumnCells::Numbers(numbers) if numbers[row].is_nan() => Cow::Borrowed(""),
            ColumnCells::Numbers(numbers) => Cow::Owned(shortest_text(numbers[row])),
            ColumnCells::Texts(texts) => Cow::Borrowed(texts.get(row)),
        }
    }

    /// Adds a number, or a missing value for NaN.
    pub(super) fn push_number(&mut self, number: f64) {
        match self {
            ColumnCells::Numbers(numbers) => numbers.push(number),
            ColumnCells::Texts(texts) if number.is_nan() => texts.push(""),
            ColumnCells::Texts(texts) => texts.push(&shortest_text(number)),
        }
    }

    /// Adds a text; numbers that were added before become texts. A missing value remains one.
    pub(super) fn push_text(&mut self, text: &str) {
        if let ColumnCells::Numbers(numbers) = self {
            if text.is_empty() {
                numbers.push(f64::NAN);
                return;
            }
            let mut texts = TextCells::default();
            (0..numbers.len()).for_each(|row| texts.push(&self.text(row)));
            *self = ColumnCells::Texts(texts);
        }
        if let ColumnCells::Texts(texts) = self {
            texts.push(text);
        }
    }

    pub(super) fn truncate(&mut self, rows: usize) {
        match self {
            ColumnCells::Numbers(numbers) => numbers.truncate(rows),
            ColumnCells::Texts(texts) => {
                texts.ends.truncate(rows);
                texts.text.truncate(texts.ends.last().copied().unwrap_or(0));
            }
        }
    }

    /// Adds a cell of another column.
    pub(super) fn push_from(&mut self, other: &Self, row: usize) {
        match other {
            ColumnCells::Numbers(numbers) => self.push_number(numbers[row]),
            ColumnCells::Texts(texts) => self.push_text(texts.get(row)),
        }
    }

    /// Returns `true` if a cell of a column of numbers is missing; `more` are words of the caller.
    pub(super) fn is_missing_number(&self, row: usize, more: &[String]) -> bool {
        match self {
            ColumnCells::Numbers(numbers) => {
                let is_word = |word: &String| parse_number(word) == Some(numbers[row]);
                numbers[row].is_nan() || more.iter().any(is_word)
            }
            ColumnCells::Texts(texts) => is_missing_number(texts.get(row), more),
        }
    }

    /// Returns `true` if a cell of a column of words is missing; `more` are words of the caller.
    pub(super) fn is_missing_word(&self, row: usize, more: &[String]) -> bool {
        match self {
            ColumnCells::Numbers(_) => self.is_missing_number(row, more),
            ColumnCells::Texts(texts) => is_missing_word(texts.get(row), more),
        }
    }
}

impl TextCells {
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns the trimmed cells that are not missing in a column of numbers.
    pub(super) fn present<'t>(&'t self, na: &'t [String]) -> impl Iterator<Item = &'t str> {
        let cells = (0..self.len()).map(|row| self.get(row).trim());
        cells.filter(|cell| !is_missing_number(cell, na))
    }

    pub(super) fn get(&self, row: usize) -> &str {
        let start = row.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start..self.ends[row]]
    }

    fn push(&mut self, cell: &str) {
        self.text.push_str(cell);
        self.ends.push(self.text.len());
    }
}

/// Returns the shortest text that is parsed as a number, without a fraction of 0.
fn shortest_text(number: f64) -> String {
    let text = format!("{number:?}");
    text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_with_types_are_no_texts_wherever_cells_are_empty() {
        let mut cells = ColumnCells::default();
        cells.push_text("");
        cells.push_number(1.25);
        cells.push_text("");
        assert!(matches!(&cells, ColumnCells::Numbers(numbers) if numbers[1] == 1.25));
        cells.push_text("a");
        let texts: Vec<_> = (0..cells.len()).map(|row| cells.text(row)).collect();
        assert_eq!(texts, ["", "1.25", "", "a"]);
    }
}
