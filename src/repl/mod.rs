//! A shell over a stored graph: the canned queries as commands, statements in the store's language,
//! and pictures.
//!
//! This module handles only the terminal; the answers come from [`query`](mod@crate::query) and
//! [`export`](mod@crate::export).

mod answer;
mod cluster_history;
pub mod command;
mod editor;
mod help;
mod line_error;
mod screen;
mod script;
mod shell;
mod statement;
pub mod tokenize;
mod vocabulary;

use std::io::{self, IsTerminal};
use std::sync::{Arc, Mutex};

use crate::base::lock::lock;
use crate::graph::Graph;
use crate::query::catalogue::Catalogue;
use crate::store::{Database, Interrupter};
pub(crate) use line_error::LineError;
use shell::Shell;

/// A stored graph that is open.
pub struct Session {
    /// The graph.
    pub graph: Arc<Graph>,
    /// The database that holds the graph.
    pub database: Box<dyn Database>,
    /// The queries in the database's language.
    pub catalogue: Catalogue,
    pub(crate) locator: String,
}

/// The services and settings that the caller provides to the shell.
pub struct Host<'a> {
    /// Opens the store that a word names; an error is a message.
    pub open: &'a dyn Fn(&str) -> Result<Session, String>,
    pub(crate) interrupts: Interrupts,
    /// `true` to leave at the first error.
    pub bail: bool,
    /// `true` to print each line before its answer.
    pub echo: bool,
}

/// The source of lines.
#[derive(Debug)]
pub enum Script {
    /// Standard input: a person at a terminal, or a pipe.
    Input,
    /// Given lines, each of which is complete by itself.
    Commands(Vec<String>),
    /// The name and the text of a file.
    File(String, String),
}

/// A handle that passes Ctrl-C to the statement that is running.
#[derive(Clone, Default)]
pub(crate) struct Interrupts(Arc<Mutex<InterruptState>>);

#[derive(Default)]
struct InterruptState {
    /// `true` if a person is present and the shell continues after an interrupt.
    continues: bool,
    handler: Option<Interrupter>,
}

impl Interrupts {
    /// Interrupts the running statement; returns `true` if the shell continues after it.
    pub(crate) fn raise(&self) -> bool {
        let running = lock(&self.0);
        running.handler.iter().for_each(|end| end());
        running.continues
    }

    fn set_handler(&self, end: Interrupter) {
        lock(&self.0).handler = Some(end);
    }
}

/// Parses a line without executing it.
///
/// # Errors
/// Returns an error if a part of the line is not a command, a query or a statement.
pub fn check_line(line: &str, catalogue: &Catalogue) -> Result<(), LineError> {
    let parts = statement::split_parts(line, catalogue.language());
    parts.iter().try_for_each(|part| command::ParsedLine::parse(part, catalogue).map(drop))
}

/// Runs the shell; returns `true` if no line failed or a person used the shell.
///
/// # Errors
/// Returns an error if input cannot be read or output cannot be written.
pub fn run(host: &Host<'_>, first: Session, script: Script) -> io::Result<bool> {
    let is_person =
        matches!(script, Script::Input) && io::stdin().is_terminal() && io::stdout().is_terminal();
    let mut shell = Shell::new(host, first, is_person);
    match script {
        Script::Input if is_person => {
            lock(&host.interrupts.0).continues = true;
            editor::run(&mut shell)?;
            return Ok(true);
        }
        Script::Input => shell.run_lines(&mut io::stdin().lock())?,
        Script::File(name, text) => shell.run_file(&name, &text)?,
        Script::Commands(lines) => {
            let mut goes_on = true;
            for line in lines {
                goes_on = goes_on && shell.run_lines(&mut line.as_bytes())?;
            }
            goes_on
        }
    };
    Ok(!shell.has_failed)
}
