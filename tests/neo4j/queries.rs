//! The canned queries in Cypher: they answer as in memory and in SQL, also in the server's own
//! shell, and read no more than they must.

use std::sync::Arc;

use conceptgraph::query::{self, Limit, catalogue::Catalogue};
use conceptgraph::store::sqlite::{self, SqliteStore};
use conceptgraph::store::{Database, ParameterValue};
use conceptgraph_engine::base::ids::ClassId;
use conceptgraph_engine::base::progress::Progress;
use conceptgraph_engine::base::rows::Value;
use conceptgraph_engine::purity::ClassCounts;
use libtest_mimic::{Failed, Trial};
use serde_json::Value as Json;

use crate::server::Server;
use crate::support::graphs::{self, Question};
use crate::support::reference::Reference;
use crate::support::whole::Whole;
use crate::support::{Folder, near, same};
use crate::{LTS, Shared, loaded, names, own, small};

pub fn trials(shared: &Arc<Shared>, version: &'static str) -> Vec<Trial> {
    let mut trials = Vec::new();
    for name in names(version) {
        trials.push(on!(shared, version, answers(name)));
    }
    if version == LTS {
        trials.push(on!(shared, LTS, reading_does_not_write));
        for name in ["iris", "iris_iceberg", "one_class"] {
            trials.push(on!(shared, LTS, pure_at_every_threshold(name)));
        }
        for name in ["figure1", "odd_names"] {
            trials.push(own(LTS, on!(shared, LTS, cypher_shell_runs_the_files(name))));
        }
        trials.push(own(LTS, on!(shared, LTS, plans_start_from_an_index)));
    }
    trials.push(on!(shared, version, unknown_points_have_no_cluster));
    trials.push(on!(shared, version, values_are_shown_as_people_read_them));
    trials
}

/// The number of questions beyond which only one in `SOME` is asked.
const MANY: usize = 300;
const SOME: usize = 3;

fn answers(server: &Server, name: &str) -> Result<(), Failed> {
    let (graph, store) = small(server, name)?;
    let folder = Folder::new();
    sqlite::save(&graph, &folder.path("g.db"), false, &Progress::default())?;
    let file = SqliteStore::open(&folder.path("g.db"))?;
    let (stored, filed) =
        (store.clone().into_stored_graph()?.graph, file.clone().into_stored_graph()?.graph);
    let (sql, cypher) = (Catalogue::sql(), Catalogue::cypher());
    let questions = graphs::questions(&graph);
    // Some of hundreds of questions are asked, different ones for each graph: many differ little.
    let every = if questions.len() < MANY { 1 } else { SOME };
    let turn = graphs::NAMES.iter().position(|one| *one == name).unwrap_or(0);
    for Question { query, words, truth, .. } in
        questions.into_iter().skip(turn % every).step_by(every)
    {
        let asked = format!("{query} {words:?}");
        let question = query::prepare(&stored, &cypher, query, &words, Limit::OfQuery)?;
        near(&asked, &question.answer(None)?.values(&stored)?.rows, &truth)?;
        let in_cypher = question.run(&store)?;
        near(&format!("{asked} in Cypher"), &in_cypher.rows, &truth)?;
        let in_sql = query::prepare(&filed, &sql, query, &words, Limit::OfQuery)?.run(&file)?;
        same(&format!("columns of {asked} in SQL"), &in_cypher.columns, &in_sql.columns)?;
        near(&format!("{asked} in SQL"), &in_cypher.rows, &in_sql.rows)?;
    }
    Ok(())
}

/// The server itself refuses statements that write, and the error names programs that can.
fn reading_does_not_write(server: &Server) -> Result<(), Failed> {
    let (_, store) = small(server, "figure1")?;
    for statement in [
        "CREATE (n:Point {graph: $graph, id: 1000}) RETURN n",
        "MATCH (p:Point {graph: $graph}) SET p.name = 'x'",
        "MATCH (p:Point {graph: $graph}) DETACH DELETE p",
        "MATCH (p:Point {graph: $graph}) CALL (p) { CREATE (:Other) } RETURN p",
        "CREATE INDEX other FOR (n:Other) ON (n.name)",
        "DROP INDEX other IF EXISTS",
        "DROP DATABASE neo4j",
        "CREATE USER other SET PASSWORD 'long enough'",
        "CALL db.createLabel('Other')",
    ] {
        let refusal = store.run(statement, &[], None).err().map(|error| error.to_string());
        let line = "this program only reads; write in Neo4j Browser or cypher-shell";
        same(statement, refusal, Some(format!("{}: {line}", server.address().server())))?;
    }
    let points = store.run("MATCH (p:Point {graph: $graph}) RETURN p.id", &[], None)?;
    same("points", points.rows.len(), 8)
}

