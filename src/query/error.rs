//! What can be wrong with a question: enums in the code, sentences for people.

use std::fmt;

use crate::base::ids::ConceptId;
use crate::base::input_error::did_you_mean;
use crate::base::numbers::counted;
use crate::graph::{self, NO_FEATURES};
use crate::store;

/// One fault of a question.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum QuestionError {
    /// No query has that name.
    #[error("there is no query {name:?}{}; there are {}",
        did_you_mean(name, known.iter().map(String::as_str)), known.join(", "))]
    NoQuery {
        /// The word that was given.
        name: String,
        /// The queries there are.
        known: Vec<String>,
    },
    /// No point has that name.
    #[error("there is no point {name:?}{near}; this graph has {}{range}",
        counted(*count as u64, "point", "points"))]
    NoPoint {
        /// The word that was given.
        name: String,
        /// ` (did you mean ...?)`, or nothing.
        near: String,
        /// How many points there are.
        count: usize,
        /// ` (d1 to d150)`, or nothing.
        range: String,
    },
    /// No class has that name.
    #[error("there is no class {name:?}{}; there are {}",
        did_you_mean(name, known.iter().map(String::as_str)), known.join(", "))]
    NoClass {
        /// The word that was given.
        name: String,
        /// The classes there are.
        known: Vec<String>,
    },
    /// The graph has no classes at all.
    #[error("this graph has no classes; build it with a label")]
    NoClasses,
    /// A query of a user's own about a graph that is in memory alone.
    #[error("a graph in memory answers no statement, and {0} is one; save it and open the file")]
    NoStatements(String),
    /// The graph does not keep the numbers that the query is about.
    #[error("{NO_FEATURES}")]
    NoFeatures,
    /// A word that names no cluster.
    #[error(
        "there is no cluster {word:?}{remark}; this graph has c1 to {last}, and a point such as \
         {example} stands for the smallest cluster with it"
    )]
    NoConcept {
        /// The word that was given.
        word: String,
        /// Why not, or nothing.
        remark: &'static str,
        /// The largest cluster.
        last: ConceptId,
        /// A point of the graph.
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
        /// What it names: `point`, `cluster`, `group`.
        kinds: Vec<&'static str>,
    },
    /// A word that names no community.
    #[error("there is no community {word:?}; this graph has {known}")]
    NoCommunity {
        /// The word that was given.
        word: String,
        /// Which there are, in words.
        known: String,
    },
    /// A word that is not a positive integer.
    #[error("{parameter} must be a positive integer, not {word:?}")]
    NoCount {
        /// What it was given for.
        parameter: String,
        /// The word.
        word: String,
    },
    /// A word that is not a share.
    #[error("{parameter} must be a share above 0 and at most 1, such as 0.9 or 90%, not {word:?}")]
    NoShare {
        /// What it was given for.
        parameter: String,
        /// The word.
        word: String,
    },
    /// Nothing was given for a parameter, which a usage calls so.
    #[error("{0} is missing")]
    Missing(String),
    /// The same where two are wanted.
    #[error("{0:?} is given twice; name two")]
    Twice(String),
    /// A word that no parameter takes.
    #[error("{0:?} is one word too many")]
    OneTooMany(String),
}

/// All faults of a question.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct QuestionErrors(pub Vec<QuestionError>);

impl QuestionErrors {
    /// The value, or nothing and its faults kept.
    pub fn keep<T, F: Into<QuestionErrors>>(&mut self, found: Result<T, F>) -> Option<T> {
        found.map_err(|faults| self.0.extend(faults.into().0)).ok()
    }
}

impl fmt::Display for QuestionErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What the graph has is said once, however many points are missing.
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
                    let has = counted(*count as u64, "point", "points");
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

/// Why a question has no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The question is wrong: its name or its arguments.
    #[error("{faults}{}", usage.as_ref().map_or(String::new(), |how| format!("; usage: {how}")))]
    Question {
        /// What is wrong with it.
        faults: QuestionErrors,
        /// How the query is called, where it is known.
        usage: Option<String>,
    },
    /// A query file promises other columns than its statement gives.
    #[error(
        "the header of {query} promises the columns {}, but its statement gives {}",
        promised.join(" "), found.join(" ")
    )]
    Columns {
        /// The query.
        query: String,
        /// The columns of its header.
        promised: Vec<String>,
        /// Those of its statement.
        found: Vec<String>,
    },
    /// The store failed.
    #[error(transparent)]
    Store(#[from] store::Error),
}

impl<F: Into<QuestionErrors>> From<F> for Error {
    fn from(faults: F) -> Self {
        Error::Question { faults: faults.into(), usage: None }
    }
}

impl From<graph::Error> for Error {
    fn from(error: graph::Error) -> Self {
        Error::Store(error.into())
    }
}
