//! Neo4j as its users meet it: a real server, real loads, killed and begun anew.

#[path = "../support/install.rs"]
mod install;
#[path = "../support/browser.rs"]
mod page;
#[path = "../support/neo4j.rs"]
mod server;
#[path = "../support/mod.rs"]
mod support;

/// A trial of `function`, or of `function(server, case)`, on a shared server of that version.
macro_rules! on {
    ($shared:expr, $version:expr, $test:ident) => {
        $crate::trial($shared, $version, &$crate::support::named!($test, $version), $test)
    };
    ($shared:expr, $version:expr, $test:ident($case:expr)) => {{
        let name = $crate::support::named!($test, $version, $case);
        $crate::trial($shared, $version, &name, move |server| $test(server, $case))
    }};
}

/// A trial of `function` on a server that one test has at a time.
macro_rules! alone {
    ($servers:expr, $test:ident) => {
        $crate::lent($servers, &$crate::support::named!($test, $servers.version), $test)
    };
}

mod altered;
mod browser;
mod browser_page;
mod compose;
mod connecting;
mod documents;
mod killed;
mod loading;
mod offline;
mod own_labels;
mod own_nodes;
mod placing;
mod python;
mod queries;
mod reading;
mod recipes;
mod replacing;
mod set_up;
mod shop;
mod terminal;
mod tls;

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use conceptgraph::base::progress::Progress;
use conceptgraph::check;
use conceptgraph::graph::Graph;
use conceptgraph::store::Result as Stored;
use conceptgraph::store::neo4j::{self, Neo4jStore, Target};
use install::{LTS, NEWEST};
use libtest_mimic::{Failed, Trial};
use server::Server;
use support::trials::watched;
use support::whole::equal;
use support::{all_wanted, same};

/// A server that tests share, started by the first that needs it and gone with the last.
#[derive(Default)]
struct Shared(OnceLock<Result<Server, String>>);

impl Shared {
    fn get(&self, version: &str) -> Result<&Server, Failed> {
        let started = self.0.get_or_init(|| offline::started(version));
        started.as_ref().map_err(|reason| reason.clone().into())
    }
}

/// Servers of a version that one test has at a time, to kill them or to count what is on them.
struct Lent {
    version: &'static str,
    free: Mutex<Vec<Server>>,
}

impl Lent {
    fn new(version: &'static str) -> Arc<Self> {
        Arc::new(Self { version, free: Mutex::default() })
    }

    /// A server that is empty and runs: one that no test has, else a new one.
    fn take(&self) -> Result<Server, Failed> {
        let idle = self.free.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let server = idle.map_or_else(|| Server::start(self.version), Ok)?;
        for graph in neo4j::graphs(&server.address(), server.credentials())? {
            neo4j::remove(&server.graph(&graph), server.credentials(), &Progress::default())?;
        }
        Ok(server)
    }

    /// Runs a test on such a server. One on which a test failed is not lent again.
    fn to(&self, test: impl FnOnce(&mut Server) -> Result<(), Failed>) -> Result<(), Failed> {
        let mut server = self.take()?;
        test(&mut server)?;
        self.free.lock().unwrap_or_else(PoisonError::into_inner).push(server);
        Ok(())
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
    let (shared, name) = (Arc::clone(shared), name.to_owned());
    let test = watched(name.clone(), move || test(shared.get(version)?));
    needing(server::missing(version), version, Trial::test(name, test))
}

/// A test that has a server to itself. One that somebody else runs is not for that.
fn lent(
    servers: &Arc<Lent>,
    name: &str,
    test: impl FnOnce(&mut Server) -> Result<(), Failed> + Send + 'static,
) -> Trial {
    let (servers, name) = (Arc::clone(servers), name.to_owned());
    let version = servers.version;
    let test = watched(name.clone(), move || servers.to(test));
    own(version, Trial::test(name, test))
}

/// A test for a server of the tests' own, which can be stopped and has cypher-shell.
fn own(version: &str, trial: Trial) -> Trial {
    if server::is_named() {
        let reason = "needs a server of the tests' own: unset NEO4J_TEST_URI";
        return trial.with_kind(reason).with_ignored_flag(true);
    }
    needing(server::missing(version), version, trial)
}

fn needing(missing: Option<String>, version: &str, trial: Trial) -> Trial {
    match missing {
        // The newest is for machines that have what it wants.
        Some(reason) if version == NEWEST || !all_wanted() => {
            trial.with_kind(reason).with_ignored_flag(true)
        }
        _ => trial,
    }
}

/// The graphs that a version is tried with: the newest must understand the same, not be as quick.
fn names(version: &str) -> Vec<&'static str> {
    let all = support::graphs::NAMES.into_iter();
    all.filter(|name| version == LTS || ["anchors", "odd_names"].contains(name)).collect()
}

