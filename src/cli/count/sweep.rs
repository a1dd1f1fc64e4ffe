//! `count --sweep`: the number of concepts of the full lattice for several values of k.

use super::CountCommand;
use crate::base::rows::{Rows, Value};
use crate::build::k_trials::{KTrial, count_by_k};
use crate::build::{BuildOptions, Source};
use crate::cli::error::CliError;
use crate::cli::screen;
use crate::cli::sweep::Sweep;
use crate::cli::watch::Watch;
use crate::terminal::rows::write_rows;

impl CountCommand {
    pub(super) fn write_sweep(
        &self,
        sweep: &Sweep,
        source: &Source,
        options: &BuildOptions,
        watch: Watch,
    ) -> Result<(), CliError> {
        let Source::Table(table) = source else {
            let fault = "--sweep is for tables, and this is not a table; leave the option out";
            return Err(CliError::Usage(format!("{}: {fault}", self.input.display_name())));
        };
        let progress = watch.progress();
        sweep.note_limit(table.points().len(), &self.input.display_name(), progress);
        let ks: Vec<usize> = sweep.ks().collect();
        let found = count_by_k(table, &ks, options, self.seed, progress)
            .map_err(|error| self.build_error(error))?;
        watch.finish(self.mining.stats);
        let columns = ["k", "concepts", "error", "reach"].map(str::to_owned).to_vec();
        let rows = Rows { columns, rows: found.iter().map(sweep_row).collect() };
        Ok(write_rows(&rows, self.format, None, &mut screen::text_writer())?)
    }
}

fn sweep_row(at: &KTrial) -> Vec<Value> {
    let [concepts, error, reach] = super::estimate_columns(&at.concepts).map(|(_, value)| value);
    match at.is_exact {
        true => {
            let concepts = super::count_value(at.concepts.concepts as u64);
            vec![Value::count(at.k), concepts, error, Value::text("exactly")]
        }
        false => vec![Value::count(at.k), concepts, error, reach],
    }
}
