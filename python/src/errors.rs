//! What went wrong, as Python's exceptions with the library's sentences.

use conceptgraph::export::ExportError;
use conceptgraph::{place, query, store};
use pyo3::exceptions::{PyKeyboardInterrupt, PyOSError, PyValueError};
use pyo3::prelude::*;

/// A store that failed.
pub fn failed(error: store::Error) -> PyErr {
    match error {
        store::Error::Interrupted => PyKeyboardInterrupt::new_err(()),
        error => PyOSError::new_err(error.to_string()),
    }
}

/// A question that has no answer.
pub fn refused(error: query::Error) -> PyErr {
    match error {
        query::Error::Store(error) => failed(error),
        error => PyValueError::new_err(error.to_string()),
    }
}

/// A graph in which rows have no place.
pub fn unplaced(error: place::Error) -> PyErr {
    match error {
        place::Error::Store(error) => failed(error),
        error => PyValueError::new_err(error.to_string()),
    }
}

/// Something that cannot be drawn.
pub fn undrawn(error: ExportError) -> PyErr {
    match error {
        ExportError::Store(error) => failed(error),
        error => PyValueError::new_err(error.to_string()),
    }
}
