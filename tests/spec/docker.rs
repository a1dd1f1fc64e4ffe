//! The compose file is one that docker-compose understands.

use std::process::Command;

use libtest_mimic::{Failed, Trial};

use crate::support::{Need, Ran, project, trial};

pub fn trials() -> Vec<Trial> {
    vec![trial!(compose_file_is_valid, Need::Compose)]
}

fn compose_file_is_valid() -> Result<(), Failed> {
    let file = project().join("docker/compose.yaml");
    let ask = |password: Option<&str>| -> Result<Ran, Failed> {
        let mut command = Command::new("docker-compose");
        command.arg("-f").arg(&file).args(["--profile", "tool", "config"]);
        command.env_remove("NEO4J_PASSWORD");
        command.envs(password.map(|password| ("NEO4J_PASSWORD", password)));
        Ok(Ran::new(&["docker-compose config"], command.output()?))
    };
    let read = ask(Some("chosen-one"))?;
    for part in ["neo4j:5.26.30-community", "healthcheck", "conceptgraph", "/data"] {
        if read.code != 0 || !read.out.contains(part) {
            return Err(read.report(part).into());
        }
    }
    // No default password: it must be chosen.
    let refused = ask(None)?;
    if refused.code == 0 || !refused.err.contains("set NEO4J_PASSWORD") {
        return Err(refused.report("a refusal").into());
    }
    Ok(())
}
