//! `conceptgraph part`: the search of one graph in parts that share nothing but files.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::build_failure::{failed, too_large};
use super::error::CliError;
use super::input::Input;
use super::mining::Mining;
use super::screen;
use super::watch::Watch;
use crate::base::display_safe;
use crate::base::keys::PointKeys;
use crate::base::numbers::{counted, grouped};
use crate::build::{self, BuildOptions};
use crate::distributed::{self, PlanOptions};

#[derive(Debug, Args)]
pub(super) struct Part {
    #[command(subcommand)]
    step: Step,
}

#[derive(Debug, Subcommand)]
enum Step {
    /// Split the search into units of about equal work, in a new folder
    Plan(Box<Plan>),
    /// Search units; write the clusters to standard output as a stream of Apache Arrow
    ///
    /// One row for each cluster, in no order. What is left goes to a folder as units, where
    /// done.json says that everything is written. On Linux it ends when the program that started it
    /// ends.
    Mine(Mine),
}

#[derive(Debug, Args)]
struct Plan {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    mining: Mining,
    /// Folder to write, with the description of the search and units/
    #[arg(long, value_name = "RUN")]
    to: PathBuf,
    /// Number of units, at most as many as the search has branches
    #[arg(long, value_name = "N", default_value = "64",
          value_parser = clap::value_parser!(u32).range(1..))]
    units: u32,
    /// Seed of the keys that name clusters, and of the estimates
    #[arg(long, value_name = "N", default_value = "0")]
    seed: u64,
    /// Bits of a key; with few, clusters share keys, as tests want
    #[arg(long, value_name = "N", hide = true)]
    key_bits: Option<u32>,
}

#[derive(Debug, Args)]
struct Mine {
    /// Folder of the run, with or without its units/
    run: PathBuf,
    /// Unit files
    #[arg(required = true, value_name = "UNIT")]
    units: Vec<PathBuf>,
    /// New folder for what is left, and for done.json
    #[arg(long, value_name = "FOLDER")]
    left: PathBuf,
    /// Search about this many clusters of each unit, and leave the rest [default: all]
    #[arg(long, value_name = "N")]
    budget: Option<u64>,
    /// Threads to use; with one the output is the same every time
    #[arg(long, value_name = "N", default_value = "1",
          value_parser = clap::value_parser!(u16).range(1..))]
    threads: u16,
}

impl Part {
    pub(super) fn run(&self) -> Result<(), CliError> {
        match &self.step {
            Step::Plan(plan) => plan.run(),
            Step::Mine(mine) => mine.run(),
        }
    }
}

impl Plan {
    fn run(&self) -> Result<(), CliError> {
        let name = self.input.name();
        let watch = Watch::start()?;
        watch.progress().step("reading");
        let source = self.input.read()?;
        let options = BuildOptions {
            neighbors: self.input.neighbors(),
            min_size: self.mining.min_size,
            memory: self.input.memory(),
            ..BuildOptions::default()
        };
        let dataset = build::dataset(&name, source, &options, watch.progress())
            .map_err(|error| failed(error, &self.input.file()))?;
        let limits = self.mining.limits(&dataset, None, self.input.memory())?;
        let most = PointKeys::bits(dataset.points.len());
        if self.key_bits.is_some_and(|bits| !(1..=most).contains(&bits)) {
            return Err(CliError::Usage(format!("--key-bits: choose 1 to {most}")));
        }
        let options = PlanOptions {
            units: self.units as usize,
            seed: self.seed,
            key_bits: self.key_bits,
            memory: self.input.memory(),
        };
        watch.writing();
        let planned = distributed::plan(dataset, &limits, &options, &self.to, watch.progress());
        let (run, units) = planned?;
        watch.finish(self.mining.stats);
        let rows = match run.objects < run.points {
            true => format!(" with {} different rows", grouped(run.objects as u64)),
            false => String::new(),
        };
        writeln!(
            screen::out(),
            "{}: {}{rows}, about {} clusters in {}",
            display_safe::line(&self.to.display().to_string()),
            counted(run.points as u64, "point", "points"),
            grouped(run.estimate as u64),
            counted(units as u64, "unit", "units")
        )?;
        Ok(())
    }
}

#[cfg(feature = "part")]
impl Mine {
    fn run(&self) -> Result<(), CliError> {
        super::shutdown::end_with_parent()?;
        super::table_args::set_threads(self.threads)?;
        let out = screen::exact_for_threads()?;
        let watch = Watch::start()?;
        let run = distributed::Run::open(&self.run)?;
        let budget = self.budget.filter(|&budget| budget > 0);
        let mined = distributed::mine(&run, &self.units, &self.left, budget, out, watch.progress());
        let done = mined.map_err(|error| match error {
            // If the output was not read, the rows are lost: this is not a success.
            distributed::Error::Output(error) => {
                CliError::Failed(format!("standard output: {error}"))
            }
            error => error.into(),
        })?;
        drop(watch);
        let sum = |part: fn(&distributed::MinedUnit) -> u64| done.units.iter().map(part).sum();
        super::error::say(&format!(
            "{}, {}; {} left",
            counted(sum(|unit| unit.clusters), "cluster", "clusters"),
            counted(sum(|unit| unit.covers), "cover", "covers"),
            counted(sum(|unit| unit.left.len() as u64), "unit", "units")
        ));
        Ok(())
    }
}

#[cfg(not(feature = "part"))]
impl Mine {
    fn run(&self) -> Result<(), CliError> {
        let fault = "this program was built without Apache Arrow, which rows need; build it with \
                     `cargo install --path . --features part`";
        Err(CliError::Failed(fault.to_owned()))
    }
}

impl From<distributed::Error> for CliError {
    fn from(error: distributed::Error) -> Self {
        match error {
            distributed::Error::Refused(fault) => CliError::Failed(fault),
            distributed::Error::Store(error) => error.into(),
            distributed::Error::TooLarge(error) => too_large(&error),
            distributed::Error::Output(error) => error.into(),
            distributed::Error::Interrupted => CliError::Interrupted,
        }
    }
}
