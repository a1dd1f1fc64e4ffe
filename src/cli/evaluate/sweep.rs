//! `evaluate --sweep`: purities by k, as in the paper's Figure 2.

use std::path::Path;

use super::EvaluateCommand;
use crate::base::rows::Value;
use crate::cli::error::CliError;
use crate::cli::input_name::default_name;
use crate::cli::sweep::Sweep;
use crate::cli::watch::Watch;
use crate::evaluate;
use crate::evaluate::summary::TrialSummary;
use crate::evaluate::trial::Trial;
use crate::table::source::input_name;

impl EvaluateCommand {
    /// Returns the trials of one input for each k. Each table is read or made once.
    pub(super) fn sweep_trials(
        &self,
        sweep: &Sweep,
        input: &Path,
        watch: &Watch,
    ) -> Result<Vec<Vec<Trial>>, CliError> {
        let (mut by_k, progress): (Vec<Vec<Trial>>, _) = (Vec::new(), watch.progress());
        for trial in 0..self.trial_count(input) {
            progress.begin_step("reading");
            let table = self.read_table(input, trial)?;
            if trial == 0 {
                sweep.note_limit(table.points().len(), &input_name(input), progress);
            }
            let (name, options) = (default_name(input), self.options());
            let found = evaluate::sweep(&name, &table, &options, sweep.ks(), progress)
                .map_err(|error| super::evaluate_error(error, input))?;
            by_k.resize_with(found.len(), Vec::new);
            by_k.iter_mut().zip(found).for_each(|(trials, found)| trials.push(found));
        }
        Ok(by_k)
    }
}

pub(super) fn sweep_row(args: &EvaluateCommand, trials: &[Trial]) -> Vec<Value> {
    let at = TrialSummary::from_trials(trials);
    let mut row = vec![Value::text(&trials[0].name), Value::count(trials[0].k)];
    row.extend([at.lattice, at.lattice_chance, at.ward, at.ward_chance].map(Value::real));
    row.extend(super::rows::spread(args, trials, &at));
    row
}
