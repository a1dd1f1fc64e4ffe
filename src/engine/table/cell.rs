//! One cell of a table as a number, and why it is not one.
//!
//! Invariant: a number is finite. Spaces around it do not belong to it; the decimal sign is a
//! point, or a comma where the caller says so.

use super::source::quoted;

/// The finite number in a cell, spaces around it left out.
pub(super) fn number(cell: &str) -> Option<f64> {
    cell.trim().parse().ok().filter(|value: &f64| value.is_finite())
}

/// The finite number in a cell of a table with this decimal sign. With decimal commas a point
/// stands between thousands, before a comma: alone it may mean either, and the cell is no number.
pub(super) fn read(cell: &str, decimal_comma: bool) -> Option<f64> {
    match decimal_comma && cell.contains([',', '.']) {
        false => number(cell),
        true => number(&with_decimal_comma(cell.trim())?),
    }
}

/// The number of a cell with a comma for the decimal point, perhaps points between thousands before
/// it.
fn with_decimal_comma(cell: &str) -> Option<String> {
    let (whole, rest) = cell.split_once(',')?;
    let mut groups = whole.trim_start_matches(['-', '+']).split('.');
    let first = groups.next().is_some_and(|first| is_digits(first, 1..=3));
    let is_grouped = first && groups.all(|group| is_digits(group, 3..=3));
    let number_of = format!("{}.{rest}", whole.replace('.', ""));
    let is_whole = !whole.contains('.') || is_grouped;
    (is_whole && number(&number_of).is_some()).then_some(number_of)
}

/// Whether a part of a number is this many digits.
fn is_digits(part: &str, many: std::ops::RangeInclusive<usize>) -> bool {
    many.contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
}

/// The words for a missing value, in small letters, in a column of numbers.
const NO_NUMBER: [&str; 11] =
    ["", "na", "n/a", "#n/a", "<na>", "nan", "null", "none", "?", "-", "."];
/// The same in a column of words, where a dash may well be a word: some tables have the classes `+`
/// and `-`.
const NO_WORD: [&str; 7] = ["", "na", "n/a", "#n/a", "<na>", "nan", "null"];

/// Whether a cell of a column of numbers is as good as empty; `more` are words of the caller.
pub(super) fn is_no_number(cell: &str, more: &[String]) -> bool {
    is_one_of(&NO_NUMBER, cell, more)
}

/// Whether a cell of a column of words, such as the label, is as good as empty.
pub(crate) fn is_no_word(cell: &str, more: &[String]) -> bool {
    is_one_of(&NO_WORD, cell, more)
}

fn is_one_of(words: &[&str], cell: &str, more: &[String]) -> bool {
    let cell = cell.trim();
    cell.is_empty()
        || words.iter().any(|word| word.eq_ignore_ascii_case(cell))
        || more.iter().any(|word| word.trim() == cell)
}

/// The numbers that a cell with commas may mean: with a comma for the decimal point, and with
/// commas between thousands.
pub(super) fn with_commas(cell: &str) -> Option<Vec<String>> {
    let cell = cell.trim();
    let decimal = with_decimal_comma(cell);
    let readings: Vec<String> = decimal.into_iter().chain(with_thousands_apart(cell)).collect();
    (!readings.is_empty()).then_some(readings)
}

/// The number of a cell with commas between thousands.
fn with_thousands_apart(cell: &str) -> Option<String> {
    let (whole, rest) =
        cell.split_once('.').map_or((cell, None), |(whole, rest)| (whole, Some(rest)));
    let mut groups = whole.trim_start_matches(['-', '+']).split(',');
    let first = groups.next().is_some_and(|first| is_digits(first, 1..=3));
    let mut others = groups.peekable();
    let is_grouped = first && others.peek().is_some() && others.all(|part| is_digits(part, 3..=3));
    let is_whole = rest.is_none_or(|rest| is_digits(rest, 1..=usize::MAX));
    (is_grouped && is_whole).then(|| cell.replace(',', ""))
}

/// The numbers of a column whose every cell is one or as good as empty, and not all of them are.
pub(crate) fn numbers(cells: &[&str]) -> Option<Vec<Option<f64>>> {
    let decimal_comma = cells.iter().any(|cell| has_decimal_comma(cell));
    let number = |cell: &&str| match is_no_number(cell, &[]) {
        true => Some(None),
        false => read(cell, decimal_comma).map(Some),
    };
    let numbers: Vec<Option<f64>> = cells.iter().map(number).collect::<Option<_>>()?;
    numbers.iter().any(Option::is_some).then_some(numbers)
}

/// Whether a cell can only be a number with a decimal comma.
pub(super) fn has_decimal_comma(cell: &str) -> bool {
    let cell = cell.trim();
    with_decimal_comma(cell).is_some() && with_thousands_apart(cell).is_none()
}

