//! Sheets of spreadsheets: of Excel, old and new, and of open documents.
//!
//! The first row that is not blank names the columns. Rows have the numbers of the spreadsheet.

use std::borrow::Cow;
use std::io::Cursor;

use calamine::{
    Cell, Data, DataRef, Range, Reader, SheetVisible, Sheets, XlsxError, open_workbook_auto_from_rs,
};

use super::super::records::{Records, SAMPLE_RECORDS};
use super::guard::catch_panic;
use crate::base::input_error::{Fix, InputError, Location};
use crate::base::numbers::pluralize;

/// The remedy for a file that is damaged or has a password.
const RESAVE_REMEDY: &str = "open it in a spreadsheet, without a password, and save it again";
const MAX_NAMED_SHEETS: usize = 5;
/// The most positions of a sheet of which any share may be empty.
const MAX_SPARSE_POSITIONS: u64 = 1 << 22;
/// The number of positions of a larger sheet of which at least one must have a value.
const POSITIONS_PER_CELL: u64 = 64;

pub(super) struct SheetRecords {
    range: Range<Data>,
    rows_visited: usize,
    /// The number of formulas without a saved value.
    formulas: usize,
}

impl SheetRecords {
    /// Opens the sheet called `sheet`, or the only one with cells, before its first row.
    pub(super) fn open(bytes: &[u8], sheet: Option<&str>) -> Result<Self, InputError> {
        catch_panic(|| Self::read(bytes, sheet)).unwrap_or_else(|| {
            let found = "the spreadsheet cannot be read";
            Err(InputError::data(Location::Whole, found, RESAVE_REMEDY))
        })
    }

    fn read(bytes: &[u8], sheet: Option<&str>) -> Result<Self, InputError> {
        let fault = |found: String, remedy: &str| InputError::data(Location::Whole, found, remedy);
        let mut book = open_workbook_auto_from_rs(Cursor::new(bytes)).map_err(unreadable_error)?;
        let names = book.sheet_names();
        if let Some(name) = sheet.filter(|sheet| !names.iter().any(|name| name == sheet)) {
            let found = format!("there is no sheet {name:?}");
            let remedy = format!("its sheets are {}", list_names(&names));
            return Err(InputError::usage(Location::Whole, found, remedy));
        }
        let hidden: Vec<String> = (book.sheets_metadata().iter())
            .filter(|sheet| sheet.visible != SheetVisible::Visible)
            .map(|sheet| sheet.name.clone())
            .collect();
        // A hidden sheet is read if it is named, or if there is no other.
        let is_seen = |name: &String| hidden.len() == names.len() || !hidden.contains(name);
        let is_meant = |name: &&String| sheet.map_or(is_seen(name), |sheet| sheet == *name);
        let mut with_cells = Vec::new();
        for name in names.clone().iter().filter(is_meant).cloned() {
            // A sheet without cells, such as a chart, is empty.
            let range = match &mut book {
                Sheets::Xlsx(book) => match book.worksheet_cells_reader(&name) {
                    Ok(mut cells) => dense_range(&name, || cells.next_cell())?,
                    Err(XlsxError::NotAWorksheet(_)) => Range::default(),
                    Err(error) => return Err(unreadable_error(error.into())),
                },
                Sheets::Xlsb(book) => {
                    let cells = book.worksheet_cells_reader(&name);
                    let mut cells = cells.map_err(|error| unreadable_error(error.into()))?;
                    dense_range(&name, || cells.next_cell())?
                }
                book => book.worksheet_range(&name).map_err(unreadable_error)?,
            };
            if !range.is_empty() {
                with_cells.push((name, range));
            }
        }
        match with_cells.len() {
            0 => Err(fault("there is no cell with a value".to_owned(), "check that it was saved")),
            1 => {
                let (name, range) = with_cells.remove(0);
                let formulas = book.worksheet_formula(&name).unwrap_or_default();
                let (top, left) = formulas.start().unwrap_or_default();
                let is_unsaved = |&(row, column, formula): &(usize, usize, &String)| {
                    let at = (row as u32 + top, column as u32 + left);
                    let value = range.get_value(at).unwrap_or(&Data::Empty);
                    !formula.is_empty() && cell_text(value).is_empty()
                };
                let formulas = formulas.used_cells().filter(is_unsaved).count();
                Ok(Self { range, rows_visited: 0, formulas })
            }
            many => {
                let names: Vec<String> = with_cells.into_iter().map(|(name, _)| name).collect();
                let found = format!("{many} sheets have cells: {}", list_names(&names));
                let fixes = names.into_iter().take(MAX_NAMED_SHEETS).map(Fix::Sheet).collect();
                Err(fault(found, "say which one").with_fixes(fixes))
            }
        }
    }

    fn cell_at(&self, column: usize) -> &Data {
        self.range.get((self.rows_visited - 1, column)).unwrap_or(&Data::Empty)
    }
}

impl Records for SheetRecords {
    fn advance(&mut self) -> Result<bool, InputError> {
        let is_blank = |cell: &Data| cell_text(cell).trim().is_empty();
        loop {
            self.rows_visited += 1;
            if self.rows_visited > self.range.height() {
                return Ok(false);
            }
            if !(0..self.width()).all(|column| is_blank(self.cell_at(column))) {
                return Ok(true);
            }
        }
    }

