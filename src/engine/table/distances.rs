//! Distance matrices as tables: row i has the distances of point i from every point.
//!
//! The names of the points may be in the first line, in the first column, in both or in neither. A
//! first line has names if its first cell is empty, if another cell is not a number, or if there is
//! one line more than columns. A first column has names if its first cell is empty, or if the cell
//! of the first row is not a number or equals the name of the first column of distances. The user
//! of the numbers checks that they are distances ([`Metric::Precomputed`]).
//!
//! [`Metric::Precomputed`]: crate::knn::Metric::Precomputed

use std::path::Path;
use std::sync::Arc;

use super::Table;
use super::cell::is_missing_number;
use super::formats::TableFile;
use super::records::{RecordSource, Records};
use super::source::{self, quote_short};
use crate::base::input_error::{InputError, Location, did_you_mean};
use crate::base::memory::{MemoryError, MemoryLimit};
use crate::base::numbers::pluralize;
use crate::base::numerals::parse_number;
use crate::base::points::{Classes, Points};

/// The bytes of a distance: as it is read, and in the space of the neighbours.
const BYTES_PER_DISTANCE: f64 = 24.0;

/// An error of reading distances.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DistancesError {
    /// The input cannot be read or is not a distance matrix.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The distances would take more memory than allowed.
    #[error("the distances of all pairs {0}")]
    TooLarge(#[from] MemoryError),
}

/// Reads distances from a file, or from standard input for `-`; `label` names the class column.
pub fn read(
    path: &Path,
    label: Option<&str>,
    memory: MemoryLimit,
) -> Result<Table, DistancesError> {
    parse_file(&source::read_bytes(path)?, label, memory).map_err(|error| match error {
        DistancesError::Input(error) => error.in_file(source::input_name(path)).into(),
        other => other,
    })
}

/// Parses distances.
///
/// # Errors
/// Returns an error if a cell is not a number, if there are not as many rows as columns, if names
/// contradict each other or occur twice, if no column has the label, or if too little memory is
/// allowed.
pub fn parse(
    bytes: &[u8],
    label: Option<&str>,
    memory: MemoryLimit,
) -> Result<Table, DistancesError> {
    parse_file(&Arc::new(bytes.to_vec()), label, memory)
}

fn parse_file(
    bytes: &Arc<Vec<u8>>,
    label: Option<&str>,
    memory: MemoryLimit,
) -> Result<Table, DistancesError> {
    TableFile::new(bytes).with_records(|records| Ok(parse_records(records, label, memory)))?
}

fn parse_records(
    records: &mut dyn Records,
    label: Option<&str>,
    memory: MemoryLimit,
) -> Result<Table, DistancesError> {
    if !records.advance()? {
        let remedy = "check that it was written";
        let found = "the file has only blank lines";
        return Err(InputError::data(Location::Whole, found, remedy).into());
    }
    let first = records.trimmed_cells();
    memory.check(BYTES_PER_DISTANCE * (first.len() as f64).powi(2))?;
    // The columns of an array have no names of their own.
    let is_array = records.list_columns().iter().any(|list| list.width == first.len());
    let is_header = !is_array
        && (label.is_some() || first[0].is_empty() || first[1..].iter().any(|cell| is_name(cell)));
    let label = label.map(|label| find_column(&first, label)).transpose()?;
    let width = first.len();
    let mut reader = DistanceReader { first, is_header, width, label, ..DistanceReader::default() };
    if !is_header && !is_array {
        reader.has_names = is_name(&reader.first[0]);
        reader.push_row(&reader.first.clone(), Some(1))?;
    }
    while records.advance()? {
        let line = records.line();
        let cells: Vec<_> = (0..records.width()).map(|column| records.cell(column)).collect();
        if reader.rows == 0 && label != Some(0) && !is_array {
            let name = cells[0].trim();
            reader.has_names = is_header && reader.first[0].is_empty()
                || name == reader.first.get(1).map_or("", String::as_str)
                || is_name(name);
        }
        reader.push_row(&cells, line)?;
    }
    Ok(reader.finish()?)
}

