//! A graph as files for `neo4j-admin database import`, imported into a server and read back.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use conceptgraph::graph::ConceptGraph;
use conceptgraph::progress::Progress;
use conceptgraph::query::{self, catalogue::Catalogue};
use conceptgraph::store::neo4j::{self, Neo4jStore};
use conceptgraph::store::{conformance, sqlite};
use libtest_mimic::{Failed, Trial};

use crate::install::LTS;
use crate::reading::hostile;
use crate::server::Server;
use crate::support::graphs::Question;
use crate::support::{Folder, graphs, named, near};
use crate::{Lent, browser, lent};

pub fn trials(servers: &Arc<Lent>) -> Vec<Trial> {
    let version = servers.version;
    let trial = |name: String, test: fn(&mut Server, &str) -> Result<(), Failed>| {
        lent(servers, &name, move |server| test(server, version))
    };
    let mut trials = vec![trial(named!(hostile_names_imported, version), hostile_names_imported)];
    if version == LTS {
        trials.push(trial(named!(ready_context_imported, version), ready_context_imported));
    }
    trials
}

fn ready_context_imported(server: &mut Server, version: &str) -> Result<(), Failed> {
    import(server, version, &graphs::graph("ready")?, "ready context")
}

fn hostile_names_imported(server: &mut Server, version: &str) -> Result<(), Failed> {
    import(server, version, &hostile()?, "it's; a \"graph\"\n")
}

/// Imports a graph in place of all that the server has. It must be the same as the graph, to the
/// byte as a file, and every statement must answer as on a loaded one.
fn import(
    server: &mut Server,
    version: &str,
    graph: &ConceptGraph,
    name: &str,
) -> Result<(), Failed> {
    let folder = Folder::new();
    let files = folder.path("the files");
    let command = neo4j::write_bulk(graph, name, &files, &Progress::default())?;
    server.kill();
    let words: Vec<&str> = command.iter().skip(1).map(String::as_str).collect();
    let told = server.admin(&words)?;
    if !files.join("import.report").is_file() {
        return Err(format!("there is no report where the command says:\n{told}").into());
    }
    server.restart()?;
    run_scripts(server, version, &files)?;
    let store = Neo4jStore::open(&server.graph(name), server.credentials())?;
    conformance::check(&store, graph)?;
    let progress = Arc::new(Progress::default());
    sqlite::save(graph, &folder.path("direct.db"), true, &progress)?;
    sqlite::save(&store, &folder.path("copied.db"), true, &progress)?;
    if folder.read("direct.db") != folder.read("copied.db") {
        return Err("what was imported differs".into());
    }
    let cypher = Catalogue::cypher();
    for Question { query, words, truth, .. } in graphs::questions(graph) {
        let answer = query::prepare(&store, &cypher, query, &words, None)?.run(&store)?;
        near(&format!("{query} {words:?}"), &answer.rows, &truth)?;
    }
    Ok(())
}

/// By cypher-shell, as people run them; statement by statement where a version has none.
fn run_scripts(server: &Server, version: &str, files: &Path) -> Result<(), Failed> {
    let read = |script: &str| fs::read_to_string(files.join(script));
    let scripts = [read("constraints.cypher")?, read("indexes.cypher")?];
    if version == LTS {
        return Ok(server.answers(&scripts).map(|_| ())?);
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let config = neo4rs::ConfigBuilder::default().uri(server.url()).user("neo4j");
    let config = config.password(server.password()).build()?;
    let graph = runtime.block_on(async { neo4rs::Graph::connect(config) })?;
    for statement in scripts.iter().flat_map(|script| browser::statements(script)) {
        runtime.block_on(graph.run(neo4rs::query(&statement)))?;
    }
    Ok(())
}
