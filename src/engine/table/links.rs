//! Tables of links between points: a point, a neighbour of it, and optionally their nearness.
//!
//! The first column is the point and the second its neighbour, unless columns are called `source`
//! and `target`. A third column is a rank or a distance, smaller for nearer neighbours, or a
//! similarity, larger for nearer neighbours, if it is called `similarity`, `score`, `weight`,
//! `strength` or `count`.
//!
//! Invariant: names are not empty, and values are finite.

use std::collections::HashMap;
use std::path::Path;

use super::formats::TableFile;
use super::layout::{TableRows, row_width_error};
use super::records::RecordSource;
use super::source::{self, quote_short};
use super::statement::{Statement, StatementSource};
use crate::base::input_error::{InputError, Location};
use crate::base::numerals;

/// The names of a column whose values are larger for nearer neighbours.
const SIMILARITY_NAMES: [&str; 5] = ["similarity", "score", "weight", "strength", "count"];

/// Links between named points, in the order of the input.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Links {
    names: Vec<String>,
    /// The source, the target and the value of each link; NaN if there is no value.
    links: Vec<(u32, u32, f64)>,
}

impl Links {
    /// Returns the source, target and value of each link: smaller if nearer, and NaN if unknown.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str, f64)> {
        let name = |at: u32| self.names[at as usize].as_str();
        self.links.iter().map(move |&(from, to, value)| (name(from), name(to), value))
    }
}

/// Reads links from a table file, or from standard input if the path is `-`. `header` says whether
/// the first line names the columns.
///
/// # Errors
/// Returns an error if the file cannot be read, if there are fewer than two columns or more than
/// three, or if a cell is empty or a value is not a number.
pub fn read(path: &Path, header: Option<bool>) -> Result<Links, InputError> {
    source::read(path, |bytes| read_source(&TableFile::new(bytes), header))
}

/// Reads links from the rows of a statement.
///
/// # Errors
/// Returns an error if the database does not answer, or for the reasons of [`read`].
pub fn read_statement(statement: &dyn Statement) -> Result<Links, InputError> {
    read_source(&StatementSource(statement), Some(true))
        .map_err(|fault| fault.in_file(statement.database_name()))
}

fn read_source(source: &impl RecordSource, header: Option<bool>) -> Result<Links, InputError> {
    source.with_records(|records| {
        let mut rows = TableRows::open(records, header)?;
        let columns = LinkColumns::new(&rows)?;
        let (mut links, mut numbers, mut row) = (Links::default(), HashMap::new(), 0);
        while rows.advance()? {
            row += 1;
            columns.read_link(&rows, row, &mut links, &mut numbers)?;
        }
        if columns.is_similarity {
            let most = links.links.iter().map(|link| link.2).fold(0.0, f64::max);
            links.links.iter_mut().for_each(|link| link.2 = most - link.2);
        }
        Ok(links)
    })
}

struct LinkColumns {
    names: Vec<String>,
    source: usize,
    target: usize,
    value: Option<usize>,
    is_similarity: bool,
}

impl LinkColumns {
    fn new(rows: &TableRows<'_>) -> Result<Self, InputError> {
        let names = rows.names.clone();
        if !(2..=3).contains(&names.len()) {
            let columns = if names.len() == 1 { "column" } else { "columns" };
            let found = format!("{} {columns}; links have two or three", names.len());
            let remedy = "give a point, a neighbour of it and, if you like, how near it is";
            return Err(InputError::data(rows.records.line_location(), found, remedy));
        }
        let place = |word: &str| names.iter().position(|name| name.eq_ignore_ascii_case(word));
        let (source, target) = place("source").zip(place("target")).unwrap_or((0, 1));
        let near = (0..names.len()).find(|at| ![source, target].contains(at));
        let is_similarity = near.is_some_and(|at| {
            SIMILARITY_NAMES.iter().any(|word| word.eq_ignore_ascii_case(&names[at]))
        });
        Ok(Self { names, source, target, value: near, is_similarity })
    }

