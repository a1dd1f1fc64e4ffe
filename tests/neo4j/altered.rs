//! Altered graphs in a server: whatever a property holds, every question gets an answer or a
//! one-line error.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use conceptgraph::graph::Graph;
use conceptgraph::query::catalogue::Catalogue;
use conceptgraph::store::Database;
use conceptgraph_engine::base::rows::Value;
use libtest_mimic::{Failed, Trial};

use crate::install::LTS;
use crate::server::Server;
use crate::support::altered::ask::{Words, everything, one_line};
use crate::support::graphs;
use crate::support::{Folder, same};
use crate::{Shared, is_equal, loaded, open};

/// The environment variable with which all alterations are made and all questions asked.
const LONG: &str = "CONCEPTGRAPH_ALTERED_STORES";
/// The longest time that a question may take.
const PATIENCE: Duration = Duration::from_secs(60);

pub fn trials(shared: &Arc<Shared>) -> Vec<Trial> {
    vec![
        on!(shared, LTS, properties_of_any_value),
        on!(shared, LTS, relationships_too_many_or_too_few),
        on!(shared, LTS, a_copy_counts_what_it_read),
    ]
}

/// The patterns that find an altered thing: one, and all that may have the mark.
const ALTERED: [(&str, &str); 5] = [
    ("(x:Concept {graph: $g, id: 5})", "(x:Concept)"),
    ("(x:Point {graph: $g, id: 3})", "(x:Point)"),
    ("(x:Class {graph: $g, id: 1})", "(x:Class)"),
    ("(x:Graph {name: $g})", "(x:Graph)"),
    ("(:Concept {graph: $g, id: 6})-[x:HAS_CLASS]->()", "()-[x:HAS_CLASS]->()"),
];

/// The properties by which a graph is found, by other tests too.
const UNALTERED: [&str; 2] = ["name", "status"];

/// The values that each property is given.
const VALUES: [&str; 16] = [
    "null",
    "-1",
    "0",
    "7",
    "99",
    "4294967297",
    "4611686018427387904",
    "9223372036854775807",
    "0.5",
    "0.0/0.0",
    "'x'",
    "''",
    "true",
    "[0]",
    "[2, 1]",
    "['n', 'x', 'y', 'z']",
];

/// The divisor of the alterations of properties, unless all are made: less than the number of
/// values, so that every property is altered, and prime to it, so that every value occurs.
const SOME: usize = 15;

/// The statements that alter relationships, each with the one that undoes it.
const RELATIONSHIPS: [(&str, &str); 6] = [
    (
        "MATCH (a:Concept {graph: $g, id: 9}), (b:Concept {graph: $g, id: 2})
         CREATE (a)-[:COVERED_BY {new: 1}]->(b)",
        "MATCH (:Concept {graph: $g, id: 9})-[r:COVERED_BY {new: 1}]->() DELETE r",
    ),
    (
        "MATCH (a:Concept {graph: $g, id: 3}) CREATE (a)-[:COVERED_BY {new: 1}]->(a)",
        "MATCH (:Concept {graph: $g, id: 3})-[r:COVERED_BY {new: 1}]->() DELETE r",
    ),
    (
        "MATCH (a:Concept {graph: $g, id: 5})-[r:COVERED_BY]->(b) WITH a, b, r LIMIT 1
         CREATE (a)-[:GONE]->(b) DELETE r",
        "MATCH (a:Concept {graph: $g})-[r:GONE]->(b) CREATE (a)-[:COVERED_BY]->(b) DELETE r",
    ),
    (
        "MATCH (a:Point {graph: $g, id: 3})-[:NEIGHBOR]->(b) WITH a, b LIMIT 1
         CREATE (a)-[:NEIGHBOR {new: 1}]->(b)",
        "MATCH (:Point {graph: $g, id: 3})-[r:NEIGHBOR {new: 1}]->() DELETE r",
    ),
    (
        "MATCH (a:Point {graph: $g, id: 3})-[r:MEMBER_OF]->(b) WITH a, b, r LIMIT 1
         CREATE (a)-[:GONE]->(b) DELETE r",
        "MATCH (a:Point {graph: $g})-[r:GONE]->(b) CREATE (a)-[:MEMBER_OF]->(b) DELETE r",
    ),
    (
        "MATCH (a:Concept {graph: $g, id: 5})-[h:HAS_CLASS]->(b)
         CREATE (a)-[:GONE {count: h.count, purity: h.purity}]->(b) DELETE h",
        "MATCH (a:Concept {graph: $g})-[r:GONE]->(b)
         CREATE (a)-[:HAS_CLASS {count: r.count, purity: r.purity}]->(b) DELETE r",
    ),
];

/// The divisor of the questions: each alteration gets one in this many, in turn.
const EVERY: usize = 8;

