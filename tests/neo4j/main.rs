//! Neo4j as its users meet it: a real server, and real loads that are killed and begun anew.

#[path = "../support/install.rs"]
mod install;
#[path = "../support/browser.rs"]
mod page;
#[path = "../support/neo4j.rs"]
mod server;
#[path = "../support/mod.rs"]
mod support;

/// Creates a trial of `function`, or of `function(server, case)`, on a shared server of a version.
macro_rules! on {
    ($shared:expr, $version:expr, $test:ident) => {
        $crate::trial($shared, $version, &$crate::support::named!($test, $version), $test)
    };
    ($shared:expr, $version:expr, $test:ident($case:expr)) => {{
        let name = $crate::support::named!($test, $version, $case);
        $crate::trial($shared, $version, &name, move |server| $test(server, $case))
    }};
}

/// Creates a trial of `function` on a server that one test has at a time.
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
mod languages;
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

use conceptgraph::check;
use conceptgraph::graph::Graph;
use conceptgraph::store::Result as Stored;
use conceptgraph::store::neo4j::{self, Neo4jStore, Target};
use conceptgraph_engine::base::progress::Progress;
use install::{LTS, NEWEST};
use libtest_mimic::{Failed, Trial};
use server::Server;
use support::trials::watched;
use support::whole::equal;
use support::{Scope, long, same};

/// A server that tests share, which the first test that needs it starts.
#[derive(Default)]
struct Shared(OnceLock<Result<Server, String>>);

impl Shared {
    fn get(&self, version: &str) -> Result<&Server, Failed> {
        let started = self.0.get_or_init(|| offline::started(version));
        started.as_ref().map_err(|reason| reason.clone().into())
    }
}

/// A server that one test has at a time, to kill it or to count its content. A second server would
/// take longer to start than the tests wait for the first.
struct Lent {
    version: &'static str,
    idle: Mutex<Option<Server>>,
}

impl Lent {
    fn new(version: &'static str) -> Arc<Self> {
        Arc::new(Self { version, idle: Mutex::default() })
    }

    /// Runs a test on the server, without graphs. A server on which a test failed is not lent
    /// again.
    fn to(&self, test: impl FnOnce(&mut Server) -> Result<(), Failed>) -> Result<(), Failed> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let mut server = idle.take().map_or_else(|| Server::start(self.version), Ok)?;
        for graph in neo4j::ready_graphs(&server.address(), server.credentials())? {
            neo4j::remove(&server.graph(&graph), server.credentials(), &Progress::default())?;
        }
        test(&mut server)?;
        *idle = Some(server);
        Ok(())
    }
}

/// Returns a test on a shared server, which is ignored, with the reason, if there can be no server.
/// Outside of a plain run it then fails.
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

/// Returns a test that has a server to itself, which is never one that somebody else runs.
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

/// Ignores a test that needs a server of the tests' own, with cypher-shell, if there is none.
fn own(version: &str, trial: Trial) -> Trial {
    if server::is_named() {
        let reason = "needs a server of the tests' own: unset NEO4J_TEST_URI";
        return trial.with_kind(reason).with_ignored_flag(true);
    }
    needing(server::missing(version), version, trial)
}

fn needing(missing: Option<String>, version: &str, trial: Trial) -> Trial {
    match missing {
        // The newest version is for machines that have the Java it needs.
        Some(reason) if version == NEWEST || Scope::get() == Scope::Plain => {
            trial.with_kind(reason).with_ignored_flag(true)
        }
        _ => trial,
    }
}

/// Returns the graphs that are loaded into a server of `version`: all in a run of every test, but
/// few into the newest server, which must understand them and need not be as quick.
fn names(version: &str) -> Vec<&'static str> {
    let few: &[&str] = match (version == LTS, Scope::get()) {
        (true, Scope::All) => &support::graphs::NAMES,
        (true, _) => &["iris_scales", "iris_no_members", "anchors", "ready", "odd_names"],
        (false, _) => &["anchors", "odd_names"],
    };
    let all = support::graphs::NAMES.into_iter();
    all.filter(|name| few.contains(name)).collect()
}

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

