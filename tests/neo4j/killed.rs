//! SIGKILL at any moment of a load into a server: readers see nothing or all of it, and the next
//! load begins anew. `just killed` does the same a hundred times.

use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use conceptgraph::base::progress::Progress;
use conceptgraph::store::conformance;
use conceptgraph::store::neo4j::{self, Neo4jStore};
use conceptgraph::table::Missing;
use libtest_mimic::{Failed, Trial};

use crate::Shared;
use crate::install::LTS;
use crate::server::Server;
use crate::support::{Folder, PROGRAM, Ran, example, graphs, kills};

pub fn trials(shared: &Arc<Shared>) -> Vec<Trial> {
    vec![on!(shared, LTS, killed_while_loading)]
}

/// A load takes a second or two; the moments are spread over this many milliseconds.
const SPREAD: u32 = 1_500;

fn killed_while_loading(server: &Server) -> Result<(), Failed> {
    let (folder, name) = (Folder::new(), "killed at any moment");
    let (table, there) = (example("iris.csv"), server.graph(name));
    let url = there.to_string();
    let words = ["build", &table, "--label", "class", "--k", "20"];
    let words = [&words[..], &["--graph", "full", "--to", &url, "--quiet"]].concat();
    let load = || {
        let mut command = folder.command(PROGRAM, &words);
        command.env("NEO4J_USERNAME", server.credentials().user());
        command.env("NEO4J_PASSWORD", server.password());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    };
    let mut graph = graphs::table(&table, Some("class"), None, 20, 0)?;
    graph.name = "iris".to_owned();
    // As the program reads a table without being asked.
    graph.missing = Missing::Error;
    let whole = || -> Result<(), Failed> {
        let store = Neo4jStore::open(&there, server.credentials())?;
        conformance::check(&store, &graph)?;
        neo4j::remove(&there, server.credentials(), &Progress::default())?;
        Ok(())
    };
    let times = kills(2);
    for turn in 0..times {
        let mut child = load().spawn()?;
        std::thread::sleep(Duration::from_millis((SPREAD * (turn + 1) / times).into()));
        child.kill()?;
        child.wait()?;
        // What readers see is whole.
        if neo4j::graphs(&server.address(), server.credentials())?.iter().any(|one| one == name) {
            whole()?;
        }
    }
    let ran = Ran::of(load(), &words);
    if ran.code != 0 {
        return Err(ran.report("exit code 0").into());
    }
    whole()
}
