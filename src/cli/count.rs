//! `conceptgraph count`: how large the lattice is, in constant memory.

use std::io::Write;

use clap::Args;

use super::choices::FactsFormat;
use super::failure::Failure;
use super::input::Input;
use super::mining::{Mining, stopped};
use super::screen;
use super::watch::Watch;
use crate::mine::{self, Estimate};
use crate::numbers::counted;
use crate::progress::Progress;

#[derive(Debug, Args)]
pub(super) struct Count {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    mining: Mining,
    /// Stop with exit code 3 beyond that many concepts [default: no limit]
    #[arg(long, value_name = "N", help_heading = "Lattice")]
    max_concepts: Option<u64>,
    /// Count concepts alone, which is faster
    #[arg(long)]
    no_covers: bool,
    /// Do not count but estimate, within seconds whatever the size: about how many concepts, and
    /// how far off that may be
    #[arg(long, conflicts_with_all = ["max_concepts", "no_covers"])]
    estimate: bool,
    /// Seed of the estimate: the same seed, the same estimate
    #[arg(long, value_name = "N", default_value_t = 0, requires = "estimate")]
    seed: u64,
    /// How to write the numbers
    #[arg(long, value_enum, default_value = "text")]
    format: FactsFormat,
}

/// What there is beside counting.
const INSTEAD: Option<&str> = Some("estimate their number (--estimate)");

impl Count {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let watch = Watch::start()?;
        watch.progress().step("reading, finding neighbours");
        let dataset = self.input.dataset()?;
        let limits = self.mining.limits(&dataset, self.max_concepts)?;
        let context = &dataset.context;
        if self.estimate {
            watch.progress().step("estimating");
            let estimate = mine::estimate(context, limits.min_size, self.seed);
            watch.finish(self.mining.stats);
            return self.write_estimate(&estimate);
        }
        let count = |progress: &Progress| mine::count(context, &limits, !self.no_covers, progress);
        let counts = mine::watched(context, limits.min_size, watch.progress(), count);
        watch.finish(self.mining.stats);
        let counts = counts.map_err(|stop| stopped(stop, &dataset, &limits, INSTEAD))?;
        let mut out = screen::out();
        let clusters = counted(counts.concepts, "cluster", "clusters");
        match (self.format, counts.covers) {
            (FactsFormat::Json, _) => writeln!(out, "{}", serde_json::json!(counts))?,
            (FactsFormat::Text, Some(covers)) => {
                writeln!(out, "{clusters}, {}", counted(covers, "cover", "covers"))?;
            }
            (FactsFormat::Text, None) => writeln!(out, "{clusters}")?,
        }
        Ok(())
    }

    fn write_estimate(&self, estimate: &Estimate) -> Result<(), Failure> {
        let mut out = screen::out();
        match self.format {
            FactsFormat::Json => writeln!(out, "{}", serde_json::json!(estimate))?,
            FactsFormat::Text => writeln!(out, "{estimate}")?,
        }
        Ok(())
    }
}
