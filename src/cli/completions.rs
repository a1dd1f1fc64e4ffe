//! `conceptgraph completions`: prints a script with which a shell completes commands, options and
//! files.

use std::io::Write;

use clap::Args;
use clap_complete::{Shell, generate};

use super::error::CliError;
use super::{command, screen};

#[derive(Debug, Args)]
pub(super) struct Completions {
    /// Which shell
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    pub(super) fn run(&self) -> Result<(), CliError> {
        let mut script = Vec::new();
        generate(self.shell, &mut command(), "conceptgraph", &mut script);
        Ok(screen::out().write_all(&script)?)
    }
}
