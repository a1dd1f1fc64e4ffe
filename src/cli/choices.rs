//! Words of the command line that stand for one of a few choices.

use std::str::FromStr;

use clap::ValueEnum;

use crate::base::amount::{Amount, NoAmount};
use crate::knn;
use crate::table;
use crate::terminal::rows::Format;

/// A number of things, at least one.
pub(super) fn positive(word: &str) -> Result<u32, String> {
    let number = word.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| "must be a positive integer, such as 10".to_owned())
}

/// How many neighbours a point has.
#[derive(Clone, Copy, Debug)]
pub(super) enum K {
    /// What says most.
    Auto,
    /// This many.
    Given(Amount),
}

impl K {
    /// As many as are given.
    pub(super) fn given(self) -> Option<Amount> {
        match self {
            Self::Auto => None,
            Self::Given(amount) => Some(amount),
        }
    }
}

impl FromStr for K {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        match word {
            "auto" => Ok(Self::Auto),
            _ => word
                .parse()
                .map(Self::Given)
                .map_err(|error: NoAmount| format!("{error}; write auto to have a number chosen")),
        }
    }
}

/// What to do with a row that has an empty cell.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Missing {
    /// Stop and say where
    Error,
    /// Leave the row out
    Drop,
    /// Fill in the mean of the column
    Mean,
}

impl From<Missing> for table::Missing {
    fn from(missing: Missing) -> Self {
        match missing {
            Missing::Error => table::Missing::Error,
            Missing::Drop => table::Missing::Drop,
            Missing::Mean => table::Missing::Mean,
        }
    }
}

/// The distance between points.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Metric {
    Euclidean,
    Manhattan,
    Chebyshev,
    Cosine,
}

impl From<Metric> for knn::Metric {
    fn from(metric: Metric) -> Self {
        match metric {
            Metric::Euclidean => knn::Metric::Euclidean,
            Metric::Manhattan => knn::Metric::Manhattan,
            Metric::Chebyshev => knn::Metric::Chebyshev,
            Metric::Cosine => knn::Metric::Cosine,
        }
    }
}

/// What is done to each column before distances are taken.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Scale {
    /// Standard where the largest spread is more than ten times that in the middle, else none
    Auto,
    /// Nothing
    None,
    /// Minus the mean, divided by the population deviation
    Standard,
    /// To 0..1
    Minmax,
}

impl From<Scale> for Option<knn::Scale> {
    fn from(scale: Scale) -> Self {
        match scale {
            Scale::Auto => None,
            Scale::None => Some(knn::Scale::None),
            Scale::Standard => Some(knn::Scale::Standard),
            Scale::Minmax => Some(knn::Scale::MinMax),
        }
    }
}

/// How an answer of several rows is written.
#[derive(Clone, Copy, Debug, ValueEnum, PartialEq, Eq)]
pub(super) enum RowsFormat {
    Table,
    Csv,
    Json,
    Markdown,
}

impl From<RowsFormat> for Format {
    fn from(format: RowsFormat) -> Self {
        match format {
            RowsFormat::Table => Format::Table,
            RowsFormat::Csv => Format::Csv,
            RowsFormat::Json => Format::Json,
            RowsFormat::Markdown => Format::Markdown,
        }
    }
}

/// How one fact or a few are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum FactsFormat {
    /// Lines for people
    Text,
    /// One object
    Json,
}

/// How numbers are written, of which there may be a row or several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum NumbersFormat {
    /// A line for people; several rows as a table
    Text,
    Csv,
    /// One object; several rows as a list of objects
    Json,
    Markdown,
}

impl From<NumbersFormat> for Format {
    fn from(format: NumbersFormat) -> Self {
        match format {
            NumbersFormat::Text => Format::Table,
            NumbersFormat::Csv => Format::Csv,
            NumbersFormat::Json => Format::Json,
            NumbersFormat::Markdown => Format::Markdown,
        }
    }
}
