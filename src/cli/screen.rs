//! Standard output. To a terminal goes what people can read; to a file or a pipe go the exact
//! bytes.

use std::io::{self, IsTerminal, Write};

use super::error::CliError;
use crate::terminal::writer::Terminal;

/// Where a command writes its answer.
pub(super) fn out() -> Box<dyn Write> {
    let out = io::stdout().lock();
    if out.is_terminal() { Box::new(Terminal::new(out)) } else { Box::new(out) }
}

/// The same for what is not text, which a terminal cannot show.
pub(super) fn exact() -> Result<Box<dyn Write>, CliError> {
    refuse_terminal("this format is not for a terminal; name a file")?;
    Ok(Box::new(io::stdout().lock()))
}

fn refuse_terminal(fault: &str) -> Result<(), CliError> {
    match io::stdout().is_terminal() {
        true => Err(CliError::Usage(fault.to_owned())),
        false => Ok(()),
    }
}
