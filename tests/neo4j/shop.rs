//! The shop of examples/neo4j/shop: made, clustered, and asked about both the shop and the graph.

use std::sync::Arc;

use libtest_mimic::{Failed, Trial};

use crate::browser::each_answers;
use crate::install::LTS;
use crate::server::Server;
use crate::support::{Folder, Ran, program, project, same};
use crate::{Shared, own};

pub fn trials(shared: &Arc<Shared>) -> Vec<Trial> {
    vec![own(LTS, on!(shared, LTS, the_shop_answers))]
}

pub fn script(name: &str) -> Result<String, Failed> {
    Ok(std::fs::read_to_string(project().join("examples/neo4j/shop").join(name))?)
}

/// Makes the shop and its graph as the example does, once per server.
pub fn made(server: &Server) -> Result<(), Failed> {
    let make = || -> Result<(), String> {
        let script = |name: &str| script(name).map_err(|failed| format!("{failed:?}"));
        let none = "there is no cypher-shell";
        server.shell("plain", &script("shop.cypher")?)?.ok_or(none)?;
        let people = server.shell("plain", &script("people.cypher")?)?.ok_or(none)?;
        let folder = Folder::new();
        folder.file("people.csv", people);
        let url = server.graph("shop").to_string();
        let words = ["build", "people.csv", "--id", "email", "--anchors", "200", "--k", "5"];
        let words = [&words[..], &["--to", &url]].concat();
        let mut build = folder.command(program(), &words);
        build.env("NEO4J_PASSWORD", server.password());
        let ran = Ran::of(build, &words);
        if ran.code != 0 {
            return Err(ran.report("exit code 0"));
        }
        let tied = server.shell("plain", &script("tie.cypher")?)?.ok_or(none)?;
        match tied.trim() {
            "tied\n4960" => Ok(()),
            other => Err(other.to_owned()),
        }
    };
    Ok(server.once("the shop", make)?)
}

fn the_shop_answers(server: &Server) -> Result<(), Failed> {
    made(server)?;
    same("questions", each_answers(server, &script("questions.cypher")?)?, 8)
}