/// Asks some of the questions of the graph and returns the first fault.
fn asked(
    server: &Server,
    name: &str,
    words: &Words,
    folder: &Folder,
    turn: usize,
) -> Result<(), String> {
    let store = match open(server, name) {
        Ok(store) => store,
        Err(error) => return one_line(error.to_string()),
    };
    let catalogue = Catalogue::cypher();
    let place = folder.path("");
    let all = everything(&catalogue, &place, words);
    let every = if std::env::var_os(LONG).is_some() { 1 } else { EVERY };
    for (what, ask) in all.into_iter().skip(turn % every).step_by(every) {
        // A question that takes too long is interrupted from another thread, as by Ctrl-C.
        let (done, waits) = mpsc::channel::<()>();
        let end = store.interrupter();
        let watch = std::thread::spawn(move || {
            if waits.recv_timeout(PATIENCE) == Err(mpsc::RecvTimeoutError::Timeout) {
                end();
            }
        });
        let start = Instant::now();
        let answer = catch_unwind(AssertUnwindSafe(|| ask(&|| store.clone().into_stored_graph())));
        drop(done);
        watch.join().map_err(|_| "the watch ended")?;
        let answer = answer.unwrap_or_else(|_| Err("panicked".to_owned()));
        answer.map_err(|fault| format!("{what}: {fault}"))?;
        if start.elapsed() >= PATIENCE {
            return Err(format!("{what}: {:?}", start.elapsed()));
        }
    }
    Ok(())
}

/// Runs pairs of statements that alter and restore, asks between them, and compares the end.
fn each(
    server: &Server,
    graph: &Graph,
    name: &str,
    alterations: impl IntoIterator<Item = (String, String)>,
) -> Result<(), Failed> {
    let words = Words::of(graph);
    let folder = Folder::new();
    let mut faults = String::new();
    for (turn, (alter, restore)) in alterations.into_iter().enumerate() {
        match server.write(&alter, name) {
            // The constraints of the server forbid some alterations.
            Err(refusal) if refusal.contains("ConstraintValidationFailed") => continue,
            done => done?,
        }
        if let Err(fault) = asked(server, name, &words, &folder, turn) {
            faults += &format!("{alter}: {fault}\n");
        }
        server.write(&restore, name)?;
    }
    is_equal(&open(server, name)?, graph)?;
    if faults.is_empty() { Ok(()) } else { Err(faults.into()) }
}

fn properties_of_any_value(server: &Server) -> Result<(), Failed> {
    let name = "altered properties";
    let graph = graphs::graph("one_class")?;
    let store = loaded(server, &graph, name)?;
    let mut statements = Vec::new();
    for (found, marked) in ALTERED {
        let keys = format!("MATCH {found} UNWIND keys(x) AS key RETURN DISTINCT key ORDER BY key");
        let keys = store.run(&keys.replace("$g", &format!("'{name}'")), &[], None)?;
        let keys = keys.rows.iter().filter_map(|row| match &row[0] {
            Value::Text(key) => Some(key),
            _ => None,
        });
        for key in keys.filter(|key| marked != "(x:Graph)" || !UNALTERED.contains(&key.as_str())) {
            statements.extend(VALUES.map(|value| {
                // The old value is kept under a name that is never read. The property may be the
                // one by which the node was found, so the node is found again by a mark.
                let alter = format!(
                    "MATCH {found} SET x.kept = x.{key} SET x.{key} = {value}, x.altered = $g"
                );
                let restore = format!(
                    "MATCH {marked} WHERE x.altered = $g
                     SET x.{key} = x.kept REMOVE x.kept, x.altered"
                );
                (alter, restore)
            }));
        }
    }
    same("many can be altered", statements.len() > 500, true)?;
    let every = if std::env::var_os(LONG).is_some() { 1 } else { SOME };
    each(server, &graph, name, statements.into_iter().step_by(every))
}

fn relationships_too_many_or_too_few(server: &Server) -> Result<(), Failed> {
    let statements = RELATIONSHIPS.map(|(alter, restore)| (alter.to_owned(), restore.to_owned()));
    let (graph, name) = (graphs::graph("one_class")?, "altered relationships");
    loaded(server, &graph, name)?;
    each(server, &graph, name, statements)
}

/// A graph with fewer covers than it claims is not copied, and nothing is left of the attempt.
fn a_copy_counts_what_it_read(server: &Server) -> Result<(), Failed> {
    let graph = graphs::graph("figure1")?;
    let name = "less than it claims";
    let store = loaded(server, &graph, name)?;
    let gone = "MATCH (:Concept {graph: $g, id: 5})-[r:COVERED_BY]->() DELETE r";
    server.write(gone, name)?;
    let stored = store.into_stored_graph()?.graph;
    let copied = crate::load(server, &stored, "the copy", false, &mut |_, _| {});
    let message = copied.err().map(|error| error.to_string()).unwrap_or_default();
    same("refused", message.contains("but claims"), true)?;
    let there = conceptgraph::store::neo4j::ready_graphs(&server.address(), server.credentials())?;
    same("nothing is left", there.contains(&"the copy".to_owned()), false)?;
    let folder = Folder::new();
    let saved =
        conceptgraph::store::sqlite::save(&stored, &folder.path("a.db"), false, &Arc::default());
    let message = saved.err().map(|error| error.to_string()).unwrap_or_default();
    same("refused", message.contains("but claims"), true)?;
    same("no file", folder.names(), Vec::<String>::new())
}
