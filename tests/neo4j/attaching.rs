//! Graphs on nodes that a database had before: what is tied, what is counted, what is refused, and
//! that these nodes stay as they were.

use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use conceptgraph::base::progress::Progress;
use conceptgraph::base::rows::Value;
use conceptgraph::check;
use conceptgraph::graph::ConceptGraph;
use conceptgraph::query::{self, Limit, catalogue::Catalogue};
use conceptgraph::store::neo4j::{self, Attach, Extras, Neo4jStore, Target};
use conceptgraph::store::{LatticeStore, Queryable, Result as Stored, Unmatched, conformance};
use libtest_mimic::{Failed, Trial};

use crate::install::{LTS, NEWEST};
use crate::server::{self, Server};
use crate::support::graphs::{self, Question};
use crate::support::{Folder, PROGRAM, Ran, example, kills, near, same};
use crate::{Lent, Shared, loaded};

pub fn trials(lts: &Arc<Shared>, newest: &Arc<Shared>, servers: &Arc<Lent>) -> Vec<Trial> {
    let mut trials = vec![
        alone!(servers, killed_replaced_copied_and_dropped),
        on!(lts, LTS, what_cannot_be_attached_is_refused),
        on!(lts, LTS, queries_answer_as_before),
        on!(lts, LTS, a_load_is_taken_up_on_the_same_nodes_alone),
        on!(lts, LTS, names_are_text_and_numbers),
    ];
    if !server::is_named() {
        trials.push(on!(newest, NEWEST, names_are_text_and_numbers));
    }
    trials
}

/// Loads a graph and attaches it.
fn attach(
    server: &Server,
    graph: &ConceptGraph,
    name: &str,
    to: &Attach,
    report: &mut dyn FnMut(u64, u64),
) -> Stored<Neo4jStore> {
    let (address, credentials) = (server.address(), server.credentials());
    let target = Target {
        with: Extras { attach: Some(to.clone()), ..Extras::default() },
        ..Target::new(&address, credentials, name)
    };
    target.check()?;
    target.load(graph, &Progress::default(), report)?;
    Neo4jStore::open(&server.graph(name), credentials)
}

/// The program with what lets it in.
fn command(server: &Server, folder: &Folder, words: &[&str]) -> Command {
    let mut command = folder.command(PROGRAM, words);
    command.env("NEO4J_USERNAME", server.credentials().user());
    command.env("NEO4J_PASSWORD", server.password());
    command
}

fn ran(server: &Server, words: &[&str]) -> Ran {
    Ran::of(command(server, &Folder::new(), words), words)
}

fn ok(server: &Server, words: &[&str]) -> Result<Ran, Failed> {
    let ran = ran(server, words);
    if ran.code == 0 { Ok(ran) } else { Err(ran.report("exit code 0").into()) }
}

/// The number in the first cell.
fn number(store: &Neo4jStore, statement: &str) -> Result<i64, Failed> {
    match store.run(statement, &[])?.rows.first().and_then(|row| row.first()) {
        Some(&Value::Int(number)) => Ok(number),
        other => Err(format!("{statement}\n{other:?}").into()),
    }
}

/// All nodes that pass, with labels and properties, and all relationships between two of them.
fn dump(store: &Neo4jStore, passes: &str) -> Result<Vec<String>, Failed> {
    let of = |x: &str| {
        let keys = format!("UNWIND keys({x}) AS k WITH k ORDER BY k RETURN [k, {x}[k]]");
        format!("COLLECT {{ {keys} }} AS properties")
    };
    let nodes = format!(
        "MATCH (n) WHERE {}
         WITH n, {}
         RETURN elementId(n) AS id, labels(n) AS labels, properties ORDER BY id",
        passes.replace('$', "n"),
        of("n")
    );
    let links = format!(
        "MATCH (a)-[r]->(b) WHERE {} AND {}
         WITH a, r, b, {}
         RETURN elementId(r) AS id, elementId(a) AS start, type(r) AS type, elementId(b) AS end,
                properties
         ORDER BY id",
        passes.replace('$', "a"),
        passes.replace('$', "b"),
        of("r")
    );
    let mut lines = Vec::new();
    for statement in [nodes, links] {
        lines.extend(store.run(&statement, &[])?.rows.iter().map(|row| format!("{row:?}")));
    }
    Ok(lines)
}

