//! `conceptgraph count`: counts or estimates the concepts of the lattice in constant memory.

mod sweep;

use std::io::Write;

use clap::Args;
use serde::Serialize;

use super::build_error::{build_error, too_large_error};
use super::choices::{NUMBER_FORMATS, one_of, parse_positive};
use super::error::CliError;
use super::input::InputArgs;
use super::mining::MiningArgs;
use super::screen;
use super::sweep::Sweep;
use super::watch::Watch;
use crate::base::numbers::{pluralize, round_estimate};
use crate::base::rows::{Rows, Value};
use crate::build::{self, BuildOptions, Source, TableSize};
use crate::dataset::{Dataset, Origin};
use crate::mine::{self, Counts, Estimate, MiningError};
use crate::terminal::facts::format_size;
use crate::terminal::rows::{RowFormat, write_rows};

#[derive(Debug, Args)]
pub(super) struct CountCommand {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    mining: MiningArgs,
    /// Stop with exit code 3 if there are more concepts [default: no limit]
    #[arg(long, value_name = "N", value_parser = parse_positive::<u64>, help_heading = "Lattice")]
    max_concepts: Option<u64>,
    /// Count only concepts, which is faster
    #[arg(long)]
    no_covers: bool,
    /// Estimate the number of concepts instead of counting, within seconds for any size
    #[arg(long, conflicts_with_all = ["max_concepts", "no_covers"])]
    estimate: bool,
    /// Show the number of concepts for several k: k=FROM..TO:STEP, as in k=10..200:10
    #[arg(long, value_name = "k=A..B:S", conflicts_with_all = ["k", "max_concepts", "no_covers"])]
    sweep: Option<Sweep>,
    /// Seed of an estimate: the same seed, the same estimate
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Format of the numbers
    #[arg(short, long, value_parser = one_of(NUMBER_FORMATS), default_value = "text")]
    format: RowFormat,
}

/// The most concepts that are counted if no k is given; more are estimated.
const MAX_COUNTED: u64 = 20_000_000;
/// The most memory of an estimate in bytes, unless an option allows more.
const MAX_ESTIMATE_MEMORY: u64 = 1 << 30;

impl CountCommand {
    pub(super) fn run(&self) -> Result<(), CliError> {
        let watch = Watch::start()?;
        watch.progress().begin_step("reading");
        let source = self.input.read()?;
        let options = BuildOptions::default()
            .neighbors(self.input.neighbors())
            .min_size(self.mining.min_size)
            .max_concepts(self.max_concepts);
        if self.estimate || self.sweep.is_some() {
            let options = options.memory(self.input.table_args.memory_at_most(MAX_ESTIMATE_MEMORY));
            return self.estimate(source, &options, watch);
        }
        let options = options.memory(self.input.table_args.memory());
        let dataset = self.build_dataset(source, &options, &watch)?;
        // The concepts of a given k are counted whatever it takes.
        let is_open = self.max_concepts.is_none() && options.neighbors.k.is_none();
        let most = self.max_concepts.or(is_open.then_some(MAX_COUNTED));
        let limits = self.mining.limits(&dataset, most, options.memory)?;
        let context = &dataset.context;
        let progress = watch.progress();
        progress.begin_step("mining");
        let counts = mine::count(context, &limits, !self.no_covers, progress);
        if is_open && matches!(counts, Err(MiningError::TooMany(_))) {
            return self.estimate_dataset(&dataset, limits.min_size, watch);
        }
        watch.finish(self.mining.stats);
        let counts = counts.map_err(|error| build_error(error.into(), &dataset.name))?;
        let concepts = Some(("concepts", count_value(counts.concepts)));
        let covers = counts.covers.map(|covers| ("covers", count_value(covers)));
        let Counts { concepts: clusters, covers: links } = counts;
        let json = CountsJson { concepts: clusters, covers: links };
        self.write(&json, || describe_counts(&counts), concepts.into_iter().chain(covers))
    }

