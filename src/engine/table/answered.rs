//! The records of a statement's answer: a header and then its rows, with cells as text.
//!
//! Columns of lists become a column for each number: `embedding_1` to `embedding_768`. How long the
//! lists of a column are is seen at its first one, so rows are held back until every column had a
//! value. Invariant: numbers become text and back without a change.

use std::collections::VecDeque;
use std::fmt::Write;

use csv::StringRecord;

use super::records::{List, RecordSource, Records};
use super::statement::{Answer, Cell, Statement, Unfit};
use crate::base::input_error::{InputError, Location};

/// A column that is empty for as many rows from the beginning holds no lists.
const HELD: usize = 1 << 14;

/// A statement as what a table is read from.
pub(super) struct StatementSource<'s>(pub &'s dyn Statement);

impl RecordSource for StatementSource<'_> {
    fn walk<T>(
        &self,
        walk: impl FnOnce(&mut dyn Records) -> Result<T, InputError>,
    ) -> Result<T, InputError> {
        let (mut walk, mut ended) = (Some(walk), None);
        self.0.run(&mut |answer| {
            let mut records = Answered::of(answer)?;
            ended = walk.take().map(|walk| walk(&mut records)).transpose()?;
            Ok(())
        })?;
        ended.ok_or_else(|| no_rows("the database gave no answer"))
    }
}

fn no_rows(found: &str) -> InputError {
    InputError::data(Location::Whole, found, "give at least 2 rows")
}

/// A walk over an answer.
struct Answered<'a> {
    answer: &'a mut dyn Answer,
    /// Of each column of the answer, how many numbers its lists hold; none where it has no lists.
    widths: Vec<Option<usize>>,
    lists: Vec<List>,
    /// Rows that were looked at before.
    held: VecDeque<Vec<Cell>>,
    row: Vec<Cell>,
    /// How many records came before; the first is the header.
    passed: u64,
    current: StringRecord,
    unfit: Vec<(usize, Unfit)>,
}

impl<'a> Answered<'a> {
    /// The walk, before the header.
    fn of(answer: &'a mut dyn Answer) -> Result<Self, InputError> {
        let (mut held, mut row) = (VecDeque::new(), Vec::new());
        // A column whose first value is no list has none.
        let mut widths: Vec<Option<Option<usize>>> = Vec::new();
        while answer.next(&mut row)? {
            widths.resize(row.len(), None);
            for (width, cell) in widths.iter_mut().zip(&mut row) {
                if width.is_none() && *cell != Cell::Empty {
                    let list = numbers(cell).map(|numbers| numbers.len());
                    *width = (list != Some(0)).then_some(list);
                }
            }
            held.push_back(std::mem::take(&mut row));
            if widths.iter().all(Option::is_some) || held.len() == HELD {
                break;
            }
        }
        if held.is_empty() {
            return Err(no_rows("the statement returns no rows"));
        }
        let widths: Vec<Option<usize>> = widths.into_iter().map(Option::flatten).collect();
        let (mut lists, mut first) = (Vec::new(), 0);
        for (name, width) in answer.columns().iter().zip(&widths) {
            if let &Some(width) = width {
                lists.push(List { name: name.trim().to_owned(), first, width });
            }
            first += width.unwrap_or(1);
        }
        let (current, unfit) = (StringRecord::new(), Vec::new());
        Ok(Self { answer, widths, lists, held, row, passed: 0, current, unfit })
    }

