//! The origins of features in new rows: a column of numbers, or a word in a column of words.

use std::borrow::Cow;

use super::super::cell;
use super::super::missing_policy::MissingPolicy;
use super::super::notation::parse_alone;
use super::super::source::quote_short;
use super::{ReadCounts, RowSchema, describe_word, list_names};
use crate::base::input_error::{InputError, Location};

#[derive(Debug, PartialEq, Eq)]
pub(super) struct FeatureOrigin {
    pub(super) column: usize,
    /// The word whose feature is 1, if the column has words.
    pub(super) word: Option<String>,
}

/// The reason why a cell becomes no feature.
pub(super) struct FeatureError {
    pub(super) column: usize,
    pub(super) found: String,
    pub(super) remedy: &'static str,
}

impl RowSchema {
    pub(super) fn feature_origins(&self, names: &[String]) -> Result<Vec<FeatureOrigin>, Mismatch> {
        let (mut origins, mut without) = (Vec::new(), Vec::new());
        for feature in &self.features {
            let mut origin =
                find_column(feature, names)?.map(|column| FeatureOrigin { column, word: None });
            for (at, _) in feature.rmatch_indices('=') {
                let (column, word) = (&feature[..at], &feature[at + 1..]);
                if origin.is_some() || self.features.iter().any(|other| other == column) {
                    continue;
                }
                let of = |column| FeatureOrigin { column, word: Some(word.to_owned()) };
                origin = find_column(column, names)?.map(of);
            }
            match origin {
                Some(origin) => origins.push(origin),
                None => without.push(feature.clone()),
            }
        }
        if without.is_empty() { Ok(origins) } else { Err(Mismatch::MissingColumns(without)) }
    }

    /// Adds the features of a row to `values`; returns `false` if the row is left out, possibly
    /// after some of its features were added. `number` returns the number of a cell that was read
    /// before, NaN for a gap.
    pub(super) fn push_features<'c>(
        &self,
        origins: &[FeatureOrigin],
        number: impl Fn(usize) -> Option<f64>,
        cell: impl Fn(usize) -> Cow<'c, str>,
        values: &mut Vec<f64>,
        done: &mut ReadCounts,
    ) -> Result<bool, FeatureError> {
        let mut counted = ReadCounts::default();
        // The features of a column of words follow one another.
        let mut words: Option<(usize, bool)> = None;
        for (origin, mean) in origins.iter().zip(&self.means) {
            let read = number(origin.column).filter(|_| origin.word.is_none());
            if let Some(number) = read.filter(|number| !number.is_nan()) {
                if let Some((_, false)) = words.take() {
                    counted.unknown += 1;
                }
                values.push(number);
                continue;
            }
            let text = &*cell(origin.column);
            let is_missing = match origin.word {
                Some(_) => cell::is_missing_word(text, &self.reading.na),
                None => cell::is_missing_number(text, &self.reading.na),
            };
            // A word in a column of numbers is missing too.
            let is_word = read.is_some() && !is_missing;
            let is_gap = is_missing || is_word;
            let goes_on = words.is_some_and(|(column, _)| column == origin.column);
            if let Some((_, false)) = words.filter(|_| !goes_on) {
                counted.unknown += 1;
            }
            if !goes_on {
                words = origin.word.as_ref().map(|_| (origin.column, is_gap));
            }
            if is_gap {
                match self.missing {
                    MissingPolicy::Drop => {
                        done.dropped += 1;
                        return Ok(false);
                    }
                    MissingPolicy::Error if is_word => return Err(word_error(origin.column, text)),
                    MissingPolicy::Error => return Err(gap_error(origin.column, text)),
                    MissingPolicy::Mean => {
                        counted.filled += u64::from(!goes_on);
                        values.push(*mean);
                    }
                }
                continue;
            }
            values.push(match &origin.word {
                Some(word) => {
                    let is_it = text.trim() == word;
                    words = words.map(|(column, known)| (column, known || is_it));
                    f64::from(u8::from(is_it))
                }
                None => parse_alone(text).ok_or_else(|| word_error(origin.column, text))?,
            });
        }
        counted.unknown += u64::from(words.is_some_and(|(_, known)| !known));
        done.filled += counted.filled;
        done.unknown += counted.unknown;
        Ok(true)
    }
}

pub(super) fn find_column(wanted: &str, names: &[String]) -> Result<Option<usize>, Mismatch> {
    let mut places = (0..names.len()).filter(|&at| names[at] == wanted);
    match (places.next(), places.next()) {
        (Some(_), Some(_)) => Err(Mismatch::DuplicateColumn(wanted.to_owned())),
        (place, _) => Ok(place),
    }
}

/// The reason why columns do not match the features.
#[derive(Debug, PartialEq)]
pub(super) enum Mismatch {
    DuplicateColumn(String),
    MissingColumns(Vec<String>),
}

impl From<Mismatch> for InputError {
    fn from(fault: Mismatch) -> Self {
        let (found, remedy) = match fault {
            Mismatch::DuplicateColumn(name) => (
                format!("two columns are called {}", quote_short(&name)),
                "rename or remove one of them",
            ),
            Mismatch::MissingColumns(columns) => (
                format!("no column for {}", list_names(&columns)),
                "give the rows every column that the graph was built from",
            ),
        };
        InputError::data(Location::Whole, found, remedy)
    }
}

/// Returns the fault of an empty cell, for a graph that was built without empty cells.
fn gap_error(column: usize, text: &str) -> FeatureError {
    let found = cell::describe_gap(text);
    FeatureError { column, found, remedy: "fill it, or leave the row out" }
}

/// Returns the fault of a word in a column of numbers.
fn word_error(column: usize, text: &str) -> FeatureError {
    FeatureError { column, found: describe_word(text), remedy: "correct it" }
}
