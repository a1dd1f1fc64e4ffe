//! The command line: `plan` and `mine`, and how an input is read.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use conceptgraph_engine::base::count_or_percent::CountOrPercent;
use conceptgraph_engine::base::keys::PointKeys;
use conceptgraph_engine::base::memory::MemoryLimit;
use conceptgraph_engine::base::numbers::{group_thousands, pluralize};
use conceptgraph_engine::base::progress::Progress;
use conceptgraph_engine::build::{self, BuildOptions, Source};
use conceptgraph_engine::context::{cxt, fimi};
use conceptgraph_engine::dataset::NeighborOptions;
use conceptgraph_engine::knn::{Metric, Scale};
use conceptgraph_engine::table::{self, ReadOptions};

use crate::error::{Error, Result};
use crate::mine::{MinedUnit, mine};
use crate::plan::{PlanOptions, plan};
use crate::run::Run;

/// The search of one concept graph in parts that share nothing but files
#[derive(Debug, Parser)]
#[command(version)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    step: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Split the search into units of about equal work, in a new folder
    Plan(Box<PlanArguments>),
    /// Search units; write the clusters to standard output as a stream of Apache Arrow
    ///
    /// One row for each cluster, in no order. What is left goes to a folder as units, where
    /// done.json says that everything is written. On Linux it ends when the program that started it
    /// ends.
    Mine(MineArguments),
}

/// Options that `conceptgraph build` has too mean what they mean there.
#[derive(Debug, Args)]
struct PlanArguments {
    /// Table (.csv, .tsv, .npy, .xlsx, .jsonl and others) or context (.cxt, .dat)
    input: PathBuf,
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
    /// Leave out clusters with fewer points: a number or a share such as 10%
    #[arg(long, value_name = "N|P%", default_value = "0")]
    min_size: CountOrPercent,
    /// Limit of the memory, such as 4G [default: three quarters of the available memory]
    #[arg(long, value_name = "SIZE")]
    max_memory: Option<MemoryLimit>,
    /// Column with the class of each point
    #[arg(short, long, value_name = "COLUMN", help_heading = "Table")]
    label: Option<String>,
    /// Column with the name of each point [default: d1, d2, ... by row]
    #[arg(long, value_name = "COLUMN", help_heading = "Table")]
    id: Option<String>,
    /// Columns to leave out
    #[arg(long, value_name = "A,B", value_delimiter = ',', help_heading = "Table")]
    drop: Vec<String>,
    /// Columns to show beside the points, not used as features
    #[arg(long, value_name = "A,B", value_delimiter = ',', help_heading = "Table")]
    keep: Vec<String>,
    /// Neighbours of each point, itself included: a number or a share such as 10%
    #[arg(short, long, value_name = "N|P%", help_heading = "Table")]
    k: Option<CountOrPercent>,
    /// Look for neighbours among a sample of M points only; 0 means all points
    #[arg(long, value_name = "M", help_heading = "Table")]
    anchors: Option<usize>,
    /// Distance between points
    #[arg(long, default_value = "euclidean", help_heading = "Table",
          value_parser = PossibleValuesParser::new(["euclidean", "manhattan", "chebyshev", "cosine"])
              .map(|word| Metric::from_name(&word).expect("each is a metric")))]
    metric: Metric,
    /// Scaling of the columns; auto standardises them if their spreads differ much
    #[arg(long, default_value = "auto", help_heading = "Table",
          value_parser = PossibleValuesParser::new(["auto", "none", "standard", "minmax"]))]
    scale: String,
}