    /// Writes the present row into the present record.
    fn write(&mut self) {
        self.current.clear();
        self.unfit.clear();
        let mut word = String::new();
        for (at, (&width, cell)) in self.widths.iter().zip(&self.row).enumerate() {
            let list = match (width, cell) {
                (Some(_), Cell::Empty) => Ok(None),
                (Some(width), cell) => match numbers(cell) {
                    Some(numbers) if numbers.len() == width => Ok(Some(numbers)),
                    Some(numbers) => Err(list_of(numbers.len())),
                    None => Err("no list of numbers".to_owned()),
                },
                // A text with brackets in a column of words is a word.
                (None, Cell::Numbers(numbers)) => Err(list_of(numbers.len())),
                (None, _) => Ok(None),
            };
            let place = self.current.len();
            let name = || self.answer.columns()[at].clone();
            if let Err(found) = &list {
                let before =
                    width.map_or("none".to_owned(), |width| format!("one of {}", counted(width)));
                let found = format!("{found}, but {before} in the first row with a value");
                let remedy = "return lists of one length";
                self.unfit.push((place, Unfit { column: name(), found, remedy }));
            }
            if let &Cell::Unfit(found, remedy) = cell {
                let found = format!("found {found}");
                self.unfit.push((place, Unfit { column: name(), found, remedy }));
            }
            for at in 0..width.unwrap_or(1) {
                word.clear();
                match (&list, cell) {
                    (Ok(Some(numbers)), _) => numbers[at].iter().for_each(|n| real(&mut word, *n)),
                    (Err(_), _) => {}
                    (Ok(None), Cell::Int(number)) => {
                        let _ = write!(word, "{number}");
                    }
                    (Ok(None), Cell::Real(number)) => real(&mut word, *number),
                    (Ok(None), Cell::Text(text)) => word.push_str(text),
                    (Ok(None), Cell::Empty | Cell::Numbers(_) | Cell::Unfit(..)) => {}
                }
                self.current.push_field(&word);
            }
        }
    }

    /// Writes the names into the present record.
    fn write_header(&mut self) {
        for (name, width) in self.answer.columns().iter().zip(&self.widths) {
            match width {
                None => self.current.push_field(name),
                Some(width) => {
                    let name = name.trim();
                    (1..=*width).for_each(|at| self.current.push_field(&format!("{name}_{at}")));
                }
            }
        }
    }
}

impl Records for Answered<'_> {
    fn advance(&mut self) -> Result<bool, InputError> {
        self.passed += 1;
        if self.passed == 1 {
            self.write_header();
            return Ok(true);
        }
        match self.held.pop_front() {
            Some(row) => self.row = row,
            None if self.answer.next(&mut self.row)? => {}
            None => return Ok(false),
        }
        self.write();
        Ok(true)
    }

    fn cells(&self) -> &StringRecord {
        &self.current
    }

    fn start(&self) -> usize {
        0
    }

    fn line(&self, _: usize) -> Option<u64> {
        None
    }

    fn lists(&self) -> &[List] {
        &self.lists
    }

    fn unfit(&self, column: usize) -> Option<&Unfit> {
        let list = self.lists.iter().find(|l| (l.first..l.first + l.width).contains(&column));
        let place = list.map_or(column, |list| list.first);
        self.unfit.iter().find(|(at, _)| *at == place).map(|(_, unfit)| unfit)
    }
}

/// The numbers in a cell that holds a list of them, or JSON that does.
fn numbers(cell: &Cell) -> Option<Vec<Option<f64>>> {
    match cell {
        Cell::Numbers(numbers) => Some(numbers.clone()),
        Cell::Text(text) if text.trim_start().starts_with('[') => serde_json::from_str(text).ok(),
        _ => None,
    }
}

/// The shortest text that is this number.
fn real(word: &mut String, number: f64) {
    let _ = write!(word, "{number:?}");
}

fn list_of(width: usize) -> String {
    format!("a list of {}", counted(width))
}