/// What was found in a cell that is not a number, and what to do about it.
pub(super) fn complaint(cell: &str, decimal_comma: bool) -> (String, String) {
    let cell = cell.trim();
    let found = quoted(cell);
    if decimal_comma && cell.contains('.') && number(cell).is_some() {
        let found = format!("found {found}, a point in a table with decimal commas");
        return (found, format!("write {}", cell.replace('.', ",")));
    }
    match with_commas(cell).as_deref() {
        Some([_]) if has_decimal_comma(cell) => {
            (format!("found {found}, a decimal comma"), COMMAS.to_owned())
        }
        Some([_, _]) => {
            let found = format!("found {found}, with a decimal comma or with thousands apart");
            (found, COMMAS.to_owned())
        }
        Some([one, ..]) => (format!("found {found}, with thousands apart"), format!("write {one}")),
        _ if cell.parse::<f64>().is_ok() => {
            let remedy = "say that it stands for a missing value";
            (format!("found {found}, not a finite number"), remedy.to_owned())
        }
        _ => (format!("found {found}, not a number"), CORRECT.to_owned()),
    }
}

/// What to do about a decimal comma.
const COMMAS: &str = "read commas as decimal points";
/// What to do about a word.
pub(super) const CORRECT: &str = "correct it, or leave the column out";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_finite_and_may_stand_among_spaces() {
        let specification = [
            (" 1 ", Some(1.0)),
            ("\t-2.5e-3", Some(-0.0025)),
            ("+.5", Some(0.5)),
            ("1.", Some(1.0)),
            ("", None),
            ("nan", None),
            ("-Infinity", None),
            ("1e999", None),
            ("1,5", None),
            ("0x1F", None),
            ("1_000", None),
        ];
        for (cell, value) in specification {
            assert_eq!(number(cell), value, "{cell:?}");
        }
    }

    #[test]
    fn commas_are_decimal_or_between_thousands() {
        let specification: [(&str, &[&str]); 10] = [
            (" -1,5e3 ", &["-1.5e3"]),
            ("1,234", &["1.234", "1234"]),
            ("-12,345", &["-12.345", "-12345"]),
            ("1,234,567", &["1234567"]),
            ("-1.234.567,5", &["-1234567.5"]),
            ("1,234.5", &["1234.5"]),
            ("1234,567", &["1234.567"]),
            ("1,2,3", &[]),
            ("a,b", &[]),
            ("1.5", &[]),
        ];
        for (cell, readings) in specification {
            assert_eq!(with_commas(cell).unwrap_or_default(), readings, "{cell:?}");
        }
    }

    #[test]
    fn a_table_has_one_decimal_sign() {
        for (cell, number) in [
            (" 94,75 ", Some(94.75)),
            ("1.234,5", Some(1234.5)),
            ("-0,5e-3", Some(-0.0005)),
            ("1,234", Some(1.234)),
            ("12", Some(12.0)),
            ("1.234", None),
            ("1,234,567", None),
            ("12.34,5", None),
            (",", None),
            ("inf", None),
        ] {
            assert_eq!(read(cell, true), number, "{cell:?}");
        }
        assert_eq!((read("1.5", false), read("1,5", false)), (Some(1.5), None));
        let (found, remedy) = complaint("1.234", true);
        let expected = "found \"1.234\", a point in a table with decimal commas; write 1,234";
        assert_eq!(found + "; " + &remedy, expected);
        let certain = ["94,75", "1.234,5", "1234,567"].map(has_decimal_comma);
        assert_eq!(certain, [true; 3]);
        assert!(!["1,234", "1,234.5", "12", "a,b"].into_iter().any(has_decimal_comma));
    }

    #[test]
    fn the_usual_words_for_a_missing_value_are_known() {
        let more = ["999".to_owned()];
        for cell in ["", "  ", "NA", "N/A", "NaN", "nan", "null", "NULL", "#N/A", " 999 "] {
            assert!(is_no_number(cell, &more) && is_no_word(cell, &more), "{cell:?}");
        }
        for cell in ["None", "?", "-", "."] {
            assert!(is_no_number(cell, &more) && !is_no_word(cell, &more), "{cell:?}");
        }
        assert!(!is_no_number("0", &more) && !is_no_number("nano", &more));
    }

    #[test]
    fn every_cell_that_is_no_number_has_a_remedy() {
        let specification = [
            ("1,5", "found \"1,5\", a decimal comma", COMMAS),
            ("1,234", "found \"1,234\", with a decimal comma or with thousands apart", COMMAS),
            ("1,234.5", "found \"1,234.5\", with thousands apart", "write 1234.5"),
            (
                "-inf",
                "found \"-inf\", not a finite number",
                "say that it stands for a missing value",
            ),
            (" red ", "found \"red\", not a number", CORRECT),
            ("12%", "found \"12%\", not a number", CORRECT),
        ];
        for (cell, what, how) in specification {
            assert_eq!(complaint(cell, false), (what.to_owned(), how.to_owned()));
        }
    }
}
