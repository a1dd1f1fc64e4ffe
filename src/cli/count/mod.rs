//! `conceptgraph count`: counts or estimates the concepts of the lattice in constant memory.

mod sweep;

use std::io::Write;

use clap::Args;
use serde::Serialize;

use super::build_failure::{failed, too_large};
use super::choices::{NUMBERS, one_of, positive};
use super::error::CliError;
use super::input::Input;
use super::mining::Mining;
use super::screen;
use super::sweep::Sweep;
use super::watch::Watch;
use crate::base::numbers::{counted, rough};
use crate::base::rows::{Rows, Value};
use crate::build::{self, BuildOptions, Shape, Source};
use crate::dataset::{Dataset, Origin};
use crate::mine::{self, Counts, Estimate, MiningError};
use crate::terminal::rows::{Format, write_rows};

#[derive(Debug, Args)]
pub(super) struct Count {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    mining: Mining,
    /// Stop with exit code 3 if there are more concepts [default: no limit]
    #[arg(long, value_name = "N", value_parser = positive::<u64>, help_heading = "Lattice")]
    max_concepts: Option<u64>,
    /// Count only concepts, which is faster
    #[arg(long)]
    no_covers: bool,
    /// Estimate instead of counting, within seconds for any size
    #[arg(long, conflicts_with_all = ["max_concepts", "no_covers"])]
    estimate: bool,
    /// Show for several k how many concepts there are: k=FROM..TO:STEP, as in k=10..200:10
    #[arg(long, value_name = "k=A..B:S", conflicts_with_all = ["k", "max_concepts", "no_covers"])]
    sweep: Option<Sweep>,
    /// Seed of an estimate: the same seed, the same estimate
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// How to write the numbers
    #[arg(short, long, value_parser = one_of(NUMBERS), default_value = "text")]
    format: Format,
}

/// The most concepts that are counted if no k is given; more are estimated.
const COUNTED: u64 = 20_000_000;
/// The most memory of an estimate in bytes, unless an option allows more.
const ESTIMATE_MEMORY: u64 = 1 << 30;

impl Count {
    pub(super) fn run(&self) -> Result<(), CliError> {
        let watch = Watch::start()?;
        watch.progress().step("reading");
        let source = self.input.read()?;
        let mut options = BuildOptions {
            neighbors: self.input.neighbors(),
            min_size: self.mining.min_size,
            max_concepts: self.max_concepts,
            ..BuildOptions::default()
        };
        if self.estimate || self.sweep.is_some() {
            options.memory = self.input.memory_or(ESTIMATE_MEMORY);
            return self.estimate(source, &options, watch);
        }
        options.memory = self.input.memory();
        let dataset = self.dataset(source, &options, &watch)?;
        // With a given k the concepts are counted whatever it takes; those of the default k may be
        // too many.
        let is_open = self.max_concepts.is_none() && options.neighbors.k.is_none();
        let most = self.max_concepts.or(is_open.then_some(COUNTED));
        let limits = self.mining.limits(&dataset, most, options.memory)?;
        let context = &dataset.context;
        let progress = watch.progress();
        progress.step("mining");
        let counts = mine::count(context, &limits, !self.no_covers, progress);
        if is_open && matches!(counts, Err(MiningError::TooMany(_))) {
            return self.estimate_of(&dataset, limits.min_size, watch);
        }
        watch.finish(self.mining.stats);
        let counts = counts.map_err(|error| failed(error.into(), &dataset.name))?;
        let concepts = Some(("concepts", number(counts.concepts)));
        let covers = counts.covers.map(|covers| ("covers", number(covers)));
        let Counts { concepts: clusters, covers: links } = counts;
        let json = Counted { concepts: clusters, covers: links };
        self.write(&json, || words(&counts), concepts.into_iter().chain(covers))
    }

    fn dataset(
        &self,
        source: Source,
        options: &BuildOptions,
        watch: &Watch,
    ) -> Result<Dataset, CliError> {
        let name = self.input.name();
        build::dataset(&name, source, options, watch.progress()).map_err(|error| self.failed(error))
    }

    fn failed(&self, error: build::Error) -> CliError {
        match error {
            build::Error::Neighbors(_) => failed(error, &self.input.file()),
            _ => failed(error, &self.input.name()),
        }
    }

    fn estimate(
        &self,
        source: Source,
        options: &BuildOptions,
        watch: Watch,
    ) -> Result<(), CliError> {
        if let Some(sweep) = &self.sweep {
            return self.sweep(sweep, &source, options, watch);
        }
        // The memory is checked before neighbours are searched for a given k; a chosen k is
        // smaller.
        let allowed = |shape: Shape, k: usize| {
            shape.allows_estimate(k, options.memory).map_err(|error| too_large(&error))
        };
        let shape = match &source {
            Source::Table(table) => Some(Shape::of(table)),
            Source::Context(..) | Source::Neighbors(_) => None,
        };
        if let (Some(shape), Some(k)) = (shape, options.neighbors.k) {
            allowed(shape, k.of(shape.points()))?;
        }
        let dataset = self.dataset(source, options, &watch)?;
        if let (Some(shape), Origin::Neighbors { k, .. }) = (shape, dataset.origin) {
            allowed(shape, k)?;
        }
        let limits = self.mining.limits(&dataset, None, options.memory)?;
        self.estimate_of(&dataset, limits.min_size, watch)
    }

    fn estimate_of(
        &self,
        dataset: &Dataset,
        min_size: usize,
        watch: Watch,
    ) -> Result<(), CliError> {
        let progress = watch.progress();
        progress.step("estimating");
        let estimate = mine::estimate(&dataset.context, min_size, self.seed, 1, progress)
            .map_err(|error| failed(error.into(), &dataset.name))?;
        watch.finish(self.mining.stats);
        self.write(&estimate, || estimate.to_string(), columns(&estimate).into_iter())
    }

    fn write(
        &self,
        numbers: &impl Serialize,
        words: impl Fn() -> String,
        columns: impl Iterator<Item = (&'static str, Value)>,
    ) -> Result<(), CliError> {
        let mut out = screen::out();
        match self.format {
            Format::Json => writeln!(out, "{}", serde_json::json!(numbers))?,
            Format::Table => writeln!(out, "{}", words())?,
            Format::Csv | Format::Markdown => {
                let (columns, row) = columns.map(|(name, value)| (name.to_owned(), value)).unzip();
                let rows = Rows { columns, rows: vec![row] };
                write_rows(&rows, self.format, None, &mut out)?;
            }
        }
        Ok(())
    }
}

/// The counts as JSON.
#[derive(Serialize)]
struct Counted {
    concepts: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    covers: Option<u64>,
}

/// Returns a count as a value; from 2^63 on as the nearest real number.
fn number(count: u64) -> Value {
    i64::try_from(count).map_or(Value::Real(count as f64), Value::Int)
}

/// Describes counts: `15,407 clusters, 69,569 covers`.
fn words(counts: &Counts) -> String {
    let clusters = counted(counts.concepts, "cluster", "clusters");
    match counts.covers {
        Some(covers) => format!("{clusters}, {}", counted(covers, "cover", "covers")),
        None => clusters,
    }
}

/// Returns the columns of an estimate, in three digits.
fn columns(estimate: &Estimate) -> [(&'static str, Value); 3] {
    let number = |number: f64| match rough(number) {
        rounded if rounded < 1e15 => Value::Int(rounded as i64),
        rounded => Value::real(Some(rounded)),
    };
    [
        ("concepts", number(estimate.concepts)),
        ("error", number(estimate.error)),
        ("reach", Value::text(estimate.reach())),
    ]
}
