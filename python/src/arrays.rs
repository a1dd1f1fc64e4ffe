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

/// The advice for a cell without a number.
pub(crate) const FILL_IN: &str = "fill it in or leave the row out";

/// Returns the values of `numbers` row by row, all of which are finite.
///
/// # Errors
/// Returns a `ValueError` with the row, the column and `remedy` if a value is not finite.
pub(crate) fn finite_values(
    numbers: &Numbers<'_>,
    features: Option<&[String]>,
    remedy: &str,
) -> PyResult<Vec<f64>> {
    let (values, m) = (numbers.values(), numbers.dim().1);
    let Some(at) = values.iter().position(|value| !value.is_finite()) else { return Ok(values) };
    let column = match features {
        Some(features) => format!("{:?}", features[at % m]),
        None => (at % m + 1).to_string(),
    };
    let (row, value) = (at / m + 1, values[at]);
    Err(PyValueError::new_err(format!(
        "row {row}, column {column}: {value} is not a finite number; {remedy}"
    )))
}
