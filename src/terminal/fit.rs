//! Fitting of rows to the width of a terminal, with a note about the columns that are cut or
//! hidden.

use console::{measure_text_width, truncate_str};

use super::text::display_text;
use crate::base::rows::{Rows, Value};

/// The width below which columns are not cut, so that a title is still readable.
const MIN_COLUMN_WIDTH: usize = 24;
const GAP_WIDTH: usize = 3;
const EDGE_WIDTH: usize = 2;

/// The column that describes a row. If columns must be hidden, it stands after the columns with the
/// name and the size, and the columns after it are hidden before it is cut to less.
const TELLING_COLUMN: &str = "apart";
const TELLING_PLACE: usize = 3;
const TELLING_WIDTH: usize = 40;

/// Returns rows that fit into `width` and a note about what is missing from them; `None` if the
/// rows fit as they are.
pub(super) fn fit(rows: &Rows, width: usize) -> Option<(Rows, String)> {
    let fitted = cut(rows, width)?;
    let place = rows.columns.iter().position(|name| name == TELLING_COLUMN);
    let Some(place) = place.filter(|&place| place > TELLING_PLACE) else { return Some(fitted) };
    let mut rows = rows.clone();
    rows.columns[TELLING_PLACE..=place].rotate_right(1);
    rows.rows.iter_mut().for_each(|row| row[TELLING_PLACE..=place].rotate_right(1));
    cut(&rows, width)
}

/// Returns rows that fit into `width`, without the columns at the end if necessary.
fn cut(rows: &Rows, width: usize) -> Option<(Rows, String)> {
    let wide = |at: usize| {
        let cells = rows.rows.iter().map(|row| measure_text_width(&display_text(&row[at])));
        cells.chain([measure_text_width(&rows.columns[at])]).max().unwrap_or(0)
    };
    let full: Vec<usize> = (0..rows.columns.len()).map(wide).collect();
    let mut widths = full.clone();
    let total = |widths: &[usize]| {
        widths.iter().sum::<usize>() + GAP_WIDTH * widths.len().saturating_sub(1) + EDGE_WIDTH
    };
    let least = |at: usize, columns| match rows.columns[at] == TELLING_COLUMN && at + 1 < columns {
        true => TELLING_WIDTH,
        false => MIN_COLUMN_WIDTH,
    };
    while total(&widths) > width && widths.len() > 1 {
        // Numbers are never cut: a part of a number is another number.
        let is_text = |at: &usize| !rows.rows.iter().any(|row| is_number(&row[*at]));
        let widest = (0..widths.len()).filter(is_text).max_by_key(|&at| widths[at]);
        match widest {
            Some(at) if widths[at] > least(at, widths.len()) => {
                let over = total(&widths) - width;
                widths[at] = widths[at].saturating_sub(over).max(least(at, widths.len()));
            }
            _ => {
                widths.pop();
                // The columns that were cut may have room again.
                widths = full[..widths.len()].to_vec();
            }
        }
    }
    if widths == full {
        return None;
    }
    let cut: Vec<&str> = (0..widths.len())
        .filter(|&at| widths[at] < full[at])
        .map(|at| rows.columns[at].as_str())
        .collect();
    let hidden = &rows.columns[widths.len()..];
    let mut notes = Vec::new();
    if !cut.is_empty() {
        notes.push(format!("cut: {}", cut.join(", ")));
    }
    if !hidden.is_empty() {
        let columns = if hidden.len() == 1 { "column" } else { "columns" };
        notes.push(format!("{} {columns} hidden: {}", hidden.len(), hidden.join(", ")));
    }
    let cell = |(value, &width): (&Value, &usize)| match value {
        Value::Text(_) => Value::Text(truncate_str(&display_text(value), width, "…").into_owned()),
        other => other.clone(),
    };
    let fitted = Rows {
        columns: rows.columns[..widths.len()].to_vec(),
        rows: rows.rows.iter().map(|row| row.iter().zip(&widths).map(cell).collect()).collect(),
    };
    Some((fitted, notes.join("; ")))
}

fn is_number(value: &Value) -> bool {
    matches!(value, Value::Int(_) | Value::Real(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Rows {
        let text = |text: &str| Value::Text(text.to_owned());
        Rows {
            columns: ["concept", "size", "centre"].map(str::to_owned).to_vec(),
            rows: vec![vec![text("c1"), Value::Int(1_000_000), text(&"d1,".repeat(20))]],
        }
    }

    #[test]
    fn what_fits_is_left_alone() {
        assert_eq!(fit(&rows(), 200), None);
    }

    #[test]
    fn long_text_is_cut_before_columns_are_hidden() {
        let (fitted, note) = fit(&rows(), 50).unwrap();
        assert_eq!(fitted.rows[0][2], Value::Text(format!("{}…", "d1,".repeat(9))));
        assert_eq!(note, "cut: centre");
        let (fitted, note) = fit(&rows(), 24).unwrap();
        assert_eq!(fitted.columns, ["concept", "size"]);
        assert_eq!(note, "1 column hidden: centre");
        // The last remaining column is never hidden.
        assert_eq!(fit(&rows(), 3).unwrap().0.columns, ["concept"]);
        // The column that tells most stands before those that are hidden.
        let mut told = rows();
        told.columns.extend(["level", "touching", "apart"].map(str::to_owned));
        told.rows[0].extend([Value::Int(1), Value::Int(2), Value::text("petal_length low")]);
        assert_eq!(fit(&told, 70).unwrap().0.columns, ["concept", "size", "centre", "apart"]);
    }
}
