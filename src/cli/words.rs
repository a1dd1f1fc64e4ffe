//! Words of the command line that stand for numbers and choices, and words for a person to paste.

use std::path::PathBuf;
use std::str::FromStr;

use clap::ValueEnum;

use crate::knn;
use crate::mine::Estimate;
use crate::numbers::grouped;
use crate::query::format::Format;

/// A number of points: `75`, or `50%` of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Amount {
    Count(usize),
    Percent(f64),
}

impl Amount {
    /// The number for n points: a share is rounded down, and at least 1.
    pub(super) fn of(self, n: usize) -> usize {
        match self {
            Amount::Count(count) => count,
            Amount::Percent(share) => ((share * n as f64 / 100.0).floor() as usize).max(1),
        }
    }
}

impl FromStr for Amount {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let wrong =
            || format!("{word:?} is neither a number of points such as 75 nor a share such as 50%");
        match word.strip_suffix('%') {
            Some(share) => match share.trim().parse::<f64>() {
                Ok(share) if (0.0..=100.0).contains(&share) => Ok(Amount::Percent(share)),
                _ => Err(wrong()),
            },
            None => word.parse().map(Amount::Count).map_err(|_| wrong()),
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
    /// Nothing
    None,
    /// Minus the mean, divided by the population deviation
    Standard,
    /// To 0..1
    Minmax,
}

impl From<Scale> for knn::Scale {
    fn from(scale: Scale) -> Self {
        match scale {
            Scale::None => knn::Scale::None,
            Scale::Standard => knn::Scale::Standard,
            Scale::Minmax => knn::Scale::MinMax,
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

/// A word as a shell takes it literally.
pub(super) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "_-./,:+@%=".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// This program as it was called, so that a suggested command works when pasted.
pub(super) fn program() -> String {
    let called = std::env::args_os().next().map(PathBuf::from);
    called.map_or("conceptgraph".into(), |path| quoted(&path.to_string_lossy()))
}

/// An estimate in words: `about 8,100,000,000 concepts (likely within 3 %)`.
pub(super) fn about(estimate: &Estimate) -> String {
    let Estimate { concepts, error } = *estimate;
    let rounded = rough(concepts);
    let number = match rounded < 1e15 {
        true => grouped(rounded as u64),
        false => format!("{rounded:.2e}"),
    };
    format!("about {number} concepts ({})", within(2.0 * error / concepts.max(1.0)))
}

/// A number in three digits: further ones of an estimate are noise.
pub(super) fn rough(number: f64) -> f64 {
    let digits = 10_f64.powf((number.max(1.0).log10().floor() - 2.0).max(0.0));
    (number / digits).round() * digits
}

/// Where two standard errors are more of an estimate than this, a few large sweeps make most of it,
/// and so does their absence: such estimates were found far too low more often than not.
const SURE: f64 = 0.4;

/// How far off an estimate may be, from the share that two standard errors are of it.
pub(super) fn within(off: f64) -> String {
    match off < SURE {
        true => format!("likely within {} %", (100.0 * off).ceil().max(1.0)),
        false => "a rough guess, likely too low".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_rounded_down_and_at_least_one() {
        assert_eq!("50%".parse::<Amount>().unwrap().of(151), 75);
        assert_eq!("0.1%".parse::<Amount>().unwrap().of(150), 1);
        assert_eq!("7".parse::<Amount>().unwrap().of(150), 7);
        for wrong in ["", "x", "-1", "101%", "1.5", "nan%"] {
            assert!(wrong.parse::<Amount>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn estimates_tell_three_digits_and_how_far_off_they_are() {
        let told = |concepts, error| about(&Estimate { concepts, error });
        assert_eq!(told(15_407.0, 300.0), "about 15,400 concepts (likely within 4 %)");
        assert_eq!(told(7.0, 0.0), "about 7 concepts (likely within 1 %)");
        assert_eq!(told(8.123e9, 1e9), "about 8,120,000,000 concepts (likely within 25 %)");
        assert_eq!(told(4.1249e21, 1e21), "about 4.12e21 concepts (a rough guess, likely too low)");
    }

    #[test]
    fn quoted_words_are_literal() {
        assert_eq!(quoted("iris.db"), "iris.db");
        assert_eq!(quoted("it's $HOME"), "'it'\\''s $HOME'");
    }
}