/// Loads a graph under a name of the test's own.
fn load(
    server: &Server,
    source: &Graph,
    name: &str,
    force: bool,
    report: &mut dyn FnMut(u64, u64),
) -> Stored<()> {
    let address = server.address();
    let target = Target { force, ..Target::new(&address, server.credentials(), name) };
    target.load(source, &Progress::default(), report)
}

/// A loaded graph, open.
fn loaded(server: &Server, graph: &Graph, name: &str) -> Result<Neo4jStore, Failed> {
    load(server, graph, name, false, &mut |_, _| {})?;
    Ok(open(server, name)?)
}

/// A graph of a server, open.
fn open(server: &Server, name: &str) -> Stored<Neo4jStore> {
    Neo4jStore::open(&server.graph(name), server.credentials())
}

/// Compares each section of a stored graph with that of the graph that was loaded.
fn is_equal(store: &Neo4jStore, graph: &Graph) -> Result<(), Failed> {
    equal(&store.clone().opened()?.graph, graph)
}

/// Fails unless a check finds nothing wrong.
fn is_sound(store: &Neo4jStore) -> Result<(), Failed> {
    same("faults", check::check(&store.clone().opened()?, &Progress::default())?, Vec::new())
}

/// A graph that tests only read, loaded by the first of them.
fn kept(server: &Server, graph: &Graph, name: &str) -> Result<Neo4jStore, Failed> {
    let load = || load(server, graph, name, false, &mut |_, _| {});
    server.once(name, || load().map_err(|error| error.to_string()))?;
    Ok(open(server, name)?)
}

/// A graph of [`support::graphs`] that tests only read.
fn small(server: &Server, name: &str) -> Result<(Graph, Neo4jStore), Failed> {
    let graph = support::graphs::graph(name)?;
    let store = kept(server, &graph, &format!("read {name}"))?;
    Ok((graph, store))
}

/// The graph of every scale of the iris flowers, which tests only read. Somebody's own server may
/// have one of that name.
fn iris(server: &Server) -> Result<(Graph, Neo4jStore), Failed> {
    let graph = support::graphs::graph("iris_scales")?;
    let store = kept(server, &graph, if server.is_own() { "iris" } else { "iris of the tests" })?;
    Ok((graph, store))
}

fn main() -> std::process::ExitCode {
    // A client that is to be killed while it loads is this program, called with a word of its own.
    if let Some(job) = std::env::var_os(loading::JOB) {
        return loading::run_job(&job.to_string_lossy());
    }
    let (lts, newest) = (Arc::new(Shared::default()), Arc::new(Shared::default()));
    let lent = Lent::new(LTS);
    // The longest first, so that none is left alone at the end.
    let mut trials = loading::trials(&lts, &lent);
    trials.extend(altered::trials(&lts));
    trials.extend(killed::trials(&lts));
    trials.extend(replacing::trials(&lts));
    trials.extend(connecting::trials(&lts, &lent));
    trials.extend(browser_page::trials(&lts));
    trials.extend(browser::trials(&lts));
    trials.extend(shop::trials(&lts));
    trials.extend(recipes::trials(&lts));
    trials.extend(compose::trials(&lts));
    trials.extend(documents::trials(&lts));
    trials.extend(set_up::trials(&lent));
    trials.extend(offline::trials(&lts, LTS));
    trials.extend(own_labels::trials(&lts, &lent));
    trials.extend(own_nodes::trials(&lts, &lent));
    trials.extend(python::trials(&lts));
    trials.extend(queries::trials(&lts, LTS));
    trials.extend(reading::trials(&lts, LTS));
    trials.extend(placing::trials(&lts));
    trials.extend(terminal::trials(&lts, &lent));
    // The newest is a server of the tests' own; one that somebody runs is of one version.
    if !server::is_named() {
        trials.extend(offline::trials(&newest, NEWEST));
        trials.extend(queries::trials(&newest, NEWEST));
        trials.extend(reading::trials(&newest, NEWEST));
    }
    let code = support::run(trials);
    drop((lts, newest, lent));
    code
}
