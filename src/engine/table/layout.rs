//! The layout of a table in a text or a sheet: lines above it, its header, and cells at line ends.
//!
//! The first records are compared. Most of them have the width of the table; those above the first
//! such record are titles. A first line names the columns if it has words above columns of numbers,
//! or if its numbers count the columns or years; otherwise it is data.

use std::ops::RangeInclusive;

use super::cell::is_missing_number;
use super::notation::{is_date, is_number_as_written, truth_words};
use super::records::Records;
use crate::base::input_error::{InputError, Location};
use crate::base::numbers::pluralize;

/// The most records above a table.
const MAX_TITLES: usize = 30;
/// The share of records that have the width of the table.
const MIN_EVEN_SHARE: f64 = 0.6;
/// The share of numbers and dates in a column of these.
const MIN_TYPED_SHARE: f64 = 0.8;
/// The fewest columns of a table with padded titles, and of a header of consecutive numbers.
const MIN_COLUMNS: usize = 3;
/// The first and the last year that a header begins with.
const YEARS: RangeInclusive<i64> = 1500..=2100;

/// The layout of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct TableLayout {
    /// The number of records above the table.
    titles: usize,
    has_header: bool,
    /// The meaning of the numbers in the header; `None` if the header has other words.
    header_numbers: Option<HeaderNumbers>,
    /// `true` if the header has no name for the first column, as R writes tables.
    lacks_first_name: bool,
    /// `true` if every row but the header ends in an empty cell.
    has_empty_end: bool,
    /// `true` if the units of the columns follow the header.
    has_units: bool,
}

/// The meaning of the numbers of a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum HeaderNumbers {
    /// The places of the columns, from 0 or 1.
    Places,
    Years,
}

/// The rows of a table after its header.
pub(super) struct TableRows<'r> {
    pub records: &'r mut dyn Records,
    /// The names of the columns; an unnamed one has an empty name.
    pub names: Vec<String>,
    /// Remarks on the layout, in sentences.
    pub notes: Vec<String>,
    pub has_header: bool,
    has_empty_end: bool,
    is_first_row: bool,
}

impl<'r> TableRows<'r> {
    /// Opens a table before its first row; `header` says whether its first line names the columns.
    pub(super) fn open(
        records: &'r mut dyn Records,
        header: Option<bool>,
    ) -> Result<Self, InputError> {
        let layout = match records.has_names() {
            true => TableLayout { has_header: true, ..TableLayout::default() },
            false => TableLayout::detect(&records.sample(), header),
        };
        let mut lines = Vec::new();
        for _ in 0..=layout.titles {
            if !records.advance()? {
                let found = "nothing but blank lines";
                return Err(InputError::data(Location::Whole, found, "check that it was written"));
            }
            lines.push(records.line());
        }
        if header == Some(false) && records.has_names() {
            let first: String = records.cell(0).chars().take(40).collect();
            let found = format!("the columns have names, such as {first:?}");
            let fault = InputError::usage(Location::Whole, found, "the first line is not data");
            return Err(fault);
        }
        let mut notes = records.notes();
        if let (Some(first), true) = (lines[0], layout.titles > 0) {
            let last = lines[layout.titles - 1].unwrap_or(first);
            notes.push(match layout.titles {
                1 => format!("line {first} is a title"),
                _ => format!("lines {first} to {last} are titles"),
            });
        }
        // Lines count in the file; a sheet may not tell them.
        let line = lines[layout.titles].unwrap_or(layout.titles as u64 + 1);
        let names = match layout.has_header {
            true => {
                notes.extend(layout.header_numbers.map(|numbers| match numbers {
                    HeaderNumbers::Places => {
                        format!("line {line} numbers the columns, so it is the header")
                    }
                    HeaderNumbers::Years => format!("line {line} has years, so it is the header"),
                }));
                let mut names = records.trimmed_cells();
                if layout.lacks_first_name {
                    names.insert(0, String::new());
                }
                names
            }
            false => {
                if header.is_none() && records.width() > 0 {
                    notes.push(format!("line {line} is data, so columns are numbered"));
                }
                (1..=records.width()).map(|place| place.to_string()).collect()
            }
        };
        if layout.has_units && records.advance()? {
            notes.push("the line below the header has units".to_owned());
        }
        let mut rows = Self {
            records,
            names,
            notes,
            has_header: layout.has_header,
            has_empty_end: layout.has_empty_end,
            is_first_row: !layout.has_header,
        };
        rows.rename_duplicates();
        Ok(rows)
    }

