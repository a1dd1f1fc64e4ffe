//! A second file with data of the rows of a table: their names, classes, columns to show.
//!
//! Rows are matched by position, or by the column of names if both files have it. Invariant: every
//! row of each file matches one of the other. Its columns are features only if requested.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::Path;

use super::formats::TableFile;
use super::options::Reading;
use super::records::{List, RecordSource, Records, begin, uneven};
use super::source::{self, quoted};
use super::typed_rows::Unfit;
use crate::base::input_error::{InputError, Location, Setting};
use crate::base::numbers::grouped;

/// The remedy for files with different rows.
const SAME: &str = "give both files the same rows";

/// The rows of the second file, with all cells as text.
pub(super) struct RowsFile {
    file: String,
    names: Vec<String>,
    /// The cells, row by row.
    cells: Vec<String>,
}

impl RowsFile {
    /// Reads the second file of a table; `sheet` is its sheet unless the table is a spreadsheet.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or is not a table with names.
    pub fn read(
        path: &Path,
        table: &impl RecordSource,
        sheet: Option<&str>,
    ) -> Result<Self, InputError> {
        let file = source::name_of(path);
        let sheet = sheet.filter(|_| !table.has_sheets());
        let read = source::read(path, |bytes| {
            TableFile::of_sheet(bytes, sheet).walk(|records| {
                begin(records, true)?;
                let (names, mut cells, mut row) = (records.words(), Vec::new(), 0);
                while records.advance()? {
                    row += 1;
                    if records.width() != names.len() {
                        return Err(uneven(records, row, records.start(), names.len()));
                    }
                    cells.extend((0..names.len()).map(|column| records.cell(column).into_owned()));
                }
                Ok(Self { file, names, cells })
            })
        });
        read.map_err(|fault| match fault.setting.as_deref() {
            Some(Setting::Sheet(_)) if table.has_sheets() => {
                let remedy = "save the one with the rows in a file of its own".to_owned();
                InputError { setting: None, remedy, ..fault }
            }
            _ => fault,
        })
    }

    fn len(&self) -> usize {
        self.cells.len() / self.names.len().max(1)
    }
}

/// A table and the file with data of its rows, read as one.
pub(super) struct Joined<'j, S> {
    pub table: &'j S,
    pub rows: &'j RowsFile,
    pub reading: &'j Reading,
}

impl<S: RecordSource> RecordSource for Joined<'_, S> {
    fn walk<T>(
        &self,
        walk: impl FnOnce(&mut dyn Records) -> Result<T, InputError>,
    ) -> Result<T, InputError> {
        self.table.walk(|table| {
            begin(table, self.reading.header)?;
            let names = table.names(self.reading.header);
            let id = self.reading.id.as_ref();
            let place = |names: &[String]| {
                id.and_then(|id| names.iter().position(|name| name == id.trim()))
            };
            let by = match (place(&names), place(&self.rows.names)) {
                (Some(own), Some(other)) => Some((own, self.by_name(other)?)),
                _ => None,
            };
            let mut records = JoinedRecords {
                table,
                rows: self.rows,
                shown: self.shown(&names)?,
                names,
                by,
                waits: !self.reading.header,
                passed: 0,
                row: 0,
            };
            walk(&mut records)
        })
    }
}

impl<S> Joined<'_, S> {
    /// Returns the columns of the second file that the table lacks. A request for a column that
    /// both have is an error, except for the names that rows are matched by.
    fn shown(&self, names: &[String]) -> Result<Vec<usize>, InputError> {
        let Reading { label, columns, keep, nominal, .. } = self.reading;
        let asked = label.iter().chain(columns.iter().flatten()).chain(keep).chain(nominal);
        for name in asked.map(|name| name.trim()) {
            if names.iter().any(|own| own == name) && self.rows.names.iter().any(|of| of == name) {
                let found = format!("{} has a column {} too", self.rows.file, quoted(name));
                return Err(InputError::data(Location::Whole, found, "rename one of the two"));
            }
        }
        Ok((0..self.rows.names.len()).filter(|&at| !names.contains(&self.rows.names[at])).collect())
    }

    /// Returns the row of each name.
    fn by_name(&self, column: usize) -> Result<HashMap<&str, usize>, InputError> {
        let mut rows = HashMap::new();
        let cells = self.rows.cells.iter().skip(column).step_by(self.rows.names.len());
        for (row, name) in cells.map(|name| name.trim()).enumerate() {
            if let Some(first) = rows.insert(name, row) {
                let place = Location::Row(row as u64 + 1, None);
                let found = format!("the same name as in row {}, {}", first + 1, quoted(name));
                let fault = InputError::data(place, found, "give every row its own name");
                return Err(fault.in_file(self.rows.file.as_str()));
            }
        }
        Ok(rows)
    }
}