#[derive(Debug, Args)]
struct MineArguments {
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

impl Arguments {
    pub(crate) fn run(&self) -> Result<()> {
        match &self.step {
            Command::Plan(plan) => plan.run(),
            Command::Mine(mine) => mine.run(),
        }
    }
}

impl PlanArguments {
    fn run(&self) -> Result<()> {
        let progress = Progress::new(|note| eprintln!("{note}"));
        let (name, source) = self.read()?;
        let memory = self.max_memory.unwrap_or_else(MemoryLimit::available);
        let neighbors = NeighborOptions::default()
            .k(self.k)
            .anchors(self.anchors)
            .metric(self.metric)
            .scale(Scale::from_name(&self.scale));
        let options = BuildOptions::default().neighbors(neighbors).memory(memory);
        let dataset = build::build_dataset(&name, source, &options, &progress)?;
        let limits = build::mining_limits(dataset.points.len(), self.min_size, None, memory)?;
        let most = PointKeys::bits(dataset.points.len());
        if self.key_bits.is_some_and(|bits| !(1..=most).contains(&bits)) {
            return Err(Error::Message(format!("--key-bits: choose 1 to {most}")));
        }
        let (units, seed, key_bits) = (self.units as usize, self.seed, self.key_bits);
        let options = PlanOptions { units, seed, key_bits, memory };
        let (run, units) = plan(dataset, &limits, &options, &self.to, &progress)?;
        let rows = match run.objects < run.points {
            true => format!(" with {} different rows", group_thousands(run.objects as u64)),
            false => String::new(),
        };
        writeln!(
            io::stdout(),
            "{}: {}{rows}, about {} clusters in {}",
            self.to.display(),
            pluralize(run.points as u64, "point", "points"),
            group_thousands(run.estimate as u64),
            pluralize(units as u64, "unit", "units")
        )?;
        Ok(())
    }

    /// Reads the input; also returns the name of the graph, the input's stem as in `build`.
    fn read(&self) -> Result<(String, Source)> {
        let is_packed = self.input.extension().is_some_and(|word| word.eq_ignore_ascii_case("gz"));
        let unpacked = match is_packed {
            true => self.input.with_extension(""),
            false => self.input.clone(),
        };
        let text = |word: Option<&std::ffi::OsStr>| {
            word.map_or_else(String::new, |word| word.to_string_lossy().into_owned())
        };
        let read: fn(&Path) -> _ = match text(unpacked.extension()).to_lowercase().as_str() {
            "cxt" => cxt::read,
            "dat" => fimi::read,
            _ => {
                let reading = ReadOptions::default()
                    .label(self.label.clone())
                    .id(self.id.clone())
                    .drop(self.drop.clone())
                    .keep(self.keep.clone());
                let table = table::read(&self.input, &reading)?.table;
                return Ok((text(unpacked.file_stem()), Source::Table(table)));
            }
        };
        let (context, points) = read(&self.input)?;
        Ok((text(unpacked.file_stem()), Source::Context(context, points)))
    }
}

impl MineArguments {
    fn run(&self) -> Result<()> {
        end_with_parent()?;
        if io::stdout().is_terminal() {
            let fault = "rows are not for a terminal; send them to a file with >";
            return Err(Error::Message(fault.to_owned()));
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads.into());
        pool.build_global().map_err(|error| Error::Message(error.to_string()))?;
        let run = Run::open(&self.run)?;
        let budget = self.budget.filter(|&budget| budget > 0);
        let out = io::BufWriter::with_capacity(1 << 20, io::stdout());
        let done = mine(&run, &self.units, &self.left, budget, out, &Progress::default())?;
        let sum = |part: fn(&MinedUnit) -> u64| done.units.iter().map(part).sum();
        eprintln!(
            "{}, {}; {} left",
            pluralize(sum(|unit| unit.clusters), "cluster", "clusters"),
            pluralize(sum(|unit| unit.covers), "cover", "covers"),
            pluralize(sum(|unit| unit.left.len() as u64), "unit", "units")
        );
        Ok(())
    }
}

/// Arranges that this program receives SIGTERM when the program that started it ends.
#[cfg(target_os = "linux")]
fn end_with_parent() -> Result<()> {
    use rustix::process::{Signal, set_parent_process_death_signal};
    let failed = |error| Error::Message(format!("cannot watch the program above: {error}"));
    set_parent_process_death_signal(Some(Signal::TERM)).map_err(failed)
}

/// Does nothing: on other systems this program goes on when the program that started it ends.
#[cfg(not(target_os = "linux"))]
fn end_with_parent() -> Result<()> {
    Ok(())
}
