//! Loads are all or nothing for readers, whoever is killed and when.

use std::process::{Command, ExitCode};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;

use conceptgraph::graph::Graph;
use conceptgraph::query::{self, Limit, catalogue::Catalogue};
use conceptgraph::store::neo4j::{self, Address, Credentials, LabelPrefix, Neo4jStore, Target};
use conceptgraph::store::{Database, ParameterValue, StoreError};
use conceptgraph_engine::base::numbers::group_thousands;
use conceptgraph_engine::base::progress::Progress;
use conceptgraph_engine::base::rows::{Rows, Value};
use libtest_mimic::{Failed, Trial};

use crate::install::LTS;
use crate::server::Server;
use crate::support::graphs;
use crate::support::{example, same};
use crate::{Lent, Shared, is_equal, load, loaded, long, open, small};

/// The environment variable that makes this program a client that dies while it loads.
pub const JOB: &str = "CONCEPTGRAPH_TEST_JOB";

pub fn trials(shared: &Arc<Shared>, servers: &Arc<Lent>) -> Vec<Trial> {
    vec![
        long(alone!(servers, a_load_waits_for_a_server_that_comes_back)),
        on!(shared, LTS, a_dry_run_says_what_a_load_writes),
        on!(shared, LTS, an_interrupted_load_begins_anew),
        long(on!(shared, LTS, a_load_after_a_killed_client_begins_anew)),
        on!(shared, LTS, another_graph_takes_the_place_of_a_half_loaded_one),
        on!(shared, LTS, a_replacement_is_seen_when_it_is_whole),
        on!(shared, LTS, an_interrupted_replacement_begins_anew),
        on!(shared, LTS, graphs_side_by_side_are_apart),
        on!(shared, LTS, two_loads_of_one_name_do_not_mix),
        on!(shared, LTS, a_graph_that_is_ready_meanwhile_stays),
        on!(shared, LTS, constraints_can_be_created_meanwhile),
    ]
}

/// Loads and interrupts after `reports` calls of the report; returns `true` if it was interrupted.
fn load_some(
    server: &Server,
    graph: &Graph,
    name: &str,
    force: bool,
    reports: u32,
) -> Result<bool, Failed> {
    let (progress, mut left) = (Progress::default(), reports);
    let address = server.address();
    let credentials = server.credentials();
    let mut report = |_, _| {
        left = left.saturating_sub(1);
        if left == 0 {
            progress.interrupt();
        }
    };
    let target = Target { force, ..Target::new(&address, credentials, name) };
    match target.load(graph, &progress, &mut report) {
        Err(StoreError::Interrupted) => Ok(true),
        other => Ok(other.map(|()| false)?),
    }
}

fn iris() -> Result<Graph, Failed> {
    graphs::table(&example("iris.csv"), Some("class"), None, 12, 0)
}

/// Fails if the graph can be read by the program or by a canned query.
fn unseen(server: &Server, name: &str) -> Result<(), Failed> {
    match open(server, name) {
        Err(StoreError::Refused(_)) => {}
        Err(error) => return Err(error.into()),
        Ok(_) => return Err(format!("{name} was opened").into()),
    }
    let largest = Catalogue::cypher();
    let largest = &largest.find("largest")?.statement;
    // The name is a parameter, so the query can run over any open graph.
    let (_, other) = small(server, "figure1")?;
    let parameters = [("graph", Value::text(name)), ("limit", Value::Int(5))]
        .map(|(name, value)| (name, ParameterValue::Value(value)));
    same("rows", other.run(largest, &parameters, None)?.rows.len(), 0)
}

fn whole(server: &Server, graph: &Graph, name: &str) -> Result<(), Failed> {
    let store = open(server, name)?;
    let own = "MATCH (g:Graph {name: $graph}) RETURN g.graph AS name, g.batches IS NULL AS is_done";
    let done = vec![Value::text(name), Value::Json(true.into())];
    same("graph nodes", store.run(own, &[], None)?.rows, vec![done])?;
    let left = "MATCH (g:Graph {name: $graph})
                MATCH (n) WHERE n.load STARTS WITH $graph + '#' AND n.load <> g.load
                RETURN count(n) AS left";
    same("of other loads", store.run(left, &[], None)?.rows, vec![vec![Value::Int(0)]])?;
    let counts = "MATCH (c:Concept {graph: $graph})
                  OPTIONAL MATCH (c)-[r:COVERED_BY]->()
                  RETURN count(DISTINCT c), count(r)";
    let counts = store.run(counts, &[], None)?.rows.remove(0);
    let truth = graph.facts();
    let truth = vec![Value::count(truth.concepts), Value::count(truth.covers)];
    same("nodes and covers", counts, truth)?;
    is_equal(&store, graph)
}

