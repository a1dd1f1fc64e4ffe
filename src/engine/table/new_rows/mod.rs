//! New rows for a table that was read before: their cells become its features in the same way.
//!
//! Columns are found by name. A feature `island=Biscoe` that is not a column of the new rows comes
//! from a column `island` of words. Invariant: every row that is read has one finite number
//! for each feature.

mod origins;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use super::formats::TableFile;
use super::missing_policy::MissingPolicy;
use super::notation::{Notation, is_number_as_written};
use super::options::ReadOptions;
use super::profile::{ColumnContent, Profile, profile_columns, profile_numbers};
use super::raw_table::RawTable;
use super::records::RecordSource;
use super::requests::Request;
use super::source::{self, quote_short};
use super::statement::{Statement, StatementSource};
use crate::base::input_error::{Fix, InputError, Location};
use crate::base::numbers::pluralize;
use origins::{FeatureError, FeatureOrigin, Mismatch};

const MAX_NAMES: usize = 5;

/// The features that new rows are to become, and the options of reading them.
#[derive(Clone, Debug, Default)]
pub struct RowSchema {
    /// The features of the table.
    pub features: Vec<String>,
    /// The values of the features for an empty cell that is filled with the mean.
    pub means: Vec<f64>,
    /// The treatment of rows with empty cells.
    pub missing: MissingPolicy,
    /// The notations of features; those of others follow from the cells.
    pub notations: Vec<(String, Notation)>,
    /// The options of reading the rows, of which roles have no effect.
    pub reading: ReadOptions,
}

/// New rows as features.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NewRows {
    /// The number of each row in the input, from 1.
    pub numbers: Vec<u64>,
    /// The features of the rows, row by row.
    pub values: Vec<f64>,
    /// Counts of what was done to the rows of the input.
    pub counts: ReadCounts,
    lines: Vec<Option<u64>>,
    input: String,
}

/// Counts of what was done to new rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadCounts {
    /// The number of rows that were left out because of an empty cell.
    pub dropped: u64,
    /// The number of empty cells that were filled with the mean of their column.
    pub filled: u64,
    /// The number of words that the table did not have; all features of their column are 0.
    pub unknown: u64,
}

impl NewRows {
    /// Returns an error of the row at an index of the rows.
    pub fn row_error(&self, at: usize, found: String, remedy: &str) -> InputError {
        let place = Location::Row(self.numbers[at], self.lines[at]);
        InputError::data(place, found, remedy).in_file(self.input.as_str())
    }
}

impl RowSchema {
    /// Reads rows from a file, or from standard input if the path is `-`.
    ///
    /// # Errors
    /// Returns the first fault of the file: a feature without a column, rows of unequal width,
    /// cells that are empty or no numbers.
    pub fn read(&self, path: &Path) -> Result<NewRows, InputError> {
        let rows = source::read(path, |bytes| self.read_bytes(bytes))?;
        Ok(NewRows { input: source::input_name(path), ..rows })
    }

    /// Reads rows from the answer of a statement.
    ///
    /// # Errors
    /// Returns an error if the database does not answer, or for the reasons of [`Self::read`].
    pub fn read_statement(&self, statement: &dyn Statement) -> Result<NewRows, InputError> {
        let input = statement.database_name();
        match self.read_source(&StatementSource(statement)) {
            Ok(rows) => Ok(NewRows { input, ..rows }),
            Err(error) => Err(error.in_file(input)),
        }
    }

    fn read_bytes(&self, bytes: &Arc<Vec<u8>>) -> Result<NewRows, InputError> {
        let (sheet, rows) = (self.reading.sheet.as_deref(), self.reading.rows.as_deref());
        self.read_source(&TableFile::with_second_file(bytes, sheet, rows))
    }

    fn read_source(&self, source: &impl RecordSource) -> Result<NewRows, InputError> {
        let table = RawTable::read(source, &self.reading)?;
        let names: Vec<String> = table.columns.iter().map(|column| column.name.clone()).collect();
        let origins = self.feature_origins(&names)?;
        let numbers = self.numbers(&table, &origins)?;
        let mut rows = NewRows::default();
        for row in 0..table.rows {
            let before = rows.values.len();
            let number = |column: usize| numbers[column].get(row).copied();
            let cell = |column: usize| table.columns[column].cells.text(row);
            match self.push_features(&origins, number, cell, &mut rows.values, &mut rows.counts) {
                Ok(true) => {
                    rows.numbers.push(row as u64 + 1);
                    rows.lines.push(table.lines[row]);
                }
                Ok(false) => rows.values.truncate(before),
                Err(FeatureError { column, found, remedy }) => {
                    return Err(table.cell_error(row, column, found, remedy));
                }
            }
        }
        Ok(rows)
    }

