//! Nodes, constraints and indexes of the user with the labels of graphs: none of them is read,
//! written or removed, and a conflict is named before anything is loaded.

use std::sync::Arc;

use conceptgraph::graph::Graph;
use conceptgraph::query::{self, Limit, catalogue::Catalogue};
use conceptgraph::store::Database;
use conceptgraph::store::neo4j::{self, LabelPrefix, Target};
use conceptgraph_engine::base::progress::Progress;
use conceptgraph_engine::base::rows::Value;
use libtest_mimic::{Failed, Trial};

use crate::install::LTS;
use crate::server::Server;
use crate::support::graphs::{self, Question};
use crate::support::{Folder, Ran, example, near, program, same};
use crate::{Lent, Shared, is_equal, is_sound, load, open};

pub fn trials(shared: &Arc<Shared>, servers: &Arc<Lent>) -> Vec<Trial> {
    vec![
        on!(shared, LTS, nodes_called_as_ours_stay),
        alone!(servers, a_constraint_is_named_and_a_prefix_helps),
        alone!(servers, the_last_graph_takes_constraints_and_indexes_with_it),
        on!(shared, LTS, what_a_replacement_removes_is_named),
    ]
}

/// The labels of graphs.
const LABELS: [&str; 6] = ["Graph", "Class", "Attribute", "Point", "Concept", "Community"];

/// Creates a node with each label and with the properties by which nodes of graphs are found.
fn make_theirs(server: &Server, name: &str) -> Result<(), String> {
    for label in LABELS {
        let one = format!(
            "CREATE (n:Theirs:{label} {{of: $g, label: '{label}', graph: $g, name: $g, id: 1,
                     status: 'ready', level: 'group', size: 3, key: 5}})"
        );
        server.write(&one, name)?;
    }
    let tied = "MATCH (a:Theirs {of: $g}), (b:Theirs {of: $g}) WHERE a.label < b.label
                CREATE (a)-[:COVERED_BY]->(b)";
    server.write(tied, name)
}

/// Returns the user's nodes as text that holds all their content.
fn theirs(server: &Server, name: &str) -> Result<String, Failed> {
    let all = format!(
        "MATCH (n:Theirs {{of: '{name}'}}) OPTIONAL MATCH (n)-[r]-(m) WITH n, r, m
         ORDER BY n.label, type(r), m.label
         RETURN labels(n) AS labels, properties(n) AS properties, type(r) AS type, m.label AS other;"
    );
    Ok(server.shell("plain", &all)?.unwrap_or_default())
}

fn nodes_called_as_ours_stay(server: &Server) -> Result<(), Failed> {
    let (graph, other) = (graphs::graph("iris")?, graphs::graph("figure1")?);
    let (name, progress) = ("called as theirs", Progress::default());
    make_theirs(server, name)?;
    let before = theirs(server, name)?;
    let unchanged = |when: &str| same(when, theirs(server, name)?, before.clone());
    let sound = |expected: &Graph| -> Result<(), Failed> {
        let store = open(server, name)?;
        is_equal(&store, expected)?;
        is_sound(&store)
    };
    let listed = || neo4j::ready_graphs(&server.address(), server.credentials());
    same("no graph", listed()?.contains(&name.to_owned()), false)?;
    load(server, &graph, name, false, &mut |_, _| {})?;
    sound(&graph)?;
    unchanged("a load")?;
    load(server, &other, name, true, &mut |_, _| {})?;
    sound(&other)?;
    unchanged("a replacement")?;
    // Interrupted, and given up.
    let (address, interrupted) = (server.address(), Progress::default());
    let target = Target { force: true, ..Target::new(&address, server.credentials(), name) };
    let mut left = 4;
    let ended = target.load(&graph, &interrupted, &mut |_, _| {
        left -= 1;
        if left == 0 {
            interrupted.interrupt();
        }
    });
    same("interrupted", ended.is_err(), true)?;
    sound(&other)?;
    neo4j::finish_replacements(&server.graph(name), server.credentials(), &progress)?;
    unchanged("an interrupted replacement")?;
    neo4j::remove(&server.graph(name), server.credentials(), &progress)?;
    unchanged("a removal")?;
    same("no graph", listed()?.contains(&name.to_owned()), false)?;
    Ok(server.write("MATCH (n:Theirs {of: $g}) DETACH DELETE n", name)?)
}

