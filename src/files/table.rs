//! Tables for spreadsheets, pandas and the like: columns with types, and a number of rows.

use std::io::{self, Write};

use super::columns::FileCell;
use crate::base::numbers::pluralize;
use crate::base::shown_columns::ColumnKind;

/// A table: columns of the same length.
pub(crate) struct FileTable<'a> {
    pub rows: usize,
    pub columns: Vec<FileColumn<'a>>,
}

pub(crate) struct FileColumn<'a> {
    pub name: String,
    #[cfg_attr(not(feature = "parquet"), expect(dead_code, reason = "CSV has no types"))]
    pub kind: ColumnKind,
    pub cell: Box<dyn Fn(usize) -> FileCell<'a> + 'a>,
}

impl<'a> FileColumn<'a> {
    pub(crate) fn new(
        name: &str,
        kind: ColumnKind,
        cell: impl Fn(usize) -> FileCell<'a> + 'a,
    ) -> Self {
        Self { name: name.to_owned(), kind, cell: Box::new(cell) }
    }

    pub(crate) fn text(name: &str, text: impl Fn(usize) -> Option<&'a str> + 'a) -> Self {
        Self::new(name, ColumnKind::Text, move |row| {
            text(row).map_or(FileCell::Nothing, FileCell::Text)
        })
    }

    pub(crate) fn integer(name: &str, number: impl Fn(usize) -> Option<u32> + 'a) -> Self {
        let cell = move |row| {
            number(row).map_or(FileCell::Nothing, |number| FileCell::Integer(number.into()))
        };
        Self::new(name, ColumnKind::Integer, cell)
    }

    pub(crate) fn real(name: &str, number: impl Fn(usize) -> Option<f64> + 'a) -> Self {
        Self::new(name, ColumnKind::Real, move |row| {
            number(row).map_or(FileCell::Nothing, FileCell::Real)
        })
    }
}

impl FileTable<'_> {
    /// Returns the size of the table in words: `150 rows, 13 columns`.
    pub(crate) fn size_in_words(&self) -> String {
        let columns = pluralize(self.columns.len() as u64, "column", "columns");
        format!("{}, {columns}", pluralize(self.rows as u64, "row", "rows"))
    }

    pub(crate) fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut rows = csv::Writer::from_writer(out);
        // I/O errors keep their kind: a pipe that its reader closed is another kind of failure.
        let failed = |error: csv::Error| match error.into_kind() {
            csv::ErrorKind::Io(error) => error,
            other => io::Error::other(format!("{other:?}")),
        };
        rows.write_record(self.columns.iter().map(|column| &column.name)).map_err(failed)?;
        for row in 0..self.rows {
            let cells = self.columns.iter().map(|column| (column.cell)(row));
            let cells = cells.map(|cell| cell.text().unwrap_or_default());
            rows.write_record(cells).map_err(failed)?;
        }
        rows.flush()
    }
}
