//! One cell of a table as a number, and why it is not one.
//!
//! Invariant: a number is finite. Spaces around it do not belong to it; the decimal sign is a
//! point.

use super::source::quoted;
use crate::base::setting::Setting;

/// The finite number in a cell, spaces around it left out.
pub(super) fn number(cell: &str) -> Option<f64> {
    cell.trim().parse().ok().filter(|value: &f64| value.is_finite())
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
pub(super) fn is_no_word(cell: &str, more: &[String]) -> bool {
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
    let decimal = cell.replacen(',', ".", 1);
    let decimal = (cell.contains(',') && number(&decimal).is_some()).then_some(decimal);
    let (whole, rest) =
        cell.split_once('.').map_or((cell, None), |(whole, rest)| (whole, Some(rest)));
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let mut groups = whole.trim_start_matches(['-', '+']).split(',');
    let first = groups.next().is_some_and(|first| is_digits(first) && first.len() <= 3);
    let mut others = groups.peekable();
    let is_grouped = first && others.peek().is_some();
    let is_grouped = is_grouped && others.all(|part| is_digits(part) && part.len() == 3);
    let grouped = (is_grouped && rest.is_none_or(is_digits)).then(|| cell.replace(',', ""));
    // Points between thousands and a decimal comma.
    let pointed = cell.rsplit_once(',').filter(|(whole, _)| whole.contains('.'));
    let pointed = pointed.filter(|(whole, rest)| {
        let mut groups = whole.trim_start_matches(['-', '+']).split('.');
        let first = groups.next().is_some_and(|first| is_digits(first) && first.len() <= 3);
        first && groups.all(|part| is_digits(part) && part.len() == 3) && is_digits(rest)
    });
    let pointed = pointed.map(|(whole, rest)| format!("{}.{rest}", whole.replace('.', "")));
    let readings: Vec<String> = decimal.into_iter().chain(grouped).chain(pointed).collect();
    (!readings.is_empty()).then_some(readings)
}

/// The number in a cell with a sign of its unit, such as `12%` or `$5`.
pub(super) fn without_unit(cell: &str) -> Option<String> {
    let bare = cell.trim().trim_matches(['%', '€', '$', '£', '°', ' ']);
    let bare = with_commas(bare).and_then(|all| all.last().cloned()).unwrap_or(bare.to_owned());
    (bare != cell.trim() && number(&bare).is_some()).then_some(bare)
}

/// What was found in a cell that is not a number, what to do about it, and the settings that do it.
///
/// `labelled` says that the table has its label column already; `alone` that the column is the only
/// one, so that the cells are perhaps separated by a sign that is not looked for.
pub(super) fn complaint(
    cell: &str,
    column: &str,
    labelled: bool,
    alone: bool,
) -> (String, String, Vec<Setting>) {
    let cell = cell.trim();
    let found = quoted(cell);
    match with_commas(cell).as_deref() {
        Some([decimal, grouped]) => {
            let found = format!("found {found}, with a decimal comma or with thousands apart");
            return (found, format!("write {decimal} or {grouped}"), Vec::new());
        }
        Some([one]) if cell.matches(',').count() == 1 && !cell.contains('.') => {
            let found = format!("found {found}, a decimal comma");
            return (found, format!("write a decimal point: {one}"), Vec::new());
        }
        Some([one, ..]) => {
            return (
                format!("found {found}, with thousands apart"),
                format!("write {one}"),
                Vec::new(),
            );
        }
        Some([]) | None => {}
    }
    if let Some(bare) = without_unit(cell) {
        let found = format!("found {found}, a number with the sign of a unit");
        return (found, format!("write {bare}"), Vec::new());
    }
    let infinite = cell.parse::<f64>().is_ok();
    let out = || Setting::LeaveColumnOut(Some(column.to_owned()));
    let missing = || Setting::Missing(cell.to_owned());
    let (remedy, settings) = match (alone, labelled) {
        _ if infinite => {
            ("correct it, or say that it stands for a missing value".to_owned(), vec![missing()])
        }
        (true, _) => {
            ("correct it, or separate the cells by commas, semicolons or tabs".into(), Vec::new())
        }
        (_, true) => (
            "correct it, leave the column out, or say that it stands for a missing value".into(),
            vec![out(), missing()],
        ),
        (_, false) => (
            "correct it, leave the column out, make it the label, or say that it stands for a \
             missing value"
                .into(),
            vec![out(), Setting::Label(column.to_owned()), missing()],
        ),
    };
    let what = if infinite { "not a finite number" } else { "not a number" };
    (format!("found {found}, {what}"), remedy, settings)
}

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
    fn a_unit_is_no_part_of_a_number() {
        let cases = [("12%", "12"), ("$ 5.5", "5.5"), ("1.200,50 €", "1200.50"), ("-3 %", "-3")];
        for (cell, bare) in cases {
            assert_eq!(without_unit(cell).as_deref(), Some(bare), "{cell}");
        }
        assert_eq!(without_unit("12"), None);
        assert_eq!(without_unit("n%"), None);
        let (found, remedy, _) = complaint("12%", "x", true, true);
        assert_eq!(
            found + "; " + &remedy,
            "found \"12%\", a number with the sign of a unit; write 12"
        );
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
        let absent = ("correct it, or say that it stands for a missing value", 1);
        let out = (
            "correct it, leave the column out, make it the label, or say that it stands for a \
             missing value",
            3,
        );
        let both = "found \"1,234\", with a decimal comma or with thousands apart";
        let specification = [
            ("1,5", "found \"1,5\", a decimal comma", ("write a decimal point: 1.5", 0)),
            ("1,234", both, ("write 1.234 or 1234", 0)),
            ("1,234.5", "found \"1,234.5\", with thousands apart", ("write 1234.5", 0)),
            ("-inf", "found \"-inf\", not a finite number", absent),
            ("1e999", "found \"1e999\", not a finite number", absent),
            (" red ", "found \"red\", not a number", out),
        ];
        for (cell, what, (how, by)) in specification {
            let (found, remedy, settings) = complaint(cell, "c", false, false);
            assert_eq!((found.as_str(), remedy.as_str(), settings.len()), (what, how, by));
        }
        let remedy = |labelled, alone| complaint("red", "c", labelled, alone).1;
        assert!(!remedy(true, false).contains("label"));
        let separate = "correct it, or separate the cells by commas, semicolons or tabs";
        assert_eq!(remedy(false, true), separate);
    }
}
