//! Which graphs a database holds, and what state each is in.

use neo4rs::Row;

use super::address::Address;
use super::credentials::Credentials;
use super::labels::LabelPrefix;
use super::server::Server;
use super::shown::value;
use super::value::get;
use crate::base::numbers::counted;
use crate::base::rows::Value;
use crate::store::neo4j_rows::SCHEMA;
use crate::store::row_store::Decoded;
use crate::store::{Error, Result};

/// What tells the node `g` of a graph from a node of somebody else's with the same label. One of an
/// older version has its key as `graph`.
pub(super) const OURS: &str = "g.name IS :: STRING NOT NULL AND (g.load STARTS WITH g.name + '#' \
     OR g.load IS NULL AND g.schema < 10 AND g.graph IS :: STRING NOT NULL)";

/// A graph as its node describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) labels: LabelPrefix,
    pub(super) name: String,
    /// What its nodes have as `load`.
    pub(super) key: String,
    pub(super) status: String,
    /// Whether its nodes have its name as `graph`.
    pub(super) is_named: bool,
    pub(super) is_of_old_version: bool,
    /// Whether it has communities for GraphRAG.
    pub(super) has_graph_rag: bool,
    /// Of the load that made it, until it is done.
    pub(super) fingerprint: Option<i64>,
}

impl Entry {
    /// Whether it is the graph of its name.
    pub(super) fn is_ready(&self) -> bool {
        // Of an older version that was killed while its graph took its name.
        ["ready", "renaming"].contains(&self.status.as_str())
    }

    /// What holds of its nodes, called so, where `$load` is its key. Those of an older version have
    /// that as `graph`, and it may be the name of a newer one.
    pub(super) fn has(&self, node: &str) -> String {
        if self.is_of_old_version {
            format!("{node}.graph = $load AND {node}.load IS NULL")
        } else {
            format!("{node}.load = $load")
        }
    }
}

/// All graphs, whatever their state.
pub(super) fn entries(server: &Server) -> Result<Vec<Entry>> {
    let all = format!(
        "MATCH (g:Graph) WHERE {OURS}
         RETURN g.name AS name, coalesce(g.load, g.graph) AS key, toString(g.status) AS status,
                g.graph IS NOT NULL AS named, g.load IS NULL AS old,
                coalesce(g.graphRag = true, false) AS rag, g.fingerprint AS fingerprint
         ORDER BY key"
    );
    let mut found = Vec::new();
    for labels in LabelPrefix::all(server)? {
        found.extend(server.read(labels.query(&all), |row| {
            Ok(Entry {
                labels: labels.clone(),
                name: get(row, "name")?,
                key: get(row, "key")?,
                status: get::<Option<String>>(row, "status")?.unwrap_or_default(),
                is_named: get(row, "named")?,
                is_of_old_version: get(row, "old")?,
                has_graph_rag: get(row, "rag")?,
                fingerprint: get(row, "fingerprint")?,
            })
        })?);
    }
    Ok(found)
}

/// The names of the graphs that can be read, sorted.
pub(super) fn ready(server: &Server) -> Result<Vec<String>> {
    let ready = entries(server)?.into_iter().filter(Entry::is_ready);
    let mut names: Vec<String> = ready.map(|entry| entry.name).collect();
    names.sort_unstable();
    Ok(names)
}

/// Refuses a name that is taken, unless it may be replaced.
pub(super) fn check(server: &Server, name: &str, force: bool) -> Result<()> {
    let taken = |entry: &Entry| entry.is_ready() && entry.name == name;
    if !force && entries(server)?.iter().any(taken) {
        let found = format!("{}: there is already a graph {name:?}", server.address().server());
        return Err(Error::Exists { found, another: "name another by ?graph=" });
    }
    Ok(())
}

/// Each graph on a server: its name, its state, and how many points, neighbours, clusters and
/// covers it has or will have.
///
/// # Errors
/// A server that cannot be reached or fails.
pub fn list_graphs(address: &Address, credentials: &Credentials) -> Result<Vec<Vec<Value>>> {
    list(&Server::connect(address, credentials)?)
}

/// The same of a server that is connected.
pub(super) fn list(server: &Server) -> Result<Vec<Vec<Value>>> {
    let all = format!(
        "MATCH (g:Graph) WHERE {OURS}
         CALL (g) {{
           WITH * WHERE g.status IN ['loading', 'removing']
           MATCH (c:Concept) WHERE c.load = g.load AND c.id > 0
           RETURN count(c) AS there
         }}
         RETURN g.name AS name, toString(g.status) AS status, g.schema = $schema AS known,
                [g.n, g.k, g.concepts, g.covers] AS numbers, there
         ORDER BY name, coalesce(g.load, g.graph)"
    );
    let mut found = Vec::new();
    for labels in LabelPrefix::all(server)? {
        found.extend(server.read(labels.query(&all).param("schema", SCHEMA), listed)?);
    }
    Ok(found)
}

/// A row of the list.
fn listed(row: &Row) -> Decoded<Vec<Value>> {
    let clusters = counted(get(row, "there")?, "cluster", "clusters");
    let status: Option<String> = get(row, "status")?;
    let known: Option<bool> = get(row, "known")?;
    let state = match status.as_deref() {
        Some("ready") if known == Some(true) => "ready".to_owned(),
        Some("ready" | "renaming") => "of another version".to_owned(),
        Some("loading") => format!("half loaded ({clusters})"),
        Some("removing") => format!("half removed ({clusters} left)"),
        other => format!("damaged: its status is {}", other.unwrap_or("missing")),
    };
    let numbers: Vec<neo4rs::BoltType> = get(row, "numbers")?;
    let own = [Value::Text(get(row, "name")?), Value::Text(state)];
    Ok(own.into_iter().chain(numbers.into_iter().map(value)).collect())
}
