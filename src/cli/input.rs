//! The options that every command shares which starts from a table or a context.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use clap::Args;

use super::build_failure::failed;
use super::choices::{K, Metric, Missing, Scale};
use super::error::{CliError, say};
use super::input_name::{file, is_context, name, suffix};
use super::only::{self, Only};
use super::server::Login;
use super::statement::StatementArgs;
use crate::base::input_error::InputError;
use crate::base::memory::Memory;
use crate::base::numbers::counted;
use crate::base::points::Points;
use crate::base::progress::Progress;
use crate::build::{self, BuildOptions, Source};
use crate::context::{FormalContext, cxt, fimi};
use crate::dataset::{Dataset, Neighbors, Origin};
use crate::evaluate::trial::PAPER;
use crate::knn;
use crate::store::sqlite::is_concept_graph;
use crate::table::{self, Statement, Table};

/// What to read and how to make it a context.
#[derive(Debug, Args)]
pub(super) struct Input {
    /// Table (.csv, .tsv, or - for standard input), ready context (.cxt, .dat), or neighbours of
    /// each point (.mtx, Matrix Market: the entries of its row, or with -k those with the smallest
    /// values); also packed (.gz). Or a database: with --sql a SQLite file, with --cypher a Neo4j
    /// server
    pub(super) input: PathBuf,
    /// Take only the points of this cluster, c12 or {d1,d5}, of INPUT, which is then a graph file;
    /// metric and scale are those that it was built with unless others are given
    #[arg(long, value_name = "CLUSTER", help_heading = "Table")]
    only: Option<String>,
    #[command(flatten)]
    table_args: TableArgs,
    /// How the graph was made that the points are from.
    #[arg(skip)]
    origin: OnceCell<Origin>,
}

/// How to read an input and make it a context.
#[derive(Clone, Debug, Args)]
pub(super) struct TableArgs {
    #[command(flatten)]
    statement_args: StatementArgs,
    #[command(flatten)]
    login: Login,
    /// Column with the class of each point, or two classes by a condition on it, as in 'quality>=7'
    #[arg(short, long, value_name = "COLUMN", help_heading = "Table")]
    pub(super) label: Option<String>,
    /// Column with the name of each point (otherwise d1, d2, ...)
    #[arg(long, value_name = "COLUMN", help_heading = "Table")]
    id: Option<String>,
    /// Columns to use, separated by commas (otherwise all but label and id)
    #[arg(long, value_name = "A,B", value_delimiter = ',', help_heading = "Table")]
    columns: Option<Vec<String>>,
    /// Columns to leave out, separated by commas; '' is those without a name, 1 the first column
    #[arg(long, value_name = "A,B", value_delimiter = ',', help_heading = "Table")]
    drop: Vec<String>,
    /// Columns that are no features and are only shown beside the points
    #[arg(long, value_name = "A,B", value_delimiter = ',', help_heading = "Table")]
    keep: Vec<String>,
    /// Columns of words to use: each word becomes a column of 0 and 1
    #[arg(long, value_name = "A,B", value_delimiter = ',', help_heading = "Table")]
    nominal: Vec<String>,
    /// The first line is data; columns are then named 1, 2, ...
    #[arg(long, help_heading = "Table")]
    pub(super) no_header: bool,
    /// What to do with a row that has an empty cell [default: error]
    #[arg(long, value_enum, help_heading = "Table")]
    missing: Option<Missing>,
    /// A word that counts as an empty cell, as NA, NaN, null, ? and - do in a column of numbers
    #[arg(long, value_name = "WORD", help_heading = "Table")]
    na: Vec<String>,
    /// Numbers have a decimal comma, as in 94,75 and 1.234,5
    #[arg(long, help_heading = "Table")]
    decimal_comma: bool,
    /// The table has the distance of each point from every point, with or without names in the
    /// first line and column; beside them only a --label
    #[arg(long, help_heading = "Table")]
    pub(super) distances: bool,
    /// The rows are links: from a point (the first column) to a neighbour of it (the second); a
    /// third says how near, as a rank, a distance or, if called so, a similarity. With -k only the
    /// nearest are neighbours
    #[arg(long, help_heading = "Neighbours")]
    neighbors: bool,

