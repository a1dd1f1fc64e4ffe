//! The data rows of a table, checked and gathered one by one.
//!
//! Invariant: of a row that is kept every feature is a finite number, a word or a gap to be filled,
//! and label and id are not empty; a row that is left out is looked at no further.

use super::columns::Columns;
use super::options::{Missing, Read, Reading};
use super::records::Records;
use super::source::quoted;
use super::values::{Finished, Values};
use super::{Table, cell};
use crate::base::input_error::{InputError, Location};
use crate::base::kept::Kept;
use crate::base::points::{Classes, Points};

/// At most this many columns of words are named.
const NAMED: usize = 6;

/// A data row of the file: its number from 1 and its offset in the text.
#[derive(Clone, Copy)]
struct Row {
    number: u64,
    start: usize,
}

/// The rows kept so far.
pub(super) struct Rows<'a> {
    columns: &'a Columns,
    reading: &'a Reading,
    used: Vec<usize>,
    seen: u64,
    kept: Vec<Row>,
    values: Values<'a>,
    labels: Vec<String>,
    names: Vec<String>,
    /// The cells that are only shown.
    shown: Vec<String>,
}

impl<'a> Rows<'a> {
    /// No row yet.
    pub fn new(columns: &'a Columns, reading: &'a Reading) -> Self {
        let (kept, labels, names, shown) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (used, values) = (columns.used(), Values::new(columns));
        Self { columns, reading, used, seen: 0, kept, values, labels, names, shown }
    }

    /// Checks the walk's present record and keeps it, or leaves it out for an empty cell.
    pub fn take(&mut self, records: &dyn Records) -> Result<(), InputError> {
        self.seen += 1;
        let row = Row { number: self.seen, start: records.start() };
        let (cells, columns, missing) = (records.cells(), self.columns, self.reading.missing);
        if cells.len() != columns.names.len() {
            let place = Location::Row(row.number, records.line(row.start));
            let (found, expected) = (counted(cells.len(), "cell"), columns.names.len());
            let found = format!("found {found}, expected {expected}");
            let remedy = "give every row one cell a column, quoting cells that hold the separator";
            return Err(InputError::data(place, found, remedy));
        }
        let mut read = self.used.iter().chain(&columns.kept);
        if let Some(unfit) = read.find_map(|&j| records.unfit(j)) {
            let place =
                Location::Cell(row.number, records.line(row.start), unfit.column.as_str().into());
            return Err(InputError::data(place, &unfit.found, unfit.remedy));
        }
        let gap = |j: &&usize| self.is_gap(**j, &cells[**j]);
        if let Some(&empty) = self.used.iter().find(gap) {
            let is_feature = |j| columns.features.contains(&j);
            let unfilled = self.used.iter().filter(gap).copied().find(|&j| !is_feature(j));
            match (missing, unfilled) {
                (Missing::Drop, _) => return Ok(()),
                (Missing::Error, _) => return Err(self.gap(records, row, empty)),
                (Missing::Mean, Some(empty)) => return Err(self.gap(records, row, empty)),
                (Missing::Mean, None) => {}
            }
        }
        for &j in &columns.features {
            let is_gap = self.is_gap(j, &cells[j]);
            if columns.nominal.contains(&j) {
                let word = self.word(records, row, j)?;
                self.values.word(j, Some(word.as_str()).filter(|_| !is_gap));
                continue;
            }
            let number = cell::read(&cells[j], self.reading.decimal_comma);
            if number.is_none() && !is_gap {
                return Err(self.no_number(records, row, j));
            }
            self.values.number(number.filter(|_| !is_gap));
        }
        if let Some(j) = columns.label {
            self.labels.push(self.word(records, row, j)?);
        }
        if let Some(j) = columns.id {
            self.names.push(self.word(records, row, j)?);
        }
        for &j in &columns.kept {
            let is_gap = cell::is_no_word(&cells[j], &self.reading.na);
            let word = self.word(records, row, j)?;
            self.shown.push(if is_gap { String::new() } else { word });
        }
        self.kept.push(row);
        Ok(())
    }

    /// Whether a cell is empty, or stands for a missing value. A name may be any word: `NA` is also
    /// Namibia.
    fn is_gap(&self, column: usize, cell: &str) -> bool {
        let (columns, na) = (self.columns, &self.reading.na);
        match Some(column) == columns.id {
            true => cell.trim().is_empty() || na.iter().any(|word| word.trim() == cell.trim()),
            false if Some(column) == columns.label || columns.nominal.contains(&column) => {
                cell::is_no_word(cell, na)
            }
            false => cell::is_no_number(cell, na),
        }
    }

    /// The fault of an empty cell.
    fn gap(&self, records: &dyn Records, row: Row, column: usize) -> InputError {
        let found = match records.cells()[column].trim() {
            "" => "the cell is empty".to_owned(),
            word => format!("found {}, which stands for a missing value", quoted(word)),
        };
        self.fault(records, row, column, &found, "fill it, or leave such rows out")
    }

