//! What examples/neo4j/README.md shows runs on a real server and prints what is shown.

use std::sync::Arc;

use libtest_mimic::{Failed, Trial};

use crate::install::LTS;
use crate::server::Server;
use crate::support::Ran;
use crate::support::documents::{Document, run, workplace};
use crate::{Shared, own};

pub fn trials(shared: &Arc<Shared>) -> Vec<Trial> {
    // A server that somebody else runs may have a graph of that name.
    vec![own(LTS, on!(shared, LTS, commands_print_what_is_shown))]
}

/// On this server, wherever it is, and with a graph of this test alone.
fn commands_print_what_is_shown(server: &Server) -> Result<(), Failed> {
    let folder = workplace()?;
    let (shown, bare) = ("bolt://localhost:7687?graph=iris", "bolt://localhost:7687");
    let here = format!("{}?graph=shown", server.url());
    let document = Document::read("examples/neo4j/README.md")?;
    document.check(&folder, |line| {
        let line = line.replace(shown, &here).replace(bare, &format!("'{here}'"));
        let ran = run(&folder, &line, &[("NEO4J_PASSWORD", server.password())]);
        Ran { out: ran.out.replace(&here, shown).replace("shown: ", "iris: "), ..ran }
    })
}
