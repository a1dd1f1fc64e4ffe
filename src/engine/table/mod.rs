//! Numeric tables, the input of everything else: n points by m features, all values finite.

use std::sync::Arc;

use crate::base::points::Points;

mod cell;
mod column_warnings;
mod columns;
mod condition;
pub mod distances;
mod formats;
pub mod links;
mod new_rows;
mod options;
mod read;
mod records;
mod role;
mod rows;
mod rows_file;
mod sniff;
pub mod source;
mod statement;
mod typed_records;
mod typed_rows;
mod values;

pub(crate) use column_warnings::are_unit_rows;
pub use column_warnings::{
    constant_columns, count_scattered_classes, likely_label, numbered_columns,
};
pub use new_rows::{BatchError, ReadCounts, RowBatch, RowReadOptions, RowSchema};
pub use options::{MissingPolicy, ParsedTable, ReadOptions};
pub use read::{read, read_from, read_statement};
pub use statement::Statement;
pub use typed_rows::{TypedCell, TypedRows};
pub use values::running_mean;

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
}
