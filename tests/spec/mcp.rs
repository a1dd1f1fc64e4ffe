//! The server for assistants, asked over standard input and output.

use std::time::{Duration, Instant};

use libtest_mimic::{Failed, Trial};
use serde_json::{Value as Json, json};

use crate::support::assistant::Assistant;
use crate::support::documents::Document;
use crate::support::{Folder, Need, PROGRAM, example, iris, project, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(it_says_what_it_is, Need::Assistants),
        trial!(every_tool_answers, Need::Assistants),
        trial!(the_document_shows_what_is_answered, Need::Assistants),
        trial!(answers_are_those_of_the_command_line, Need::Assistants),
        trial!(answers_have_limits, Need::Assistants),
        trial!(faults_say_what_is_possible, Need::Assistants),
        trial!(lines_that_are_no_requests, Need::Assistants),
        trial!(what_is_given_up_ends, Need::Assistants),
        trial!(the_end_of_the_input_ends_it, Need::Assistants),
        trial!(a_graph_that_is_replaced, Need::Assistants),
        trial!(queries_of_ones_own_are_tools, Need::Assistants),
        trial!(a_graph_without_a_table, Need::Assistants),
        trial!(a_store_that_is_not_there, Need::Assistants),
    ]
}

/// A statement that has no end.
const ENDLESS: &str =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";

/// A client of the graph of the wines.
fn wine() -> Result<(Folder, Assistant), Failed> {
    let folder = Folder::new();
    folder.ok(&["build", &example("wine.csv"), "--label", "class", "--to", "wine.db"])?;
    let (client, _) = Assistant::greeted(folder.command(PROGRAM, &["mcp", "wine.db"]))?;
    Ok((folder, client))
}

fn tools(client: &mut Assistant) -> Result<Vec<Json>, Failed> {
    let listed = client.request("tools/list", &json!({}))?;
    Ok(listed["result"]["tools"].as_array().ok_or("a list")?.clone())
}

fn names(tools: &[Json]) -> Vec<&str> {
    tools.iter().filter_map(|tool| tool["name"].as_str()).collect()
}

fn it_says_what_it_is() -> Result<(), Failed> {
    let folder = iris()?;
    let (mut client, said) = Assistant::greeted(folder.command(PROGRAM, &["mcp", "iris.db"]))?;
    same("name", &said["serverInfo"]["name"], &json!("conceptgraph"))?;
    same("version", &said["protocolVersion"], &json!("2025-06-18"))?;
    let instructions = said["instructions"].as_str().ok_or("instructions")?;
    for part in ["iris", "150 points", "communities", "stand apart", "`about`", "chance"] {
        same(instructions, instructions.contains(part), true)?;
    }
    let tools = tools(&mut client)?;
    for tool in &tools {
        let hints = &tool["annotations"];
        same("reads", &hints["readOnlyHint"], &json!(true))?;
        same("closed", &hints["openWorldHint"], &json!(false))?;
        same("an object", &tool["inputSchema"]["type"], &json!("object"))?;
        same("a description", tool["description"].as_str().is_some_and(|d| d.len() > 20), true)?;
    }
    let all = names(&tools);
    same("statements", (all.contains(&"sql"), all.contains(&"cypher")), (true, false))?;
    same("pings", client.request("ping", &json!({}))?["result"].is_object(), true)?;
    same("its end", client.end()?, (Some(0), String::new()))
}

