//! A table that has the distance of each point from every point.
//!
//! Invariant: it is symmetric and has zeros on its diagonal, up to rounding.

/// Programs that compute distances round about so far.
const ROUNDED: f64 = 1e-9;

/// Where a table is no matrix of distances.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DistanceMatrixError {
    /// It is not square.
    #[error(
        "{rows} rows and {columns} columns are no distances of all pairs; give as many columns as \
         rows"
    )]
    NotSquare {
        /// How many rows it has.
        rows: usize,
        /// How many columns it has.
        columns: usize,
    },
    /// One of them cannot be a distance.
    #[error("{place}: found {found}; {remedy}")]
    Pair {
        /// Row and column.
        place: String,
        /// What it is.
        found: String,
        /// What to do.
        remedy: &'static str,
    },
}

/// The matrix with whatever rounding made negative set to 0.
///
/// # Errors
/// What is no matrix of distances; `name` says what a row is called.
pub(super) fn distances(
    values: &[f64],
    columns: usize,
    rows: usize,
    name: impl Fn(usize) -> String,
) -> Result<Vec<f64>, DistanceMatrixError> {
    if rows != columns {
        return Err(DistanceMatrixError::NotSquare { rows, columns });
    }
    let largest = values.iter().fold(0.0, |largest: f64, value| largest.max(value.abs()));
    let pair = |row: usize, column: usize, found: String, remedy| {
        let [named, across] = [row, column].map(&name);
        let place = format!("row {} ({named}), column {} ({across})", row + 1, column + 1);
        DistanceMatrixError::Pair { place, found, remedy }
    };
    for row in 0..rows {
        for column in 0..=row {
            let (there, back) = (values[row * rows + column], values[column * rows + row]);
            if row == column && there.abs() > ROUNDED * largest {
                let found = format!("{there} from the point to itself");
                return Err(pair(row, column, found, "write 0 there; these are to be distances"));
            }
            if there < -ROUNDED * largest || back < -ROUNDED * largest {
                let (row, column) = if there < back { (row, column) } else { (column, row) };
                let found = format!("{}, a negative distance", there.min(back));
                return Err(pair(row, column, found, "a distance is 0 or more"));
            }
            if (there - back).abs() > ROUNDED * largest {
                let found = format!("{there}, and {back} the other way");
                return Err(pair(row, column, found, "make both the same"));
            }
        }
    }
    // Not -0.0, whose bits rank last.
    Ok(values.iter().map(|&value| value.max(0.0) + 0.0).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(values: &[f64], columns: usize) -> Option<String> {
        let name = |row: usize| format!("d{}", row + 1);
        let found = distances(values, columns, values.len() / columns, name);
        found.err().map(|error| error.to_string())
    }

    #[test]
    fn what_is_no_distance_is_told_by_row_and_column() {
        assert_eq!(fault(&[0.0, 1.0, 1.0 + 1e-12, -1e-15], 2), None);
        for (values, columns, expected) in [
            (&[0.0, 1.0][..], 2, "1 rows and 2 columns are no distances"),
            (&[0.0, 1.0, 1.0, 0.5], 2, "row 2 (d2), column 2 (d2): found 0.5 from the point"),
            (&[0.0, -1.0, 1.0, 0.0], 2, "row 1 (d1), column 2 (d2): found -1, a negative"),
            (&[0.0, 1.5, 1.0, 0.0], 2, "row 2 (d2), column 1 (d1): found 1, and 1.5 the other"),
        ] {
            assert!(fault(values, columns).expect(expected).starts_with(expected));
        }
    }

    #[test]
    fn rounding_below_zero_is_zero() {
        let values =
            distances(&[-0.0, 1.0, 1.0, -1e-15], 2, 2, |_| String::new()).expect("distances");
        assert!(values.iter().all(|value| value.is_sign_positive()));
    }
}
