//! What can go wrong with a store.

use std::io;

use crate::graph::{self, DamageError};

/// What can go wrong with a store, in one line for a person.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The place does not hold what is wanted, or must not be written.
    #[error("{0}")]
    Refused(String),
    /// The target exists already, and is replaced only on request.
    #[error("{found}; {another}, or replace it")]
    Exists {
        /// The place, and what exists there.
        found: String,
        /// How another place is named.
        another: &'static str,
    },
    /// Something of somebody else's that is about the labels of a graph's nodes.
    #[error("{found}; give the nodes of the graph other labels")]
    LabelsTaken {
        /// The server, and what stands in the way.
        found: String,
    },
    /// A server wants a user and a password.
    #[error(
        "{server}: the server wants a user and a password; set NEO4J_PASSWORD or \
         NEO4J_PASSWORD_FILE (and NEO4J_USERNAME)"
    )]
    Login {
        /// The server.
        server: String,
    },
    /// What the store holds contradicts itself.
    #[error("{place}: this graph is damaged: {damage}; build it again")]
    Damaged {
        /// The store.
        place: String,
        /// What is wrong in it.
        damage: DamageError,
    },
    /// The backend failed.
    #[error("{place}: {cause}")]
    Backend {
        /// The store.
        place: String,
        /// What it said.
        cause: String,
        /// As the system names failures: [`NotFound`](io::ErrorKind::NotFound) for a missing file,
        /// [`NotConnected`](io::ErrorKind::NotConnected) for a server that cannot be reached, and
        /// so on; [`InvalidInput`](io::ErrorKind::InvalidInput) for a statement that is wrong.
        kind: io::ErrorKind,
    },
    /// The caller ended the work.
    #[error("interrupted")]
    Interrupted,
}

impl Error {
    /// The schema of a graph is not this program's.
    pub(crate) fn other_schema(place: impl std::fmt::Display, is_newer: bool) -> Self {
        let (age, remedy) = match is_newer {
            true => ("a newer", "update conceptgraph"),
            false => ("an earlier", "build it again"),
        };
        Self::Refused(format!(
            "{place}: this graph was built by {age} version of conceptgraph; {remedy}"
        ))
    }
}

impl From<graph::Error> for Error {
    fn from(error: graph::Error) -> Self {
        match error {
            graph::Error::Damaged { place, damage } => Self::Damaged { place, damage },
            graph::Error::Unread(error) => match error.downcast::<Self>() {
                Ok(error) => *error,
                Err(error) => Self::Refused(error.to_string()),
            },
            other => Self::Refused(other.to_string()),
        }
    }
}