fn a_constraint_is_named_and_a_prefix_helps(server: &mut Server) -> Result<(), Failed> {
    let (folder, name) = (Folder::new(), "prefixed");
    let run = |words: &[&str]| {
        let mut command = folder.command(program(), words);
        command.env("NEO4J_USERNAME", server.credentials().user());
        command.env("NEO4J_PASSWORD", server.password());
        Ran::of(command, words)
    };
    let constraint = "CREATE CONSTRAINT theirs FOR (m:Community) REQUIRE m.id IS UNIQUE";
    server.write(constraint, name)?;
    server.write("CREATE INDEX theirs_too FOR (c:Concept) ON (c.graph, c.id)", name)?;
    server.write("CREATE (:Community {id: 1, name: 'village'})", name)?;
    let (table, there) = (example("iris.csv"), server.graph(name).to_string());
    let full = ["--graph", "full"];
    let words = ["build", &table, "--label", "class", "-k", "8", full[0], full[1], "--to", &there];
    let refused = run(&words);
    let told = "the constraint theirs on :Community(id) is not ours, and nodes of a graph would not \
                fit it; give the nodes of the graph other labels (--label-prefix Cg)";
    same("refused", (refused.code, refused.err.contains(told)), (1, true))?;
    let built = run(&[&words[..], &["--label-prefix", "Cg"]].concat());
    same(&built.err, built.code, 0)?;
    let graph = graphs::table(&table, Some("class"), None, 8, 0)?;
    let store = open(server, name)?;
    is_sound(&store)?;
    let (stored, cypher) = (store.clone().into_stored_graph()?.graph, Catalogue::cypher());
    for Question { query, words, truth, .. } in graphs::questions(&graph) {
        let question = query::prepare(&stored, &cypher, query, &words, Limit::OfQuery)?;
        let what = format!("{query} {words:?}");
        near(&what, &question.run(&store)?.rows, &truth)?;
        near(&what, &question.answer(None)?.values(&stored)?.rows, &truth)?;
    }
    let count = |label: &str| format!("MATCH (n:{label} {{graph: $graph}}) RETURN count(n) AS all");
    let counted = |label: &str| Ok::<_, Failed>(store.run(&count(label), &[], None)?.rows);
    let all = Value::count(graph.facts().concepts);
    same("clusters", counted("CgConcept")?, vec![vec![all]])?;
    let explained = run(&["query", &there, "largest", "3", "--explain"]);
    same(&explained.out, explained.out.contains("(c:CgConcept {graph: $graph})"), true)?;
    // A name under other labels denotes the one graph.
    server.write("DROP CONSTRAINT theirs", name)?;
    let again = run(&words);
    same(&again.err, again.err.contains("there is already a graph"), true)?;
    let replaced = run(&[&words[..], &["--force"]].concat());
    same(&replaced.err, replaced.code, 0)?;
    same("of the old one", counted("CgConcept")?, vec![vec![Value::Int(0)]])?;
    let dropped = run(&["drop", &there]);
    same(&dropped.err, dropped.code, 0)?;
    let left = "MATCH (n) WHERE n.load IS NOT NULL RETURN count(n) AS all;";
    same("nodes left", server.shell("plain", left)?.unwrap_or_default().contains("\n0"), true)?;
    let village = "MATCH (m:Community) RETURN m.name AS name;";
    let village = server.shell("plain", village)?.unwrap_or_default();
    same(&village, village.contains("village"), true)?;
    server.write("MATCH (m:Community) DELETE m", name)?;
    Ok(server.write("DROP INDEX theirs_too", name)?)
}

