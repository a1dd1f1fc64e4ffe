//! SIGKILL at any moment of a load into a server: readers see nothing or the whole graph, and the
//! next load begins anew. `just killed` does the same a hundred times.

use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use conceptgraph::store::neo4j;
use conceptgraph::store::sqlite::SqliteStore;
use conceptgraph_engine::base::progress::Progress;
use libtest_mimic::{Failed, Trial};

use crate::install::LTS;
use crate::server::Server;
use crate::support::{Folder, Ran, example, kills, program};
use crate::{Shared, is_equal, open};

pub fn trials(shared: &Arc<Shared>) -> Vec<Trial> {
    vec![on!(shared, LTS, killed_while_loading)]
}

/// The time over which the moments are spread, in milliseconds; a load takes a second or two.
const SPREAD: u32 = 1_500;

fn killed_while_loading(server: &Server) -> Result<(), Failed> {
    let (folder, name) = (Folder::new(), "killed at any moment");
    let (table, there) = (example("iris.csv"), server.graph(name));
    let url = there.to_string();
    let words = ["build", &table, "--label", "class", "--k", "20", "--graph", "full", "--quiet"];
    folder.ok(&[&words[..], &["--to", "iris.db"]].concat())?;
    let graph = SqliteStore::graph(&folder.path("iris.db"))?;
    let words = [&words[..], &["--to", &url]].concat();
    let load = || {
        let mut command = folder.command(program(), &words);
        command.env("NEO4J_USERNAME", server.credentials().user());
        command.env("NEO4J_PASSWORD", server.password());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    };
    let whole = || -> Result<(), Failed> {
        is_equal(&open(server, name)?, &graph)?;
        neo4j::remove(&there, server.credentials(), &Progress::default())?;
        Ok(())
    };
    let times = kills(2);
    for turn in 0..times {
        let mut child = load().spawn()?;
        std::thread::sleep(Duration::from_millis((SPREAD * (turn + 1) / times).into()));
        child.kill()?;
        child.wait()?;
        // A graph that readers see is complete.
        if neo4j::ready_graphs(&server.address(), server.credentials())?
            .iter()
            .any(|one| one == name)
        {
            whole()?;
        }
    }
    let ran = Ran::of(load(), &words);
    if ran.code != 0 {
        return Err(ran.report("exit code 0").into());
    }
    whole()
}