/// Arguments for every tool, and something that its answer names.
fn calls() -> Vec<(&'static str, Json, &'static str)> {
    let row: serde_json::Map<_, _> = "alcohol malic_acid ash alcalinity_of_ash magnesium \
        total_phenols flavanoids nonflavanoid_phenols proanthocyanins color_intensity hue \
        od280_od315_of_diluted_wines proline"
        .split_whitespace()
        .map(|name| (name.to_owned(), json!(1.5)))
        .collect();
    vec![
        ("about", json!({}), "dendrogram purity"),
        ("communities", json!({}), "3 groups stand apart"),
        ("describe", json!({"concept": "g1"}), "It is a group"),
        ("contrast", json!({"one": "g1", "other": "g2"}), "proline,"),
        ("community", json!({"community": "g1"}), "the first 20 of 74"),
        ("membership", json!({"point": "d1"}), "d1,1,g1,group,"),
        ("between", json!({"community": "g1", "other": "g2"}), "separation"),
        ("why", json!({"point": "d1", "other": "d62"}), "They share 1 neighbour of 53"),
        ("nearest", json!({"point": "d1"}), "the first 10 of 15"),
        ("lca", json!({"points": ["d1", "d62"]}), "class,centre"),
        ("containing", json!({"point": "d1"}), "size,purity,class,centre"),
        ("members", json!({"concept": "d1"}), "d1,1"),
        ("landmarks", json!({"limit": 3}), "(3 clusters hold"),
        ("rule", json!({"concept": "g1"}), "flavanoids"),
        ("place", json!({"row": row}), "communities,nearest"),
        ("schema", json!({}), "rows: point, row, alcohol"),
        ("schema", json!({"table": "point"}), "CREATE TABLE point"),
        ("sql", json!({"statement": "SELECT count(*) AS n FROM rows;"}), "n\n178\n(1 row)\n"),
    ]
}

fn every_tool_answers() -> Result<(), Failed> {
    let (_folder, mut client) = wine()?;
    let tools = tools(&mut client)?;
    let calls = calls();
    let called: Vec<&str> = calls.iter().map(|(name, ..)| *name).collect();
    let missing: Vec<&str> =
        names(&tools).into_iter().filter(|name| !called.contains(name)).collect();
    same("tools that nothing calls", missing, Vec::new())?;
    for (tool, arguments, named) in calls {
        let text = client.call(tool, &arguments)?;
        same(&format!("{tool}: {text}"), text.contains(named), true)?;
    }
    same("its end", client.end()?, (Some(0), String::new()))
}

fn the_document_shows_what_is_answered() -> Result<(), Failed> {
    let (_folder, mut client) = wine()?;
    let shown = Document::read("examples/assistants.md")?.text;
    let asked = json!({"one": "g2", "other": "g3", "limit": 3});
    let answered = client.call("contrast", &asked)?;
    same(&answered, shown.contains(&format!("```text\n{answered}```\n")), true)
}

/// The rows, and what the command line prints beside them.
fn answers_are_those_of_the_command_line() -> Result<(), Failed> {
    let (folder, mut client) = wine()?;
    folder.ok(&["build", &example("wine.csv"), "--label", "class", "-k", "9", "--to", "l.db"])?;
    let ran = folder.run(&["query", "wine.db", "communities"]);
    let text = client.call("communities", &json!({}))?;
    same(&text, text.contains(ran.err.trim()), true)?;
    let (mut of_part, _) = Assistant::greeted(folder.command(PROGRAM, &["mcp", "l.db"]))?;
    let text = of_part.call("containing", &json!({"point": "d1", "limit": 1000}))?;
    let rows = folder.ok(&["query", "l.db", "containing", "d1", "--limit", "1000", "-f", "csv"])?;
    for (mine, theirs) in text.lines().zip(rows.lines()) {
        let first = |line: &str| line.split(',').take(2).map(str::to_owned).collect::<Vec<_>>();
        same("a row", first(mine), first(theirs))?;
    }
    let text = client.call("sql", &json!({"statement": "SELECT 1 WHERE false"}))?;
    same("no row", text, "1\n(0 rows)\n".to_owned())?;
    let text = client.call("between", &json!({"community": "g1", "other": "g3"}))?;
    same(&text, text.lines().count() > 1, true)
}

fn answers_have_limits() -> Result<(), Failed> {
    let (_folder, mut client) = wine()?;
    let all = json!({"statement": "SELECT a.name FROM point a, point b", "limit": 1_000_000});
    let text = client.call("sql", &all)?;
    same("rows", text.lines().count(), 1002)?;
    same(&text, text.contains("(the first 1,000 of 31,684; for more: a limit up to 1,000)"), true)?;
    let wide = "SELECT printf('%.900c', 'x') FROM point";
    let text = client.call("sql", &json!({"statement": wide, "limit": 178}))?;
    same("characters", text.len() < 20_200, true)?;
    same(&text, text.contains("no more fits"), true)?;
    let text = client.call("membership", &json!({"limit": "3"}))?;
    same(&text, text.contains("(the first 3 of 204;"), true)
}

