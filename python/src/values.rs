//! Rows as Python lists.

use conceptgraph::{Rows, Value};
use pyo3::prelude::*;

/// Converts a value of a row to a Python object.
pub(crate) fn to_object(py: Python<'_>, value: Value) -> PyResult<Py<PyAny>> {
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

/// The columns of rows: the name and the values of each.
pub(crate) type Columns = Vec<(String, Vec<Py<PyAny>>)>;

/// Converts rows to columns.
pub(crate) fn to_columns(py: Python<'_>, rows: Rows) -> PyResult<Columns> {
    let count = rows.rows.len();
    let mut columns: Columns =
        rows.columns.into_iter().map(|name| (name, Vec::with_capacity(count))).collect();
    for (at, row) in rows.rows.into_iter().enumerate() {
        // A million rows take seconds, so signals are checked meanwhile.
        if at % (1 << 12) == 0 {
            py.check_signals()?;
        }
        for ((_, values), value) in columns.iter_mut().zip(row) {
            values.push(to_object(py, value)?);
        }
    }
    Ok(columns)
}
