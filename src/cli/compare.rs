//! `conceptgraph compare`: shows the differences of two graphs of the same points.

use clap::Args;

use super::choices::{ROW_FORMATS, one_of};
use super::error::{CliError, print_note};
use super::query::terminal_width;
use super::screen;
use super::server::Login;
use super::shutdown::{exit_with, on_interrupt};
use super::store_location::locate;
use crate::compare::{CompareError, Comparison};
use crate::terminal::rows::{RowFormat, write_rows};

#[derive(Debug, Args)]
pub(super) struct CompareCommand {
    /// First store: a graph file, or bolt://HOST:PORT[?graph=NAME]
    one: String,
    /// Second store, likewise
    other: String,
    #[command(flatten)]
    login: Login,
    /// List the points that changed community, instead of landmarks and communities
    #[arg(long)]
    points: bool,
    /// Format of the rows
    #[arg(short, long, value_parser = one_of(ROW_FORMATS), default_value = "table")]
    format: RowFormat,
}

impl CompareCommand {
    pub(super) fn run(&self) -> Result<(), CliError> {
        let one = locate(&self.one, &self.login, None)?.open()?.graph;
        let other = locate(&self.other, &self.login, None)?.open()?.graph;
        on_interrupt(|| exit_with(&CliError::Interrupted))?;
        let comparison = Comparison::new(&one, &other)?;
        let rows = if self.points { comparison.point_rows() } else { comparison.group_rows() };
        write_rows(&rows, self.format, terminal_width(), &mut screen::text_writer())?;
        for line in comparison.sentences([&self.one, &self.other]) {
            print_note(&format!("({line})"));
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
