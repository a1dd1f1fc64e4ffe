//! What can go wrong with an export, in one line for a person.

use std::io;
use std::path::PathBuf;

use super::format::{Format, suffixes};
use crate::base::memory::MemoryError;
use crate::base::output::OutputError;
use crate::figure::points::PointsError;
use crate::figure::tree::TreeError;
use crate::graph;
use crate::page::PageError;
use crate::picture::render::RenderError;
use crate::query;
use crate::store;

/// How a request is typed in the shell.
pub const USAGE: &str = "usage: export around CONCEPT [radius N] | up CONCEPT | down CONCEPT | \
                     containing POINT | lca A B | largest N | map [N] | \
                     points [color NAME] | tree | communities | members | clusters | \
                     cluster-members | all [limit N] [force] to FILE";

/// Why nothing was written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// Words that are no request.
    #[error("{0}; {USAGE}")]
    Words(String),
    /// A point or cluster that the graph does not have.
    #[error(transparent)]
    Question(query::Error),
    /// An LCA of no points.
    #[error("no points are named for the LCA; name some, as in d1,d51")]
    NoPoints,
    /// Chains lead to an LCA; without some of their clusters they lead nowhere.
    #[error("an LCA cannot be drawn in part; leave the limit out")]
    LimitOfLca,
    /// A map of a graph with neither communities nor landmarks.
    #[error(
        "{0}: nothing to draw on a map: no group and no cluster stands out; choose clusters, such \
         as the 30 largest"
    )]
    NothingStandsOut(String),
    /// Too many clusters to read.
    #[error(
        "the picture would have {0} clusters, too many to read or to draw quickly; set a limit, \
         or draw it anyway"
    )]
    TooMany(String),
    /// The suffix does not belong to a format.
    #[error("{}: the suffix must name a format: {}; or choose one", .0.display(), suffixes())]
    Suffix(PathBuf),
    /// Standard output has no suffix.
    #[error("- is standard output; name the format")]
    NoFormat,
    /// A name that the format cannot hold.
    #[error("{}: {cause}", target.display())]
    Unfit {
        /// The file that was wanted.
        target: PathBuf,
        /// Which name, and why.
        cause: String,
    },
    /// Not one stream of bytes.
    #[error("{} is several files here and cannot go to standard output; give a path", .0.name())]
    NotOneFile(Format),
    /// There is no standard output to write to.
    #[error("- is for the command line; name a file")]
    NoOutput,
    /// A part of a graph in a format that holds all of it.
    #[error(
        "{} takes no selection and no limit; leave them out, or choose another format",
        .0.name()
    )]
    WholeGraph(Format),
    /// A format that was left out when the program was built.
    #[error(
        "this program was built without Parquet; write .csv, or build it with the cargo feature \
         parquet"
    )]
    NoParquet,
    /// The map of all points is a picture, or a page.
    #[error(
        "the map of all points is written whole, as .svg, .png, .pdf, .dot or .html; choose one of \
         these, without a limit"
    )]
    OfPoints,
    /// The tree of communities is a picture.
    #[error(
        "the tree of communities is written whole, as .svg, .png or .pdf; choose one of these, \
         without a limit"
    )]
    OfTree,
    /// A table of communities, clusters or members is a table.
    #[error(
        "a table of communities, clusters or members is written whole, as .csv or .parquet; choose \
         one of these, without a limit"
    )]
    OfTables,
    /// The members of all clusters are too many.
    #[error("the members of all clusters are too many for a table: {0}; keep fewer clusters")]
    TooManyMembers(#[from] MemoryError),
    /// No map of the points.
    #[error(transparent)]
    Points(PointsError),
    /// No tree of communities.
    #[error(transparent)]
    Tree(TreeError),
    /// The points are too much for a page.
    #[error(transparent)]
    Page(PageError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] store::Error),
    /// The file must stay as it is.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// Graphviz did not draw.
    #[error(transparent)]
    Render(#[from] RenderError),
    /// The file cannot be written.
    #[error(
        "cannot write {}: {source}; check that its folder exists, can be written and has room",
        target.display()
    )]
    Write {
        /// The file that was wanted.
        target: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Standard output cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl ExportError {
    /// The word of a request that helps.
    pub fn word(&self) -> Option<&'static str> {
        match self {
            Self::Output(error) => error.word(),
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

impl From<graph::Error> for ExportError {
    fn from(error: graph::Error) -> Self {
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

impl From<query::Error> for ExportError {
    fn from(error: query::Error) -> Self {
        match error {
            query::Error::Store(error) => Self::Store(error),
            other => Self::Question(other),
        }
    }
}
