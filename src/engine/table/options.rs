//! The options of reading a table, and its result.

use std::path::PathBuf;

use super::Table;
use crate::base::numerals::Numerals;

/// The treatment of a row with an empty cell, or a word such as `NA`, in a column that is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MissingPolicy {
    /// An empty cell is an error.
    #[default]
    Error,
    /// The row is left out and counted; the other rows keep their numbers.
    Drop,
    /// The cell gets the mean of the column and is counted. A label or a name has no mean.
    Mean,
}

impl MissingPolicy {
    /// Returns the name on the command line and in stores.
    pub fn name(self) -> &'static str {
        match self {
            MissingPolicy::Error => "error",
            MissingPolicy::Drop => "drop",
            MissingPolicy::Mean => "mean",
        }
    }

    /// Returns the treatment with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        [MissingPolicy::Error, MissingPolicy::Drop, MissingPolicy::Mean]
            .into_iter()
            .find(|of| of.name() == name)
    }
}

/// The options of reading a table: its header and the roles of its columns.
///
/// A column is given by its name, or by its position from 1 if no column has that name. The empty
/// name denotes the columns without a name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadOptions {
    /// A second file with data of the rows; its columns are features only if requested.
    pub rows: Option<PathBuf>,
    /// The sheet to read if the file is a spreadsheet; `None` for the only sheet with cells.
    pub sheet: Option<String>,
    /// `true` if the first line names the columns; otherwise they are named `1` to `m`.
    pub header: bool,
    /// The column of the classes, as text. If no column has this name, it may be a condition on a
    /// column of numbers, which makes two classes: `quality>=7`.
    pub label: Option<String>,
    /// The column of the names of the points; `None` to name them `d1`, `d2`, ... by their rows.
    pub id: Option<String>,
    /// The features, in any order; `None` for all columns that are not label, id, dropped or kept.
    pub columns: Option<Vec<String>>,
    /// The columns to leave out.
    pub drop: Vec<String>,
    /// The columns that are not features and are only shown beside the points.
    pub keep: Vec<String>,
    /// Features of words: each word becomes a column of 0 and 1.
    pub nominal: Vec<String>,
    /// The words that count as an empty cell, besides the usual ones.
    pub na: Vec<String>,
    /// The notation of numbers.
    pub numerals: Numerals,
    /// The treatment of rows with empty cells.
    pub missing: MissingPolicy,
}

crate::base::setters::setters!(ReadOptions {
    rows: Option<PathBuf>,
    sheet: Option<String>,
    header: bool,
    label: Option<String>,
    id: Option<String>,
    columns: Option<Vec<String>>,
    drop: Vec<String>,
    keep: Vec<String>,
    nominal: Vec<String>,
    na: Vec<String>,
    numerals: Numerals,
    missing: MissingPolicy,
});

impl Default for ReadOptions {
    fn default() -> Self {
        Self {
            rows: None,
            sheet: None,
            header: true,
            label: None,
            id: None,
            columns: None,
            drop: Vec::new(),
            keep: Vec::new(),
            nominal: Vec::new(),
            na: Vec::new(),
            numerals: Numerals::default(),
            missing: MissingPolicy::Error,
        }
    }
}

/// A table and a report on its reading.
#[derive(Clone, Debug, PartialEq)]
pub struct ParsedTable {
    /// The table of the rows that were kept, in file order.
    pub table: Table,
    /// The number of rows that were left out because of an empty cell.
    pub dropped: usize,
    /// The features with the most gaps, and the numbers of these, if most rows were left out.
    pub sparse: Vec<(String, usize)>,
    /// The number of empty cells that were filled with the mean of their column.
    pub filled: usize,
    /// The column of the classes.
    pub label: Option<String>,
    /// The column of the names.
    pub id: Option<String>,
}

/// Options of reading that several tests share.
#[cfg(test)]
pub(super) mod test_options {
    use super::ReadOptions;

    pub(crate) fn labelled() -> ReadOptions {
        ReadOptions::default().label("class".to_owned())
    }

    pub(crate) fn named() -> ReadOptions {
        ReadOptions::default().id("id".to_owned())
    }
}
