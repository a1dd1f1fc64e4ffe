//! Binding of the words of a question to typed arguments, with all faults in one message.

use super::Limit;
use super::error::{QueryError, QuestionError, QuestionErrors};
use super::names::{Dictionary, QuestionSet, Subject};
use super::parameter::{Parameter, ParameterKind};
use crate::base::ids::{ClassId, CommunityId, PointId};

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Argument {
    /// No argument: the statement uses its own default.
    Nothing,
    Point(PointId),
    Points(Vec<PointId>),
    Subject(Subject),
    Set(QuestionSet),
    Class(ClassId),
    Community(CommunityId),
    Count(u64),
    Share(f64),
    Intervals,
}

/// The parameters whose default a limit of the caller replaces.
pub(super) const LIMITS: [&str; 2] = [LIMIT, "count"];
pub(super) const LIMIT: &str = "limit";

/// Reads a positive integer such as `75`.
fn parse_count(word: &str) -> Option<u64> {
    word.parse::<u32>().ok().filter(|&count| count > 0).map(u64::from)
}

/// Removes `limit 20` from the end of `words` and returns the limit.
#[cfg(feature = "cli")]
pub(crate) fn take_limit(words: &mut Vec<String>) -> Result<Option<u64>, QuestionError> {
    let at = words.len().saturating_sub(2);
    match &words[at..] {
        [word, number] if word == LIMIT => {
            let limit = parse_count(number).ok_or_else(|| QuestionError::InvalidCount {
                parameter: LIMIT.to_owned(),
                word: number.clone(),
            })?;
            words.truncate(at);
            Ok(Some(limit))
        }
        _ => Ok(None),
    }
}

/// Reads a share such as `0.9` or `90%`.
fn parse_share(word: &str) -> Option<f64> {
    let share = match word.strip_suffix('%') {
        Some(percent) => percent.parse::<f64>().ok()? / 100.0,
        None => word.parse().ok()?,
    };
    (share > 0.0 && share <= 1.0).then_some(share)
}

/// Returns an argument for every parameter, and the query's own limit if nothing replaces it.
pub(super) fn bind(
    dictionary: &Dictionary<'_>,
    parameters: &[Parameter],
    words: &[String],
    limit: Limit,
) -> Result<(Vec<Argument>, Option<u64>), QueryError> {
    let mut faults = QuestionErrors::default();
    let (mut arguments, mut own_limit) = (Vec::new(), None);
    let mut left = words;
    for parameter in parameters {
        let is_left_out = |word: &String| {
            // In `between 10` the number is the limit, not a community.
            parameter.kind == ParameterKind::Community
                && parameter.default.is_some()
                && parse_count(word).is_some()
        };
        let taken = match parameter.kind {
            // The program finds the intervals.
            ParameterKind::Intervals => 0,
            ParameterKind::Points => left.len(),
            _ if left.first().is_some_and(is_left_out) => 0,
            _ => left.len().min(1),
        };
        let (mine, rest) = left.split_at(taken);
        left = rest;
        let argument = match (mine, limit) {
            ([], Limit::Most(most)) if LIMITS.contains(&&*parameter.name) => {
                Ok(Argument::Count(most))
            }
            ([], Limit::All) if parameter.name == LIMIT => Ok(Argument::Count(u32::MAX.into())),
            ([], _) => {
                let own = bind_default(dictionary, parameter, words);
                if let (LIMIT, Ok(Argument::Count(most))) = (&*parameter.name, &own) {
                    own_limit = Some(*most);
                }
                own.map_err(QueryError::from)
            }
            (words, _) => bind_words(dictionary, parameter, words),
        };
        match argument {
            Err(QueryError::Question { faults: more, .. }) => {
                faults.0.extend(more.0);
                arguments.push(Argument::Nothing);
            }
            argument => arguments.push(argument?),
        }
    }
    if let [extra, ..] = left {
        faults.0.push(QuestionError::ExtraWord(extra.clone()));
    }
    if faults.0.is_empty() {
        return Ok((arguments, own_limit));
    }
    Err(QueryError::Question { faults, usage: None })
}

fn bind_default(
    dictionary: &Dictionary<'_>,
    parameter: &Parameter,
    before: &[String],
) -> Result<Argument, QuestionError> {
    let Some(default) = &parameter.default else {
        return Err(dictionary.missing_error(parameter, before));
    };
    Ok(match parameter.kind {
        ParameterKind::Count => parse_count(default).map_or(Argument::Nothing, Argument::Count),
        ParameterKind::Share => parse_share(default).map_or(Argument::Nothing, Argument::Share),
        ParameterKind::Intervals => Argument::Intervals,
        _ => Argument::Nothing,
    })
}

/// Returns the argument that one word means; a parameter of kind `points` takes all the words.
fn bind_words(
    dictionary: &Dictionary<'_>,
    parameter: &Parameter,
    words: &[String],
) -> Result<Argument, QueryError> {
    let (name, word) = (parameter.name.clone(), words[0].clone());
    Ok(match parameter.kind {
        ParameterKind::Point => Argument::Point(dictionary.point(&word)?),
        ParameterKind::Points => match dictionary.resolve_points(words)? {
            none if none.is_empty() => {
                return Err(dictionary.missing_error(parameter, &[]).into());
            }
            points => Argument::Points(points),
        },
        ParameterKind::Concept => Argument::Subject(dictionary.subject(&word)?),
        ParameterKind::Set => Argument::Set(dictionary.point_set(&word)?),
        ParameterKind::Class => Argument::Class(dictionary.class(&word)?),
        ParameterKind::Community => Argument::Community(dictionary.community(&word)?),
        ParameterKind::Intervals => Argument::Intervals,
        ParameterKind::Count => Argument::Count(
            parse_count(&word).ok_or(QuestionError::InvalidCount { parameter: name, word })?,
        ),
        ParameterKind::Share => Argument::Share(
            parse_share(&word).ok_or(QuestionError::InvalidShare { parameter: name, word })?,
        ),
    })
}