    fn build_dataset(
        &self,
        source: Source,
        options: &BuildOptions,
        watch: &Watch,
    ) -> Result<Dataset, CliError> {
        let name = self.input.graph_name();
        build::build_dataset(&name, source, options, watch.progress())
            .map_err(|error| self.build_error(error))
    }

    fn build_error(&self, error: build::BuildError) -> CliError {
        match error {
            build::BuildError::Neighbors(_) => build_error(error, &self.input.display_name()),
            _ => build_error(error, &self.input.graph_name()),
        }
    }

    fn estimate(
        &self,
        source: Source,
        options: &BuildOptions,
        watch: Watch,
    ) -> Result<(), CliError> {
        if let Some(sweep) = &self.sweep {
            return self.write_sweep(sweep, &source, options, watch);
        }
        // The memory is checked before neighbours are searched; a chosen k is smaller.
        let allowed = |shape: TableSize, k: usize| {
            shape.check_estimate_memory(k, options.memory).map_err(|error| too_large_error(&error))
        };
        let shape = match &source {
            Source::Table(table) => Some(TableSize::new(table)),
            Source::Context(..) | Source::Neighbors(_) => None,
        };
        if let (Some(shape), Some(k)) = (shape, options.neighbors.k) {
            allowed(shape, k.resolve(shape.points()))?;
        }
        let dataset = self.build_dataset(source, options, &watch)?;
        if let (Some(shape), Origin::Neighbors { k, .. }) = (shape, dataset.origin) {
            allowed(shape, k)?;
        }
        let limits = self.mining.limits(&dataset, None, options.memory)?;
        self.estimate_dataset(&dataset, limits.min_size, watch)
    }

    fn estimate_dataset(
        &self,
        dataset: &Dataset,
        min_size: usize,
        watch: Watch,
    ) -> Result<(), CliError> {
        let progress = watch.progress();
        progress.begin_step("estimating");
        let estimate = mine::estimate(&dataset.context, min_size, self.seed, 1, progress)
            .map_err(|error| build_error(error.into(), &dataset.name))?;
        watch.finish(self.mining.stats);
        self.write(&estimate, || estimate.to_string(), estimate_columns(&estimate).into_iter())
    }

    fn write(
        &self,
        numbers: &impl Serialize,
        words: impl Fn() -> String,
        columns: impl Iterator<Item = (&'static str, Value)>,
    ) -> Result<(), CliError> {
        let mut out = screen::text_writer();
        match self.format {
            RowFormat::Json => writeln!(out, "{}", serde_json::json!(numbers))?,
            RowFormat::Table => writeln!(out, "{}", words())?,
            RowFormat::Csv | RowFormat::Markdown => {
                let (columns, row) = columns.map(|(name, value)| (name.to_owned(), value)).unzip();
                let rows = Rows { columns, rows: vec![row] };
                write_rows(&rows, self.format, None, &mut out)?;
            }
        }
        Ok(())
    }
}

#[derive(Serialize)]
struct CountsJson {
    concepts: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    covers: Option<u64>,
}

/// Returns a count as a value; from 2^63 on as the nearest real number.
fn count_value(count: u64) -> Value {
    i64::try_from(count).map_or(Value::Real(count as f64), Value::Int)
}

/// Describes counts: `15,407 clusters, 69,569 covers`.
fn describe_counts(counts: &Counts) -> String {
    match counts.covers {
        Some(covers) => format_size(counts.concepts, covers),
        None => pluralize(counts.concepts, "cluster", "clusters"),
    }
}

/// Returns the columns of an estimate, in three digits.
fn estimate_columns(estimate: &Estimate) -> [(&'static str, Value); 3] {
    let number = |number: f64| match round_estimate(number) {
        rounded if rounded < 1e15 => Value::Int(rounded as i64),
        rounded => Value::real(Some(rounded)),
    };
    [
        ("concepts", number(estimate.concepts)),
        ("error", number(estimate.error)),
        ("reach", Value::text(estimate.format_uncertainty())),
    ]
}