    fn read_link(
        &self,
        rows: &TableRows<'_>,
        row: u64,
        links: &mut Links,
        numbers: &mut HashMap<String, u32>,
    ) -> Result<(), InputError> {
        let records = &*rows.records;
        let line = records.line();
        if rows.width() != self.names.len() {
            return Err(row_width_error(rows, row));
        }
        let fault = |at: usize, found: String, remedy: &str| {
            let place = Location::Cell(row, line, self.names[at].as_str().into());
            InputError::data(place, found, remedy)
        };
        let columns = [self.source, self.target].into_iter().chain(self.value);
        for at in columns {
            if let Some(unfit) = records.cell_error(at) {
                return Err(fault(at, unfit.found.clone(), unfit.remedy));
            }
            if records.cell(at).trim().is_empty() {
                let remedy = "fill it, or leave such rows out";
                return Err(fault(at, "the cell is empty".to_owned(), remedy));
            }
        }
        let mut number = |at: usize| {
            let cell = records.cell(at);
            let name = cell.trim();
            if name.contains(['\r', '\n']) {
                let found = format!("a line break in {}", quote_short(name));
                return Err(fault(at, found, "write names on one line"));
            }
            if let Some(&known) = numbers.get(name) {
                return Ok(known);
            }
            let new = links.names.len() as u32;
            numbers.insert(name.to_owned(), new);
            links.names.push(name.to_owned());
            Ok(new)
        };
        let (source, target) = (number(self.source)?, number(self.target)?);
        let value = match self.value {
            None => f64::NAN,
            Some(at) => numerals::parse_number(&records.cell(at)).ok_or_else(|| {
                let cell = records.cell(at);
                let found = format!("found {}, not a finite number", quote_short(cell.trim()));
                fault(at, found, "give a rank, a distance or a similarity")
            })?,
        };
        links.links.push((source, target, value));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, header: Option<bool>) -> Result<Vec<(String, String, f64)>, String> {
        let links = read_source(&TableFile::new(&text.as_bytes().to_vec().into()), header)
            .map_err(|fault| fault.to_string())?;
        let owned = |(from, to, value): (&str, &str, f64)| (from.to_owned(), to.to_owned(), value);
        Ok(links.iter().map(owned).collect())
    }

    #[test]
    fn columns_go_by_place_or_by_name() {
        let link = |from: &str, to: &str, value| (from.to_owned(), to.to_owned(), value);
        let specification = [
            ("a,b,distance\nx,y,2\ny,x,0.5\n", Some(true)),
            ("distance;target;source\n2;y;x\n0.5;x;y\n", Some(true)),
            ("x\ty\t2\ny\tx\t0.5\n", Some(false)),
        ];
        for (text, header) in specification {
            let expected = vec![link("x", "y", 2.0), link("y", "x", 0.5)];
            assert_eq!(read(text, header), Ok(expected), "{text}");
        }
        let alike = read("n,m,Similarity\nx,y,0.25\nx,z,0.75\nz,x,-0.5\n", Some(true));
        let expected = vec![link("x", "y", 0.5), link("x", "z", 0.0), link("z", "x", 1.25)];
        assert_eq!(alike, Ok(expected));
        let bare = read("source,target\nx,y\n", Some(true)).expect("a link");
        assert!(bare[0].2.is_nan());
    }

    #[test]
    fn every_fault_says_its_place() {
        let specification = [
            ("x\ny\n", "line 1: 1 column; links have two or three"),
            ("a,b,c,d\n", "line 1: 4 columns; links have two or three"),
            ("a,b\nx,\n", "row 1 (line 2), column \"b\": the cell is empty"),
            ("a,b,rank\nx,y,1\nx,z,far\n", "row 2 (line 3), column \"rank\": found \"far\""),
            ("a,b\nx,y\nx\n", "row 2 (line 3): found 1 cell, expected 2"),
            ("a,b\n\"x\ny\",z\n", "row 1 (line 2), column \"a\": a line break in \"x\\ny\""),
        ];
        for (text, expected) in specification {
            let fault = read(text, Some(true)).expect_err(expected);
            assert!(fault.starts_with(expected) && !fault.contains('\n'), "{fault}");
        }
    }
}