    /// Neighbours of each point, itself included: a number, a share such as 10%, or auto, which
    /// chooses the number whose clusters tell most of groups [default: auto; evaluate: 50%, as in
    /// the paper]
    #[arg(short, long, value_name = "N|P%|auto", help_heading = "Neighbours")]
    pub(super) k: Option<K>,
    /// Look for neighbours among that many points only, the anchors: a sample, the same on every
    /// machine; 0 for all points [default: all, unless k is chosen and that would take long]
    #[arg(long, value_name = "M", help_heading = "Neighbours")]
    pub(super) anchors: Option<usize>,
    /// Distance between points [default: euclidean]
    #[arg(long, value_enum, help_heading = "Neighbours")]
    pub(super) metric: Option<Metric>,
    /// Scaling of the columns before distances are taken [default: auto; evaluate: none]
    #[arg(long, value_enum, help_heading = "Neighbours")]
    pub(super) scale: Option<Scale>,

    /// Threads to use [default: all cores]; results never depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Stop with exit code 3 before taking more memory, such as 4G [default: three quarters of what
    /// is available]
    #[arg(long, value_name = "SIZE", help_heading = "Limits")]
    max_memory: Option<Memory>,
}

impl Input {
    /// Reads the input.
    pub(super) fn read(&self) -> Result<Source, CliError> {
        self.table_args.set_threads()?;
        self.source()
    }

    fn source(&self) -> Result<Source, CliError> {
        match &self.only {
            None if self.is_graph() => Err(CliError::Usage(format!(
                "{}: this is a stored graph, not a table; name one of its clusters (--only c12), \
                 give the table, or say which of its rows are one (--sql 'SELECT ...')",
                self.file()
            ))),
            None => self.table_args.read(&self.input),
            Some(word) => {
                self.table_args.refuse(
                    "is for tables, and this is a stored graph",
                    &self.input,
                    &[],
                )?;
                let Only { source, origin } = only::read(&self.input, word)?;
                let _ = self.origin.set(origin);
                Ok(source)
            }
        }
    }

    /// Whether the input is a stored graph and not one that a statement is about.
    fn is_graph(&self) -> bool {
        self.table_args.statement_args.option().is_none() && is_concept_graph(&self.input)
    }

    /// The file that the graph goes to by default, in this folder. That of a database is not called
    /// like the database itself.
    pub(super) fn default_store(&self) -> String {
        match self.table_args.statement_args.option() == Some("--sql") {
            true => format!("{}.graph.db", self.name()),
            false => format!("{}.db", self.name()),
        }
    }

    /// The command that shows the rows of a database beside their clusters in a graph file.
    pub(super) fn beside(&self, graph: &Path) -> Option<Vec<String>> {
        self.table_args.statement_args.beside(&self.input, self.table_args.id.as_deref()?, graph)
    }

    /// Who logs in to servers.
    pub(super) fn login(&self) -> &Login {
        &self.table_args.login
    }

    /// Reads the input only to see whether it can be read.
    pub(super) fn check(&self) -> Result<(), CliError> {
        match is_context(&self.input) {
            _ if self.only.is_some() || self.is_graph() => self.source().map(drop),
            true => self.table_args.read(&self.input).map(drop),
            false if self.table_args.distances => self.table_args.distances(&self.input).map(drop),
            false if self.table_args.neighbors => self.table_args.links(&self.input).map(drop),
            false => self.table_args.read_table(&self.input).map(drop),
        }
    }

    /// Makes what was read a context.
    pub(super) fn dataset(&self, source: Source, progress: &Progress) -> Result<Dataset, CliError> {
        let (neighbors, memory) = (self.neighbors(), self.memory());
        let options = BuildOptions { neighbors, memory, ..BuildOptions::default() };
        build::dataset(&self.name(), source, &options, progress)
            .map_err(|error| failed(error, &self.file(), None))
    }

