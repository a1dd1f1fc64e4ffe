//! Tables read from a Neo4j database: the rows of a statement about nodes of the user.

use std::sync::Arc;

use libtest_mimic::{Failed, Trial};

use crate::install::LTS;
use crate::server::Server;
use crate::support::{Folder, Ran, program, same, shop};
use crate::{Lent, Shared};

pub fn trials(shared: &Arc<Shared>, servers: &Arc<Lent>) -> Vec<Trial> {
    vec![
        on!(shared, LTS, a_statement_is_the_table_of_the_same_rows),
        on!(shared, LTS, statements_that_write_are_refused),
        alone!(servers, a_graph_beside_the_nodes_that_it_is_of),
    ]
}

/// Creates the people of a shop with this label, and similarities of the first of them.
fn fill(server: &Server, label: &str) -> Result<(), String> {
    let maps: Vec<String> = shop::people(120)
        .iter()
        .map(|person| {
            let shop::Person { id, email, age, income, segment, member, born, taste } = person;
            format!(
                "{{id: {id}, email: '{email}', age: {age}, income: {income:?}, segment: \
                 '{segment}', member: {member}, born: date('{born}'), taste: {taste:?}}}"
            )
        })
        .collect();
    let statement =
        format!("UNWIND [{}] AS person CREATE (p:{label}) SET p = person", maps.join(", "));
    server.write(&statement, label)?;
    let more = format!(
        "MATCH (p:{label}) WHERE p.id < 5 WITH p ORDER BY p.id WITH collect(p) AS all
         FOREACH (at IN [0, 1, 2] | FOREACH (a IN [all[at]] | FOREACH (b IN [all[at + 1]] |
             CREATE (a)-[:ALIKE {{similarity: 1.0 / (at + 1)}}]->(b)
             CREATE (b)-[:ALIKE {{similarity: 1.0 / (at + 1)}}]->(a))))"
    );
    server.write(&more, label)
}

fn run(folder: &Folder, server: &Server, words: &[&str]) -> Ran {
    let mut command = folder.command(program(), words);
    command.env("NEO4J_USERNAME", server.credentials().user());
    command.env("NEO4J_PASSWORD", server.password());
    Ran::of(command, words)
}

fn ok(folder: &Folder, server: &Server, words: &[&str]) -> Result<String, Failed> {
    let ran = run(folder, server, words);
    if ran.code == 0 { Ok(ran.out) } else { Err(ran.report("exit code 0").into()) }
}

const OPTIONS: [&str; 8] =
    ["--id", "email", "--label", "segment", "--scale", "standard", "--k", "6"];

fn a_statement_is_the_table_of_the_same_rows(server: &Server) -> Result<(), Failed> {
    let folder = Folder::new();
    server.once("own people", || fill(server, "Own"))?;
    folder.file("graph.csv", shop::csv(&shop::people(120)));
    folder.ok(&[&["build", "graph.csv", "--to", "file.db"], &OPTIONS[..]].concat())?;
    let people = "MATCH (p:Own) RETURN p.email AS email, p.age AS age, p.income AS income, \
         p.segment AS segment ORDER BY p.id";
    let given = ["build", server.url(), "--cypher", people];
    let summary = ok(&folder, server, &[&given[..], &OPTIONS[..]].concat())?;
    let stored = "120 rows, 2 features, standardised, 3 classes. ";
    same(&summary, summary.contains(stored), true)?;
    let same_bytes = folder.read("graph.db") == folder.read("file.db");
    same("the graph of a file and of a database", same_bytes, true)?;
    // Lists, booleans, dates and missing values.
    let all = "MATCH (p:Own) RETURN p.id AS id, p.taste AS taste, p.member AS member, p.born AS \
         born, CASE WHEN p.id = 3 THEN null ELSE p.age END AS age ORDER BY p.id";
    let words = ["--id", "id", "--keep", "born", "--missing", "drop", "--k", "5", "--force"];
    let ran =
        run(&folder, server, &[&["build", server.url(), "--cypher", all], &words[..]].concat());
    let features = "  taste_1, taste_2, taste_3, member, age\n";
    same(&ran.err, ran.err.contains(features), true)?;
    same("rows", ran.err.contains("left out 1 row of 120"), true)?;
    let points = folder.ok(&["query", "graph.db", "points", "-n", "1", "--format", "csv"])?;
    let born = &shop::people(1)[0].born;
    let row = points.lines().nth(1).unwrap_or_default();
    same("a date is a word", row.rsplit(',').next(), Some(born.as_str()))?;
    let links = "MATCH (a:Own)-[alike:ALIKE]->(b:Own) RETURN a.id, b.id, alike.similarity AS \
         similarity ORDER BY a.id, b.id";
    let words =
        ["context", server.url(), "--cypher", links, "--neighbors", "-o", "n.csv", "--k", "2"];
    ok(&folder, server, &words)?;
    let expected = "point,1,2,3,4\n1,1,1,0,0\n2,1,1,0,0\n3,0,1,1,0\n4,0,0,1,1\n";
    same("links", folder.text("n.csv").as_str(), expected)?;
    // New rows, from the source of the old ones.
    let rows = ok(&folder, server, &["place", "file.db", server.url(), "--cypher", people])?;
    same("places", rows.lines().count() > 120, true)
}

