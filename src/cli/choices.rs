//! Parsers of option values: choices among a few names, and numbers.

use std::convert::Infallible;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::base::count_or_percent::{CountOrPercent, CountOrPercentError};
use crate::knn::{Metric, Scale};
use crate::table::MissingPolicy;
use crate::terminal::rows::RowFormat;

pub(super) type Choices<T, const N: usize> = [(&'static str, T); N];

pub(super) const METRIC_CHOICES: Choices<Metric, 4> = [
    ("euclidean", Metric::Euclidean),
    ("manhattan", Metric::Manhattan),
    ("chebyshev", Metric::Chebyshev),
    ("cosine", Metric::Cosine),
];

/// A way to scale columns; `None` chooses one that fits the table.
pub(super) type ScaleChoice = Option<Scale>;

pub(super) const SCALE_CHOICES: Choices<ScaleChoice, 4> = [
    ("auto", None),
    ("none", Some(Scale::None)),
    ("standard", Some(Scale::Standard)),
    ("minmax", Some(Scale::MinMax)),
];

pub(super) const MISSING_CHOICES: Choices<MissingPolicy, 3> =
    [("error", MissingPolicy::Error), ("drop", MissingPolicy::Drop), ("mean", MissingPolicy::Mean)];

pub(super) const ROW_FORMATS: Choices<RowFormat, 4> = RowFormat::NAMES;

/// The formats of a few numbers: a sentence or, if there are several rows, a table.
pub(super) const NUMBER_FORMATS: Choices<RowFormat, 4> =
    [("text", RowFormat::Table), ROW_FORMATS[1], ROW_FORMATS[2], ROW_FORMATS[3]];

pub(super) const FACT_FORMATS: Choices<RowFormat, 2> = [NUMBER_FORMATS[0], ROW_FORMATS[2]];

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

/// Names of columns that an option lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ColumnList(pub(super) Vec<String>);

impl ColumnList {
    /// Returns the names of several lists.
    pub(super) fn names(lists: &[Self]) -> Vec<String> {
        lists.iter().flat_map(|list| list.0.iter().cloned()).collect()
    }

    /// Returns the names as one word, from which [`parse_columns`] reads them.
    pub(super) fn to_word(&self) -> String {
        let mut line = csv::Writer::from_writer(Vec::new());
        line.write_record(&self.0).expect("memory takes all");
        let line = line.into_inner().expect("memory takes all");
        String::from_utf8_lossy(&line).trim_end_matches('\n').to_owned()
    }
}

/// Reads names as a line of CSV: separated by commas, those with a comma in double quotes.
pub(super) fn parse_columns(word: &str) -> Result<ColumnList, Infallible> {
    let mut lines = csv::ReaderBuilder::new().has_headers(false).from_reader(word.as_bytes());
    let names = lines.records().next().and_then(Result::ok);
    let names = names
        .map_or_else(|| vec![word.to_owned()], |line| line.iter().map(str::to_owned).collect());
    Ok(ColumnList(names))
}

pub(super) fn parse_positive<N: FromStr + Default + PartialOrd>(word: &str) -> Result<N, String> {
    let number = word.parse().ok().filter(|number| *number > N::default());
    number.ok_or_else(|| "must be a positive integer, such as 10".to_owned())
}

/// Reads an integer that may be 0.
pub(super) fn parse_count(word: &str) -> Result<usize, String> {
    word.parse().map_err(|_| "must be a whole number, such as 1000".to_owned())
}

/// A number of neighbours; `None` chooses one for the table.
pub(super) type NeighborCount = Option<CountOrPercent>;

pub(super) fn parse_neighbor_count(word: &str) -> Result<NeighborCount, String> {
    match word {
        "auto" => Ok(None),
        _ => word.parse().map(Some).map_err(|error: CountOrPercentError| {
            format!("{error}; write auto to have a number chosen")
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_in_quotes_may_have_commas() {
        let specification = [
            ("a,b", "a|b"),
            ("\"a,b\",c", "a,b|c"),
            ("c,\"a\"\"b\",d", "c|a\"b|d"),
            ("", ""),
            ("a,", "a|"),
            ("\"a,b", "a,b"),
            ("5\",x", "5\"|x"),
        ];
        for (word, names) in specification {
            let Ok(list) = parse_columns(word);
            assert_eq!(list.0.join("|"), names, "{word}");
            assert_eq!(parse_columns(&list.to_word()), Ok(list), "{word}");
        }
    }
}
