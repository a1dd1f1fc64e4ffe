//! Which graphs a database holds, and what state each is in.

use neo4rs::query;

use super::server::Server;
use super::value::get;
use crate::store::{Error, Result};

/// A graph as its node describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) key: String,
    pub(super) status: String,
    /// How many concepts it has, or will have.
    pub(super) concepts: i64,
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
                      CASE WHEN g.concepts IS :: INTEGER NOT NULL THEN g.concepts ELSE 0 END
                          AS concepts,
                      g.fingerprint AS fingerprint
               ORDER BY graph";
    server.read(query(all), |row| {
        Ok(Entry {
            name: get(row, "name")?,
            key: get(row, "graph")?,
            status: get::<Option<String>>(row, "status")?.unwrap_or_default(),
            concepts: get(row, "concepts")?,
            fingerprint: get(row, "fingerprint")?,
        })
    })
}

/// The names of the graphs that can be read.
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

/// Marks every graph of that name, ready or not, for removal; whether there was any. A load under
/// way finds its `:Load` nodes gone and ends.
pub(super) fn mark_for_removal(server: &Server, name: &str) -> Result<bool> {
    let mark = "MATCH (g:Graph {name: $name})
                SET g.status = 'removing'
                WITH g
                OPTIONAL MATCH (l:Load {graph: g.graph})
                DELETE l
                RETURN DISTINCT g.graph";
    Ok(!server.write(query(mark).param("name", name), |_| Ok(()))?.is_empty())
}
