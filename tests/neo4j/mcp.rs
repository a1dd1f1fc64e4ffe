//! The server for assistants, about a graph in Neo4j.

use std::sync::Arc;
use std::time::{Duration, Instant};

use libtest_mimic::{Failed, Trial};
use serde_json::json;

use crate::install::LTS;
use crate::server::Server;
use crate::support::assistant::Assistant;
use crate::support::{Folder, Need, PROGRAM, same};
use crate::{Shared, iris};

pub fn trials(shared: &Arc<Shared>) -> Vec<Trial> {
    let trial = on!(shared, LTS, an_assistant_asks_a_server);
    match Need::Assistants.missing() {
        None => vec![trial],
        Some(reason) => vec![trial.with_kind(reason).with_ignored_flag(true)],
    }
}

fn an_assistant_asks_a_server(server: &Server) -> Result<(), Failed> {
    let (_, store) = iris(server)?;
    let (folder, url) = (Folder::new(), server.graph(store.name()).to_string());
    let mut command = folder.command(PROGRAM, &["mcp", &url]);
    command.env("NEO4J_USERNAME", server.credentials().user());
    command.env("NEO4J_PASSWORD", server.password());
    let (mut client, said) = Assistant::greeted(command)?;
    same("150 points", said["instructions"].to_string().contains("150 points"), true)?;
    let count = "MATCH (p:Point)-[:OF_CLASS]->(c:Class) \
                 MATCH (g:Graph {name: $graph, graph: p.graph}) \
                 RETURN c.name AS class, count(*) AS points ORDER BY class";
    for (tool, arguments, named) in [
        ("about", json!({}), "setosa (50)"),
        ("communities", json!({"limit": 2}), "g1,low petal_length"),
        ("describe", json!({"concept": "g1"}), "It is a group"),
        ("contrast", json!({"one": "g1", "other": "d1"}), "petal"),
        ("community", json!({"community": "g1"}), "the first 20 of"),
        ("membership", json!({"point": "d1"}), "d1,setosa,"),
        ("between", json!({}), "point,class,community"),
        ("why", json!({"point": "d1", "other": "d51"}), "d51"),
        ("nearest", json!({"point": "d1"}), "the first 10 of 15"),
        ("lca", json!({"points": ["d64", "d147"]}), "class,centre"),
        ("containing", json!({"point": "d1", "limit": 2}), "class,centre"),
        ("members", json!({"concept": "d147"}), "d147,virginica\n"),
        ("landmarks", json!({"limit": 3}), "(3 rows)"),
        ("rule", json!({"concept": "g1"}), "petal"),
        (
            "place",
            json!({"row": {
                "sepal_length": 5.1, "sepal_width": 3.5, "petal_length": 1.4, "petal_width": 0.2,
            }}),
            "nearest",
        ),
        ("schema", json!({}), "Concept: graph, id"),
        ("schema", json!({"table": "COVERED_BY"}), "(:Concept)-[:COVERED_BY]->(:Concept)"),
        ("cypher", json!({"statement": count}), "setosa,50\n"),
    ] {
        let text = client.call(tool, &arguments)?;
        same(&format!("{tool}: {text}"), text.contains(named), true)?;
    }
    client.refuses("cypher", &json!({"statement": "CREATE (n:Point)"}), "only reads")?;
    client.refuses("cypher", &json!({"statement": "MATCH (n RETURN n"}), "RETURN")?;
    client.refuses("describe", &json!({"concept": "g99"}), "g99")?;
    // A long statement is given up, and the next one answered.
    let long = "UNWIND range(1, 100000000000) AS x RETURN max(x * x % 7) AS most";
    let long = json!({"name": "cypher", "arguments": {"statement": long}});
    let id = client.begin("tools/call", &long)?;
    std::thread::sleep(Duration::from_secs(2));
    let (method, parameters) = ("notifications/cancelled", json!({"requestId": id}));
    client.send(&json!({"jsonrpc": "2.0", "method": method, "params": parameters}))?;
    let start = Instant::now();
    client.call("membership", &json!({"point": "d1"}))?;
    same("soon", start.elapsed() < Duration::from_secs(20), true)?;
    same("its end", client.end()?, (Some(0), String::new()))
}
