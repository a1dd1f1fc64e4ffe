//! The records of rows with typed cells, from a statement or a file: a header, then the rows.
//!
//! A column of lists becomes a column for each item: `embedding_1` to `embedding_768`. The length
//! of the lists is that of the first one, so rows are held back until every column has had a value.
//! Invariant: numbers become text and back without a change.

use std::borrow::Cow;
use std::collections::VecDeque;

use super::records::{ListColumn, Records};
use super::typed_rows::{CellError, TypedCell, TypedRows};
use crate::base::input_error::InputError;
use crate::base::numbers::pluralize;

/// The most rows that are held back; a column that is empty in all of them has no lists.
const MAX_LOOKAHEAD: usize = 1 << 14;

/// A row and its line in the file; `None` if the source has no lines.
type TypedRow = (Vec<TypedCell>, Option<u64>);

pub(super) struct TypedRecords<'a> {
    rows: &'a mut dyn TypedRows,
    /// The length of the lists of each typed column; `None` if it has no lists.
    widths: Vec<Option<usize>>,
    lists: Vec<ListColumn>,
    /// The typed column of each column, and the index in its lists.
    columns: Vec<(usize, Option<usize>)>,
    lookahead: VecDeque<TypedRow>,
    row: TypedRow,
    /// The number of records up to the current one; the first is the header.
    records_passed: u64,
    cell_errors: Vec<(usize, CellError)>,
}

impl<'a> TypedRecords<'a> {
    pub(super) fn new(rows: &'a mut dyn TypedRows) -> Result<Self, InputError> {
        let (mut held, mut row) = (VecDeque::new(), Vec::new());
        // A column whose first value is not a list has no lists.
        let mut widths: Vec<Option<Option<usize>>> = Vec::new();
        while rows.next(&mut row)? {
            widths.resize(row.len(), None);
            for (width, cell) in widths.iter_mut().zip(&mut row) {
                if width.is_none() && *cell != TypedCell::Empty {
                    let list = list_items(cell).map(|items| items.len());
                    *width = (list != Some(0)).then_some(list);
                }
            }
            held.push_back((std::mem::take(&mut row), rows.line()));
            if widths.iter().all(Option::is_some) || held.len() == MAX_LOOKAHEAD {
                break;
            }
        }
        widths.resize(rows.columns().len(), None);
        let widths: Vec<Option<usize>> = widths.into_iter().map(Option::flatten).collect();
        let (mut lists, mut columns) = (Vec::new(), Vec::new());
        for (at, (name, width)) in rows.columns().iter().zip(&widths).enumerate() {
            if let &Some(width) = width {
                lists.push(ListColumn {
                    name: name.trim().to_owned(),
                    first: columns.len(),
                    width,
                });
            }
            match width {
                None => columns.push((at, None)),
                Some(width) => columns.extend((0..*width).map(|place| (at, Some(place)))),
            }
        }
        let (row, unfit) = ((row, None), Vec::new());
        Ok(Self {
            rows,
            widths,
            lists,
            columns,
            lookahead: held,
            row,
            records_passed: 0,
            cell_errors: unfit,
        })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lookahead.is_empty()
    }

    fn is_header(&self) -> bool {
        self.records_passed == 1
    }

    fn item(&self, column: usize) -> &TypedCell {
        match (self.columns[column], &self.row.0[self.columns[column].0]) {
            ((_, Some(place)), TypedCell::List(items)) => &items[place],
            (_, cell) => cell,
        }
    }

    /// Checks the lists of the current row: a cell that is no list, or of another length, is unfit.
    fn check_lists(&mut self) {
        self.cell_errors.clear();
        for (at, (&width, cell)) in self.widths.iter().zip(&mut self.row.0).enumerate() {
            let found = match (width, &*cell) {
                (_, TypedCell::Unsupported(found, remedy)) => {
                    Some((format!("found {found}"), *remedy))
                }
                (Some(_), TypedCell::Empty) => None,
                (Some(width), _) => match list_items(cell) {
                    Some(items) if items.len() == width => {
                        if let Cow::Owned(items) = items {
                            *cell = TypedCell::List(items);
                        }
                        None
                    }
                    items => Some(list_length_error(items.map(|items| items.len()), Some(width))),
                },
                // A text with brackets in a column of words is a word.
                (None, TypedCell::List(items)) => Some(list_length_error(Some(items.len()), None)),
                (None, _) => None,
            };
            if let Some((found, remedy)) = found {
                *cell = TypedCell::Empty;
                let column = self.rows.columns()[at].clone();
                self.cell_errors.push((at, CellError { column, found, remedy }));
            }
        }
    }
}