fn a_dry_run_says_what_a_load_writes(server: &Server) -> Result<(), Failed> {
    let (graph, progress) = (iris()?, Progress::default());
    let address = server.address();
    for (name, labels) in
        [("forecast", LabelPrefix::default()), ("forecast of more", LabelPrefix::parse("Cg")?)]
    {
        let target = Target::new(&address, server.credentials(), name);
        let target = Target { labels, ..target };
        let said = target.forecast(&graph, &progress)?;
        let there = neo4j::ready_graphs(&address, server.credentials())?;
        same("nothing is stored", there.contains(&name.to_owned()), false)?;
        target.load(&graph, &progress, &mut |_, _| {})?;
        let store = open(server, name)?;
        let counted = |counts: &str| -> Result<String, Failed> {
            let rows = store.run(&format!("{counts} ORDER BY name"), &[], None)?.rows.into_iter();
            let shown = rows.map(|row| match &row[..] {
                [Value::Text(name), Value::Int(rows)] => {
                    format!("{} {name}", group_thousands(*rows as u64))
                }
                _ => String::new(),
            });
            Ok(shown.collect::<Vec<_>>().join(", "))
        };
        let nodes = "MATCH (n {graph: $graph}) RETURN labels(n)[0] AS name, count(*) AS rows";
        let ties =
            "MATCH ({graph: $graph})-[r]-() RETURN type(r) AS name, count(DISTINCT r) AS rows";
        let expected =
            [format!("nodes: {}", counted(nodes)?), format!("relationships: {}", counted(ties)?)];
        same("what is there", &said[..2], &expected[..])?;
        let again = target.forecast(&graph, &progress)?;
        let replaced = again.iter().find(|line| line.contains("this replaces it"));
        same("what is replaced", replaced.is_some_and(|line| line.contains("150 points")), true)?;
        neo4j::remove(&server.graph(name), server.credentials(), &progress)?;
    }
    Ok(())
}

/// Fails unless a load begins with nothing.
fn from_nothing(server: &Server, graph: &Graph, name: &str) -> Result<(), Failed> {
    let mut first = None;
    load(server, graph, name, false, &mut |made, _| {
        first.get_or_insert(made);
    })?;
    same("made when it begins", first, Some(0))?;
    whole(server, graph, name)
}

fn an_interrupted_load_begins_anew(server: &Server) -> Result<(), Failed> {
    let (graph, name) = (iris()?, "interrupted");
    for reports in [1, 2, 6] {
        same("interrupted", load_some(server, &graph, name, false, reports)?, true)?;
        unseen(server, name)?;
    }
    from_nothing(server, &graph, name)
}

