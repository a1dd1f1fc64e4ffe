//! What can be wrong with a line.

use std::path::PathBuf;

use super::words;
use crate::base::numbers::counted;
use crate::base::output::Refusal;
use crate::export::ExportError;
use crate::query;
use crate::query::catalogue::Language;
use crate::store;

/// Why a line was not done. Its words are what the shell says.
#[derive(Debug, thiserror::Error)]
pub enum Complaint {
    /// A line that is not how its command is typed.
    #[error("usage: {0}")]
    Usage(String),
    /// A line that cannot be taken apart.
    #[error(transparent)]
    Words(#[from] words::Fault),
    /// A command of another shell, and what to do here.
    #[error("there is no command {0:?}: {1}")]
    Elsewhere(String, &'static str),
    /// No command and no query; the nearest one.
    #[error("there is no command {0:?}{1}; .help lists them")]
    NoCommand(String, String),
    /// No table or label; the nearest one.
    #[error("there is no table {0:?}{1}; .tables lists them")]
    NoTable(String, String),
    /// No way to write rows; those that there are.
    #[error("{0:?} is not one of {1}")]
    NoMode(String, String),
    /// `limit` without a number of rows.
    #[error("limit must be a positive integer")]
    Limit,
    /// `expand` without a cluster.
    #[error("CONCEPT is missing; usage: expand CONCEPT")]
    NothingToExpand,
    /// `it` before there was a cluster.
    #[error("no answer has had a cluster yet")]
    NoCluster,
    /// `#5` after an answer with fewer clusters.
    #[error("the last answer had {}", counted(*.0, "cluster", "clusters"))]
    Fewer(u64),
    /// `back` at the first cluster.
    #[error("there is no cluster before this one")]
    First,
    /// A statement in the other language than the store's.
    #[error("this is {}: query it with `{} STATEMENT;`", whose(*.0), .0.name())]
    OtherLanguage(Language),
    /// Answers for a program.
    #[error("answers go to the screen or to a file; the screen has a pager")]
    Pipe,
    /// A file that is not overwritten.
    #[error("{0}{by}", by = by_force(.0))]
    Refused(#[from] Refusal),
    /// A file that cannot be written or read.
    #[error("{}: {error}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// What the system said.
        error: std::io::Error,
    },
    /// Rows that cannot be written as text.
    #[error(transparent)]
    Rows(#[from] std::io::Error),
    /// Files that read each other.
    #[error("{}: too many files read one another", .0.display())]
    TooDeep(PathBuf),
    /// A store that cannot be opened, in the words of the code that opens it.
    #[error("{0}")]
    Opening(String),
    /// A row that cannot be placed.
    #[error(transparent)]
    Place(#[from] crate::place::Error),
    /// A picture that cannot be drawn.
    #[error("{0}{by}", by = drawn_by_force(.0))]
    Export(#[from] ExportError),
    /// No such query.
    #[error(transparent)]
    NoQuery(#[from] query::Fault),
    /// A question that cannot be answered.
    #[error(transparent)]
    Query(query::Error),
    /// Ctrl-C.
    #[error("interrupted")]
    Interrupted,
}

/// The word of the shell that writes anyway.
const FORCE: &str = " (force)";

fn by_force(refusal: &Refusal) -> &'static str {
    if refusal.can_be_forced() { FORCE } else { "" }
}

fn drawn_by_force(error: &ExportError) -> &'static str {
    match error {
        ExportError::TooMany(_) => FORCE,
        ExportError::Output(refusal) => by_force(refusal),
        _ => "",
    }
}

fn whose(language: Language) -> &'static str {
    match language {
        Language::Sql => "an SQLite file",
        Language::Cypher => "a Neo4j graph",
    }
}

impl From<query::Error> for Complaint {
    fn from(error: query::Error) -> Self {
        match error {
            query::Error::Store(store::Error::Interrupted) => Self::Interrupted,
            error => Self::Query(error),
        }
    }
}

impl From<store::Error> for Complaint {
    fn from(error: store::Error) -> Self {
        query::Error::from(error).into()
    }
}
