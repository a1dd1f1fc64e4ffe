//! NumPy arrays that the module takes.

use numpy::{PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A NumPy array of numbers, points by features, in any memory layout. Its values are copied once,
/// into the table.
#[derive(FromPyObject)]
pub(crate) enum Numbers<'py> {
    /// An array of `f64`, the type of a table's values.
    Double(PyReadonlyArray2<'py, f64>),
    /// An array of `f32`.
    Single(PyReadonlyArray2<'py, f32>),
    /// An array of `i64`.
    Long(PyReadonlyArray2<'py, i64>),
}

impl Numbers<'_> {
    /// Returns the number of rows and columns.
    pub(crate) fn dim(&self) -> (usize, usize) {
        match self {
            Self::Double(array) => array.as_array().dim(),
            Self::Single(array) => array.as_array().dim(),
            Self::Long(array) => array.as_array().dim(),
        }
    }

    /// Returns the number of columns.
    pub(crate) fn width(&self) -> usize {
        self.dim().1
    }

    /// Returns the values row by row.
    pub(crate) fn values(&self) -> Vec<f64> {
        match self {
            Self::Double(array) => array.as_array().iter().copied().collect(),
            Self::Single(array) => array.as_array().iter().map(|&value| value.into()).collect(),
            Self::Long(array) => array.as_array().iter().map(|&value| value as f64).collect(),
        }
    }
}

/// The indices of a sparse matrix.
#[derive(FromPyObject)]
pub(crate) enum Indices<'py> {
    /// The `i32` indices of small matrices.
    Short(PyReadonlyArray1<'py, i32>),
    /// The `i64` indices of large matrices.
    Long(PyReadonlyArray1<'py, i64>),
}

impl Indices<'_> {
    /// Returns the number of indices.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Short(places) => places.as_array().len(),
            Self::Long(places) => places.as_array().len(),
        }
    }

    /// Returns the index at position `at`, or `None` if `at` is beyond the end or the index is
    /// negative.
    pub(crate) fn get(&self, at: usize) -> Option<usize> {
        match self {
            Self::Short(places) => usize::try_from(*places.as_array().get(at)?).ok(),
            Self::Long(places) => usize::try_from(*places.as_array().get(at)?).ok(),
        }
    }
}

/// Returns the values of `numbers` row by row.
///
/// # Errors
/// Returns a `ValueError` if a value is not finite.
pub(crate) fn finite_values(numbers: &Numbers<'_>) -> PyResult<Vec<f64>> {
    let values = numbers.values();
    match values.iter().all(|value| value.is_finite()) {
        true => Ok(values),
        false => Err(PyValueError::new_err("a value is not a finite number")),
    }
}