    /// The most memory to take.
    pub(super) fn memory(&self) -> Memory {
        self.table_args.memory()
    }

    /// The same, but by default at most this many bytes.
    pub(super) fn memory_or(&self, bytes: u64) -> Memory {
        self.table_args.max_memory.unwrap_or_else(|| Memory::available().at_most(bytes))
    }

    /// Which neighbours make the context.
    pub(super) fn neighbors(&self) -> Neighbors {
        let neighbors = self.table_args.neighbors();
        match self.origin.get() {
            Some(&Origin::Neighbors { metric, scale, .. }) => Neighbors {
                metric: self.table_args.metric.map_or(metric, Into::into),
                scale: self.table_args.scale.map_or(Some(scale), Into::into),
                ..neighbors
            },
            _ => neighbors,
        }
    }

    /// The input's stem, which names the graph and its store; with the cluster's name where only
    /// that is taken.
    pub(super) fn name(&self) -> String {
        let is_plain = |word: &&String| word.chars().all(|c| c.is_ascii_alphanumeric());
        match &self.only {
            None => name(&self.input),
            Some(word) => {
                let cluster = Some(word).filter(is_plain).map_or("part", String::as_str);
                format!("{}_{cluster}", name(&self.input))
            }
        }
    }

    /// The input, for messages.
    pub(super) fn file(&self) -> String {
        file(&self.input)
    }
}

impl TableArgs {
    /// Which neighbours make the context of a table.
    pub(super) fn neighbors(&self) -> Neighbors {
        let default = Neighbors::default();
        Neighbors {
            k: self.k.and_then(K::given),
            anchors: self.anchors,
            metric: match self.distances {
                true => knn::Metric::Precomputed,
                false => self.metric.map_or(default.metric, Into::into),
            },
            scale: self.scale.map_or(default.scale, Into::into),
        }
    }

    /// The same with k as in the paper where none is given.
    pub(super) fn neighbors_of_the_paper(&self) -> Neighbors {
        let neighbors = self.neighbors();
        Neighbors {
            k: if self.k.is_none() { Some(PAPER) } else { neighbors.k },
            scale: self.scale.map_or(Some(knn::Scale::None), Into::into),
            ..neighbors
        }
    }

    /// The most memory to take.
    pub(super) fn memory(&self) -> Memory {
        self.max_memory.unwrap_or_else(Memory::available)
    }

    /// Uses the requested number of threads. Called once.
    pub(super) fn set_threads(&self) -> Result<(), CliError> {
        self.threads.map_or(Ok(()), set_threads)
    }

    /// Reads an input.
    fn read(&self, input: &Path) -> Result<Source, CliError> {
        let (context, points) = match suffix(input).as_deref() {
            Some("cxt") => self.ready(input, cxt::read)?,
            Some("dat") => self.ready(input, fimi::read)?,
            Some("mtx") => return self.matrix(input).map(Source::Neighbors),
            _ if self.neighbors => return self.links(input).map(Source::Neighbors),
            _ => return self.table(input).map(Source::Table),
        };
        Ok(Source::Context(context, points))
    }

    fn ready(
        &self,
        input: &Path,
        read: fn(&Path) -> Result<(FormalContext, Points), InputError>,
    ) -> Result<(FormalContext, Points), CliError> {
        let of_neighbours = [
            ("--k", self.k.is_some()),
            ("--anchors", self.anchors.is_some()),
            ("--metric", self.metric.is_some()),
            ("--scale", self.scale.is_some()),
        ];
        self.refuse("is for tables, and this is a ready context", input, &of_neighbours)?;
        Ok(read(input)?)
    }