    /// Returns the numbers of each column that is a feature of numbers, NaN for a gap.
    fn numbers(
        &self,
        table: &RawTable,
        origins: &[FeatureOrigin],
    ) -> Result<Vec<Vec<f64>>, InputError> {
        let ignored = (0..table.columns.len()).map(|at| (at, Request::Dropped));
        let of_numbers = origins.iter().filter(|origin| origin.word.is_none());
        let wanted = of_numbers.map(|origin| (origin.column, Request::Feature));
        let requests: BTreeMap<usize, Request> = ignored.chain(wanted).collect();
        let is_wanted = |at: usize| requests.get(&at).is_some_and(Request::is_feature);
        let known: BTreeMap<usize, &Notation> = (requests.keys())
            .filter_map(|&at| Some((at, self.notation(&table.columns[at].name)?)))
            .collect();
        let (mut profiles, mut unclear) = profile_columns(table, &self.reading, &requests);
        unclear.retain(|(at, _)| !known.contains_key(at));
        for (&at, &notation) in &known {
            let cells = &table.columns[at].cells;
            profiles[at] = profile_numbers(cells, notation.clone(), &self.reading.na);
            let is_odd = |&row: &usize| {
                let is_gap = cells.is_missing_number(row, &self.reading.na);
                !is_gap && notation.parse(&cells.text(row)).is_none()
            };
            let odd = (0..table.rows).find(is_odd).map(|row| {
                let found = describe_word(&cells.text(row));
                (at, table.cell_error(row, at, found, notation.remedy()))
            });
            unclear.extend(odd);
        }
        let mut faults = table.width_faults();
        faults.extend(origins.iter().filter_map(|origin| table.type_fault(origin.column)));
        faults.extend(unclear.into_iter().map(|(_, fault)| match fault.fixes() {
            // The graph needs the column.
            [Fix::Shown(_)] => {
                InputError { remedy: "correct it".to_owned(), ..fault }.with_fixes(Vec::new())
            }
            _ => fault,
        }));
        let has_words = |at: &usize| matches!(profiles[*at].content, ColumnContent::Words(_));
        for at in (0..profiles.len()).filter(|&at| is_wanted(at)).filter(has_words) {
            let cells = &table.columns[at].cells;
            let is_present = |&row: &usize| !cells.is_missing_number(row, &self.reading.na);
            let is_word = |row: &usize| !is_number_as_written(&cells.text(*row));
            let mut present = (0..table.rows).filter(is_present);
            let first = present.clone().next();
            let Some(row) = present.find(is_word).or(first) else { continue };
            let found = describe_word(&cells.text(row));
            faults.push(table.cell_error(row, at, found, "correct it"));
        }
        if let Some(fault) = InputError::from_all(faults) {
            return Err(fault);
        }
        let numbers = |(at, profile): (usize, Profile)| match profile.content {
            ColumnContent::Numbers(numbers, _) if is_wanted(at) => numbers,
            _ => Vec::new(),
        };
        Ok(profiles.into_iter().enumerate().map(numbers).collect())
    }

    fn notation(&self, column: &str) -> Option<&Notation> {
        self.notations.iter().find(|(name, _)| name == column).map(|(_, notation)| notation)
    }

    /// Parses one row from words, which may contain commas: values in order, or `name=value` pairs.
    pub fn parse_row(&self, words: &[String]) -> Result<Vec<f64>, String> {
        let parts = || words.iter().flat_map(|word| word.split(',')).map(str::to_owned);
        let pairs = |words: &mut dyn Iterator<Item = String>| {
            words.map(|word| self.split_pair(&word)).collect::<Option<Vec<_>>>()
        };
        let found = pairs(&mut parts()).or_else(|| pairs(&mut words.iter().cloned()));
        let (names, cells): (Vec<String>, Vec<String>) = match found {
            Some(pairs) if !pairs.is_empty() => pairs.into_iter().unzip(),
            _ => {
                let cells: Vec<String> = parts().collect();
                if cells.len() != self.features.len() {
                    let values = pluralize(cells.len() as u64, "value", "values");
                    let wanted = pluralize(self.features.len() as u64, "feature", "features");
                    let features = list_names(&self.features);
                    return Err(format!(
                        "found {values}, but this graph has {wanted} ({features}); give one value \
                         per feature, or name=value pairs"
                    ));
                }
                (self.features.clone(), cells)
            }
        };
        let origins = self.feature_origins(&names).map_err(|fault| match fault {
            Mismatch::DuplicateColumn(name) => format!("{} is given twice", quote_short(&name)),
            Mismatch::MissingColumns(features) => {
                format!("no value for {}; give one for every feature", list_names(&features))
            }
        })?;
        let (mut values, mut done) = (Vec::new(), ReadCounts::default());
        let cell = |column: usize| Cow::Borrowed(cells[column].as_str());
        match self.push_features(&origins, |_| None, cell, &mut values, &mut done) {
            Ok(true) => Ok(values),
            Ok(false) => Err("a value is empty, and this graph leaves such rows out".to_owned()),
            Err(FeatureError { column, found, remedy }) => {
                Err(format!("{}: {found}; {remedy}", quote_short(&names[column])))
            }
        }
    }

