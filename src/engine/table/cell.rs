//! Cells of a table: words for missing values, and the reasons why a cell is not a number.

use super::source::quote_short;
use crate::base::input_error::Setting;
use crate::base::numerals::{Numerals, loses_digits, parse_number};

/// The words for a missing value in a column of numbers, in small letters.
const MISSING_NUMBER_WORDS: [&str; 11] =
    ["", "na", "n/a", "#n/a", "<na>", "nan", "null", "none", "?", "-", "."];
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

/// The description of a cell that is not a number, the remedy, and the setting that applies it.
pub(super) struct Complaint {
    pub found: String,
    pub remedy: String,
    pub setting: Option<Setting>,
}

impl Complaint {
    /// Returns `true` if the cell is a word, which may be right in another role.
    pub(crate) fn is_about_word(&self) -> bool {
        self.remedy == CORRECT_REMEDY
    }

    /// Creates the complaint about a cell; `others` are the notations in which all numbers of its
    /// column may be written, and `unit` follows each of them.
    pub(super) fn new(cell: &str, unit: &str, written: Numerals, others: &[Numerals]) -> Self {
        let cell = cell.trim();
        let of = |found: &str, remedy: &str, setting| {
            let found = format!("found {}{found}", quote_short(cell));
            Self { found, remedy: remedy.to_owned(), setting }
        };
        let is_sign = |c: char| c.is_whitespace() || "%$€£¥°".contains(c);
        let without_sign = |cell: &str| cell.trim_matches(is_sign).replace(['−', '–'], "-");
        let bare = without_sign(cell);
        let amount = without_sign(cell.strip_suffix(unit).unwrap_or(cell));
        let inside = cell.strip_prefix('(').and_then(|cell| cell.strip_suffix(')')).map(str::trim);
        match others {
            [] if written.decimal_comma && cell.contains('.') && parse_number(cell).is_some() => {
                let remedy = format!("write {}", cell.replace('.', ","));
                of(", a point in a table with decimal commas", &remedy, None)
            }
            [] if written.parse(&bare).is_some() => {
                of(", a number and a sign", &format!("write {bare}"), None)
            }
            [] if loses_digits(cell) => {
                of(", which has more digits than a number keeps", CORRECT_REMEDY, None)
            }
            [] if written.parse(&amount).is_some() => {
                of(", a number and a unit", &format!("write {amount}"), None)
            }
            [] if let Some(inside) = inside.filter(|inside| written.parse(inside).is_some()) => {
                of(", a number in brackets", &format!("write {inside} or -{inside}"), None)
            }
            [] if cell.parse::<f64>().is_ok() => {
                let setting = Some(Setting::Missing(cell.to_owned()));
                of(", not a finite number", "say that it stands for a missing value", setting)
            }
            [] => match written.thousands.is_some_and(|sign| cell.contains(sign)) {
                true => of(", not in groups of three digits", CORRECT_REMEDY, None),
                false => of(", not a number", CORRECT_REMEDY, None),
            },
            [first, ..] => {
                let is_decimal = others.iter().any(|of| of.decimal_comma && !written.decimal_comma);
                let setting = Some(Setting::Numerals(*first));
                match first.thousands.filter(|_| first.thousands != written.thousands) {
                    Some(',') if is_decimal => {
                        of(", an ambiguous comma", "choose its meaning", Some(Setting::Commas))
                    }
                    Some(_) => of(", with a thousands separator", "read it as one number", setting),
                    None => of(", a decimal comma", "read commas as decimal points", setting),
                }
            }
        }
    }
}

const CORRECT_REMEDY: &str = "correct it";

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

    #[test]
    fn every_cell_that_is_no_number_has_a_remedy() {
        let commas = Numerals { decimal_comma: true, thousands: None };
        let plain = Numerals::default();
        let spaces = Numerals { thousands: Some(' '), ..plain };
        let specification = [
            (plain, "1,5", Some(Setting::Numerals(commas))),
            (plain, "1,234", Some(Setting::Commas)),
            (plain, "1 234", Some(Setting::Numerals(spaces))),
            (plain, "-inf", Some(Setting::Missing("-inf".to_owned()))),
            (plain, " red ", None),
            (plain, "12 %", None),
            (plain, "\u{2212}12", None),
            (commas, "1.5", None),
            (spaces, "1 20", None),
        ];
        for (written, cell, setting) in specification {
            let complaint = Complaint::new(cell, "kg", written, &written.alternatives(cell));
            assert_eq!(complaint.is_about_word(), cell == " red " || cell == "1 20", "{cell:?}");
            assert_eq!(complaint.setting, setting, "{cell:?}");
        }
    }
}
