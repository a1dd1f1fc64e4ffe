//! `conceptgraph compare`: shows the differences of two graphs of the same points.

use std::io::Write;

use clap::Args;

use super::choices::{ROWS, one_of};
use super::error::{CliError, say};
use super::query::terminal_width;
use super::screen;
use super::server::Login;
use super::shutdown::{end, on_interrupt};
use super::store_location::locate;
use crate::compare::{CompareError, Comparison};
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
    /// How to write the rows
    #[arg(short, long, value_parser = one_of(ROWS), default_value = "table")]
    format: Format,
}

impl Compare {
    pub(super) fn run(&self) -> Result<(), CliError> {
        let one = locate(&self.one, &self.login, None)?.open()?.graph;
        let other = locate(&self.other, &self.login, None)?.open()?.graph;
        on_interrupt(|| end(&CliError::Interrupted))?;
        let comparison = Comparison::new(&one, &other)?;
        let rows = if self.points { comparison.points() } else { comparison.rows() };
        let mut out = screen::out();
        write_rows(&rows, self.format, terminal_width(), &mut out)?;
        out.flush()?;
        for line in comparison.sentences([&self.one, &self.other]) {
            say(&format!("({line})"));
        }
        Ok(())
    }
}

impl From<CompareError> for CliError {
    fn from(error: CompareError) -> Self {
        match error {
            CompareError::Graph(error) => error.into(),
            error => CliError::Failed(error.to_string()),
        }
    }
}
