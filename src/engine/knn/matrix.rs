//! A matrix of distances: a table that has the distance of each point from every point.
//!
//! Invariant: the matrix is symmetric and has zeros on its diagonal, up to rounding.

/// The relative error up to which programs that compute distances may round.
const TOLERANCE: f64 = 1e-9;

/// The reason why a table is not a matrix of distances.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DistanceMatrixError {
    /// A table that is not square.
    #[error(
        "a table of size {rows} x {columns} is not a distance matrix; give as many columns as rows"
    )]
    NotSquare {
        /// The number of rows of the table.
        rows: usize,
        /// The number of columns of the table.
        columns: usize,
    },
    /// A value that cannot be a distance.
    #[error("{place}: found {found}; {remedy}")]
    Pair {
        /// The row and the column of the value.
        place: String,
        /// A description of the value.
        found: String,
        /// The advice to whoever made the table.
        remedy: &'static str,
    },
}

/// Returns the matrix with values that rounding made negative set to 0.
pub(super) fn check_distances(
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
            if row == column && there.abs() > TOLERANCE * largest {
                let found = format!("{there}, the distance of a point from itself");
                return Err(pair(row, column, found, "write 0"));
            }
            if there < -TOLERANCE * largest || back < -TOLERANCE * largest {
                let (row, column) = if there < back { (row, column) } else { (column, row) };
                let found = format!("{}, a negative distance", there.min(back));
                return Err(pair(row, column, found, "a distance is 0 or more"));
            }
            if (there - back).abs() > TOLERANCE * largest {
                let found = format!("{there}, but {back} in the opposite direction");
                return Err(pair(row, column, found, "make the two distances equal"));
            }
        }
    }
    // The bits of -0.0 would rank last.
    Ok(values.iter().map(|&value| value.max(0.0) + 0.0).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(values: &[f64], columns: usize) -> Option<String> {
        let name = |row: usize| format!("d{}", row + 1);
        let found = check_distances(values, columns, values.len() / columns, name);
        found.err().map(|error| error.to_string())
    }

    #[test]
    fn what_is_no_distance_is_told_by_row_and_column() {
        assert_eq!(fault(&[0.0, 1.0, 1.0 + 1e-12, -1e-15], 2), None);
        for (values, columns, expected) in [
            (&[0.0, 1.0][..], 2, "a table of size 1 x 2 is not a"),
            (&[0.0, 1.0, 1.0, 0.5], 2, "row 2 (d2), column 2 (d2): found 0.5, the distance"),
            (&[0.0, -1.0, 1.0, 0.0], 2, "row 1 (d1), column 2 (d2): found -1, a negative"),
            (&[0.0, 1.5, 1.0, 0.0], 2, "row 2 (d2), column 1 (d1): found 1, but 1.5 in the"),
        ] {
            assert!(fault(values, columns).expect(expected).starts_with(expected));
        }
    }

    #[test]
    fn rounding_below_zero_is_zero() {
        let values =
            check_distances(&[-0.0, 1.0, 1.0, -1e-15], 2, 2, |_| String::new()).expect("distances");
        assert!(values.iter().all(|value| value.is_sign_positive()));
    }
}
