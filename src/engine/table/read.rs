//! The reader of tables from files of every supported format, and from the rows of statements.
//!
//! Invariant: a table is read completely. Every row has a finite number for every feature and, if
//! requested, a class and its own name; anything else is an error with row, column and remedy, or a
//! row that is left out on request and counted.
//!
//! Data rows count from 1, without the header and blank lines; lines are those of an editor.

use std::path::Path;
use std::sync::Arc;

use super::columns::TableColumns;
use super::formats::TableFile;
use super::options::{ParsedTable, ReadOptions};
use super::records::{RecordSource, advance_to_header};
use super::rows::RowCollector;
use super::rows_file::{JoinedSource, RowsFile};
use super::source;
use super::statement::{Statement, StatementSource};
use crate::base::input_error::InputError;

/// Reads a table from a file, or from standard input if the path is `-`.
pub fn read(path: &Path, reading: &ReadOptions) -> Result<ParsedTable, InputError> {
    source::read(path, |bytes| read_file(bytes, reading))
}

/// Reads a table from the rows of a statement, whose columns have names.
///
/// # Errors
/// Returns an error if the database does not answer, or for the reasons of [`read_from`].
pub fn read_statement(
    statement: &dyn Statement,
    reading: &ReadOptions,
) -> Result<ParsedTable, InputError> {
    let read =
        read_source(&StatementSource(statement), &ReadOptions { header: true, ..reading.clone() });
    read.map_err(|fault| fault.in_file(statement.database_name()))
}

/// Reads a table from bytes.
///
/// # Errors
/// Returns the first fault of the data (rows of unequal width, cells that are empty or not a finite
/// number, names that are missing or repeated, fewer than two rows) or of the request (columns that
/// do not exist or have two roles), with its location and a remedy.
pub fn read_from(bytes: &[u8], reading: &ReadOptions) -> Result<ParsedTable, InputError> {
    read_file(&Arc::new(bytes.to_vec()), reading)
}

fn read_file(bytes: &Arc<Vec<u8>>, reading: &ReadOptions) -> Result<ParsedTable, InputError> {
    let (sheet, rows) = (reading.sheet.as_deref(), reading.rows.as_deref());
    read_source(&TableFile::with_second_file(bytes, sheet, rows), reading)
}

fn read_source(
    source: &impl RecordSource,
    reading: &ReadOptions,
) -> Result<ParsedTable, InputError> {
    match &reading.rows {
        None => read_records(source, reading),
        Some(rows) => {
            let rows = &RowsFile::read(rows, source, reading.sheet.as_deref())?;
            let joined = JoinedSource { table: source, rows, reading };
            // The joined records always have names.
            read_records(&joined, &ReadOptions { header: true, ..reading.clone() })
        }
    }
}