/// Returns `true` if a cell is neither a number nor a word for a missing number.
fn is_name(cell: &str) -> bool {
    cell.parse::<f64>().is_err() && !is_missing_number(cell, &[])
}

/// Returns the column of a label, by its name or its position from 1.
fn find_column(header: &[String], label: &str) -> Result<usize, InputError> {
    let place = || label.parse().ok().filter(|&at: &usize| at > 0 && at <= header.len());
    let found = header.iter().position(|name| name == label).or_else(|| place().map(|at| at - 1));
    found.ok_or_else(|| {
        let near = did_you_mean(label, header.iter().map(String::as_str));
        let found = format!("there is no such column{near}");
        InputError::usage(Location::Column(label.to_owned()), found, "name one of the first line")
    })
}

#[derive(Default)]
struct DistanceReader {
    /// The cells of the first line.
    first: Vec<String>,
    is_header: bool,
    width: usize,
    label: Option<usize>,
    has_names: bool,
    rows: usize,
    values: Vec<f64>,
    names: Vec<String>,
    lines: Vec<Option<u64>>,
    classes: Vec<String>,
}

impl DistanceReader {
    fn push_row(&mut self, cells: &[impl AsRef<str>], line: Option<u64>) -> Result<(), InputError> {
        let row = self.rows as u64 + 1;
        if cells.len() != self.width {
            let cells = pluralize(cells.len() as u64, "cell", "cells");
            let found = format!("found {cells}, but the first row has {}", self.width);
            let remedy = "give all rows the length of the first, with commas, semicolons or tabs";
            return Err(InputError::data(Location::Row(row, line), found, remedy));
        }
        for (at, cell) in cells.iter().map(|cell| cell.as_ref().trim()).enumerate() {
            if Some(at) == self.label {
                self.classes.push(cell.to_owned());
            } else if at == 0 && self.has_names {
                self.names.push(cell.to_owned());
            } else if let Some(distance) = parse_number(cell) {
                self.values.push(distance);
            } else {
                let column = match self.is_header {
                    true => self.first[at].as_str().into(),
                    false => (at + 1).to_string().into(),
                };
                let found = match cell {
                    "" => "the cell is empty".to_owned(),
                    cell => format!("found {}, not a finite number", quote_short(cell)),
                };
                let place = Location::Cell(row, line, column);
                return Err(InputError::data(place, found, "write a distance"));
            }
        }
        self.lines.push(line);
        self.rows += 1;
        Ok(())
    }

    fn finish(mut self) -> Result<Table, InputError> {
        let columns = self.width - usize::from(self.has_names) - usize::from(self.label.is_some());
        let mut across: Option<Vec<String>> = self.is_header.then(|| {
            let is_point = |at: &usize| Some(*at) != self.label && !(*at == 0 && self.has_names);
            let points = (0..self.width).filter(is_point);
            points.map(|at| self.first[at].clone()).collect()
        });
        if across.is_none() && self.rows == columns + 1 {
            // Numbers in the first line are names.
            self.values.drain(..columns);
            self.names.drain(..usize::from(self.has_names));
            across = Some(self.first.split_off(usize::from(self.has_names)));
            self.rows -= 1;
            self.lines.remove(0);
        }
        if self.rows != columns || columns == 0 {
            let found = format!("a distance matrix of size {} x {columns}", self.rows);
            let remedy = "give the distance of each point from every point";
            return Err(InputError::data(Location::Whole, found, remedy));
        }
        let named = self.has_names.then_some(self.names);
        if let (Some(down), Some(across)) = (&named, &across)
            && let Some(at) = (0..columns).find(|&at| down[at] != across[at])
        {
            let [down, across] = [&down[at], &across[at]].map(|name| quote_short(name));
            let found = format!("the row is named {down}, but the column at its place {across}");
            let place = Location::Row(at as u64 + 1, self.lines[at]);
            return Err(InputError::data(place, found, "give rows and columns the same order"));
        }
        let classes = self.label.map(|_| Classes::from_labels(&self.classes));
        let points = match named.or(across) {
            None => Points::from_count(columns, classes),
            Some(names) => Points::from_names(names.clone(), classes).map_err(|(one, other)| {
                let name = quote_short(&names[one]);
                let found = format!("the name {name} is that of row {} too", one + 1);
                let place = Location::Row(other as u64 + 1, self.lines[other]);
                InputError::data(place, found, "name each point once")
            })?,
        };
        Ok(Table::new(points.names().to_vec(), self.values, points))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, label: Option<&str>) -> Result<(Vec<String>, Vec<f64>), String> {
        let table = parse(text.as_bytes(), label, MemoryLimit::unlimited());
        let table = table.map_err(|error| error.to_string())?;
        Ok((table.points().names().to_vec(), table.values().to_vec()))
    }

