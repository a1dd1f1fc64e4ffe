//! Options shared by the commands that start from a table or a context.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use clap::Args;

use super::build_error::build_error;
use super::cluster_points::{self, ClusterPoints};
use super::error::CliError;
use super::input_name::default_name;
use super::table_args::TableArgs;
use crate::base::progress::Progress;
use crate::build::{self, BuildOptions, Source};
use crate::dataset::{Dataset, NeighborOptions, Origin};
use crate::store::sqlite::is_concept_graph;
use crate::table::source::input_name;

/// The input and the options that make it a context.
#[derive(Debug, Args)]
pub(super) struct InputArgs {
    /// Table (.csv, .tsv, .parquet, .npy, .npz, .xlsx, .ods, .jsonl), context (.cxt, .dat) or
    /// neighbour lists (.mtx), also packed (.gz); - is standard input. With --sql a SQLite file,
    /// with --cypher a Neo4j server
    pub(super) input: PathBuf,
    /// Use only the points of this cluster, such as c12; INPUT is a graph file
    #[arg(long, value_name = "CLUSTER", help_heading = "Table")]
    only: Option<String>,
    #[command(flatten)]
    pub(super) table_args: TableArgs,
    /// The origin of the graph from which the points were taken.
    #[arg(skip)]
    origin: OnceCell<Origin>,
}

impl InputArgs {
    /// Reads the input, after setting the number of threads, and prints the roles of its columns.
    pub(super) fn read(&self) -> Result<Source, CliError> {
        let source = self.read_silently()?;
        self.table_args.print_roles();
        Ok(source)
    }

    /// Reads the input, after setting the number of threads.
    pub(super) fn read_silently(&self) -> Result<Source, CliError> {
        self.table_args.set_threads()?;
        self.read_source()
    }

    fn read_source(&self) -> Result<Source, CliError> {
        self.table_args.limit_memory();
        match &self.only {
            None if self.is_stored_graph() => Err(CliError::Usage(format!(
                "{}: this is a stored graph, not a table; --only c12 takes the points of a cluster",
                self.display_name()
            ))),
            None => self.table_args.read_source(&self.input),
            Some(_) if self.input.is_file() && !is_concept_graph(&self.input) => {
                Err(CliError::Usage(format!(
                    "{}: --only takes the points of a stored graph, such as iris.db",
                    self.display_name()
                )))
            }
            Some(word) => {
                self.table_args.refuse_for_graph(&self.input)?;
                let ClusterPoints { source, origin } = cluster_points::read(&self.input, word)?;
                let _ = self.origin.set(origin);
                Ok(source)
            }
        }
    }

    /// Returns `true` for a stored graph without a statement, which would query a database.
    fn is_stored_graph(&self) -> bool {
        self.table_args.statement_args.given_option().is_none() && is_concept_graph(&self.input)
    }

    /// Returns the name of the default graph file, other than that of a SQLite database.
    pub(super) fn default_store(&self) -> String {
        match self.table_args.statement_args.given_option() == Some("--sql") {
            true => format!("{}.graph.db", self.graph_name()),
            false => format!("{}.db", self.graph_name()),
        }
    }

    pub(super) fn community_rows_command(&self, graph: &Path) -> Option<Vec<String>> {
        self.table_args.statement_args.community_rows_command(
            &self.input,
            self.table_args.id.as_deref()?,
            graph,
        )
    }

    pub(super) fn check(&self) -> Result<(), CliError> {
        match self.only.is_some() || self.is_stored_graph() {
            true => self.read_source().map(drop),
            false => self.table_args.check(&self.input),
        }
    }

    pub(super) fn build_dataset(
        &self,
        source: Source,
        progress: &Progress,
    ) -> Result<Dataset, CliError> {
        let (neighbors, memory) = (self.neighbors(), self.table_args.memory());
        let options = BuildOptions::default().neighbors(neighbors).memory(memory);
        build::build_dataset(&self.graph_name(), source, &options, progress)
            .map_err(|error| build_error(error, &self.display_name()))
    }

    /// Returns the options that choose neighbours, by default those of a stored graph.
    pub(super) fn neighbors(&self) -> NeighborOptions {
        let neighbors = self.table_args.neighbors();
        match self.origin.get() {
            Some(&Origin::Neighbors { metric, scale, .. }) => neighbors
                .metric(self.table_args.metric.unwrap_or(metric))
                .scale(self.table_args.scale.unwrap_or(Some(scale))),
            _ => neighbors,
        }
    }

    /// Returns the name of the graph: the input's stem, with the name of the only cluster used.
    pub(super) fn graph_name(&self) -> String {
        let is_plain = |word: &&String| word.chars().all(|c| c.is_ascii_alphanumeric());
        match &self.only {
            None => default_name(&self.input),
            Some(word) => {
                let cluster = Some(word).filter(is_plain).map_or("part", String::as_str);
                format!("{}_{cluster}", default_name(&self.input))
            }
        }
    }

    pub(super) fn display_name(&self) -> String {
        input_name(&self.input)
    }
}
