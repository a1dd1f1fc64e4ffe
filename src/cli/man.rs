//! `conceptgraph man`: prints the manual page of the program or of a command.

use clap::Args;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

use super::error::CliError;
use super::{EXAMPLES, clap_command, screen};

#[derive(Debug, Args)]
pub(super) struct ManCommand {
    /// The page of one command, such as build [default: that of the program]
    command: Option<String>,
}

impl ManCommand {
    pub(super) fn run(&self) -> Result<(), CliError> {
        // The text after the help is laid out by lines, which a manual page would fill.
        let mut all = clap_command().after_help("");
        all.build();
        let mut out = screen::text_writer();
        if let Some(name) = &self.command {
            let Some(one) = all.find_subcommand(name) else {
                let fault = format!("there is no command {name:?}; `conceptgraph help` lists all");
                return Err(CliError::Usage(fault));
            };
            return Ok(Man::new(one.clone().after_help("")).render(&mut out)?);
        }
        Man::new(all).render(&mut out)?;
        let mut examples = Roff::new();
        examples.control("SH", ["EXAMPLES"]).control("nf", []);
        for line in EXAMPLES.lines() {
            examples.text([roman(line)]);
        }
        Ok(examples.control("fi", []).to_writer(&mut out)?)
    }
}
