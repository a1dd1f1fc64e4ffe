//! Removal of a graph, and of the nodes that it leaves behind when another one replaces it.
//!
//! Two properties of a node name its graph: `load`, the key by which the program reads, from the
//! start; and `graph`, the name by which users do, while the graph is complete. So a statement of a
//! user never meets half a graph.
//!
//! All of this can be killed at any moment, and is then finished by the next load or removal of the
//! name, or by `check`. Before the first node is removed, [`GRACE_PERIOD`] passes, older statements
//! get time to end, and the graph's own node is marked `removed`: a reader that finds the node
//! without the mark after a read has read the whole graph.

use tokio::time::Instant;

use super::entries::{GraphEntry, OURS, list_entries};
use super::labels::LabelPrefix;
use super::schema;
use super::server::{GRACE_PERIOD, Server};
use super::user_additions;
use crate::base::progress::Progress;
use crate::store::{Result, StoreError};

/// A pattern of the graphs to be marked: every graph of a name, ready or not.
pub(super) const ANY_OF_NAME: &str = "name: $value";
/// A pattern of the graph to be marked: the half-loaded one under a key.
pub(super) const HALF_LOADED: &str = "load: $value, status: 'loading'";
/// The labels of a graph's nodes without its own node, the most nodes first.
const NODE_LABELS: [&str; 5] = ["Concept", "Point", "Community", "Attribute", "Class"];
/// The number of nodes that get or lose the name in one transaction, if the server has the memory.
const NODES_PER_TRANSACTION: u32 = 1 << 22;
/// The number of nodes below which a transaction is not made smaller.
const MIN_TRANSACTION: u32 = 100;

/// Marks graphs for removal, and returns `true` if there was any. A running load finds its graph no
/// longer `loading`, and ends.
pub(super) fn mark_for_removal(
    server: &Server,
    labels: &LabelPrefix,
    which: &str,
    value: &str,
) -> Result<bool> {
    let mark = format!(
        "MATCH (g:Graph {{{which}}}) WHERE {OURS}
         SET g.status = 'removing', g.graph = null
         RETURN g.name"
    );
    Ok(!server.write(labels.query(&mark).param("value", value), |_| Ok(()))?.is_empty())
}

/// Gives the name of the abandoned and replaced graphs to the complete one, and removes them.
pub(super) fn clean_up(server: &Server, name: &str, progress: &Progress) -> Result<()> {
    let ended = || progress.is_interrupted();
    let all = list_entries(server)?;
    let of_name = |entry: &&GraphEntry| entry.name == name;
    let whole = all.iter().filter(of_name).find(|entry| entry.is_ready());
    let removed = || all.iter().filter(of_name).filter(|entry| entry.status == "removing");
    for old in removed() {
        name_nodes(server, old, false, &ended)?;
    }
    if let Some(new) = whole.filter(|new| !new.is_named) {
        name_nodes(server, new, true, &ended)?;
        let named = "MATCH (g:Graph {load: $load, status: 'ready'}) SET g.graph = g.name";
        server.write(new.labels.query(named).param("load", new.key.as_str()), |_| Ok(()))?;
    }
    let moment = Instant::now();
    for old in removed() {
        Server::pause(GRACE_PERIOD, &ended)?;
        server.wait_for_older(moment, &ended)?;
        let removed = "MATCH (g:Graph {load: $load, status: 'removing'}) SET g.removed = true";
        server.write(old.labels.query(removed).param("load", old.key.as_str()), |_| Ok(()))?;
        user_additions::move_relationships(server, old, whole, progress)?;
        remove_nodes(server, old, &ended)?;
    }
    Ok(())
}

/// Returns the clauses, for one transaction, that give the graph `g` its name and take it from the
/// graphs with these labels whose keys are `olds`.
pub(super) fn naming_clauses() -> String {
    let one = |label: &&str| {
        format!(
            "CALL (olds) {{
               UNWIND olds AS load
               MATCH (x:{label} {{load: load}}) WHERE x.id > 0
               REMOVE x.graph
             }}
             CALL (g) {{
               MATCH (x:{label} {{load: g.load}}) WHERE x.id > 0
               SET x.graph = g.name
             }}\n"
        )
    };
    NODE_LABELS.iter().map(one).collect::<String>() + "SET g.graph = g.name\n"
}

fn name_nodes(
    server: &Server,
    graph: &GraphEntry,
    named: bool,
    ended: &dyn Fn() -> bool,
) -> Result<()> {
    let (which, change) =
        if named { ("IS NULL", "SET x.graph = $name") } else { ("IS NOT NULL", "REMOVE x.graph") };
    NODE_LABELS.iter().try_for_each(|label| {
        let found = format!("(x:{label}) WHERE x.load = $load AND x.id > 0 AND x.graph {which}");
        change_all(server, graph, &found, NODES_PER_TRANSACTION, change, ended)
    })
}

/// Removes all nodes of a graph, its own node last, by which the others are found. The constraints
/// and indexes go with the last graph.
fn remove_nodes(server: &Server, graph: &GraphEntry, ended: &dyn Fn() -> bool) -> Result<()> {
    // A point can have thousands of relationships, so these are counted, not points.
    let ties = "(x:Point) WHERE x.load = $load AND x.id > 0
                MATCH (x)-[tie:NEIGHBOR|HAS|MEMBER_OF]->() WITH tie AS x";
    change_all(server, graph, ties, 20_000, "DELETE x", ended)?;
    for label in NODE_LABELS {
        let many = if label == "Concept" { 1_000 } else { 5_000 };
        let nodes = format!("(x:{label}) WHERE x.load = $load AND x.id > 0");
        change_all(server, graph, &nodes, many, "DETACH DELETE x", ended)?;
    }
    let others = || -> Result<Vec<GraphEntry>> {
        let all = list_entries(server)?.into_iter();
        Ok(all.filter(|entry| entry.key != graph.key).collect())
    };
    schema::remove(server, &graph.labels, &others()?)?;
    let last = "MATCH (x:Graph {load: $load, status: 'removing'}) DETACH DELETE x";
    let last = graph.labels.query(last).param("load", graph.key.as_str());
    server.write(last, |_| Ok(()))?;
    // A load may have begun in the meantime.
    match others()?.iter().any(|entry| entry.labels == graph.labels) {
        true => schema::create_constraints(server, &graph.labels, ended),
        false => Ok(()),
    }
}

/// Changes the elements that match `found`, `many` per transaction or as memory allows.
fn change_all(
    server: &Server,
    graph: &GraphEntry,
    found: &str,
    mut many: u32,
    change: &str,
    ended: &dyn Fn() -> bool,
) -> Result<()> {
    while !ended() {
        let some = format!(
            "MATCH {found} WITH x LIMIT {many} {change}
             WITH count(*) AS changed WHERE changed > 0 RETURN changed"
        );
        let some = graph.labels.query(&some).param("load", graph.key.as_str());
        let some = some.param("name", graph.name.as_str());
        match server.try_write(some.clone(), ended)? {
            Some(0) => return Ok(()),
            Some(_) => {}
            None if many > MIN_TRANSACTION => many /= 2,
            None => drop(server.write_until(some, ended)?),
        }
    }
    Err(StoreError::Interrupted)
}
