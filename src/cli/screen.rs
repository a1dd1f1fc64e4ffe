//! Standard output: text that people can read on a terminal, the exact bytes in a file or a pipe.

use std::io::{self, IsTerminal, Write};

use super::error::CliError;
use crate::terminal::writer::TerminalWriter;

/// Returns the writer of a command's answer.
pub(super) fn text_writer() -> Box<dyn Write> {
    let out = io::stdout().lock();
    if out.is_terminal() { Box::new(TerminalWriter::new(out)) } else { Box::new(out) }
}

/// Returns the writer of an answer that is not text; an error if standard output is a terminal.
pub(super) fn binary_writer() -> Result<Box<dyn Write>, CliError> {
    if io::stdout().is_terminal() {
        let fault = "this format is not for a terminal; name a file";
        return Err(CliError::Usage(fault.to_owned()));
    }
    Ok(Box::new(io::stdout().lock()))
}
