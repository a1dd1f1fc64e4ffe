//! A shell over a stored graph: the canned queries as plain commands, the store's own language, and
//! pictures.
//!
//! Only the terminal is here; the answers come from [`query`](mod@crate::query) and
//! [`export`](mod@crate::export).
//!
//! - [`command`]: what can be typed.
//! - [`tokenize`]: a line into words.

mod answer;
pub mod command;
mod editor;
mod help;
mod line_error;
mod screen;
mod script;
mod shell;
mod statement;
pub mod tokenize;
mod visited;
mod vocabulary;

use std::io::{self, IsTerminal};
use std::sync::{Arc, Mutex};

use crate::graph::Graph;
use crate::query::catalogue::Catalogue;
use crate::store::{Database, Interrupter};
pub use line_error::LineError;
use shell::Shell;
#[cfg(feature = "cli")]
pub(crate) use statement::starts as is_statement;

/// A stored graph that is open.
pub struct Opened {
    /// The graph.
    pub graph: Arc<Graph>,
    /// The database that holds it.
    pub database: Box<dyn Database>,
    /// The queries in its language.
    pub catalogue: Catalogue,
    /// How it was named.
    pub word: String,
}

/// What the shell needs from its caller.
pub struct Host<'a> {
    /// Opens a store by the word for it; an error in words.
    pub open: &'a dyn Fn(&str) -> Result<Opened, String>,
    /// Where Ctrl-C arrives.
    pub interrupts: Interrupts,
    /// Leave at the first error.
    pub bail: bool,
    /// Print each line before its answer.
    pub echo: bool,
}

/// Where lines come from.
#[derive(Debug)]
pub enum Script {
    /// Standard input: a person at a terminal, or a pipe.
    Input,
    /// These lines, each by itself.
    Commands(Vec<String>),
    /// The lines of a file, with its name.
    File(String, String),
}

/// Ctrl-C, led to whatever runs.
#[derive(Clone, Default)]
pub struct Interrupts(Arc<Mutex<Interruptible>>);

#[derive(Default)]
struct Interruptible {
    /// A person is present to go on.
    lives_on: bool,
    ends: Option<Interrupter>,
}

impl Interrupts {
    /// Ends what runs; whether the shell goes on after it.
    pub fn raise(&self) -> bool {
        let Ok(running) = self.0.lock() else { return false };
        if let Some(end) = &running.ends {
            end();
        }
        running.lives_on
    }

    fn lead_to(&self, end: Interrupter) {
        if let Ok(mut running) = self.0.lock() {
            running.ends = Some(end);
        }
    }

    fn live_on(&self) {
        if let Ok(mut running) = self.0.lock() {
            running.lives_on = true;
        }
    }
}

/// Reads a line without doing what it says.
pub fn understand(line: &str, catalogue: &Catalogue) -> Result<(), LineError> {
    let parts = statement::parts(line, catalogue.language());
    parts.iter().try_for_each(|part| command::Line::parse(part, catalogue).map(drop))
}

/// Runs the shell; whether all went well, which for a person it always does.
pub fn run(host: &Host<'_>, first: Opened, script: Script) -> io::Result<bool> {
    let is_person =
        matches!(script, Script::Input) && io::stdin().is_terminal() && io::stdout().is_terminal();
    let mut shell = Shell::new(host, first, is_person);
    match script {
        Script::Input if is_person => {
            host.interrupts.live_on();
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
