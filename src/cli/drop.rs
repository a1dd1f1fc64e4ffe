//! `conceptgraph drop`: removes a stored graph.

use std::io::Write;

use clap::Args;

use super::error::CliError;
use super::screen;
use super::store_location::StoreArgs;
use crate::base::display_safe;

#[derive(Debug, Args)]
pub(super) struct DropCommand {
    #[command(flatten)]
    store: StoreArgs,
}

impl DropCommand {
    pub(super) fn run(&self) -> Result<(), CliError> {
        let location = self.store.location()?;
        location.remove()?;
        writeln!(
            screen::text_writer(),
            "removed {}",
            display_safe::escape_line(&location.locator(""))
        )?;
        Ok(())
    }
}
