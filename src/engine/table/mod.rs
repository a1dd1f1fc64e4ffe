//! Numeric tables, the input of everything else: n points by m features, all values finite.

use std::sync::Arc;

use crate::base::points::Points;

mod assignment;
mod cell;
mod cells;
pub mod distances;
mod formats;
mod layout;
pub mod links;
mod missing_policy;
mod new_rows;
mod notation;
mod numbering;
mod options;
mod profile;
mod raw_table;
mod read;
mod records;
mod requests;
mod roles;
mod sniff;
pub mod source;
mod statement;
mod table_builder;
mod typed_records;
mod typed_rows;

pub use missing_policy::MissingPolicy;
pub use new_rows::{NewRows, ReadCounts, RowSchema};
pub use notation::Notation;
pub use options::{ParsedTable, ReadOptions};
pub use read::{read, read_from, read_statement};
pub use roles::{RoleLine, Roles};
pub use statement::Statement;
pub use table_builder::running_mean;
pub use typed_rows::{TypedCell, TypedRows};

/// The least number of features of an embedding; with fewer, rows of length 1 are hardly vectors of
/// an encoder. The next constant is the tolerance of their lengths, which are rounded.
const MIN_EMBEDDING_WIDTH: usize = 8;
const LENGTH_TOLERANCE: f64 = 1e-3;

/// A table of n rows of m finite numbers, with names of rows and columns and, if given, classes.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    features: Vec<String>,
    values: Arc<Vec<f64>>,
    points: Points,
    missing: MissingPolicy,
}

impl Table {
    /// Creates a table from its values row by row, which may be shared, as embeddings are large.
    ///
    /// # Panics
    /// Panics if the values are not points x features numbers or one is not finite.
    pub fn new(features: Vec<String>, values: impl Into<Arc<Vec<f64>>>, points: Points) -> Self {
        let values = values.into();
        assert_eq!(values.len(), points.len() * features.len(), "points x features values");
        assert!(values.iter().all(|v| v.is_finite()), "every value is finite");
        Self { features, values, points, missing: MissingPolicy::Error }
    }

    /// Sets the treatment of rows with empty cells that the table was read with.
    pub fn with_missing(self, missing: MissingPolicy) -> Self {
        Self { missing, ..self }
    }

    /// Returns the treatment of rows with empty cells.
    pub fn missing(&self) -> MissingPolicy {
        self.missing
    }

    /// Returns the names of the columns.
    pub fn features(&self) -> &[String] {
        &self.features
    }

    /// Returns the names and classes of the rows.
    pub fn points(&self) -> &Points {
        &self.points
    }

    /// Returns the features of one point.
    pub fn row(&self, point: usize) -> &[f64] {
        let m = self.features.len();
        &self.values[point * m..(point + 1) * m]
    }

    /// Returns all values, row by row.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    pub(crate) fn shared_values(&self) -> Arc<Vec<f64>> {
        Arc::clone(&self.values)
    }

    /// Returns `true` if all rows have length 1, as embeddings of texts or pictures have.
    pub(crate) fn has_unit_rows(&self) -> bool {
        let length = |row: &[f64]| row.iter().map(|value| value * value).sum::<f64>().sqrt();
        let mut rows = (0..self.points.len()).map(|row| self.row(row));
        self.features.len() >= MIN_EMBEDDING_WIDTH
            && rows.all(|row| (length(row) - 1.0).abs() <= LENGTH_TOLERANCE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_length_one_are_directions() {
        let has_unit_rows = |width: usize, values: Vec<f64>| {
            let points = Points::from_count(values.len() / width, None);
            Table::new(vec![String::new(); width], values, points).has_unit_rows()
        };
        let ones = [
            [0.6, 0.8, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            [0.0, 0.0, -1.0009, 0.0, 0.0, 0.0, 0.0, 0.0],
        ];
        assert!(has_unit_rows(8, ones.concat()));
        assert!(!has_unit_rows(8, [ones[0], [0.36; 8]].concat()), "another length");
        assert!(!has_unit_rows(4, vec![1.0, 0.0, 0.0, 0.0]), "few features");
    }
}
