//! `conceptgraph drop`: removes a stored graph.

use std::io::Write;

use clap::Args;

use super::error::CliError;
use super::screen;
use super::store_location::StoreArgs;
use crate::base::display_safe;

#[derive(Debug, Args)]
pub(super) struct Drop {
    #[command(flatten)]
    store: StoreArgs,
}

impl Drop {
    pub(super) fn run(&self) -> Result<(), CliError> {
        let location = self.store.location()?;
        location.remove()?;
        writeln!(screen::out(), "removed {}", display_safe::line(&location.word("")))?;
        Ok(())
    }
}