fn faults_say_what_is_possible() -> Result<(), Failed> {
    let (_folder, mut client) = wine()?;
    for (tool, arguments, named) in [
        ("describe", json!({}), "usage: describe CONCEPT"),
        ("describe", json!({"concept": "g99"}), "this graph has g1 to g3"),
        ("describe", json!({"cluster": "g1"}), "this tool takes concept"),
        ("describe", json!({"concept": ["g1", "g2"]}), "concept must be one text"),
        ("describe", json!({"concept": {"a": 1}}), "concept must be a text"),
        ("why", json!({"point": "d1", "other": "d1"}), "given twice"),
        ("why", json!({"point": "d1", "other": "d999"}), "d1 to d178"),
        ("lca", json!({"points": []}), "points is missing"),
        ("members", json!({"concept": "g1", "limit": 0}), "limit must be a positive integer"),
        ("place", json!({"row": {"alcohol": 1}}), "malic_acid"),
        ("place", json!({"row": [1, 2]}), "row must be an object"),
        ("about", json!({"of": 1}), "this tool takes none"),
        ("schema", json!({"table": "nothing"}), "there are attribute, belongs"),
        ("sql", json!({"statement": " ; "}), "empty"),
        ("sql", json!({"statement": "SELECT 1; SELECT 2"}), "statement"),
        ("sql", json!({"statement": "DELETE FROM point"}), "only read"),
        ("sql", json!({"statement": "ATTACH 'x.db' AS x"}), "only read"),
        ("sql", json!({"statement": "VACUUM INTO 'x.db'"}), "only read"),
        ("sql", json!({"statement": "SELECT load_extension('x')"}), "not authorized"),
        ("sql", json!({"statement": "SELECT hue FROM point"}), "hue is a column of"),
    ] {
        client.refuses(tool, &arguments, named)?;
    }
    let unknown = client.request("tools/call", &json!({"name": "descirbe", "arguments": {}}))?;
    let said = unknown["error"]["message"].as_str().ok_or("a message")?;
    for part in ["did you mean \"describe\"", "there are about, communities"] {
        same(said, said.contains(part), true)?;
    }
    same("an error of the protocol", &unknown["error"]["code"], &json!(-32602))?;
    // All the time it has gone on.
    client.call("about", &json!({})).map(drop)
}

fn lines_that_are_no_requests() -> Result<(), Failed> {
    let folder = iris()?;
    let (mut client, _) = Assistant::greeted(folder.command(PROGRAM, &["mcp", "iris.db"]))?;
    for line in ["", "{", "no json", "\u{0}\u{fffd}", "[[[[[", "{\"jsonrpc\": \"2.0\", \"id\": 7,"]
    {
        client.line(line)?;
    }
    // What is JSON and no request is answered as such.
    client.line("{\"a\": 1}")?;
    same("an error", client.next()?["error"]["code"].is_number(), true)?;
    let unknown = client.request("tools/shout", &json!({}))?;
    same("an unknown method", &unknown["error"]["code"], &json!(-32601))?;
    client.call("about", &json!({}))?;
    same("its end", client.end()?, (Some(0), String::new()))?;
    // A client that begins otherwise.
    let mut client = Assistant::silent(folder.command(PROGRAM, &["mcp", "iris.db"]))?;
    client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))?;
    let (code, said) = client.end()?;
    same(&said, (code, said.lines().count(), said.starts_with("error: ")), (Some(1), 1, true))
}