    /// Moves to the next row; returns `false` at the end.
    pub(super) fn advance(&mut self) -> Result<bool, InputError> {
        Ok(std::mem::take(&mut self.is_first_row) || self.records.advance()?)
    }

    /// Returns the number of cells of the current row.
    pub(super) fn width(&self) -> usize {
        let width = self.records.width();
        let has_end = self.has_empty_end
            && width == self.names.len() + 1
            && self.records.cell(width - 1).trim().is_empty();
        width - usize::from(has_end)
    }

    pub(super) fn location(&self, row: u64) -> Location {
        Location::Row(row, self.records.line())
    }

    /// Gives a column with the name of an earlier one a name of its own.
    fn rename_duplicates(&mut self) {
        for at in 1..self.names.len() {
            let name = self.names[at].clone();
            let first = self.names[..at].iter().position(|other| *other == name);
            let Some(first) = first.filter(|_| !name.is_empty()) else { continue };
            let is_free = |new: &String| !self.names.contains(new);
            let new = (2..).map(|count| format!("{name}_{count}")).find(is_free);
            let new = new.expect("one of many numbers is free");
            self.notes.push(format!("columns {} and {} are both {name}: {new}", first + 1, at + 1));
            self.names[at] = new;
        }
    }
}

impl TableLayout {
    fn detect(sample: &[Vec<String>], header: Option<bool>) -> Self {
        let width = common_width(sample.iter().map(Vec::len));
        let titles = count_titles(sample, width);
        let Some((first, body)) = sample[titles..].split_first() else { return Self::default() };
        let is_short = width > 1
            && first.len() + 1 == width
            && !body.is_empty()
            && body.iter().all(|row| row.len() == width);
        let has_empty_end = is_short && body.iter().all(|row| row[width - 1].trim().is_empty());
        let lacks_first_name = is_short && !has_empty_end && header != Some(false);
        let header_numbers =
            if header.is_none() && !is_short { header_numbers(first, body) } else { None };
        let is_header = || is_short || header_numbers.is_some() || is_header(first, body);
        let has_header = header.unwrap_or_else(is_header);
        let has_units = has_header && !is_short && has_units(body);
        Self { titles, has_header, header_numbers, lacks_first_name, has_empty_end, has_units }
    }
}

/// Returns the most frequent width, the larger of two; 0 if there are no records.
pub(super) fn common_width(widths: impl Iterator<Item = usize>) -> usize {
    let mut counts = std::collections::BTreeMap::new();
    widths.for_each(|width| *counts.entry(width).or_insert(0) += 1);
    counts.into_iter().max_by_key(|&(width, count)| (count, width)).map_or(0, |(width, _)| width)
}

/// Returns the number of records above the table.
fn count_titles(sample: &[Vec<String>], width: usize) -> usize {
    let filled = |row: &[String]| row.iter().filter(|cell| !cell.trim().is_empty()).count();
    let is_title = |at: usize| {
        let row = &sample[at];
        let is_separator = at == 0 && row[0].trim_start().to_lowercase().starts_with("sep=");
        // A header may lack the name of the first column.
        let is_header = row.len() + 1 == width
            && filled(row) == row.len()
            && width > 2
            && sample.get(at + 1).is_some_and(|next| next.len() == width);
        let is_short = row.len() < width && !is_header;
        let is_padded = width >= MIN_COLUMNS && row.len() >= width && filled(row) <= 1;
        is_separator || is_short || is_padded || row.len() < width && row[0].starts_with('#')
    };
    let mut titles = (0..sample.len()).take_while(|&at| is_title(at)).count();
    // A first line of merged cells stands above the names.
    if let [above, names, body @ ..] = &sample[titles..]
        && above.len() == width
        && filled(&above[1..]) + 1 < width
        && filled(names) == width
        && body.len() >= 2
        && is_header(names, body)
        && !above.iter().any(|cell| is_typed(cell))
    {
        titles += 1;
    }
    let rest = &sample[titles..];
    let even = rest.iter().filter(|row| row.len() == width).count();
    let is_even = even as f64 >= MIN_EVEN_SHARE * rest.len() as f64;
    if rest.len() < 2 || titles > MAX_TITLES || !is_even { 0 } else { titles }
}

