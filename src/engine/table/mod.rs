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

pub use column_warnings::{are_directions, constant, likely_label, numbering, scattered_classes};
pub use new_rows::{Batch, BatchError, Done, RowReading, RowSchema};
pub use options::{Missing, Read, Reading};
pub use read::{columns, read, read_from, read_statement};
pub use statement::Statement;
pub use typed_rows::{Cell, TypedRows};
pub use values::mean;

/// A table of n rows of m finite numbers, with names of rows and columns and, if given, classes.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    features: Vec<String>,
    values: Arc<Vec<f64>>,
    points: Points,
    missing: Missing,
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
        Self { features, values, points, missing: Missing::Error }
    }

    /// Sets the treatment of rows with empty cells that the table was read with.
    pub fn read_with(self, missing: Missing) -> Self {
        Self { missing, ..self }
    }

    /// Returns the treatment of rows with empty cells.
    pub fn missing(&self) -> Missing {
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

    /// Returns all values, row by row, as a shared vector.
    pub fn shared_values(&self) -> Arc<Vec<f64>> {
        Arc::clone(&self.values)
    }
}
