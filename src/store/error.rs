//! Errors of stores.

use std::io;

use crate::graph::{self, DamageError};

/// An error of a store, in one line for a person.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// A refused request: the place does not hold what is wanted, or must not be written.
    #[error("{0}")]
    Refused(String),
    /// A target that exists already and is replaced only on request.
    #[error("{found}; {another}, or replace it")]
    Exists {
        /// The place, and what exists there.
        found: String,
        /// The way to name another place.
        another: &'static str,
    },
    /// An object of a user on the labels of a graph's nodes that prevents a load.
    #[error("{found}; give the nodes of the graph other labels")]
    LabelsTaken {
        /// The server, and the object.
        found: String,
    },
    /// A server that requires a user and a password.
    #[error(
        "{server}: the server requires a user and a password; set NEO4J_PASSWORD or \
         NEO4J_PASSWORD_FILE (and NEO4J_USERNAME)"
    )]
    LoginRequired {
        /// The address of the server.
        server: String,
    },
    /// A store whose content contradicts itself.
    #[error("{place}: this graph is damaged: {damage}; build it again")]
    Damaged {
        /// The name of the store.
        place: String,
        /// The contradiction.
        damage: DamageError,
    },
    /// A failure of the backend.
    #[error("{place}: {cause}")]
    Backend {
        /// The name of the store.
        place: String,
        /// The message of the backend.
        cause: String,
        /// The kind of the failure, as the system names it: [`NotFound`](io::ErrorKind::NotFound)
        /// for a missing file, [`NotConnected`](io::ErrorKind::NotConnected) for a server that
        /// cannot be reached, and so on; [`InvalidInput`](io::ErrorKind::InvalidInput) for a
        /// statement that is wrong.
        kind: io::ErrorKind,
    },
    /// Work that the caller ended.
    #[error("interrupted")]
    Interrupted,
}

impl StoreError {
    pub(crate) fn new_backend(
        place: impl std::fmt::Display,
        kind: io::ErrorKind,
        cause: impl Into<String>,
    ) -> Self {
        Self::Backend { place: place.to_string(), cause: cause.into(), kind }
    }

    pub(crate) fn schema_version_error(place: impl std::fmt::Display, is_newer: bool) -> Self {
        let (age, remedy) = match is_newer {
            true => ("a newer", "update conceptgraph"),
            false => ("an earlier", "build it again"),
        };
        Self::Refused(format!(
            "{place}: this graph was built by {age} version of conceptgraph; {remedy}"
        ))
    }
}

impl From<graph::GraphError> for StoreError {
    fn from(error: graph::GraphError) -> Self {
        match error {
            graph::GraphError::Damaged { place, damage } => Self::Damaged { place, damage },
            graph::GraphError::Read(error) => match error.downcast::<Self>() {
                Ok(error) => *error,
                Err(error) => Self::Refused(error.to_string()),
            },
            graph::GraphError::Interrupted => Self::Interrupted,
            other => Self::Refused(other.to_string()),
        }
    }
}
