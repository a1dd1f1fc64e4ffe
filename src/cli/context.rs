//! `conceptgraph context`: writes the binary table without building a graph.

use std::path::PathBuf;

use clap::Args;

use super::error::CliError;
use super::input::InputArgs;
use super::watch::Watch;
use crate::base::atomic_file::write;
use crate::base::output::{Output, OutputKind};
use crate::context::{cross_table, cxt, dense, fimi};

#[derive(Debug, Args)]
pub(super) struct ContextCommand {
    #[command(flatten)]
    input: InputArgs,
    /// File to write: .cxt (Burmeister), .dat (FIMI) or .csv (a 0/1 table for people)
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Replace an existing file
    #[arg(long)]
    force: bool,
}

#[derive(Clone, Copy, Debug)]
enum ContextFormat {
    Cxt,
    Dat,
    Csv,
}

impl ContextFormat {
    /// Returns the number of bytes that an absent cross takes.
    fn bytes_per_cell(self) -> u64 {
        match self {
            ContextFormat::Cxt => cxt::CELL_BYTES,
            ContextFormat::Dat => 0,
            ContextFormat::Csv => cross_table::CELL_BYTES,
        }
    }
}

impl ContextCommand {
    pub(super) fn run(&self) -> Result<(), CliError> {
        let format = self.format()?;
        let output = Output {
            target: &self.output,
            kind: OutputKind::File,
            force: self.force,
            sources: &[&self.input.input],
        };
        let existing = output.check()?;
        let watch = Watch::start()?;
        let source = self.input.read()?;
        let (objects, attributes) = source.context_size();
        // The size is checked before neighbours are searched.
        dense::check_size(objects, attributes, format.bytes_per_cell()).map_err(|error| {
            let target = self.output.display();
            let instead = "write a .dat file, which lists only the crosses";
            CliError::Limit(format!("{target}: {error}; {instead}"))
        })?;
        let dataset = self.input.build_dataset(source, watch.progress())?;
        watch.finish(false);
        let (context, names) = (&dataset.context, dataset.points.names());
        write(&self.output, existing, |mut out| match format {
            ContextFormat::Cxt => cxt::write(context, names, &mut out),
            ContextFormat::Dat => fimi::write(context, &mut out),
            ContextFormat::Csv => cross_table::write(context, names, &mut out),
        })
        .map_err(|error| CliError::in_file(&self.output, error))
    }

    fn format(&self) -> Result<ContextFormat, CliError> {
        let suffix = self.output.extension().and_then(|suffix| suffix.to_str());
        match suffix.map(str::to_lowercase).as_deref() {
            Some("cxt") => Ok(ContextFormat::Cxt),
            Some("dat") => Ok(ContextFormat::Dat),
            Some("csv") => Ok(ContextFormat::Csv),
            _ => Err(CliError::Usage(format!(
                "{}: the suffix must name a format: .cxt, .dat or .csv",
                self.output.display()
            ))),
        }
    }
}
