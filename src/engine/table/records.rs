//! The records of a table one by one: of whatever it is read from, and of a delimited text, each
//! with the line it starts on.
//!
//! Quoted fields, `""` in them and CRLF as in RFC 4180 (by the csv crate). Invariant: a blank line
//! is not a record, and lines are those an editor shows, also where a quoted field runs over
//! several.

use std::borrow::Cow;

use csv::{ReaderBuilder, StringRecord};

use super::cell::{is_no_number, is_no_word};
use super::source::line_of;
use super::typed_rows::Unfit;
use crate::base::input_error::{InputError, Location};
use crate::base::numbers::counted;
use crate::base::numerals::Numerals;

/// A walk over the records of a table, the first of which names the columns.
pub(super) trait Records {
    /// Goes to the next record; false at the end.
    fn advance(&mut self) -> Result<bool, InputError>;

    /// How many cells this record has.
    fn width(&self) -> usize;

    /// How many of the columns are features unless something else is asked for: the first ones.
    fn own_width(&self) -> usize {
        self.width()
    }

    /// The text of a cell of this record.
    fn cell(&self, column: usize) -> Cow<'_, str>;

    /// The number in a cell where the source has one there, finite, and no text.
    fn number(&self, _column: usize) -> Option<f64> {
        None
    }

    /// Where this record starts, for [`Self::line`].
    fn start(&self) -> usize;

    /// The same where that number is no word for a missing value.
    fn present(&self, column: usize, na: &[String]) -> Option<f64> {
        let is_word = |_: &f64| !na.is_empty() && is_no_number(&self.cell(column), na);
        self.number(column).filter(|number| !is_word(number))
    }

    /// What is shown of a cell, on one line: nothing of a missing value, and of a number that is
    /// written in another way the usual one.
    fn shown(&self, column: usize, na: &[String], written: Numerals) -> String {
        let cell = self.cell(column);
        let word = cell.trim();
        let is_otherwise = written != Numerals::default() && self.number(column).is_none();
        match written.read(word).filter(|_| is_otherwise) {
            _ if is_no_word(word, na) => String::new(),
            Some(number) => number.to_string(),
            None => word.split(['\r', '\n']).map(str::trim).collect::<Vec<_>>().join(" "),
        }
    }

    /// The line, from 1, of the record that starts there; none where there are no lines.
    fn line(&self, start: usize) -> Option<u64>;

    /// The columns that stand for one of the source: its name, their first place and their number.
    fn lists(&self) -> &[List] {
        &[]
    }

    /// What is in this cell that no text can say.
    fn unfit(&self, _column: usize) -> Option<&Unfit> {
        None
    }

    /// The texts of all cells of this record, without blanks around them.
    fn words(&self) -> Vec<String> {
        (0..self.width()).map(|column| self.cell(column).trim().to_owned()).collect()
    }

    /// The names of the columns: this record where it is a header, else `1`, `2` and so on.
    fn names(&self, header: bool) -> Vec<String> {
        match header {
            true => self.words(),
            false => (1..=self.width()).map(|place| place.to_string()).collect(),
        }
    }

    /// Whether a quote that was not closed may have put lines into a cell.
    fn has_quotes(&self) -> bool {
        false
    }

    /// The file and the row, from 1, of a cell that is in a second file.
    fn elsewhere(&self, _column: usize) -> Option<(&str, u64)> {
        None
    }

    /// Whether the first record names the columns whatever is asked for.
    fn has_names(&self) -> bool {
        false
    }

    /// The place of this record where it names the columns.
    fn header(&self) -> Location {
        self.line(self.start()).map_or(Location::Whole, Location::Line)
    }
}

/// The fault of a row, the present one, with more or fewer cells than the first.
pub(super) fn uneven(records: &dyn Records, row: u64, start: usize, width: usize) -> InputError {
    let cells = counted(records.width() as u64, "cell", "cells");
    let remedy = match width {
        1 => "remove what stands above the names of the columns",
        _ => "give every row one cell a column, quoting cells that hold the separator",
    };
    let place = Location::Row(row, records.line(start));
    InputError::data(place, format!("found {cells}, expected {width}"), remedy)
}

