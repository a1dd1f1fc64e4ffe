//! `conceptgraph evaluate`: measures the dendrogram purity of the lattice and of Ward's tree, as in
//! the paper's Table 1.

mod rows;
mod sweep;

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::build_error::build_error;
use super::choices::{ROW_FORMATS, one_of, parse_positive};
use super::error::CliError;
use super::input_name::{context_format, default_name};
use super::sample::{Synthetic, SyntheticArgs};
use super::screen;
use super::sweep::Sweep;
use super::table_args::TableArgs;
use super::watch::Watch;
use crate::base::rows::Rows;
use crate::build;
use crate::evaluate;
use crate::evaluate::trial::{EvaluationOptions, Trial, run_trial};
use crate::store::server_url::is_server_url;
use crate::table::Table;
use crate::table::source::input_name;
use crate::terminal::rows::{RowFormat, write_rows};

#[derive(Debug, Args)]
pub(super) struct EvaluateCommand {
    /// Tables with a column of classes (.csv, .tsv; - is standard input), or synth1, synth2, synth3
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<PathBuf>,
    #[command(flatten)]
    table_args: TableArgs,
    /// Show the duration of each step and the peak memory at the end
    #[arg(long)]
    stats: bool,
    /// Estimate the number of concepts if it exceeds N [default: 100000000]
    #[arg(long, value_name = "N", value_parser = parse_positive::<u64>, help_heading = "Lattice",
          conflicts_with = "sweep")]
    max_concepts: Option<u64>,
    /// Show a row for each class
    #[arg(long)]
    per_class: bool,
    /// Show the purities by k, as in the paper's Figure 2: k=FROM..TO:STEP
    #[arg(long, value_name = "k=A..B:S",
          conflicts_with_all = ["per_class", "k"])]
    sweep: Option<Sweep>,
    /// Evaluate N samples of each synthetic table with consecutive seeds; show means and deviations
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..),
          conflicts_with = "per_class")]
    trials: Option<u64>,
    #[command(flatten)]
    shape: SyntheticArgs,
    /// Format of the rows
    #[arg(short, long, value_parser = one_of(ROW_FORMATS), default_value = "table")]
    format: RowFormat,
}

impl EvaluateCommand {
    pub(super) fn run(&self) -> Result<(), CliError> {
        self.check()?;
        self.table_args.set_threads()?;
        self.table_args.limit_memory();
        let watch = Watch::start()?;
        let mut rows = Rows { columns: rows::columns(self), rows: Vec::new() };
        let ended = self.inputs.iter().try_for_each(|input| {
            if let Some(sweep) = &self.sweep {
                let swept = self.sweep_trials(sweep, input, &watch)?;
                rows.rows.extend(swept.iter().map(|trials| sweep::sweep_row(self, trials)));
            } else {
                let trials: Result<Vec<_>, _> = (0..self.trial_count(input))
                    .map(|at| self.run_trial(input, at, &watch))
                    .collect();
                rows.rows.extend(rows::input_rows(self, &trials?));
            }
            Ok(())
        });
        watch.finish(self.stats);
        // The results before a fault are written too.
        if ended.is_ok() || !rows.rows.is_empty() {
            write_rows(&rows, self.format, None, &mut screen::text_writer())?;
        }
        ended
    }

    /// Returns an error if the options are not possible, before anything is computed.
    fn check(&self) -> Result<(), CliError> {
        let usage = |fault: &str| Err(CliError::Usage(fault.to_owned()));
        if let Some(input) = self.inputs.iter().find(|input| context_format(input).is_some()) {
            let input = input.display();
            return usage(&format!(
                "{input}: this file has no classes, and no numbers for Ward's tree; evaluate a \
                 table (.csv, .tsv)"
            ));
        }
        let made: Vec<Synthetic> = self.inputs.iter().filter_map(|i| synthetic_kind(i)).collect();
        let file = self.inputs.iter().find(|input| synthetic_kind(input).is_none());
        if let (Some(file), None) = (file, &self.table_args.label) {
            let is_file = !is_server_url(&file.to_string_lossy());
            if is_file && !file.exists() && *file != Path::new("-") {
                let fault =
                    "there is no such file; the synthetic tables are synth1, synth2, synth3";
                return Err(CliError::in_file(file, fault));
            }
            return usage("name the column with the classes: evaluate INPUT... --label COLUMN");
        }
        let own = self.shape.first_option().or(self.trials.map(|_| "--trials"));
        if let (true, Some(option)) = (made.is_empty(), own) {
            return usage(&format!("{option} is for synth1, synth2 and synth3; leave it out"));
        }
        if self.table_args.neighbors {
            return usage(
                "--neighbors gives no classes and no numbers for Ward's tree; leave it out",
            );
        }
        if let (None, Some(option)) = (file, self.table_args.first_table_option()) {
            return usage(&format!(
                "{option} is for files, not for synthetic tables; leave it out"
            ));
        }
        if self.max_concepts.is_some() && self.per_class {
            return usage("--max-concepts has no effect with --per-class; leave it out");
        }
        self.shape.check(&made)
    }

    /// Returns the number of trials of a synthetic table, or 1 for a file.
    fn trial_count(&self, input: &Path) -> u64 {
        synthetic_kind(input).and(self.trials).unwrap_or(1)
    }

    fn options(&self) -> EvaluationOptions {
        let default = EvaluationOptions::default();
        EvaluationOptions {
            neighbors: self.table_args.paper_neighbors(),
            max_concepts: self.max_concepts.unwrap_or(default.max_concepts),
            // Only the table of inputs has columns about concepts and communities.
            is_complete: !self.per_class,
            memory: self.table_args.memory(),
        }
    }

    fn run_trial(&self, input: &Path, at: u64, watch: &Watch) -> Result<Trial, CliError> {
        watch.progress().begin_step("reading");
        let table = self.read_table(input, at)?;
        if at == 0 {
            self.table_args.print_roles();
        }
        run_trial(&default_name(input), &table, &self.options(), watch.progress())
            .map_err(|error| evaluate_error(error, input))
    }

    fn read_table(&self, input: &Path, trial: u64) -> Result<Table, CliError> {
        match synthetic_kind(input) {
            None => self.table_args.read_table(input),
            Some(kind) => Ok(self.shape.sample_table(kind, trial)),
        }
    }
}

fn evaluate_error(error: evaluate::EvaluateError, input: &Path) -> CliError {
    let (file, name) = (input_name(input), default_name(input));
    match error {
        evaluate::EvaluateError::Build(error @ build::BuildError::Neighbors(_)) => {
            build_error(error, &file)
        }
        evaluate::EvaluateError::Build(error) => build_error(error, &name),
        evaluate::EvaluateError::NoK { .. } => CliError::Usage(format!("{file} has {error}")),
        evaluate::EvaluateError::NoClasses => CliError::Failed(format!("{name}: {error}")),
        // Faults of Ward's tree, and errors that may be added.
        _ => CliError::Failed(format!("{file}: {error}")),
    }
}

/// Returns the synthetic table that a word names; `None` if a file has the name.
fn synthetic_kind(input: &Path) -> Option<Synthetic> {
    let word = input.to_str().filter(|_| !input.exists())?;
    Synthetic::from_str(word, false).ok()
}