    fn width(&self) -> usize {
        self.range.width()
    }

    fn cell(&self, column: usize) -> Cow<'_, str> {
        cell_text(self.cell_at(column))
    }

    fn number(&self, column: usize) -> Option<f64> {
        match *self.cell_at(column) {
            Data::Int(number) => Some(number as f64),
            Data::Float(number) => Some(number).filter(|number| number.is_finite()),
            Data::Bool(truth) => Some(f64::from(u8::from(truth))),
            _ => None,
        }
    }

    fn notes(&self) -> Vec<String> {
        let formulas = pluralize(self.formulas as u64, "formula has", "formulas have");
        let note = format!("{formulas} no saved value: open the file in a spreadsheet and save it");
        if self.formulas > 0 { vec![note] } else { Vec::new() }
    }

    fn sample(&self) -> Vec<Vec<String>> {
        let rows = self.range.rows().map(|row| {
            row.iter().map(|cell| cell_text(cell).trim().to_owned()).collect::<Vec<String>>()
        });
        rows.filter(|row| row.iter().any(|cell| !cell.is_empty())).take(SAMPLE_RECORDS).collect()
    }

    fn line(&self) -> Option<u64> {
        let above = self.range.start().map_or(0, |(row, _)| u64::from(row));
        Some(above + self.rows_visited as u64)
    }
}

/// Collects the cells of a sheet into a rectangle, unless it would be far larger than its content.
fn dense_range<'c, E: Into<calamine::Error>>(
    sheet: &str,
    mut next: impl FnMut() -> Result<Option<Cell<DataRef<'c>>>, E>,
) -> Result<Range<Data>, InputError> {
    let mut cells = Vec::new();
    while let Some(cell) = next().map_err(|error| unreadable_error(error.into()))? {
        let (place, value) = (cell.get_position(), Data::from(cell.get_value().clone()));
        if value != Data::Empty {
            cells.push(Cell::new(place, value));
        }
    }
    let last = |axis: fn(&Cell<Data>) -> u32| cells.iter().max_by_key(|cell| axis(cell));
    let (Some(low), Some(right)) =
        (last(|cell| cell.get_position().0), last(|cell| cell.get_position().1))
    else {
        return Ok(Range::default());
    };
    let (rows, columns) = (low.get_position().0, right.get_position().1);
    let places = (u64::from(rows) + 1) * (u64::from(columns) + 1);
    if places > MAX_SPARSE_POSITIONS && places / POSITIONS_PER_CELL > cells.len() as u64 {
        let stray = if u64::from(columns) > u64::from(rows) / 64 { right } else { low };
        let found = format!("the cell {} of {sheet:?} is far from the others", cell_name(stray));
        return Err(InputError::data(Location::Whole, found, "clear it, and save the file"));
    }
    Ok(Range::from_sparse(cells))
}

/// Returns the spreadsheet's name of the position of a cell, such as AB12.
fn cell_name(cell: &Cell<Data>) -> String {
    let (row, mut column) = cell.get_position();
    let mut letters = Vec::new();
    loop {
        letters.insert(0, char::from(b'A' + (column % 26) as u8));
        match (column / 26).checked_sub(1) {
            Some(rest) => column = rest,
            None => break,
        }
    }
    format!("{}{}", letters.into_iter().collect::<String>(), u64::from(row) + 1)
}

fn unreadable_error(error: calamine::Error) -> InputError {
    let found = format!("the spreadsheet cannot be read ({error})");
    InputError::data(Location::Whole, found, RESAVE_REMEDY)
}

/// Returns the text of a cell, as it would be saved in a CSV.
fn cell_text(cell: &Data) -> Cow<'_, str> {
    Cow::Owned(match cell {
        Data::Empty => String::new(),
        Data::String(text) | Data::DateTimeIso(text) | Data::DurationIso(text) => {
            return Cow::Borrowed(text);
        }
        Data::Int(number) => number.to_string(),
        Data::Float(number) => number.to_string(),
        Data::Bool(truth) => u8::from(*truth).to_string(),
        Data::Error(error) => error.to_string(),
        Data::DateTime(date) => {
            let (year, month, day, hour, minute, second, _) = date.to_ymd_hms_milli();
            let day = format!("{year:04}-{month:02}-{day:02}");
            let time = format!(":{minute:02}:{second:02}");
            match (hour, minute, second) {
                // A time of day is less than one day; a duration may be several.
                _ if date.is_duration() || date.as_f64() < 1.0 => {
                    let hours = date.as_f64().floor() as i64 * 24 + i64::from(hour);
                    format!("{hours:02}{time}")
                }
                (0, 0, 0) => day,
                _ => format!("{day} {hour:02}{time}"),
            }
        }
    })
}

fn list_names(names: &[String]) -> String {
    let shown: Vec<String> =
        names.iter().take(MAX_NAMED_SHEETS).map(|name| format!("{name:?}")).collect();
    let more = if names.len() > MAX_NAMED_SHEETS { " and more" } else { "" };
    shown.join(", ") + more
}
