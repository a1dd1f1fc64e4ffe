//! The data rows of a table, checked and collected one by one.
//!
//! Invariant: in a row that is kept, every feature is a finite number, a word or a gap to be
//! filled, and label and id are not empty. A row that is left out is not examined further.

mod non_numeric;

use super::columns::TableColumns;
use super::options::{MissingPolicy, ParsedTable, ReadOptions};
use super::records::{Records, row_width_error};
use super::source::quote_short;
use super::values::{FeatureValues, Values};
use super::{Table, cell};
use crate::base::input_error::{ColumnRoles, InputError, Location, Setting};
use crate::base::numbers::pluralize;
use crate::base::points::{Classes, Points};
use crate::base::shown_columns::ShownColumns;

/// A data row of the file: its number from 1 and its offset in the text.
#[derive(Clone, Copy)]
struct RowPosition {
    number: u64,
    start: usize,
}

pub(super) struct RowCollector<'a> {
    columns: &'a TableColumns,
    reading: &'a ReadOptions,
    used: Vec<usize>,
    gaps: Vec<usize>,
    rows_seen: u64,
    kept_rows: Vec<RowPosition>,
    values: Values<'a>,
    labels: Vec<String>,
    names: Vec<String>,
    shown: Vec<String>,
}

impl<'a> RowCollector<'a> {
    pub(super) fn new(columns: &'a TableColumns, reading: &'a ReadOptions) -> Self {
        let (kept_rows, labels, names, shown) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (used, values) = (columns.required_columns(), Values::new(columns));
        let gaps = vec![0; columns.names.len()];
        Self { columns, reading, used, gaps, rows_seen: 0, kept_rows, values, labels, names, shown }
    }

    pub(crate) fn add_record(&mut self, records: &mut dyn Records) -> Result<(), InputError> {
        self.rows_seen += 1;
        let row = RowPosition { number: self.rows_seen, start: records.start() };
        let (columns, missing) = (self.columns, self.reading.missing);
        if records.width() != columns.names.len() {
            return Err(row_width_error(records, row.number, row.start, columns.names.len()));
        }
        let mut read = self.used.iter().chain(&columns.shown);
        if let Some(unfit) = read.find_map(|&j| records.cell_error(j)) {
            let place =
                Location::Cell(row.number, records.line(row.start), unfit.column.as_str().into());
            return Err(InputError::data(place, &unfit.found, unfit.remedy));
        }
        let na = &self.reading.na;
        let gap = |j: &&usize| {
            records.present_number(**j, na).is_none() && self.is_gap(**j, &records.cell(**j))
        };
        if let Some(&empty) = self.used.iter().find(gap) {
            let is_feature = |j| columns.features.contains(&j);
            let unfilled = self.used.iter().filter(gap).copied().find(|&j| !is_feature(j));
            match (missing, unfilled) {
                (MissingPolicy::Drop, _) => {
                    let gaps = self.used.iter().filter(gap).copied();
                    gaps.collect::<Vec<_>>().into_iter().for_each(|j| self.gaps[j] += 1);
                    return Ok(());
                }
                (MissingPolicy::Error, _) => return Err(self.gap_error(records, row, empty)),
                (MissingPolicy::Mean, Some(empty)) => {
                    return Err(self.gap_error(records, row, empty));
                }
                (MissingPolicy::Mean, None) => {}
            }
        }
        for &j in &columns.features {
            let is_word = columns.nominal.contains(&j);
            if let Some(number) = records.present_number(j, na).filter(|_| !is_word) {
                self.values.push_number(Some(number));
                continue;
            }
            let is_gap = self.is_gap(j, &records.cell(j));
            if is_word {
                let word = self.read_word(records, row, j)?;
                self.values.push_word(j, Some(word.as_str()).filter(|_| !is_gap));
                continue;
            }
            let number = self.reading.numerals.parse(&records.cell(j));
            if number.is_none() && !is_gap {
                return Err(self.non_numeric_error(records, row, j));
            }
            self.values.push_number(number.filter(|_| !is_gap));
        }
        if let Some(j) = columns.label {
            let word = self.read_word(records, row, j)?;
            self.labels.push(match &columns.condition {
                None => word,
                Some(condition) => match self.reading.numerals.parse(&word) {
                    Some(value) => condition.class_of(value),
                    None => {
                        let found = condition.describe_non_number(&word);
                        return Err(self.cell_error(
                            records,
                            row,
                            j,
                            &found,
                            "name the column alone",
                        ));
                    }
                },
            });
        }
        if let Some(j) = columns.id {
            self.names.push(self.read_word(records, row, j)?);
        }
        for &j in &columns.shown {
            if records.has_quotes() {
                self.read_word(records, row, j)?;
            }
            self.shown.push(records.display_text(j, na, self.reading.numerals));
        }
        self.kept_rows.push(row);
        Ok(())
    }

