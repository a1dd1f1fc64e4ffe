//! `conceptgraph check`: compares a stored graph with the one that was written.

use std::io::Write;

use clap::Args;

use super::error::CliError;
use super::screen;
use super::store_location::StoreArgs;
use super::watch::Watch;
use crate::base::display_safe;
use crate::base::numbers::pluralize;
use crate::check::{MAX_FAULTS, check};
use crate::terminal::facts::format_size;

#[derive(Debug, Args)]
pub(super) struct CheckCommand {
    #[command(flatten)]
    store: StoreArgs,
}

impl CheckCommand {
    pub(super) fn run(&self) -> Result<(), CliError> {
        let (location, watch) = (self.store.location()?, Watch::start()?);
        location.finish_replacements(&watch)?;
        let opened = location.open()?;
        let faults = check(&opened, watch.progress())?;
        drop(watch);
        let mut out = screen::text_writer();
        let word = display_safe::escape_line(&self.store.locator);
        if !faults.is_empty() {
            for fault in &faults {
                writeln!(out, "{}", display_safe::escape_line(fault))?;
            }
            out.flush()?;
            let first = if faults.len() < MAX_FAULTS { "" } else { "at least " };
            let faults = pluralize(faults.len() as u64, "fault", "faults");
            return Err(CliError::Failed(format!("{word}: {first}{faults}; build it again")));
        }
        let facts = opened.graph.facts();
        let size = format_size(facts.concepts.into(), facts.covers);
        writeln!(out, "{word}: {size}: no faults found")?;
        Ok(())
    }
}
