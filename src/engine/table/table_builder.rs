//! The features, names, classes and shown columns of a table whose columns have roles.
//!
//! Invariant: in a row that is kept, every feature is a number or a gap that is filled in, and the
//! label and the name are not empty.

use std::collections::HashSet;

use super::Table;
use super::assignment::{Assignment, MAX_WORDS, Role};
use super::cell;
use super::cells::ColumnCells;
use super::missing_policy::MissingPolicy;
use super::notation::Notation;
use super::options::ParsedTable;
use super::profile::{ColumnContent, Profile};
use super::raw_table::RawTable;
use super::roles::Roles;
use super::source::quote_short;
use crate::base::input_error::{Fix, InputError, Location};
use crate::base::numbers::pluralize;
use crate::base::points::{Classes, Points};
use crate::base::shown_columns::ShownColumns;

/// The most columns of a table of links.
const MAX_LINK_COLUMNS: usize = 3;
/// The fewest points of a table that may hold distances.
const MIN_DISTANCES: usize = 3;

pub(super) struct TableBuilder<'a> {
    pub table: &'a RawTable,
    pub profiles: &'a [Profile],
    pub assignment: &'a Assignment<'a>,
    pub policy: MissingPolicy,
}

impl TableBuilder<'_> {
    pub(super) fn build(self) -> Result<ParsedTable, InputError> {
        let (table, assignment) = (self.table, self.assignment);
        let role = |role: Role| assignment.roles.iter().position(|of| *of == role);
        let (label, id) = (role(Role::Label), role(Role::Name));
        let features: Vec<usize> = assignment.features().collect();
        let used = || features.iter().copied().chain(label).chain(id);
        let mut faults: Vec<InputError> = used().filter_map(|at| table.type_fault(at)).collect();
        let mut is_kept = vec![true; table.rows];
        let mut roles = assignment.describe();
        let mut gaps = Vec::new();
        for at in used() {
            let rows = assignment.gap_rows(at);
            let Some(&first) = rows.first() else { continue };
            let is_filled = self.policy == MissingPolicy::Mean && ![label, id].contains(&Some(at));
            if self.policy == MissingPolicy::Error {
                let found = cell::describe_gap(&table.columns[at].cells.text(first));
                faults.push(table.cell_error(first, at, found, "fill it, or leave such rows out"));
            } else if !is_filled {
                rows.iter().for_each(|&row| is_kept[row] = false);
            }
            gaps.push((assignment.name(at), rows.len()));
        }
        gaps.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let kept: Vec<usize> = (0..table.rows).filter(|&row| is_kept[row]).collect();
        (roles.dropped, roles.gaps) = (table.rows - kept.len(), gaps);
        let labels = label.map(|at| self.words(at, &kept, &mut faults));
        let names = id.map(|at| self.words(at, &kept, &mut faults));
        let classes = labels.map(|labels| Classes::from_labels(&labels));
        let points = match (id, names) {
            (Some(at), Some(names)) => Points::from_names(names, classes)
                .map_err(|rows| faults.push(self.repeated_name_error(at, rows, &kept)))
                .ok(),
            _ => Some(Points::from_count(kept.len(), classes)),
        };
        for &at in features.iter().filter(|&&at| assignment.roles[at] == Role::Nominal) {
            faults.extend(self.many_words_fault(at, &kept));
        }
        if kept.len() < 2 && faults.is_empty() {
            faults.push(few_rows_error(&roles, kept.len()));
        }
        let (Some(points), true) = (points, faults.is_empty()) else {
            return Err(InputError::from_all(faults).expect("a fault, as there are no points"));
        };
        let (names_of_features, values) = self.values(&features, &kept, &mut roles.filled)?;
        let rows = kept.iter().map(|&row| row as u32 + 1).collect();
        let points = points.with_rows(rows).with_shown_columns(self.shown_columns(&kept));
        roles.are_distances = are_distances(&values, kept.len());
        roles.are_links = self.are_links(&kept);
        roles.classes = points.classes().map_or(0, |classes| classes.names().len());
        let is_whole = roles.gaps.is_empty() && !roles.has_given_policy;
        let policy = if is_whole { MissingPolicy::Error } else { self.policy };
        let table = Table::new(names_of_features, values, points).with_missing(policy);
        Ok(ParsedTable { table, roles, notations: self.notations() })
    }

    /// Returns the words of a column in the rows that are kept. A line break in one is a fault: it
    /// usually means an unclosed quote, which would silently swallow rows.
    fn words(&self, at: usize, kept: &[usize], faults: &mut Vec<InputError>) -> Vec<String> {
        let cells = &self.table.columns[at].cells;
        let words: Vec<String> =
            kept.iter().map(|&row| cells.text(row).trim().to_owned()).collect();
        if let Some(place) = words.iter().position(|word| word.contains(['\r', '\n'])) {
            let found = format!("a line break in {}", quote_short(&words[place]));
            let remedy = "write it on one line, and check that every quote is closed";
            faults.push(self.table.cell_error(kept[place], at, found, remedy));
        }
        words
    }

    /// Returns the error of two points with one name, given their places among the rows that are
    /// kept.
    fn repeated_name_error(
        &self,
        at: usize,
        (first, second): (usize, usize),
        kept: &[usize],
    ) -> InputError {
        let name = self.table.columns[at].cells.text(kept[second]);
        let first = self.table.row_location(kept[first]);
        let found = format!("the name {} of {first} again", quote_short(name.trim()));
        let remedy = "give every row its own name, or choose another column";
        self.table.cell_error(kept[second], at, found, remedy)
    }

    fn many_words_fault(&self, at: usize, kept: &[usize]) -> Option<InputError> {
        let many = Classes::from_labels(&self.present_words(at, kept)).names().len();
        let found = format!("{many} different words, each of which would become a column");
        let place = Location::Column(self.table.columns[at].name.clone());
        let fix = Fix::Shown(self.table.option_name(at));
        let fault = InputError::data(place, found, "only show the column").with_fix(fix);
        (many > MAX_WORDS).then_some(fault)
    }

    /// Returns the notations of the features that are read from texts.
    fn notations(&self) -> Vec<(String, Notation)> {
        let notation = |at: usize| {
            let content = &self.profiles[at].content;
            let is_text = matches!(self.table.columns[at].cells, ColumnCells::Texts(_));
            match (&self.assignment.roles[at], content) {
                (Role::Feature, ColumnContent::Numbers(_, notation)) if is_text => {
                    Some((self.assignment.name(at), notation.clone()))
                }
                _ => None,
            }
        };
        (0..self.profiles.len()).filter_map(notation).collect()
    }

    fn present_words(&self, at: usize, kept: &[usize]) -> Vec<String> {
        let (cells, na) = (&self.table.columns[at].cells, self.assignment.missing_words());
        let present = kept.iter().filter(|&&row| !cells.is_missing_word(row, na));
        present.map(|&row| cells.text(row).trim().to_owned()).collect()
    }

    /// Returns the names of the features and their values, row by row, and counts filled gaps.
    fn values(
        &self,
        features: &[usize],
        kept: &[usize],
        filled: &mut usize,
    ) -> Result<(Vec<String>, Vec<f64>), InputError> {
        let mut columns: Vec<(String, Vec<f64>)> = Vec::new();
        for &at in features {
            let name = self.assignment.name(at);
            match (&self.assignment.roles[at], &self.profiles[at].content) {
                (Role::Feature, ColumnContent::Numbers(numbers, _)) => {
                    let mut column: Vec<f64> = kept.iter().map(|&row| numbers[row]).collect();
                    let present = || column.iter().copied().filter(|number| !number.is_nan());
                    if let Some(mean) = running_mean(present()) {
                        *filled += column.len() - present().count();
                        column.iter_mut().filter(|of| of.is_nan()).for_each(|of| *of = mean);
                    }
                    columns.push((name, column));
                }
                _ => columns.extend(self.expand_words(at, &name, kept, filled)),
            }
        }
        let names: Vec<String> = columns.iter().map(|(name, _)| name.clone()).collect();
        let mut known: HashSet<String> = self.shown().map(|at| self.assignment.name(at)).collect();
        if let Some(twice) = names.iter().find(|name| !known.insert((*name).clone())) {
            let found = format!("a word makes a second column {}", quote_short(twice));
            return Err(InputError::data(Location::Whole, found, "name one of them otherwise"));
        }
        let mut values = Vec::with_capacity(kept.len() * columns.len());
        for row in 0..kept.len() {
            values.extend(columns.iter().map(|(_, column)| column[row]));
        }
        Ok((names, values))
    }

    /// Expands a column of words into columns of 0 and 1. A gap gets the share of each word, which
    /// is the mean of its column.
    fn expand_words(
        &self,
        at: usize,
        name: &str,
        kept: &[usize],
        filled: &mut usize,
    ) -> Vec<(String, Vec<f64>)> {
        let (cells, na) = (&self.table.columns[at].cells, self.assignment.missing_words());
        let present = self.present_words(at, kept);
        *filled += kept.len() - present.len();
        let words = Classes::from_labels(&present);
        let expand = |(word, size): (&String, u32)| {
            let share = f64::from(size) / present.len() as f64;
            let value = |&row: &usize| match cells.is_missing_word(row, na) {
                true => share,
                false => f64::from(u8::from(cells.text(row).trim() == word)),
            };
            (format!("{name}={word}"), kept.iter().map(value).collect())
        };
        words.names().iter().zip(words.sizes()).map(expand).collect()
    }

    /// Returns `true` if the table has two columns of words, most of which both have, and at most
    /// one more column.
    fn are_links(&self, kept: &[usize]) -> bool {
        let is_word = |&at: &usize| {
            let is_word = matches!(self.profiles[at].content, ColumnContent::Words(_));
            is_word && !self.assignment.is_requested(at)
        };
        let words: Vec<usize> = (0..self.profiles.len()).filter(is_word).collect();
        let ([one, other], ..=MAX_LINK_COLUMNS) = (&words[..], self.profiles.len()) else {
            return false;
        };
        let [one, other]: [HashSet<String>; 2] =
            [one, other].map(|&at| self.present_words(at, kept).into_iter().collect());
        let shared = one.intersection(&other).count();
        2 * shared > one.len().max(other.len())
    }

    fn shown(&self) -> impl Iterator<Item = usize> + '_ {
        let roles = &self.assignment.roles;
        (0..roles.len()).filter(|&at| matches!(roles[at], Role::Shown(_)))
    }

    fn shown_columns(&self, kept: &[usize]) -> ShownColumns {
        let na = self.assignment.missing_words();
        let text = |row: usize, at: usize| {
            let cells = &self.table.columns[at].cells;
            match &self.profiles[at].content {
                ColumnContent::Numbers(numbers, notation) if *notation != Notation::default() => {
                    let number = numbers[row];
                    if number.is_nan() { String::new() } else { number.to_string() }
                }
                _ if cells.is_missing_word(row, na) => String::new(),
                _ => {
                    let text = cells.text(row);
                    text.trim().split(['\r', '\n']).map(str::trim).collect::<Vec<_>>().join(" ")
                }
            }
        };
        let shown: Vec<usize> = self.shown().collect();
        let cells = kept.iter().flat_map(|&row| shown.iter().map(move |&at| text(row, at)));
        let names = shown.iter().map(|&at| self.assignment.name(at)).collect();
        ShownColumns::new(names, cells.collect())
    }
}

