//! `conceptgraph drop`: removes a stored graph.

use std::io::Write;

use clap::Args;

use super::error::CliError;
use super::screen;
use super::store_location::{StoreArgs, StoreLocation};
use super::watch::Watch;
use crate::base::display_safe;
use crate::store::sqlite::SqliteStore;

#[derive(Debug, Args)]
pub(super) struct Drop {
    #[command(flatten)]
    store: StoreArgs,
}

impl Drop {
    pub(super) fn run(&self) -> Result<(), CliError> {
        let location = self.store.location()?;
        match &location {
            StoreLocation::File(path) => {
                // Only what is a graph is removed.
                SqliteStore::open(path)?;
                std::fs::remove_file(path).map_err(|error| CliError::file(path, error))?;
            }
            StoreLocation::Server(server) => {
                let watch = Watch::start()?;
                watch.writing();
                server.remove(watch.progress())?;
                drop(watch);
            }
        }
        writeln!(screen::out(), "removed {}", display_safe::line(&location.word("")))?;
        Ok(())
    }
}
