//! Tables for spreadsheets, pandas and the like: columns with types, and a number of rows.

use std::io::{self, Write};

use super::columns::Cell;
use crate::base::kept::Kind;
use crate::base::numbers::counted;

/// A table: columns of the same length.
pub struct FileTable<'a> {
    /// The number of rows.
    pub rows: usize,
    /// The columns, each with its own name.
    pub columns: Vec<FileColumn<'a>>,
}

/// A column of a table.
pub struct FileColumn<'a> {
    /// The name, which no other column has.
    pub name: String,
    /// The kind of the values.
    #[cfg_attr(not(feature = "parquet"), expect(dead_code, reason = "CSV has no types"))]
    pub kind: Kind,
    /// The function that returns the cell of a row.
    pub cell: Box<dyn Fn(usize) -> Cell<'a> + 'a>,
}

impl<'a> FileColumn<'a> {
    /// Creates a column from its cells.
    pub fn new(name: &str, kind: Kind, cell: impl Fn(usize) -> Cell<'a> + 'a) -> Self {
        Self { name: name.to_owned(), kind, cell: Box::new(cell) }
    }

    /// Creates a column of texts; cells may be empty.
    pub fn text(name: &str, text: impl Fn(usize) -> Option<&'a str> + 'a) -> Self {
        Self::new(name, Kind::Text, move |row| text(row).map_or(Cell::Nothing, Cell::Text))
    }

    /// Creates a column of integers; cells may be empty.
    pub fn integer(name: &str, number: impl Fn(usize) -> Option<u32> + 'a) -> Self {
        let cell =
            move |row| number(row).map_or(Cell::Nothing, |number| Cell::Integer(number.into()));
        Self::new(name, Kind::Integer, cell)
    }

    /// Creates a column of real numbers; cells may be empty.
    pub fn real(name: &str, number: impl Fn(usize) -> Option<f64> + 'a) -> Self {
        Self::new(name, Kind::Real, move |row| number(row).map_or(Cell::Nothing, Cell::Real))
    }
}

impl FileTable<'_> {
    /// Returns the size of the table in words: `150 rows, 13 columns`.
    pub fn size_in_words(&self) -> String {
        let columns = counted(self.columns.len() as u64, "column", "columns");
        format!("{}, {columns}", counted(self.rows as u64, "row", "rows"))
    }

    /// Writes the table as CSV with a header.
    pub fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
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