fn counted(width: usize) -> String {
    format!("{width} number{}", if width == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::options::{Missing, Reading};
    use crate::table::read::read_statement;

    /// An answer that is known.
    struct Known(Vec<String>, Vec<Vec<Cell>>);

    struct Rows<'k>(&'k Known, usize);

    impl Answer for Rows<'_> {
        fn columns(&self) -> &[String] {
            &self.0.0
        }

        fn next(&mut self, row: &mut Vec<Cell>) -> Result<bool, InputError> {
            let next = self.0.1.get(self.1).cloned();
            self.1 += 1;
            let is_there = next.is_some();
            *row = next.unwrap_or_default();
            Ok(is_there)
        }
    }

    impl Statement for Known {
        fn place(&self) -> String {
            "known".to_owned()
        }

        fn run(
            &self,
            take: &mut dyn FnMut(&mut dyn Answer) -> Result<(), InputError>,
        ) -> Result<(), InputError> {
            take(&mut Rows(self, 0))
        }
    }

    fn text(text: &str) -> Cell {
        Cell::Text(text.to_owned())
    }

    fn known(columns: &str, rows: Vec<Vec<Cell>>) -> Known {
        Known(columns.split(' ').map(str::to_owned).collect(), rows)
    }

    fn read(known: &Known, reading: &Reading) -> Result<(Vec<String>, Vec<f64>), String> {
        let read = read_statement(known, reading).map_err(|error| error.to_string())?;
        Ok((read.table.features().to_vec(), read.table.values().to_vec()))
    }

    #[test]
    fn numbers_are_read_to_the_last_bit() {
        let numbers = [0.1 + 0.2, -0.0, 1e300, f64::MIN_POSITIVE, 5e-324];
        let rows =
            numbers.map(|number| vec![Cell::Real(number), Cell::Numbers(vec![Some(number)])]);
        let (_, values) = read(&known("x v", rows.to_vec()), &Reading::default()).expect("numbers");
        let bits: Vec<u64> = values.iter().map(|value| value.to_bits()).collect();
        let twice: Vec<u64> = numbers.iter().flat_map(|n| [n.to_bits(); 2]).collect();
        assert_eq!(bits, twice);
    }

    #[test]
    fn lists_are_as_long_as_the_first_of_their_column() {
        let list = |numbers: &[f64]| Cell::Numbers(numbers.iter().copied().map(Some).collect());
        let rows = vec![
            vec![Cell::Int(i64::MAX), Cell::Empty, text("[1, null]")],
            vec![Cell::Int(2), list(&[3.0]), Cell::Empty],
            vec![Cell::Int(3), list(&[4.0]), text(" [5, 6.5]")],
        ];
        let reading =
            Reading { id: Some("n".into()), missing: Missing::Mean, ..Reading::default() };
        let statement = known("n v w", rows);
        let (names, values) = read(&statement, &reading).expect("a table");
        assert_eq!(names, ["v_1", "w_1", "w_2"]);
        assert_eq!(values, [3.5, 1.0, 6.5, 3.0, 3.0, 6.5, 4.0, 5.0, 6.5]);
        let table = read_statement(&statement, &reading).expect("a table").table;
        assert_eq!(table.points().names(), ["9223372036854775807", "2", "3"]);
    }

    #[test]
    fn what_does_not_fit_its_column_is_told_where_it_is_used() {
        let lists = |second: Cell| {
            let first = vec![Cell::Int(1), Cell::Numbers(vec![Some(1.0), Some(2.0)])];
            known("x v", vec![first, vec![Cell::Int(2), second]])
        };
        let before = "in the first row with a value; return lists of one length";
        let specification = [
            (Cell::Numbers(vec![Some(1.0)]), "a list of 1 number, but one of 2 numbers"),
            (Cell::Numbers(Vec::new()), "a list of 0 numbers, but one of 2 numbers"),
            (Cell::Int(1), "no list of numbers, but one of 2 numbers"),
            (text("[1, \"a\"]"), "no list of numbers, but one of 2 numbers"),
        ];
        for (cell, found) in specification {
            let expected = format!("known, row 2, column \"v\": {found} {before}");
            assert_eq!(read(&lists(cell.clone()), &Reading::default()), Err(expected));
            let drop = Reading { drop: vec!["v".into()], ..Reading::default() };
            assert!(read(&lists(cell), &drop).is_ok());
        }
        let late = vec![vec![Cell::Int(1)], vec![Cell::Numbers(vec![Some(1.0)])]];
        let expected = format!("known, row 2, column \"x\": a list of 1 number, but none {before}");
        assert_eq!(read(&known("x", late), &Reading::default()), Err(expected));
        let node = vec![vec![Cell::Unfit("a node", "return a property")]];
        let expected = "known, row 1, column \"p\": found a node; return a property";
        assert_eq!(read(&known("p", node), &Reading::default()), Err(expected.to_owned()));
        let none = "known: the statement returns no rows; give at least 2 rows";
        assert_eq!(read(&known("p", Vec::new()), &Reading::default()), Err(none.to_owned()));
    }

    #[test]
    fn a_column_that_is_long_empty_holds_no_lists() {
        let mut rows = vec![vec![Cell::Int(1), Cell::Empty]; HELD];
        rows.push(vec![Cell::Int(1), Cell::Numbers(vec![Some(1.0)])]);
        let drop = Reading { drop: vec!["v".into()], ..Reading::default() };
        let statement = known("x v", rows);
        assert_eq!(read(&statement, &drop).expect("rows").1.len(), HELD + 1);
        let fault = read(&statement, &Reading { missing: Missing::Drop, ..Reading::default() });
        assert!(fault.expect_err("a list").contains("a list of 1 number, but none"));
    }
}
