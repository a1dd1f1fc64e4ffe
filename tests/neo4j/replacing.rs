//! Replacement of a graph: readers see one of the two graphs, whoever is killed and when, and
//! relationships of the user to its points remain.

use std::process::Stdio;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use conceptgraph::graph::Graph;
use conceptgraph::store::neo4j::{self, Neo4jStore, Target};
use conceptgraph::store::sqlite::SqliteStore;
use conceptgraph::store::{Database, StoredGraph};
use conceptgraph_engine::base::ids::ConceptId;
use conceptgraph_engine::base::progress::Progress;
use conceptgraph_engine::base::rows::Value;
use libtest_mimic::{Failed, Trial};

use crate::install::LTS;
use crate::server::Server;
use crate::support::whole::equal;
use crate::support::{Folder, Ran, example, graphs, kills, long, program, same};
use crate::{Shared, is_equal, is_sound, loaded, open};

pub fn trials(shared: &Arc<Shared>) -> Vec<Trial> {
    vec![
        on!(shared, LTS, readers_see_one_graph),
        on!(shared, LTS, an_open_graph_is_of_one_load),
        on!(shared, LTS, a_name_half_given_is_given),
        long(on!(shared, LTS, killed_while_replacing)),
        on!(shared, LTS, what_others_tied_stays),
        on!(shared, LTS, members_are_tied),
        on!(shared, LTS, a_graph_of_another_schema_is_replaced),
        on!(shared, LTS, graphs_are_listed_half_loaded_ones_too),
    ]
}

/// The error of an open graph whose name another graph has taken.
const REPLACED: &str = "the graph was replaced by another one, or removed; open it again";
/// The least time for which the nodes of a replaced graph remain.
const GRACE: Duration = Duration::from_secs(1);
/// The most statements that may meet the commit of a replacement.
const FEW: usize = 3;
/// The longest time that a replacement may take here.
const PATIENCE: Duration = Duration::from_secs(120);

fn count(store: &Neo4jStore, statement: &str) -> Result<i64, String> {
    match store.run(statement, &[], None).map_err(|error| error.to_string())?.rows.first() {
        Some(row) if matches!(row[0], Value::Int(_)) => {
            let Value::Int(number) = row[0] else { return Err("no number".to_owned()) };
            Ok(number)
        }
        other => Err(format!("{other:?}")),
    }
}

/// Checks a graph by its name alone, as a statement in Browser finds it, and opens it.
fn named(server: &Server, graph: &Graph, name: &str) -> Result<Neo4jStore, Failed> {
    let store = open(server, name)?;
    let all = "MATCH (c:Concept {graph: $graph}) RETURN count(c) AS all";
    same("by the name", count(&store, all)?, graph.facts().concepts.into())?;
    is_equal(&store, graph)?;
    Ok(store)
}

/// Checks a graph by its name, and that nothing is left of other loads.
fn whole(server: &Server, graph: &Graph, name: &str) -> Result<(), Failed> {
    let store = named(server, graph, name)?;
    let left = "MATCH (g:Graph {graph: $graph})
                MATCH (n) WHERE n.load STARTS WITH $graph + '#' AND n.load <> g.load
                RETURN count(n) AS left";
    same("of another load", count(&store, left)?, 0)
}

fn readers_see_one_graph(server: &Server) -> Result<(), Failed> {
    let (old, name) = (graphs::graph("iris_iceberg")?, "replaced while read");
    let new = graphs::table(&example("iris.csv"), Some("class"), None, 20, 0)?;
    let store = loaded(server, &old, name)?;
    let sizes = [&old, &new].map(|graph| i64::from(graph.facts().concepts));
    let done = AtomicBool::new(false);
    // Collects faults until the replacement is done.
    let until_done = |read: &dyn Fn() -> Result<(), String>| {
        let (mut faults, end) = (Vec::new(), Instant::now() + PATIENCE);
        while !done.load(Ordering::SeqCst) && Instant::now() < end {
            faults.extend(read().err());
        }
        faults
    };
    let by_name = || {
        let all = "MATCH (g:Graph {name: $graph, status: 'ready'})
                   MATCH (c:Concept {load: g.load}) WHERE c.id > 0 RETURN count(c) AS all";
        match count(&store, all) {
            Ok(number) if sizes.contains(&number) => Ok(()),
            other => Err(format!("{other:?}")),
        }
    };
    let faults = std::thread::scope(|scope| {
        let readers = [
            scope.spawn(|| until_done(&by_name)),
            scope.spawn(|| until_done(&|| is_one_of(server, name, [&old, &new]))),
        ];
        let replaced = crate::load(server, &new, name, true, &mut |_, _| {});
        done.store(true, Ordering::SeqCst);
        let faults = readers.map(|reader| reader.join().expect("a reader does not panic"));
        replaced.map(|()| faults)
    })?;
    let [by_name, opened] = faults;
    // The server reads what is committed, not a snapshot: a statement that meets the commit may find
    // neither graph, or nodes of both. Half of a graph would be found again and again.
    same(&format!("few answers of no graph: {by_name:?}"), by_name.len() <= FEW, true)?;
    same("opened graphs of neither", opened, Vec::new())?;
    whole(server, &new, name)
}

