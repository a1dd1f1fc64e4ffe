//! `conceptgraph count`: how large the lattice is, in constant memory.

use std::io::Write;

use clap::Args;

use super::failure::Failure;
use super::input::Input;
use super::mining::{Mining, stopped};
use super::running::Running;
use super::words::{FactsFormat, about};
use crate::mine::{self, Estimate};
use crate::numbers::grouped;

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
    /// Do not count but estimate, within seconds whatever the size: about how many concepts, and how
    /// far off that may be
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
        let mut running = Running::start()?;
        running.step("reading, finding neighbours");
        let source = self.input.read()?;
        let limits = self.mining.limits(&source, self.max_concepts)?;
        if self.estimate {
            running.step("estimating");
            let estimate = mine::estimate(&source.context, limits.min_size, self.seed);
            return self.tell_estimate(running, &estimate);
        }
        let counts = running.mining(&source.context, limits.min_size, |progress| {
            mine::count(&source.context, &limits, !self.no_covers, progress)
        });
        running.finish(self.mining.stats);
        let counts = counts.map_err(|stop| stopped(stop, &source, &limits, INSTEAD))?;
        let mut out = std::io::stdout().lock();
        match (self.format, counts.covers) {
            (FactsFormat::Json, _) => writeln!(out, "{}", serde_json::json!(counts))?,
            (FactsFormat::Text, Some(covers)) => {
                writeln!(out, "{} concepts, {} covers", grouped(counts.concepts), grouped(covers))?;
            }
            (FactsFormat::Text, None) => writeln!(out, "{} concepts", grouped(counts.concepts))?,
        }
        Ok(())
    }

    fn tell_estimate(&self, running: Running, estimate: &Estimate) -> Result<(), Failure> {
        running.finish(self.mining.stats);
        let mut out = std::io::stdout().lock();
        match self.format {
            FactsFormat::Json => writeln!(out, "{}", serde_json::json!(estimate))?,
            FactsFormat::Text => writeln!(out, "{}", about(estimate))?,
        }
        Ok(())
    }
}