    /// The fault of a cell that is no number; where several cells of its row are words, all of
    /// these columns.
    fn no_number(&self, records: &dyn Records, row: Row, column: usize) -> InputError {
        let (cells, decimal_comma) = (records.cells(), self.reading.decimal_comma);
        let is_word = |&j: &usize| {
            !self.columns.nominal.contains(&j)
                && !self.is_gap(j, &cells[j])
                && cells[j].trim().parse::<f64>().is_err()
                && cell::with_commas(&cells[j]).is_none()
        };
        let words: Vec<usize> = self.columns.features.iter().copied().filter(is_word).collect();
        if words.len() < 2 || !words.contains(&column) {
            let (found, remedy) = cell::complaint(&cells[column], decimal_comma);
            return self.fault(records, row, column, &found, &remedy);
        }
        let shown = |&j: &usize| format!("{} ({})", self.columns.names[j], quoted(cells[j].trim()));
        let mut shown: Vec<String> = words.iter().take(NAMED).map(shown).collect();
        if words.len() > NAMED {
            shown.push(format!("{} more", words.len() - NAMED));
        }
        let found = format!("{} columns have no number: {}", words.len(), shown.join(", "));
        let remedy = match self.columns.label {
            Some(_) => "leave them out",
            None => "make one the label, and leave the others out",
        };
        InputError::data(Location::Row(row.number, records.line(row.start)), found, remedy)
    }

    /// The text of a cell of words. A line break in it is mostly a quote that was not closed,
    /// and rows would be lost in it without a word.
    fn word(&self, records: &dyn Records, row: Row, column: usize) -> Result<String, InputError> {
        let text = records.cells()[column].trim();
        if text.contains(['\r', '\n']) {
            let found = format!("a line break in {}", quoted(text));
            let remedy = match records.header() {
                Location::Whole => "replace it in the statement, or leave the column out",
                _ => "write it on one line, and check that every quote is closed",
            };
            return Err(self.fault(records, row, column, &found, remedy));
        }
        Ok(text.to_owned())
    }

    /// A fault in one cell.
    fn fault(
        &self,
        records: &dyn Records,
        row: Row,
        column: usize,
        found: &str,
        remedy: &str,
    ) -> InputError {
        let name = self.columns.names[column].as_str().into();
        let place = Location::Cell(row.number, records.line(row.start), name);
        InputError::data(place, found, remedy)
    }

    /// The table, once all rows are in.
    pub fn finish(mut self, records: &dyn Records) -> Result<Read, InputError> {
        let dropped = self.seen as usize - self.kept.len();
        let fault = |found: String, remedy: &str| InputError::data(Location::Whole, found, remedy);
        if self.kept.len() < 2 && dropped > 0 {
            let kept = if self.kept.is_empty() { "no" } else { "one" };
            let left_out = counted(dropped, "row");
            let found =
                format!("{kept} row is left after leaving out {left_out} with an empty cell");
            return Err(fault(found, "leave columns with gaps out"));
        }
        if self.kept.len() < 2 {
            let found = match self.kept.len() {
                0 => "a header and no data row",
                _ => "one data row, and one point has no neighbours",
            };
            return Err(fault(found.into(), "give at least 2 rows"));
        }
        let classes = self.columns.label.map(|_| Classes::from_labels(&self.labels));
        let rows = self.kept.iter().map(|row| row.number as u32).collect();
        let shown = Kept::new(self.columns.kept_names(), std::mem::take(&mut self.shown));
        let points = match self.columns.id {
            None => Points::numbered(self.kept.len(), classes),
            Some(column) => {
                let names = std::mem::take(&mut self.names);
                Points::named(names, classes).map_err(|(first, second)| {
                    let (first, second) = (self.kept[first], self.kept[second]);
                    let first = Location::Row(first.number, records.line(first.start));
                    let found = format!("the same name as in {first}");
                    self.fault(records, second, column, &found, "give every row its own name")
                })?
            }
        };
        let points = points.of_rows(rows).with_kept(shown);
        let Finished { names, values, filled } = self.values.finish(self.kept.len())?;
        let name = |at: Option<usize>| at.map(|at| self.columns.names[at].clone());
        let (label, id) = (name(self.columns.label), name(self.columns.id));
        let table = Table::new(names, values, points).read_with(self.reading.missing);
        Ok(Read { table, dropped, filled, label, id })
    }
}

