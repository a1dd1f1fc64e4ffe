//! Options that read a table and make it a context, and their meaning for other inputs.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use clap::Args;

use super::choices::{
    ColumnList, METRIC_CHOICES, MISSING_CHOICES, NeighborCount, SCALE_CHOICES, ScaleChoice, one_of,
    parse_columns, parse_count, parse_neighbor_count,
};
use super::error::{CliError, print_note};
use super::header_args::HeaderArgs;
use super::input_name::context_format;
use super::input_notes::print_roles;
use super::memory_limit;
use super::numeral_args::NumeralArgs;
use super::server::Login;
use super::statement::StatementArgs;
use super::threads::start_threads;
use crate::base::count_or_percent::CountOrPercent;
use crate::base::input_error::InputError;
use crate::base::memory::MemoryLimit;
use crate::base::numbers::pluralize;
use crate::base::points::Points;
use crate::build::Source;
use crate::context::neighbor_lists::NeighborLists;
use crate::context::{ContextFileFormat, FormalContext, cxt, fimi, mtx};
use crate::dataset::NeighborOptions;
use crate::evaluate::trial::PAPER_K;
use crate::knn::{Metric, Scale};
use crate::table::distances::{self, DistancesError};
use crate::table::source::{input_name, is_standard_input};
use crate::table::{self, MissingPolicy, Roles, Statement, Table, links};

#[derive(Clone, Debug, Args)]
pub(super) struct TableArgs {
    #[command(flatten)]
    pub(super) statement_args: StatementArgs,
    #[command(flatten)]
    pub(super) login: Login,
    /// Column with the class of each point [default: none]
    #[arg(short, long, value_name = "COLUMN", allow_hyphen_values = true, help_heading = "Table")]
    #[arg(aliases = ["target", "class"])]
    pub(super) label: Option<String>,
    /// Column with the name of each point [default: the first of words that all differ, or else d1,
    /// d2, ... by row]
    #[arg(long, value_name = "COLUMN", allow_hyphen_values = true, help_heading = "Table")]
    #[arg(aliases = ["name-by", "names", "index", "index-col"])]
    pub(super) id: Option<String>,
    /// Columns to use as features, separated by commas; a name with a comma in double quotes, as
    /// '"a,b",c' [default: the columns of numbers]
    #[arg(long, value_name = "A,B", value_parser = parse_columns, help_heading = "Table")]
    #[arg(allow_hyphen_values = true, aliases = ["features", "usecols"])]
    columns: Option<Vec<ColumnList>>,
    /// Columns to leave out; '' means all columns without a name, 1 the first column [default:
    /// columns that number the rows, are constant or repeat another]
    #[arg(long, value_name = "A,B", value_parser = parse_columns, help_heading = "Table")]
    #[arg(allow_hyphen_values = true, aliases = ["exclude", "ignore"])]
    drop: Vec<ColumnList>,
    /// Columns to show beside the points, not used as features [default: words and dates]
    #[arg(long, value_name = "A,B", value_parser = parse_columns, help_heading = "Table")]
    #[arg(allow_hyphen_values = true)]
    keep: Vec<ColumnList>,
    /// Columns of words to use; each word becomes a column of 0 and 1
    #[arg(long, value_name = "A,B", value_parser = parse_columns, help_heading = "Table")]
    #[arg(allow_hyphen_values = true)]
    nominal: Vec<ColumnList>,
    /// Second file with names, classes or columns to show for the rows, matched by order, or by the
    /// --id column if both files have it
    #[arg(long, value_name = "FILE", help_heading = "Table")]
    rows: Option<PathBuf>,
    /// The sheet of a spreadsheet with the table [default: the only one with cells]
    #[arg(long, value_name = "NAME", help_heading = "Table")]
    sheet: Option<String>,
    #[command(flatten)]
    header_args: HeaderArgs,
    /// Treatment of empty cells: stop, drop the row, or fill in the mean of the column [default:
    /// drop; if that were more than a fifth of the rows, show the columns with most gaps]
    #[arg(long, value_parser = one_of(MISSING_CHOICES), help_heading = "Table")]
    missing: Option<MissingPolicy>,
    /// Another word for an empty cell, besides NA, NaN, null, ? and -
    #[arg(long, value_name = "WORD", allow_hyphen_values = true, help_heading = "Table")]
    #[arg(aliases = ["na-values"])]
    na: Vec<String>,
    #[command(flatten)]
    numeral_args: NumeralArgs,
    /// Read the table as the distances between all points; the first line and column may hold the
    /// names of the points
    #[arg(long, help_heading = "Table")]
    distances: bool,
    /// Read the rows as links from a point to a neighbour; a third column holds a rank or a
    /// distance, or a similarity if its name is similarity, score, weight, strength or count
    #[arg(long, help_heading = "Neighbours")]
    pub(super) neighbors: bool,

