//! Lines from a file or a pipe.

use std::io::{self, BufRead};

use super::line_error::LineError;
use super::screen::ShowError;
use super::shell::{Flow, Shell};
use super::statement;

/// How some lines ended.
pub(super) struct Ended {
    /// What the last one said comes next.
    pub(super) flow: Flow,
    /// Whether none failed.
    pub(super) all_well: bool,
}

impl Ended {
    fn is_over(&self, bail: bool) -> bool {
        match self.flow {
            Flow::Quit | Flow::Stopped => true,
            Flow::Failed => bail,
            Flow::Next => false,
        }
    }
}

/// How deep `.read` may go: a file that reads itself would never end.
const DEEPEST: usize = 16;

impl Shell<'_> {
    /// Runs the lines of a file as `-f` does. Where one fails the rest runs, unless the shell is to
    /// leave at the first error.
    pub(super) fn read(&mut self, file: &str) -> io::Result<Flow> {
        let text = match std::fs::read_to_string(file) {
            Ok(text) if self.reading.len() < DEEPEST => text,
            Ok(_) => {
                self.complain(LineError::TooDeep(file.into()));
                return Ok(Flow::Stopped);
            }
            Err(error) => {
                self.complain(LineError::File { file: file.into(), error });
                return Ok(Flow::Failed);
            }
        };
        let ended = self.run_lines(&mut text.as_bytes(), Some(file))?;
        Ok(match ended.flow {
            Flow::Next if !ended.all_well => Flow::Failed,
            // The files that read this one have ended with it; a person is still there.
            Flow::Stopped if self.reading.is_empty() => Flow::Failed,
            flow => flow,
        })
    }

    /// Runs lines, each by itself, as far as [`Shell::run_lines`] would.
    pub(super) fn run_commands(&mut self, lines: &[String]) -> io::Result<Ended> {
        let mut ended = Ended { flow: Flow::Next, all_well: true };
        for line in lines {
            let of_line = self.run_lines(&mut line.as_bytes(), None)?;
            ended.flow = of_line.flow;
            ended.all_well &= of_line.all_well;
            if ended.flow == Flow::Quit || (!of_line.all_well && self.host.bail) {
                break;
            }
        }
        Ok(ended)
    }

    /// Runs lines, of a file where one is named, until they end, one of them quits or one fails and
    /// the shell is to leave then.
    pub(super) fn run_lines(
        &mut self,
        lines: &mut dyn BufRead,
        file: Option<&str>,
    ) -> io::Result<Ended> {
        self.reading.extend(file.map(|file| (file.to_owned(), 0)));
        let ended = self.run_each(lines, file.is_some());
        if file.is_some() {
            self.reading.pop();
        }
        ended
    }

    fn run_each(&mut self, lines: &mut dyn BufRead, is_file: bool) -> io::Result<Ended> {
        let mut ended = Ended { flow: Flow::Next, all_well: true };
        let mut open = String::new();
        let mut at = 0;
        for (number, line) in (1..).zip(lines.lines()) {
            let line = line?;
            if open.is_empty() {
                // A statement is where it begins.
                at = number;
            } else if statement::is_comment(&line) {
                continue;
            }
            open += &line;
            if !statement::is_comment(&open) && statement::is_open(&open) {
                open.push('\n');
                continue;
            }
            self.run_counted(&std::mem::take(&mut open), at, is_file, &mut ended)?;
            if ended.is_over(self.host.bail) {
                return Ok(ended);
            }
        }
        if !open.trim().is_empty() {
            // The end of the input ends a statement too.
            self.run_counted(&open, at, is_file, &mut ended)?;
        }
        Ok(ended)
    }

    fn run_counted(
        &mut self,
        line: &str,
        at: usize,
        is_file: bool,
        ended: &mut Ended,
    ) -> io::Result<()> {
        if let Some((_, number)) = self.reading.last_mut().filter(|_| is_file) {
            *number = at;
        }
        ended.flow = self.run_echoed(line)?;
        ended.all_well &= !matches!(ended.flow, Flow::Failed | Flow::Stopped);
        Ok(())
    }

    /// Runs a line of a script, printed before its answer if wanted.
    fn run_echoed(&mut self, line: &str) -> io::Result<Flow> {
        if self.host.echo && !line.trim().is_empty() {
            match self.screen.show(&format!("{}{line}\n", self.prompt())) {
                Ok(()) => {}
                Err(ShowError::Screen(error)) => return Err(error),
                Err(error @ ShowError::File { .. }) => self.complain(error),
            }
        }
        self.run(line)
    }
}
