//! What a graph leaves behind when another takes its place: the old one is removed, and the new one
//! takes the name, some nodes at a time, as a server of any size can.
//!
//! Everything here can be killed at any moment and is then finished by the next load or removal of
//! that name, or by `check`. While nodes take the name, the graph is `renaming`, and readers get
//! one line to wait. [`GRACE`] passes between a change of the status and the first change of a
//! node, so that whoever reads for a shorter time has read one graph.

use neo4rs::query;

use super::entries::{Entry, entries};
use super::foreign;
use super::server::{GRACE, Server};
use crate::base::progress::Progress;
use crate::store::{Error, Result};

/// Marks every graph of that name, ready or not.
pub(super) const OF_NAME: &str = "name: $value";
/// Marks what was loaded under that key.
pub(super) const HALF_LOADED: &str = "graph: $value, status: 'loading'";

/// Marks graphs for removal; whether there was any. A load under way finds its `:Load` nodes gone
/// and ends.
pub(super) fn mark_for_removal(server: &Server, which: &str, value: &str) -> Result<bool> {
    let mark = format!(
        "MATCH (g:Graph {{{which}}})
         SET g.status = 'removing'
         WITH g
         OPTIONAL MATCH (l:Load {{graph: g.graph}})
         DELETE l
         RETURN DISTINCT g.graph"
    );
    Ok(!server.write(query(&mark).param("value", value), |_| Ok(()))?.is_empty())
}

/// Removes what is left of graphs of that name that were given up or replaced, and gives the name
/// to a graph that has to take it.
pub(super) fn clean_up(server: &Server, name: &str, progress: &Progress) -> Result<()> {
    let ended = || progress.interrupted();
    let all = entries(server)?;
    let of_name = |entry: &&Entry| entry.name == name;
    let whole = all.iter().filter(of_name).find(|entry| entry.is_whole());
    for old in all.iter().filter(of_name).filter(|entry| entry.status == "removing") {
        Server::pause(GRACE, &ended)?;
        foreign::carry(server, &old.key, whole.map(|new| new.key.as_str()), progress)?;
        // One that was taking its name has nodes under both. Its own node goes last.
        if old.key != name && !all.iter().any(|other| other.key == name) {
            remove_nodes(server, name, &ended)?;
        }
        remove_nodes(server, &old.key, &ended)?;
    }
    match whole {
        Some(new) if new.key != name => take_name(server, new, &ended),
        _ => Ok(()),
    }
}

/// Does something to nodes or relationships under a key, so many a transaction, until there is none
/// left.
fn each(
    server: &Server,
    [key, name]: [&str; 2],
    found: &str,
    many: u32,
    done: &str,
    ended: &dyn Fn() -> bool,
) -> Result<()> {
    let some = format!(
        "MATCH {found} WITH x LIMIT {many} {done}
         WITH count(*) AS changed WHERE changed > 0 RETURN changed"
    );
    let some = query(&some).param("graph", key).param("name", name);
    server.until_done(&some, ended)
}

/// The nodes with a label under a key.
fn nodes(label: &str) -> String {
    format!("(x:{label}) WHERE x.graph = $graph AND x.id > 0")
}

/// Removes all nodes with a key. The graph's own node goes last, so that what is left is still
/// known to be there.
fn remove_nodes(server: &Server, key: &str, ended: &dyn Fn() -> bool) -> Result<()> {
    // A point can have thousands of neighbours, and be in thousands of clusters: they are counted,
    // not the points.
    let ties = "(p:Point) WHERE p.graph = $graph AND p.id > 0
                MATCH (p)-[x:NEIGHBOR|HAS|MEMBER_OF]->()";
    each(server, [key, key], ties, 20_000, "DELETE x", ended)?;
    for (label, many) in [
        ("Concept", 1_000),
        ("Point", 5_000),
        ("Community", 5_000),
        ("Attribute", 5_000),
        ("Class", 5_000),
    ] {
        each(server, [key, key], &nodes(label), many, "DETACH DELETE x", ended)?;
    }
    let last = "MATCH (g:Graph {graph: $graph, status: 'removing'}) DELETE g";
    server.write(query(last).param("graph", key), |_| Ok(())).map(|_| ())
}

fn take_name(server: &Server, graph: &Entry, ended: &dyn Fn() -> bool) -> Result<()> {
    let (key, name) = (graph.key.as_str(), graph.name.as_str());
    let write = |statement: &str| {
        server.write(query(statement).param("graph", key).param("name", name), |_| Ok(()))
    };
    let begun = write(
        "MATCH (g:Graph {graph: $graph, name: $name})
         WHERE g.status IN ['ready', 'renaming'] AND NOT EXISTS { MATCH (:Graph {graph: $name}) }
         SET g.status = 'renaming' RETURN g.graph",
    )?;
    if begun.is_empty() {
        // Another program has just done it, or has removed it.
        return Ok(());
    }
    Server::pause(GRACE, ended)?;
    let renamed =
        ["Concept", "Class", "Point", "Attribute", "Community"].into_iter().try_for_each(|label| {
            each(server, [key, name], &nodes(label), 5_000, "SET x.graph = $name", ended)
        });
    let end = "MATCH (g:Graph {graph: $graph, status: 'renaming'})
               SET g.graph = $name, g.status = 'ready' RETURN g.graph";
    renamed.and_then(|()| write(end).map(|_| ())).map_err(|error| match error {
        Error::Backend { place, cause, kind } => {
            let cause = format!(
                "{cause}; the graph {name:?} is whole, and takes its name with the next \
                 `conceptgraph check`"
            );
            Error::Backend { place, cause, kind }
        }
        error => error,
    })
}
