//! The records of a table one by one, from any source, and from delimited text with line numbers.
//!
//! Quoted fields, `""` in them and CRLF are as in RFC 4180 (by the csv crate). Invariant: a blank
//! line is not a record, and lines are those of an editor, even if a quoted field spans several.

use std::borrow::Cow;
use std::cell::Cell;

use csv::{ReaderBuilder, StringRecord};

use super::source::line_at;
use super::typed_rows::CellError;
use crate::base::input_error::{InputError, Location};

/// A cursor over the records of a table, the first of which names the columns.
pub(super) trait Records {
    fn advance(&mut self) -> Result<bool, InputError>;

    fn width(&self) -> usize;

    fn cell(&self, column: usize) -> Cow<'_, str>;

    /// Returns the finite number in a cell; `None` if the source has no typed number there.
    fn number(&self, _column: usize) -> Option<f64> {
        None
    }

    /// Returns the line, from 1, of the current record; `None` if the source has no lines.
    fn line(&self) -> Option<u64>;

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

    /// Returns `true` if the source itself names the columns, whatever the request.
    fn has_names(&self) -> bool {
        false
    }

    /// Returns the first records of a source whose layout follows from them.
    fn sample(&self) -> Vec<Vec<String>> {
        Vec::new()
    }

    /// Returns remarks on the source, in sentences.
    fn notes(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the line of the current record as a location.
    fn line_location(&self) -> Location {
        self.line().map_or(Location::Whole, Location::Line)
    }
}

/// The number of records by which the layout of a table is known.
pub(super) const SAMPLE_RECORDS: usize = 200;

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
    note: Option<&'static str>,
    /// The offset and the line of a record, from which the lines of later ones are counted.
    line: Cell<(usize, u64)>,
}

impl<'t> TextRecords<'t> {
    pub(super) fn new(text: &'t str, delimiter: u8) -> Self {
        let reader = ReaderBuilder::new()
            .delimiter(delimiter)
            .has_headers(false)
            .flexible(true)
            .from_reader(text.as_bytes());
        Self {
            text,
            delimiter,
            reader,
            current: StringRecord::new(),
            note: None,
            line: Cell::new((0, 1)),
        }
    }

    /// Sets a note about the text.
    pub(super) fn with_note(self, note: Option<&'static str>) -> Self {
        Self { note, ..self }
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

    /// Returns the offset of the current record.
    fn start(&self) -> usize {
        // The csv crate counts skipped line ends as part of the record that follows them.
        let from = self.current.position().map_or(0, |position| position.byte() as usize);
        let passed = self.text.as_bytes()[from..].iter().take_while(|b| b"\r\n".contains(b));
        from + passed.count()
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
            return Err(InputError::data(self.line_location(), found, remedy));
        }
        Ok(true)
    }

    fn width(&self) -> usize {
        self.current.len()
    }

    fn cell(&self, column: usize) -> Cow<'_, str> {
        Cow::Borrowed(&self.current[column])
    }

    fn line(&self) -> Option<u64> {
        // Records only move forward.
        let (start, (offset, line)) = (self.start(), self.line.get());
        let line = line + line_at(&self.text.as_bytes()[offset..], start - offset) - 1;
        self.line.set((start, line));
        Some(line)
    }

    fn notes(&self) -> Vec<String> {
        self.note.map(str::to_owned).into_iter().collect()
    }

    fn sample(&self) -> Vec<Vec<String>> {
        let (mut records, mut sample) = (Self::new(self.text, self.delimiter), Vec::new());
        while sample.len() < SAMPLE_RECORDS && records.next() {
            sample.push(records.trimmed_cells());
        }
        sample
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
                assert_eq!(records.line(), Some(line), "{text:?}");
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
