//! Errors of an export, each in one line for a person.

use std::io;
use std::path::PathBuf;

use super::format::{Format, MAX_CLUSTERS, suffixes};
use crate::base::memory::MemoryError;
use crate::base::numbers::group_thousands;
use crate::base::output::OutputError;
use crate::figure::points::PointsError;
use crate::figure::tree::TreeError;
use crate::graph;
use crate::page::PageError;
use crate::picture::render::RenderError;
use crate::query;
use crate::store;

pub(crate) const USAGE: &str = "usage: export around CONCEPT [radius N] | up CONCEPT | \
                     down CONCEPT | containing POINT | lca A B | largest N | \
                     peaks | points | tree | communities | members | clusters | \
                     cluster-members | all [limit N] [color NAME] [force] to FILE";

/// An error of an export.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// Words that are not a request.
    #[error("{0}; {USAGE}")]
    Syntax(String),
    /// A point or a cluster that the graph does not have.
    #[error(transparent)]
    Query(query::QueryError),
    /// An LCA without points.
    #[error("no points are named for the LCA; name some, as in d1,d51")]
    NoPoints,
    /// A limit on an LCA, whose chains lead nowhere if some of their clusters are left out.
    #[error("an LCA cannot be drawn in part; leave the limit out")]
    LcaLimit,
    /// Too many clusters for a picture or a page.
    #[error(
        "{} clusters are more than the {} that a picture or a page holds; set a limit, such as \
         1,000, or draw them anyway",
        group_thousands(*.0), group_thousands(MAX_CLUSTERS as u64)
    )]
    TooMany(u64),
    /// A suffix that names no format.
    #[error("{}: the suffix must name a format: {}; or choose one", .0.display(), suffixes())]
    Suffix(PathBuf),
    /// Standard output without a named format.
    #[error("- is standard output; name the format")]
    NoFormat,
    /// A name that the format cannot hold.
    #[error("{}: {cause}", target.display())]
    UnsupportedName {
        /// The file to write.
        target: PathBuf,
        /// The name, and the reason that the format cannot hold it.
        cause: String,
    },
    /// Standard output for a format of several files.
    #[error("{} is written as several files, not to standard output; give a path", .0.name())]
    SeveralFiles(Format),
    /// Standard output where there is none to write to.
    #[error("- is for the command line; name a file")]
    NoOutput,
    /// A part of a graph in a format that holds whole graphs only.
    #[error(
        "{} takes whole graphs and tables only; leave out the selection and the limit, or \
         choose another format",
        .0.name()
    )]
    WholeGraph(Format),
    /// A look that the format does not have.
    #[error("{0} is for pictures; leave it out, or choose another format")]
    NoEffect(&'static str),
    /// A format that was left out of the build of the program.
    #[error(
        "this program was built without Parquet; write .csv, or build it with the cargo feature \
         parquet"
    )]
    NoParquet,
    /// A figure with a limit, or in a format that cannot hold it.
    #[error("{0}")]
    WholeFigure(&'static str),
    /// A table with a limit, or in a format that is not a table.
    #[error(
        "a table of communities, clusters or members is written whole, as .csv or .parquet; choose \
         one of these, without a limit"
    )]
    WholeTable,
    /// Members of all clusters that take more memory than there is.
    #[error("the members of all clusters are too many for a table: {0}; keep fewer clusters")]
    TooManyMembers(#[from] MemoryError),
    /// An error of the map of the points.
    #[error(transparent)]
    Points(PointsError),
    /// An error of the tree of communities.
    #[error(transparent)]
    Tree(TreeError),
    /// An error of the page.
    #[error(transparent)]
    Page(PageError),
    /// An error of the store.
    #[error(transparent)]
    Store(#[from] store::StoreError),
    /// A file that must not be overwritten.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// An error of Graphviz.
    #[error(transparent)]
    Render(#[from] RenderError),
    /// A file that cannot be written.
    #[error(
        "cannot write {}: {source}; check that its folder exists, can be written and has room",
        target.display()
    )]
    Write {
        /// The file to write.
        target: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// An error of standard output.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl ExportError {
    /// Returns the word of a request that avoids the error, if there is one.
    pub fn remedy_word(&self) -> Option<&'static str> {
        match self {
            Self::Output(error) => error.remedy_word(),
            Self::TooMany(_) => Some("force"),
            Self::Suffix(_) | Self::NoFormat => Some("format"),
            _ => None,
        }
    }
}

impl From<PointsError> for ExportError {
    fn from(error: PointsError) -> Self {
        match error {
            PointsError::Graph(error) => error.into(),
            other => Self::Points(other),
        }
    }
}

impl From<TreeError> for ExportError {
    fn from(error: TreeError) -> Self {
        match error {
            TreeError::Graph(error) => error.into(),
            other => Self::Tree(other),
        }
    }
}

impl From<graph::GraphError> for ExportError {
    fn from(error: graph::GraphError) -> Self {
        Self::Store(error.into())
    }
}

impl From<PageError> for ExportError {
    fn from(error: PageError) -> Self {
        match error {
            PageError::Graph(error) => error.into(),
            other => Self::Page(other),
        }
    }
}

impl From<query::QueryError> for ExportError {
    fn from(error: query::QueryError) -> Self {
        match error {
            query::QueryError::Store(error) => Self::Store(error),
            other => Self::Query(other),
        }
    }
}
