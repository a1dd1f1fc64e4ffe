//! The statement of a query, run with its parameters or written for the shell of the store.

use super::bind::Argument;
use super::catalogue::{Language, Query};
use super::error::QueryError;
use super::names::Dictionary;
use super::queries::rule;
use crate::base::points::Points;
use crate::base::rows::Value;
use crate::communities::Communities;
use crate::graph::Graph;
use crate::store::{Database, ParameterValue};

pub(super) fn parameters(
    graph: &Graph,
    dictionary: &Dictionary<'_>,
    query: &Query,
    arguments: &[Argument],
) -> Result<Vec<(String, ParameterValue)>, QueryError> {
    let (points, communities): (&Points, &Communities) = (graph.points()?, graph.communities()?);
    let of = |argument: &Argument| -> Result<ParameterValue, QueryError> {
        Ok(ParameterValue::Value(match argument {
            Argument::Nothing => Value::Null,
            Argument::Set(set) => {
                let extent = dictionary.set_extent(set)?.into_iter();
                let names = extent.map(|point| points.name(point).to_owned());
                return Ok(ParameterValue::Names(names.collect()));
            }
            Argument::Point(point) => Value::text(points.name(*point)),
            Argument::Points(all) => {
                let names = all.iter().map(|&point| points.name(point).to_owned());
                return Ok(ParameterValue::Names(names.collect()));
            }
            Argument::Subject(subject) => Value::text(dictionary.cluster(*subject)?.to_string()),
            Argument::Class(class) => {
                points.classes().map_or(Value::Null, |all| Value::text(all.name(*class)))
            }
            Argument::Community(id) => Value::text(communities.name(*id)),
            Argument::Count(count) => Value::count(*count),
            Argument::Share(share) => Value::Real(*share),
            // The intervals of the rule of the cluster that the query is about.
            Argument::Intervals => {
                let subject = arguments.iter().find_map(|argument| match argument {
                    Argument::Subject(subject) => Some(*subject),
                    _ => None,
                });
                let words = match subject {
                    Some(subject) => rule::interval_words(graph, &dictionary.extent(subject)?)?,
                    None => Vec::new(),
                };
                return Ok(ParameterValue::Names(words));
            }
        }))
    };
    let named = query.parameters.iter().zip(arguments);
    named.map(|(parameter, argument)| Ok((parameter.name.clone(), of(argument)?))).collect()
}

/// Runs the statement of a query and returns its rows, in the order of the header's columns.
pub(super) fn run(
    database: &dyn Database,
    query: &Query,
    parameters: &[(String, ParameterValue)],
) -> Result<Vec<Vec<Value>>, QueryError> {
    let named: Vec<(&str, ParameterValue)> =
        parameters.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
    let answer = database.run(&database.with_labels(&query.statement), &named, None)?;
    // An answer without rows needs no check of its columns.
    if answer.rows.is_empty() {
        return Ok(answer.rows);
    }
    let place = |column| answer.columns.iter().position(|name| name == column);
    let places: Option<Vec<usize>> = query.columns.iter().map(place).collect();
    let Some(places) = places.filter(|places| places.len() == answer.columns.len()) else {
        let (promised, found) = (query.columns.clone(), answer.columns);
        return Err(QueryError::Columns { query: query.name.clone(), promised, found });
    };
    let ordered = |row: Vec<Value>| places.iter().map(|&at| row[at].clone()).collect();
    Ok(answer.rows.into_iter().map(ordered).collect())
}

pub(super) fn shell_statement(
    language: Language,
    database: &dyn Database,
    query: &Query,
    parameters: &[(String, ParameterValue)],
) -> String {
    let set = |name: &str, parameter: &ParameterValue| match language {
        Language::Sql => format!(".parameter set :{name} {}\n", sql_literal(parameter)),
        Language::Cypher => format!(":param {name} => {};\n", cypher_literal(parameter)),
    };
    let mut text = match language {
        Language::Sql => String::new(),
        Language::Cypher => {
            set("graph", &ParameterValue::Value(Value::text(database.graph_name())))
        }
    };
    text.extend(parameters.iter().map(|(name, parameter)| set(name, parameter)));
    text + database.with_labels(&query.statement).trim_end()
}

/// Writes a parameter for `.parameter set`: an SQL literal that is quoted as one word.
fn sql_literal(parameter: &ParameterValue) -> String {
    let literal = |text: &str| {
        let literal = format!("'{}'", text.replace('\'', "''"));
        format!("\"{}\"", literal.replace('\\', "\\\\").replace('"', "\\\""))
    };
    match parameter {
        ParameterValue::Names(names) => literal(&serde_json::json!(names).to_string()),
        ParameterValue::Value(Value::Text(text)) => literal(text),
        ParameterValue::Value(Value::Json(json)) => literal(&json.to_string()),
        ParameterValue::Value(Value::Null) => "NULL".to_owned(),
        ParameterValue::Value(Value::Int(number)) => number.to_string(),
        ParameterValue::Value(Value::Real(number)) => format!("{number:?}"),
    }
}

/// Writes a parameter in Cypher; texts and lists of texts are written as in JSON.
fn cypher_literal(parameter: &ParameterValue) -> String {
    match parameter {
        ParameterValue::Names(names) => serde_json::json!(names).to_string(),
        ParameterValue::Value(Value::Text(text)) => serde_json::json!(text).to_string(),
        ParameterValue::Value(Value::Json(json)) => json.to_string(),
        ParameterValue::Value(Value::Null) => "null".to_owned(),
        ParameterValue::Value(Value::Int(number)) => number.to_string(),
        ParameterValue::Value(Value::Real(number)) => format!("{number:?}"),
    }
}