impl Records for TypedRecords<'_> {
    fn advance(&mut self) -> Result<bool, InputError> {
        self.records_passed += 1;
        if self.is_header() {
            return Ok(true);
        }
        match self.lookahead.pop_front() {
            Some(row) => self.row = row,
            None if self.rows.next(&mut self.row.0)? => self.row.1 = self.rows.line(),
            None => return Ok(false),
        }
        self.check_lists();
        Ok(true)
    }

    fn width(&self) -> usize {
        self.columns.len()
    }

    fn cell(&self, column: usize) -> Cow<'_, str> {
        let (at, place) = self.columns[column];
        if self.is_header() {
            let name = &self.rows.columns()[at];
            return match place {
                None => Cow::Borrowed(name),
                Some(place) => Cow::Owned(format!("{}_{}", name.trim(), place + 1)),
            };
        }
        self.item(column).text()
    }

    fn number(&self, column: usize) -> Option<f64> {
        if self.is_header() {
            return None;
        }
        self.item(column).number().filter(|number| number.is_finite())
    }

    fn line(&self) -> Option<u64> {
        self.row.1.filter(|_| !self.is_header())
    }

    fn list_columns(&self) -> &[ListColumn] {
        &self.lists
    }

    fn cell_error(&self, column: usize) -> Option<&CellError> {
        let (at, _) = self.columns[column];
        self.cell_errors.iter().find(|(of, _)| *of == at).map(|(_, unfit)| unfit)
    }

    fn has_names(&self) -> bool {
        true
    }
}

/// Returns the items of a cell that is a list of numbers, or JSON of such a list.
fn list_items(cell: &TypedCell) -> Option<Cow<'_, [TypedCell]>> {
    match cell {
        TypedCell::List(items) => Some(Cow::Borrowed(items)),
        TypedCell::Text(text) if text.trim_start().starts_with('[') => {
            let items: Vec<Option<serde_json::Number>> = serde_json::from_str(text).ok()?;
            Some(
                items
                    .into_iter()
                    .map(|item| item.map_or(TypedCell::Empty, cell_from_json))
                    .collect(),
            )
        }
        _ => None,
    }
}

pub(super) fn cell_from_json(number: serde_json::Number) -> TypedCell {
    match number.as_i128() {
        Some(whole) => TypedCell::Int(whole),
        None => TypedCell::Real(number.as_f64().unwrap_or(f64::NAN)),
    }
}