fn what_is_given_up_ends() -> Result<(), Failed> {
    let (_folder, mut client) = wine()?;
    let endless = json!({"name": "sql", "arguments": {"statement": ENDLESS}});
    for pause in [300, 0] {
        let id = client.begin("tools/call", &endless)?;
        std::thread::sleep(Duration::from_millis(pause));
        let parameters = json!({"requestId": id, "reason": "a test"});
        let method = "notifications/cancelled";
        client.send(&json!({"jsonrpc": "2.0", "method": method, "params": parameters}))?;
        let start = Instant::now();
        client.call("membership", &json!({"point": "d1"}))?;
        same("soon", start.elapsed() < Duration::from_secs(20), true)?;
    }
    // What waits behind another is given up alone.
    let first = json!({"name": "sql", "arguments": {"statement":
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 3000000) \
         SELECT count(*) FROM n"}});
    let (first, second) =
        (client.begin("tools/call", &first)?, client.begin("tools/call", &endless)?);
    let parameters = json!({"requestId": second});
    let method = "notifications/cancelled";
    client.send(&json!({"jsonrpc": "2.0", "method": method, "params": parameters}))?;
    let answer = client.next()?;
    same("the first", &answer["id"], &json!(first))?;
    same(&answer.to_string(), answer.to_string().contains("3000000"), true)
}

fn the_end_of_the_input_ends_it() -> Result<(), Failed> {
    let folder = iris()?;
    let silent = Assistant::silent(folder.command(PROGRAM, &["mcp", "iris.db"]))?;
    same("nothing said", silent.end()?, (Some(0), String::new()))?;
    let (mut client, _) = Assistant::greeted(folder.command(PROGRAM, &["mcp", "iris.db"]))?;
    let endless = json!({"name": "sql", "arguments": {"statement": ENDLESS}});
    client.begin("tools/call", &endless)?;
    let start = Instant::now();
    same("in the midst of an answer", client.end()?, (Some(0), String::new()))?;
    same("soon", start.elapsed() < Duration::from_secs(30), true)
}

fn a_graph_that_is_replaced() -> Result<(), Failed> {
    let (folder, mut client) = wine()?;
    let text = client.call("about", &json!({}))?;
    same(&text, text.contains("alcohol"), true)?;
    folder.ok(&[
        "build",
        &example("iris.csv"),
        "--label",
        "class",
        "--to",
        "wine.db",
        "--force",
    ])?;
    let text = client.call("about", &json!({}))?;
    same(&text, text.contains("petal") && text.contains("was replaced by another one"), true)?;
    let text = client.call("about", &json!({}))?;
    same(&text, text.contains("was replaced"), false)?;
    std::fs::remove_file(folder.path("wine.db"))?;
    client.refuses("about", &json!({}), "no such file")?;
    folder.ok(&["build", &example("iris.csv"), "--label", "class", "--to", "wine.db"])?;
    client.call("about", &json!({})).map(drop)
}

fn queries_of_ones_own_are_tools() -> Result<(), Failed> {
    let folder = iris()?;
    std::fs::create_dir(folder.path("mine"))?;
    folder.file(
        "mine/largest_of.sql",
        "-- title: the largest clusters led by a class\n-- parameter: class class\n\
         -- parameter: limit count = 5\n-- columns: size\n\
         SELECT size FROM cluster WHERE class = :class ORDER BY size DESC LIMIT :limit\n",
    );
    let words = ["mcp", "iris.db", "--queries", "mine"];
    let (mut client, _) = Assistant::greeted(folder.command(PROGRAM, &words))?;
    let tools = tools(&mut client)?;
    let mine = tools.iter().find(|tool| tool["name"] == "largest_of").ok_or("a tool")?;
    same("what it needs", &mine["inputSchema"]["required"], &json!(["class"]))?;
    let text = client.call("largest_of", &json!({"class": "setosa", "limit": 2}))?;
    same(&text, text.lines().count(), 4)?;
    client.refuses("largest_of", &json!({"class": "tulip"}), "there are")
}

/// A ready context has no columns, no distances and no classes.
fn a_graph_without_a_table() -> Result<(), Failed> {
    let folder = Folder::new();
    folder.ok(&["context", &example("figure1.csv"), "--id", "name", "--k", "4", "-o", "f.cxt"])?;
    folder.ok(&["build", "f.cxt", "--to", "f.db"])?;
    let (mut client, said) = Assistant::greeted(folder.command(PROGRAM, &["mcp", "f.db"]))?;
    let instructions = said["instructions"].as_str().ok_or("instructions")?;
    same(instructions, instructions.contains("purity"), false)?;
    for tool in ["about", "communities", "between", "landmarks", "schema"] {
        client.call(tool, &json!({}))?;
    }
    client.refuses("place", &json!({"row": {"x": 1}}), "ready context")
}

fn a_store_that_is_not_there() -> Result<(), Failed> {
    let folder = Folder::new();
    folder.run(&["mcp", "none.db"]).fails(1, "none.db: no such file")?;
    let source = project().join("examples/wine.csv").display().to_string();
    folder.run(&["mcp", &source]).fails(1, "this is not a concept graph")?;
    folder.run(&["mcp", "bolt://127.0.0.1:1"]).fails(1, "127.0.0.1:1")
}