fn few_rows_error(roles: &Roles, kept: usize) -> InputError {
    let kept = if kept == 0 { "no" } else { "one" };
    let left_out = pluralize(roles.dropped as u64, "row", "rows");
    let columns: Vec<String> =
        roles.gaps.iter().take(3).map(|(name, _)| quote_short(name)).collect();
    let found = format!(
        "{kept} row is left after leaving out {left_out} with an empty cell, in {}",
        columns.join(", ")
    );
    InputError::data(Location::Whole, found, "fill these cells, or choose other columns")
}

/// Returns `true` if values are a symmetric matrix with zeros on its diagonal only.
fn are_distances(values: &[f64], n: usize) -> bool {
    n >= MIN_DISTANCES
        && values.len() == n * n
        && (0..n).all(|row| {
            values[row * n + row] == 0.0
                && (0..row).all(|at| {
                    let value = values[row * n + at];
                    value > 0.0 && value == values[at * n + row]
                })
        })
}

/// Returns the mean of finite numbers, without overflow, in any order of them; `None` if there are
/// none.
pub fn running_mean(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let mut numbers: Vec<f64> = numbers.collect();
    numbers.sort_unstable_by(f64::total_cmp);
    let (count, mean) = numbers.into_iter().fold((0.0, 0.0), |(count, mean), number| {
        let count: f64 = count + 1.0;
        (count, mean + (number / count - mean / count))
    });
    (count > 0.0).then_some(mean)
}