/// Nodes that no graph made.
const THEIRS: &str = "NOT $:Graph|Load|Class|Attribute|Point|Concept|Community";
/// All nodes but those of the graph through which is asked.
const ALL: &str = "(NOT $:Graph|Load|Class|Attribute|Point|Concept|Community \
                   OR coalesce($.graph <> 'witness', true))";

/// People with what a point has too, with relationships called like those of a graph; some points
/// of iris have no person, some people no point.
const PEOPLE: &str = "
    CREATE (t:Team {id: 1, name: 'd1', graph: 'iris', key: 7})
    WITH t UNWIND range(11, 160) AS i
    CREATE (p:Person {
      code: 'd' + i, id: i, name: 'd' + (i + 1), graph: 'attached', key: -i, class: 'setosa',
      born: date('2001-02-03'), where: point({x: i, y: 0.5}), likes: ['a', 'b'], home: 'x'
    })-[:BELONGS_TO {share: 0.25}]->(t)
    CREATE (p)-[:INTRODUCED_IN {in: i}]->(t)
    CREATE (p)<-[:STANDS_FOR]-(:Statue:Person {size: i})";

fn killed_replaced_copied_and_dropped(server: &mut Server) -> Result<(), Failed> {
    let witness = loaded(server, &graphs::graph("figure1")?, "witness")?;
    server.write(PEOPLE, "")?;
    let (folder, table) = (Folder::new(), example("iris.csv"));
    let before = dump(&witness, ALL)?;
    same("nodes and relationships", before.len(), 1 + 2 * 150 + 3 * 150)?;
    let unharmed = |when: &str| {
        let now = dump(&witness, THEIRS)?;
        let other = now.iter().zip(&before).find(|(now, before)| now != before);
        same(when, (now.len(), other), (before.len(), None))
    };
    let url = server.graph("attached").to_string();
    let build = ["build", &table, "--label", "class", "--quiet", "--to", &url];
    let build = [&build[..], &["--attach", "Person(code)", "--k"]].concat();
    let first = [&build[..], &["20"]].concat();
    let times = kills(3);
    for turn in 0..times {
        let mut load = command(server, &folder, &first);
        let mut child = load.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        std::thread::sleep(Duration::from_millis((2_500 * (turn + 1) / times).into()));
        child.kill()?;
        child.wait()?;
        unharmed("after a kill")?;
        if neo4j::graphs(&server.address(), server.credentials())?.len() > 1 {
            neo4j::remove(&server.graph("attached"), server.credentials(), &Progress::default())?;
            same("all that is left", dump(&witness, ALL)? == before, true)?;
        }
    }
    ok(server, &first)?;
    unharmed("after the load")?;
    let store = Neo4jStore::open(&server.graph("attached"), server.credentials())?;
    let tied = "MATCH (:Point {graph: $graph})-[s:STANDS_FOR]->(p:Person) RETURN count(s)";
    same("people with a point", number(&store, tied)?, 140)?;
    // A replacement is attached anew, a copy is a graph of its own on the same people.
    ok(server, &[&build[..], &["15", "--force"]].concat())?;
    unharmed("after a replacement")?;
    same("people with a point", number(&store, tied)?, 140)?;
    let copied = server.graph("copied").to_string();
    ok(server, &["copy", &url, &copied, "--attach", "Person(code)"])?;
    unharmed("after a copy")?;
    for url in [&url, &copied] {
        let checked = ok(server, &["check", url])?.out;
        let said = "140 of 150 points stand for a Person node\n\
                    10 points without a Person node: d1, d2, d3, d4, d5, ...\n\
                    160 Person nodes without a point: d151, d152, d153, d154, d155, ...\n";
        same("check", checked.contains("no faults found") && checked.ends_with(said), true)?;
    }
    ok(server, &["drop", &url])?;
    unharmed("after one is dropped")?;
    same("the copy", ok(server, &["info", &copied])?.out.contains("Person(code)"), true)?;
    ok(server, &["drop", &copied])?;
    same("all that is left", dump(&witness, ALL)?, before)?;
    server.write("MATCH (n:Person|Team) DETACH DELETE n", "")?;
    Ok(())
}

