//! A second file with data of the rows of a table: their names, classes, columns to show.
//!
//! Rows are matched by position, or by the column of names if both files have it. Invariant: every
//! row of each file matches one of the other. Its columns are features only if requested.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::Path;

use super::formats::TableFile;
use super::options::ReadOptions;
use super::records::{ListColumn, RecordSource, Records, advance_to_header, row_width_error};
use super::source::{self, quote_short};
use super::typed_rows::CellError;
use crate::base::input_error::{InputError, Location, Setting};
use crate::base::numbers::{group_thousands, pluralize};

const MATCH_ROWS: &str = "give both files the same rows";

/// The rows of the second file, with all cells as text.
pub(super) struct RowsFile {
    file: String,
    names: Vec<String>,
    /// The cells, row by row.
    cells: Vec<String>,
}

impl RowsFile {
    /// Reads the second file of a table; `sheet` is its sheet unless the table is a spreadsheet.
    pub(super) fn read(
        path: &Path,
        table: &impl RecordSource,
        sheet: Option<&str>,
    ) -> Result<Self, InputError> {
        let file = source::input_name(path);
        let sheet = sheet.filter(|_| !table.has_sheets());
        let read = source::read(path, |bytes| {
            TableFile::with_sheet(bytes, sheet).with_records(|records| {
                advance_to_header(records, true)?;
                let (names, mut cells, mut row) = (records.trimmed_cells(), Vec::new(), 0);
                while records.advance()? {
                    row += 1;
                    if records.width() != names.len() {
                        return Err(row_width_error(records, row, records.start(), names.len()));
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

pub(super) struct JoinedSource<'j, S> {
    pub table: &'j S,
    pub rows: &'j RowsFile,
    pub reading: &'j ReadOptions,
}

impl<S: RecordSource> RecordSource for JoinedSource<'_, S> {
    fn with_records<T>(
        &self,
        walk: impl FnOnce(&mut dyn Records) -> Result<T, InputError>,
    ) -> Result<T, InputError> {
        self.table.with_records(|table| {
            advance_to_header(table, self.reading.header)?;
            let names = table.names(self.reading.header);
            let id = self.reading.id.as_ref();
            let place = |names: &[String]| {
                id.and_then(|id| names.iter().position(|name| name == id.trim()))
            };
            let by = match (place(&names), place(&self.rows.names)) {
                (Some(own), Some(other)) => Some((own, self.rows_by_name(other)?)),
                _ => None,
            };
            let mut records = JoinedRecords {
                table,
                rows: self.rows,
                shown: self.shown_columns(&names)?,
                names,
                name_index: by,
                is_pending: !self.reading.header,
                records_passed: 0,
                row: 0,
            };
            walk(&mut records)
        })
    }
}

impl<S> JoinedSource<'_, S> {
    /// Returns the columns of the second file that the table lacks. A request for a column that
    /// both have is an error, except for the names that rows are matched by.
    fn shown_columns(&self, names: &[String]) -> Result<Vec<usize>, InputError> {
        let ReadOptions { label, columns, keep, nominal, .. } = self.reading;
        let asked = label.iter().chain(columns.iter().flatten()).chain(keep).chain(nominal);
        for name in asked.map(|name| name.trim()) {
            if names.iter().any(|own| own == name) && self.rows.names.iter().any(|of| of == name) {
                let found = format!("{} has a column {} too", self.rows.file, quote_short(name));
                return Err(InputError::data(Location::Whole, found, "rename one of the two"));
            }
        }
        Ok((0..self.rows.names.len()).filter(|&at| !names.contains(&self.rows.names[at])).collect())
    }

    fn rows_by_name(&self, column: usize) -> Result<HashMap<&str, usize>, InputError> {
        let mut rows = HashMap::new();
        let cells = self.rows.cells.iter().skip(column).step_by(self.rows.names.len());
        for (row, name) in cells.map(|name| name.trim()).enumerate() {
            if let Some(first) = rows.insert(name, row) {
                let place = Location::Row(row as u64 + 1, None);
                let found = format!("the same name as in row {}, {}", first + 1, quote_short(name));
                let fault = InputError::data(place, found, "give every row its own name");
                return Err(fault.in_file(self.rows.file.as_str()));
            }
        }
        Ok(rows)
    }
}

struct JoinedRecords<'j> {
    table: &'j mut dyn Records,
    rows: &'j RowsFile,
    names: Vec<String>,
    shown: Vec<usize>,
    /// The column of names in the table, and the row of each name in the second file.
    name_index: Option<(usize, HashMap<&'j str, usize>)>,
    /// `true` if the current record of the table was not visited yet.
    is_pending: bool,
    /// The number of records up to the current one; the first is the header.
    records_passed: usize,
    row: usize,
}

impl JoinedRecords<'_> {
    fn is_header(&self) -> bool {
        self.records_passed == 1
    }

    fn advance_table(&mut self) -> Result<bool, InputError> {
        Ok(std::mem::take(&mut self.is_pending) || self.table.advance()?)
    }

    /// Returns the name of the current record and its matching row, if rows are matched by name.
    fn match_by_name(&self) -> Option<(String, Option<usize>)> {
        let (column, rows) = self.name_index.as_ref()?;
        let name = self.table.cell(*column).trim().to_owned();
        let row = rows.get(name.as_str()).copied();
        Some((name, row))
    }

    fn unknown_name_error(&mut self, name: &str) -> InputError {
        let row = self.records_passed as u64 - 1;
        let (mut rows, mut missing) = (row, 1);
        while self.table.advance().unwrap_or(false) {
            rows += 1;
            missing += u64::from(self.match_by_name().is_none_or(|(_, row)| row.is_none()));
        }
        let (missing, rows) = (group_thousands(missing), group_thousands(rows));
        let (file, name) = (&self.rows.file, quote_short(name));
        let found = format!("names that are not in {file}: {missing} of {rows}, {name} the first");
        InputError::data(Location::Row(row, None), found, MATCH_ROWS)
    }

    /// Returns the error of a table of at least `rows` rows, whose second file has more or fewer.
    fn row_count_error(&mut self, mut rows: u64) -> InputError {
        while self.table.advance().unwrap_or(false) {
            rows += 1;
        }
        // A file without a header lacks one row: the first was taken for the names.
        let header = match self.rows.len() as u64 + 1 == rows {
            true => ", where the first line names the columns",
            false => "",
        };
        let (rows, file) = (pluralize(rows, "row", "rows"), &self.rows.file);
        let others = group_thousands(self.rows.len() as u64);
        let found = format!("found {rows}, but {file} has {others}{header}");
        InputError::data(Location::Whole, found, MATCH_ROWS)
    }
}

impl Records for JoinedRecords<'_> {
    fn advance(&mut self) -> Result<bool, InputError> {
        self.records_passed += 1;
        if self.is_header() {
            return Ok(true);
        }
        let at = self.records_passed - 2;
        if !self.advance_table()? {
            let is_same = at == self.rows.len();
            return if is_same { Ok(false) } else { Err(self.row_count_error(at as u64)) };
        }
        if self.table.width() != self.names.len() {
            let start = self.table.start();
            return Err(row_width_error(self.table, at as u64 + 1, start, self.names.len()));
        }
        self.row = match self.match_by_name() {
            Some((_, Some(row))) => row,
            Some((name, None)) => return Err(self.unknown_name_error(&name)),
            None if at < self.rows.len() => at,
            None => return Err(self.row_count_error(at as u64 + 1)),
        };
        Ok(true)
    }

    fn width(&self) -> usize {
        self.names.len() + self.shown.len()
    }

    fn feature_width(&self) -> usize {
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

    fn list_columns(&self) -> &[ListColumn] {
        self.table.list_columns()
    }

    fn cell_error(&self, column: usize) -> Option<&CellError> {
        (column < self.names.len()).then(|| self.table.cell_error(column)).flatten()
    }

    fn header_location(&self) -> Location {
        Location::Whole
    }

    fn has_quotes(&self) -> bool {
        self.table.has_quotes()
    }

    fn has_names(&self) -> bool {
        self.table.has_names()
    }

    fn second_file_row(&self, column: usize) -> Option<(&str, u64)> {
        (column >= self.names.len()).then_some((self.rows.file.as_str(), self.row as u64 + 1))
    }
}
