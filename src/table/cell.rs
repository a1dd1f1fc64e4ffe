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

/// The number as it should be written, where the cell has a comma for its decimal point.
pub(super) fn decimal_comma(cell: &str) -> Option<String> {
    let right = cell.trim().replacen(',', ".", 1);
    (cell.contains(',') && number(&right).is_some()).then_some(right)
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
    if let Some(right) = decimal_comma(cell) {
        let found = format!("found {found}, a decimal comma");
        return (found, format!("write a decimal point: {right}"), Vec::new());
    }
    let absent = || {
        let remedy = "correct it, or empty the cell and leave such rows out";
        (remedy.to_owned(), vec![Setting::LeaveRowsOut])
    };
    let infinite = cell.parse::<f64>().is_ok();
    let nothing = ["?", "na", "n/a", "null", "none", "-"].contains(&cell.to_lowercase().as_str());
    let out = || Setting::LeaveColumnOut(Some(column.to_owned()));
    let (remedy, settings) = match (alone, labelled) {
        _ if infinite || nothing => absent(),
        (true, _) => {
            ("correct it, or separate the cells by commas, semicolons or tabs".into(), Vec::new())
        }
        (_, true) => ("correct it, or leave the column out".into(), vec![out()]),
        (_, false) => (
            "correct it, leave the column out, or make it the label".into(),
            vec![out(), Setting::Label(column.to_owned())],
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
    fn a_decimal_comma_is_one_comma_in_a_number() {
        assert_eq!(decimal_comma(" -1,5e3 "), Some("-1.5e3".to_owned()));
        assert_eq!(decimal_comma("1,234.5"), None);
        assert_eq!(decimal_comma("1,2,3"), None);
        assert_eq!(decimal_comma("1.5"), None);
    }

    #[test]
    fn every_cell_that_is_no_number_has_a_remedy() {
        let absent = ("correct it, or empty the cell and leave such rows out", 1);
        let out = ("correct it, leave the column out, or make it the label", 2);
        let specification = [
            ("1,5", "found \"1,5\", a decimal comma", ("write a decimal point: 1.5", 0)),
            ("NaN", "found \"NaN\", not a finite number", absent),
            ("-inf", "found \"-inf\", not a finite number", absent),
            ("1e999", "found \"1e999\", not a finite number", absent),
            ("?", "found \"?\", not a number", absent),
            ("N/A", "found \"N/A\", not a number", absent),
            (" red ", "found \"red\", not a number", out),
        ];
        for (cell, what, (how, by)) in specification {
            let (found, remedy, settings) = complaint(cell, "c", false, false);
            assert_eq!((found.as_str(), remedy.as_str(), settings.len()), (what, how, by));
        }
        let remedy = |labelled, alone| {
            let (_, remedy, settings) = complaint("red", "c", labelled, alone);
            (remedy, settings)
        };
        let out = Setting::LeaveColumnOut(Some("c".into()));
        assert_eq!(remedy(true, false), ("correct it, or leave the column out".into(), vec![out]));
        let separate = "correct it, or separate the cells by commas, semicolons or tabs";
        assert_eq!(remedy(false, true), (separate.into(), Vec::new()));
    }
}
