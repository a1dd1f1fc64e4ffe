//! What can be wrong with a line.

use std::path::PathBuf;

use super::tokenize::TokenizeError;
use crate::base::numbers::counted;
use crate::base::output::OutputError;
use crate::export::ExportError;
use crate::graph;
use crate::query;
use crate::query::catalogue::Language;
use crate::store;

/// Why a line was not done. Its words are what the shell says.
#[derive(Debug, thiserror::Error)]
pub enum LineError {
    /// A line that is not how its command is typed.
    #[error("usage: {0}")]
    Usage(String),
    /// A line that has no words.
    #[error(transparent)]
    Tokenize(#[from] TokenizeError),
    /// No command and no query.
    #[error("there is no command {0:?}; .help lists them")]
    NoCommand(String),
    /// No table or label.
    #[error("there is no table {0:?}; .tables lists them")]
    NoTable(String),
    /// `limit` without a number of rows.
    #[error("limit must be a positive integer")]
    Limit,
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
    #[error("this graph is queried by {}: {} STATEMENT;", .0.name(), .0.name())]
    OtherLanguage(Language),
    /// A file that is not overwritten.
    #[error("{}{}", .0, in_brackets(.0.word()))]
    Output(#[from] OutputError),
    /// A file that cannot be written or read.
    #[error("{}: {error}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// What the system said.
        error: std::io::Error,
    },
    /// A file that reads itself, by others or at once.
    #[error("{0}: this file is being read already")]
    ReadsItself(String),
    /// A store that cannot be opened, in the words of the code that opens it.
    #[error("{0}")]
    Open(String),
    /// A row that cannot be placed.
    #[error(transparent)]
    Place(#[from] crate::place::Error),
    /// A picture that cannot be drawn.
    #[error("{}{}", .0, in_brackets(.0.word()))]
    Export(#[from] ExportError),
    /// A question that cannot be answered.
    #[error(transparent)]
    Query(query::Error),
    /// Ctrl-C.
    #[error("interrupted")]
    Interrupted,
}

/// The word that helps, as it is typed.
fn in_brackets(word: Option<&str>) -> String {
    word.map_or_else(String::new, |word| format!(" ({word})"))
}

impl From<query::Error> for LineError {
    fn from(error: query::Error) -> Self {
        match error {
            query::Error::Store(store::Error::Interrupted) => Self::Interrupted,
            error => Self::Query(error),
        }
    }
}

impl From<graph::Error> for LineError {
    fn from(error: graph::Error) -> Self {
        query::Error::from(error).into()
    }
}

impl From<query::QuestionError> for LineError {
    fn from(fault: query::QuestionError) -> Self {
        query::Error::from(fault).into()
    }
}

impl From<store::Error> for LineError {
    fn from(error: store::Error) -> Self {
        query::Error::from(error).into()
    }
}
