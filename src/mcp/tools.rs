//! What can be asked: a tool for each query that tells something, and some for the whole graph.

use std::sync::Arc;

use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::{Value as Json, json};

use super::arguments::{LIMIT, MOST_ROWS, is_limit, usual_limit};
use crate::query::catalogue::{Catalogue, Language, Parameter, ParameterKind, Query};

/// What the graph is.
pub(super) const ABOUT: &str = "about";
/// Where a new row belongs.
pub(super) const PLACE: &str = "place";
/// What statements can query.
pub(super) const SCHEMA: &str = "schema";

/// The queries that are tools, in the order in which one asks them. An assistant chooses worse from
/// more of them; what the others answer, a statement finds too.
const TELLING: [&str; 13] = [
    "communities",
    "describe",
    "contrast",
    "community",
    "membership",
    "between",
    "why",
    "nearest",
    "lca",
    "containing",
    "members",
    "landmarks",
    "rule",
];

/// The queries that are tools: those that tell, and those of somebody's own.
pub(super) fn queries(catalogue: &Catalogue) -> impl Iterator<Item = &Query> {
    let telling = TELLING.iter().filter_map(|name| catalogue.find(name).ok());
    let program = Catalogue::sql();
    let is_own = move |query: &&Query| program.find(&query.name).is_err();
    telling.chain(catalogue.queries().iter().filter(is_own))
}

/// All tools; `point` is the name of one of the graph.
pub(super) fn tools(catalogue: &Catalogue, point: &str) -> Vec<Tool> {
    let language = catalogue.language();
    let text = |means: &str| json!({"type": "string", "description": means});
    let about = tool(
        ABOUT,
        "What this graph is: its size, columns, classes, whether groups stand apart, and what \
         purities are worth beside chance",
        &[],
    );
    let schema = tool(
        SCHEMA,
        "The tables or nodes that statements can query, with their columns; or how one is defined",
        &[("table", text("one of them"), false)],
    );
    let rows = json!({
        "type": "object",
        "description": "a value for each column of features, by name; `about` names them",
        "additionalProperties": {"type": ["number", "string"]},
    });
    let place = tool(
        PLACE,
        "Where a new row belongs: its smallest cluster, landmarks, communities and nearest points",
        &[("row", rows, true)],
    );
    let statement = match language {
        Language::Sql => "The rows of a reading statement in the SQL of SQLite; see `schema` first",
        Language::Cypher => {
            "The rows of a reading statement in Cypher; see `schema` first. $graph is the name \
             of this graph, which its nodes have: MATCH (p:Point {graph: $graph})"
        }
    };
    let statement = tool(
        language.name(),
        statement,
        &[("statement", text("a statement that reads"), true), limit(None)],
    );
    let mut all = vec![about];
    all.extend(queries(catalogue).map(|query| of_query(query, point)));
    all.extend([place, schema, statement]);
    all
}

fn of_query(query: &Query, point: &str) -> Tool {
    let typed = query.parameters.iter().filter(|p| p.kind != ParameterKind::Intervals);
    let mut properties: Vec<_> = typed
        .filter(|parameter| !is_limit(parameter))
        .map(|p| (p.name.as_str(), meaning(p, point), p.default.is_none()))
        .collect();
    // Words have no rows to be limited.
    if query.columns != ["description"] {
        properties.push(limit(Some(query)));
    }
    tool(&query.name, &query.title, &properties)
}

fn limit(query: Option<&Query>) -> (&'static str, Json, bool) {
    let usual = query.map_or_else(|| usual_limit(&[]), |query| usual_limit(&query.parameters));
    let rows = json!({
        "type": "integer",
        "description": "at most this many rows",
        "minimum": 1,
        "maximum": MOST_ROWS,
        "default": usual,
    });
    (LIMIT, rows, false)
}

/// The schema of a parameter.
fn meaning(parameter: &Parameter, point: &str) -> Json {
    let text = |means: String| json!({"type": "string", "description": means});
    match parameter.kind {
        ParameterKind::Point => text(format!("a point, such as {point}")),
        ParameterKind::Points => json!({
            "type": "array",
            "items": {"type": "string"},
            "minItems": 1,
            "description": format!(
                "points, such as {point}; clusters and communities stand for all their points"
            ),
        }),
        ParameterKind::Concept => text(format!(
            "a cluster, such as c12, or by points that generate it, as {{{point}}}; or a \
             community, such as g1"
        )),
        ParameterKind::Class => text("a class; `about` names them".to_owned()),
        ParameterKind::Community => text("a community, such as g1".to_owned()),
        ParameterKind::Count => json!({"type": "integer", "minimum": 1}),
        ParameterKind::Share => json!({"type": "number", "exclusiveMinimum": 0, "maximum": 1}),
        ParameterKind::Intervals => json!({}),
    }
}

fn tool(name: &str, does: &str, properties: &[(&str, Json, bool)]) -> Tool {
    let required = properties.iter().filter(|(_, _, is_required)| *is_required);
    let mut schema = JsonObject::new();
    schema.insert("type".to_owned(), json!("object"));
    schema.insert(
        "properties".to_owned(),
        properties.iter().map(|(name, schema, _)| ((*name).to_owned(), schema.clone())).collect(),
    );
    schema.insert("required".to_owned(), required.map(|(name, ..)| *name).collect());
    schema.insert("additionalProperties".to_owned(), json!(false));
    let hints = ToolAnnotations::new().read_only(true).idempotent(true).open_world(false);
    Tool::new(name.to_owned(), does.to_owned(), Arc::new(schema)).with_annotations(hints)
}
