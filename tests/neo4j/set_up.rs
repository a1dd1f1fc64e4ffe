//! A server as its owner may have set it up: with the Graph Data Science plugin; then without login
//! and with read-only databases; then with TLS only and little time and memory for a statement
//! (`tls`). One server goes through all of it, because a start takes seconds.

use std::fs;
use std::path::Path;

use conceptgraph::store::neo4j::{self, Target};
use conceptgraph_engine::base::progress::Progress;
use libtest_mimic::{Failed, Trial};

use crate::browser::{self, each_answers};
use crate::install::{self, LTS};
use crate::server::Server;
use crate::support::{Folder, Ran, example, graphs, named, program, project, same, trials};
use crate::{load, needing, own, shop, tls};

const CONFIGURATION: &str = "dbms.security.auth_enabled=false\n\
                             server.databases.default_to_read_only=true\n";

pub fn trials() -> Vec<Trial> {
    let name = named!(no_login_read_only_and_a_plugin, LTS);
    let test = move || no_login_read_only_and_a_plugin(&mut Server::start(LTS)?);
    let trial = own(LTS, Trial::test(name.clone(), trials::watched(name, test)));
    vec![needing(install::missing_openssl(), LTS, trial)]
}

fn no_login_read_only_and_a_plugin(server: &mut Server) -> Result<(), Failed> {
    let plugin = install::data_science_jars()?;
    server.restart_with("dbms.security.procedures.unrestricted=gds.*\n", Some(&plugin))?;
    load(server, &graphs::graph("iris")?, "iris", false, &mut |_, _| {})?;
    browser::wine(server)?;
    shop::made(server)?;
    clusters_are_ranked(server)?;
    a_load_meets_a_read_only_server(server)?;
    reading_needs_no_password(server)?;
    writing_is_refused(server)?;
    tls::tls_and_limits(server)
}

const READ_ONLY: &str = "is read-only, so no graph can be loaded or removed";

/// The server stops, starts again and is read-only, all between two batches of a load.
fn a_load_meets_a_read_only_server(server: &mut Server) -> Result<(), Failed> {
    let (address, credentials) = (server.address(), server.credentials().clone());
    let mut restarted = None;
    let mut restart = |_: u64, _: u64| {
        restarted.get_or_insert_with(|| server.restart_with(CONFIGURATION, None));
    };
    let (graph, progress) = (graphs::graph("figure1")?, Progress::default());
    let loaded = Target::new(&address, &credentials, "half").load(&graph, &progress, &mut restart);
    restarted.ok_or("the load called nobody")??;
    let answer = loaded.err().map(|error| error.to_string()).unwrap_or_default();
    let expected = format!("{address}: the default database {READ_ONLY}");
    same("a load", answer, expected)?;
    same(
        "what can be read",
        neo4j::ready_graphs(&address, &credentials)?,
        ["iris", "shop", "wine"].map(str::to_owned).to_vec(),
    )
}

/// Runs the program without credentials in the environment.
fn run(words: &[&str]) -> Ran {
    run_with(words, &[])
}

/// Runs the program without credentials in the environment, but with these variables.
pub fn run_with(words: &[&str], variables: &[(&str, &Path)]) -> Ran {
    let folder = Folder::new();
    let mut command = folder.command(program(), words);
    command.envs(variables.iter().copied());
    for login in ["NEO4J_USERNAME", "NEO4J_PASSWORD", "NEO4J_PASSWORD_FILE"] {
        command.env_remove(login);
    }
    Ran::of(command, words)
}

fn reading_needs_no_password(server: &Server) -> Result<(), Failed> {
    let ran = run(&["query", &server.graph("iris").to_string(), "lca", "d1", "d2"]);
    same("a question", (ran.code, ran.err.as_str()), (0, ""))
}

fn writing_is_refused(server: &Server) -> Result<(), Failed> {
    let (there, new) = (server.graph("iris").to_string(), server.graph("new").to_string());
    let table = example("figure1.csv");
    for words in [&["build", &table, "--id", "name", "--to", &new][..], &["drop", &there]] {
        let ran = run(words);
        let errors: Vec<&str> = ran.err.lines().filter(|line| line.contains("error")).collect();
        let told = errors.len() == 1 && errors[0].ends_with(READ_ONLY);
        if ran.code != 1 || !told || ran.err.lines().last() != errors.first().copied() {
            return Err(ran.report(READ_ONLY).into());
        }
    }
    Ok(())
}

/// Runs examples/neo4j/gds.cypher about the wines, and the script about similar people.
fn clusters_are_ranked(server: &Server) -> Result<(), Failed> {
    let script = fs::read_to_string(project().join("examples/neo4j/gds.cypher"))?;
    same("statements", each_answers(server, &script)?, 20)?;
    same("statements", each_answers(server, &shop::script("similar.cypher")?)?, 3)
}