/// Opens a graph and reads it whole: within a second it must be one of `graphs`.
fn is_one_of(server: &Server, name: &str, graphs: [&Graph; 2]) -> Result<(), String> {
    let start = Instant::now();
    let read = || -> Result<(), Failed> {
        let graph = open(server, name)?.into_stored_graph()?.graph;
        let concepts = graph.facts().concepts;
        let truth = graphs.into_iter().find(|one| one.facts().concepts == concepts);
        equal(&graph, truth.ok_or("none of them")?)
    };
    match read() {
        Err(failed) => match failed.message().unwrap_or_default() {
            fault if fault.contains(REPLACED) && start.elapsed() > GRACE => Ok(()),
            fault => Err(fault.to_owned()),
        },
        Ok(()) => Ok(()),
    }
}

/// Sections that were read stay; reading others fails when the nodes are being removed.
fn an_open_graph_is_of_one_load(server: &Server) -> Result<(), Failed> {
    let (old, new, name) = (graphs::graph("figure1")?, graphs::graph("one_class")?, "of one load");
    let replaced = Some(format!("{}: {REPLACED}", server.graph(name)));
    let store = loaded(server, &old, name)?;
    let StoredGraph { graph, database } = store.clone().into_stored_graph()?;
    let missing = || database.begin_request().err().map(|error| error.to_string());
    same("there", missing(), None)?;
    graph.concepts()?;
    // The states in which the load of another graph leaves the old one, step by step.
    server.write("MATCH (g:Graph {name: $g}) SET g.status = 'removing'", name)?;
    same("there", missing(), replaced.clone())?;
    same("read before the removal", graph.points()? == old.points()?, true)?;
    server.write("MATCH (g:Graph {name: $g}) SET g.removed = true", name)?;
    let fault = graph.features().err().map(|error| error.to_string());
    same("read in the removal", fault, replaced.clone())?;
    crate::load(server, &new, name, false, &mut |_, _| {})?;
    let fault = graph.near_points().err().map(|error| error.to_string());
    same("read after the removal", fault, replaced.clone())?;
    same("there", missing(), replaced)?;
    same("read long before", graph.concepts()? == old.concepts()?, true)?;
    same("read long before", graph.points()? == old.points()?, true)?;
    // A statement goes to the graph that has the name.
    let all = "MATCH (c:Concept {graph: $graph}) RETURN count(c) AS all";
    same("by the name", count(&store, all)?, new.facts().concepts.into())?;
    whole(server, &new, name)
}

/// Leaves a graph as a load does that is killed while nodes take the name in batches.
fn half_named(server: &Server, name: &str) -> Result<(), String> {
    server.write("MATCH (g:Graph {name: $g}) REMOVE g.graph", name)?;
    for label in ["Concept", "Point"] {
        let some = format!("MATCH (n:{label} {{graph: $g}}) WHERE n.id % 2 = 0 REMOVE n.graph");
        server.write(&some, name)?;
    }
    Ok(())
}

fn a_name_half_given_is_given(server: &Server) -> Result<(), Failed> {
    let (graph, name) = (graphs::graph("iris")?, "half given");
    let (there, credentials) = (server.graph(name), server.credentials());
    let progress = Progress::default();
    let store = loaded(server, &graph, name)?;
    half_named(server, name)?;
    // The program reads a graph whose name is half given.
    is_equal(&store, &graph)?;
    let taken = crate::load(server, &graph, name, false, &mut |_, _| {}).err();
    let taken = taken.map(|error| error.to_string()).unwrap_or_default();
    same("its name is taken", taken.contains("there is already a graph"), true)?;
    neo4j::finish_replacements(&there, credentials, &progress)?;
    whole(server, &graph, name)?;
    half_named(server, name)?;
    let other = graphs::graph("figure1")?;
    crate::load(server, &other, name, true, &mut |_, _| {})?;
    whole(server, &other, name)?;
    half_named(server, name)?;
    neo4j::remove(&there, credentials, &progress)?;
    let store = loaded(server, &other, "beside the half given")?;
    let left = "MATCH (n) WHERE n.load STARTS WITH 'half given' RETURN count(n) AS left";
    same("nodes left", count(&store, left)?, 0)
}