    /// Returns `true` if a cell is missing; a name may be any word: `NA` is also Namibia.
    fn is_gap(&self, column: usize, cell: &str) -> bool {
        let (columns, na) = (self.columns, &self.reading.na);
        match Some(column) == columns.id {
            true => cell.trim().is_empty() || na.iter().any(|word| word.trim() == cell.trim()),
            false if Some(column) == columns.label || columns.nominal.contains(&column) => {
                cell::is_missing_word(cell, na)
            }
            false => cell::is_missing_number(cell, na),
        }
    }

    /// Returns the error of an empty cell, or of columns that are empty down to the end.
    fn gap_error(&self, records: &mut dyn Records, row: RowPosition, column: usize) -> InputError {
        let found = cell::describe_gap(&records.cell(column));
        let fault =
            self.cell_error(records, row, column, &found, "fill it, or leave such rows out");
        let mut empty = match self.rows_seen {
            1 => self.columns.features.clone(),
            _ => Vec::new(),
        };
        loop {
            empty.retain(|&j| j >= records.width() || self.is_gap(j, &records.cell(j)));
            if empty.is_empty() || !records.advance().unwrap_or(false) {
                break;
            }
        }
        self.columns.empty_error(&empty).unwrap_or_else(|| fault.with_setting(Setting::DropRows))
    }

    /// Returns the trimmed text of a cell of words. A line break in it is an error: it usually
    /// means an unclosed quote, which would silently swallow rows.
    fn read_word(
        &self,
        records: &dyn Records,
        row: RowPosition,
        column: usize,
    ) -> Result<String, InputError> {
        let cell = records.cell(column);
        let text = cell.trim();
        if text.contains(['\r', '\n']) {
            let found = format!("a line break in {}", quote_short(text));
            let remedy = match records.has_quotes() {
                true => "write it on one line, and check that every quote is closed",
                false => "write it on one line, or leave the column out",
            };
            return Err(self.cell_error(records, row, column, &found, remedy));
        }
        Ok(text.to_owned())
    }

    fn cell_error(
        &self,
        records: &dyn Records,
        row: RowPosition,
        column: usize,
        found: &str,
        remedy: &str,
    ) -> InputError {
        let name = self.columns.names[column].as_str().into();
        match records.second_file_row(column) {
            None => {
                let place = Location::Cell(row.number, records.line(row.start), name);
                InputError::data(place, found, remedy)
            }
            Some((file, at)) => {
                // Names that only the second file has are there in the order of the rows.
                let at = if self.columns.id == Some(column) { row.number } else { at };
                InputError::data(Location::Cell(at, None, name), found, remedy).in_file(file)
            }
        }
    }

