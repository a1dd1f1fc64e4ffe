//! Where answers go: the screen, a pager for what is longer than it, or a file.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::process::{Command, Stdio};

use console::Term;

/// Where answers go.
#[derive(Debug)]
pub(super) struct Screen {
    terminal: Option<Term>,
    output: Option<(String, BufWriter<File>)>,
    once: Option<(String, BufWriter<File>)>,
}

/// Why an answer was not shown.
#[derive(Debug, thiserror::Error)]
pub(super) enum ShowError {
    /// Standard output cannot be written.
    #[error(transparent)]
    Screen(#[from] io::Error),
    /// The file it was sent to cannot be written.
    #[error("{name}: {error}")]
    File {
        /// The file.
        name: String,
        /// What the system said.
        error: io::Error,
    },
}

impl Screen {
    pub(super) fn new(is_person: bool) -> Self {
        Self { terminal: is_person.then(Term::stdout), output: None, once: None }
    }

    /// The width to cut tables to, where they go to a terminal.
    pub(super) fn width(&self) -> Option<usize> {
        let shown = self.output.is_none() && self.once.is_none();
        let terminal = self.terminal.as_ref().filter(|_| shown)?;
        terminal.size_checked().map(|(_, columns)| columns.into())
    }

    /// Sends the next answer to a file.
    pub(super) fn once(&mut self, file: &str) -> Result<(), String> {
        self.once = Some((file.to_owned(), create(file)?));
        Ok(())
    }

    /// Sends all answers to a file, or to the screen again.
    pub(super) fn output(&mut self, file: Option<&str>) -> Result<(), String> {
        self.output = match file {
            Some(file) => Some((file.to_owned(), create(file)?)),
            None => None,
        };
        Ok(())
    }

    /// Shows an answer.
    pub(super) fn show(&mut self, text: &str) -> Result<(), ShowError> {
        if let Some((name, mut file)) = self.once.take() {
            let written = file.write_all(text.as_bytes()).and_then(|()| file.flush());
            return written.map_err(|error| ShowError::File { name, error });
        }
        if let Some((name, file)) = &mut self.output {
            let written = file.write_all(text.as_bytes()).and_then(|()| file.flush());
            return written.map_err(|error| ShowError::File { name: name.clone(), error });
        }
        if let Some(terminal) = &self.terminal {
            let (rows, _) = terminal.size();
            if text.lines().count() >= usize::from(rows) && page(text) {
                return Ok(());
            }
        }
        let mut out = io::stdout().lock();
        out.write_all(text.as_bytes())?;
        out.flush()?;
        Ok(())
    }
}

fn create(file: &str) -> Result<BufWriter<File>, String> {
    File::create(file).map(BufWriter::new).map_err(|error| format!("{file}: {error}"))
}

/// Shows text in the user's pager; whether there is one.
fn page(text: &str) -> bool {
    let pager = std::env::var("PAGER").unwrap_or_else(|_| "less -FRSX".to_owned());
    let mut words = pager.split_whitespace();
    let Some(program) = words.next() else { return false };
    let Ok(mut child) = Command::new(program).args(words).stdin(Stdio::piped()).spawn() else {
        return false;
    };
    if let Some(mut input) = child.stdin.take() {
        // Who leaves the pager early has seen enough.
        let _ = input.write_all(text.as_bytes());
    }
    child.wait().is_ok()
}