    /// Neighbours of each point, itself included: a number, a share such as 10%, or auto
    /// [default: auto; evaluate: 50%]
    #[arg(short, long, value_name = "N|P%|auto", value_parser = parse_neighbor_count)]
    #[arg(help_heading = "Neighbours")]
    #[arg(allow_hyphen_values = true, aliases = ["n-neighbors", "n-neighbours"])]
    k: Option<NeighborCount>,
    /// Look for neighbours among a sample of M points only; 0 means all points [default: all, or
    /// fewer if k is chosen and the table is large]
    #[arg(long, value_name = "M", value_parser = parse_count, help_heading = "Neighbours")]
    anchors: Option<usize>,
    /// Distance between points [default: euclidean]
    #[arg(long, value_parser = one_of(METRIC_CHOICES), help_heading = "Neighbours")]
    #[arg(aliases = ["distance"])]
    pub(super) metric: Option<Metric>,
    /// Scaling of the columns; auto standardises them if their spreads differ much [default: auto;
    /// evaluate: none]
    #[arg(long, value_parser = one_of(SCALE_CHOICES), help_heading = "Neighbours")]
    pub(super) scale: Option<ScaleChoice>,

    /// Threads to use [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    #[arg(aliases = ["jobs"])]
    threads: Option<u16>,
    /// Limit of the memory, such as 4G, at which the program stops with exit code 3 [default: three
    /// quarters of the available memory]
    #[arg(long, value_name = "SIZE", help_heading = "Limits")]
    max_memory: Option<MemoryLimit>,
    /// The roles of the columns of the table that was read.
    #[arg(skip)]
    roles: OnceCell<Roles>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Topic {
    /// Classes or distances.
    Classes,
    /// Columns and cells of features.
    Columns,
    Rows,
    /// Distances between features.
    Space,
    Anchors,
    K,
}

const TABLE_TOPICS: [Topic; 3] = [Topic::Classes, Topic::Columns, Topic::Rows];

const NOT_FOR_NEIGHBORS: &str = "is for tables, and these are neighbours";

impl TableArgs {
    fn first_option(&self, topics: &[Topic]) -> Option<&'static str> {
        let (numbers, header) = (self.numeral_args.option(), self.header_args.option());
        let options = [
            ("--label", Topic::Classes, self.label.is_some()),
            ("--distances", Topic::Classes, self.distances),
            ("--id", Topic::Columns, self.id.is_some()),
            ("--columns", Topic::Columns, self.columns.is_some()),
            ("--drop", Topic::Columns, !self.drop.is_empty()),
            ("--keep", Topic::Columns, !self.keep.is_empty()),
            ("--nominal", Topic::Columns, !self.nominal.is_empty()),
            ("--missing", Topic::Columns, self.missing.is_some()),
            ("--na", Topic::Columns, !self.na.is_empty()),
            (numbers.unwrap_or_default(), Topic::Columns, numbers.is_some()),
            ("--sql", Topic::Rows, self.statement_args.given_option() == Some("--sql")),
            ("--cypher", Topic::Rows, self.statement_args.given_option() == Some("--cypher")),
            ("--neighbors", Topic::Rows, self.neighbors),
            ("--rows", Topic::Columns, self.rows.is_some()),
            ("--sheet", Topic::Rows, self.sheet.is_some()),
            (header.unwrap_or_default(), Topic::Rows, header.is_some()),
            ("--k", Topic::K, self.k.is_some()),
            ("--anchors", Topic::Anchors, self.anchors.is_some()),
            ("--metric", Topic::Space, self.metric.is_some()),
            ("--scale", Topic::Space, self.scale.is_some()),
        ];
        let given = options.iter().find(|(_, topic, given)| *given && topics.contains(topic));
        given.map(|&(option, ..)| option)
    }