/// The thresholds are every share of the class in a cluster and the numbers next to it: also below
/// a half, where several classes can be the most common, and at equal shares.
fn pure_at_every_threshold(server: &Server, name: &str) -> Result<(), Failed> {
    let (graph, store) = small(server, name)?;
    let (graph, cypher) = (Whole::of(&graph), Catalogue::cypher());
    let reference = Reference(graph);
    let classes = graph.points.classes().ok_or("it has no classes")?;
    for class in ClassId::first(classes.names().len()) {
        let share =
            |id| ClassCounts::from_points(&graph.members.points(id), classes).purity_in(class);
        let mut shares: Vec<f64> = graph.ids().filter_map(share).collect();
        shares.sort_unstable_by(f64::total_cmp);
        shares.dedup();
        let some = shares.iter().step_by(1 + shares.len() / 25).chain(shares.last());
        let some = some.flat_map(|share| [share.next_down(), *share, share.next_up()]);
        for (threshold, size) in some.zip([1, 3, 1, 20].into_iter().cycle()) {
            if !(threshold > 0.0 && threshold <= 1.0) {
                continue;
            }
            let words = [classes.name(class).to_owned(), format!("{threshold:?}")];
            let words = words.into_iter().chain([size.to_string(), "1000".to_owned()]);
            let words: Vec<String> = words.collect();
            let question = query::prepare(graph.graph, &cypher, "pure", &words, Limit::OfQuery)?;
            let truth = reference.pure(class, threshold, size, 1000);
            near(&format!("pure {words:?}"), &question.run(&store)?.rows, &truth)?;
        }
    }
    Ok(())
}

/// Returns the line that sets a question's parameters.
fn parameters(graph: &str, question: &Question) -> String {
    let mut all: Vec<(&str, Json)> = vec![("graph", graph.into())];
    all.extend(
        ["limit", "class", "purity", "size", "point"].map(|defaulted| (defaulted, Json::Null)),
    );
    for (name, value) in &question.parameters {
        all.retain(|(defaulted, _)| defaulted != name);
        all.push((name, value.clone()));
    }
    let all: Vec<String> = all.iter().map(|(name, value)| format!("{name}: {value}")).collect();
    format!(":param {{{}}}\n", all.join(", "))
}

fn cypher_shell_runs_the_files(server: &Server, name: &str) -> Result<(), Failed> {
    let (graph, store) = small(server, name)?;
    let (catalogue, questions) = (Catalogue::cypher(), graphs::questions(&graph));
    let mut scripts = Vec::new();
    for question in &questions {
        let statement = &catalogue.find(question.query)?.statement;
        scripts.push(parameters(store.name(), question) + statement);
    }
    let answers = server.answers(&scripts)?.ok_or("there is no cypher-shell")?;
    for (Question { query, words, truth, .. }, answer) in questions.iter().zip(answers) {
        let mut lines = answer.lines();
        // The shell prints nothing for an empty answer.
        if let Some(header) = lines.next() {
            let columns = catalogue.find(query)?.columns.join(", ");
            same(&format!("header of {query}"), header, &columns)?;
        }
        let firsts: Vec<&str> = lines.collect();
        same(&format!("rows of {query} {words:?}"), firsts.len(), truth.len())?;
        for (line, row) in firsts.iter().zip(truth) {
            let first = match &row[0] {
                // The shell has its own way of escaping, which is not tested here.
                Value::Text(text) if text.contains(['"', '\\']) => continue,
                Value::Text(text) => format!("\"{text}\""),
                Value::Int(number) => number.to_string(),
                other => format!("{other:?}"),
            };
            if !line.starts_with(&first) {
                return Err(format!("{query} {words:?}: {line}, expected {first}").into());
            }
        }
    }
    Ok(())
}

