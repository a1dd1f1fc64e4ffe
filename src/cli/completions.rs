//! `conceptgraph completions`: prints a script with which a shell completes commands, options and
//! files.

use std::io::Write;

use clap::Args;
use clap_complete::{Shell, generate};

use super::error::CliError;
use super::{clap_command, screen};

#[derive(Debug, Args)]
pub(super) struct CompletionsCommand {
    /// Shell to write the completions for
    #[arg(value_enum)]
    shell: Shell,
}

impl CompletionsCommand {
    pub(super) fn run(&self) -> Result<(), CliError> {
        let mut script = Vec::new();
        generate(self.shell, &mut clap_command(), "conceptgraph", &mut script);
        Ok(screen::text_writer().write_all(&script)?)
    }
}
