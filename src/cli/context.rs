//! `conceptgraph context`: writes the binary table without building a graph.

use std::path::PathBuf;

use clap::Args;

use super::error::CliError;
use super::input::Input;
use super::watch::Watch;
use crate::base::atomic_file::write;
use crate::base::output::{Kind, Output};
use crate::context::{cross_table, cxt, dense, fimi};

#[derive(Debug, Args)]
pub(super) struct Context {
    #[command(flatten)]
    input: Input,
    /// File to write: .cxt (Burmeister), .dat (FIMI) or .csv (a 0/1 table for people)
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Replace an existing file
    #[arg(long)]
    force: bool,
}

#[derive(Clone, Copy, Debug)]
enum Format {
    Cxt,
    Dat,
    Csv,
}

impl Format {
    /// Returns the number of bytes that an absent cross takes.
    fn cell(self) -> u64 {
        match self {
            Format::Cxt => cxt::CELL,
            Format::Dat => 0,
            Format::Csv => cross_table::CELL,
        }
    }
}

impl Context {
    pub(super) fn run(&self) -> Result<(), CliError> {
        let format = self.format()?;
        let output = Output {
            target: &self.output,
            kind: Kind::File,
            force: self.force,
            sources: &[&self.input.input],
        };
        let existing = output.check()?;
        let watch = Watch::start()?;
        let source = self.input.read()?;
        let (objects, attributes) = source.shape();
        // The size is checked before neighbours are searched.
        dense::check(objects, attributes, format.cell()).map_err(|error| {
            let target = self.output.display();
            let instead = "write a .dat file, which lists crosses alone";
            CliError::Limit(format!("{target}: {error}; {instead}"))
        })?;
        let dataset = self.input.dataset(source, watch.progress())?;
        watch.finish(false);
        let (context, names) = (&dataset.context, dataset.points.names());
        write(&self.output, existing, |mut out| match format {
            Format::Cxt => cxt::write(context, names, &mut out),
            Format::Dat => fimi::write(context, &mut out),
            Format::Csv => cross_table::write(context, names, &mut out),
        })
        .map_err(|error| CliError::file(&self.output, error))
    }

    fn format(&self) -> Result<Format, CliError> {
        let suffix = self.output.extension().and_then(|suffix| suffix.to_str());
        match suffix.map(str::to_lowercase).as_deref() {
            Some("cxt") => Ok(Format::Cxt),
            Some("dat") => Ok(Format::Dat),
            Some("csv") => Ok(Format::Csv),
            _ => Err(CliError::Usage(format!(
                "{}: the suffix must name a format: .cxt, .dat or .csv",
                self.output.display()
            ))),
        }
    }
}