/// The time over which the moments are spread, in milliseconds; a replacement takes some seconds.
const SPREAD: u32 = 3_000;

fn killed_while_replacing(server: &Server) -> Result<(), Failed> {
    let (folder, name) = (Folder::new(), "killed while replacing");
    let (table, there) = (example("iris.csv"), server.graph(name));
    let old = graphs::graph("iris")?;
    let url = there.to_string();
    let words = ["build", &table, "--label", "class", "--k", "20", "--graph", "full", "-q"];
    folder.ok(&[&words[..], &["--to", "iris.db"]].concat())?;
    let new = SqliteStore::graph(&folder.path("iris.db"))?;
    let words = [&words[..], &["--to", &url, "--force"]].concat();
    let run = |words: &[&str]| {
        let mut command = folder.command(program(), words);
        command.env("NEO4J_USERNAME", server.credentials().user());
        command.env("NEO4J_PASSWORD", server.password());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    };
    let times = kills(2);
    for turn in 0..times {
        crate::load(server, &old, name, true, &mut |_, _| {})?;
        let mut child = run(&words).spawn()?;
        std::thread::sleep(Duration::from_millis((SPREAD * (turn + 1) / times).into()));
        child.kill()?;
        child.wait()?;
        let store = open(server, name)?;
        let one = [&old, &new].iter().any(|one| is_equal(&store, one).is_ok());
        same("one of them", one, true)?;
        let check = ["check", &url];
        let ran = Ran::of(run(&check), &check);
        same("check", (ran.code, ran.err.as_str()), (0, ""))?;
        let there = [&old, &new].into_iter().find(|one| named(server, one, name).is_ok());
        same("whole, by the name", there.is_some(), true)?;
    }
    let ran = Ran::of(run(&words), &words);
    same("the same command again", (ran.code, ran.err.as_str()), (0, ""))?;
    whole(server, &new, name)
}

fn what_others_tied_stays(server: &Server) -> Result<(), Failed> {
    let (graph, name) = (graphs::graph("figure1")?, "tied by others");
    loaded(server, &graph, name)?;
    for tie in [
        "MATCH (p:Point {graph: $g, id: 3})
         CREATE (:Person {name: 'ann'})-[:`likes it` {since: date('2020-05-01')}]->(p)",
        "MATCH (p:Point {graph: $g, id: 3}), (q:Point {graph: $g, id: 4})
         CREATE (p)-[:BESIDE]->(q)",
        "MATCH (c:Concept {graph: $g, id: 5}) CREATE (:Person {name: 'bob'})-[:SAW]->(c)",
        // Types of graphs, to nodes of others.
        "MATCH (p:Point {graph: $g, id: 5}) CREATE (p)-[:IN_GROUP]->(:Person {name: 'eve'})",
        "MATCH (c:Concept {graph: $g, id: 6}) CREATE (:Person {name: 'joe'})-[:HAS]->(c)",
    ] {
        server.write(tie, name)?;
    }
    let said = Arc::new(Mutex::new(Vec::new()));
    let notes = Arc::clone(&said);
    let note = move |text: &str| notes.lock().expect("no test panicked").push(text.to_owned());
    let progress = Progress::new(note);
    let (address, credentials) = (server.address(), server.credentials());
    let target = Target { force: true, ..Target::new(&address, credentials, name) };
    let gone = |graph: &Graph| -> Result<Vec<String>, Failed> {
        let said = target.forecast(graph, &progress)?.into_iter();
        Ok(said.filter(|line| line.contains("of your own")).collect())
    };
    let lost = |which: &str| {
        vec![format!("relationships of your own that go with the old graph: {which}")]
    };
    same("relationships to other clusters", gone(&graph)?, lost("1 HAS, 1 SAW"))?;
    // Of points with other names.
    let other = graphs::graph("iris")?;
    same(
        "relationships to other points too",
        gone(&other)?,
        lost("1 BESIDE, 1 HAS, 1 IN_GROUP, 1 SAW, 1 likes it"),
    )?;
    target.load(&graph, &progress, &mut |_, _| {})?;
    whole(server, &graph, name)?;
    let notes = std::mem::take(&mut *said.lock().expect("no test panicked"));
    let expected = ["relationships of your own removed with the old graph: 1 HAS, 1 SAW"];
    same("said", notes, expected.map(str::to_owned).to_vec())?;
    let store = open(server, name)?;
    let there = "MATCH (a:Person)-[r:`likes it`]->(p:Point {graph: $graph})
                 MATCH (p)-[b:BESIDE]->(q:Point {graph: $graph})
                 MATCH (e:Person)<-[:IN_GROUP]-(of:Point {graph: $graph})
                 RETURN [a.name, toString(r.since), p.id, q.id, e.name, of.id] AS there";
    let rows = store.run(there, &[], None)?.rows;
    let there = serde_json::json!(["ann", "2020-05-01", 3, 4, "eve", 5]);
    same("what is there", rows, vec![vec![Value::Json(there)]])?;
    neo4j::remove(&server.graph(name), credentials, &progress)?;
    let notes = std::mem::take(&mut *said.lock().expect("no test panicked"));
    same("said of a removal", notes.len(), 1)?;
    Ok(server.write("MATCH (a:Person) DETACH DELETE a", name)?)
}

