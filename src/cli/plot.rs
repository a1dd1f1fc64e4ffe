//! `conceptgraph plot`: numbers of a graph as lines.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::ending::{end, on_interrupt};
use super::failure::Failure;
use super::store_location::StoreArgs;
use crate::atomic_file;
use crate::export::by_size::BySize;
use crate::export::plot::{self, Axes};
use crate::output::{Kind, Output};

#[derive(Debug, Args)]
pub(super) struct Plot {
    #[command(flatten)]
    store: StoreArgs,
    /// What to draw
    #[arg(value_enum)]
    what: What,
    /// File to write: .svg
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Replace a file that is no picture
    #[arg(long)]
    force: bool,
}

/// What there is to draw.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum What {
    /// How many clusters there are of each size, in all and by the class of most of their points
    Sizes,
    /// How pure the clusters of each size are on average
    Purity,
}

impl Plot {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let target = &*self.output;
        if target.extension().is_none_or(|suffix| !suffix.eq_ignore_ascii_case("svg")) {
            let said = format!("{}: a plot is an .svg file", target.display());
            return Err(Failure::Usage(said));
        }
        let (store, _) = self.store.location()?.open()?;
        on_interrupt(|| end(&Failure::Interrupted))?;
        let (kind, force, insist) = (Kind::Picture, self.force, "--force");
        let sources = &[Path::new(self.store.word())];
        let existing = Output { target, kind, force, insist, sources }.check()?;
        let tallies = BySize::of(&*store)?;
        let x = "size (points in a cluster)";
        let (lines, axes) = match self.what {
            What::Sizes => (tallies.counts(), Axes { x, y: "clusters", is_share: false }),
            What::Purity => {
                let lines = tallies.purities();
                if lines.is_empty() {
                    let said = "this graph has no classes; build it with --label".to_owned();
                    return Err(Failure::Usage(said));
                }
                (lines, Axes { x, y: "mean purity", is_share: true })
            }
        };
        let picture = plot::svg(&lines, &axes).map_err(Failure::Failed)?;
        atomic_file::write(target, existing, |out| out.write_all(picture.as_bytes()))
            .map_err(|error| Failure::file(target, error))
    }
}
