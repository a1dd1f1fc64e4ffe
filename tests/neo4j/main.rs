//! Neo4j as its users meet it: a real server, real loads, killed and taken up again.

#[path = "../support/browser.rs"]
mod page;
#[path = "../support/neo4j.rs"]
mod server;
#[path = "../support/mod.rs"]
mod support;

mod browser;
mod browser_page;
mod connecting;
mod documents;
mod loading;
mod offline;
mod queries;
mod reading;
mod terminal;

use std::sync::{Arc, OnceLock};

use conceptgraph::graph::ConceptGraph;
use conceptgraph::progress::Progress;
use conceptgraph::store::neo4j::{self, Neo4jStore};
use conceptgraph::store::{LatticeStore, Result as Stored};
use libtest_mimic::{Failed, Trial};
use server::{LTS, NEWEST, Server};

/// A server that tests share, started by the first that needs it and gone with the last.
#[derive(Default)]
struct Shared(OnceLock<Result<Server, String>>);

impl Shared {
    fn get(&self, version: &str) -> Result<&Server, Failed> {
        let started = self.0.get_or_init(|| Server::start(version));
        started.as_ref().map_err(|reason| reason.clone().into())
    }
}

/// A test on a shared server; ignored with the reason where there can be none. With
/// `CONCEPTGRAPH_TEST_ALL` set, as in CI, it then fails.
fn trial(
    shared: &Arc<Shared>,
    version: &'static str,
    name: &str,
    test: impl FnOnce(&Server) -> Result<(), Failed> + Send + 'static,
) -> Trial {
    let shared = Arc::clone(shared);
    alone(version, name, move || test(shared.get(version)?))
}

/// A test that starts a server of its own, to kill it.
fn alone(
    version: &str,
    name: &str,
    test: impl FnOnce() -> Result<(), Failed> + Send + 'static,
) -> Trial {
    let trial = Trial::test(name, test);
    match server::missing(version) {
        // The newest is for machines that have what it wants.
        Some(reason)
            if version == NEWEST || std::env::var_os("CONCEPTGRAPH_TEST_ALL").is_none() =>
        {
            trial.with_kind(reason).with_ignored_flag(true)
        }
        _ => trial,
    }
}

/// The graphs that a version is tried with: the newest must understand the same, not be as quick.
fn names(version: &str) -> Vec<&'static str> {
    let all = support::graphs::NAMES.into_iter();
    all.filter(|name| version == LTS || !name.starts_with("iris")).collect()
}

/// Loads a graph under a name of the test's own.
fn load(
    server: &Server,
    source: &dyn LatticeStore,
    name: &str,
    force: bool,
    report: &mut dyn FnMut(u64, u64),
) -> Stored<()> {
    let (address, progress) = (server.address(), Progress::default());
    neo4j::load(source, &address, server.credentials(), name, force, &progress, report)
}

/// A loaded graph, open.
fn loaded(server: &Server, graph: &ConceptGraph, name: &str) -> Result<Neo4jStore, Failed> {
    load(server, graph, name, false, &mut |_, _| {})?;
    Ok(Neo4jStore::open(&server.graph(name), server.credentials())?)
}

fn main() -> std::process::ExitCode {
    // A client that is to be killed while it loads is this program, called with a word of its own.
    if let Some(job) = std::env::var_os(loading::JOB) {
        return loading::run_job(&job.to_string_lossy());
    }
    let arguments = libtest_mimic::Arguments::from_args();
    let (lts, newest) = (Arc::new(Shared::default()), Arc::new(Shared::default()));
    let mut trials = Vec::new();
    trials.extend(connecting::trials(&lts));
    trials.extend(loading::trials(&lts));
    trials.extend(documents::trials(&lts));
    trials.extend(offline::trials());
    trials.extend(browser::trials(&lts));
    trials.extend(browser_page::trials(&lts, LTS));
    trials.extend(browser_page::trials(&newest, NEWEST));
    trials.extend(terminal::trials(&lts));
    trials.extend(queries::trials(&lts, LTS));
    trials.extend(reading::trials(&lts, LTS));
    // The newest is a server of the tests' own; one that somebody runs is of one version.
    if std::env::var_os("NEO4J_TEST_URI").is_none() {
        trials.extend(queries::trials(&newest, NEWEST));
        trials.extend(reading::trials(&newest, NEWEST));
    }
    let conclusion = libtest_mimic::run(&arguments, trials);
    drop((lts, newest));
    conclusion.exit_code()
}
