//! A table as it was read: the names of its columns and the cells of each, not yet interpreted.
//!
//! A second file may add columns. Its rows are matched by position, or by the column of names if
//! both files have it. Invariant: every column has one cell for each row.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use super::cells::ColumnCells;
use super::formats::TableFile;
use super::layout::{TableRows, row_width_error};
use super::options::ReadOptions;
use super::records::{ListColumn, RecordSource};
use super::source::{self, quote_short};
use super::typed_rows::CellError;
use crate::base::input_error::{Fix, InputError, Location};
use crate::base::numbers::{group_thousands, pluralize};

const MATCH_ROWS: &str = "give both files the same rows";
/// The fewest columns of a table below which a line of one cell is no row.
const MIN_COLUMNS: usize = 3;

/// The words at the beginning of a row of totals, and the fewest rows above it.
const TOTAL_WORDS: [&str; 9] =
    ["total", "totals", "grand total", "sum", "average", "mean", "summe", "gesamt", "mittelwert"];
const MIN_TOTALLED_ROWS: usize = 3;

/// A column of a table.
#[derive(Clone, Debug, Default)]
pub(super) struct RawColumn {
    /// The name; empty if the column has none.
    pub name: String,
    pub cells: ColumnCells,
    /// The first cell of a type that is neither number nor text, and its row.
    pub error: Option<(usize, CellError)>,
    /// The second file that the column is from, and its row for each row of the table.
    pub second_file: Option<Arc<(String, Vec<usize>)>>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct RawTable {
    pub columns: Vec<RawColumn>,
    pub lists: Vec<ListColumn>,
    pub rows: usize,
    /// Remarks on the layout, in sentences.
    pub notes: Vec<String>,
    /// The rows of another width.
    faults: Vec<InputError>,
    /// The line of the file that each row starts on.
    pub lines: Vec<Option<u64>>,
}

impl RawTable {
    /// Reads a table with the columns of the second file, if there is one.
    pub(super) fn read(
        source: &impl RecordSource,
        reading: &ReadOptions,
    ) -> Result<Self, InputError> {
        let mut table = source
            .with_records(|records| Self::from_rows(TableRows::open(records, reading.header)?))?;
        if let Some(rows) = &reading.rows {
            let sheet = reading.sheet.as_deref().filter(|_| !source.has_sheets());
            let second = Self::read_second(rows, sheet).map_err(|fault| match fault.fixes() {
                [Fix::Sheet(_), ..] if source.has_sheets() => {
                    let remedy = "save the one with the rows in a file of its own".to_owned();
                    InputError { remedy, ..fault }.with_fixes(Vec::new())
                }
                _ => fault,
            })?;
            table.join(second, &source::input_name(rows), reading)?;
        }
        Ok(table)
    }

    fn read_second(path: &Path, sheet: Option<&str>) -> Result<Self, InputError> {
        source::read(path, |bytes| {
            let file = TableFile::with_sheet(bytes, sheet);
            let table = file
                .with_records(|records| Self::from_rows(TableRows::open(records, Some(true))?))?;
            InputError::from_all(table.width_faults()).map_or(Ok(table), Err)
        })
    }

    fn from_rows(mut rows: TableRows<'_>) -> Result<Self, InputError> {
        let named = |name: &String| RawColumn { name: name.clone(), ..RawColumn::default() };
        let mut table = Self {
            columns: rows.names.iter().map(named).collect(),
            lists: rows.records.list_columns().to_vec(),
            notes: std::mem::take(&mut rows.notes),
            ..Self::default()
        };
        let width = table.columns.len();
        // Lines of one cell at the end are remarks below the table.
        let mut remarks: Vec<InputError> = Vec::new();
        while rows.advance()? {
            if rows.width() != width {
                let fault = row_width_error(&rows, table.rows as u64 + 1);
                if rows.width() == 1 && width >= MIN_COLUMNS {
                    remarks.push(fault);
                } else {
                    table.faults.append(&mut remarks);
                    table.faults.push(fault);
                }
                continue;
            }
            table.faults.append(&mut remarks);
            if rows.has_header
                && !rows.records.has_names()
                && (0..width).all(|at| rows.records.cell(at).trim() == rows.names[at])
            {
                let place = rows.records.line_location();
                table.notes.push(format!("{place} has the names of the columns again"));
                continue;
            }
            for (at, column) in table.columns.iter_mut().enumerate() {
                match rows.records.number(at) {
                    Some(number) => column.cells.push_number(number),
                    None => column.cells.push_text(&rows.records.cell(at)),
                }
                if column.error.is_none() {
                    column.error =
                        rows.records.cell_error(at).cloned().map(|fault| (table.rows, fault));
                }
            }
            table.lines.push(rows.records.line());
            table.rows += 1;
        }
        table.remove_totals();
        if let Some(first) = remarks.first() {
            let below = pluralize(remarks.len() as u64, "line", "lines");
            table.notes.push(format!("{below} below the table, from {}", first.location));
        }
        Ok(table)
    }

    /// Removes the last rows if they are totals, whose first cells say so.
    fn remove_totals(&mut self) {
        let mut notes = Vec::new();
        while self.rows > MIN_TOTALLED_ROWS {
            let last = self.rows - 1;
            let words = self.columns.iter().map(|of| of.cells.text(last).trim().to_owned());
            let first = words.into_iter().find(|word| !word.is_empty()).unwrap_or_default();
            if !TOTAL_WORDS.contains(&first.to_lowercase().as_str()) {
                break;
            }
            let place = self.row_location(last);
            notes.push(format!("{place} is left out, as it is called {}", quote_short(&first)));
            self.columns.iter_mut().for_each(|column| column.cells.truncate(last));
            self.rows = last;
        }
        self.notes.extend(notes.into_iter().rev());
    }

