//! `conceptgraph plot`: numbers of a graph as lines, and its tree of communities.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};

use super::build_failure::failed;
use super::error::CliError;
use super::screen;
use super::shutdown::{end, on_interrupt};
use super::store_location::StoreArgs;
use crate::base::atomic_file::{self, Existing};
use crate::base::output::{Kind, Output};
use crate::base::progress::Progress;
use crate::build::BuildOptions;
use crate::build::by_k::telling_by_k;
use crate::dataset::{Neighbors, Origin};
use crate::export::ExportError;
use crate::figure::Figure;
use crate::picture::render::Drawing;
use crate::picture::style::{self, Theme};
use crate::plot::tree::Tree;
use crate::plot::{self, BySize};
use crate::query::QuestionError;
use crate::store::{LatticeStore, NO_FEATURES};
use crate::table::Table;
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
    /// Which share of the clusters is no larger, in all and by the class of most of their points
    Sizes,
    /// How pure the clusters of each size are on average, and groups of points by chance
    Purity,
    /// What clusters of two points of a group tell, by k
    Telling,
    /// Groups, their parts and what joins them, by separation
    Tree,
}

impl Plot {
    pub(super) fn run(&self) -> Result<(), CliError> {
        let Some(what) = self.what else {
            if self.output.is_some() {
                let said = "say what to draw: sizes, purity, telling or tree";
                return Err(CliError::Usage(said.to_owned()));
            }
            write!(screen::out(), "{}", definitions(&kinds(), None))?;
            return Ok(());
        };
        let Some(target) = self.output.as_deref() else {
            let said = "name the file to write: -o FILE, as .svg, .png or .pdf";
            return Err(CliError::Usage(said.to_owned()));
        };
        drawing(target)?;
        let (store, _) = self.store.location()?.open()?;
        on_interrupt(|| end(&CliError::Interrupted))?;
        let (kind, force) = (Kind::Picture, self.force);
        let sources = &[Path::new(self.store.word())];
        let existing = Output { target, kind, force, sources }.check()?;
        let figure = |plot: plot::Plot| {
            let nothing = "there is nothing to draw: the graph has too few points";
            let figure = plot.figure(self.width, self.theme);
            figure.ok_or_else(|| CliError::Failed(nothing.to_owned()))
        };
        let figure = match what {
            What::Sizes => figure(BySize::of(&*store)?.sizes())?,
            What::Purity => match BySize::of(&*store)?.purities() {
                Some(purities) => figure(purities)?,
                None => return Err(CliError::Usage(QuestionError::NoClasses.to_string())),
            },
            What::Telling => figure(telling(&*store)?)?,
            What::Tree => Tree::of(&*store)?
                .figure(self.width, self.theme)
                .map_err(|said| CliError::Failed(format!("there is nothing to draw: {said}")))?,
        };
        write_figure(&figure, target, existing)
    }
}

/// What clusters tell by k, of the table behind a graph.
fn telling(store: &dyn LatticeStore) -> Result<plot::Plot, CliError> {
    let (stored, features) = (store.stored_context()?, store.features()?);
    let facts = &stored.facts;
    if facts.has_left_out_features() {
        return Err(CliError::Usage(NO_FEATURES.to_owned()));
    }
    let (Origin::Neighbors { k, anchors, metric, scale }, false) =
        (facts.origin, features.names.is_empty())
    else {
        let said = "no columns of numbers are behind this graph, so there is no other k";
        return Err(CliError::Usage(said.to_owned()));
    };
    let points = stored.points.as_ref().clone();
    let table = Table::new(features.names.clone(), features.values.clone(), points);
    let neighbors = Neighbors { k: None, anchors, metric, scale: Some(scale) };
    let options = BuildOptions { neighbors, ..BuildOptions::default() };
    let found = telling_by_k(&table, &options, &Progress::default());
    let mut found = found.map_err(|error| failed(error, &facts.name))?;
    if let Some(own) = facts.telling {
        found.retain(|(other, _)| *other != k);
        found.push((k, own));
        found.sort_by_key(|(k, _)| *k);
    }
    Ok(plot::telling(&facts.name, &found, Some(k), "This graph has"))
}

/// What there is to draw, in words.
fn kinds() -> Vec<(String, String)> {
    let kinds = What::value_variants().iter().filter_map(What::to_possible_value);
    let help = |kind: &PossibleValue| kind.get_help().map(ToString::to_string).unwrap_or_default();
    kinds.map(|kind| (kind.get_name().to_owned(), help(&kind))).collect()
}

/// Writes a figure into a file that [`drawing`] has allowed.
pub(super) fn write_figure(
    figure: &Figure,
    target: &Path,
    existing: Existing,
) -> Result<(), CliError> {
    let bytes = figure.drawn(drawing(target)?, target).map_err(ExportError::from)?;
    atomic_file::write(target, existing, |out| out.write_all(&bytes))
        .map_err(|error| CliError::file(target, error))
}

/// The picture that the suffix of a file names.
pub(super) fn drawing(file: &Path) -> Result<Drawing, CliError> {
    Drawing::of(file).ok_or_else(|| {
        CliError::Usage(format!("{}: plots are written as .svg, .png or .pdf", file.display()))
    })
}
