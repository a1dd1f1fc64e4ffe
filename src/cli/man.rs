//! `conceptgraph man`: the manual page of the program, or of one of its commands.

use std::io::Write;

use clap::Args;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use super::error::CliError;
use super::{command, screen};
use crate::base::input_error::did_you_mean;

#[derive(Debug, Args)]
pub(super) struct ManPage {
    /// The page of one command, such as build [default: that of the program]
    command: Option<String>,
}

impl ManPage {
    pub(super) fn run(&self) -> Result<(), CliError> {
        // What stands after the help is laid out by lines, which a page would fill.
        let mut all = command().after_help("");
        all.build();
        let mut page = Vec::new();
        match &self.command {
            None => {
                Man::new(all).render(&mut page)?;
                closing().to_writer(&mut page)?;
            }
            Some(name) => {
                let names = || all.get_subcommands().map(|one| one.get_name());
                let Some(one) = all.find_subcommand(name) else {
                    let near = did_you_mean(name, names());
                    let names = names().collect::<Vec<_>>().join(", ");
                    let fault = format!("there is no command {name:?}{near}; there are {names}");
                    return Err(CliError::Usage(fault));
                };
                Man::new(one.clone().after_help("")).render(&mut page)?;
            }
        }
        screen::out().write_all(&page)?;
        Ok(())
    }
}

/// What the program's page ends with.
fn closing() -> Roff {
    let codes = [
        ("0", "done"),
        ("1", "failed"),
        ("2", "wrong usage"),
        ("3", "stopped at a limit"),
        ("130", "interrupted"),
    ];
    let examples = [
        "conceptgraph build iris.csv --label class",
        "conceptgraph query iris.db lca d1 d51",
        "conceptgraph export iris.db --lca d1,d51 -o iris.svg",
    ];
    let mut page = Roff::new();
    page.control("SH", ["EXIT STATUS"]);
    for (code, meaning) in codes {
        page.control("TP", []).text([bold(code)]).text([roman(meaning)]);
    }
    page.control("SH", ["EXAMPLES"]).control("nf", []);
    for example in examples {
        page.text([roman(example)]);
    }
    page.control("fi", []);
    page.control("SH", ["SEE ALSO"]);
    page.text([roman("conceptgraph man COMMAND prints the page of a command.")]);
    page
}
