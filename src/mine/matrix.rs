//! The bit matrix that a search mines.
//!
//! Invariant: `rows` and `columns` hold the same pairs, every list ascending.

use conceptgraph_sets::csr::Csr;

/// A matrix of bits, as the columns of each row and the rows of each column.
///
/// A row may represent several points with equal rows: its weight. Sizes count points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitMatrix {
    rows: Csr,
    columns: Csr,
    /// The number of points that each row represents; empty if each row is one point.
    weights: Vec<u32>,
}

impl BitMatrix {
    /// Creates a matrix of `columns` columns from the sorted distinct columns of each row.
    ///
    /// # Panics
    /// Panics if a row names a column that does not exist.
    pub fn new(rows: Csr, columns: usize) -> Self {
        Self::with_weights(rows, columns, Vec::new())
    }

    /// Creates a matrix whose rows represent `weights` points each, or one each if that is empty.
    ///
    /// # Panics
    /// Panics if a row names a column that does not exist, or if there is not one weight a row.
    pub fn with_weights(rows: Csr, columns: usize, mut weights: Vec<u32>) -> Self {
        if weights.iter().all(|&weight| weight == 1) {
            weights.clear();
        }
        assert!(weights.is_empty() || weights.len() == rows.len(), "one weight a row");
        Self { columns: rows.transpose(columns), rows, weights }
    }

    /// Returns the columns of each row.
    pub fn rows(&self) -> &Csr {
        &self.rows
    }

    /// Returns the rows of each column.
    pub fn columns(&self) -> &Csr {
        &self.columns
    }

    /// Returns the number of points that a row represents.
    pub fn weight(&self, row: u32) -> u32 {
        self.weights.get(row as usize).copied().unwrap_or(1)
    }

    /// Returns the number of points that `rows` represent.
    pub fn size(&self, rows: impl ExactSizeIterator<Item = u32>) -> u32 {
        match self.weights.is_empty() {
            true => rows.len() as u32,
            false => rows.map(|row| self.weights[row as usize]).sum(),
        }
    }

    /// Returns the number of points that have a column.
    pub fn support(&self, column: usize) -> u32 {
        self.size(self.columns.get(column).iter().copied())
    }

    /// Returns the number of points that all rows represent.
    pub fn point_count(&self) -> usize {
        match self.weights.is_empty() {
            true => self.rows.len(),
            false => self.weights.iter().map(|&weight| weight as usize).sum(),
        }
    }
}