/// What is refused, in one line, leaves nothing behind.
fn what_cannot_be_attached_is_refused(server: &Server) -> Result<(), Failed> {
    let people = "
        UNWIND range(1, 150) AS i
        CREATE (p:Refused {code: 'd' + i, twice: 'd' + (i % 148), other: 'x' + i, `odd one`: [i]})
        FOREACH (x IN CASE i WHEN 7 THEN [1] ELSE [] END | SET p:RefusedToo:Attribute)";
    server.write(people, "")?;
    let (url, table) = (server.graph("refused").to_string(), example("iris.csv"));
    let build = ["build", &table, "--label", "class", "--k", "20", "--to"];
    let to = |place: &str, more: &[&str]| ran(server, &[&build[..], &[place], more].concat());
    for (words, code, named) in [
        ("Refused", 2, "\"Refused\""),
        ("Point(name)", 1, "\"Point\""),
        ("Refusd(code)", 1, "\"Refusd\""),
        ("Refused(cod)", 1, "\"cod\""),
        ("RefusedToo(code)", 1, "RefusedToo"),
    ] {
        to(&url, &["--attach", words]).fails(code, named)?;
    }
    server.write("MATCH (p:Refused) REMOVE p:Attribute", "")?;
    for words in ["Refused(twice)", "Refused(other)", "Refused(odd one)"] {
        let ran = to(&url, &["--attach", words]);
        let last = ran.err.lines().last().unwrap_or_default();
        let named = last.starts_with(&format!("error: {}: ", server.url()));
        same(&ran.err, (ran.code, named), (1, true))?;
    }
    to("iris.db", &["--attach", "Refused(code)"]).fails(2, "iris.db")?;
    let there = neo4j::graphs(&server.address(), server.credentials())?;
    same("a graph", there.contains(&"refused".to_owned()), false)?;
    let witness = loaded(server, &graphs::graph("figure1")?, "witness of refusals")?;
    let left = "MATCH (g) WHERE g.load STARTS WITH 'refused' RETURN count(g)";
    same("nodes left", number(&witness, left)?, 0)
}

/// No query takes a node for a point.
fn queries_answer_as_before(server: &Server) -> Result<(), Failed> {
    let cypher = Catalogue::cypher();
    for (name, points) in [("figure1", 8), ("ready", 4), ("odd_names", 6)] {
        let graph = graphs::graph(name)?;
        let label = format!("Guest of {name}");
        let names = graph.points.names();
        let quoted: Vec<String> =
            names.iter().map(|name| serde_json::json!(name).to_string()).collect();
        let create =
            format!("UNWIND [{}] AS name CREATE (:`{label}` {{name: name}})", quoted.join(","));
        server.write(&create, "")?;
        let to = Attach::parse(&format!("{label}(name)"))?;
        let store = attach(server, &graph, &format!("attached {name}"), &to, &mut |_, _| {})?;
        let tied = format!(
            "MATCH (:Point {{graph: $graph}})-[:STANDS_FOR]->(n:`{label}`)
             WHERE COUNT {{ (n)--() }} = 1 RETURN count(n)"
        );
        same("nodes tied", number(&store, &tied)?, points)?;
        conformance::check(&store, &graph)?;
        same("faults", check::check(&store, &Progress::default())?.faults, Vec::new())?;
        for Question { query, words, truth, .. } in graphs::questions(&graph) {
            let question = query::prepare(&store, &cypher, query, &words, Limit::OfQuery)?;
            near(&format!("{query} {words:?}"), &question.run(&store)?.rows, &truth)?;
        }
    }
    Ok(())
}