/// The kind of the cells of a column below its first one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BodyKind {
    Numbers,
    Words,
    Empty,
}

fn body_kind(body: &[Vec<String>], column: usize) -> BodyKind {
    let cells = body.iter().filter_map(|row| row.get(column));
    let present: Vec<&String> = cells.filter(|cell| !is_missing_number(cell, &[])).collect();
    let typed = present.iter().filter(|cell| is_typed(cell)).count();
    match present.len() {
        0 => BodyKind::Empty,
        all if typed as f64 >= MIN_TYPED_SHARE * all as f64 => BodyKind::Numbers,
        _ => BodyKind::Words,
    }
}

/// Returns `true` if a cell is a number in any notation, or a date.
fn is_typed(cell: &str) -> bool {
    is_number_as_written(cell) || is_date(cell)
}

fn is_header(first: &[String], body: &[Vec<String>]) -> bool {
    if body.is_empty() {
        return first.iter().any(|cell| !is_typed(cell));
    }
    let columns = || (0..first.len()).filter(|&at| !is_missing_number(&first[at], &[]));
    let above = |kind: BodyKind| columns().filter(move |&at| body_kind(body, at) == kind);
    let words = above(BodyKind::Numbers).filter(|&at| !is_typed(&first[at])).count();
    let numbers = above(BodyKind::Numbers).count() - words;
    if words + numbers > 0 {
        return words >= numbers;
    }
    // A name of a column is rarely one of its words.
    let recurs = |at: &usize| {
        let is_truth = truth_words(&first[*at]).next().is_some();
        is_truth || body.iter().any(|row| row.get(*at) == Some(&first[*at]))
    };
    let recurring = above(BodyKind::Words).filter(recurs).count();
    2 * recurring < columns().count().max(1) && first.iter().any(|cell| !is_typed(cell))
}

/// Returns the meaning of the numbers of a first line that is a header: they count the columns from
/// 0 or 1, as pandas and R write them, perhaps after an empty cell, or years after a name; those of
/// the second line do not go on counting. `None` for another first line.
fn header_numbers(first: &[String], body: &[Vec<String>]) -> Option<HeaderNumbers> {
    let numbers = |row: &[String]| -> Vec<i64> {
        row.iter().filter_map(|cell| cell.trim().parse().ok()).collect()
    };
    let rises =
        |numbers: &[i64]| numbers.windows(2).all(|pair| pair[0].checked_add(1) == Some(pair[1]));
    let (own, next) = (numbers(first), numbers(body.first()?));
    let begin = *own.first()?;
    let others = first.len() - own.len();
    let is_above_numbers = (0..first.len()).any(|at| {
        first[at].trim().parse::<i64>().is_ok() && body_kind(body, at) == BodyKind::Numbers
    });
    let repeats = next.len() == own.len() && rises(&next);
    if first.len() < MIN_COLUMNS || !rises(&own) || repeats || !is_above_numbers {
        return None;
    }
    let is_empty = first[0].trim().is_empty();
    if (others == 0 || others == 1 && is_empty) && (0..=1).contains(&begin) {
        return Some(HeaderNumbers::Places);
    }
    let has_name = !is_empty && !is_typed(&first[0]);
    let are_many = own.len() >= MIN_COLUMNS.max(others);
    (has_name && are_many && YEARS.contains(&begin)).then_some(HeaderNumbers::Years)
}

/// Returns `true` if the first row of a table has words in all of its columns of numbers, and these
/// are two or more.
fn has_units(body: &[Vec<String>]) -> bool {
    let Some((units, rest)) = body.split_first().filter(|(_, rest)| rest.len() >= 2) else {
        return false;
    };
    let columns = (0..units.len()).filter(|&at| body_kind(rest, at) == BodyKind::Numbers);
    let columns: Vec<usize> = columns.collect();
    columns.len() >= 2
        && columns.iter().all(|&at| !is_typed(&units[at]) && !is_missing_number(&units[at], &[]))
}

