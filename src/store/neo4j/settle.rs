//! What a graph leaves behind when another takes its place: the old one is removed, and the new one
//! takes the name, some nodes at a time, as a server of any size can.
//!
//! Everything here can be killed at any moment and is then finished by the next load or removal of
//! that name, or by `check`. While nodes take the name, the graph is `renaming`, and readers get
//! one line to wait. [`GRACE`] passes between a change of the status and the first change of a
//! node, so that whoever reads for a shorter time has read one graph.

use neo4rs::{Query, query};

use super::entries::{Entry, entries};
use super::foreign;
use super::server::{GRACE, Server};
use super::sweep::sweep;
use crate::base::progress::Progress;
use crate::store::{Error, Result};

/// Removes what is left of graphs of that name that were given up or replaced, and gives the name
/// to a graph that has to take it.
pub(super) fn settle(server: &Server, name: &str, progress: &Progress) -> Result<()> {
    let ended = || progress.interrupted();
    let all = entries(server)?;
    let of_name = |entry: &&Entry| entry.name == name;
    let whole = all.iter().filter(of_name).find(|entry| entry.is_whole());
    for old in all.iter().filter(of_name).filter(|entry| entry.status == "removing") {
        Server::pause(GRACE, &ended)?;
        foreign::carry(server, &old.key, whole.map(|new| new.key.as_str()), progress)?;
        // One that was taking its name has nodes under both. Its own node goes last.
        if old.key != name && !all.iter().any(|other| other.key == name) {
            sweep(server, name, old.concepts, &ended)?;
        }
        sweep(server, &old.key, old.concepts, &ended)?;
    }
    match whole {
        Some(new) if new.key != name => take_name(server, new, &ended),
        _ => Ok(()),
    }
}

/// Some nodes under a key take the name; no row when there are none left.
macro_rules! take {
    ($label:literal, $which:literal) => {
        concat!(
            "MATCH (n:",
            $label,
            ") WHERE n.graph = $graph AND ",
            $which,
            " WITH n LIMIT 2000 SET n.graph = $name
              WITH count(*) AS named WHERE named > 0 RETURN named"
        )
    };
}

const LOWER: [&str; 2] = [take!("Concept", "0 < n.id <= $half"), take!("Class", "n.id > 0")];
const UPPER: [&str; 4] = [
    take!("Concept", "n.id > $half"),
    take!("Point", "n.id > 0"),
    take!("Attribute", "n.id > 0"),
    take!("Community", "n.id > 0"),
];

fn take_name(server: &Server, graph: &Entry, ended: &dyn Fn() -> bool) -> Result<()> {
    let about = |statement: &str| {
        let statement = query(statement).param("graph", graph.key.as_str());
        statement.param("name", graph.name.as_str()).param("half", graph.concepts / 2)
    };
    let begin = "MATCH (g:Graph {graph: $graph, name: $name})
                 WHERE g.status IN ['ready', 'renaming']
                   AND NOT EXISTS { MATCH (:Graph {graph: $name}) }
                 SET g.status = 'renaming' RETURN g.graph";
    if server.write(about(begin), |_| Ok(()))?.is_empty() {
        // Another program has just done it, or has removed it.
        return Ok(());
    }
    Server::pause(GRACE, ended)?;
    let lanes = [&LOWER[..], &UPPER[..]];
    let lanes = lanes.map(|lane| lane.iter().map(|step| about(step)).collect::<Vec<Query>>());
    let end = "MATCH (g:Graph {graph: $graph, status: 'renaming'})
               SET g.graph = $name, g.status = 'ready', g.fingerprint = null RETURN g.graph";
    let named = server.until_done(lanes, ended);
    named.and_then(|()| server.write(about(end), |_| Ok(())).map(|_| ())).map_err(|error| {
        match error {
            Error::Backend { place, cause } => {
                let cause = format!(
                    "{cause}; the graph {:?} is whole, and takes its name with the next \
                     `conceptgraph check`",
                    graph.name
                );
                Error::Backend { place, cause }
            }
            error => error,
        }
    })
}
