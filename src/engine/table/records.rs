//! The records of a table one by one, from any source, and from delimited text with line numbers.
//!
//! Quoted fields, `""` in them and CRLF are as in RFC 4180 (by the csv crate). Invariant: a blank
//! line is not a record, and lines are those of an editor, even if a quoted field spans several.

use std::borrow::Cow;

use csv::{ReaderBuilder, StringRecord};

use super::cell::{is_missing_number, is_missing_word};
use super::source::line_at;
use super::typed_rows::CellError;
use crate::base::input_error::{InputError, Location};
use crate::base::numbers::pluralize;
use crate::base::numerals::Numerals;

/// A cursor over the records of a table, the first of which names the columns.
pub(super) trait Records {
    fn advance(&mut self) -> Result<bool, InputError>;

    fn width(&self) -> usize;

    /// Returns the number of leading columns that are features unless requested otherwise.
    fn feature_width(&self) -> usize {
        self.width()
    }

    fn cell(&self, column: usize) -> Cow<'_, str>;

    /// Returns the finite number in a cell; `None` if the source has no typed number there.
    fn number(&self, _column: usize) -> Option<f64> {
        None
    }

    /// Returns the position of the current record, for [`Self::line`].
    fn start(&self) -> usize;

    /// Returns the finite number in a cell unless it stands for a missing value.
    fn present_number(&self, column: usize, na: &[String]) -> Option<f64> {
        let is_word = |_: &f64| !na.is_empty() && is_missing_number(&self.cell(column), na);
        self.number(column).filter(|number| !is_word(number))
    }

    /// Returns the text of a cell on one line: empty if missing, a number in the usual notation.
    fn display_text(&self, column: usize, na: &[String], written: Numerals) -> String {
        let cell = self.cell(column);
        let word = cell.trim();
        let is_otherwise = written != Numerals::default() && self.number(column).is_none();
        match written.parse(word).filter(|_| is_otherwise) {
            _ if is_missing_word(word, na) => String::new(),
            Some(number) => number.to_string(),
            None => word.split(['\r', '\n']).map(str::trim).collect::<Vec<_>>().join(" "),
        }
    }

    /// Returns the line, from 1, of the record at `start`; `None` if the source has no lines.
    fn line(&self, start: usize) -> Option<u64>;

    /// Returns the columns of the source that are lists and stand for several columns here.
    fn list_columns(&self) -> &[ListColumn] {
        &[]
    }

    fn cell_error(&self, _column: usize) -> Option<&CellError> {
        None
    }

    fn trimmed_cells(&self) -> Vec<String> {
        (0..self.width()).map(|column| self.cell(column).trim().to_owned()).collect()
    }

    /// Returns the names of the columns: the current record if it is a header, or `1`, `2`, ...
    fn names(&self, header: bool) -> Vec<String> {
        match header {
            true => self.trimmed_cells(),
            false => (1..=self.width()).map(|place| place.to_string()).collect(),
        }
    }

    /// Returns `true` if an unclosed quote may have put lines into a cell.
    fn has_quotes(&self) -> bool {
        false
    }

    /// Returns the file and the row, from 1, of a cell that comes from a second file.
    fn second_file_row(&self, _column: usize) -> Option<(&str, u64)> {
        None
    }

    /// Returns `true` if the source itself names the columns, whatever the request.
    fn has_names(&self) -> bool {
        false
    }

    fn header_location(&self) -> Location {
        self.line(self.start()).map_or(Location::Whole, Location::Line)
    }
}

pub(super) fn row_width_error(
    records: &dyn Records,
    row: u64,
    start: usize,
    width: usize,
) -> InputError {
    let cells = pluralize(records.width() as u64, "cell", "cells");
    let remedy = match width {
        1 => "remove the lines above the names of the columns",
        _ => "give every row one cell per column, and quote cells that contain the separator",
    };
    let place = Location::Row(row, records.line(start));
    InputError::data(place, format!("found {cells}, expected {width}"), remedy)
}

/// Moves to the first record, which names the columns if there is a header.
pub(super) fn advance_to_header(records: &mut dyn Records, header: bool) -> Result<(), InputError> {
    if !records.advance()? {
        let found = "nothing but blank lines";
        return Err(InputError::data(Location::Whole, found, "check that it was written"));
    }
    if header || !records.has_names() {
        return Ok(());
    }
    let first: String = records.cell(0).chars().take(40).collect();
    let found = format!("the columns have names, such as {first:?}");
    Err(InputError::usage(Location::Whole, found, "do not read the first line as data"))
}

pub(super) trait RecordSource {
    fn with_records<T>(
        &self,
        walk: impl FnOnce(&mut dyn Records) -> Result<T, InputError>,
    ) -> Result<T, InputError>;

    fn has_sheets(&self) -> bool {
        false
    }
}

/// A column of lists of numbers in the source, as a range of columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ListColumn {
    pub name: String,
    pub first: usize,
    pub width: usize,
}