/// Goes to the first record, which names the columns where there is a header.
///
/// # Errors
/// No record at all; columns that have names where the first record shall be data.
pub(super) fn begin(records: &mut dyn Records, header: bool) -> Result<(), InputError> {
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

/// What has records.
pub(super) trait RecordSource {
    /// Walks from before the first record.
    ///
    /// # Errors
    /// What keeps the walk from beginning; what `walk` says.
    fn walk<T>(
        &self,
        walk: impl FnOnce(&mut dyn Records) -> Result<T, InputError>,
    ) -> Result<T, InputError>;

    /// Whether it is a spreadsheet.
    fn has_sheets(&self) -> bool {
        false
    }
}

/// Columns that come of lists of numbers: one of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct List {
    /// Its name.
    pub name: String,
    /// The place of its first column.
    pub first: usize,
    /// How many numbers are in each list.
    pub width: usize,
}

/// A walk over the records of a text.
pub(super) struct TextRecords<'t> {
    text: &'t str,
    delimiter: u8,
    reader: csv::Reader<&'t [u8]>,
    current: StringRecord,
}

impl<'t> TextRecords<'t> {
    /// The walk, before the first record.
    pub fn new(text: &'t str, delimiter: u8) -> Self {
        let reader = ReaderBuilder::new()
            .delimiter(delimiter)
            .has_headers(false)
            .flexible(true)
            .from_reader(text.as_bytes());
        Self { text, delimiter, reader, current: StringRecord::new() }
    }

    /// Goes to the next record, whole or not; false at the end.
    pub fn next(&mut self) -> bool {
        let reason = "records of any width read from UTF-8 text in memory have no way to fail";
        while self.reader.read_record(&mut self.current).expect(reason) {
            // The csv crate skips empty lines, but not those made of blanks.
            let alone = self.current.len() == 1;
            if !(alone && !self.current[0].is_empty() && self.current[0].trim().is_empty()) {
                return true;
            }
        }
        false
    }

    /// The cells of this record.
    pub fn cells(&self) -> &StringRecord {
        &self.current
    }

    /// Whether the text ends inside a quoted field of this record.
    pub fn is_open(&self) -> bool {
        let at_end = self.reader.position().byte() as usize == self.text.len();
        at_end && ends_in_quotes(&self.text.as_bytes()[self.start()..], self.delimiter)
    }
}

impl Records for TextRecords<'_> {
    /// A record in which a quote is opened that nothing closes holds the rest of the file.
    fn advance(&mut self) -> Result<bool, InputError> {
        if !self.next() {
            return Ok(false);
        }
        if self.is_open() {
            let found = "a quote is opened here and never closed";
            let remedy = "close it, or double it if it belongs to the cell";
            return Err(InputError::data(self.header(), found, remedy));
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
        // The csv crate counts the line ends passed over to the record that follows them.
        let from = self.current.position().map_or(0, |position| position.byte() as usize);
        let passed = self.text.as_bytes()[from..].iter().take_while(|b| b"\r\n".contains(b));
        from + passed.count()
    }

    fn line(&self, start: usize) -> Option<u64> {
        Some(line_of(self.text.as_bytes(), start))
    }

    fn has_quotes(&self) -> bool {
        true
    }
}

/// Whether a field of this record is opened by a quote that nothing closes.
fn ends_in_quotes(record: &[u8], delimiter: u8) -> bool {
    /// What a quote would do here.
    #[derive(PartialEq)]
    enum Quote {
        Opens,
        Closes,
        IsPlain,
    }
    let mut quote = Quote::Opens;
    for &byte in record {
        quote = match (quote, byte) {
            // Right after it a quote is a doubled one, and the field goes on.
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
            assert_eq!(records.is_open(), open, "{text:?}");
        }
    }
}
