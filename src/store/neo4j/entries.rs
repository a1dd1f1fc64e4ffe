//! Which graphs a database holds, and what state each is in.

use neo4rs::query;

use super::address::Address;
use super::credentials::Credentials;
use super::server::Server;
use super::shown::value;
use super::value::get;
use crate::base::numbers::counted;
use crate::base::rows::Value;
use crate::store::neo4j_rows::SCHEMA;
use crate::store::{Error, Result};

/// A graph as its node describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) key: String,
    pub(super) status: String,
    /// Of the load that made it, until it is done.
    pub(super) fingerprint: Option<i64>,
}

impl Entry {
    /// Whether it is the graph of its name, though it may still have to take this.
    pub(super) fn is_whole(&self) -> bool {
        ["ready", "renaming"].contains(&self.status.as_str())
    }
}

/// All graphs, whatever their state.
pub(super) fn entries(server: &Server) -> Result<Vec<Entry>> {
    let all = "MATCH (g:Graph)
               WHERE g.graph IS :: STRING NOT NULL AND g.name IS :: STRING NOT NULL
               RETURN g.name AS name, g.graph AS graph, g.status AS status,
                      g.fingerprint AS fingerprint
               ORDER BY graph";
    server.read(query(all), |row| {
        Ok(Entry {
            name: get(row, "name")?,
            key: get(row, "graph")?,
            status: get::<Option<String>>(row, "status")?.unwrap_or_default(),
            fingerprint: get(row, "fingerprint")?,
        })
    })
}

/// The names of the graphs that can be read, sorted.
pub(super) fn ready(server: &Server) -> Result<Vec<String>> {
    let ready = entries(server)?.into_iter().filter(|entry| entry.status == "ready");
    let mut names: Vec<String> = ready.map(|entry| entry.name).collect();
    names.sort_unstable();
    Ok(names)
}

/// Refuses a name that is taken, unless it may be replaced.
pub(super) fn check(server: &Server, name: &str, force: bool) -> Result<()> {
    let taken = |entry: &Entry| entry.is_whole() && entry.name == name;
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
    let all = "MATCH (g:Graph) WHERE g.graph IS :: STRING NOT NULL AND g.name IS :: STRING NOT NULL
               CALL (g) {
                 WITH * WHERE g.status IN ['loading', 'removing']
                 MATCH (c:Concept) WHERE c.graph = g.graph AND c.id > 0
                 RETURN count(c) AS there
               }
               RETURN g.name AS name, toString(g.status) AS status, g.schema = $schema AS known,
                      [g.n, g.k, g.concepts, g.covers] AS numbers, there
               ORDER BY name, g.graph";
    let server = Server::connect(address, credentials)?;
    server.read(query(all).param("schema", SCHEMA), |row| {
        let clusters = counted(get(row, "there")?, "cluster", "clusters");
        let status: Option<String> = get(row, "status")?;
        let known: Option<bool> = get(row, "known")?;
        let state = match status.as_deref() {
            Some("ready") if known == Some(true) => "ready".to_owned(),
            Some("ready") => "of another version".to_owned(),
            Some("renaming") => "taking its name".to_owned(),
            Some("loading") => format!("half loaded ({clusters})"),
            Some("removing") => format!("half removed ({clusters} left)"),
            other => format!("damaged: its status is {}", other.unwrap_or("missing")),
        };
        let numbers: Vec<neo4rs::BoltType> = get(row, "numbers")?;
        let own = [Value::Text(get(row, "name")?), Value::Text(state)];
        Ok(own.into_iter().chain(numbers.into_iter().map(value)).collect())
    })
}