    /// Returns the features with the most gaps and those with at least half as many, if most rows
    /// were left out; empty if no other feature would remain.
    fn sparse_features(&self) -> Vec<(String, usize)> {
        let (features, gaps) = (&self.columns.features, |j: &usize| self.gaps[*j]);
        let most = features.iter().map(gaps).max().unwrap_or(0);
        let mut sparse: Vec<usize> =
            features.iter().copied().filter(|j| gaps(j) > 0 && 2 * gaps(j) >= most).collect();
        if 2 * self.kept_rows.len() >= self.rows_seen as usize || sparse.len() == features.len() {
            return Vec::new();
        }
        sparse.sort_by_key(|j| std::cmp::Reverse(gaps(j)));
        sparse.iter().map(|j| (self.columns.names[*j].clone(), gaps(j))).collect()
    }

    pub(super) fn finish(mut self, records: &dyn Records) -> Result<ParsedTable, InputError> {
        let dropped = self.rows_seen as usize - self.kept_rows.len();
        let fault = |found: String, remedy: &str| InputError::data(Location::Whole, found, remedy);
        if self.kept_rows.is_empty() && dropped > 1 {
            let is_empty = |&j: &usize| self.gaps[j] == dropped;
            let empty: Vec<usize> =
                self.columns.features.iter().copied().filter(is_empty).collect();
            if let Some(fault) = self.columns.empty_error(&empty) {
                return Err(fault);
            }
        }
        if self.kept_rows.len() < 2 && dropped > 0 {
            let kept = if self.kept_rows.is_empty() { "no" } else { "one" };
            let left_out = pluralize(dropped as u64, "row", "rows");
            let found =
                format!("{kept} row is left after leaving out {left_out} with an empty cell");
            let sparse: Vec<String> =
                self.sparse_features().into_iter().map(|(name, _)| name).collect();
            return Err(match sparse.is_empty() {
                true => {
                    fault(found, "fill in the mean of each column").with_setting(Setting::FillIn)
                }
                false => {
                    let roles = ColumnRoles { drop: sparse, ..ColumnRoles::default() };
                    InputError::from_roles(Location::Whole, found, roles)
                }
            });
        }
        if self.kept_rows.len() < 2 {
            let found = match self.kept_rows.len() {
                0 => "there is a header but no data row",
                _ => "there is only one data row",
            };
            return Err(fault(found.into(), "give at least 2 rows"));
        }
        let classes = self.columns.label.map(|_| Classes::from_labels(&self.labels));
        let rows = self.kept_rows.iter().map(|row| row.number as u32).collect();
        let shown = ShownColumns::new(self.columns.shown_names(), std::mem::take(&mut self.shown));
        let points = match self.columns.id {
            None => Points::from_count(self.kept_rows.len(), classes),
            Some(column) => {
                let names = std::mem::take(&mut self.names);
                Points::from_names(names, classes).map_err(|(first, second)| {
                    let (first, second) = (self.kept_rows[first], self.kept_rows[second]);
                    let first = Location::Row(first.number, records.line(first.start));
                    let found = format!("the same name as in {first}");
                    self.cell_error(records, second, column, &found, "give every row its own name")
                })?
            }
        };
        let points = points.with_rows(rows).with_shown_columns(shown);
        let sparse = self.sparse_features();
        let FeatureValues { names, values, filled } = self.values.finish(self.kept_rows.len())?;
        let name = |at: Option<usize>| at.map(|at| self.columns.names[at].clone());
        let (label, id) = (name(self.columns.label), name(self.columns.id));
        let table = Table::new(names, values, points).with_missing(self.reading.missing);
        Ok(ParsedTable { table, dropped, sparse, filled, label, id })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::options::test_options::{labelled, named};
    use crate::table::read::read_from;

    #[test]
    fn points_keep_the_numbers_of_their_rows_and_what_is_shown() {
        let text = b"id,x,site\nNA,1,a\nb,NA,b\nc,?,c\n,4,c\nd,5,NA\n";
        let reading = named().keep(["site".to_owned()]).missing(MissingPolicy::Drop);
        let points = read_from(text, &reading).expect("two rows").table.points().clone();
        assert_eq!(points.names(), ["NA", "d"]);
        assert_eq!(points.ids().map(|point| points.row(point)).collect::<Vec<_>>(), [1, 5]);
        let shown = points.ids().map(|point| points.shown_columns().cells_of(point)[0].as_str());
        assert_eq!(shown.collect::<Vec<_>>(), ["a", ""]);
        let reading = reading.drop(["id".to_owned()]);
        let points = read_from(text, &reading.id(None)).expect("three rows");
        assert_eq!(points.table.points().names(), ["d1", "d4", "d5"]);
        let text = b"class,x\n-,1\n+,-99\n?,2\nNA,3\n";
        let reading = labelled().na(["-99".to_owned()]).missing(MissingPolicy::Drop);
        let read = read_from(text, &reading).expect("two rows").table;
        assert_eq!(read.points().classes().expect("classes").names(), ["-", "?"]);
    }

    #[test]
    fn every_fault_of_the_rows_says_its_place() {
        let mean = || labelled().missing(MissingPolicy::Mean);
        let y = "row 1 (line 2), column \"y\": ";
        let class = "row 1 (line 2), column \"class\": ";
        let specification = [
            (
                "x,y\n1,2,3,4\n",
                ReadOptions::default().missing(MissingPolicy::Drop),
                "row 1 (line 2): found 4 cells, expected 2",
            ),
            (
                "x,y\r\n1,2\r\n1, \r\n",
                ReadOptions::default(),
                "row 2 (line 3), column \"y\": the cell is empty",
            ),
            ("class,y\n,2\n", labelled(), class),
            (
                "x,\"the\ny\"\n1,2\n1,red\n",
                ReadOptions::default(),
                "row 2 (line 4), column \"the\\ny\": ",
            ),
            (
                "x,y,z\n1,red,blue\n",
                ReadOptions::default(),
                "row 1 (line 2): 2 columns have no number: y ",
            ),
            (
                "\"x\ny\",z\nred,blue\n",
                ReadOptions::default(),
                "row 1 (line 3): 2 columns have no number: x\\ny ",
            ),
            (
                "a\n\"0\nkg\"\n",
                ReadOptions::default(),
                "row 1 (line 2), column \"a\": found \"0\\nkg\", a number and a unit",
            ),
            ("x,y\n1,nan\n1,2\n", ReadOptions::default(), y),
            ("class,y\na,\n,2\n", mean(), "row 2 (line 3), column \"class\": the cell is empty"),
            ("id,x\na,1\nb,2\n\na ,3\n", named(), "row 3 (line 5), column \"id\": the same name"),
            (
                "id,x\na,1\nb,\na,3\n",
                named().missing(MissingPolicy::Drop),
                "row 3 (line 4), column \"id\": the same",
            ),
            ("x,class\n1,\"a\n2,b\"\n3,c\n", labelled(), class),
            (
                "x,y\n1,\n,2\n",
                ReadOptions::default().missing(MissingPolicy::Drop),
                "no row is left after leaving out 2 rows",
            ),
            (
                "x,y\n1,\n3,2\n",
                ReadOptions::default().missing(MissingPolicy::Drop),
                "one row is left after leaving out 1 row",
            ),
        ];
        for (text, reading, expected) in specification {
            let error = read_from(text.as_bytes(), &reading).expect_err(expected);
            let said = error.to_string();
            assert!(said.starts_with(expected) && !said.contains('\n'), "{said} for {text:?}");
            assert!(!error.usage, "{text:?}");
        }
    }

    #[test]
    fn where_most_rows_were_left_out_the_columns_to_blame_are_named() {
        let sparse = |text: &str| {
            read_from(text.as_bytes(), &ReadOptions::default().missing(MissingPolicy::Drop))
                .map(|r| r.sparse)
        };
        let blamed = sparse("x,y,z\n1,,\n2,,4\n3,5,\n4,,1\n5,,2\n6,7,8\n7,7,9\n").expect("rows");
        assert_eq!(blamed, [("y".to_owned(), 4), ("z".to_owned(), 2)]);
        assert_eq!(sparse("x,y\n1,\n2,3\n3,5\n4,1\n"), Ok(vec![]));
    }
}
