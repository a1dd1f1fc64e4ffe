//! The recipes of examples/neo4j/README.md for nodes and labels of the user: points tied to the
//! user's nodes, and labels that other tools look for, also after a replacement.

use std::sync::{Arc, Mutex};

use conceptgraph::store::Database;
use conceptgraph::store::neo4j::{self, Neo4jStore, Target};
use conceptgraph_engine::base::progress::Progress;
use conceptgraph_engine::base::rows::Value;
use libtest_mimic::{Failed, Trial};

use crate::browser::{each_answers, shown};
use crate::install::LTS;
use crate::server::Server;
use crate::support::{graphs, same};
use crate::{Shared, is_sound, load, loaded, open, own};

pub fn trials(shared: &Arc<Shared>) -> Vec<Trial> {
    vec![
        own(LTS, on!(shared, LTS, points_are_tied_to_nodes)),
        own(LTS, on!(shared, LTS, other_tools_find_their_labels)),
    ]
}

fn points_are_tied_to_nodes(server: &Server) -> Result<(), Failed> {
    let name = "tied people";
    let recipe = shown("## On your own nodes")?.replace("'people'", &format!("'{name}'"));
    let mut store = loaded(server, &graphs::graph("iris_iceberg")?, name)?;
    let person = |from: u32, to: u32| {
        let people =
            format!("UNWIND range({from}, {to}) AS i CREATE (:Person {{of: $g, email: 'd' + i}})");
        server.write(&people, name)
    };
    let tied = |store: &Neo4jStore, expected: i64| -> Result<(), Failed> {
        let count = "MATCH (p:Point {graph: $graph})-[:STANDS_FOR]->(n:Person)
                     WHERE p.name = n.email RETURN count(*) AS tied";
        same("tied", store.run(count, &[], None)?.rows, vec![vec![Value::Int(expected)]])
    };
    person(1, 10)?;
    for _ in 0..2 {
        same("statements", each_answers(server, &recipe)?, 2)?;
        tied(&store, 10)?;
    }
    // A replacement keeps the ties, and the recipe ties the new points.
    load(server, &graphs::graph("iris")?, name, true, &mut |_, _| {})?;
    store = open(server, name)?;
    tied(&store, 10)?;
    person(11, 12)?;
    each_answers(server, &recipe)?;
    tied(&store, 12)?;
    is_sound(&store)?;
    neo4j::remove(&server.graph(name), server.credentials(), &Progress::default())?;
    let left = format!(
        "MATCH (n:Person {{of: '{name}'}})
         RETURN count(n) + sum(COUNT {{ (n)--() }}) AS left;"
    );
    let left = server.shell("plain", &left)?.unwrap_or_default();
    same("people and relationships", left.trim(), "left\n12")?;
    Ok(server.write("MATCH (n:Person {of: $g}) DELETE n", name)?)
}

/// The question of llm-graph-builder: the summaries of the communities of some entities.
const LOCAL: &str = "MATCH (node:Point {graph: $graph}) WHERE node.name IN ['d1', 'd2']
     WITH collect(node) AS nodes
     RETURN COLLECT {
       UNWIND nodes AS n
       MATCH (n)-[:IN_COMMUNITY]->(c:__Community__)
       WITH DISTINCT c, c.community_rank AS rank, c.weight AS weight
       RETURN c.summary ORDER BY rank, weight DESC LIMIT 3
     } AS reports";

fn other_tools_find_their_labels(server: &Server) -> Result<(), Failed> {
    let (graph, name) = (graphs::graph("iris")?, "retrieved");
    let recipe = shown("## Labels of other tools")?.replace("'wine'", &format!("'{name}'"));
    loaded(server, &graph, name)?;
    let is_told = || -> Result<(), Failed> {
        let store = open(server, name)?;
        same("statements", each_answers(server, &recipe)?, 3)?;
        let Value::Json(told) = store.run(LOCAL, &[], None)?.rows.remove(0).remove(0) else {
            return Err("no list".into());
        };
        let (told, summaries) = (told.as_array().cloned().unwrap_or_default(), graph.summaries()?);
        let known = |text: &serde_json::Value| summaries.iter().any(|one| text == one);
        same("reports", (told.is_empty(), told.iter().all(known)), (false, true))?;
        is_sound(&store)
    };
    is_told()?;
    let said = Arc::new(Mutex::new(Vec::new()));
    let notes = Arc::clone(&said);
    let note = move |text: &str| notes.lock().expect("no test panicked").push(text.to_owned());
    let (progress, address) = (Progress::new(note), server.address());
    let target = Target { force: true, ..Target::new(&address, server.credentials(), name) };
    target.load(&graph, &progress, &mut |_, _| {})?;
    let communities = graph.communities()?.all.len();
    let notes = said.lock().expect("no test panicked").clone();
    let labels =
        format!("labels of your own removed with the old graph: {communities} __Community__");
    same("said of labels", notes.first(), Some(&labels))?;
    is_told()?;
    Ok(neo4j::remove(&server.graph(name), server.credentials(), &Progress::default())?)
}