/// Returns the finding and the remedy for a list of another length; `None` means no list.
fn list_length_error(found: Option<usize>, first: Option<usize>) -> (String, &'static str) {
    let list = |width: usize| pluralize(width as u64, "number", "numbers");
    let found = match found {
        Some(width) => format!("a list of {}", list(width)),
        None => "no list of numbers".to_owned(),
    };
    let first = first.map_or("none".to_owned(), |width| format!("one of {}", list(width)));
    let found = format!("{found}, but {first} in the first row with a value");
    (found, "give lists of one length")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Statement;
    use crate::table::read::read_statement;
    use crate::table::{MissingPolicy, ReadOptions};

    struct KnownStatement(Vec<String>, Vec<Vec<TypedCell>>);

    struct KnownRows<'k>(&'k KnownStatement, usize);

    impl TypedRows for KnownRows<'_> {
        fn columns(&self) -> &[String] {
            &self.0.0
        }

        fn next(&mut self, row: &mut Vec<TypedCell>) -> Result<bool, InputError> {
            let next = self.0.1.get(self.1).cloned();
            self.1 += 1;
            let is_there = next.is_some();
            *row = next.unwrap_or_default();
            Ok(is_there)
        }
    }

    impl Statement for KnownStatement {
        fn database_name(&self) -> String {
            "known".to_owned()
        }

        fn run(
            &self,
            take: &mut dyn FnMut(&mut dyn TypedRows) -> Result<(), InputError>,
        ) -> Result<(), InputError> {
            take(&mut KnownRows(self, 0))
        }
    }

    fn text(text: &str) -> TypedCell {
        TypedCell::Text(text.to_owned())
    }

    fn list(numbers: &[f64]) -> TypedCell {
        TypedCell::List(numbers.iter().copied().map(TypedCell::Real).collect())
    }

    fn known(columns: &str, rows: Vec<Vec<TypedCell>>) -> KnownStatement {
        KnownStatement(columns.split(' ').map(str::to_owned).collect(), rows)
    }

    fn read(
        known: &KnownStatement,
        reading: &ReadOptions,
    ) -> Result<(Vec<String>, Vec<f64>), String> {
        let read = read_statement(known, reading).map_err(|error| error.to_string())?;
        Ok((read.table.features().to_vec(), read.table.values().to_vec()))
    }

    #[test]
    fn numbers_are_read_to_the_last_bit() {
        let numbers = [0.1 + 0.2, -0.0, 1e300, f64::MIN_POSITIVE, 5e-324];
        let rows = numbers.map(|number| vec![TypedCell::Real(number), list(&[number, -number])]);
        let (_, values) =
            read(&known("x v", rows.to_vec()), &ReadOptions::default()).expect("numbers");
        let bits: Vec<u64> = values.iter().map(|value| value.to_bits()).collect();
        let numbers = numbers.iter().flat_map(|&number| [number, number, -number]);
        let expected = numbers.map(f64::to_bits);
        assert_eq!(bits, expected.collect::<Vec<_>>());
    }

    #[test]
    fn lists_are_as_long_as_the_first_of_their_column() {
        let rows = vec![
            vec![TypedCell::Int(u64::MAX.into()), TypedCell::Empty, text("[1, null]")],
            vec![TypedCell::Int(2), list(&[3.0]), TypedCell::Empty],
            vec![TypedCell::Int(3), list(&[4.0]), text(" [5, 6.5]")],
            vec![TypedCell::Int(4), list(&[5.0]), text("[7.5, 7]")],
        ];
        let reading = ReadOptions {
            id: Some("n".into()),
            missing: Some(MissingPolicy::Mean),
            ..ReadOptions::default()
        };
        let statement = known("n v w", rows);
        let (names, values) = read(&statement, &reading).expect("a table");
        assert_eq!(names, ["v_1", "w_1", "w_2"]);
        assert_eq!(values, [4.0, 1.0, 6.75, 3.0, 4.5, 6.75, 4.0, 5.0, 6.5, 5.0, 7.5, 7.0]);
        let table = read_statement(&statement, &reading).expect("a table").table;
        assert_eq!(table.points().names(), ["18446744073709551615", "2", "3", "4"]);
        // Whole numbers in lists keep all digits.
        let whole = |number: i128| TypedCell::List(vec![TypedCell::Int(number), TypedCell::Int(1)]);
        let rows = vec![vec![whole(9_007_199_254_740_993)], vec![text("[9007199254740992, 2]")]];
        let reading = ReadOptions { id: Some("v_1".into()), ..ReadOptions::default() };
        let table = read_statement(&known("v", rows), &reading).expect("a table").table;
        assert_eq!(table.points().names(), ["9007199254740993", "9007199254740992"]);
    }

    #[test]
    fn what_does_not_fit_its_column_is_told_where_it_is_used() {
        let lists = |second: TypedCell| {
            let first = vec![TypedCell::Int(1), list(&[1.0, 2.0])];
            known("x v", vec![first, vec![TypedCell::Int(2), second]])
        };
        let before = "in the first row with a value; give lists of one length";
        let specification = [
            (list(&[1.0]), "a list of 1 number, but one of 2 numbers"),
            (list(&[]), "a list of 0 numbers, but one of 2 numbers"),
            (TypedCell::Int(1), "no list of numbers, but one of 2 numbers"),
            (text("[1, \"a\"]"), "no list of numbers, but one of 2 numbers"),
        ];
        for (cell, found) in specification {
            let expected = format!("known, row 2, column \"v\": {found} {before}");
            assert_eq!(read(&lists(cell.clone()), &ReadOptions::default()), Err(expected));
            let drop = ReadOptions { drop: vec!["v".into()], ..ReadOptions::default() };
            assert!(read(&lists(cell), &drop).is_ok());
        }
        let late = vec![vec![TypedCell::Int(1)], vec![list(&[1.0])]];
        let expected = format!("known, row 2, column \"x\": a list of 1 number, but none {before}");
        assert_eq!(read(&known("x", late), &ReadOptions::default()), Err(expected));
        let node = vec![vec![TypedCell::new_unsupported("a node", "return a property")]; 2];
        let expected = "known, row 1, column \"p\": found a node; return a property";
        assert_eq!(read(&known("p", node), &ReadOptions::default()), Err(expected.to_owned()));
        let none = "known: the statement returns no rows; give at least 2 rows";
        assert_eq!(read(&known("p", Vec::new()), &ReadOptions::default()), Err(none.to_owned()));
    }

    #[test]
    fn a_column_that_is_long_empty_holds_no_lists() {
        let number = |at: usize| TypedCell::Int(at as i128 % 3);
        let mut rows: Vec<_> =
            (0..MAX_LOOKAHEAD).map(|at| vec![number(at), TypedCell::Empty]).collect();
        rows.push(vec![number(0), list(&[1.0])]);
        let drop = ReadOptions { drop: vec!["v".into()], ..ReadOptions::default() };
        let statement = known("x v", rows);
        assert_eq!(read(&statement, &drop).expect("rows").1.len(), MAX_LOOKAHEAD + 1);
        let roles = read_statement(&statement, &ReadOptions::default()).expect("rows").roles;
        let reason = "is not readable (a list of 1 number, but none in the first row with a value)"
            .to_owned();
        assert_eq!(roles.left_out, [("v".to_owned(), reason)]);
    }
}