/// A load to other nodes starts over.
fn a_load_is_taken_up_on_the_same_nodes_alone(server: &Server) -> Result<(), Failed> {
    server.write("UNWIND range(1, 150) AS i CREATE (:Visitor {a: 'd' + i, b: 'd' + i})", "")?;
    let graph = graphs::graph("iris")?;
    let (address, credentials, name) = (server.address(), server.credentials(), "taken up");
    for (to, goes_on) in [("Visitor(a)", false), ("Visitor(a)", true), ("Visitor(b)", false)] {
        let attach = Attach::parse(to)?;
        let force = !goes_on;
        let target = Target {
            force,
            with: Extras { attach: Some(attach), ..Extras::default() },
            ..Target::new(&address, credentials, name)
        };
        let (progress, mut made) = (Progress::default(), Vec::new());
        let loaded = target.load(&graph, &progress, &mut |done, _| {
            made.push(done);
            if made.len() == 6 {
                progress.interrupt();
            }
        });
        same("interrupted", loaded.is_err(), true)?;
        same(&format!("{to} {made:?}"), made[0] > 0, goes_on)?;
    }
    let attach_to = Attach::parse("Visitor(b)")?;
    let store = attach(server, &graph, name, &attach_to, &mut |_, _| {})?;
    let tied = "MATCH (:Point {graph: $graph})-[s:STANDS_FOR]->(v:Visitor)
                WHERE NOT EXISTS { (v)-->() } RETURN count(s)";
    same("nodes tied to points alone", number(&store, tied)?, 150)?;
    conformance::check(&store, &graph).map_err(Failed::from)
}

/// Names of points are text; a property may be a number, and a label and a property may be called
/// as anything.
fn names_are_text_and_numbers(server: &Server) -> Result<(), Failed> {
    let folder = Folder::new();
    folder.file("g.csv", "n,x\n7,1\n08,2\n9,4\n0.5,8\nten,16\n2020-01-02,32\n12,64\n");
    let table = folder.path("g.csv").display().to_string();
    let graph = graphs::table(&table, None, Some("n"), 3, 0)?;
    let (label, property) = ("Odd `label` \\u0060) 'x'", "odd (`property`) \\u0060 \"y\"");
    let create = format!(
        "UNWIND [7, '08', 8, '9', 0.5, 'ten', date('2020-01-02'), 12.0, [1], true, 'more'] AS it
         CREATE (:`{}` {{`{}`: it}})",
        label.replace('\\', "\\u005C").replace('`', "``"),
        property.replace('\\', "\\u005C").replace('`', "``")
    );
    server.write(&create, "")?;
    let to = Attach::parse(&format!("{label}({property})"))?;
    let store = attach(server, &graph, "odd numbers", &to, &mut |_, _| {})?;
    let known = "MATCH (n) WHERE $label IN labels(n) AND keys(n) = [$property] RETURN count(n)";
    let given = [("label", label), ("property", property)]
        .map(|(name, it)| (name, conceptgraph::store::Parameter::Value(Value::text(it))));
    same("nodes called so", &store.run(known, &given)?.rows[0][0], &Value::Int(11))?;
    let attached = store.attached()?.ok_or("nothing is attached")?;
    same("attached to", (attached.label.as_str(), attached.property.as_str()), (label, property))?;
    same("points with a node", attached.points, 5)?;
    let left = Unmatched { count: 2, first: vec!["2020-01-02".to_owned(), "12".to_owned()] };
    same("points without", attached.points_without_node, left)?;
    same("nodes without", attached.nodes_without_point.count, 6)?;
    conformance::check(&store, &graph).map_err(Failed::from)
}