    /// Returns an error of a cell, which names the second file if the column is from there.
    pub(super) fn cell_error(
        &self,
        row: usize,
        column: usize,
        found: impl Into<String>,
        remedy: impl Into<String>,
    ) -> InputError {
        let of = &self.columns[column];
        let name = of.name.as_str().into();
        match &of.second_file {
            None => {
                let place = Location::Cell(row as u64 + 1, self.lines[row], name);
                InputError::data(place, found, remedy)
            }
            Some(second) => {
                let place = Location::Cell(second.1[row] as u64 + 1, None, name);
                InputError::data(place, found, remedy).in_file(second.0.as_str())
            }
        }
    }

    /// Returns the error of the first cell of a column that is neither a number nor a text.
    pub(super) fn type_fault(&self, at: usize) -> Option<InputError> {
        let (row, unfit) = self.columns[at].error.as_ref()?;
        let fault = self.cell_error(*row, at, &unfit.found, unfit.remedy);
        Some(InputError { location: fault.location.with_column(&unfit.column), ..fault })
    }

    /// Returns one error for all rows of another width; none if there are no such rows.
    pub(super) fn width_faults(&self) -> Vec<InputError> {
        let Some(first) = self.faults.first().cloned() else { return Vec::new() };
        let more = match self.faults.len() {
            1 => String::new(),
            many => format!(" (in {many} rows)"),
        };
        vec![InputError { found: first.found.clone() + &more, ..first }]
    }

    pub(super) fn row_location(&self, row: usize) -> Location {
        Location::Row(row as u64 + 1, self.lines[row])
    }

    pub(super) fn find(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name == name)
    }

    /// Adds the columns of a second file that the table lacks.
    fn join(&mut self, second: Self, file: &str, reading: &ReadOptions) -> Result<(), InputError> {
        let ReadOptions { label, columns, keep, nominal, id, .. } = reading;
        let used = label.iter().chain(columns.iter().flatten()).chain(keep).chain(nominal);
        for name in used.map(|name| name.trim()) {
            if self.find(name).is_some() && second.find(name).is_some() {
                let found = format!("{file} has a column {} too", quote_short(name));
                return Err(InputError::data(Location::Whole, found, "rename one of the two"));
            }
        }
        let place = |table: &Self| id.as_deref().and_then(|id| table.find(id.trim()));
        let order = match (place(self), place(&second)) {
            (Some(own), Some(other)) => self.match_names(own, &second, other, file)?,
            _ if self.rows == second.rows => (0..self.rows).collect(),
            _ => {
                // A file without a header lacks one row: the first was taken for the names.
                let header = match second.rows + 1 == self.rows {
                    true => ", where the first line names the columns",
                    false => "",
                };
                let rows = pluralize(self.rows as u64, "row", "rows");
                let others = group_thousands(second.rows as u64);
                let found = format!("found {rows}, but {file} has {others}{header}");
                return Err(InputError::data(Location::Whole, found, MATCH_ROWS));
            }
        };
        let second_file = Arc::new((file.to_owned(), order));
        for column in second.columns {
            if self.find(&column.name).is_some() {
                continue;
            }
            let mut cells = ColumnCells::default();
            second_file.1.iter().for_each(|&row| cells.push_from(&column.cells, row));
            let second_file = Some(Arc::clone(&second_file));
            self.columns.push(RawColumn { cells, second_file, ..column });
        }
        Ok(())
    }

    /// Returns the row of the second file with the name of each row.
    fn match_names(
        &self,
        own: usize,
        second: &Self,
        other: usize,
        file: &str,
    ) -> Result<Vec<usize>, InputError> {
        let mut rows = HashMap::new();
        let names = &second.columns[other].cells;
        for row in 0..second.rows {
            let name = names.text(row).trim().to_owned();
            let found = format!("the name {} for a second time", quote_short(&name));
            if rows.insert(name, row).is_some() {
                let place = second.row_location(row);
                let fault = InputError::data(place, found, "give every row its own name");
                return Err(fault.in_file(file));
            }
        }
        let names = &self.columns[own].cells;
        let order: Vec<Option<usize>> =
            (0..self.rows).map(|row| rows.get(names.text(row).trim()).copied()).collect();
        let missing = order.iter().filter(|row| row.is_none()).count();
        if let Some(row) = order.iter().position(Option::is_none) {
            let (missing, all) =
                (group_thousands(missing as u64), group_thousands(self.rows as u64));
            let name = quote_short(names.text(row).trim());
            let others = (0..second.rows).map(|row| second.columns[other].cells.text(row));
            let number = |cell: &str| cell.trim().parse::<f64>().ok();
            let own = number(&names.text(row));
            let like = others.into_iter().find(|cell| own.is_some() && number(cell) == own);
            let like = like.map_or(String::new(), |cell| {
                format!(", which is written {} there", quote_short(cell.trim()))
            });
            let found =
                format!("names that are not in {file}: {missing} of {all}, {name} the first{like}");
            return Err(InputError::data(self.row_location(row), found, MATCH_ROWS));
        }
        Ok(order.into_iter().flatten().collect())
    }
}
