//! One cell of a table as a number, and why it is none.
//!
//! Invariant: a number is finite. Spaces around it are no part of it; the decimal sign is a point.

use super::source::quoted;

/// The finite number in a cell, spaces around it left out.
pub(super) fn number(cell: &str) -> Option<f64> {
    cell.trim().parse().ok().filter(|value: &f64| value.is_finite())
}

/// The number as it should be written, where the cell has a comma for its decimal point.
pub(super) fn decimal_comma(cell: &str) -> Option<String> {
    let mended = cell.trim().replacen(',', ".", 1);
    (cell.contains(',') && number(&mended).is_some()).then_some(mended)
}

/// What was found in a cell that is no number, and what to do about it.
///
/// `labelled` says that the table has its label column already; `alone` that the column is the only
/// one, so that the cells are perhaps separated by a sign that is not looked for.
pub(super) fn complaint(cell: &str, column: &str, labelled: bool, alone: bool) -> (String, String) {
    let cell = cell.trim();
    let found = quoted(cell);
    if let Some(mended) = decimal_comma(cell) {
        return (
            format!("found {found}, a decimal comma"),
            format!("write a decimal point: {mended}"),
        );
    }
    let absent = "mend it, or empty the cell and give --missing drop to leave the row out";
    if cell.parse::<f64>().is_ok() {
        return (format!("found {found}, not a finite number"), absent.into());
    }
    if ["?", "na", "n/a", "null", "none", "-"].contains(&cell.to_lowercase().as_str()) {
        return (format!("found {found}, not a number"), absent.into());
    }
    let remedy = match (alone, labelled) {
        (true, _) => "mend it, or separate the cells by commas, semicolons or tabs".into(),
        (_, true) => format!("mend it, or leave the column out with --drop {column:?}"),
        (_, false) => {
            format!("mend it, or leave the column out with --drop {column:?} or --label {column:?}")
        }
    };
    (format!("found {found}, not a number"), remedy)
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
    fn every_cell_that_is_no_number_is_told_with_a_remedy() {
        let absent = "mend it, or empty the cell and give --missing drop to leave the row out";
        let out = "mend it, or leave the column out with --drop \"c\" or --label \"c\"";
        let specification = [
            ("1,5", "found \"1,5\", a decimal comma", "write a decimal point: 1.5"),
            ("NaN", "found \"NaN\", not a finite number", absent),
            ("-inf", "found \"-inf\", not a finite number", absent),
            ("1e999", "found \"1e999\", not a finite number", absent),
            ("?", "found \"?\", not a number", absent),
            ("N/A", "found \"N/A\", not a number", absent),
            (" red ", "found \"red\", not a number", out),
        ];
        for (cell, found, remedy) in specification {
            assert_eq!(complaint(cell, "c", false, false), (found.into(), remedy.into()));
        }
        let remedy = |labelled, alone| complaint("red", "c", labelled, alone).1;
        assert_eq!(remedy(true, false), "mend it, or leave the column out with --drop \"c\"");
        let separate = "mend it, or separate the cells by commas, semicolons or tabs";
        assert_eq!(remedy(false, true), separate);
    }
}
