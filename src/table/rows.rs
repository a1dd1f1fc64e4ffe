//! The data rows of a table, checked and gathered one by one.
//!
//! Invariant: of a row that is kept every feature is a finite number, and label and id are not
//! empty; a row with an empty cell is looked at no further.

use super::columns::Columns;
use super::options::{Missing, Read, Reading};
use super::records::Records;
use super::source::quoted;
use super::{Table, cell};
use crate::base::input_error::{InputFault, Location};
use crate::base::points::{Classes, Points};
use crate::base::setting::Setting;

/// A data row of the file: its number from 1 and its offset in the text.
#[derive(Clone, Copy)]
struct Row {
    number: u64,
    start: usize,
}

/// The rows kept so far.
pub(super) struct Rows<'a> {
    columns: &'a Columns,
    used: Vec<usize>,
    missing: Missing,
    seen: u64,
    kept: Vec<Row>,
    values: Vec<f64>,
    labels: Vec<String>,
    names: Vec<String>,
}

impl<'a> Rows<'a> {
    /// No row yet.
    pub fn new(columns: &'a Columns, reading: &Reading) -> Self {
        let (kept, values, labels, names) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (used, missing) = (columns.used(), reading.missing);
        Self { columns, used, missing, seen: 0, kept, values, labels, names }
    }

    /// Checks the walk's present record and keeps it, or leaves it out for an empty cell.
    pub fn take(&mut self, records: &Records) -> Result<(), InputFault> {
        self.seen += 1;
        let row = Row { number: self.seen, start: records.start() };
        let (cells, columns) = (records.cells(), self.columns);
        if cells.len() != columns.names.len() {
            let place = Location::Row(row.number, records.line(row.start));
            let (found, expected) = (counted(cells.len(), "cell"), columns.names.len());
            let found = format!("found {found}, expected {expected}");
            let remedy = "give every row one cell a column, quoting cells that hold the separator";
            return Err(InputFault::data(place, found, remedy));
        }
        if let Some(&empty) = self.used.iter().find(|&&j| cells[j].trim().is_empty()) {
            return match self.missing {
                Missing::Drop => Ok(()),
                Missing::Error => {
                    let remedy = "fill it, or leave such rows out";
                    let fault = self.fault(records, row, empty, "the cell is empty", remedy);
                    Err(fault.with([Setting::LeaveRowsOut]))
                }
            };
        }
        for &j in &columns.features {
            let Some(value) = cell::number(&cells[j]) else {
                let (labelled, alone) = (columns.label.is_some(), columns.names.len() == 1);
                let (found, remedy, settings) =
                    cell::complaint(&cells[j], &columns.names[j], labelled, alone);
                return Err(self.fault(records, row, j, &found, &remedy).with(settings));
            };
            self.values.push(value);
        }
        if let Some(j) = columns.label {
            self.labels.push(self.word(records, row, j)?);
        }
        if let Some(j) = columns.id {
            self.names.push(self.word(records, row, j)?);
        }
        self.kept.push(row);
        Ok(())
    }

    /// The text of a label or id cell. A line break in it is mostly a quote that was not closed,
    /// and rows would be lost in it without a word.
    fn word(&self, records: &Records, row: Row, column: usize) -> Result<String, InputFault> {
        let text = records.cells()[column].trim();
        if text.contains(['\r', '\n']) {
            let found = format!("a line break in {}", quoted(text));
            let remedy = "write it on one line, and check that every quote is closed";
            return Err(self.fault(records, row, column, &found, remedy));
        }
        Ok(text.to_owned())
    }

    /// A fault in one cell.
    fn fault(
        &self,
        records: &Records,
        row: Row,
        column: usize,
        found: &str,
        remedy: &str,
    ) -> InputFault {
        let name = self.columns.names[column].clone();
        let place = Location::Cell(row.number, records.line(row.start), name);
        InputFault::data(place, found, remedy)
    }

    /// The table, once all rows are in.
    pub fn finish(mut self, records: &Records) -> Result<Read, InputFault> {
        let dropped = self.seen as usize - self.kept.len();
        let fault = |found: String, remedy: &str| InputFault::data(Location::Whole, found, remedy);
        if self.kept.len() < 2 && dropped > 0 {
            let kept = if self.kept.is_empty() { "no" } else { "one" };
            let left_out = counted(dropped, "row");
            let found =
                format!("{kept} row is left after leaving out {left_out} with an empty cell");
            let remedy = "fill the cells, or leave columns with gaps out";
            return Err(fault(found, remedy).with([Setting::LeaveColumnOut(None)]));
        }
        if self.kept.len() < 2 {
            let found = match self.kept.len() {
                0 => "a header and no data row",
                _ => "one data row, and one point has no neighbours",
            };
            return Err(fault(found.into(), "give at least 2 rows"));
        }
        let classes = self.columns.label.map(|_| Classes::from_labels(&self.labels));
        let points = match self.columns.id {
            None => Points::numbered(self.kept.len(), classes),
            Some(column) => {
                let names = std::mem::take(&mut self.names);
                Points::named(names, classes).map_err(|(first, second)| {
                    let (first, second) = (self.kept[first], self.kept[second]);
                    let at = records.line(first.start);
                    let found = format!("the same name as in row {} (line {at})", first.number);
                    self.fault(records, second, column, &found, "give every row its own name")
                })?
            }
        };
        let features = self.columns.features.iter().map(|&j| self.columns.names[j].clone());
        let label = self.columns.label.map(|at| self.columns.names[at].clone());
        Ok(Read { table: Table::new(features.collect(), self.values, points), dropped, label })
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
    fn every_fault_of_the_rows_is_one_line_with_its_place_and_remedy() {
        let whole = "give every row one cell a column, quoting cells that hold the separator";
        let gaps = "fill the cells, or leave columns with gaps out";
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
                 correct it, leave the column out, or make it the label"
                    .into(),
            ),
            (
                b"x;class\n1,5;a\n2,5;b\n",
                labelled(),
                "row 1 (line 2), column \"x\": found \"1,5\", a decimal comma; \
                 write a decimal point: 1.5"
                    .into(),
            ),
            (
                b"x y\n1 5\n",
                plain(),
                "row 1 (line 2), column \"x y\": found \"1 5\", not a number; \
                 correct it, or separate the cells by commas, semicolons or tabs"
                    .into(),
            ),
            (
                b"x,y\n1,nan\n",
                plain(),
                "row 1 (line 2), column \"y\": found \"nan\", not a finite number; \
                 correct it, or empty the cell and leave such rows out"
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
