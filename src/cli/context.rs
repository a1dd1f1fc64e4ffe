//! `conceptgraph context`: the binary table alone.

use std::io;
use std::path::PathBuf;

use clap::Args;

use super::failure::Failure;
use super::input::Input;
use crate::atomic_file::write;
use crate::context::{cross_table, cxt, fimi};
use crate::dataset::Dataset;
use crate::output::{Kind, Output};

#[derive(Debug, Args)]
pub(super) struct Context {
    #[command(flatten)]
    input: Input,
    /// File to write: .cxt (Burmeister), .dat (FIMI) or .csv (a 0/1 table for people)
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Replace a file that is there
    #[arg(long)]
    force: bool,
}

impl Context {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let suffix = self.output.extension().and_then(|suffix| suffix.to_str());
        type Write = fn(&Dataset, &mut dyn io::Write) -> io::Result<()>;
        let format: Write = match suffix.map(str::to_lowercase).as_deref() {
            Some("cxt") => |s, mut out| cxt::write(&s.context, s.points.names(), &mut out),
            Some("dat") => |s, mut out| fimi::write(&s.context, &mut out),
            Some("csv") => |s, mut out| cross_table::write(&s.context, s.points.names(), &mut out),
            _ => {
                return Err(Failure::Usage(format!(
                    "{}: the suffix names the format: .cxt, .dat or .csv",
                    self.output.display()
                )));
            }
        };
        let output = Output {
            target: &self.output,
            kind: Kind::File,
            force: self.force,
            insist: "--force",
            sources: &[&self.input.input],
        };
        let existing = output.check()?;
        let dataset = self.input.dataset()?;
        write(&self.output, existing, |out| format(&dataset, out))
            .map_err(|error| Failure::file(&self.output, error))
    }
}