fn loaded(server: &Server, graph: &Graph, name: &str) -> Result<Neo4jStore, Failed> {
    load(server, graph, name, false, &mut |_, _| {})?;
    Ok(open(server, name)?)
}

fn open(server: &Server, name: &str) -> Stored<Neo4jStore> {
    Neo4jStore::open(&server.graph(name), server.credentials())
}

/// Fails unless each section of a stored graph equals that of `graph`.
fn is_equal(store: &Neo4jStore, graph: &Graph) -> Result<(), Failed> {
    equal(&store.clone().into_stored_graph()?.graph, graph)
}

/// Fails unless a check finds no fault.
fn is_sound(store: &Neo4jStore) -> Result<(), Failed> {
    same(
        "faults",
        check::check(&store.clone().into_stored_graph()?, &Progress::default())?,
        Vec::new(),
    )
}

/// Opens a graph that tests only read, and loads it if no test has loaded it.
fn kept(server: &Server, graph: &Graph, name: &str) -> Result<Neo4jStore, Failed> {
    let load = || load(server, graph, name, false, &mut |_, _| {});
    server.once(name, || load().map_err(|error| error.to_string()))?;
    Ok(open(server, name)?)
}

/// Returns a graph of [`support::graphs`] that tests only read, in memory and in the server.
fn small(server: &Server, name: &str) -> Result<(Graph, Neo4jStore), Failed> {
    let graph = support::graphs::graph(name)?;
    let store = kept(server, &graph, &format!("read {name}"))?;
    Ok((graph, store))
}

/// Returns the graph of every scale of iris, which tests only read. A server that somebody else
/// runs may have a graph `iris`.
fn iris(server: &Server) -> Result<(Graph, Neo4jStore), Failed> {
    let graph = support::graphs::graph("iris_scales")?;
    let store = kept(server, &graph, if server.is_own() { "iris" } else { "iris of the tests" })?;
    Ok((graph, store))
}

fn main() -> std::process::ExitCode {
    // A client that is to be killed while it loads is this program with an environment variable.
    if let Some(job) = std::env::var_os(loading::JOB) {
        return loading::run_job(&job.to_string_lossy());
    }
    let (lts, newest) = (Arc::new(Shared::default()), Arc::new(Shared::default()));
    let lent = Lent::new(LTS);
    // The longest come first, so that none runs alone at the end.
    let mut trials = loading::trials(&lts, &lent);
    trials.extend(altered::trials(&lts).into_iter().map(long));
    trials.extend(killed::trials(&lts).into_iter().map(long));
    trials.extend(replacing::trials(&lts));
    trials.extend(connecting::trials(&lts, &lent));
    trials.extend(browser_page::trials(&lts).into_iter().map(long));
    trials.extend(browser::trials(&lts));
    trials.extend(shop::trials(&lts));
    trials.extend(recipes::trials(&lts));
    trials.extend(compose::trials(&lts));
    trials.extend(documents::trials(&lts));
    trials.extend(set_up::trials().into_iter().map(long));
    trials.extend(offline::trials(&lts, LTS));
    trials.extend(own_labels::trials(&lts, &lent));
    trials.extend(own_nodes::trials(&lts, &lent));
    trials.extend(python::trials(&lts));
    trials.extend(queries::trials(&lts, LTS));
    trials.extend(reading::trials(&lts, LTS));
    trials.extend(placing::trials(&lts));
    trials.extend(terminal::trials(&lts, &lent));
    // The newest version is tested on a server of the tests only; a running one has one version.
    if !server::is_named() && Scope::get() == Scope::All {
        trials.extend(offline::trials(&newest, NEWEST));
        trials.extend(queries::trials(&newest, NEWEST));
        trials.extend(reading::trials(&newest, NEWEST));
        trials.extend(languages::trials(&newest));
    }
    let code = support::run(trials);
    drop((lts, newest, lent));
    code
}
