//! Where answers go: the screen, a pager for what is longer than it, or a file.

use std::borrow::Cow;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use console::Term;

use super::line_error::LineError;
use crate::base::display_safe;
use crate::base::output::{Kind, Output};
use crate::terminal::writer::lines;

/// A file for answers, as a line names it.
#[derive(Debug)]
pub(super) struct Destination {
    file: String,
    force: bool,
}

impl Destination {
    /// `FILE` or `FILE force`.
    pub(super) fn of(words: &[String]) -> Option<Self> {
        let (file, force) = match words {
            [file] => (file, false),
            [file, force] if force == "force" => (file, true),
            _ => return None,
        };
        Some(Self { file: file.clone(), force })
    }
}

#[derive(Debug, Default)]
pub(super) struct Answer {
    pub(super) text: String,
    /// Lines that belong to no file of results.
    pub(super) notes: Vec<String>,
}

impl Answer {
    pub(super) fn is_empty(&self) -> bool {
        self.text.is_empty() && self.notes.is_empty()
    }

    pub(super) fn note(text: String) -> Self {
        Self { text: String::new(), notes: text.lines().map(str::to_owned).collect() }
    }
}

impl From<String> for Answer {
    fn from(text: String) -> Self {
        Self { text, notes: Vec::new() }
    }
}

#[derive(Debug)]
struct Sink {
    target: PathBuf,
    file: File,
}

#[derive(Debug)]
pub(super) struct Screen {
    terminal: Option<Term>,
    output: Option<Sink>,
    once: Option<Sink>,
    /// The width that tables are cut to; none is that of the window, 0 cuts nothing.
    wide: Option<usize>,
}

impl Screen {
    pub(super) fn new(is_person: bool) -> Self {
        let terminal = is_person.then(Term::stdout);
        Self { terminal, output: None, once: None, wide: None }
    }

    /// The width to cut tables to, where they go to a terminal.
    pub(super) fn width(&self) -> Option<usize> {
        if !self.is_shown() {
            return None;
        }
        if self.wide.is_some() {
            return self.wide.filter(|&width| width > 0);
        }
        let terminal = self.terminal.as_ref()?;
        terminal.size_checked().map(|(_, columns)| columns.into())
    }

    pub(super) fn cut_to(&mut self, width: Option<usize>) {
        self.wide = width;
    }

    /// Whether answers go to the screen or to standard output.
    pub(super) fn is_shown(&self) -> bool {
        self.output.is_none() && self.once.is_none()
    }

    /// Sends the next answer to a file, but never to `source`, the open store.
    pub(super) fn once(&mut self, file: &Destination, source: &Path) -> Result<(), LineError> {
        self.once = Some(create(file, source)?);
        Ok(())
    }

    /// Sends all answers to a file, or to the screen again.
    pub(super) fn output(
        &mut self,
        file: Option<&Destination>,
        source: &Path,
    ) -> Result<(), LineError> {
        self.output = file.map(|file| create(file, source)).transpose()?;
        Ok(())
    }

    /// Shows an answer.
    ///
    /// # Errors
    /// Standard output that cannot be written; within, a file that cannot.
    pub(super) fn show(&mut self, text: &str) -> io::Result<Result<(), LineError>> {
        let mut once = self.once.take();
        if let Some(Sink { target, file }) = once.as_mut().or(self.output.as_mut()) {
            let written = file.write_all(text.as_bytes());
            return Ok(written.map_err(|error| LineError::File { file: target.clone(), error }));
        }
        let seen = match &self.terminal {
            Some(_) => lines(text),
            None => Cow::Borrowed(text),
        };
        let text = &*seen;
        if let Some(terminal) = &self.terminal {
            let (rows, _) = terminal.size();
            if text.lines().count() >= usize::from(rows) && page(text) {
                return Ok(Ok(()));
            }
        }
        let mut out = io::stdout().lock();
        out.write_all(text.as_bytes())?;
        out.flush()?;
        Ok(Ok(()))
    }
}

fn create(destination: &Destination, source: &Path) -> Result<Sink, LineError> {
    let (target, force) = (PathBuf::from(&destination.file), destination.force);
    Output { target: &target, kind: Kind::File, force, sources: &[source] }.check()?;
    match File::create(&target) {
        Ok(file) => Ok(Sink { target, file }),
        Err(error) => Err(LineError::File { file: target, error }),
    }
}

/// Prints to standard error, and ignores whether that works.
pub(super) fn say(line: impl Display) {
    let _ = writeln!(io::stderr(), "{}", display_safe::message(&line.to_string()));
}

/// Shows text in the user's pager; whether there is one.
fn page(text: &str) -> bool {
    let own = std::env::var("PAGER").ok();
    let words: Vec<&str> = match &own {
        Some(pager) => pager.split_whitespace().collect(),
        None => vec!["less", "-FRSX", "-Pq closes this, the space bar goes on"],
    };
    let Some((program, words)) = words.split_first() else { return false };
    let Ok(mut child) = Command::new(program).args(words).stdin(Stdio::piped()).spawn() else {
        return false;
    };
    if let Some(mut input) = child.stdin.take() {
        // Leaving the pager early is not an error.
        let _ = input.write_all(text.as_bytes());
    }
    child.wait().is_ok()
}
