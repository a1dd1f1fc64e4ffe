//! `conceptgraph check`: whether a stored graph is the one that was written.

use std::io::Write;

use clap::Args;

use super::error::CliError;
use super::screen;
use super::store_location::StoreArgs;
use super::watch::Watch;
use crate::base::display_safe;
use crate::base::numbers::counted;
use crate::check::{MOST, check};

#[derive(Debug, Args)]
pub(super) struct Check {
    #[command(flatten)]
    store: StoreArgs,
}

impl Check {
    pub(super) fn run(&self) -> Result<(), CliError> {
        let (location, watch) = (self.store.location()?, Watch::start()?);
        location.finish_replacements(&watch)?;
        let (store, _) = location.open()?;
        let report = check(&*store, watch.progress())?;
        drop(watch);
        let mut out = screen::out();
        let word = display_safe::line(self.store.word());
        if !report.faults.is_empty() {
            for fault in &report.faults {
                writeln!(out, "{}", display_safe::line(fault))?;
            }
            out.flush()?;
            let faults = counted(report.faults.len() as u64, "fault", "faults");
            let first = if report.faults.len() < MOST { "" } else { "at least " };
            return Err(CliError::Failed(format!("{word}: {first}{faults}; build it again")));
        }
        let Some(facts) = report.facts else { return Ok(()) };
        let (clusters, covers) = (
            counted(facts.concepts.into(), "cluster", "clusters"),
            counted(facts.covers, "cover", "covers"),
        );
        writeln!(out, "{word}: {clusters}, {covers}: no faults found")?;
        Ok(())
    }
}