/// `1 cell`, `2 cells`.
fn counted(n: usize, thing: &str) -> String {
    format!("{n} {thing}{}", if n == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::read::read_from;

    fn plain() -> Reading {
        Reading::default()
    }

    fn labelled() -> Reading {
        Reading { label: Some("class".into()), ..plain() }
    }

    fn named() -> Reading {
        Reading { id: Some("id".into()), ..plain() }
    }

    fn dropping(reading: Reading) -> Reading {
        Reading { missing: Missing::Drop, ..reading }
    }

    #[test]
    fn points_keep_the_numbers_of_their_rows_and_what_is_shown() {
        let text = b"id,x,site\nNA,1,a\nb,NA,b\nc,?,c\n,4,c\nd,5,NA\n";
        let reading = Reading { keep: vec!["site".into()], ..dropping(named()) };
        let points = read_from(text, &reading).expect("two rows").table.points().clone();
        assert_eq!(points.names(), ["NA", "d"]);
        assert_eq!(points.ids().map(|point| points.row(point)).collect::<Vec<_>>(), [1, 5]);
        let shown = points.ids().map(|point| points.kept().of_point(point)[0].as_str());
        assert_eq!(shown.collect::<Vec<_>>(), ["a", ""]);
        let reading = Reading { drop: vec!["id".into()], ..reading };
        let points = read_from(text, &Reading { id: None, ..reading }).expect("three rows");
        assert_eq!(points.table.points().names(), ["d1", "d4", "d5"]);
        let text = b"class,x\n-,1\n+,-99\n?,2\nNA,3\n";
        let reading = Reading { na: vec!["-99".into()], ..dropping(labelled()) };
        let read = read_from(text, &reading).expect("two rows").table;
        assert_eq!(read.points().classes().expect("classes").names(), ["-", "?"]);
    }

    #[test]
    fn every_fault_of_the_rows_is_one_line_with_its_place_and_remedy() {
        let whole = "give every row one cell a column, quoting cells that hold the separator";
        let gaps = "leave columns with gaps out";
        let specification: Vec<(&[u8], Reading, String)> = vec![
            (
                b"x,y\n1,2\n\n3\n",
                plain(),
                format!("row 2 (line 4): found 1 cell, expected 2; {whole}"),
            ),
            (
                b"x,y\n1,2,3,4\n",
                dropping(plain()),
                format!("row 1 (line 2): found 4 cells, expected 2; {whole}"),
            ),
            (
                b"x,y\r\n1,2\r\n1, \r\n",
                plain(),
                "row 2 (line 3), column \"y\": the cell is empty; \
                 fill it, or leave such rows out"
                    .into(),
            ),
            (
                b"class,y\n,2\n",
                labelled(),
                "row 1 (line 2), column \"class\": the cell is empty; \
                 fill it, or leave such rows out"
                    .into(),
            ),
            (
                b"x,\"the\ny\"\n1,2\n1,red\n",
                plain(),
                "row 2 (line 4), column \"the\\ny\": found \"red\", not a number; \
                 correct it, or leave the column out"
                    .into(),
            ),
            (
                b"x;class\n1,5;a\n2,5;b\n",
                labelled(),
                "row 1 (line 2), column \"x\": found \"1,5\", a decimal comma; \
                 read commas as decimal points"
                    .into(),
            ),
            (
                b"x y\n1 5\n",
                plain(),
                "row 1 (line 2), column \"x y\": found \"1 5\", not a number; \
                 correct it, or leave the column out"
                    .into(),
            ),
            (
                b"x,y,z\n1,red,blue\n",
                plain(),
                "row 1 (line 2): 2 columns have no number: y (\"red\"), z (\"blue\"); \
                 make one the label, and leave the others out"
                    .into(),
            ),
            (
                b"x,y\n1,inf\n",
                plain(),
                "row 1 (line 2), column \"y\": found \"inf\", not a finite number; \
                 say that it stands for a missing value"
                    .into(),
            ),
            (
                b"x,y\n1,nan\n",
                plain(),
                "row 1 (line 2), column \"y\": found \"nan\", which stands for a missing value; \
                 fill it, or leave such rows out"
                    .into(),
            ),
            (
                b"class,y\na,\n,2\n",
                Reading { missing: Missing::Mean, ..labelled() },
                "row 2 (line 3), column \"class\": the cell is empty; \
                 fill it, or leave such rows out"
                    .into(),
            ),
            (
                b"id,x\na,1\nb,2\n\na ,3\n",
                named(),
                "row 3 (line 5), column \"id\": the same name as in row 1 (line 2); \
                 give every row its own name"
                    .into(),
            ),
            (
                b"id,x\na,1\nb,\na,3\n",
                dropping(named()),
                "row 3 (line 4), column \"id\": the same name as in row 1 (line 2); \
                 give every row its own name"
                    .into(),
            ),
            (
                b"x,class\n1,\"a\n2,b\"\n3,c\n",
                labelled(),
                "row 1 (line 2), column \"class\": a line break in \"a\\n2,b\"; \
                 write it on one line, and check that every quote is closed"
                    .into(),
            ),
            (b"x,y\n", plain(), "a header and no data row; give at least 2 rows".into()),
            (
                b"x,y\n1,2\n",
                plain(),
                "one data row, and one point has no neighbours; give at least 2 rows".into(),
            ),
            (
                b"x,y\n1,\n,2\n",
                dropping(plain()),
                format!("no row is left after leaving out 2 rows with an empty cell; {gaps}"),
            ),
            (
                b"x,y\n1,\n3,2\n",
                dropping(plain()),
                format!("one row is left after leaving out 1 row with an empty cell; {gaps}"),
            ),
        ];
        for (bytes, reading, expected) in specification {
            let error = read_from(bytes, &reading).expect_err(&expected);
            assert_eq!((error.to_string(), error.usage), (expected, false));
        }
    }
}
