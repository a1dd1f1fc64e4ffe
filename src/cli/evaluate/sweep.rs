//! `evaluate --sweep`: purities by k, as the paper's Figure 2.

use std::path::Path;

use super::Evaluate;
use crate::base::numbers::counted;
use crate::base::rows::Value;
use crate::cli::error::CliError;
use crate::cli::input_name::{file, name};
use crate::cli::sweep::Sweep;
use crate::cli::watch::Watch;
use crate::evaluate::sweep::{Swept, Swing};
use crate::plot;

impl Evaluate {
    /// The purities of one input by k. Each table is read or made once.
    pub(super) fn swept(
        &self,
        sweep: &Sweep,
        input: &Path,
        watch: &Watch,
    ) -> Result<Swept, CliError> {
        let (mut swept, progress) = (Swept::default(), watch.progress());
        for trial in 0..self.trials(input) {
            progress.step("reading");
            let table = self.table(input, trial)?;
            let n = table.points().len();
            // Where no k is left there is an error, not a note.
            if trial == 0 && sweep.passes(n) {
                let points = counted(n as u64, "point", "points");
                progress.note(&format!("{}: no k above its {points} is tried", file(input)));
            }
            swept
                .add(&table, &self.options(), &sweep.range, sweep.step, progress)
                .map_err(|error| super::not_evaluated(error, input))?;
        }
        Ok(swept)
    }

    /// A row for each k.
    pub(super) fn sweep_rows(
        &self,
        swept: &Swept,
        input: &Path,
    ) -> impl Iterator<Item = Vec<Value>> {
        let (name, trials) = (name(input), self.trials.map(|_| self.trials(input)));
        swept.by_k().map(move |at: Swing| {
            let mut row = vec![Value::text(&name), Value::count(at.k)];
            row.extend([at.ours, at.ours_chance, at.ward, at.ward_chance].map(Value::real));
            if let Some(trials) = trials {
                row.push(Value::count(trials));
                row.extend([at.ours_deviation, at.ward_deviation].map(Value::real));
            }
            row
        })
    }
}

/// The lines to draw.
pub(super) fn lines(swept: &Swept, input: &Path) -> [plot::Line; 4] {
    let line = |class: usize, method: &str, purity: fn(&Swing) -> Option<f64>| {
        let point = |swing: Swing| Some((swing.k as u32, purity(&swing)?));
        let points = swept.by_k().filter_map(point).collect();
        plot::Line { name: format!("{}, {method}", name(input)), class: Some(class), points }
    };
    [
        line(0, "ours", |swing| swing.ours),
        line(1, "Ward", |swing| swing.ward),
        line(2, "ours, shuffled labels", |swing| swing.ours_chance),
        line(3, "Ward, shuffled labels", |swing| swing.ward_chance),
    ]
}