    /// Splits a `name=value` whose name is a feature, or a column that features come from.
    fn split_pair(&self, word: &str) -> Option<(String, String)> {
        let is_column = |name: &str| {
            let of_words = |feature: &String| {
                feature.strip_prefix(name).is_some_and(|rest| rest.starts_with('='))
            };
            self.features.iter().any(|feature| feature == name || of_words(feature))
        };
        let mut splits = word.rmatch_indices('=').map(|(at, _)| (&word[..at], &word[at + 1..]));
        let found = splits.find(|(name, _)| is_column(name.trim()));
        found.map(|(name, value)| (name.trim().to_owned(), value.to_owned()))
    }
}

fn describe_word(cell: &str) -> String {
    format!("found {}, not a number", quote_short(cell.trim()))
}

fn list_names(names: &[String]) -> String {
    let shown: Vec<String> = names.iter().take(MAX_NAMES).map(|name| quote_short(name)).collect();
    let more = names.len().saturating_sub(MAX_NAMES);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    shown.join(", ") + &more
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::numerals::{NumeralSigns, Numerals};

    fn form(features: &[&str], missing: MissingPolicy) -> RowSchema {
        let features: Vec<String> = features.iter().map(|&name| name.to_owned()).collect();
        let means = (0..features.len()).map(|at| 0.25 * at as f64).collect();
        RowSchema { features, means, missing, ..RowSchema::default() }
    }

    type Taken = (Vec<u64>, Vec<f64>, ReadCounts);

    fn read(form: &RowSchema, text: &str) -> Result<Taken, String> {
        let rows = form.read_bytes(&text.as_bytes().to_vec().into());
        let NewRows { numbers, values, counts, .. } = rows.map_err(|fault| fault.to_string())?;
        Ok((numbers, values, counts))
    }

    #[test]
    fn columns_go_by_name_and_others_are_passed_over() {
        let form = form(&["x", "y"], MissingPolicy::Error);
        let (numbers, values, _) = read(&form, "y;id; x \n1;a;2\n\n3;b;4\n").unwrap();
        assert_eq!((numbers, values), (vec![1, 2], vec![2.0, 1.0, 4.0, 3.0]));
        assert_eq!(read(&form, "x,y\n").unwrap().0, [0; 0]);
        let reading = ReadOptions::default().header(false);
        let bare = RowSchema { features: vec!["2".into()], reading, ..form };
        assert_eq!(read(&bare, "1,2\n3,4\n").unwrap().1, [2.0, 4.0]);
    }

    #[test]
    fn words_and_gaps_become_what_they_were_at_first() {
        let names = ["x", "sex=f", "sex=m", "y=1"];
        let mean = form(&names, MissingPolicy::Mean);
        let (_, values, done) = read(&mean, "x,sex,y=1\n1,m,2\n,f,3\n4,NA,?\n5,u,6\n").unwrap();
        let expected = [1.0, 0.0, 1.0, 2.0, 0.0, 1.0, 0.0, 3.0, 4.0, 0.25, 0.5, 0.75];
        assert_eq!(values[..12], expected);
        assert_eq!(values[12..], [5.0, 0.0, 0.0, 6.0]);
        assert_eq!(done, ReadCounts { dropped: 0, filled: 3, unknown: 1 });
        let drop = form(&names, MissingPolicy::Drop);
        let (numbers, _, done) = read(&drop, "x,sex,y=1\n1,m,2\n,f,3\n4,NA,5\n5,u,6\n").unwrap();
        assert_eq!((numbers, done.dropped, done.unknown), (vec![1, 4], 2, 1));
        // Columns of the words themselves are used unchanged.
        let text = "x,sex=f,sex=m,y=1\n1,0,1,2\n";
        assert_eq!(read(&mean, text).unwrap().1, [1.0, 0.0, 1.0, 2.0]);
    }

    #[test]
    fn every_fault_says_its_place() {
        let form = form(&["x", "y"], MissingPolicy::Error);
        let specification = [
            ("", "the file is empty"),
            ("\n\n", "nothing but blank lines"),
            ("x,y\n1\n", "row 1 (line 2): found 1 cell, expected 2"),
            ("x,y\n1,\"2\n", "line 2: a quote is opened here"),
            ("x,y\n1,NA\n", "row 1 (line 2), column \"y\": found \"NA\""),
            ("x,y\n1,a\n", "row 1 (line 2), column \"y\": found \"a\", not a number"),
            ("x,y\n1,5\n2,nil\n", "row 2 (line 3), column \"y\": found \"nil\", not a number"),
            (
                "x,y\n1,12345.50\n2,\"$12,345.50\"\n",
                "row 2 (line 3), column \"y\": found \"$12,345.50\" with",
            ),
            ("x,y\n1,5\n2,a\n3,b\n", "row 2 (line 3), column \"y\": found \"a\", not a number"),
        ];
        for (text, expected) in specification {
            let fault = read(&form, text).expect_err(expected);
            assert!(fault.starts_with(expected) && !fault.contains('\n'), "{fault}");
        }
    }

    #[test]
    fn numbers_are_read_as_they_are_said_to_be_written() {
        let numerals = NumeralSigns { thousands: Some(','), decimal: None };
        let reading = ReadOptions::default().numerals(numerals);
        let form = RowSchema { reading, ..form(&["x"], MissingPolicy::Error) };
        assert_eq!(read(&form, "x;y\n1,200;1\n3;2\n").unwrap().1, [1200.0, 3.0]);
        assert!(read(&form, "x;y\n1,20;1\n").is_err());
        let numerals = Numerals { decimal_comma: true, thousands: None };
        let around = (String::new(), "kg".to_owned());
        let known = Notation { numerals, around, ..Notation::default() };
        let notations = vec![("x".to_owned(), known)];
        let form = RowSchema { notations, reading: ReadOptions::default(), ..form };
        assert_eq!(read(&form, "x;y\n1,125 kg;1\n").unwrap().1, [1.125]);
        let fault = read(&form, "x;y\n1,5 kg;1\n2 g;1\n").unwrap_err();
        assert!(fault.contains("row 2") && fault.contains("read without kg"), "{fault}");
    }

    #[test]
    fn a_row_is_refused_at_its_place() {
        let rows = form(&["x"], MissingPolicy::Error).read_bytes(&b"x\n1\n\n2\n".to_vec().into());
        let rows = NewRows { input: "new.csv".to_owned(), ..rows.unwrap() };
        let fault = rows.row_error(1, "this is far".to_owned(), "come nearer");
        assert_eq!(fault.to_string(), "new.csv, row 2 (line 4): this is far; come nearer");
    }

    #[test]
    fn a_typed_row_is_values_or_pairs() {
        let form = form(&["x", "sex=f", "sex=m", "a,b"], MissingPolicy::Error);
        let typed = |line: &str| {
            let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            form.parse_row(&words)
        };
        assert_eq!(typed("1,0,1,2"), Ok(vec![1.0, 0.0, 1.0, 2.0]));
        assert_eq!(typed("1 0 1 2"), Ok(vec![1.0, 0.0, 1.0, 2.0]));
        assert_eq!(typed("x=1 sex=m a,b=2"), Ok(vec![1.0, 0.0, 1.0, 2.0]));
        let features = "(\"x\", \"sex=f\", \"sex=m\", \"a,b\")";
        let expected = format!(
            "found 2 values, but this graph has 4 features {features}; give one value per \
             feature, or name=value pairs"
        );
        assert_eq!(typed("1,2"), Err(expected));
        let expected = "no value for \"a,b\"; give one for every feature";
        assert_eq!(typed("x=1,sex=m"), Err(expected.to_owned()));
        assert_eq!(typed("x=1,x=2,sex=m"), Err("\"x\" is given twice".to_owned()));
        let expected = "\"x\": found \"a\", not a number; correct it";
        assert_eq!(typed("a,0,1,2"), Err(expected.to_owned()));
    }
}
