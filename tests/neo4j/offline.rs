//! A graph as files for `neo4j-admin database import`, imported into a server and read back.

use std::fs;
use std::sync::Arc;

use conceptgraph::build::{BuildOptions, Source, build};
use conceptgraph::graph::Graph;
use conceptgraph::query::{self, Limit, catalogue::Catalogue};
use conceptgraph::store::bulk;
use conceptgraph::table::{self, ReadOptions};
use conceptgraph_engine::base::progress::Progress;
use libtest_mimic::{Failed, Trial};

use crate::install::LTS;
use crate::reading::hostile;
use crate::server::Server;
use crate::support::graphs::Question;
use crate::support::{Folder, graphs, near};
use crate::{Shared, browser, is_equal, is_sound, open, own};

/// The folder of the files, in a test's folder.
const FILES: &str = "the files";
/// The names of the graphs that a shared server starts with: the LTS version has one in which every
/// name is hostile, the newest that of a ready context.
const HOSTILE: &str = "it's; a \"graph\"\n";
const READY: &str = "ready context";

pub fn trials(shared: &Arc<Shared>, version: &'static str) -> Vec<Trial> {
    let trial = match version {
        LTS => on!(shared, LTS, hostile_names_imported),
        _ => on!(shared, version, ready_context_imported),
    };
    vec![own(version, trial)]
}

/// Starts a server with a graph that was imported before its first start: one start serves that
/// test and all tests that share the server.
pub fn started(version: &str) -> Result<Server, String> {
    let mut server = Server::create(version)?;
    if !server.is_own() {
        return Ok(server);
    }
    let started = || -> Result<Server, Failed> {
        let files = Folder::new();
        match version {
            LTS => {
                import(&server, &with_long_text()?, "long", &Folder::new())?;
                import(&server, &hostile(HOSTILE)?, HOSTILE, &files)?;
            }
            _ => import(&server, &graphs::graph("ready")?, READY, &files)?,
        }
        server.start_first()?;
        run_scripts(&server, version, &files)?;
        Ok(server)
    };
    started().map_err(|failed| failed.message().unwrap_or("no import").to_owned())
}

fn hostile_names_imported(server: &Server) -> Result<(), Failed> {
    is_whole(server, &hostile(HOSTILE)?, HOSTILE)?;
    let unknown = open(server, "nowhere");
    let told = unknown.err().map(|error| error.to_string()).unwrap_or_default();
    let expected = ["there is no graph \"nowhere\"; there are", "it's; a \"graph\"\\n"];
    match expected.iter().all(|words| told.contains(words)) && told.lines().count() == 1 {
        true => Ok(()),
        false => Err(format!("{told:?}\nexpected one line with {expected:?}").into()),
    }
}

fn ready_context_imported(server: &Server) -> Result<(), Failed> {
    is_whole(server, &graphs::graph("ready")?, READY)
}

/// Builds a graph with a text that is longer than an import reads by default.
fn with_long_text() -> Result<Graph, Failed> {
    let folder = Folder::new();
    folder.file("long.csv", format!("x,text\n1,{}\n2,b\n4,c\n", "long ".repeat(1_100_000)));
    let reading = ReadOptions::default().keep(vec!["text".to_owned()]);
    let source = Source::Table(table::read(&folder.path("long.csv"), &reading)?.table);
    Ok(build("long", source, &BuildOptions::default(), &Progress::default())?)
}

/// Imports a graph into a stopped server, in place of all its data, and keeps the files.
fn import(server: &Server, graph: &Graph, name: &str, folder: &Folder) -> Result<(), Failed> {
    let files = folder.path(FILES);
    let command = bulk::write(graph, name, &files, bulk::BulkFormat::Csv, &Progress::default())?;
    let words: Vec<&str> = command.iter().skip(1).map(String::as_str).collect();
    let told = server.admin(&words)?;
    match files.join("import.report").is_file() {
        true => Ok(()),
        false => Err(format!("there is no report where the command says:\n{told}").into()),
    }
}

/// Fails unless the stored graph equals `graph` and every statement answers as on a loaded one.
fn is_whole(server: &Server, graph: &Graph, name: &str) -> Result<(), Failed> {
    let store = open(server, name)?;
    is_equal(&store, graph)?;
    is_sound(&store)?;
    let cypher = Catalogue::cypher();
    for Question { query, words, truth, .. } in graphs::questions(graph) {
        let answer = query::prepare(graph, &cypher, query, &words, Limit::OfQuery)?.run(&store)?;
        near(&format!("{query} {words:?}"), &answer.rows, &truth)?;
    }
    Ok(())
}

/// Runs the scripts in cypher-shell, as people do, or one by one if the version has none.
fn run_scripts(server: &Server, version: &str, folder: &Folder) -> Result<(), Failed> {
    let read = |script: &str| fs::read_to_string(folder.path(FILES).join(script));
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
