//! The options of reading new rows.

use std::path::PathBuf;

use crate::base::numerals::Numerals;

/// The options of reading new rows.
#[derive(Clone, Debug)]
pub struct RowReadOptions {
    /// A second file with data of the rows: names, classes, columns to show.
    pub rows: Option<PathBuf>,
    /// The sheet to read if the file is a spreadsheet; `None` for the only sheet with cells.
    pub sheet: Option<String>,
    /// `true` if the first line names the columns; otherwise they are named `1` to `m`.
    pub header: bool,
    /// The words that count as an empty cell, besides the usual ones.
    pub na: Vec<String>,
    /// The notation of numbers.
    pub numerals: Numerals,
}

impl Default for RowReadOptions {
    fn default() -> Self {
        let (na, numerals) = (Vec::new(), Numerals::default());
        Self { rows: None, sheet: None, header: true, na, numerals }
    }
}
