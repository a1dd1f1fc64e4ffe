//! The options of reading a table, and its result.

use std::path::PathBuf;

use super::Table;
use super::missing_policy::MissingPolicy;
use super::notation::Notation;
use super::roles::Roles;
use crate::base::numerals::NumeralSigns;

/// The options of reading a table: its header, the roles of its columns, and its cells.
///
/// A column is given by its name, or by its position from 1 if no column has that name. A column
/// without a given role gets the one that [`Roles`] describes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadOptions {
    /// A second file with data of the rows; its columns are features only if requested.
    pub rows: Option<PathBuf>,
    /// The sheet to read if the file is a spreadsheet; `None` for the only sheet with cells.
    pub sheet: Option<String>,
    /// `true` if the first line names the columns, `false` if it is data and they are named `1` to
    /// `m`; `None` to compare it with the lines below.
    pub header: Option<bool>,
    /// The column of the classes, as text.
    pub label: Option<String>,
    /// The column of the names of the points; `None` for the first column of words that all
    /// differ, and without such a column for `d1`, `d2`, ... by row.
    pub id: Option<String>,
    /// The features, in any order; `None` to choose them.
    pub columns: Option<Vec<String>>,
    /// The columns to leave out.
    pub drop: Vec<String>,
    /// The columns that are not features and are only shown beside the points.
    pub keep: Vec<String>,
    /// Features of words: each word becomes a column of 0 and 1.
    pub nominal: Vec<String>,
    /// The words that count as an empty cell, besides the usual ones.
    pub na: Vec<String>,
    /// The signs in numbers.
    pub numerals: NumeralSigns,
    /// The treatment of rows with empty cells; `None` to leave them out, or if these are many, to
    /// only show the columns with most empty cells.
    pub missing: Option<MissingPolicy>,
}

crate::base::setters::setters!(ReadOptions {
    rows: Option<PathBuf>,
    sheet: Option<String>,
    header: Option<bool>,
    label: Option<String>,
    id: Option<String>,
    columns: Option<Vec<String>>,
    drop: Vec<String>,
    keep: Vec<String>,
    nominal: Vec<String>,
    na: Vec<String>,
    numerals: NumeralSigns,
    missing: Option<MissingPolicy>,
});

/// A table and the roles of the columns that it was read from.
#[derive(Clone, Debug, PartialEq)]
pub struct ParsedTable {
    /// The table of the rows that were kept, in file order.
    pub table: Table,
    /// The roles of the columns.
    pub roles: Roles,
    /// The notations of the features that are read from texts.
    pub notations: Vec<(String, Notation)>,
}
