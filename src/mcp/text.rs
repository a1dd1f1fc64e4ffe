//! Answers as text: few words, since an assistant reads and pays for every one.

use super::arguments::MOST_ROWS;
use crate::base::display_safe;
use crate::base::numbers::{counted, grouped};
use crate::base::rows::{Rows, Value};
use crate::terminal::rows::{Format, write_rows};

/// No answer has more characters.
const MOST: usize = 20_000;

/// Rows as CSV, and how many there are without the limit, where that is known.
pub(super) fn of_rows(rows: &Rows, total: Option<u64>, limit: u64) -> String {
    if rows.columns == ["description"] {
        let text = rows.rows.iter().flatten().map(shown).map(|cell| match cell {
            Value::Text(text) => text,
            _ => String::new(),
        });
        return short(text.collect::<Vec<_>>().join("\n"));
    }
    let cells = |row: &Vec<Value>| row.iter().map(shown).collect();
    let brief = Rows {
        columns: rows.columns.iter().map(|name| display_safe::name(name).into_owned()).collect(),
        rows: rows.rows.iter().map(cells).collect(),
    };
    let mut bytes = Vec::new();
    write_rows(&brief, Format::Csv, None, &mut bytes).expect("a vector takes all");
    let mut text = String::from_utf8_lossy(&bytes).into_owned();
    let mut given = rows.rows.len() as u64;
    if text.chars().count() > MOST {
        // Whole lines: no cell has a line break.
        let end = text.char_indices().nth(MOST).map_or(text.len(), |(at, _)| at);
        text.truncate(text[..end].rfind('\n').map_or(0, |at| at + 1));
        given = (text.lines().count() as u64).saturating_sub(1);
    }
    let first = format!("the first {}", grouped(given));
    let count = match total {
        _ if given < rows.rows.len() as u64 => {
            format!("{first}, no more fits; ask for fewer rows or columns")
        }
        Some(total) if total > given => {
            format!("{first} of {}; for more: a limit up to {}", grouped(total), grouped(MOST_ROWS))
        }
        None if given >= limit => {
            format!("{first}, and there may be more: a limit up to {}", grouped(MOST_ROWS))
        }
        _ => counted(given, "row", "rows"),
    };
    format!("{text}({count})\n")
}

/// A text without its end where it is too long.
pub(super) fn short(text: String) -> String {
    match text.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}… (no more fits)", &text[..at]),
        None => text,
    }
}

/// A value in a line: a number to four digits behind the point, or of those that count.
fn shown(value: &Value) -> Value {
    match value {
        Value::Real(number) if number.is_finite() => {
            let digits = match number.abs() {
                0.1.. => format!("{number:.4}"),
                _ => format!("{number:.3e}"),
            };
            Value::Real(digits.parse().unwrap_or(*number))
        }
        Value::Text(text) => Value::Text(display_safe::message(text).into_owned()),
        Value::Json(json) => Value::Text(display_safe::message(&json.to_string()).into_owned()),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(count: usize) -> Rows {
        let row = |at| vec![Value::text(format!("a{at}\nb,c")), Value::Real(1.0 / 3.0)];
        let columns = ["name", "share"].map(str::to_owned).to_vec();
        Rows { columns, rows: (0..count).map(row).collect() }
    }

    #[test]
    fn rows_are_brief_and_counted() {
        let text = of_rows(&rows(1), Some(1), 20);
        assert_eq!(text, "name,share\n\"a0\\nb,c\",0.3333\n(1 row)\n");
        let ends = |total, limit, end: &str| {
            let text = of_rows(&rows(2), total, limit);
            assert!(text.ends_with(end), "{text}");
        };
        ends(Some(2000), 2, "(the first 2 of 2,000; for more: a limit up to 1,000)\n");
        ends(None, 2, "(the first 2, and there may be more: a limit up to 1,000)\n");
        ends(None, 20, "(2 rows)\n");
    }

    #[test]
    fn no_answer_is_longer_than_can_be_read() {
        let text = of_rows(&rows(5000), Some(5000), 5000);
        assert!(text.chars().count() < MOST + 200, "{}", text.len());
        assert!(text.ends_with(", no more fits; ask for fewer rows or columns)\n"), "{text}");
        assert!(short("é".repeat(MOST + 1)).ends_with("é… (no more fits)"));
    }

    #[test]
    fn small_numbers_keep_their_digits() {
        let of = |number| shown(&Value::Real(number));
        assert_eq!(of(0.000_012_345_6), Value::Real(0.000_012_35));
        assert_eq!(of(-12.345_678), Value::Real(-12.3457));
        assert_eq!(of(0.0), Value::Real(0.0));
    }
}
