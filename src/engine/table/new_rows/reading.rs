//! How new rows are read.

use crate::base::numerals::Numerals;

/// How new rows are read.
#[derive(Clone, Debug)]
pub struct RowReading {
    /// The sheet that is read, where the file is a spreadsheet; otherwise the only one with cells.
    pub sheet: Option<String>,
    /// Whether the first line names the columns; otherwise they are named `1` to `m`.
    pub header: bool,
    /// Words that count as an empty cell, besides the usual ones.
    pub na: Vec<String>,
    /// How numbers are written.
    pub numerals: Numerals,
}

impl Default for RowReading {
    /// A header, and nothing unusual.
    fn default() -> Self {
        Self { sheet: None, header: true, na: Vec::new(), numerals: Numerals::default() }
    }
}
