//! Tables out of a Neo4j database: the rows of a statement about nodes of somebody's own.

use std::sync::Arc;

use libtest_mimic::{Failed, Trial};

use crate::install::LTS;
use crate::server::Server;
use crate::support::{Folder, PROGRAM, Ran, same, shop};
use crate::{Lent, Shared};

pub fn trials(shared: &Arc<Shared>, servers: &Arc<Lent>) -> Vec<Trial> {
    vec![
        on!(shared, LTS, a_statement_is_the_table_of_the_same_rows),
        on!(shared, LTS, every_mistake_is_one_line),
        alone!(servers, a_graph_beside_the_nodes_that_it_is_of),
    ]
}

/// People of a shop as nodes with this label, with what no table holds on the first of them.
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
    let mut command = folder.command(PROGRAM, words);
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
    let begins = "graph: 120 points, k = 6, 3 classes (family, retired, student)\n\
         features: age, income\n";
    same("summary", summary.starts_with(begins), true)?;
    let same_bytes = folder.read("graph.db") == folder.read("file.db");
    same("the graph of a file and of a database", same_bytes, true)?;
    // Lists, truth, dates and what is missing.
    let all = "MATCH (p:Own) RETURN p.id AS id, p.taste AS taste, p.member AS member, p.born AS \
         born, CASE WHEN p.id = 3 THEN null ELSE p.age END AS age ORDER BY p.id";
    let words = ["--id", "id", "--keep", "born", "--missing", "drop", "--k", "5", "--force"];
    let ran =
        run(&folder, server, &[&["build", server.url(), "--cypher", all], &words[..]].concat());
    same("features", ran.out.contains("features: taste_1, taste_2, taste_3, member, age\n"), true)?;
    same("rows", ran.err.contains("left out 1 of 120 rows with an empty cell\n"), true)?;
    let points = folder.ok(&["query", "graph.db", "points", "-n", "1", "--format", "csv"])?;
    let born = &shop::people(1)[0].born;
    let row = points.lines().nth(1).unwrap_or_default();
    same("a date is a word", row.rsplit(',').next(), Some(born.as_str()))?;
    // Links are neighbours.
    let links = "MATCH (a:Own)-[alike:ALIKE]->(b:Own) RETURN a.id, b.id, alike.similarity AS \
         similarity ORDER BY a.id, b.id";
    let words =
        ["context", server.url(), "--cypher", links, "--neighbors", "-o", "n.csv", "--k", "2"];
    ok(&folder, server, &words)?;
    let expected = "point,1,2,3,4\n1,1,1,0,0\n2,1,1,0,0\n3,0,1,1,0\n4,0,0,1,1\n";
    same("links", folder.text("n.csv").as_str(), expected)?;
    // New rows, from where the old ones were.
    let rows = ok(&folder, server, &["place", "file.db", server.url(), "--cypher", people])?;
    same("places", rows.lines().count() > 120, true)
}

/// A statement, further options, and what is wrong.
const MISTAKES: [(&str, &str, i32, &str); 17] = [
    (
        "MATCH (p:Own) SET p.age = 0 RETURN p.age AS age",
        "",
        1,
        ": the statement does more than read; give one that only finds and returns, as MATCH ... \
         RETURN ...",
    ),
    (
        "CREATE (p:Own {id: 0}) RETURN p.id AS id",
        "",
        1,
        ": the statement does more than read; give one that only finds and returns, as MATCH ... \
         RETURN ...",
    ),
    (
        "MATCH (p:Own) CALL (p) { DETACH DELETE p } IN TRANSACTIONS RETURN 1 AS one",
        "",
        1,
        ": the statement does more than read; give one that only finds and returns, as MATCH ... \
         RETURN ...",
    ),
    (
        "CREATE INDEX own_age FOR (p:Own) ON (p.age)",
        "",
        1,
        ": the statement does more than read; give one that only finds and returns, as MATCH ... \
         RETURN ...",
    ),
    (
        "RETURN 1 AS x; RETURN 2 AS x",
        "",
        1,
        ": Expected exactly one statement per query but got: 2; ",
    ),
    ("MATCH (p:Own) RETRUN p.age AS age", "", 1, ": Invalid input 'RETRUN'"),
    (
        "MATCH (p:Own) RETURN p.age AS x, p.income AS x",
        "",
        1,
        ": Multiple result columns with the same name",
    ),
    (
        "MATCH (p:Own) WHERE p.age > $most RETURN p.age AS x",
        "",
        1,
        ": Expected parameter(s): most; correct the statement",
    ),
    ("MATCH (p:Own) RETURN 1 / (p.id - p.id) AS x", "", 1, ": / by zero; "),
    (
        "MATCH (p:Own) WHERE p.age > 500 RETURN p.age AS x",
        "",
        1,
        ": the statement returns no rows; give at least 2 rows",
    ),
    (
        "MATCH (p:Own) RETURN p.age AS age",
        "--id mail",
        2,
        ": no column \"mail\" for the id; its columns are \"age\"",
    ),
    (
        "MATCH (p:Own) RETURN 'a' AS id, p.age AS age",
        "--id id",
        1,
        ", row 2, column \"id\": the same name as in row 1; ",
    ),
    (
        "MATCH (p:Own) RETURN p.age AS age, p ORDER BY p.id",
        "",
        1,
        ", row 1, column \"p\": found a node; return one of its properties, as p.age, or leave the \
         column out",
    ),
    (
        "MATCH (p:Own) RETURN properties(p) AS p, p.age AS age",
        "",
        1,
        ", row 1, column \"p\": found a map; ",
    ),
    (
        "MATCH (p:Own) RETURN p.age AS age, p.segment AS segment",
        "",
        1,
        ": a column holds words, not numbers: segment (",
    ),
    (
        "MATCH (p:Own) RETURN p.age AS age, CASE p.id WHEN 4 THEN [1, 2] ELSE p.taste END AS taste \
         ORDER BY p.id",
        "",
        1,
        ", row 4, column \"taste\": a list of 2 numbers, but one of 3 numbers in the first row \
         with a value; ",
    ),
    (
        "MATCH (p:Own) RETURN p.age AS age, CASE p.id WHEN 3 THEN 'old' ELSE p.income END AS \
         income ORDER BY p.id",
        "",
        1,
        ", row 3, column \"income\": found \"old\", not a number; ",
    ),
];

