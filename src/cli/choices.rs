//! Values of options that are one of a few names, and numbers.

use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::base::count_or_percent::{CountOrPercent, CountOrPercentError};
use crate::knn::{Metric, Scale};
use crate::table::Missing;
use crate::terminal::rows::Format;

/// Names and what each stands for.
pub(super) type Choices<T, const N: usize> = [(&'static str, T); N];

pub(super) const METRICS: Choices<Metric, 4> = [
    ("euclidean", Metric::Euclidean),
    ("manhattan", Metric::Manhattan),
    ("chebyshev", Metric::Chebyshev),
    ("cosine", Metric::Cosine),
];

/// A way to scale columns; none is the one that fits the table.
pub(super) type Scaling = Option<Scale>;

pub(super) const SCALES: Choices<Scaling, 4> = [
    ("auto", None),
    ("none", Some(Scale::None)),
    ("standard", Some(Scale::Standard)),
    ("minmax", Some(Scale::MinMax)),
];

pub(super) const MISSING: Choices<Missing, 3> =
    [("error", Missing::Error), ("drop", Missing::Drop), ("mean", Missing::Mean)];

/// How rows are written.
pub(super) const ROWS: Choices<Format, 4> = [
    ("table", Format::Table),
    ("csv", Format::Csv),
    ("json", Format::Json),
    ("markdown", Format::Markdown),
];

/// How a few numbers are written: a sentence or, where there are several rows, a table.
pub(super) const NUMBERS: Choices<Format, 4> = [("text", Format::Table), ROWS[1], ROWS[2], ROWS[3]];

/// How facts are written.
pub(super) const FACTS: Choices<Format, 2> = [NUMBERS[0], ROWS[2]];

/// Reads one of these names.
pub(super) fn one_of<T, const N: usize>(choices: Choices<T, N>) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    let names = PossibleValuesParser::new(choices.map(|(name, _)| name));
    names.map(move |word| {
        let chosen = choices.iter().find(|(name, _)| *name == word);
        chosen.expect("clap takes only these names").1
    })
}

/// A number of things, at least one.
pub(super) fn positive<N: FromStr + Default + PartialOrd>(word: &str) -> Result<N, String> {
    let number = word.parse().ok().filter(|number| *number > N::default());
    number.ok_or_else(|| "must be a positive integer, such as 10".to_owned())
}

/// A whole number that may be 0.
pub(super) fn from_zero(word: &str) -> Result<usize, String> {
    word.parse().map_err(|_| "must be a whole number, such as 1000".to_owned())
}

/// How many neighbours a point has.
#[derive(Clone, Copy, Debug)]
pub(super) enum K {
    /// What says most.
    Auto,
    /// This many.
    Given(CountOrPercent),
}

impl K {
    /// As many as are given.
    pub(super) fn given(self) -> Option<CountOrPercent> {
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
            _ => word.parse().map(Self::Given).map_err(|error: CountOrPercentError| {
                format!("{error}; write auto to have a number chosen")
            }),
        }
    }
}