/// Loads iris and aborts; `job` is `url user password name dies-after`, one a line.
pub fn run_job(job: &str) -> ExitCode {
    let words: Vec<&str> = job.split('\n').collect();
    let [url, user, password, name, after] = words[..] else { return ExitCode::from(2) };
    let (Ok(address), Ok(mut left)) = (Address::parse(url), after.parse::<u32>()) else {
        return ExitCode::from(2);
    };
    let Ok(graph) = iris() else { return ExitCode::from(2) };
    let credentials = Credentials::new(user, password);
    let mut report = |_, _| {
        if left == 0 {
            // As if killed: no destructor, no goodbye, batches on their way.
            std::process::abort();
        }
        left -= 1;
    };
    let progress = Progress::default();
    match Target::new(&address, &credentials, name).load(&graph, &progress, &mut report) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn a_load_after_a_killed_client_begins_anew(server: &Server) -> Result<(), Failed> {
    let (graph, name) = (iris()?, "killed client");
    for after in [1, 3, 2, 4] {
        let user = server.credentials().user();
        let job = [server.url(), user, server.password(), name, &after.to_string()].join("\n");
        let mut client = Command::new(std::env::current_exe()?);
        let ran = client.env(JOB, job).output()?;
        if ran.status.code().is_some() {
            return Err(format!("the client was not killed: {:?}", ran.status).into());
        }
        unseen(server, name)?;
    }
    from_nothing(server, &graph, name)
}

fn another_graph_takes_the_place_of_a_half_loaded_one(server: &Server) -> Result<(), Failed> {
    let (iris, ready, name) = (graphs::graph("iris")?, graphs::graph("ready")?, "another");
    same("interrupted", load_some(server, &iris, name, false, 3)?, true)?;
    from_nothing(server, &ready, name)
}

fn largest(graph: &Graph) -> Result<Rows, query::QueryError> {
    let words = ["100".to_owned()];
    query::ask(graph, &Catalogue::cypher(), "largest", &words, Limit::OfQuery)?.values(graph)
}

fn a_replacement_is_seen_when_it_is_whole(server: &Server) -> Result<(), Failed> {
    let (old, new, name) = (graphs::graph("iris")?, graphs::graph("iris_iceberg")?, "replaced");
    let store = loaded(server, &old, name)?;
    let mut faults = Vec::new();
    let truth = largest(&old)?;
    load(server, &new, name, true, &mut |made, all| {
        // A graph that was open before, and one that is opened now.
        for of in [Ok(store.clone()), open(server, name)] {
            let answer =
                of.and_then(Neo4jStore::into_stored_graph).map_err(|error| error.to_string());
            let answer =
                answer.and_then(|of| largest(&of.graph).map_err(|error| error.to_string()));
            if answer.as_ref() != Ok(&truth) {
                faults.push(format!("at {made} of {all}: {answer:?}"));
            }
        }
    })?;
    if !faults.is_empty() {
        return Err(faults.join("\n").into());
    }
    whole(server, &new, name)
}

fn an_interrupted_replacement_begins_anew(server: &Server) -> Result<(), Failed> {
    let (old, new) = (graphs::graph("figure1")?, graphs::graph("iris")?);
    let name = "interrupted replacement";
    loaded(server, &old, name)?;
    same("interrupted", load_some(server, &new, name, true, 3)?, true)?;
    is_equal(&open(server, name)?, &old)?;
    load(server, &new, name, true, &mut |_, _| {})?;
    whole(server, &new, name)?;
    // The old graph again, interrupted, and then removed for good.
    same("interrupted", load_some(server, &old, name, true, 1)?, true)?;
    neo4j::remove(&server.graph(name), server.credentials(), &Progress::default())?;
    unseen(server, name)?;
    let other = loaded(server, &old, "counts what is left")?;
    let left = "MATCH (n) WHERE n.load STARTS WITH $name RETURN count(n)";
    let rows = other.run(left, &[("name", ParameterValue::Value(Value::text(name)))], None)?.rows;
    same("nodes left", &rows[0][0], &Value::Int(0))
}

fn graphs_side_by_side_are_apart(server: &Server) -> Result<(), Failed> {
    let (iris, figure) = (graphs::graph("iris")?, graphs::graph("figure1")?);
    let a = loaded(server, &iris, "side a")?;
    let b = loaded(server, &figure, "side b")?;
    is_equal(&a, &iris)?;
    is_equal(&b, &figure)?;
    load(server, &figure, "side a", true, &mut |_, _| {})?;
    is_equal(&open(server, "side a")?, &figure)?;
    is_equal(&b, &figure)?;
    neo4j::remove(&server.graph("side a"), server.credentials(), &Progress::default())?;
    is_equal(&b, &figure)
}

/// The later load takes over, and the earlier one ends with an error.
fn two_loads_of_one_name_do_not_mix(server: &Server) -> Result<(), Failed> {
    let (graph, name) = (iris()?, "two loads");
    let mut later = None;
    let earlier = load(server, &graph, name, false, &mut |made, _| {
        if made > 0 && later.is_none() {
            later = Some(load(server, &graph, name, false, &mut |_, _| {}));
        }
    });
    later.ok_or("there was no later load")??;
    match earlier {
        Err(StoreError::Backend { cause, .. }) if cause.contains("another load") => {}
        other => return Err(format!("{other:?}").into()),
    }
    whole(server, &graph, name)
}

/// A load does not lock the labels of others while it waits for its indexes.
fn constraints_can_be_created_meanwhile(server: &Server) -> Result<(), Failed> {
    let (graph, name) = (graphs::graph("figure1")?, "beside constraints");
    let (create, drop) = (
        "CREATE CONSTRAINT meanwhile FOR (m:Meanwhile) REQUIRE m.email IS UNIQUE",
        "DROP CONSTRAINT meanwhile",
    );
    let is_over = AtomicBool::new(false);
    let created = thread::scope(|scope| -> Result<u32, Failed> {
        let others = scope.spawn(|| -> Result<u32, String> {
            let mut created = 0;
            while !is_over.load(Ordering::Acquire) {
                server.write(create, name)?;
                server.write(drop, name)?;
                created += 1;
            }
            Ok(created)
        });
        let loaded = (0..4).try_for_each(|_| load(server, &graph, name, true, &mut |_, _| {}));
        is_over.store(true, Ordering::Release);
        let created = others.join().map_err(|_| "the thread of constraints panicked")??;
        Ok(loaded.map(|()| created)?)
    })?;
    same("constraints were created", created > 0, true)?;
    Ok(neo4j::remove(&server.graph(name), server.credentials(), &Progress::default())?)
}

/// A load that replaces nothing fails if another graph of its name is ready first.
fn a_graph_that_is_ready_meanwhile_stays(server: &Server) -> Result<(), Failed> {
    let (graph, name) = (iris()?, "ready meanwhile");
    let other = "MATCH (g:Graph {name: $g, status: 'loading'})
                 CREATE (other:Graph)
                 SET other = g {.*, load: $g + '#other', status: 'ready', graph: $g}";
    let mut written = None;
    let loaded = load(server, &graph, name, false, &mut |made, _| {
        if made > 0 && written.is_none() {
            written = Some(server.write(other, name));
        }
    });
    written.ok_or("nothing was loaded")??;
    match loaded {
        Err(StoreError::Backend { cause, .. }) if cause.contains("another load") => {}
        other => return Err(format!("{other:?}").into()),
    }
    let ready = neo4j::list_graphs(&server.address(), server.credentials())?;
    let is_ready = |row: &&Vec<Value>| row[..2] == [Value::text(name), Value::text("ready")];
    same("ready", ready.iter().filter(is_ready).count(), 1)?;
    Ok(neo4j::remove(&server.graph(name), server.credentials(), &Progress::default())?)
}

fn a_load_waits_for_a_server_that_comes_back(server: &mut Server) -> Result<(), Failed> {
    let (graph, name, other) = (iris()?, "killed server", "given up");
    let (address, credentials) = (server.address(), server.credentials().clone());
    gone_for_good(server, &graph, [name, other])?;
    server.restart()?;
    unseen(server, name)?;
    unseen(server, other)?;
    neo4j::remove(&server.graph(other), &credentials, &Progress::default())?;
    // If the server is away for a moment, the load waits for it and repeats no batch.
    let (mut left, mut restarted) = (8, Ok(()));
    let mut restart = |_, _| {
        left -= 1;
        if left == 0 {
            server.kill();
            restarted = server.restart();
        }
    };
    let progress = Progress::default();
    Target::new(&address, &credentials, name).load(&graph, &progress, &mut restart)?;
    restarted?;
    whole(server, &graph, name)
}

/// Kills the server in the middle of two loads: one waits for it in vain, the other is interrupted
/// and does not wait.
fn gone_for_good(
    server: &mut Server,
    graph: &Graph,
    [name, other]: [&str; 2],
) -> Result<(), Failed> {
    let (address, credentials) = (server.address(), server.credentials().clone());
    let load = |name: &str, progress: &Progress, report: &mut dyn FnMut(u64, u64)| {
        Target::new(&address, &credentials, name).load(graph, progress, report)
    };
    // A load that ends too early drops both its ends, so the other one does not wait for it.
    let ((begun, has_begun), (killed, is_killed)) = (mpsc::channel(), mpsc::channel());
    let (waited, interrupted) = thread::scope(|scope| {
        let interrupted = scope.spawn(move || {
            let (progress, mut reports) = (Progress::default(), 0);
            let mut report = |_, _| {
                reports += 1;
                if reports == 2 {
                    let _ = begun.send(());
                    let _ = is_killed.recv();
                    progress.interrupt();
                }
            };
            load(other, &progress, &mut report)
        });
        let mut reports = 0;
        let waited = load(name, &Progress::default(), &mut |_, _| {
            reports += 1;
            if reports == 4 {
                let _ = has_begun.recv();
                server.kill();
                let _ = killed.send(());
            }
        });
        drop(killed);
        (waited, interrupted.join())
    });
    match waited {
        Err(StoreError::Backend { cause, .. }) if cause.contains("connection refused") => {}
        ended => return Err(format!("the load that waits: {ended:?}").into()),
    }
    match interrupted.map_err(|_| "the load that is interrupted panicked")? {
        Err(StoreError::Interrupted) => Ok(()),
        ended => Err(format!("the load that is interrupted: {ended:?}").into()),
    }
}
