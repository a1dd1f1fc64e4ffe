//! Tables for spreadsheets, pandas and the like: columns with types, and a number of rows.

use std::borrow::Cow;
use std::io::{self, Write};

use serde::Serialize;

use crate::base::name_list;
use crate::base::numbers::pluralize;
use crate::base::shown_columns::{ColumnKind, ShownCell};

/// A table: columns of the same length.
pub(crate) struct FileTable<'a> {
    pub rows: usize,
    pub columns: Vec<FileColumn<'a>>,
}

pub(crate) struct FileColumn<'a> {
    /// The name for people and programs.
    pub name: String,
    /// The key in GraphML, which no other column has: the name, unless names are any text.
    pub key: String,
    pub kind: ColumnKind,
    pub cell: Box<dyn Fn(usize) -> FileCell<'a> + 'a>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub(crate) enum FileCell<'a> {
    Nothing,
    Text(Cow<'a, str>),
    Integer(i64),
    Real(f64),
    /// The names of points or attributes.
    Names(Vec<&'a str>),
}

impl<'a> FileColumn<'a> {
    pub(crate) fn new<C: Into<FileCell<'a>>>(
        name: &str,
        kind: ColumnKind,
        cell: impl Fn(usize) -> Option<C> + 'a,
    ) -> Self {
        let cell = move |row| cell(row).map_or(FileCell::Nothing, C::into);
        Self { name: name.to_owned(), key: name.to_owned(), kind, cell: Box::new(cell) }
    }

    pub(crate) fn text<T: Into<Cow<'a, str>>>(
        name: &str,
        text: impl Fn(usize) -> Option<T> + 'a,
    ) -> Self {
        Self::new(name, ColumnKind::Text, move |row| Some(FileCell::Text(text(row)?.into())))
    }

    pub(crate) fn integer(name: &str, number: impl Fn(usize) -> Option<u32> + 'a) -> Self {
        let cell = move |row| Some(FileCell::Integer(number(row)?.into()));
        Self::new(name, ColumnKind::Integer, cell)
    }

    pub(crate) fn real(name: &str, number: impl Fn(usize) -> Option<f64> + 'a) -> Self {
        Self::new(name, ColumnKind::Real, move |row| number(row).map(FileCell::Real))
    }
}

impl<'a> From<ShownCell<'a>> for FileCell<'a> {
    fn from(cell: ShownCell<'a>) -> Self {
        match cell {
            ShownCell::Empty => FileCell::Nothing,
            ShownCell::Text(text) => FileCell::Text(text.into()),
            ShownCell::Integer(number) => FileCell::Integer(number),
            ShownCell::Real(number) => FileCell::Real(number),
        }
    }
}

impl FileCell<'_> {
    pub(crate) fn text(&self) -> Option<String> {
        Some(match self {
            FileCell::Nothing => return None,
            FileCell::Text(text) => text.to_string(),
            FileCell::Integer(number) => number.to_string(),
            FileCell::Real(number) => number.to_string(),
            FileCell::Names(names) => name_list::write(names.iter().copied()),
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
