//! The graphs of a database and their states.

use neo4rs::BoltType;

use super::address::Address;
use super::credentials::Credentials;
use super::display::to_value;
use super::labels::LabelPrefix;
use super::server::Server;
use super::value::get;
use crate::base::rows::Value;
use crate::store::neo4j_rows::SCHEMA;
use crate::store::{Result, StoreError};

/// A condition that tells the node `g` of a graph from another node with the label of one.
pub(super) const OURS: &str = "g.name IS :: STRING NOT NULL AND g.load STARTS WITH g.name + '#'";

/// A graph as its own node describes it.
#[derive(Clone, Debug)]
pub(super) struct GraphEntry {
    pub(super) labels: LabelPrefix,
    pub(super) name: String,
    /// The property `load` of the graph's nodes.
    pub(super) key: String,
    pub(super) status: String,
    /// `true` if the graph's nodes have the property `graph`.
    pub(super) is_named: bool,
    /// The schema version of the graph; 0 if it is unknown.
    pub(super) schema: i64,
    /// The numbers of points, neighbours, concepts and covers.
    numbers: Vec<Value>,
}

impl GraphEntry {
    /// Returns `true` if the graph is complete and the current one of its name.
    pub(super) fn is_ready(&self) -> bool {
        self.status == "ready"
    }

    pub(super) fn into_row(self) -> Vec<Value> {
        let state = match &*self.status {
            "ready" if self.schema == SCHEMA => "ready".to_owned(),
            "ready" => "of another version".to_owned(),
            "loading" => "half loaded".to_owned(),
            "removing" => "half removed".to_owned(),
            "" => "damaged: its status is missing".to_owned(),
            other => format!("damaged: its status is {other}"),
        };
        [Value::Text(self.name), Value::Text(state)].into_iter().chain(self.numbers).collect()
    }
}

pub(super) fn list_entries(server: &Server) -> Result<Vec<GraphEntry>> {
    let all = format!(
        "MATCH (g:Graph) WHERE {OURS}
         RETURN g.name AS name, g.load AS key, toString(g.status) AS status,
                g.graph IS NOT NULL AS named,
                CASE WHEN g.schema IS :: INTEGER NOT NULL THEN g.schema ELSE 0 END AS schema,
                [coalesce(g.points, g.n), g.k, g.concepts, g.covers] AS numbers
         ORDER BY name, key"
    );
    let mut found = Vec::new();
    for labels in LabelPrefix::read_all(server)? {
        found.extend(server.read(labels.query(&all), |row| {
            let numbers: Vec<BoltType> = get(row, "numbers")?;
            Ok(GraphEntry {
                labels: labels.clone(),
                name: get(row, "name")?,
                key: get(row, "key")?,
                status: get::<Option<String>>(row, "status")?.unwrap_or_default(),
                is_named: get(row, "named")?,
                schema: get(row, "schema")?,
                numbers: numbers.into_iter().map(to_value).collect(),
            })
        })?);
    }
    Ok(found)
}

pub(super) fn list_ready(server: &Server) -> Result<Vec<String>> {
    let ready = list_entries(server)?.into_iter().filter(GraphEntry::is_ready);
    let mut names: Vec<String> = ready.map(|entry| entry.name).collect();
    names.sort_unstable();
    Ok(names)
}

/// Refuses the name of an existing graph, unless `force` is set.
pub(super) fn check(server: &Server, name: &str, force: bool) -> Result<()> {
    let taken = |entry: &GraphEntry| entry.is_ready() && entry.name == name;
    if !force && list_entries(server)?.iter().any(taken) {
        let found = format!("{}: there is already a graph {name:?}", server.address().server());
        return Err(StoreError::Exists { found, another: "name another by ?graph=" });
    }
    Ok(())
}

/// Returns a row for each graph: its name, its state, and its final numbers of points, neighbours,
/// concepts and covers.
///
/// # Errors
/// Returns an error if the server cannot be reached or fails.
pub fn list_graphs(address: &Address, credentials: &Credentials) -> Result<Vec<Vec<Value>>> {
    let all = list_entries(&Server::connect(address, credentials)?)?;
    Ok(all.into_iter().map(GraphEntry::into_row).collect())
}
