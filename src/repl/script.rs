//! Execution of lines from a file or a pipe.

use std::io::{self, BufRead};

use super::line_error::LineError;
use super::shell::Shell;
use super::statement;

impl Shell<'_> {
    /// Runs the lines of a file; returns `true` if the shell continues.
    pub(super) fn read_script(&mut self, file: &str) -> io::Result<bool> {
        if self.open_scripts.iter().any(|(known, _)| known == file) {
            return Ok(self.report_error(LineError::ReadsItself(file.to_owned())));
        }
        match std::fs::read_to_string(file) {
            Ok(text) => self.run_file(file, &text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Ok(self.report_error(LineError::NoFile(file.to_owned())))
            }
            Err(error) => Ok(self.report_error(LineError::File { file: file.into(), error })),
        }
    }

    pub(super) fn run_file(&mut self, file: &str, text: &str) -> io::Result<bool> {
        self.open_scripts.push((file.to_owned(), 0));
        let goes_on = self.run_lines(&mut text.as_bytes());
        self.open_scripts.pop();
        goes_on
    }

    /// Runs lines to the end, a line that quits or a final error; `true` if the shell continues.
    pub(super) fn run_lines(&mut self, lines: &mut dyn BufRead) -> io::Result<bool> {
        let (mut open, mut began) = (String::new(), 0);
        for (number, line) in (1..).zip(lines.lines()) {
            if open.is_empty() {
                began = number;
            }
            open += &line?;
            if statement::is_unfinished(&open, self.language()) {
                open.push('\n');
            } else if !self.echo_and_run(&std::mem::take(&mut open), began)? {
                return Ok(false);
            }
        }
        // The end of the input also ends a statement.
        self.echo_and_run(&open, began)
    }

    /// Runs a line of a script. Errors name the line on which a statement begins.
    fn echo_and_run(&mut self, line: &str, number: usize) -> io::Result<bool> {
        if let Some((_, at)) = self.open_scripts.last_mut() {
            *at = number;
        }
        if self.host.echo && !line.trim().is_empty() {
            let echo = format!("{}{line}\n", self.prompt());
            if let Err(error) = self.screen.show(&echo)? {
                self.report_error(error);
            }
        }
        self.run(line)
    }
}
