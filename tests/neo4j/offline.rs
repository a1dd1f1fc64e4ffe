//! A graph as files for `neo4j-admin database import`, imported into a server and read back.

use std::sync::Arc;

use conceptgraph::progress::Progress;
use conceptgraph::store::conformance;
use conceptgraph::store::neo4j::{self, Neo4jStore};
use libtest_mimic::{Failed, Trial};

use crate::Lent;
use crate::reading::hostile;
use crate::server::Server;
use crate::support::{Folder, graphs};

pub fn trials(servers: &Arc<Lent>) -> Vec<Trial> {
    vec![alone!(servers, an_import_is_the_same_graph)]
}

fn an_import_is_the_same_graph(server: &mut Server) -> Result<(), Failed> {
    let folder = Folder::new();
    let graphs = [("iris", graphs::graph("iris")?), ("ready", graphs::graph("ready")?)];
    for (name, graph) in graphs.into_iter().chain([("hostile", hostile()?)]) {
        let files = folder.path(&format!("{name} files").replace(' ', "_"));
        let command = neo4j::write_bulk(&graph, name, &files, &Progress::default())?;
        server.kill();
        let words: Vec<&str> = command.split_whitespace().skip(1).collect();
        server.admin(&words)?;
        server.restart()?;
        let read = |script: &str| std::fs::read_to_string(files.join(script));
        let scripts = [read("constraints.cypher")?, read("indexes.cypher")?];
        server.answers(&scripts)?.ok_or("there is no cypher-shell")?;
        let store = Neo4jStore::open(&server.graph(name), server.credentials())?;
        conformance::check(&store, &graph).map_err(|fault| format!("{name}: {fault}"))?;
    }
    Ok(())
}
