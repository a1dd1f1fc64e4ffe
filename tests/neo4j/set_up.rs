//! A server as its owner may have set it up: no login, databases that are only read, the Graph Data
//! Science plugin. One server is all of it, because a start takes seconds.

use std::fs;
use std::sync::Arc;

use libtest_mimic::{Failed, Trial};

use crate::browser::each_answers;
use crate::server::Server;
use crate::support::{Folder, PROGRAM, Ran, example, graphs, named, project, same, trials};
use crate::{Lent, install, load, own};

const CONFIGURATION: &str = "dbms.security.auth_enabled=false\n\
                             server.databases.default_to_read_only=true\n\
                             dbms.security.procedures.unrestricted=gds.*\n";

pub fn trials(servers: &Arc<Lent>) -> Vec<Trial> {
    let (servers, version) = (Arc::clone(servers), servers.version);
    let name = named!(no_login_read_only_and_a_plugin, version);
    let test = move || no_login_read_only_and_a_plugin(&mut servers.take()?);
    vec![own(version, Trial::test(name.clone(), trials::timed(name, test)))]
}

fn no_login_read_only_and_a_plugin(server: &mut Server) -> Result<(), Failed> {
    let plugin = install::data_science_jars()?;
    load(server, &graphs::graph("iris")?, "iris", false, &mut |_, _| {})?;
    server.restart_with(CONFIGURATION, &plugin)?;
    reading_needs_no_password(server)?;
    writing_is_refused(server)?;
    clusters_are_ranked(server)
}

/// The program with nothing in the environment that lets it in.
fn run(words: &[&str]) -> Ran {
    let folder = Folder::new();
    let mut command = folder.command(PROGRAM, words);
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
    let refused = "is read-only, so no graph can be loaded or removed";
    for words in [&["build", &table, "--id", "name", "--to", &new][..], &["drop", &there]] {
        let ran = run(words);
        let errors: Vec<&str> = ran.err.lines().filter(|line| line.contains("error")).collect();
        let told = errors.len() == 1 && errors[0].ends_with(refused);
        if ran.code != 1 || !told || ran.err.lines().last() != errors.first().copied() {
            return Err(ran.report(refused).into());
        }
    }
    Ok(())
}

/// What examples/neo4j/gds.cypher shows, on a smaller graph of that name.
fn clusters_are_ranked(server: &Server) -> Result<(), Failed> {
    let script = fs::read_to_string(project().join("examples/neo4j/gds.cypher"))?;
    same("statements", each_answers(server, &script)?, 3)
}