fn read_records(
    source: &impl RecordSource,
    reading: &ReadOptions,
) -> Result<ParsedTable, InputError> {
    source.with_records(|records| {
        advance_to_header(records, reading.header)?;
        let columns = TableColumns::read(records, reading)?;
        let mut rows = RowCollector::new(&columns, reading);
        if !reading.header {
            rows.add_record(records)?;
        }
        while records.advance()? {
            rows.add_record(records)?;
        }
        rows.finish(records)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::points::{Classes, Points};
    use crate::table::Table;
    use crate::table::options::MissingPolicy;
    use crate::table::options::test_options::{labelled, named};
    use proptest::{collection, prelude::*, sample::select};

    #[test]
    fn a_table_in_every_dress_is_the_same() {
        let dresses = [
            "x,y,class\n1,2,a\n3,4.5,b\n",
            "x;y;class\n1;2;a\n3;4.5;b",
            "x\ty\tclass\n1\t2\ta\n3\t4.5\tb\n\n",
            "\u{FEFF}x,y,class\r\n1,2,a\r\n3,4.5,b\r\n",
            "\n x , y,class \n\n 1,\t2, a\n  \n3,+4.5e0,b \n",
            "\"x\",\"y\",\"class\"\n\"1\",\"2\",\"a\"\n\"3\",\"4.5\",\"b\"",
        ];
        for dress in dresses {
            let read = read_from(dress.as_bytes(), &labelled()).expect(dress);
            let classes = Some(Classes::from_labels(&["a", "b"]));
            let features = vec!["x".to_owned(), "y".to_owned()];
            let table =
                Table::new(features, vec![1.0, 2.0, 3.0, 4.5], Points::from_count(2, classes));
            let label = Some("class".into());
            let whole =
                ParsedTable { table, dropped: 0, sparse: vec![], filled: 0, label, id: None };
            assert_eq!(read, whole, "{dress:?}");
        }
    }

    #[test]
    fn quoted_cells_hold_separators_quotes_and_lines() {
        let text = "note,id,\"x,1\"\n\"one\ntwo\",\"d \"\"a\"\"\",1\n,b,2\n";
        let reading = named().drop(["note".to_owned()]);
        let table = read_from(text.as_bytes(), &reading).expect("a table").table;
        assert_eq!(table.features(), ["x,1"]);
        assert_eq!(table.points().names(), ["d \"a\"", "b"]);
    }

    #[test]
    fn chosen_columns_come_in_file_order() {
        let columns = Some(vec!["z".into(), "x".into()]);
        let reading = ReadOptions { columns, ..ReadOptions::default() };
        let table = read_from(b"x,y,z\n1,text,3\n4,,6\n", &reading).expect("a table").table;
        assert_eq!(table.features(), ["x", "z"]);
        assert_eq!(table.values(), [1.0, 3.0, 4.0, 6.0]);
    }

    #[test]
    fn a_file_without_header_starts_with_data() {
        let reading =
            ReadOptions { header: false, label: Some("2".into()), ..ReadOptions::default() };
        let table = read_from(b"1,a\n2,b\n", &reading).expect("a table").table;
        assert_eq!((table.features(), table.values()), (&["1".to_owned()][..], &[1.0, 2.0][..]));
    }

    #[test]
    fn rows_with_empty_cells_are_left_out_and_counted() {
        let text = b"id,x,y,class\na,1,,p\nb,2,5,p\n,3,5,p\nd,4,5, \ne,5,5,q\nb,?,,p\n";
        let reading = labelled().id("id".to_owned()).missing(MissingPolicy::Drop);
        let read = read_from(text, &reading).expect("two whole rows");
        assert_eq!(read.table.points().names(), ["b", "e"]);
        assert_eq!((read.table.values(), read.dropped), (&[2.0, 5.0, 5.0, 5.0][..], 4));
        // A column that is left out may have gaps.
        let reading = ReadOptions {
            columns: Some(vec!["x".into()]),
            missing: MissingPolicy::Error,
            ..reading
        };
        let read = read_from(b"x,y,id,class\n1,,a,p\n2,,b,p\n", &reading).expect("no gap");
        assert_eq!(read.dropped, 0);
    }

    #[test]
    fn every_fault_of_the_file_says_its_place() {
        let specification: [(&[u8], ReadOptions, &str); 6] = [
            (b"", ReadOptions::default(), "the file is empty"),
            (b"\n \n", ReadOptions::default(), "nothing but blank lines"),
            (b"x,class\n1,a\n2,\"b\n3,c\n", labelled(), "line 3: a quote is opened here"),
            (b"x,\"class\n1,a\n", labelled(), "line 1: a quote is opened here"),
            (b"1,2\n3,4\n", ReadOptions::default(), "line 1: a header of numbers only"),
            (b"x\n1\n\x89PNG\n", ReadOptions::default(), "line 3: this is not UTF-8"),
        ];
        for (bytes, reading, expected) in specification {
            let error = read_from(bytes, &reading).expect_err(expected);
            assert!(error.to_string().starts_with(expected) && !error.usage, "{error}");
        }
    }

    #[test]
    fn a_missing_file_is_named() {
        let error = read(Path::new("no/such.csv"), &ReadOptions::default()).expect_err("no file");
        assert_eq!(error.to_string(), "no/such.csv: no such file; check the path");
    }

    const POLICIES: [MissingPolicy; 3] =
        [MissingPolicy::Error, MissingPolicy::Drop, MissingPolicy::Mean];

    proptest! {
        #[test]
        fn no_input_panics(
            text in "[0-9a,;\"\\t\\n\\r. é-]{0,60}",
            header: bool,
            places in collection::vec(1..5usize, 3),
            missing in select(&POLICIES[..]),
        ) {
            let [nominal, keep, drop] = [0, 1, 2].map(|at| vec![places[at].to_string()]);
            let reading = match places[0] {
                4 => ReadOptions { header, ..ReadOptions::default() },
                _ => ReadOptions { header, nominal, keep, drop, missing, ..ReadOptions::default() },
            };
            if let Err(error) = read_from(text.as_bytes(), &reading) {
                prop_assert!(!error.to_string().contains('\n'));
            }
        }

        #[test]
        fn values_are_read_to_the_last_bit(
            (m, values) in (1..5usize).prop_flat_map(|m| {
                let value = any::<f64>().prop_filter("finite", |value| value.is_finite());
                (Just(m), collection::vec(value, 2 * m..=6 * m))
            }),
            separator in select(&[",", ";", "\t"][..]),
        ) {
            let rows = values.chunks_exact(m);
            let n = rows.len();
            let header = (1..=m).map(|j| format!("x{j}")).collect::<Vec<_>>().join(separator);
            let lines = rows.map(|row| {
                row.iter().map(f64::to_string).collect::<Vec<_>>().join(separator)
            });
            let text = [header].into_iter().chain(lines).collect::<Vec<_>>().join("\n");
            let read = read_from(text.as_bytes(), &ReadOptions::default()).expect("a table");
            prop_assert_eq!(read.table.values(), &values[..n * m]);
        }
    }
}
