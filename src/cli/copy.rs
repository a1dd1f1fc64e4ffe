//! `conceptgraph copy`: copies a graph from one store to another.

use std::io::Write;

use clap::Args;

use super::error::CliError;
use super::screen;
use super::server::{Login, Neo4jArgs};
use super::store_location::locate;
use super::watch::Watch;
use crate::base::display_safe;
use crate::terminal::facts::format_size;

#[derive(Debug, Args)]
pub(super) struct CopyCommand {
    /// Store to read: a graph file, or bolt://HOST:PORT[?graph=NAME]
    from: String,
    /// Store to write, likewise
    to: String,
    /// Replace an existing graph
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    login: Login,
    #[command(flatten)]
    stored: Neo4jArgs,
}

impl CopyCommand {
    pub(super) fn run(&self) -> Result<(), CliError> {
        let from = locate(&self.from, &self.login, None)?;
        let to = locate(&self.to, &self.login, Some(&self.stored))?;
        let source = from.open()?.graph;
        let facts = source.facts();
        let name = to.graph_name(&facts.name);
        to.check_target(name, self.force || self.stored.dry_run)?;
        let watch = Watch::start()?;
        if self.stored.dry_run {
            let lines = to.forecast(&source, name, &watch)?;
            drop(watch);
            return Ok(writeln!(screen::text_writer(), "{}", lines.join("\n"))?);
        }
        to.save(&source, name, self.force, &watch)?;
        drop(watch);
        writeln!(
            screen::text_writer(),
            "{}: {} copied to {}",
            display_safe::escape_line(name),
            format_size(facts.concepts.into(), facts.covers),
            display_safe::escape_line(&to.locator(name))
        )?;
        Ok(())
    }
}