    /// Refuses options about the columns or rows of a table, and some others.
    pub(super) fn refuse(
        &self,
        why: &str,
        input: &Path,
        others: &[(&'static str, bool)],
    ) -> Result<(), CliError> {
        refused(self.of_tables().or(first(others)), why, input)
    }

    /// The first option about the columns or rows of tables that was given, if any was.
    pub(super) fn of_tables(&self) -> Option<&'static str> {
        let others = [("--neighbors", self.neighbors), ("--no-header", self.no_header)];
        let of_rows = self.statement_args.option().or(first(&others));
        self.of_classes().or_else(|| self.of_columns()).or(of_rows)
    }

    /// Whether the rows are links.
    pub(super) fn gives_links(&self) -> bool {
        self.neighbors
    }

    /// The first option about classes or distances that was given, if any was.
    pub(super) fn of_classes(&self) -> Option<&'static str> {
        first(&[("--label", self.label.is_some()), ("--distances", self.distances)])
    }

    /// The first option about columns of features that was given, if any was.
    pub(super) fn of_columns(&self) -> Option<&'static str> {
        first(&[
            ("--id", self.id.is_some()),
            ("--columns", self.columns.is_some()),
            ("--drop", !self.drop.is_empty()),
            ("--keep", !self.keep.is_empty()),
            ("--nominal", !self.nominal.is_empty()),
            ("--missing", self.missing.is_some()),
            ("--na", !self.na.is_empty()),
            ("--decimal-comma", self.decimal_comma),
        ])
    }

    /// Reads a table, its points with the requested classes, and says what was hardly meant.
    pub(super) fn table(&self, input: &Path) -> Result<Table, CliError> {
        if self.distances {
            return self.distances(input);
        }
        let found = self.read_table(input)?;
        self.note(&found, input);
        Ok(found.table)
    }

    fn read_table(&self, input: &Path) -> Result<table::Read, CliError> {
        let reading = table::Reading {
            header: !self.no_header,
            label: self.label.clone(),
            otherwise: None,
            id: self.id.clone(),
            columns: self.columns.clone(),
            drop: self.drop.clone(),
            keep: self.keep.clone(),
            nominal: self.nominal.clone(),
            na: self.na.clone(),
            decimal_comma: self.decimal_comma,
            missing: self.missing.map_or(table::Missing::Error, Into::into),
        };
        match self.statement(input)? {
            None => Ok(table::read_labeled(input, &reading)?),
            Some(statement) => Ok(table::read_labeled_statement(&*statement, &reading)?),
        }
    }

    /// The statement whose rows are the input; none where it is a file with a table.
    pub(super) fn statement(&self, input: &Path) -> Result<Option<Box<dyn Statement>>, CliError> {
        match self.statement_args.about(input, &self.login)? {
            Some(_) if self.no_header => Err(CliError::Usage(format!(
                "{}: the columns of a statement have names; leave out --no-header",
                file(input)
            ))),
            statement => Ok(statement),
        }
    }
}

/// Uses this many threads. Called once. More threads than cores would only wait for each other.
pub(super) fn set_threads(asked: u16) -> Result<(), CliError> {
    let asked = usize::from(asked);
    let cores = std::thread::available_parallelism().map_or(asked, usize::from);
    if asked > cores {
        let all = counted(cores as u64, "core", "cores");
        say(&format!("--threads {asked}: this machine has {all}, so {cores} are used"));
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(asked.min(cores));
    pool.build_global().map_err(|error| CliError::Failed(error.to_string()))
}

/// Refuses an option that was given, if any was.
pub(super) fn refused(
    option: Option<&'static str>,
    why: &str,
    input: &Path,
) -> Result<(), CliError> {
    let refusal = |option| format!("{}: {option} {why}; leave it out", file(input));
    option.map_or(Ok(()), |option| Err(CliError::Usage(refusal(option))))
}

/// The first option that was given, if any was.
pub(super) fn first(options: &[(&'static str, bool)]) -> Option<&'static str> {
    options.iter().find(|(_, given)| *given).map(|&(option, _)| option)
}
