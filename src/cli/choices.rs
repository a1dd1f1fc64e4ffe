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
        let quote = |name: &String| match name.contains(',') || name.starts_with('"') {
            true => format!("\"{}\"", name.replace('"', "\"\"")),
            false => name.clone(),
        };
        self.0.iter().map(quote).collect::<Vec<_>>().join(",")
    }
}

/// Reads names that are separated by commas; as in CSV, a name with a comma is in double quotes.
pub(super) fn parse_columns(word: &str) -> Result<ColumnList, Infallible> {
    let (mut names, mut rest) = (Vec::new(), Some(word));
    while let Some(text) = rest {
        let (name, after) = split_quoted(text).unwrap_or_else(|| match text.split_once(',') {
            Some((name, after)) => (name.to_owned(), Some(after)),
            None => (text.to_owned(), None),
        });
        names.push(name);
        rest = after;
    }
    Ok(ColumnList(names))
}

/// Splits a name in double quotes from the text after its comma; returns `None` if the text does
/// not begin with one.
fn split_quoted(text: &str) -> Option<(String, Option<&str>)> {
    let (inner, mut name) = (text.trim_start().strip_prefix('"')?, String::new());
    let mut rest = inner;
    loop {
        let (before, after) = rest.split_once('"')?;
        name += before;
        match (after.strip_prefix('"'), after.trim_start()) {
            (Some(after), _) => {
                name.push('"');
                rest = after;
            }
            (None, "") => return Some((name, None)),
            (None, after) => return Some((name, Some(after.strip_prefix(',')?))),
        }
    }
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
            ("c, \"a\"\"b\" ,d", "c|a\"b|d"),
            ("", ""),
            ("a,", "a|"),
            ("\"a,b", "\"a|b"),
            ("5\",x", "5\"|x"),
        ];
        for (word, names) in specification {
            let Ok(list) = parse_columns(word);
            assert_eq!(list.0.join("|"), names, "{word}");
            assert_eq!(parse_columns(&list.to_word()), Ok(list), "{word}");
        }
    }
}
