//! The words for missing values in a table.

use super::source::quote_short;
use crate::base::numerals::parse_number;

/// The words for a missing value in a column of numbers, in small letters.
const MISSING_NUMBER_WORDS: [&str; 16] = [
    "", "na", "n/a", "#n/a", "<na>", "nan", "null", "none", "?", "-", ".", "..", "...", "--",
    "n.a.", "\\n",
];
/// The words for a missing value in a column of words, in small letters. A dash may be a word: some
/// tables have the classes `+` and `-`.
const MISSING_WORDS: [&str; 7] = ["", "na", "n/a", "#n/a", "<na>", "nan", "null"];

/// Returns `true` if a cell of a column of numbers counts as empty; `more` are words of the caller.
pub(super) fn is_missing_number(cell: &str, more: &[String]) -> bool {
    is_one_of(&MISSING_NUMBER_WORDS, cell, more)
}

/// Returns `true` if a cell of a column of words, such as the label, counts as empty.
pub(super) fn is_missing_word(cell: &str, more: &[String]) -> bool {
    is_one_of(&MISSING_WORDS, cell, more)
}

fn is_one_of(words: &[&str], cell: &str, more: &[String]) -> bool {
    let cell = cell.trim();
    cell.is_empty()
        || words.iter().any(|word| word.eq_ignore_ascii_case(cell))
        || more.iter().any(|word| is_equal_value(word.trim(), cell))
}

/// Returns `true` if both are one word or one number: a typed file may turn -999 into -999.0.
fn is_equal_value(word: &str, cell: &str) -> bool {
    word == cell
        || parse_number(word).is_some_and(|number| self::parse_number(cell) == Some(number))
}

pub(super) fn describe_gap(cell: &str) -> String {
    match cell.trim() {
        "" => "the cell is empty".to_owned(),
        word => format!("found {}, which stands for a missing value", quote_short(word)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_words_for_a_missing_value_are_known() {
        let more = ["999".to_owned()];
        for cell in ["", "  ", "NA", "N/A", "NaN", "nan", "null", "NULL", "#N/A", " 999 ", "999.0"]
        {
            assert!(is_missing_number(cell, &more) && is_missing_word(cell, &more), "{cell:?}");
        }
        for cell in ["None", "?", "-", "."] {
            assert!(is_missing_number(cell, &more) && !is_missing_word(cell, &more), "{cell:?}");
        }
        assert!(!is_missing_number("0", &more) && !is_missing_number("nano", &more));
    }
}