/// Returns the error of a row with another number of cells than the table has columns.
pub(super) fn row_width_error(rows: &TableRows<'_>, row: u64) -> InputError {
    let (found, width) = (rows.width(), rows.names.len());
    let cells = pluralize(found as u64, "cell", "cells");
    let remedy = "give it one cell per column, and quote a cell that contains the separator";
    InputError::data(rows.location(row), format!("found {cells}, expected {width}"), remedy)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::records::TextRecords;

    fn open(text: &str, header: Option<bool>) -> (Vec<String>, Vec<String>, usize) {
        let mut records = TextRecords::new(text, b',');
        let mut rows = TableRows::open(&mut records, header).expect(text);
        let mut count = 0;
        while rows.advance().expect(text) {
            count += 1;
        }
        (rows.names, rows.notes, count)
    }

    #[test]
    fn headers_are_told_from_data() {
        let specification = [
            ("x,y\n1,2\n3,4\n", "x y", 2),
            ("1,2\n3,5\n", "1 2", 2),
            ("5.1,3.5,Iris-setosa\n4.9,3.0,Iris-setosa\n6.3,3.3,Iris-virginica\n", "1 2 3", 3),
            ("0,1,2\n0.5,0.1,7\n3,4,1\n", "0 1 2", 2),
            (",0,1\n0,0.5,0.1\n1,3,4\n", " 0 1", 2),
            ("country,1990,1991,1992\nA,1,5,3\nB,4,2,6\n", "country 1990 1991 1992", 2),
            ("1,2,3\n4,5,6\n7,8,9\n", "1 2 3", 3),
            ("a,b\nb,c\na,d\n", "1 2", 3),
            ("kind,size\nred,big\nblue,small\n", "kind size", 2),
            ("yes,no\nno,no\nyes,yes\n", "1 2", 3),
            ("day,x\n2021-01-01,1\n2021-01-02,2\n", "day x", 2),
            ("price,share\n$3.50,40%\n$4.10,50%\n", "price share", 2),
            ("id,2000\n7,1\n8,2\n", "id 2000", 2),
            ("5,6,7\n1,9,3\n2,2,8\n", "1 2 3", 3),
            ("0,1\n5,3\n2,8\n", "1 2", 3),
            ("a,5,6,7\nb,1,9,3\nc,2,2,8\n", "1 2 3 4", 3),
        ];
        for (text, names, rows) in specification {
            let (found, _, count) = open(text, None);
            assert_eq!((&*found.join(" "), count), (names, rows), "{text:?}");
        }
        assert_eq!(open("1,2\n3,5\n", Some(true)).0, ["1", "2"]);
        assert_eq!(open("x,y\n1,2\n3,4\n", Some(false)).2, 3);
    }

    #[test]
    fn what_stands_around_a_table_is_left_out() {
        let specification = [
            ("My table\nsource: x\na,b,c\n1,2,3\n4,5,6\n", "a b c", 2, "lines 1 to 2 are titles"),
            ("My table,,\na,b,c\n1,2,3\n4,5,6\n", "a b c", 2, "line 1 is a title"),
            ("sep=,\na,b\n1,2\n3,4\n", "a b", 2, "line 1 is a title"),
            ("a,b\nr1,1,2\nr2,3,4\n", " a b", 2, ""),
            ("a,b\n1,2,\n3,4,\n", "a b", 2, ""),
            ("a,b,\n1,2,\n3,4,\n", "a b ", 2, ""),
            ("a,b\ncm,kg\n1,2\n3,4\n", "a b", 2, "the line below the header has units"),
            ("a,b,a\n1,2,3\n3,4,5\n", "a b a_2", 2, "columns 1 and 3 are both a: a_2"),
            (",x\n1,2\n3,4\n", " x", 2, ""),
            ("name\nx\ny\n", "name", 2, ""),
            (
                "1,2,3\n5,9,3\n2,2,8\n",
                "1 2 3",
                2,
                "line 1 numbers the columns, so it is the header",
            ),
            (
                "a,1990,1991,1992\nb,1,9,3\n",
                "a 1990 1991 1992",
                1,
                "line 1 has years, so it is the header",
            ),
            (
                "Title,,\n10.5,2.5,3.5\n4,3,9\n3,3,1\n7,8,2\n",
                "1 2 3",
                4,
                "line 1 is a title;line 2 is data, so columns are numbered",
            ),
        ];
        for (text, names, rows, note) in specification {
            let (found, notes, count) = open(text, None);
            assert_eq!((&*found.join(" "), count), (names, rows), "{text:?}");
            assert_eq!(notes.join(";"), note, "{text:?}");
        }
    }
}