/// An unknown name makes the answer empty; it is not ignored.
fn unknown_points_have_no_cluster(server: &Server) -> Result<(), Failed> {
    let (_, store) = small(server, "figure1")?;
    let catalogue = Catalogue::cypher();
    let name = |point: &str| store.run(point, &[], None).map(|rows| rows.rows[0][0].clone());
    let known = name("MATCH (p:Point {graph: $graph, id: 1}) RETURN p.name AS name")?;
    let Value::Text(known) = known else { return Err("a point has no name".into()) };
    let nothing = || ParameterValue::Value(Value::Null);
    {
        let query = "lca";
        let statement = &catalogue.find(query)?.statement;
        let answer = |points: &[&str]| {
            let names = points.iter().map(|&name| name.to_owned()).collect();
            store.run(
                statement,
                &[("points", ParameterValue::Names(names)), ("limit", nothing())],
                None,
            )
        };
        for points in [&["nowhere"][..], &[&known, "nowhere"], &["nowhere", &known]] {
            same(&format!("{query} {points:?}"), answer(points)?.rows.len(), 0)?;
        }
        same(query, answer(&[&known])?.rows.len(), 1)?;
    }
    Ok(())
}

fn values_are_shown_as_people_read_them(server: &Server) -> Result<(), Failed> {
    let name = "values";
    let store = loaded(server, &graphs::graph("figure1")?, name)?;
    // Nodes with several labels.
    server.write("MATCH (c:Concept {graph: $g}) SET c:Seen", name)?;
    let text = |text: &str| Value::Text(text.to_owned());
    for (value, shown) in [
        ("[1, 'a', null, [true]]", Value::Json(serde_json::json!([1, "a", null, [true]]))),
        ("{b: 1.5, a: date('2026-11-24')}", {
            Value::Json(serde_json::json!({"a": "2026-11-24", "b": 1.5}))
        }),
        ("true", Value::Json(true.into())),
        ("date('2026-11-24')", text("2026-11-24")),
        ("localtime('12:30:05.25')", text("12:30:05.250")),
        ("time('12:30:05+01:00')", text("12:30:05+01:00")),
        ("datetime('2026-11-24T12:30:05Z')", text("2026-11-24T12:30:05Z")),
        ("localdatetime('2026-11-24T12:30:05')", text("2026-11-24T12:30:05")),
        ("duration('P1Y2M3DT4S')", text("P1Y2M3DT4S")),
        ("point({x: 1, y: 2.5})", text("point({srid: 7203, x: 1.0, y: 2.5})")),
        ("head(COLLECT { MATCH (c:Class {graph: $graph}) WHERE c.id < 0 RETURN c })", Value::Null),
    ] {
        let rows = store.run(&format!("RETURN {value} AS value"), &[], None)?.rows;
        same(value, rows, vec![vec![shown]])?;
    }
    let path = "MATCH way = (:Concept {graph: $graph, id: 2})-[:COVERED_BY]->() RETURN way LIMIT 1";
    let Value::Text(path) = &store.run(path, &[], None)?.rows[0][0] else {
        return Err("a path is no text".into());
    };
    let [first, second] = path.split("-[:COVERED_BY]->").collect::<Vec<_>>()[..] else {
        return Err(path.clone().into());
    };
    for (node, word) in [(first, "name: \"c2\""), (second, "(:Concept:")] {
        let is_node = node.starts_with("(:Concept:") && node.ends_with("})");
        same(node, is_node && node.contains(word), true)?;
    }
    Ok(())
}

/// No plan scans all nodes or all nodes of a label, and none searches for paths.
fn plans_start_from_an_index(server: &Server) -> Result<(), Failed> {
    let (graph, store) = small(server, "iris")?;
    let mut seen = std::collections::BTreeSet::new();
    let catalogue = Catalogue::cypher();
    let (mut names, mut scripts) = (Vec::new(), Vec::new());
    for question in graphs::questions(&graph) {
        if seen.insert(question.query) {
            names.push(question.query);
            let parameters = parameters(store.name(), &question);
            let statement = &catalogue.find(question.query)?.statement;
            scripts.push(format!("{parameters}EXPLAIN {statement}\n"));
        }
    }
    let with_statement = catalogue.queries().iter().filter(|query| !query.statement.is_empty());
    same("queries", names.len(), with_statement.count())?;
    let Some(plans) = server.plans(&scripts)? else { return Ok(()) };
    for (name, plan) in names.iter().zip(plans) {
        for scan in ["AllNodesScan", "NodeByLabelScan", "RelationshipTypeScan", "ShortestPath"] {
            if plan.contains(scan) {
                return Err(format!("{name}: {scan}\n{plan}").into());
            }
        }
        if !plan.contains("Seek") {
            return Err(format!("{name} starts from no index\n{plan}").into());
        }
    }
    Ok(())
}
