//! The Python module and a server: the tests of the module, run with the address of a server.

use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;

use libtest_mimic::{Failed, Trial};

use crate::install::LTS;
use crate::server::Server;
use crate::support::project;
use crate::{Scope, Shared};

/// The environment variable that names the Python of `python/test.sh`, with the module in it.
const PYTHON: &str = "CONCEPTGRAPH_PYTHON";

pub fn trials(shared: &Arc<Shared>) -> Vec<Trial> {
    let trial = on!(shared, LTS, the_module_loads_and_asks);
    // In a run of every test, it fails.
    if std::env::var_os(PYTHON).is_some() || Scope::get() == Scope::All {
        return vec![trial];
    }
    let reason = format!("needs a Python with the module: {PYTHON}, as python/test.sh makes it");
    vec![trial.with_kind(reason).with_ignored_flag(true)]
}

fn the_module_loads_and_asks(server: &Server) -> Result<(), Failed> {
    let python = PathBuf::from(std::env::var(PYTHON).map_err(|_| PYTHON)?);
    let mut tests = Command::new(python);
    tests.args(["-m", "pytest", "-q", "-p", "no:cacheprovider"]);
    tests.arg(project().join("python/tests/test_neo4j.py"));
    // In the folder of the sources, these would be imported instead of the installed module.
    tests.current_dir(project().join("target"));
    tests.env("NEO4J_TEST_URI", server.url()).env("NEO4J_PASSWORD", server.password());
    tests.env("NEO4J_USERNAME", server.credentials().user());
    let ran = tests.output()?;
    let said = [ran.stdout, ran.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    if ran.status.success() && said.contains(" passed") { Ok(()) } else { Err(said.into()) }
}
