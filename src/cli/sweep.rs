//! What is done for several values of k, `k=10..190:10`, and drawn.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::Args;

use super::error::CliError;
use super::plot::{drawing, write_figure};
use crate::base::atomic_file::Existing;
use crate::base::output::{Kind, Output};
use crate::picture::style::Theme;
use crate::plot::Plot;

/// Some values of k, both ends among them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sweep {
    pub(super) range: RangeInclusive<usize>,
    pub(super) step: usize,
}

impl Sweep {
    pub(super) fn ks(&self) -> impl Iterator<Item = usize> + Clone {
        self.range.clone().step_by(self.step)
    }

    /// Whether some values of k are at most n while others are larger.
    pub(super) fn passes(&self, n: usize) -> bool {
        *self.range.start() <= n && self.ks().any(|k| k > n)
    }
}

impl FromStr for Sweep {
    type Err = &'static str;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        let read = || {
            let word = word.strip_prefix("k=")?;
            let (ends, step) = word.split_once(':').unwrap_or((word, "1"));
            let (from, to) = ends.split_once("..")?;
            let (range, step) = (from.parse().ok()?..=to.parse().ok()?, step.parse().ok()?);
            let is_some = *range.start() >= 1 && !range.is_empty() && step >= 1;
            is_some.then_some(Self { range, step })
        };
        read().ok_or("write k=FROM..TO:STEP, as in k=10..190:10")
    }
}

/// The picture of a sweep.
#[derive(Debug, Args)]
pub(super) struct SweepPlot {
    /// Draw the sweep as well: .svg, .png or .pdf
    #[arg(short, long, value_name = "FILE", requires = "sweep")]
    output: Option<PathBuf>,
    /// Replace a file that is not a picture
    #[arg(long, requires = "output")]
    force: bool,
}

impl SweepPlot {
    /// What becomes of a file where the picture is to be.
    pub(super) fn check(&self, sources: &[&Path]) -> Result<Option<Existing>, CliError> {
        let Some(target) = &self.output else { return Ok(None) };
        drawing(target)?;
        let output = Output { target, kind: Kind::Picture, force: self.force, sources };
        Ok(Some(output.check()?))
    }

    /// Draws a plot if it is wanted and [`SweepPlot::check`] has allowed it.
    pub(super) fn draw(&self, existing: Option<Existing>, plot: &Plot) -> Result<(), CliError> {
        let (Some(file), Some(existing)) = (&self.output, existing) else { return Ok(()) };
        let nothing = "there is nothing to draw: no class has two points";
        let figure = plot.figure(None, Theme::default());
        let figure = figure.ok_or_else(|| CliError::Failed(nothing.to_owned()))?;
        write_figure(&figure, file, existing)
    }
}
