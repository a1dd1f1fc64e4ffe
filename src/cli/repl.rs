//! `conceptgraph repl`: opens a stored graph in a shell.

use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use clap::Args;

use super::error::CliError;
use super::shutdown::{exit_with, on_interrupt};
use super::store_location::{StoreArgs, locate};
use crate::query::catalogue::Catalogue;
use crate::repl::{Host, Interrupts, Script, Session, run};
use crate::store;

#[derive(Debug, Args)]
pub(super) struct ReplCommand {
    #[command(flatten)]
    store: StoreArgs,
    /// Run this line and leave; several are run one after the other
    #[arg(short, long, value_name = "LINE", allow_hyphen_values = true)]
    command: Vec<String>,
    /// Run the lines of a file and leave
    #[arg(short, long, value_name = "FILE", conflicts_with = "command")]
    file: Option<PathBuf>,
    /// Stop at the first error
    #[arg(long)]
    bail: bool,
    /// Print each line of a script before its answer
    #[arg(long)]
    echo: bool,
    /// Folder with your own queries [default: ~/.config/conceptgraph/queries]
    #[arg(long, value_name = "DIR")]
    queries: Option<PathBuf>,
}

impl ReplCommand {
    pub(super) fn run(&self) -> u8 {
        match self.start() {
            Ok(true) => 0,
            Ok(false) => 1,
            Err(failure) => failure.report(),
        }
    }

    fn start(&self) -> Result<bool, CliError> {
        let location = self.store.location()?;
        let open = |word: &str| {
            let location = match word == self.store.locator {
                true => Rc::clone(&location),
                false => locate(word, &self.store.login, None)?,
            };
            let store::StoredGraph { graph, database } = location.open()?;
            let mut catalogue = Catalogue::new(location.language());
            super::add_user_queries(&mut catalogue, self.queries.as_deref())?;
            Ok(Session { graph: Arc::new(graph), database, catalogue, locator: word.to_owned() })
        };
        let first = open(&self.store.locator)?;
        let script = match (&self.command[..], &self.file) {
            ([], None) => Script::Input,
            ([], Some(file)) => {
                let text = std::fs::read_to_string(file);
                let text = text.map_err(|error| CliError::in_file(file, error))?;
                Script::File(file.display().to_string(), text)
            }
            (lines, _) => Script::Commands(lines.to_vec()),
        };
        let interrupts = Interrupts::default();
        let raise = interrupts.clone();
        on_interrupt(move || {
            if !raise.raise() {
                exit_with(&CliError::Interrupted);
            }
        })?;
        let open = |word: &str| open(word).map_err(|failure: CliError| failure.to_string());
        let host = Host { open: &open, interrupts, bail: self.bail, echo: self.echo };
        Ok(run(&host, first, script)?)
    }
}