fn every_mistake_is_one_line(server: &Server) -> Result<(), Failed> {
    let folder = Folder::new();
    server.once("own people", || fill(server, "Own"))?;
    for (statement, options, code, fault) in MISTAKES {
        let options: Vec<&str> = options.split_whitespace().collect();
        let words = [&["build", server.url(), "--cypher", statement], &options[..]].concat();
        let fault = format!("error: {}{fault}", server.url());
        let ran = run(&folder, server, &words);
        ran.fails_with(code, &fault)?;
        same("one line with something to do", ran.err.matches("; ").count() > 0, true)?;
    }
    let counted = "MATCH (p:Own) RETURN count(p) AS people, sum(p.age) AS ages, count(DISTINCT \
         p.segment) AS segments UNION ALL RETURN 0 AS people, 0 AS ages, 0 AS segments";
    let words = ["context", server.url(), "--cypher", counted, "--k", "1", "-o", "all.csv"];
    ok(&folder, server, &words)?;
    let select = ["--sql", "SELECT 1"];
    let cases: [(&[&str], i32, String); 4] = [
        (
            &[server.url()],
            2,
            format!(
                "{}: a server is no table; say which rows are (--cypher 'MATCH ... RETURN ...')",
                server.url()
            ),
        ),
        (
            &[server.url(), select[0], select[1]],
            2,
            "--sql is for SQLite databases, and this is a server; ask it with --cypher".to_owned(),
        ),
        (
            &["bolt://127.0.0.1:1", "--cypher", "RETURN 1 AS x"],
            1,
            "bolt://127.0.0.1:1: nothing listens there; is Neo4j running, and is this its Bolt \
             port?"
                .to_owned(),
        ),
        (
            &[&format!("{}?graph=x", server.url()), "--cypher", "RETURN 1 AS x"],
            2,
            format!(
                "{}: a statement is about the whole database; leave out ?graph=, or write it \
                 behind --to",
                server.url()
            ),
        ),
    ];
    for (words, code, fault) in cases {
        run(&folder, server, &[&["count"], words].concat()).fails(code, &fault)?;
    }
    let mut command = folder.command(PROGRAM, &["count", server.url(), "--cypher", "RETURN 1"]);
    command.env("NEO4J_PASSWORD", "sesame").env_remove("NEO4J_USERNAME");
    let ran = Ran::of(command, &["count"]);
    ran.fails_with(1, "the server does not let user \"neo4j\" in")?;
    same("files", folder.names(), vec!["all.csv".to_owned()])
}

/// All nodes and relationships that are not the program's own, as lines.
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
    // Without a name of its own the graph of a server is called graph.
    let here = server.url().to_owned();
    let given = ["build", &here, "--cypher", people, "--to", &here];
    let summary = ok(&folder, server, &[&given[..], &OPTIONS[..]].concat())?;
    same("its name", summary.contains("?graph=graph, made in "), true)?;
    for graph in [&to, &server.graph("graph").to_string()] {
        ok(&folder, server, &["drop", graph])?;
    }
    same("their nodes", dump(server)?, before)?;
    Ok(server.write("MATCH (p:Theirs) DETACH DELETE p", "")?)
}
