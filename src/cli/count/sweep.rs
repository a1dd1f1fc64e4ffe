//! `count --sweep`: what the graph would be for several k.

use std::str::FromStr;

use super::Count;
use crate::base::numbers::counted;
use crate::base::rows::{Rows, Value};
use crate::build::by_k::{KTrial, by_k, ladder};
use crate::build::{BuildOptions, Source};
use crate::cli::error::CliError;
use crate::cli::screen;
use crate::cli::sweep::Sweep;
use crate::cli::watch::Watch;
use crate::plot::telling;
use crate::terminal::rows::write_rows;

/// The values of k that are tried.
#[derive(Clone, Debug)]
pub(super) enum Ks {
    /// Those that the default is chosen from.
    Ladder,
    /// These.
    Swept(Sweep),
}

impl FromStr for Ks {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        match word {
            "k=auto" => Ok(Self::Ladder),
            _ => word.parse().map(Self::Swept).map_err(|fault| format!("{fault}, or k=auto")),
        }
    }
}

impl Count {
    /// Writes a row for each k, and draws them where that is wanted.
    pub(super) fn sweep(
        &self,
        ks: &Ks,
        source: &Source,
        options: &BuildOptions,
        watch: Watch,
    ) -> Result<(), CliError> {
        let Source::Table(table) = source else {
            let fault = "--sweep is for tables, and this is no table; leave it out";
            return Err(CliError::Usage(format!("{}: {fault}", self.input.file())));
        };
        let existing = self.plot.check(&[&*self.input.input])?;
        let (n, progress) = (table.points().len(), watch.progress());
        let (ks, passes) = match ks {
            Ks::Ladder => (ladder(n), false),
            Ks::Swept(sweep) => (sweep.ks().collect(), sweep.passes(n)),
        };
        if passes {
            let points = counted(n as u64, "point", "points");
            progress.note(&format!("{}: no k above its {points} is tried", self.input.file()));
        }
        let found =
            by_k(table, &ks, options, self.seed, progress).map_err(|error| self.failed(error))?;
        let known: Vec<_> = found.iter().filter_map(|at| Some((at.k, at.telling?))).collect();
        let chosen = found.iter().find(|at| at.is_chosen).map(|at| at.k);
        let plot = telling(&self.input.name(), &known, chosen, "A build would choose");
        self.plot.draw(existing, &plot)?;
        watch.finish(self.mining.stats);
        let columns = ["k", "telling", "alone", "whole", "concepts", "error", "reach"];
        let columns = columns.map(str::to_owned).to_vec();
        let rows = Rows { columns, rows: found.iter().map(row).collect() };
        Ok(write_rows(&rows, self.format, None, &mut screen::out())?)
    }
}

fn row(at: &KTrial) -> Vec<Value> {
    let rounded = |share: f64| Value::Real((share * 1e4).round() / 1e4);
    let share = |share: Option<f64>| share.map_or(Value::Null, rounded);
    let mut row = vec![
        Value::count(at.k),
        share(at.telling.map(|telling| telling.share)),
        share(at.telling.map(|telling| telling.alone)),
        share(at.telling.map(|telling| telling.whole)),
    ];
    row.extend(super::columns(&at.concepts).map(|(_, value)| value));
    if at.is_exact {
        row[4] = super::number(at.concepts.concepts as u64);
        row[6] = Value::text("exactly");
    }
    row
}
