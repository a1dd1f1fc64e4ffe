//! Tables for spreadsheets, pandas and the like: columns with types, and how many rows they have.

use std::io::{self, Write};

use super::columns::Cell;
use crate::base::kept::Kind;
use crate::base::numbers::counted;

/// Columns of the same length.
pub struct FileTable<'a> {
    /// How many rows there are.
    pub rows: usize,
    /// The columns, each with its own name.
    pub columns: Vec<FileColumn<'a>>,
}

/// A column.
pub struct FileColumn<'a> {
    /// What it is called, as no other is.
    pub name: String,
    /// What stands in it.
    #[cfg_attr(not(feature = "parquet"), expect(dead_code, reason = "CSV has no types"))]
    pub kind: Kind,
    /// Its cell in a row.
    pub cell: Box<dyn Fn(usize) -> Cell<'a> + 'a>,
}

impl<'a> FileColumn<'a> {
    /// One with these cells.
    pub fn new(name: &str, kind: Kind, cell: impl Fn(usize) -> Cell<'a> + 'a) -> Self {
        Self { name: name.to_owned(), kind, cell: Box::new(cell) }
    }

    /// One of texts; some cells may be empty.
    pub fn text(name: &str, text: impl Fn(usize) -> Option<&'a str> + 'a) -> Self {
        Self::new(name, Kind::Text, move |row| text(row).map_or(Cell::Nothing, Cell::Text))
    }

    /// One of whole numbers; some cells may be empty.
    pub fn integer(name: &str, number: impl Fn(usize) -> Option<u32> + 'a) -> Self {
        let cell =
            move |row| number(row).map_or(Cell::Nothing, |number| Cell::Integer(number.into()));
        Self::new(name, Kind::Integer, cell)
    }

    /// One of numbers; some cells may be empty.
    pub fn real(name: &str, number: impl Fn(usize) -> Option<f64> + 'a) -> Self {
        Self::new(name, Kind::Real, move |row| number(row).map_or(Cell::Nothing, Cell::Real))
    }
}

impl FileTable<'_> {
    /// `150 rows, 13 columns`.
    pub fn size_in_words(&self) -> String {
        let columns = counted(self.columns.len() as u64, "column", "columns");
        format!("{}, {columns}", counted(self.rows as u64, "row", "rows"))
    }

    /// Writes it as CSV with a header.
    pub fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut rows = csv::Writer::from_writer(out);
        // Who reads from a pipe may have enough of it, which is another kind of failure.
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
