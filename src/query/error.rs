//! Errors of questions: enums for the code, sentences for people.

use std::fmt;

use crate::base::ids::ConceptId;
use crate::base::input_error::did_you_mean;
use crate::base::numbers::pluralize;
use crate::graph::{self, NO_FEATURES_MESSAGE};
use crate::store;

/// Words for the subject of a query or a command, with its name.
const OTHER_WORDS: [(&str, &str); 8] = [
    ("group groups parts tree", "communities"),
    ("cluster", "concept"),
    ("clusters", "largest"),
    ("neighbor neighbors neighbour neighbours knn similar", "nearest"),
    ("class labels", "classes"),
    ("data head rows table", "points"),
    ("show \\d \\dt", ".tables"),
    ("open connect", "use"),
];

/// Returns ` (did you mean "x"?)` for the query or command of `known` that `word` means or is near;
/// empty if there is none.
pub(crate) fn likely_name<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.collect();
    let is_word = |other: &str| other.eq_ignore_ascii_case(word);
    let other = OTHER_WORDS.iter().find(|(words, _)| words.split(' ').any(is_word));
    match other.filter(|(_, name)| known.contains(name)) {
        Some((_, name)) => format!(" (did you mean {name:?}?)"),
        None => did_you_mean(word, known),
    }
}

/// One fault of a question.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum QuestionError {
    /// A word that is the name of no query.
    #[error("there is no query {name:?}{}; there are {}",
        likely_name(name, known.iter().map(String::as_str)), known.join(", "))]
    NoQuery {
        /// The word that was given.
        name: String,
        /// The names of all queries.
        known: Vec<String>,
    },
    /// A word that is the name of no point.
    #[error("there is no point {name:?}{near}; this graph has {}{range}",
        pluralize(*count as u64, "point", "points"))]
    NoPoint {
        /// The word that was given.
        name: String,
        /// ` (did you mean ...?)` or another remark; may be empty.
        near: String,
        /// The number of points.
        count: usize,
        /// The names of the first and the last point, such as ` (d1 to d150)`; may be empty.
        range: String,
    },
    /// A word that is the name of no class.
    #[error("there is no class {name:?}{}; there are {}",
        did_you_mean(name, known.iter().map(String::as_str)), known.join(", "))]
    NoClass {
        /// The word that was given.
        name: String,
        /// The names of all classes.
        known: Vec<String>,
    },
    /// A class in a graph without classes.
    #[error("this graph has no classes; build it with a label")]
    NoClasses,
    /// A query of a user about a graph that is only in memory.
    #[error("a graph in memory answers no statement, and {0} is one; save it and open the file")]
    NoStatements(String),
    /// The graph does not keep the features that the query needs.
    #[error("{NO_FEATURES_MESSAGE}")]
    NoFeatures,
    /// A word that names no cluster.
    #[error(
        "there is no cluster {word:?}{remark}; this graph has c1 to {last}, and a point such as \
         {example} stands for the smallest cluster with it"
    )]
    NoConcept {
        /// The word that was given.
        word: String,
        /// ` (did you mean ...?)` or another remark; may be empty.
        remark: String,
        /// The cluster with the highest number.
        last: ConceptId,
        /// The name of a point, for the message.
        example: String,
    },
    /// A word that names two things.
    #[error(
        "{word:?} names a {}; write {}",
        kinds.join(" and a "),
        kinds.iter().map(|kind| format!("{kind}:{word}")).collect::<Vec<_>>().join(" or ")
    )]
    Ambiguous {
        /// The word that was given.
        word: String,
        /// The kinds of things that it names: `point`, `cluster`, `group`.
        kinds: Vec<&'static str>,
    },
    /// A word that names no community.
    #[error("there is no community {word:?}{remark}; this graph has {known}")]
    NoCommunity {
        /// The word that was given.
        word: String,
        /// ` (did you mean ...?)` or another remark; may be empty.
        remark: String,
        /// The communities of the graph, in words.
        known: String,
    },
    /// A word that is not a positive integer.
    #[error("{parameter} must be a positive integer, not {word:?}")]
    InvalidCount {
        /// The name of the parameter.
        parameter: String,
        /// The word that was given.
        word: String,
    },
    /// A word that is not a share.
    #[error("{parameter} must be a share above 0 and at most 1, such as 0.9 or 90%, not {word:?}")]
    InvalidShare {
        /// The name of the parameter.
        parameter: String,
        /// The word that was given.
        word: String,
    },
    /// A parameter without an argument.
    #[error("{word} is missing{such}")]
    Missing {
        /// The word of the parameter in the usage.
        word: String,
        /// An example, such as `, such as c12`; may be empty.
        such: String,
    },
    /// A name that is given twice where two different ones are required.
    #[error("{0:?} is given twice; give two different names")]
    RepeatedName(String),
    /// A word beyond the last parameter.
    #[error("{0:?} is one word too many")]
    ExtraWord(String),
}

/// All faults of a question.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct QuestionErrors(pub Vec<QuestionError>);

impl QuestionErrors {
    /// Returns the value of `found`; `None` if it is an error, whose faults are added to these.
    pub(crate) fn ok_or_add<T, F: Into<QuestionErrors>>(
        &mut self,
        found: Result<T, F>,
    ) -> Option<T> {
        found.map_err(|faults| self.0.extend(faults.into().0)).ok()
    }
}

impl fmt::Display for QuestionErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The number and the range of the graph's points are stated once for all missing points.
        let names = self.0.iter().filter_map(|fault| match fault {
            QuestionError::NoPoint { name, near, .. } => Some(format!("{name:?}{near}")),
            _ => None,
        });
        let names = names.collect::<Vec<_>>().join(", nor ");
        let mut all: Vec<String> = Vec::new();
        let mut listed = false;
        for fault in &self.0 {
            match fault {
                QuestionError::NoPoint { .. } if listed => {}
                QuestionError::NoPoint { count, range, .. } => {
                    listed = true;
                    let has = pluralize(*count as u64, "point", "points");
                    all.push(format!("there is no point {names}; this graph has {has}{range}"));
                }
                other => all.push(other.to_string()),
            }
        }
        f.write_str(&all.join("; "))
    }
}

impl From<QuestionError> for QuestionErrors {
    fn from(fault: QuestionError) -> Self {
        Self(vec![fault])
    }
}

/// An error of a question.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum QueryError {
    /// The name or the arguments of the question are wrong.
    #[error("{faults}{}", usage.as_ref().map_or(String::new(), |how| format!("; usage: {how}")))]
    Question {
        /// The faults of the question.
        faults: QuestionErrors,
        /// The usage of the query, if it is known.
        usage: Option<String>,
    },
    /// The columns in the header of a query file are not those of its statement.
    #[error(
        "the header of {query} names the columns {}, but its statement gives {}",
        promised.join(" "), found.join(" ")
    )]
    Columns {
        /// The name of the query.
        query: String,
        /// The columns of the header.
        promised: Vec<String>,
        /// The columns of the statement.
        found: Vec<String>,
    },
    /// The store failed.
    #[error(transparent)]
    Store(#[from] store::StoreError),
}

impl<F: Into<QuestionErrors>> From<F> for QueryError {
    fn from(faults: F) -> Self {
        QueryError::Question { faults: faults.into(), usage: None }
    }
}

impl From<graph::GraphError> for QueryError {
    fn from(error: graph::GraphError) -> Self {
        QueryError::Store(error.into())
    }
}