/// A cursor over the joined records of both files.
struct JoinedRecords<'j> {
    table: &'j mut dyn Records,
    rows: &'j RowsFile,
    /// The columns of the table.
    names: Vec<String>,
    /// The columns of the second file that follow those of the table.
    shown: Vec<usize>,
    /// The column of names in the table, and the row of each name in the second file.
    by: Option<(usize, HashMap<&'j str, usize>)>,
    /// `true` if the current record of the table was not visited yet.
    waits: bool,
    /// The number of records up to the current one; the first is the header.
    passed: usize,
    /// The row of the second file that matches the current record.
    row: usize,
}

impl JoinedRecords<'_> {
    fn is_header(&self) -> bool {
        self.passed == 1
    }

    fn next(&mut self) -> Result<bool, InputError> {
        Ok(std::mem::take(&mut self.waits) || self.table.advance()?)
    }

    /// Returns the name of the current record and its matching row, if rows are matched by name.
    fn found(&self) -> Option<(String, Option<usize>)> {
        let (column, rows) = self.by.as_ref()?;
        let name = self.table.cell(*column).trim().to_owned();
        let row = rows.get(name.as_str()).copied();
        Some((name, row))
    }

    /// Returns the error of the current record, whose name is not in the second file.
    fn unknown(&mut self, name: &str) -> InputError {
        let row = self.passed as u64 - 1;
        let (mut rows, mut missing) = (row, 1);
        while self.table.advance().unwrap_or(false) {
            rows += 1;
            missing += u64::from(self.found().is_none_or(|(_, row)| row.is_none()));
        }
        let (missing, rows) = (grouped(missing), grouped(rows));
        let (file, name) = (&self.rows.file, quoted(name));
        let found = format!("{missing} of {rows} names are not in {file}, {name} the first");
        InputError::data(Location::Row(row, None), found, SAME)
    }

    /// Returns the error of a table of at least `rows` rows, whose second file has more or fewer.
    fn counts(&mut self, mut rows: u64) -> InputError {
        while self.table.advance().unwrap_or(false) {
            rows += 1;
        }
        // A file without a header lacks one row: the first was taken for the names.
        let header = match self.rows.len() as u64 + 1 == rows {
            true => ", where the first line names the columns",
            false => "",
        };
        let (rows, others, file) =
            (grouped(rows), grouped(self.rows.len() as u64), &self.rows.file);
        let found = format!("there are {rows} rows here, and {others} in {file}{header}");
        InputError::data(Location::Whole, found, SAME)
    }
}

impl Records for JoinedRecords<'_> {
    fn advance(&mut self) -> Result<bool, InputError> {
        self.passed += 1;
        if self.is_header() {
            return Ok(true);
        }
        let at = self.passed - 2;
        if !self.next()? {
            let is_same = at == self.rows.len();
            return if is_same { Ok(false) } else { Err(self.counts(at as u64)) };
        }
        if self.table.width() != self.names.len() {
            let start = self.table.start();
            return Err(uneven(self.table, at as u64 + 1, start, self.names.len()));
        }
        self.row = match self.found() {
            Some((_, Some(row))) => row,
            Some((name, None)) => return Err(self.unknown(&name)),
            None if at < self.rows.len() => at,
            None => return Err(self.counts(at as u64 + 1)),
        };
        Ok(true)
    }

    fn width(&self) -> usize {
        self.names.len() + self.shown.len()
    }

    fn own_width(&self) -> usize {
        self.names.len()
    }

    fn cell(&self, column: usize) -> Cow<'_, str> {
        let other = column.checked_sub(self.names.len()).map(|at| self.shown[at]);
        Cow::Borrowed(match (other, self.is_header()) {
            (None, true) => &self.names[column],
            (None, false) => return self.table.cell(column),
            (Some(other), true) => &self.rows.names[other],
            (Some(other), false) => &self.rows.cells[self.row * self.rows.names.len() + other],
        })
    }

    fn number(&self, column: usize) -> Option<f64> {
        let is_own = !self.is_header() && column < self.names.len();
        is_own.then(|| self.table.number(column)).flatten()
    }

    fn start(&self) -> usize {
        self.table.start()
    }

    fn line(&self, start: usize) -> Option<u64> {
        self.table.line(start)
    }

    fn lists(&self) -> &[List] {
        self.table.lists()
    }

    fn unfit(&self, column: usize) -> Option<&Unfit> {
        (column < self.names.len()).then(|| self.table.unfit(column)).flatten()
    }

    fn header(&self) -> Location {
        Location::Whole
    }

    fn has_quotes(&self) -> bool {
        self.table.has_quotes()
    }

    fn has_names(&self) -> bool {
        self.table.has_names()
    }

    fn elsewhere(&self, column: usize) -> Option<(&str, u64)> {
        (column >= self.names.len()).then_some((self.rows.file.as_str(), self.row as u64 + 1))
    }
}
