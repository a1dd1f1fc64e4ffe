//! The reader of tables from files of every supported format, and from the rows of statements.
//!
//! Invariant: a table is read completely. Every row has a finite number for every feature and, if
//! there is a label or a column of names, a class and a name of its own. A row that is left out is
//! counted; anything else is an error, and all errors of a table are reported together.
//!
//! Data rows count from 1, without the header and blank lines; lines are those of an editor.

use std::path::Path;
use std::sync::Arc;

use super::assignment::Assignment;
use super::formats::TableFile;
use super::options::{ParsedTable, ReadOptions};
use super::profile::{ColumnContent, Profile, profile_columns};
use super::raw_table::RawTable;
use super::requests::Request;
use super::source::{self, quote_short};
use super::statement::{Statement, StatementSource};
use super::table_builder::TableBuilder;
use crate::base::input_error::{Fix, InputError, Location};

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
    let table = RawTable::read(&StatementSource(statement), reading);
    table
        .and_then(|table| interpret(&table, reading))
        .map_err(|fault| fault.in_file(statement.database_name()))
}

/// Reads a table from bytes.
///
/// # Errors
/// Returns all faults of the data (rows of unequal width, cells that are not numbers in a column of
/// numbers, numbers with two meanings, names that are missing or repeated, fewer than two rows) or
/// of the request (columns that do not exist or have two roles), with location and remedy.
pub fn read_from(bytes: &[u8], reading: &ReadOptions) -> Result<ParsedTable, InputError> {
    read_file(&Arc::new(bytes.to_vec()), reading)
}

fn read_file(bytes: &Arc<Vec<u8>>, reading: &ReadOptions) -> Result<ParsedTable, InputError> {
    let (sheet, rows) = (reading.sheet.as_deref(), reading.rows.as_deref());
    let source = TableFile::with_second_file(bytes, sheet, rows);
    interpret(&RawTable::read(&source, reading)?, reading)
}

/// Gives the columns of a table their roles, and returns its features.
fn interpret(table: &RawTable, reading: &ReadOptions) -> Result<ParsedTable, InputError> {
    let requests = table.requests(reading)?;
    let all = 0..table.columns.len();
    let is_optional = |at: &usize| reading.columns.is_some() && !requests.contains_key(at);
    let (profiles, unclear) = profile_columns(table, reading, &requests);
    let unclear = unclear.into_iter().filter(|(at, _)| !is_optional(at)).map(|(_, fault)| fault);
    let mut faults = table.width_faults();
    let is_partial = |at: &usize| {
        let is_used = requests.get(at).is_none_or(Request::is_feature) && !is_optional(at);
        is_used && profiles[*at].content != ColumnContent::Empty
    };
    let partial = all.filter(is_partial);
    faults.extend(partial.filter_map(|at| table.type_fault(at)));
    faults.extend(unclear);
    faults.extend(second_header_fault(table, &profiles));
    let is_used =
        |at: &usize| matches!(requests.get(at), Some(Request::Feature | Request::Nominal));
    for at in (0..table.columns.len()).filter(is_used) {
        if profiles[at].content == ColumnContent::Empty {
            let place = Location::Column(table.columns[at].name.clone());
            let fault = InputError::data(place, "every cell is empty", "use another column");
            faults.push(table.type_fault(at).unwrap_or(fault));
        }
    }
    if let Some(fault) = InputError::from_all(faults) {
        return Err(fault);
    }
    if table.rows < 2 {
        let found = match table.rows {
            0 => "there is a header but no data row",
            _ => "there is only one data row",
        };
        return Err(InputError::data(Location::Whole, found, "give at least 2 rows"));
    }
    let mut assignment = Assignment::new(table, &profiles, &requests, reading);
    if assignment.features().next().is_none() {
        return Err(no_feature_error(table, &assignment));
    }
    let policy = assignment.choose_missing_policy();
    TableBuilder { table, profiles: &profiles, assignment: &assignment, policy }.build()
}

/// Returns the error of a row that has words in all columns of numbers, if there is one such row;
/// an unnamed column may have an empty cell there.
fn second_header_fault(table: &RawTable, profiles: &[Profile]) -> Option<InputError> {
    let (mut place, mut columns) = (None, 0);
    for (column, profile) in table.columns.iter().zip(profiles) {
        let ColumnContent::Numbers(numbers, notation) = &profile.content else { continue };
        let is_word = |&row: &usize| {
            notation.missing.iter().any(|word| word == column.cells.text(row).trim())
        };
        let mut rows = (0..table.rows).filter(is_word);
        let row = match (rows.next(), rows.next()) {
            (Some(row), None) => row,
            (None, _) if numbers[0].is_nan() => continue,
            _ => return None,
        };
        if place.is_some_and(|place| place != row) {
            return None;
        }
        (place, columns) = (Some(row), columns + 1);
    }
    let row = place.filter(|_| columns > 1)?;
    let found = "words in every column of numbers, as in a header";
    Some(match row {
        0 => {
            let remedy = "read the first line as the names of the columns";
            InputError::data(table.row_location(row), found, remedy).with_fix(Fix::Header)
        }
        _ => InputError::data(table.row_location(row), found, "keep one table in the file"),
    })
}

/// Returns the error of a table without a feature, with the reason for each column of numbers.
fn no_feature_error(table: &RawTable, assignment: &Assignment<'_>) -> InputError {
    if let Some(fault) = (0..table.columns.len()).find_map(|at| table.type_fault(at)) {
        return fault;
    }
    let roles = assignment.describe();
    let reasons = (roles.left_out.iter().map(|(name, why)| (name, why)))
        .chain(roles.shown.iter().filter_map(|(name, why)| Some((name, why.as_ref()?))));
    let reasons: Vec<(&String, &String)> = reasons.collect();
    let found = match &reasons[..] {
        [] => "no column has numbers, or a few words that recur".to_owned(),
        all => {
            let all = all.iter().take(5).map(|(name, why)| format!("{} {why}", quote_short(name)));
            format!("no column is left for a feature: {}", all.collect::<Vec<_>>().join(", "))
        }
    };
    match assignment.usable_column() {
        Some(at) => {
            let remedy = "use one of them, or give the table a column to compare";
            let fault = InputError::data(Location::Whole, found, remedy);
            fault.with_fix(Fix::Feature(table.option_name(at)))
        }
        None => InputError::data(
            Location::Whole,
            found,
            "give the table a column of numbers to compare",
        ),
    }
}

#[cfg(test)]
#[path = "read_tests.rs"]
mod tests;
