//! `conceptgraph compare`: what changed between two graphs of the same points.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::choices::{ROWS, one_of};
use super::error::{CliError, say};
use super::plot::{drawing, write_figure};
use super::query::terminal_width;
use super::screen;
use super::server::Login;
use super::shutdown::{end, on_interrupt};
use super::store_location::locate;
use crate::base::atomic_file::Existing;
use crate::base::display_safe;
use crate::base::numbers::{counted, grouped};
use crate::base::output::{Kind as FileKind, Output};
use crate::compare::{Change, Company, CompareError, Comparison, Kind};
use crate::figure::flows;
use crate::picture::style::{self, Theme};
use crate::terminal::rows::{Format, write_rows};

#[derive(Debug, Args)]
pub(super) struct Compare {
    /// First store: a graph file, or bolt://HOST:PORT[?graph=NAME]
    one: String,
    /// Second store, likewise
    other: String,
    #[command(flatten)]
    login: Login,
    /// Show instead the points that changed company
    #[arg(long)]
    points: bool,
    /// Draw how points flow between communities, as an .svg file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Width of the picture, such as 8.5cm or 600px
    #[arg(long, value_name = "LENGTH", value_parser = style::length, requires = "output")]
    width: Option<f64>,
    /// Colours and font: light, dark, or paper for print
    #[arg(long, value_name = "NAME", requires = "output")]
    theme: Option<Theme>,
    /// Replace a file that is not a picture
    #[arg(long, requires = "output")]
    force: bool,
    /// How to write the rows
    #[arg(short, long, value_parser = one_of(ROWS), default_value = "table")]
    format: Format,
}

impl Compare {
    pub(super) fn run(&self) -> Result<(), CliError> {
        let picture = self.output.as_deref().map(|target| self.check(target)).transpose()?;
        let (one, _) = locate(&self.one, &self.login, None)?.open()?;
        let (other, _) = locate(&self.other, &self.login, None)?.open()?;
        on_interrupt(|| end(&CliError::Interrupted))?;
        let comparison = Comparison::of(&*one, &*other)?;
        if let Some((target, existing)) = picture {
            self.draw(&comparison, target, existing)?;
        }
        let rows = if self.points { comparison.points() } else { comparison.rows() };
        let mut out = screen::out();
        write_rows(&rows, self.format, terminal_width(), &mut out)?;
        out.flush()?;
        for line in in_words(&comparison, [&self.one, &self.other]) {
            say(&format!("({line})"));
        }
        Ok(())
    }

    /// Whether the picture can be written there.
    fn check<'a>(&self, target: &'a Path) -> Result<(&'a Path, Existing), CliError> {
        drawing(target)?;
        let (kind, force) = (FileKind::Picture, self.force);
        let sources = &[Path::new(&self.one), Path::new(&self.other)];
        Ok((target, Output { target, kind, force, sources }.check()?))
    }

    fn draw(
        &self,
        comparison: &Comparison,
        target: &Path,
        existing: Existing,
    ) -> Result<(), CliError> {
        if comparison.flows.is_empty() {
            let said = "neither graph has a community, so there is no picture";
            return Err(CliError::Failed(format!("{}: {said}", target.display())));
        }
        let figure = flows::figure(comparison, self.width, self.theme.unwrap_or_default());
        write_figure(&figure, target, existing)
    }
}

/// What there is to say besides the rows.
fn in_words(comparison: &Comparison, places: [&String; 2]) -> Vec<String> {
    let mut lines = Vec::new();
    for (&alone, place) in comparison.alone.iter().zip(places) {
        if alone > 0 {
            let points = counted(alone.into(), "point is", "points are");
            lines.push(format!("{points} in {} alone and left out", display_safe::line(place)));
        }
    }
    if comparison.is_by_number {
        let remedy = "name the points by an --id in both to be sure";
        lines.push(format!("points are taken for the same by the numbers of their rows; {remedy}"));
    }
    let points = counted(comparison.common.into(), "point", "points");
    if comparison.is_unchanged() {
        let is_same = if comparison.is_same { "; both are the same graph" } else { "" };
        lines.push(format!("nothing changed among {points}{is_same}"));
        return lines;
    }
    for kind in [Kind::Landmark, Kind::Community] {
        let [ones, others] = comparison.groups(kind);
        if ones.is_empty() && others.is_empty() {
            lines.push(format!("neither graph has a {}", kind.name()));
            continue;
        }
        let count = |change| comparison.count(kind, change);
        let of = counted(ones.len() as u64, kind.name(), &plural(kind));
        lines.push(format!(
            "{of}: {} with the same points, {} with a match, {} gone; {} new",
            count(Change::Same),
            count(Change::Kept),
            count(Change::Gone),
            count(Change::New)
        ));
    }
    let company = |how: Company| comparison.changed.iter().filter(|of| of.how == how).count();
    lines.push(format!(
        "{} of {points} changed company: {} moved, {} regrouped as their community is gone, {} \
         left, {} joined",
        grouped(comparison.changed.len() as u64),
        company(Company::Moved),
        company(Company::Regrouped),
        company(Company::Left),
        company(Company::Joined)
    ));
    lines
}

fn plural(kind: Kind) -> String {
    match kind {
        Kind::Landmark => "landmarks".to_owned(),
        Kind::Community => "communities".to_owned(),
    }
}

impl From<CompareError> for CliError {
    fn from(error: CompareError) -> Self {
        match error {
            CompareError::Store(error) => error.into(),
            error => CliError::Failed(error.to_string()),
        }
    }
}
