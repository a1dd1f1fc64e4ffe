//! A graph as files for `neo4j-admin database import`, imported into a server and read back.

use conceptgraph::progress::Progress;
use conceptgraph::store::conformance;
use conceptgraph::store::neo4j::{self, Neo4jStore};
use libtest_mimic::{Failed, Trial};

use crate::alone;
use crate::reading::hostile;
use crate::server::{LTS, Server};
use crate::support::{Folder, graphs};

pub fn trials() -> Vec<Trial> {
    // It needs a server that can be stopped, and cypher-shell.
    if std::env::var_os("NEO4J_TEST_URI").is_some() {
        return Vec::new();
    }
    vec![alone(LTS, "offline::an_import_is_the_same_graph", import)]
}

fn import() -> Result<(), Failed> {
    let folder = Folder::new();
    let mut server = Server::start(LTS)?;
    let graphs = [("iris", graphs::graph("iris")?), ("ready", graphs::graph("ready")?)];
    for (name, graph) in graphs.into_iter().chain([("hostile", hostile()?)]) {
        let files = folder.path(&format!("{name} files").replace(' ', "_"));
        let command = neo4j::write_bulk(&graph, name, &files, &Progress::default())?;
        server.kill();
        let words: Vec<&str> = command.split_whitespace().skip(1).collect();
        server.admin(&words)?;
        server.restart()?;
        for script in ["constraints.cypher", "indexes.cypher"] {
            let script = std::fs::read_to_string(files.join(script))?;
            server.shell("plain", &script)?.ok_or("there is no cypher-shell")?;
        }
        let store = Neo4jStore::open(&server.graph(name), server.credentials())?;
        conformance::check(&store, &graph).map_err(|fault| format!("{name}: {fault}"))?;
    }
    Ok(())
}
