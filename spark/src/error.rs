//! Errors of a part of the search, each in one line.

use std::io;
use std::path::Path;

use conceptgraph::store;
use conceptgraph_engine::base::input_error::InputError;
use conceptgraph_engine::base::progress::InterruptedError;
use conceptgraph_engine::build;
use conceptgraph_engine::graph;

#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    #[error("{0}")]
    Message(String),
    #[error(transparent)]
    Input(#[from] InputError),
    #[error(transparent)]
    Build(#[from] build::BuildError),
    #[error(transparent)]
    Graph(#[from] graph::GraphError),
    #[error(transparent)]
    Store(#[from] store::StoreError),
    #[error("the rows cannot be written: {0}")]
    Output(#[from] io::Error),
    #[error("interrupted")]
    Interrupted,
}

impl From<InterruptedError> for Error {
    fn from(_: InterruptedError) -> Self {
        Self::Interrupted
    }
}

pub(crate) type Result<T> = std::result::Result<T, Error>;

pub(crate) fn path_error(place: &Path, fault: impl std::fmt::Display) -> Error {
    let fault = fault.to_string().replace('\n', " ");
    Error::Message(format!("{}: {fault}", place.display()))
}
