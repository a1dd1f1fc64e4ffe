//! `conceptgraph sample`: writes a synthetic table of the paper.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::choices::one_of;
use super::error::CliError;
use super::screen;
use crate::base::atomic_file;
use crate::base::output::{Output, OutputKind};
use crate::evaluate::sample::{SyntheticTable, sample};
use crate::table::Table;

#[derive(Debug, Args)]
pub(super) struct SampleCommand {
    /// Synthetic table to write
    #[arg(value_enum)]
    kind: Synthetic,
    #[command(flatten)]
    shape: SyntheticArgs,
    /// CSV file to write [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace an existing file
    #[arg(long, requires = "output")]
    force: bool,
}

/// The size of a synthetic table, and the meaning of its words.
#[derive(Debug, Args)]
#[command(next_help_heading = "Synthetic tables")]
pub(super) struct SyntheticArgs {
    /// Number of points [default: 100]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    n: Option<u32>,
    /// Number of features [default: 2]
    #[arg(long, value_name = "M", value_parser = clap::value_parser!(u32).range(1..))]
    m: Option<u32>,
    /// Seed: the same seed, the same table [default: 0]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Meaning of the 4 in N(2, 4) of synth2 [default: variance]
    #[arg(long, value_parser = one_of([("variance", true), ("deviation", false)]))]
    spread: Option<bool>,
    /// Means of synth3: one per feature of a class, or one per class [default: feature]
    #[arg(long, value_parser = one_of([("feature", true), ("class", false)]))]
    means: Option<bool>,
}

const MAX_NUMBERS: u64 = 100_000_000;

impl SyntheticArgs {
    fn point_count(&self) -> u32 {
        self.n.unwrap_or(100)
    }

    fn feature_count(&self) -> u32 {
        self.m.unwrap_or(2)
    }

    pub(super) fn first_option(&self) -> Option<&'static str> {
        let options = [
            ("--n", self.n.is_some()),
            ("--m", self.m.is_some()),
            ("--seed", self.seed.is_some()),
            ("--spread", self.spread.is_some()),
            ("--means", self.means.is_some()),
        ];
        options.iter().find(|(_, given)| *given).map(|&(option, _)| option)
    }

    /// Returns an error if the table would be too large, or an option does not apply to `kinds`.
    pub(super) fn check(&self, kinds: &[Synthetic]) -> Result<(), CliError> {
        let is_made = |wanted| kinds.contains(&wanted);
        let stray = [
            ("--spread", "synth2", self.spread.is_some() && !is_made(Synthetic::Synth2)),
            ("--means", "synth3", self.means.is_some() && !is_made(Synthetic::Synth3)),
        ];
        if let Some((option, kind, _)) = stray.iter().find(|(.., stray)| *stray) {
            return Err(CliError::Usage(format!("{option} is only for {kind}; leave it out")));
        }
        let (n, m) = (self.point_count(), self.feature_count());
        if u64::from(n) * u64::from(m) <= MAX_NUMBERS {
            return Ok(());
        }
        let fault =
            format!("--n {n} --m {m}: more than {MAX_NUMBERS} numbers; choose smaller values");
        Err(CliError::Usage(fault))
    }

    /// Returns one table; each trial adds one to the seed.
    pub(super) fn sample_table(&self, kind: Synthetic, trial: u64) -> Table {
        let kind = match kind {
            Synthetic::Synth1 => SyntheticTable::Synth1,
            Synthetic::Synth2 => SyntheticTable::Synth2 { variance: self.spread.unwrap_or(true) },
            Synthetic::Synth3 => SyntheticTable::Synth3 { by_feature: self.means.unwrap_or(true) },
        };
        let seed = self.seed.unwrap_or(0).wrapping_add(trial);
        sample(kind, self.point_count() as usize, self.feature_count() as usize, seed)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Synthetic {
    /// Two classes of n/2 points, N(0, 1) and N(2, 1)
    Synth1,
    /// Two classes of n/2 points, N(0, 1) and N(2, 4)
    Synth2,
    /// Three classes of n/2, n/4 and n/4 points, N(mean, 1), means uniform in [-25, 25]
    Synth3,
}

impl SampleCommand {
    pub(super) fn run(&self) -> Result<(), CliError> {
        self.shape.check(&[self.kind])?;
        let Some(output) = &self.output else {
            let table = self.shape.sample_table(self.kind, 0);
            return Ok(write_csv(&table, &mut screen::text_writer())?);
        };
        let force = self.force;
        let wanted = Output { target: output, kind: OutputKind::File, force, sources: &[] };
        let existing = wanted.check()?;
        let table = self.shape.sample_table(self.kind, 0);
        atomic_file::write(output, existing, |mut out| write_csv(&table, &mut out))
            .map_err(|error| CliError::in_file(output, error))
    }
}

fn write_csv(table: &Table, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{},class", table.features().join(","))?;
    let classes = table.points().classes().expect("every point of a synthetic table has one");
    for (row, class) in classes.class_ids().iter().enumerate() {
        let values: Vec<String> = table.row(row).iter().map(f64::to_string).collect();
        writeln!(out, "{},{}", values.join(","), classes.names()[class.index()])?;
    }
    out.flush()
}
