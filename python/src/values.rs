//! Rows and shares as lists and arrays.

use conceptgraph::{CommunityId, Rows, Value};
use pyo3::prelude::*;

/// A value of a row as Python's.
pub fn object(py: Python<'_>, value: Value) -> PyResult<Py<PyAny>> {
    Ok(match value {
        Value::Null => py.None(),
        Value::Int(number) => number.into_pyobject(py)?.into_any().unbind(),
        Value::Real(number) => number.into_pyobject(py)?.into_any().unbind(),
        Value::Text(text) => text.into_pyobject(py)?.into_any().unbind(),
        Value::Json(json) => {
            py.import("json")?.call_method1("loads", (json.to_string(),))?.unbind()
        }
    })
}

/// Names of columns, and the values of each.
pub type Columns = Vec<(String, Vec<Py<PyAny>>)>;

/// Rows by their columns.
pub fn columns(py: Python<'_>, rows: Rows) -> PyResult<Columns> {
    let count = rows.rows.len();
    let mut columns: Columns =
        rows.columns.into_iter().map(|name| (name, Vec::with_capacity(count))).collect();
    for (at, row) in rows.rows.into_iter().enumerate() {
        // A million rows take seconds.
        if at % (1 << 12) == 0 {
            py.check_signals()?;
        }
        for ((_, values), value) in columns.iter_mut().zip(row) {
            values.push(object(py, value)?);
        }
    }
    Ok(columns)
}

/// The shares in groups, which are the first `count` communities, as a sparse matrix: where rows
/// begin, groups, and shares.
pub fn sparse<'a>(
    rows: impl Iterator<Item = &'a [(CommunityId, f64)]>,
    count: usize,
) -> (Vec<i64>, Vec<i32>, Vec<f64>) {
    let (mut starts, mut groups, mut shares) = (vec![0], Vec::new(), Vec::new());
    for row in rows {
        for (group, share) in row.iter().filter(|(id, _)| id.index() < count) {
            groups.push(group.0 as i32);
            shares.push(*share);
        }
        starts.push(shares.len() as i64);
    }
    (starts, groups, shares)
}
