//! Execution of lines from a file or a pipe.

use std::io::{self, BufRead};

use super::line_error::LineError;
use super::shell::Shell;
use super::statement;

impl Shell<'_> {
    /// Runs the lines of a file; returns `true` if the shell continues.
    pub(super) fn read(&mut self, file: &str) -> io::Result<bool> {
        if self.reading.iter().any(|(known, _)| known == file) {
            return Ok(self.fail(LineError::ReadsItself(file.to_owned())));
        }
        match std::fs::read_to_string(file) {
            Ok(text) => self.run_file(file, &text),
            Err(error) => Ok(self.fail(LineError::File { file: file.into(), error })),
        }
    }

    /// Runs the text of a file; returns `true` if the shell continues.
    pub(super) fn run_file(&mut self, file: &str, text: &str) -> io::Result<bool> {
        self.reading.push((file.to_owned(), 0));
        let goes_on = self.run_lines(&mut text.as_bytes());
        self.reading.pop();
        goes_on
    }

    /// Runs lines up to the end, a line that quits, or an error at which the shell is to leave;
    /// returns `true` if the shell continues.
    pub(super) fn run_lines(&mut self, lines: &mut dyn BufRead) -> io::Result<bool> {
        let (mut open, mut began) = (String::new(), 0);
        for (number, line) in (1..).zip(lines.lines()) {
            if open.is_empty() {
                began = number;
            }
            open += &line?;
            if statement::is_open(&open, self.language()) {
                open.push('\n');
            } else if !self.run_echoed(&std::mem::take(&mut open), began)? {
                return Ok(false);
            }
        }
        // The end of the input also ends a statement.
        self.run_echoed(&open, began)
    }

    /// Runs a line of a script, after printing it if the shell echoes lines. Errors name the line
    /// on which a statement begins.
    fn run_echoed(&mut self, line: &str, number: usize) -> io::Result<bool> {
        if let Some((_, at)) = self.reading.last_mut() {
            *at = number;
        }
        if self.host.echo && !line.trim().is_empty() {
            let echo = format!("{}{line}\n", self.prompt());
            if let Err(error) = self.screen.show(&echo)? {
                self.fail(error);
            }
        }
        self.run(line)
    }
}
