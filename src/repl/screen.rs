//! Output of answers: to the screen, to a pager if they are longer, or to a file.

use std::borrow::Cow;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use console::Term;

use super::line_error::LineError;
use crate::base::display_safe;
use crate::base::output::{Output, OutputKind};
use crate::terminal::writer::escape_lines;

#[derive(Debug)]
pub(super) struct Destination {
    file: String,
    force: bool,
}

impl Destination {
    /// Reads `FILE` or `FILE force`; `None` for other words.
    pub(super) fn parse(words: &[String]) -> Option<Self> {
        let (file, force) = match words {
            [file] => (file, false),
            [file, force] if force == "force" => (file, true),
            _ => return None,
        };
        Some(Self { file: file.clone(), force })
    }
}

#[derive(Debug, Default)]
pub(super) struct Reply {
    pub(super) text: String,
    /// Remarks that are not written to a file of results.
    pub(super) notes: Vec<String>,
}

impl Reply {
    pub(super) fn is_empty(&self) -> bool {
        self.text.is_empty() && self.notes.is_empty()
    }

    pub(super) fn from_notes(text: String) -> Self {
        Self { text: String::new(), notes: text.lines().map(str::to_owned).collect() }
    }
}

impl From<String> for Reply {
    fn from(text: String) -> Self {
        Self { text, notes: Vec::new() }
    }
}

#[derive(Debug)]
struct OutputFile {
    target: PathBuf,
    file: File,
}

#[derive(Debug)]
pub(super) struct Screen {
    terminal: Option<Term>,
    output: Option<OutputFile>,
    next_output: Option<OutputFile>,
    /// The width that tables are cut to: 0 never cuts, `None` is the width of the window.
    fixed_width: Option<usize>,
}

impl Screen {
    pub(super) fn new(is_person: bool) -> Self {
        let terminal = is_person.then(Term::stdout);
        Self { terminal, output: None, next_output: None, fixed_width: None }
    }

    pub(super) fn width(&self) -> Option<usize> {
        if !self.writes_to_stdout() {
            return None;
        }
        if self.fixed_width.is_some() {
            return self.fixed_width.filter(|&width| width > 0);
        }
        let terminal = self.terminal.as_ref()?;
        terminal.size_checked().map(|(_, columns)| columns.into())
    }

    pub(super) fn set_width(&mut self, width: Option<usize>) {
        self.fixed_width = width;
    }

    /// Returns `true` if answers go to the screen or to standard output, not to a file.
    pub(super) fn writes_to_stdout(&self) -> bool {
        self.output.is_none() && self.next_output.is_none()
    }

    /// Sends the next answer to a file, which must not be `source`, the open store.
    pub(super) fn redirect_next(
        &mut self,
        file: &Destination,
        source: &Path,
    ) -> Result<(), LineError> {
        self.next_output = Some(create_output(file, source)?);
        Ok(())
    }

    pub(super) fn redirect_all(
        &mut self,
        file: Option<&Destination>,
        source: &Path,
    ) -> Result<(), LineError> {
        self.output = file.map(|file| create_output(file, source)).transpose()?;
        Ok(())
    }

    /// Shows an answer; the inner result is an error if a file cannot be written.
    pub(super) fn show(&mut self, text: &str) -> io::Result<Result<(), LineError>> {
        let mut once = self.next_output.take();
        if let Some(OutputFile { target, file }) = once.as_mut().or(self.output.as_mut()) {
            let written = file.write_all(text.as_bytes());
            return Ok(written.map_err(|error| LineError::File { file: target.clone(), error }));
        }
        let seen = match io::stdout().is_terminal() {
            true => escape_lines(text),
            false => Cow::Borrowed(text),
        };
        let text = &*seen;
        if let Some(terminal) = &self.terminal {
            let (rows, _) = terminal.size();
            if text.lines().count() >= usize::from(rows) && show_in_pager(text) {
                return Ok(Ok(()));
            }
        }
        let mut out = io::stdout().lock();
        out.write_all(text.as_bytes())?;
        out.flush()?;
        Ok(Ok(()))
    }
}

fn create_output(destination: &Destination, source: &Path) -> Result<OutputFile, LineError> {
    let (target, force) = (PathBuf::from(&destination.file), destination.force);
    Output { target: &target, kind: OutputKind::File, force, sources: &[source] }.check()?;
    match File::create(&target) {
        Ok(file) => Ok(OutputFile { target, file }),
        Err(error) => Err(LineError::File { file: target, error }),
    }
}

/// Prints to standard error; a failure to print is ignored.
pub(super) fn print_note(line: impl Display) {
    let _ = writeln!(io::stderr(), "{}", display_safe::escape_message(&line.to_string()));
}

/// Shows text in the user's pager; returns `false` if there is none.
fn show_in_pager(text: &str) -> bool {
    let own = std::env::var("PAGER").ok();
    let words: Vec<&str> = match &own {
        Some(pager) => pager.split_whitespace().collect(),
        None => vec!["less", "-FRSX", "-Pq closes this, the space bar goes on"],
    };
    let Some((program, words)) = words.split_first() else { return false };
    let mut pager = Command::new(program);
    if std::env::var_os("LESS").is_none() {
        // The answer stays on the screen when the pager is closed.
        pager.env("LESS", "FRX");
    }
    let Ok(mut child) = pager.args(words).stdin(Stdio::piped()).spawn() else {
        return false;
    };
    if let Some(mut input) = child.stdin.take() {
        // Leaving the pager early is not an error.
        let _ = input.write_all(text.as_bytes());
    }
    child.wait().is_ok()
}