fn members_are_tied(server: &Server) -> Result<(), Failed> {
    let (graph, name) = (graphs::graph("iris")?, "with members");
    let (address, credentials) = (server.address(), server.credentials());
    let target = Target::new(&address, credentials, name);
    target.load(&graph, &Progress::default(), &mut |_, _| {})?;
    let store = open(server, name)?;
    is_equal(&store, &graph)?;
    is_sound(&store)?;
    // One statement for all clusters: a statement for each takes minutes.
    let tied = "MATCH (p:Point)-[:MEMBER_OF]->(c:Concept {graph: $graph})
                WITH c, p ORDER BY p.id
                WITH c, collect(p.id) AS points ORDER BY c.id
                RETURN c.name, points";
    let all = graph.members()?;
    let members =
        |id: ConceptId| -> Vec<i64> { all.points(id).iter().map(|point| point.number()).collect() };
    let expected = ConceptId::first(all.len()).map(|id| (id, members(id)));
    let expected = expected.filter(|(_, members)| !members.is_empty()).map(|(id, members)| {
        vec![Value::text(id.to_string()), Value::Json(serde_json::json!(members))]
    });
    same("members", store.run(tied, &[], None)?.rows, expected.collect())?;
    neo4j::remove(&server.graph(name), credentials, &Progress::default())?;
    Ok(())
}

fn graphs_are_listed_half_loaded_ones_too(server: &Server) -> Result<(), Failed> {
    let (graph, name) = (graphs::graph("figure1")?, "listed");
    loaded(server, &graph, name)?;
    loaded(server, &graph, "listed half")?;
    server.write("MATCH (g:Graph {name: $g}) SET g.status = 'loading'", "listed half")?;
    let folder = Folder::new();
    let url = server.address().to_string();
    let words = ["list", &url, "--format", "csv"];
    let mut command = folder.command(program(), &words);
    command.env("NEO4J_USERNAME", server.credentials().user());
    command.env("NEO4J_PASSWORD", server.password());
    let ran = Ran::of(command, &words);
    let lines: Vec<&str> = ran.out.lines().filter(|line| line.starts_with("listed")).collect();
    let (concepts, covers) = (graph.facts().concepts, graph.facts().covers);
    let half = format!("listed half,half loaded,8,4,{concepts},{covers}");
    same("rows", lines, vec![&*format!("listed,ready,8,4,{concepts},{covers}"), &half])?;
    for name in [name, "listed half"] {
        neo4j::remove(&server.graph(name), server.credentials(), &Progress::default())?;
    }
    Ok(())
}

fn a_graph_of_another_schema_is_replaced(server: &Server) -> Result<(), Failed> {
    let (graph, name) = (graphs::graph("figure1")?, "of another schema");
    let there = server.graph(name);
    loaded(server, &graph, name)?;
    for (schema, said) in [(9, "an earlier version"), (1_000, "a newer version")] {
        let other = format!("MATCH (g:Graph {{name: $g}}) SET g.schema = {schema}");
        server.write(&other, name)?;
        let refused = open(server, name).err();
        let refused = refused.map(|error| error.to_string()).unwrap_or_default();
        same(&refused, refused.contains(said), true)?;
        let taken = crate::load(server, &graph, name, false, &mut |_, _| {});
        same("its name is taken", taken.is_err(), true)?;
        crate::load(server, &graph, name, true, &mut |_, _| {})?;
        whole(server, &graph, name)?;
    }
    Ok(neo4j::remove(&there, server.credentials(), &Progress::default())?)
}