    #[test]
    fn names_stand_in_the_first_line_or_column_in_both_or_in_neither() {
        let values = vec![0.0, 1.5, 1.5, 0.0];
        let cases = [
            ("0,1.5\n1.5,0\n", ["d1", "d2"]),
            ("a,b\n0,1.5\n1.5,0\n", ["a", "b"]),
            ("a;0;1.5\nb;1.5;0\n", ["a", "b"]),
            (",a,b\na,0,1.5\nb,1.5,0\n", ["a", "b"]),
            ("\"\"\ta\tb\n\"a\"\t0\t1.5\nb\t1.5\t0\n", ["a", "b"]),
            (",0,1\n0,0,1.5\n1,1.5,0\n", ["0", "1"]),
            ("7,8\n0,1.5\n1.5,0\n", ["7", "8"]),
            ("name,7,8\n7,0,1.5\n8,1.5,0\n", ["7", "8"]),
            ("name,NA,b\nNA,0,1.5\nb,1.5,0\n", ["NA", "b"]),
            ("name,a,b\na,0,1.5\nb,1.5,0\n", ["a", "b"]),
        ];
        for (text, names) in cases {
            let names = names.map(str::to_owned).to_vec();
            assert_eq!(read(text, None), Ok((names, values.clone())), "{text:?}");
        }
        let labelled = ",a,kind,b\na,0,x,1.5\nb,1.5,y,0\n";
        let table = parse(labelled.as_bytes(), Some("kind"), MemoryLimit::unlimited());
        let table = table.expect("distances");
        assert_eq!(
            (table.points().names(), table.values()),
            (&["a", "b"].map(str::to_owned)[..], &values[..])
        );
        assert_eq!(table.points().class_name(crate::base::ids::PointId(1)), Some("y"));
    }

    #[test]
    fn every_fault_is_told_by_its_place() {
        let cases = [
            ("\n \n", None, "the file has only blank lines"),
            ("0,1\n1\n", None, "row 2 (line 2): found 1 cell, but the first row has 2"),
            ("a,b\n0,nan\n1,0\n", None, "row 1 (line 2), column \"b\": found \"nan\""),
            ("NA,1\n1,NA\n", None, "row 1 (line 1), column \"1\": found \"NA\""),
            ("0,1\n,0\n", None, "row 2 (line 2), column \"1\": the cell is empty"),
            ("x,y\n1,2\n3,4\n5,6\n", None, "a distance matrix of size 3 x 2"),
            ("c\nx\n", Some("c"), "a distance matrix of size 1 x 0"),
            ("c\n", Some("c"), "a distance matrix of size 0 x 0"),
            (",a,b\na,0,1\nc,1,0\n", None, "row 2 (line 3): the row is named \"c\""),
            ("a,a\n0,1\n1,0\n", None, "row 2 (line 3): the name \"a\" is that of row 1 too"),
            ("a,b,kind\n0,1,x\n1,0,y\n", Some("knd"), "column \"knd\": there is no such column"),
        ];
        for (text, label, expected) in cases {
            let fault = read(text, label).expect_err(expected);
            assert!(fault.starts_with(expected) && !fault.contains('\n'), "{fault}");
        }
    }

    #[test]
    fn more_memory_than_allowed_is_not_taken() {
        let refused = parse(b"0,1\n1,0\n", None, MemoryLimit::from_bytes(95)).expect_err("96");
        let words = "the distances of all pairs would take about 96 bytes, more than 95 bytes";
        assert_eq!(refused.to_string(), words);
    }
}
