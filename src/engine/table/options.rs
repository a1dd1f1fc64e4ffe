//! How a table is to be read, and what was read.

use std::path::PathBuf;

use super::Table;
use crate::base::numerals::Numerals;

/// What becomes of a row with an empty cell in a column that is used. The usual words for a missing
/// value, such as `NA`, are as an empty cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Missing {
    /// It is an error.
    #[default]
    Error,
    /// The row is left out and counted; the others keep the numbers of their rows.
    Drop,
    /// The mean of the column stands in the cell, which is counted. A label or a name has none.
    Mean,
}

impl Missing {
    /// Its name on the command line and in stores.
    pub fn name(self) -> &'static str {
        match self {
            Missing::Error => "error",
            Missing::Drop => "drop",
            Missing::Mean => "mean",
        }
    }

    /// The one with that name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Missing::Error, Missing::Drop, Missing::Mean].into_iter().find(|of| of.name() == name)
    }
}

/// How to read a table: its header and what each column is.
///
/// A column is named by its name, or by its place from 1 where no column has that name. The empty
/// name is that of the columns without one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// A second file, with what belongs to the rows: names, classes, what is shown. Its first line
    /// names its columns, which are no features unless they are asked for.
    pub rows: Option<PathBuf>,
    /// The sheet that is read, where the file is a spreadsheet; otherwise the only one with cells.
    pub sheet: Option<String>,
    /// Whether the first line names the columns; otherwise they are named `1` to `m`.
    pub header: bool,
    /// The column of the points' classes, kept as text. Where no column is called so it may be a
    /// condition on a column of numbers, which makes two classes: `quality>=7`.
    pub label: Option<String>,
    /// The column of the points' names; otherwise they are named `d1`, `d2` and so on after their
    /// rows in the file.
    pub id: Option<String>,
    /// The features, whatever the order here in file order; otherwise all columns that are neither
    /// label nor id nor dropped.
    pub columns: Option<Vec<String>>,
    /// The columns to leave out.
    pub drop: Vec<String>,
    /// The columns that are no features and are only shown beside the points.
    pub keep: Vec<String>,
    /// Features of words: each word becomes a column of 0 and 1.
    pub nominal: Vec<String>,
    /// Words that count as an empty cell, besides the usual ones.
    pub na: Vec<String>,
    /// How numbers are written.
    pub numerals: Numerals,
    /// What becomes of rows with empty cells.
    pub missing: Missing,
}

impl Default for Reading {
    /// A header, all columns features, every cell filled.
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
            missing: Missing::Error,
        }
    }
}

/// A table as read.
#[derive(Clone, Debug, PartialEq)]
pub struct Read {
    /// The rows kept, in file order.
    pub table: Table,
    /// How many rows were left out for an empty cell.
    pub dropped: usize,
    /// Where most rows were left out, the features with the most empty cells there, and how many.
    pub sparse: Vec<(String, usize)>,
    /// How many empty cells got the mean of their column.
    pub filled: usize,
    /// The column that the classes are from.
    pub label: Option<String>,
    /// The column that the names are from.
    pub id: Option<String>,
}