/// The constraints and indexes of graphs with a prefix go with the last of these graphs, those of the
/// user never, and then no label is left.
fn the_last_graph_takes_constraints_and_indexes_with_it(server: &mut Server) -> Result<(), Failed> {
    let (graph, address) = (graphs::graph("figure1")?, server.address());
    server.write("CREATE CONSTRAINT theirs FOR (v:Village) REQUIRE v.name IS UNIQUE", "")?;
    server.write("CREATE INDEX theirs_too FOR (p:Point) ON (p.colour)", "")?;
    let first_column = |statement: &str| -> Result<Vec<String>, Failed> {
        let answer = server.shell("plain", statement)?.unwrap_or_default();
        Ok(answer.lines().skip(1).map(|line| line.replace('"', "")).collect())
    };
    let owned = || -> Result<[usize; 3], Failed> {
        let all = [
            first_column("SHOW CONSTRAINTS YIELD name WHERE name STARTS WITH 'conceptgraph_';")?,
            first_column("SHOW INDEXES YIELD name WHERE name STARTS WITH 'conceptgraph_';")?,
        ]
        .concat();
        let of = |prefix: &str| all.iter().filter(|name| name.starts_with(prefix)).count();
        let prefixed = of("conceptgraph_Cg_");
        let on_types = all.iter().filter(|name| name.ends_with("purity_above")).count();
        Ok([of("conceptgraph_") - prefixed, prefixed, on_types])
    };
    let remove =
        |name: &str| neo4j::remove(&server.graph(name), server.credentials(), &Progress::default());
    same("before", owned()?, [0, 0, 0])?;
    load(server, &graph, "one", false, &mut |_, _| {})?;
    load(server, &graph, "two", false, &mut |_, _| {})?;
    let labels = LabelPrefix::parse("Cg")?;
    let target = Target { labels, ..Target::new(&address, server.credentials(), "prefixed") };
    target.load(&graph, &Progress::default(), &mut |_, _| {})?;
    let [plain, prefixed, on_types] = owned()?;
    same("of each", (plain > 15, prefixed + 1, on_types), (true, plain, 1))?;
    remove("one")?;
    same("one is left", owned()?, [plain, prefixed, 1])?;
    remove("two")?;
    same("with the prefix alone", owned()?, [1, prefixed, 1])?;
    is_sound(&open(server, "prefixed")?)?;
    remove("prefixed")?;
    same("after", owned()?, [0, 0, 0])?;
    same(
        "labels",
        first_column("CALL db.labels() YIELD label RETURN label ORDER BY label;")?,
        vec!["Point".to_owned(), "Village".to_owned()],
    )?;
    let left = "SHOW INDEXES YIELD name WHERE name STARTS WITH 'theirs' RETURN name ORDER BY name;";
    same("theirs", first_column(left)?, vec!["theirs".to_owned(), "theirs_too".to_owned()])?;
    // Nodes that a constraint of a graph would refuse.
    server.write("CREATE (:Point {load: 'a', id: 1}), (:Point {load: 'a', id: 1})", "")?;
    server.write("MATCH (p:Point) DELETE p", "")?;
    server.write("DROP INDEX theirs_too", "")?;
    Ok(server.write("DROP CONSTRAINT theirs", "")?)
}

fn what_a_replacement_removes_is_named(server: &Server) -> Result<(), Failed> {
    let (graph, name) = (graphs::graph("figure1")?, "marked by others");
    load(server, &graph, name, false, &mut |_, _| {})?;
    server.write("MATCH (p:Point {graph: $g}) WHERE p.id < 4 SET p:Vip, p.note = 'x'", name)?;
    server.write("MATCH (c:Concept {graph: $g, id: 3}) SET c.seen = true", name)?;
    let said = Arc::new(std::sync::Mutex::new(Vec::new()));
    let notes = Arc::clone(&said);
    let note = move |text: &str| notes.lock().expect("no test panicked").push(text.to_owned());
    let (progress, address) = (Progress::new(note), server.address());
    let target = Target { force: true, ..Target::new(&address, server.credentials(), name) };
    let forecast = target.forecast(&graph, &progress)?;
    for words in ["labels of your own", "properties of your own"] {
        same(words, forecast.iter().any(|line| line.starts_with(words)), true)?;
    }
    target.load(&graph, &progress, &mut |_, _| {})?;
    let expected = [
        "labels of your own removed with the old graph: 3 Vip",
        "properties of your own removed with the old graph: 3 note, 1 seen",
    ];
    let notes = said.lock().expect("no test panicked").clone();
    same("said", notes, expected.map(str::to_owned).to_vec())?;
    neo4j::remove(&server.graph(name), server.credentials(), &Progress::default())?;
    same("a prefix", LabelPrefix::parse("C g").is_err(), true)
}
