//! Errors of the library as Python exceptions, with messages for Python.

use std::io::{self, ErrorKind};

use conceptgraph::export::ExportError;
use conceptgraph::query::QuestionError;
use conceptgraph::{build, place, query, store};
use pyo3::exceptions::{
    PyConnectionError, PyFileExistsError, PyKeyboardInterrupt, PyMemoryError, PyOSError,
    PyPermissionError, PyValueError,
};
use pyo3::prelude::*;

/// Phrases of messages for the command line, and their replacements for Python.
const REPLACEMENTS: [(&str, &str); 11] = [
    ("load one with `conceptgraph build`", "load one with `to_neo4j`"),
    ("with `conceptgraph build TABLE`", "with `fit` and `save`"),
    ("with `conceptgraph build`", "with `fit` and `save`"),
    ("run the command again", "try again"),
    ("or replace it", "or replace it with force=True"),
    ("or draw them anyway", "or draw them with force=True"),
    ("cannot draw -:", "cannot draw this:"),
    ("; set NEO4J_", "; give user and password, or set NEO4J_"),
    ("choose a larger least size", "choose a larger min_size"),
    ("or leave the members out", "or give members=False"),
    ("a least size of", "a min_size of"),
];

fn python_message(sentence: &impl ToString) -> String {
    let replaced = |said: String, (theirs, ours): &(&str, &str)| said.replace(theirs, ours);
    REPLACEMENTS.iter().fold(sentence.to_string(), replaced)
}

/// Returns the exception for an error of a store.
pub(crate) fn store_error(error: impl Into<store::StoreError>) -> PyErr {
    let error = error.into();
    let said = python_message(&error);
    match error {
        store::StoreError::Interrupted => PyKeyboardInterrupt::new_err(()),
        store::StoreError::Exists { .. } => PyFileExistsError::new_err(said),
        store::StoreError::LoginRequired { .. } => PyPermissionError::new_err(said),
        store::StoreError::Backend { kind: ErrorKind::NotConnected, .. } => {
            PyConnectionError::new_err(said)
        }
        store::StoreError::Backend { kind, .. } => io::Error::new(kind, said).into(),
        _ => PyOSError::new_err(said),
    }
}

/// Returns the exception for a statement that failed. An invalid statement gives a `ValueError`
/// without the place of the graph, which does not explain the fault.
pub(crate) fn statement_error(error: store::StoreError) -> PyErr {
    match error {
        store::StoreError::Backend { kind: ErrorKind::InvalidInput, cause, .. } => {
            PyValueError::new_err(cause)
        }
        error => store_error(error),
    }
}

/// Returns the exception for a canned query that failed.
pub(crate) fn query_error(error: query::QueryError) -> PyErr {
    match error {
        query::QueryError::Store(error) => store_error(error),
        query::QueryError::Question { mut faults, usage } => {
            let mut is_of_number = false;
            for fault in &mut faults.0 {
                if let QuestionError::Missing { word, such } = fault {
                    *word = word.to_lowercase();
                    such.clear();
                }
                is_of_number |=
                    matches!(fault, QuestionError::Missing { .. } | QuestionError::ExtraWord(_));
            }
            let takes = usage.filter(|_| is_of_number).map(|usage| {
                let (name, words) = usage.split_once(' ').unwrap_or((&usage, "nothing"));
                format!("; {name:?} takes {}", words.to_lowercase())
            });
            PyValueError::new_err(python_message(&faults) + &takes.unwrap_or_default())
        }
        error => PyValueError::new_err(python_message(&error)),
    }
}

/// Returns the exception for rows that cannot be placed in a graph.
pub(crate) fn place_error(error: place::PlaceError) -> PyErr {
    match error {
        place::PlaceError::Store(error) => store_error(error),
        error => PyValueError::new_err(python_message(&error)),
    }
}

/// Returns the exception for an export that failed.
pub(crate) fn export_error(error: ExportError) -> PyErr {
    match error {
        ExportError::Store(error) => store_error(error),
        ExportError::Query(error) => query_error(error),
        error => PyValueError::new_err(python_message(&error)),
    }
}

/// Returns the exception for a build that failed.
pub(crate) fn build_error(error: build::BuildError) -> PyErr {
    let said = python_message(&error);
    match error {
        build::BuildError::TooManyConcepts(_) | build::BuildError::TooManyMembers { .. } => {
            PyMemoryError::new_err(said)
        }
        build::BuildError::TooLarge(_) => {
            PyMemoryError::new_err(format!("{said}; max_memory allows more"))
        }
        _ => PyValueError::new_err(said),
    }
}
