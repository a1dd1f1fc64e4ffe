//! Parameters of statements from Python values.

use conceptgraph::Value;
use conceptgraph::query::catalogue::Language;
use conceptgraph::store::ParameterValue;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyList, PyTuple};
use serde_json::Value as Json;

/// The parameters of a statement, by name.
pub(crate) type Parameters = Vec<(String, ParameterValue)>;

/// Converts a dictionary to the parameters of a statement.
///
/// # Errors
/// Returns an error if no database has values of a value's type.
pub(crate) fn read_parameters(
    given: Option<&Bound<'_, PyDict>>,
    language: Language,
) -> PyResult<Parameters> {
    let entry = |(name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
        let name: String = name.extract()?;
        let value = to_json(&value).ok_or_else(|| {
            let kind = value.get_type();
            PyValueError::new_err(format!(
                "parameter {name:?} is {kind}; give None, a bool, a number of up to 64 bits, a \
                 text, or a list of these"
            ))
        })?;
        Ok((name, ParameterValue::Value(to_value(value, language))))
    };
    given.into_iter().flatten().map(entry).collect()
}

fn to_json(value: &Bound<'_, PyAny>) -> Option<Json> {
    if value.is_none() {
        Some(Json::Null)
    } else if let Ok(is) = value.extract::<bool>() {
        Some(Json::Bool(is))
    } else if let Ok(number) = value.extract::<i64>() {
        Some(number.into())
    } else if let Ok(text) = value.extract::<String>() {
        Some(Json::String(text))
    } else if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        value.try_iter().ok()?.map(|item| to_json(&item.ok()?)).collect()
    } else if value.is_instance_of::<PyInt>() {
        // The integer has more than 64 bits.
        None
    } else {
        // JSON has neither NaN nor infinities.
        value.extract::<f64>().ok().filter(|number| number.is_finite()).map(Json::from)
    }
}

/// Converts a value for a database. In SQL, a Boolean is an integer and a list is text.
fn to_value(value: Json, language: Language) -> Value {
    match value {
        Json::Null => Value::Null,
        Json::String(text) => Value::Text(text),
        Json::Bool(is) if language == Language::Sql => Value::Int(is.into()),
        Json::Number(number) => match number.as_i64() {
            Some(number) => Value::Int(number),
            None => Value::real(number.as_f64()),
        },
        other => Value::Json(other),
    }
}

/// Returns the mismatch between the parameters of a statement and the given values, or `None` if
/// they agree.
pub(crate) fn parameter_fault(
    stated: &[String],
    given: &Parameters,
    language: Language,
) -> Option<String> {
    let mark = match language {
        Language::Sql => ":",
        Language::Cypher => "$",
    };
    let is_given = |name: &str| {
        // The parameter `$graph` always has the name of the graph.
        given.iter().any(|(known, _)| known == name) || (mark, name) == ("$", "graph")
    };
    let fault = |parameter: &String| match parameter.strip_prefix(mark) {
        Some(name) if is_given(name) => None,
        Some(name) => Some(format!(
            "the statement has the parameter {parameter}, and no value is given for {name:?}"
        )),
        None => Some(format!("the statement has the parameter {parameter}; write :name instead")),
    };
    stated.iter().find_map(fault).or_else(|| {
        let is_stated = |name: &str| stated.iter().any(|known| known[1..] == *name);
        let (name, _) = given.iter().find(|(name, _)| !is_stated(name))?;
        Some(format!("{name:?} is given, and the statement has no parameter {mark}{name}"))
    })
}
