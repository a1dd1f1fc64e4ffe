//! How new rows are read.

use std::path::PathBuf;

use crate::base::numerals::Numerals;

/// How new rows are read.
#[derive(Clone, Debug)]
pub struct RowReading {
    /// A second file, with what belongs to the rows: names, classes, what is shown.
    pub rows: Option<PathBuf>,
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
        let (na, numerals) = (Vec::new(), Numerals::default());
        Self { rows: None, sheet: None, header: true, na, numerals }
    }
}
