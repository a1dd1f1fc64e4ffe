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
use crate::base::output::{Kind as FileKind, Output};
use crate::compare::{CompareError, Comparison};
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
        for line in comparison.sentences([&self.one, &self.other]) {
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

impl From<CompareError> for CliError {
    fn from(error: CompareError) -> Self {
        match error {
            CompareError::Store(error) => error.into(),
            error => CliError::Failed(error.to_string()),
        }
    }
}
