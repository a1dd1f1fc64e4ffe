//! What can go wrong with an export, in one line for a person.

use std::io;
use std::path::PathBuf;

use super::format::{Format, suffixes};
use crate::base::display_safe;
use crate::base::output::OutputError;
use crate::page::TooMuch;
use crate::picture::render::RenderError;
use crate::picture::subgraph;
use crate::query;
use crate::store;

/// Why nothing was written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A word names nothing.
    #[error(transparent)]
    Question(query::Error),
    /// A join without points.
    #[error("no points are named for the LCA; name some, as in d1,d51")]
    NoPointsToJoin,
    /// Chains lead to a join; without some of their clusters they lead nowhere.
    #[error(
        "a limit cannot shorten an LCA, which is one cluster and the ways up to it; leave it out"
    )]
    LimitOfAJoin,
    /// A map cannot be combined with other selections.
    #[error("a map chooses the clusters by itself; leave the other selections out")]
    BesideTheMap,
    /// Too many clusters to read.
    #[error(
        "the picture would have {clusters} clusters, too many to read or to draw quickly; \
         {fewer}, or draw it by force"
    )]
    TooMany {
        /// How many.
        clusters: String,
        /// What to do instead.
        fewer: &'static str,
    },
    /// The suffix does not belong to a format.
    #[error("{file}: the suffix must name a format: {}; or choose one", suffixes())]
    Suffix {
        /// The file that was wanted.
        file: String,
    },
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
    #[error("{} is not one file and cannot go to standard output; give a path", .0.name())]
    NotOneFile(Format),
    /// There is no standard output to write to.
    #[error("- is for the command line; name a file")]
    NoOutput,
    /// A format for whole graphs.
    #[error(
        "{} holds a whole graph; leave the selection and the limit out, or choose another format",
        .0.name()
    )]
    WholeGraph(Format),
    /// A file of shares in groups, of which there are none.
    #[error(
        "{}: no two points have anything in common, so there are no groups to share; build \
         with attributes that points share",
        display_safe::line(.0)
    )]
    NoCommunities(String),
    /// A page holds many crosses.
    #[error(transparent)]
    Page(#[from] TooMuch),
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

impl From<subgraph::Error> for Error {
    fn from(error: subgraph::Error) -> Self {
        match error {
            subgraph::Error::Store(error) => Error::Store(error),
            subgraph::Error::Io(error) => Error::Io(error),
        }
    }
}

impl From<query::Error> for Error {
    fn from(error: query::Error) -> Self {
        match error {
            query::Error::Store(error) => Error::Store(error),
            other => Error::Question(other),
        }
    }
}
