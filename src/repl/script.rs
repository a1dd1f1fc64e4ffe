//! Lines from a file or a pipe.

use std::io::{self, BufRead};

use super::command;
use super::screen::{ShowError, complain};
use super::shell::{Flow, Shell};

/// How some lines ended.
pub(super) struct Ended {
    /// What the last one said comes next.
    pub(super) flow: Flow,
    /// Whether none failed.
    pub(super) all_well: bool,
}

/// How deep `.read` may go: a file that reads itself would never end.
const DEEPEST: usize = 16;

impl Shell<'_> {
    /// Runs the lines of a file, up to the first that fails.
    pub(super) fn read(&mut self, file: &str) -> io::Result<Flow> {
        let text = match std::fs::read_to_string(file) {
            Ok(text) if self.depth < DEEPEST => text,
            Ok(_) => {
                complain(format!("{file}: too many files read one another"));
                return Ok(Flow::Failed);
            }
            Err(error) => {
                complain(format!("{file}: {error}"));
                return Ok(Flow::Failed);
            }
        };
        self.depth += 1;
        let ended = self.run_lines(&mut text.as_bytes(), true);
        self.depth -= 1;
        ended.map(|ended| ended.flow)
    }

    /// Runs lines until they end, one of them quits or, with `bail`, one fails.
    pub(super) fn run_lines(&mut self, lines: &mut dyn BufRead, bail: bool) -> io::Result<Ended> {
        let mut ended = Ended { flow: Flow::Next, all_well: true };
        let mut open = String::new();
        for line in lines.lines() {
            open += &line?;
            if command::is_open(&open) {
                open.push('\n');
                continue;
            }
            ended.flow = self.run_echoed(&std::mem::take(&mut open))?;
            ended.all_well &= ended.flow != Flow::Failed;
            if ended.flow == Flow::Quit || (ended.flow == Flow::Failed && bail) {
                return Ok(ended);
            }
        }
        if !open.trim().is_empty() {
            // The end of the input ends a statement too.
            ended.flow = self.run_echoed(&open)?;
            ended.all_well &= ended.flow != Flow::Failed;
        }
        Ok(ended)
    }

    /// Runs a line of a script, printed before its answer if asked for.
    fn run_echoed(&mut self, line: &str) -> io::Result<Flow> {
        if self.host.echo && !line.trim().is_empty() {
            match self.screen.show(&format!("{}{line}\n", self.prompt())) {
                Ok(()) => {}
                Err(ShowError::Screen(error)) => return Err(error),
                Err(error @ ShowError::File { .. }) => complain(error),
            }
        }
        self.run(line)
    }
}
