//! `conceptgraph plot`: numbers of a graph as lines.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};

use super::error::CliError;
use super::export::{part, style};
use super::screen;
use super::shutdown::{end, on_interrupt};
use super::store_location::StoreArgs;
use crate::base::atomic_file;
use crate::base::output::{Kind, Output};
use crate::picture::render::Drawing;
use crate::plot::by_size::BySize;
use crate::plot::{self, Axes};
use crate::query::Fault;
use crate::terminal::definitions::definitions;

#[derive(Debug, Args)]
#[command(arg_required_else_help = true)]
pub(super) struct Plot {
    #[command(flatten)]
    store: StoreArgs,
    /// What to draw [default: list it]
    #[arg(value_enum)]
    what: Option<What>,
    /// File to write: .svg, .png or .pdf
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// How wide it is, such as 8.5cm or 600px [default: 640px]
    #[arg(long, value_name = "LENGTH", value_parser = part("width"))]
    width: Option<String>,
    /// How large its letters are, in points [default: 9]
    #[arg(long, value_name = "POINTS", value_parser = part("font-size"))]
    font_size: Option<String>,
    /// Colours and font: light, dark, or paper for print
    #[arg(long, value_name = "NAME", value_parser = part("theme"))]
    theme: Option<String>,
    /// Replace a file that is not a picture
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
    pub(super) fn run(&self) -> Result<(), CliError> {
        let Some(what) = self.what else {
            write!(screen::out(), "{}", definitions(&kinds(), None))?;
            return Ok(());
        };
        let Some(target) = self.output.as_deref() else {
            let said = "name the file to write: -o FILE, an .svg, .png or .pdf".to_owned();
            return Err(CliError::Usage(said));
        };
        let format = plot_format(target)?;
        let (store, _) = self.store.location()?.open()?;
        on_interrupt(|| end(&CliError::Interrupted))?;
        let (kind, force) = (Kind::Picture, self.force);
        let sources = &[Path::new(self.store.word())];
        let existing = Output { target, kind, force, sources }.check()?;
        let (facts, tallies) = (store.facts()?, BySize::of(&*store)?);
        let x = match tallies.is_grouped() {
            true => "size (points in a cluster), from each power of two to the next",
            false => "size (points in a cluster)",
        };
        let (lines, axes) = match what {
            What::Sizes => {
                let title = format!("{}: clusters by size", facts.name);
                (tallies.counts(), Axes { title, x, y: "clusters", is_share: false })
            }
            What::Purity => {
                let lines = tallies.purities();
                if lines.is_empty() {
                    let said = Fault::NoClasses.to_string();
                    return Err(CliError::Usage(said));
                }
                let title = format!("{}: mean purity by size", facts.name);
                (lines, Axes { title, x, y: "mean purity", is_share: true })
            }
        };
        let given =
            [("width", &self.width), ("font-size", &self.font_size), ("theme", &self.theme)];
        let picture = plot::draw(&lines, &axes, &style(given), format, target)
            .map_err(|error| CliError::Failed(error.to_string()))?;
        atomic_file::write(target, existing, |out| out.write_all(&picture))
            .map_err(|error| CliError::file(target, error))
    }
}

/// What there is to draw, in words.
fn kinds() -> Vec<(String, String)> {
    let kinds = What::value_variants().iter().filter_map(What::to_possible_value);
    let help = |kind: &PossibleValue| kind.get_help().map(ToString::to_string).unwrap_or_default();
    kinds.map(|kind| (kind.get_name().to_owned(), help(&kind))).collect()
}

/// What a file for a plot is, by its suffix.
pub(super) fn plot_format(file: &Path) -> Result<Drawing, CliError> {
    Drawing::of(file).ok_or_else(|| {
        let said = "a plot is an .svg, .png or .pdf file; give it one of these suffixes";
        CliError::Usage(format!("{}: {said}", file.display()))
    })
}