fn statements_that_write_are_refused(server: &Server) -> Result<(), Failed> {
    let folder = Folder::new();
    server.once("own people", || fill(server, "Own"))?;
    let count = "MATCH (p:Own) RETURN count(p) AS people, sum(p.age) AS ages;";
    let before = server.shell("plain", count)?.ok_or("no shell")?;
    for statement in [
        "MATCH (p:Own) SET p.age = 0 RETURN p.age AS age",
        "CREATE (p:Own {id: 0}) RETURN p.id AS id",
        "MATCH (p:Own) CALL (p) { DETACH DELETE p } IN TRANSACTIONS RETURN 1 AS one",
        "CREATE INDEX own_age FOR (p:Own) ON (p.age)",
    ] {
        run(&folder, server, &["build", server.url(), "--cypher", statement])
            .fails(1, server.url())?;
    }
    same("people", server.shell("plain", count)?, Some(before))?;
    same("files", folder.names(), Vec::<String>::new())
}

/// Returns all nodes of the shop and their relationships as lines.
fn dump(server: &Server) -> Result<String, Failed> {
    let nodes = "MATCH (p:Theirs) OPTIONAL MATCH (p)-[r]->(q) WITH p, r, q ORDER BY p.id, q.id
         RETURN p.id AS id, labels(p) AS labels, properties(p) AS properties, type(r) AS type,
             properties(r) AS more, q.id AS to;";
    Ok(server.shell("plain", nodes)?.unwrap_or_default())
}

fn a_graph_beside_the_nodes_that_it_is_of(server: &mut Server) -> Result<(), Failed> {
    let folder = Folder::new();
    fill(server, "Theirs")?;
    let before = dump(server)?;
    let people = "MATCH (p:Theirs) RETURN p.email AS email, p.age AS age, p.income AS income, \
         p.segment AS segment ORDER BY p.id";
    let to = server.graph("shop").to_string();
    let given = ["build", server.url(), "--cypher", people, "--to", &to];
    ok(&folder, server, &[&given[..], &OPTIONS[..]].concat())?;
    let info = ok(&folder, server, &["check", &to])?;
    same("sound", info.contains("no faults found"), true)?;
    same("their nodes", dump(server)?, before.clone())?;
    // A graph in a server is called graph if no name is given.
    let here = server.url().to_owned();
    let given = ["build", &here, "--cypher", people, "--to", &here];
    let summary = ok(&folder, server, &[&given[..], &OPTIONS[..]].concat())?;
    same("its name", summary.contains("?graph=graph.\n"), true)?;
    for graph in [&to, &server.graph("graph").to_string()] {
        ok(&folder, server, &["drop", graph])?;
    }
    same("their nodes", dump(server)?, before)?;
    Ok(server.write("MATCH (p:Theirs) DETACH DELETE p", "")?)
}
