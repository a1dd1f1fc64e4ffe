//! `conceptgraph plot`: numbers of a graph as lines.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};

use super::error::CliError;
use super::screen;
use super::shutdown::{end, on_interrupt};
use super::store_location::StoreArgs;
use crate::base::atomic_file::{self, Existing};
use crate::base::output::{Kind, Output};
use crate::picture::style::{self, Style, Theme};
use crate::plot::by_size::BySize;
use crate::plot::{self, Axes, Line};
use crate::query::QuestionError;
use crate::terminal::definitions::definitions;

#[derive(Debug, Args)]
#[command(arg_required_else_help = true)]
pub(super) struct Plot {
    #[command(flatten)]
    store: StoreArgs,
    /// What to draw [default: list it]
    #[arg(value_enum)]
    what: Option<What>,
    /// File to write: an .svg
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// How wide it is, such as 8.5cm or 600px [default: 640px]
    #[arg(long, value_name = "LENGTH", value_parser = style::length)]
    width: Option<f64>,
    /// Colours and font: light, dark, or paper for print
    #[arg(long, value_name = "NAME", default_value = "light", hide_default_value = true)]
    theme: Theme,
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
            if self.output.is_some() {
                let kinds: Vec<String> = kinds().into_iter().map(|(name, _)| name).collect();
                return Err(CliError::Usage(format!("say what to draw: {}", kinds.join(" or "))));
            }
            write!(screen::out(), "{}", definitions(&kinds(), None))?;
            return Ok(());
        };
        let Some(target) = self.output.as_deref() else {
            return Err(CliError::Usage("name the file to write: -o FILE, an .svg".to_owned()));
        };
        check_suffix(target)?;
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
                    let said = QuestionError::NoClasses.to_string();
                    return Err(CliError::Usage(said));
                }
                let title = format!("{}: mean purity by size", facts.name);
                (lines, Axes { title, x, y: "mean purity", is_share: true })
            }
        };
        let style = Style { width: self.width, theme: self.theme, ..Style::default() };
        write_plot(&lines, &axes, &style, target, existing)
    }
}

/// What there is to draw, in words.
fn kinds() -> Vec<(String, String)> {
    let kinds = What::value_variants().iter().filter_map(What::to_possible_value);
    let help = |kind: &PossibleValue| kind.get_help().map(ToString::to_string).unwrap_or_default();
    kinds.map(|kind| (kind.get_name().to_owned(), help(&kind))).collect()
}

/// Writes the lines as an SVG.
pub(super) fn write_plot(
    lines: &[Line],
    axes: &Axes,
    style: &Style,
    target: &Path,
    existing: Existing,
) -> Result<(), CliError> {
    let svg = plot::svg(lines, axes, style).map_err(|error| CliError::Failed(error.to_string()))?;
    atomic_file::write(target, existing, |out| out.write_all(svg.as_bytes()))
        .map_err(|error| CliError::file(target, error))
}

/// Refuses a file for a plot that is not an SVG.
pub(super) fn check_suffix(file: &Path) -> Result<(), CliError> {
    match file.extension().is_some_and(|suffix| suffix.eq_ignore_ascii_case("svg")) {
        true => Ok(()),
        false => {
            let said = format!("{}: plots are written as .svg", file.display());
            Err(CliError::Usage(said))
        }
    }
}
