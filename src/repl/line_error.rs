//! Errors of a line in the shell.

use std::path::PathBuf;

use super::tokenize::TokenizeError;
use crate::base::numbers::pluralize;
use crate::base::output::OutputError;
use crate::export::ExportError;
use crate::graph;
use crate::query;
use crate::query::catalogue::Language;
use crate::store;

/// An error of a line, whose text is the message in the shell.
#[derive(Debug, thiserror::Error)]
pub enum LineError {
    /// The words of a line do not follow the usage of its command.
    #[error("usage: {0}")]
    Usage(String),
    /// A line that cannot be split into words.
    #[error(transparent)]
    Tokenize(#[from] TokenizeError),
    /// A word that is neither a command nor a query, and a remark on the likely one.
    #[error("there is no command {0:?}{1}; .help lists the commands")]
    NoCommand(String, String),
    /// A word that is not the name of a table or label, and a remark on the likely one.
    #[error("there is no table {0:?}{1}; .tables lists the tables")]
    NoTable(String, String),
    /// `it` before any answer had a cluster.
    #[error("no previous answer has a cluster; `landmarks` shows some")]
    NoCluster,
    /// A number such as `#5` after an answer with fewer clusters.
    #[error("the last answer had {}", pluralize(*.0, "cluster", "clusters"))]
    NoSuchCluster(u64),
    /// `back` at the first cluster.
    #[error("there is no cluster before this one")]
    NoPreviousCluster,
    /// A statement in a language that is not the store's.
    #[error("this graph is queried by {}: {} STATEMENT;", .0.name(), .0.name())]
    OtherLanguage(Language),
    /// A file that must not be overwritten.
    #[error("{}{}", .0, in_brackets(.0.remedy_word()))]
    Output(#[from] OutputError),
    /// A file that cannot be written or read.
    #[error("{}: {error}", file.display())]
    File {
        /// The path of the file.
        file: PathBuf,
        /// The error of the system.
        error: std::io::Error,
    },
    /// A file that does not exist.
    #[error("{0}: no such file; check the path")]
    NoFile(String),
    /// A file that reads itself, directly or through others.
    #[error("{0}: this file is being read already")]
    ReadsItself(String),
    /// A store that cannot be opened, with the message of the code that opens it.
    #[error("{0}")]
    Open(String),
    /// A row that cannot be placed.
    #[error(transparent)]
    Place(#[from] crate::place::PlaceError),
    /// A part of the graph that cannot be exported.
    #[error("{}{}", .0, in_brackets(.0.remedy_word()))]
    Export(#[from] ExportError),
    /// A question that cannot be answered.
    #[error(transparent)]
    Query(#[from] query::QueryError),
}

fn in_brackets(word: Option<&str>) -> String {
    word.map_or_else(String::new, |word| format!(" ({word})"))
}

impl From<graph::GraphError> for LineError {
    fn from(error: graph::GraphError) -> Self {
        query::QueryError::from(error).into()
    }
}

impl From<query::QuestionError> for LineError {
    fn from(fault: query::QuestionError) -> Self {
        query::QueryError::from(fault).into()
    }
}

impl From<store::StoreError> for LineError {
    fn from(error: store::StoreError) -> Self {
        query::QueryError::from(error).into()
    }
}
