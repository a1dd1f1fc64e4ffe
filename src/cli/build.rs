//! `conceptgraph build`: makes a graph of a table and stores it.

use std::io::Write;

use clap::Args;

use super::build_error::build_error;
use super::build_summary::summary;
use super::choices::parse_positive;
use super::error::{CliError, is_quiet};
use super::input::InputArgs;
use super::mining::MiningArgs;
use super::screen;
use super::server::Neo4jArgs;
use super::store_location::locate;
use super::watch::{LateNotes, Watch};
use crate::build::{self, BuildOptions, GraphSelection};

#[derive(Debug, Args)]
pub(super) struct BuildCommand {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    mining: MiningArgs,
    /// Cut the table into N groups, instead of those that stand apart
    #[arg(long, value_name = "N", value_parser = parse_positive::<usize>)]
    groups: Option<usize>,
    /// Clusters to keep: scales, a few per point at every size; full, all of the lattice
    #[arg(long, value_name = "KIND", default_value = "scales", help_heading = "Lattice")]
    graph: GraphSelection,
    /// Stop with exit code 3 if there are more than N clusters; requires --graph full
    #[arg(long, value_name = "N", value_parser = parse_positive::<u64>, help_heading = "Lattice")]
    max_concepts: Option<u64>,
    /// Store no members of clusters, which queries then compute again; requires --graph full
    #[arg(long, help_heading = "Lattice")]
    no_members: bool,
    /// Leave the values of the features out of the graph: it is smaller, but can neither place rows
    /// nor compare features
    #[arg(long)]
    no_features: bool,
    /// Graph file to write, or bolt://HOST:PORT[?graph=NAME] [default: NAME.db for NAME.csv]
    #[arg(short = 'o', long, value_name = "STORE", aliases = ["output", "out"])]
    to: Option<String>,
    #[command(flatten)]
    stored: Neo4jArgs,
    /// Replace an existing graph
    #[arg(long, alias = "overwrite")]
    force: bool,
}

impl BuildCommand {
    pub(super) fn run(&self) -> Result<(), CliError> {
        self.check()?;
        let name = self.input.graph_name();
        let target = self.to.clone().unwrap_or_else(|| self.input.default_store());
        let target = locate(&target, &self.input.table_args.login, Some(&self.stored))?;
        let name = target.graph_name(&name).to_owned();
        if let Err(refused) = target.check_target(&name, self.force || self.stored.dry_run) {
            // A fault of the input is reported before an obstacle at the output.
            self.input.check()?;
            return Err(refused);
        }
        let notes = LateNotes::default();
        let watch = Watch::start_with(Some(notes.clone()))?;
        watch.progress().begin_step("reading");
        let source = self.input.read_silently()?;
        let options = BuildOptions::default()
            .neighbors(self.input.neighbors())
            .selection(self.graph)
            .min_size(self.mining.min_size)
            .max_concepts(self.max_concepts)
            .store_members(!self.no_members)
            .memory(self.input.table_args.memory())
            .store_features(!self.no_features)
            .groups(self.groups);
        let graph = build::build(&name, source, &options, watch.progress())
            .map_err(|error| self.build_error(error, &name))?;
        if self.stored.dry_run {
            let lines = target.forecast(&graph, &name, &watch)?;
            watch.finish(self.mining.stats);
            return Ok(writeln!(screen::text_writer(), "{}", lines.join("\n"))?);
        }
        target.save(&graph, &name, self.force, &watch)?;
        watch.end_writing();
        watch.finish(self.mining.stats);
        if is_quiet() {
            return Ok(());
        }
        let beside = target.file_path().and_then(|file| self.input.community_rows_command(file));
        write!(screen::text_writer(), "{}", summary(&graph, &*target, beside)?)?;
        notes.print();
        self.input.table_args.print_roles();
        Ok(())
    }

    fn check(&self) -> Result<(), CliError> {
        let option = match self.graph {
            GraphSelection::Full => return Ok(()),
            _ if self.mining.has_min_size() => "--min-size",
            _ if self.max_concepts.is_some() => "--max-concepts",
            _ if self.no_members => "--no-members",
            GraphSelection::Scales => return Ok(()),
        };
        Err(CliError::Usage(format!("{option} is for the full lattice; add --graph full")))
    }

    fn build_error(&self, error: build::BuildError, name: &str) -> CliError {
        let name = match error {
            build::BuildError::Neighbors(_) => self.input.display_name(),
            _ => name.to_owned(),
        };
        match build_error(error, &name) {
            CliError::Limit(text) => CliError::Limit(format!("{text}; nothing was stored")),
            other => other,
        }
    }
}
