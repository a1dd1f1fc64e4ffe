//! The shell over a server, at a pseudo-terminal: the password prompt, and a server that restarts.

use std::process::Stdio;
use std::sync::Arc;

use libtest_mimic::{Failed, Trial};
use rexpect::session::{PtySession, spawn_command};

use crate::install::LTS;
use crate::server::Server;
use crate::support::{Folder, Ran, graphs, program, same};
use crate::{Lent, Shared, loaded, long, small};

pub fn trials(shared: &Arc<Shared>, servers: &Arc<Lent>) -> Vec<Trial> {
    vec![
        on!(shared, LTS, the_password_is_asked_for),
        on!(shared, LTS, the_password_comes_from_a_file),
        long(alone!(servers, a_server_that_restarts)),
    ]
}

/// Starts the shell on a graph with more arguments and without NEO4J_PASSWORD.
fn shell(folder: &Folder, url: &str, words: &[&str]) -> Result<PtySession, Failed> {
    let mut command = folder.command(program(), &[&["repl", url], words].concat());
    command.stdin(Stdio::inherit()).env("TERM", "xterm").env("PAGER", "cat");
    command.env_remove("NEO4J_PASSWORD").env_remove("NEO4J_USERNAME");
    Ok(spawn_command(command, Some(60_000))?)
}

fn the_password_is_asked_for(server: &Server) -> Result<(), Failed> {
    let (_, store) = small(server, "figure1")?;
    let (folder, url) = (Folder::new(), server.graph(store.name()).to_string());
    let user = server.credentials().user();
    let mut shell = shell(&folder, &url, &["--user", user])?;
    shell.exp_string(&format!("Password of {user} at "))?;
    shell.send_line(server.password())?;
    let answer = shell.exp_string("Ctrl-D leaves.")?;
    same("the password on the screen", answer.contains(server.password()), false)?;
    shell.exp_string("> ")?;
    shell.send_line("lca 1 2")?;
    shell.exp_string("centre")?;
    shell.exp_string("> ")?;
    shell.send_line("cypher CREATE (n:Point) RETURN n;")?;
    shell.exp_string("this program only reads; write in Neo4j Browser or cypher-shell")?;
    shell.exp_string("> ")?;
    shell.send_line("MATCH (p:Point {graph: $graph})")?;
    shell.exp_string("...> ")?;
    shell.send_line("RETURN count(p) AS points;")?;
    shell.exp_string("8")?;
    shell.exp_string("> ")?;
    // A long statement is interrupted, and the next one answered.
    shell.send_line("cypher UNWIND range(1, 100000000000) AS x RETURN max(x * x % 7) AS most;")?;
    std::thread::sleep(std::time::Duration::from_secs(2));
    shell.send_control('c')?;
    shell.exp_string("error: interrupted")?;
    shell.exp_string("> ")?;
    shell.send_line("members c5")?;
    shell.exp_string("point")?;
    shell.exp_string("> ")?;
    shell.send_control('d')?;
    shell.exp_eof()?;
    Ok(())
}

/// The password comes from the environment or a file, and no message contains it.
fn the_password_comes_from_a_file(server: &Server) -> Result<(), Failed> {
    let (_, store) = small(server, "figure1")?;
    let (folder, url) = (Folder::new(), server.graph(store.name()).to_string());
    folder.file("right", format!("{}\n", server.password())).file("wrong", "sesame\n");
    let ask = |file: Option<&str>| {
        let mut command = folder.command(program(), &["query", &url, "members", "c5"]);
        command.env_remove("NEO4J_PASSWORD").env("NEO4J_USERNAME", server.credentials().user());
        command.envs(file.map(|file| ("NEO4J_PASSWORD_FILE", file)));
        Ran::of(command, &["query"])
    };
    same("right", ask(Some("right")).code, 0)?;
    for (file, answer) in [
        (Some("wrong"), "user"),
        (Some("none"), "NEO4J_PASSWORD_FILE none"),
        (None, "NEO4J_PASSWORD_FILE"),
    ] {
        let ran = ask(file);
        if ran.code == 0 || !ran.err.contains(answer) || ran.err.contains("sesame") {
            return Err(ran.report(answer).into());
        }
    }
    Ok(())
}

fn a_server_that_restarts(server: &mut Server) -> Result<(), Failed> {
    loaded(server, &graphs::graph("figure1")?, "restarted")?;
    let (folder, url) = (Folder::new(), server.graph("restarted").to_string());
    let mut shell = shell(&folder, &url, &["--user", "neo4j"])?;
    shell.exp_string("Password of ")?;
    shell.send_line(server.password())?;
    shell.exp_string("Ctrl-D leaves.")?;
    shell.exp_string("> ")?;
    server.kill();
    shell.send_line("members c5")?;
    shell.exp_string("error: ")?;
    shell.exp_string("connection refused")?;
    shell.exp_string("> ")?;
    server.restart()?;
    shell.send_line("members c5")?;
    shell.exp_string("point")?;
    shell.exp_string("> ")?;
    shell.send_control('d')?;
    shell.exp_eof()?;
    Ok(())
}