pub(super) struct TextRecords<'t> {
    text: &'t str,
    delimiter: u8,
    reader: csv::Reader<&'t [u8]>,
    current: StringRecord,
}

impl<'t> TextRecords<'t> {
    pub(super) fn new(text: &'t str, delimiter: u8) -> Self {
        let reader = ReaderBuilder::new()
            .delimiter(delimiter)
            .has_headers(false)
            .flexible(true)
            .from_reader(text.as_bytes());
        Self { text, delimiter, reader, current: StringRecord::new() }
    }

    /// Moves to the next record, even if a quote in it is unclosed; returns `false` at the end.
    pub(super) fn next(&mut self) -> bool {
        let reason = "records of any width read from UTF-8 text in memory have no way to fail";
        while self.reader.read_record(&mut self.current).expect(reason) {
            // The csv crate skips empty lines, but not lines of blanks.
            let alone = self.current.len() == 1;
            if !(alone && !self.current[0].is_empty() && self.current[0].trim().is_empty()) {
                return true;
            }
        }
        false
    }

    pub(super) fn cells(&self) -> &StringRecord {
        &self.current
    }

    pub(crate) fn has_open_quote(&self) -> bool {
        let at_end = self.reader.position().byte() as usize == self.text.len();
        at_end && ends_in_quotes(&self.text.as_bytes()[self.start()..], self.delimiter)
    }
}

impl Records for TextRecords<'_> {
    /// Moves to the next record. An unclosed quote, which swallows the rest, is an error.
    fn advance(&mut self) -> Result<bool, InputError> {
        if !self.next() {
            return Ok(false);
        }
        if self.has_open_quote() {
            let found = "a quote is opened here and never closed";
            let remedy = "close it, or double it if it belongs to the cell";
            return Err(InputError::data(self.header_location(), found, remedy));
        }
        Ok(true)
    }

    fn width(&self) -> usize {
        self.current.len()
    }

    fn cell(&self, column: usize) -> Cow<'_, str> {
        Cow::Borrowed(&self.current[column])
    }

    fn start(&self) -> usize {
        // The csv crate counts skipped line ends as part of the record that follows them.
        let from = self.current.position().map_or(0, |position| position.byte() as usize);
        let passed = self.text.as_bytes()[from..].iter().take_while(|b| b"\r\n".contains(b));
        from + passed.count()
    }

    fn line(&self, start: usize) -> Option<u64> {
        Some(line_at(self.text.as_bytes(), start))
    }

    fn has_quotes(&self) -> bool {
        true
    }
}

/// Returns `true` if a quote that opens a field of this record is never closed.
fn ends_in_quotes(record: &[u8], delimiter: u8) -> bool {
    #[derive(PartialEq)]
    enum Quote {
        Opens,
        Closes,
        IsPlain,
    }
    let mut quote = Quote::Opens;
    for &byte in record {
        quote = match (quote, byte) {
            // A quote right after a closing one is a doubled quote, and the field continues.
            (Quote::Closes, b'"') => Quote::Opens,
            (Quote::Closes, _) | (Quote::Opens, b'"') => Quote::Closes,
            (_, byte) if byte == delimiter => Quote::Opens,
            _ => Quote::IsPlain,
        };
    }
    quote == Quote::Closes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_those_of_an_editor() {
        let specification = [
            ("a,b\n1,2\n", vec![(1, vec!["a", "b"]), (2, vec!["1", "2"])]),
            ("a,b\r\n1,2\r\n3", vec![(1, vec!["a", "b"]), (2, vec!["1", "2"]), (3, vec!["3"])]),
            ("\n\r\na\n\n \t \n1", vec![(3, vec!["a"]), (6, vec!["1"])]),
            ("\"a\nb\",c\n1,2", vec![(1, vec!["a\nb", "c"]), (3, vec!["1", "2"])]),
            ("\"a\"\"b\",\n\"\"\n", vec![(1, vec!["a\"b", ""]), (2, vec![""])]),
            ("", vec![]),
        ];
        for (text, expected) in specification {
            let mut records = TextRecords::new(text, b',');
            for (line, cells) in expected {
                assert!(records.next(), "{text:?}");
                assert_eq!(records.line(records.start()), Some(line), "{text:?}");
                assert_eq!(records.cells(), cells, "{text:?}");
            }
            assert!(!records.next(), "{text:?}");
        }
    }

    #[test]
    fn a_quote_that_nothing_closes_is_seen() {
        let specification = [
            ("1,\"a", true),
            ("1,\"a\n2,b\n", true),
            ("1,\"a\"\"", true),
            ("\"", true),
            ("1,\"a\"", false),
            ("1,\"a\"\"\"\n", false),
            ("1,\"\"\n", false),
            ("1,5\" pipe\n", false),
            ("1,\n", false),
        ];
        for (text, open) in specification {
            let mut records = TextRecords::new(text, b',');
            assert!(records.next());
            assert_eq!(records.has_open_quote(), open, "{text:?}");
        }
    }
}