    fn refuse(&self, topics: &[Topic], why: &str, input: &Path) -> Result<(), CliError> {
        match self.first_option(topics) {
            None => Ok(()),
            Some(option) => {
                let input = input_name(input);
                Err(CliError::Usage(format!("{input}: {option} {why}; leave the option out")))
            }
        }
    }

    pub(super) fn first_table_option(&self) -> Option<&'static str> {
        self.first_option(&TABLE_TOPICS)
    }

    pub(super) fn refuse_for_graph(&self, input: &Path) -> Result<(), CliError> {
        self.refuse(&TABLE_TOPICS, "is for tables, and this is a stored graph", input)
    }

    pub(super) fn neighbors(&self) -> NeighborOptions {
        let default = NeighborOptions::default();
        let metric = match self.distances {
            true => Metric::Precomputed,
            false => self.metric.unwrap_or(default.metric),
        };
        default
            .k(self.k.flatten())
            .anchors(self.anchors)
            .metric(metric)
            .scale(self.scale.unwrap_or(default.scale))
    }

    /// Returns the options that choose neighbours; k and scaling default to those of the paper.
    pub(super) fn paper_neighbors(&self) -> NeighborOptions {
        let neighbors = self.neighbors().scale(self.scale.unwrap_or(Some(Scale::None)));
        if self.k.is_none() { neighbors.k(PAPER_K) } else { neighbors }
    }

    pub(super) fn memory(&self) -> MemoryLimit {
        self.max_memory.unwrap_or_else(MemoryLimit::available)
    }

    pub(super) fn memory_at_most(&self, bytes: u64) -> MemoryLimit {
        self.max_memory.unwrap_or_else(|| MemoryLimit::available().at_most(bytes))
    }

    pub(super) fn limit_memory(&self) {
        memory_limit::limit_memory(self.memory());
    }

    /// Starts the requested number of threads. Called once.
    pub(super) fn set_threads(&self) -> Result<(), CliError> {
        self.threads.map_or(Ok(()), start_threads)
    }

    pub(super) fn read_source(&self, input: &Path) -> Result<Source, CliError> {
        let is_file = self.statement_args.given_option().is_none();
        let (context, points) =
            match (is_file && !self.neighbors).then(|| context_format(input)).flatten() {
                Some(ContextFileFormat::Burmeister) => self.read_context(input, cxt::read)?,
                Some(ContextFileFormat::Fimi) => self.read_context(input, fimi::read)?,
                Some(ContextFileFormat::MatrixMarket) => {
                    self.refuse(&TABLE_TOPICS, NOT_FOR_NEIGHBORS, input)?;
                    return Ok(Source::Neighbors(note_short_lists(
                        mtx::read(input, self.list_k(input)?)?,
                        input,
                    )));
                }
                None if self.neighbors => return self.read_links(input).map(Source::Neighbors),
                None => return self.read_table(input).map(Source::Table),
            };
        Ok(Source::Context(context, points))
    }

    fn read_context(
        &self,
        input: &Path,
        read: fn(&Path) -> Result<(FormalContext, Points), InputError>,
    ) -> Result<(FormalContext, Points), CliError> {
        let why = "is for tables, and this is a ready context";
        self.refuse(&TABLE_TOPICS, why, input)?;
        self.refuse(&[Topic::K, Topic::Anchors, Topic::Space], why, input)?;
        Ok(read(input)?)
    }

    fn read_links(&self, input: &Path) -> Result<NeighborLists, CliError> {
        self.refuse(&[Topic::Classes, Topic::Columns], NOT_FOR_NEIGHBORS, input)?;
        let k = self.list_k(input)?;
        let links = match self.statement(input)? {
            None => links::read(input, self.header_args.header())?,
            Some(statement) => links::read_statement(&*statement)?,
        };
        let lists = NeighborLists::from_names(links.iter(), k);
        Ok(note_short_lists(lists.map_err(|fault| fault.in_file(input_name(input)))?, input))
    }

    /// Returns the number of neighbours of each list that count; `None` means all.
    fn list_k(&self, input: &Path) -> Result<Option<usize>, CliError> {
        self.refuse(&[Topic::Anchors, Topic::Space], NOT_FOR_NEIGHBORS, input)?;
        match self.k {
            None => Ok(None),
            Some(Some(CountOrPercent::Count(k))) => Ok(Some(k)),
            Some(None | Some(CountOrPercent::Percent(_))) => {
                let input = input_name(input);
                Err(CliError::Usage(format!("{input}: for given neighbours, --k must be a number")))
            }
        }
    }

    pub(super) fn read_table(&self, input: &Path) -> Result<Table, CliError> {
        if self.distances {
            return self.read_distances(input);
        }
        let found = self.read_features(input)?;
        let _ = self.roles.set(found.roles);
        Ok(found.table)
    }

    /// Prints the roles of the columns of a table that was read.
    pub(super) fn print_roles(&self) {
        self.roles.get().into_iter().for_each(print_roles);
    }

    /// Reads an input without printing notes about it.
    pub(super) fn check(&self, input: &Path) -> Result<(), CliError> {
        self.limit_memory();
        match self.neighbors || self.distances || context_format(input).is_some() {
            true => self.read_source(input).map(drop),
            false => self.read_features(input).map(drop),
        }
    }

    fn read_distances(&self, input: &Path) -> Result<Table, CliError> {
        let why = "is for features, and these are distances";
        self.refuse(&[Topic::Columns, Topic::Space], why, input)?;
        let read = distances::read(input, self.label.as_deref(), self.memory());
        read.map_err(|error| match error {
            DistancesError::Input(error) => error.into(),
            error => {
                let input = input_name(input);
                CliError::Limit(format!("{input}: {error}; --max-memory allows more"))
            }
        })
    }

    fn read_features(&self, input: &Path) -> Result<table::ParsedTable, CliError> {
        if self.rows.as_deref().is_some_and(is_standard_input) && is_standard_input(input) {
            let fault = "standard input can be read once; give a file for --rows";
            return Err(CliError::Usage(fault.to_owned()));
        }
        let is_asked = self.id.is_some() || self.label.is_some() || self.columns.is_some();
        let is_asked = is_asked || !self.keep.is_empty() || !self.nominal.is_empty();
        if self.rows.is_some() && !is_asked {
            return Err(CliError::Usage(
                "no column of the file of --rows is asked for; name them: --id, --label, --keep or \
                 --columns"
                    .to_owned(),
            ));
        }
        let reading = table::ReadOptions::default()
            .rows(self.rows.clone())
            .sheet(self.sheet.clone())
            .header(self.header_args.header())
            .label(self.label.clone())
            .id(self.id.clone())
            .columns(self.columns.as_deref().map(ColumnList::names))
            .drop(ColumnList::names(&self.drop))
            .keep(ColumnList::names(&self.keep))
            .nominal(ColumnList::names(&self.nominal))
            .na(self.na.clone())
            .numerals(self.numeral_args.numerals()?)
            .missing(self.missing);
        match self.statement(input)? {
            None => Ok(table::read(input, &reading)?),
            Some(statement) => Ok(table::read_statement(&*statement, &reading)?),
        }
    }

    /// Returns the statement whose rows are the input; `None` if the input is a file with a table.
    fn statement(&self, input: &Path) -> Result<Option<Box<dyn Statement>>, CliError> {
        match self.statement_args.statement(input, &self.login)? {
            Some(_) if self.header_args.header() == Some(false) => Err(CliError::Usage(format!(
                "{}: the columns of a statement have names; leave out --no-header",
                input_name(input)
            ))),
            statement => Ok(statement),
        }
    }
}

/// Returns the lists after printing the number of points that have fewer than k neighbours.
fn note_short_lists(lists: NeighborLists, input: &Path) -> NeighborLists {
    if lists.short_lists > 0 {
        let points = pluralize(lists.short_lists as u64, "point has", "points have");
        print_note(&format!(
            "{}: {points} fewer than k neighbours; all are kept",
            input_name(input)
        ));
    }
    lists
}
