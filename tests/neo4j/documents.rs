//! The commands that documents show with a server run on a real one and print the output shown.

use std::sync::Arc;

use libtest_mimic::{Failed, Trial};

use crate::install::LTS;
use crate::server::Server;
use crate::support::Ran;
use crate::support::documents::{Document, run, workplace};
use crate::{Shared, own};

pub fn trials(shared: &Arc<Shared>) -> Vec<Trial> {
    // A server that somebody else runs may have a graph of that name.
    vec![
        own(LTS, on!(shared, LTS, commands_print_what_is_shown)),
        own(LTS, on!(shared, LTS, messages_are_those_shown)),
    ]
}

/// The address of a server in documents.
const SHOWN: &str = "bolt://localhost:7687";

/// The address of this server and a graph of this test replace those of the document.
fn commands_print_what_is_shown(server: &Server) -> Result<(), Failed> {
    let folder = workplace()?;
    let (shown, here) = (format!("{SHOWN}?graph=iris"), format!("{}?graph=shown", server.url()));
    let document = Document::read("examples/neo4j/README.md")?;
    document.check(&folder, |line| {
        let line = line.replace(&shown, &here).replace(SHOWN, &format!("'{here}'"));
        let ran = run(&folder, &line, &[("NEO4J_PASSWORD", server.password())]);
        Ran {
            out: ran
                .out
                .replace(&here, &shown)
                .replace("shown: ", "iris: ")
                .replace("a graph shown", "a graph iris"),
            ..ran
        }
    })
}

fn messages_are_those_shown(server: &Server) -> Result<(), Failed> {
    let folder = workplace()?;
    Document::read("tests/messages/neo4j.md")?.check(&folder, |line| {
        // The stock shell would take seconds to start.
        if let Some(file) = line.strip_prefix("cypher-shell < ") {
            let written = server.write(&folder.text(file), "");
            let (code, out) = written.map_or_else(|fault| (1, fault), |()| (0, String::new()));
            return Ran { words: line.to_owned(), code, out, err: String::new() };
        }
        let ran = run(
            &folder,
            &line.replace(SHOWN, server.url()),
            &[
                ("NEO4J_USERNAME", server.credentials().user()),
                ("NEO4J_PASSWORD", server.password()),
            ],
        );
        Ran { out: ran.out.replace(server.url(), SHOWN), ..ran }
    })
}
