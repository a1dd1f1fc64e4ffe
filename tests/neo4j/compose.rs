//! The health check of the compose file, run as in a container: by `sh`, with `cypher-shell` on the
//! path.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::sync::Arc;

use libtest_mimic::{Failed, Trial};

use crate::install::LTS;
use crate::server::Server;
use crate::support::{Folder, Ran, project};
use crate::{Shared, own};

pub fn trials(shared: &Arc<Shared>) -> Vec<Trial> {
    vec![own(LTS, on!(shared, LTS, the_health_check_wants_the_password))]
}

fn the_health_check_wants_the_password(server: &Server) -> Result<(), Failed> {
    let (check, folder) = (health_check()?, Folder::new());
    let words = server.cypher_shell().ok_or("there is no cypher-shell")?;
    let words: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
    folder.file("cypher-shell", format!("#!/bin/sh\nexec {} \"$@\"\n", words.join(" ")));
    fs::set_permissions(folder.path("cypher-shell"), Permissions::from_mode(0o755))?;
    let path = std::env::var("PATH")?;
    let path = format!("{}:{path}", folder.path("").display());
    let ask = |password: &str| {
        let mut shell = folder.command("sh", &["-c", &check]);
        shell.env("PATH", &path).env("NEO4J_AUTH", format!("neo4j/{password}"));
        // In a container the server has its usual port.
        shell.env("NEO4J_ADDRESS", server.url());
        Ran::of(shell, &["sh", "-c", &check])
    };
    let wrong = ask("sesame");
    if wrong.code != 1 || !wrong.err.contains("unauthorized") {
        return Err(wrong.report("exit code 1: unauthorized").into());
    }
    let right = ask(server.password());
    if right.code != 0 || !right.out.is_empty() {
        return Err(right.report("exit code 0").into());
    }
    Ok(())
}

/// Returns the line for a shell: in a compose file, `$$` stands for `$`.
fn health_check() -> Result<String, Failed> {
    let file = fs::read_to_string(project().join("docker/compose.yaml"))?;
    let line = file.lines().find_map(|line| line.trim().strip_prefix("test: "));
    let words: Vec<String> = serde_json::from_str(line.ok_or("there is no health check")?)?;
    match &words[..] {
        [kind, line] if kind == "CMD-SHELL" => Ok(line.replace("$$", "$")),
        _ => Err(format!("{words:?} is no line for a shell").into()),
    }
}
