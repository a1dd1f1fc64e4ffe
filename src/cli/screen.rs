//! Standard output. To a terminal goes what people can read; to a file or a pipe go the exact
//! bytes.

use std::io::{self, IsTerminal, Write};

use super::failure::Failure;
use crate::visible::Terminal;

/// Where a command writes its answer.
pub(super) fn out() -> Box<dyn Write> {
    let out = io::stdout().lock();
    if out.is_terminal() { Box::new(Terminal::new(out)) } else { Box::new(out) }
}

/// The same for what is no text, which no terminal can show.
pub(super) fn exact() -> Result<Box<dyn Write>, Failure> {
    let out = io::stdout().lock();
    match out.is_terminal() {
        true => Err(Failure::Usage("this format is not for a terminal; name a file".to_owned())),
        false => Ok(Box::new(out)),
    }
}
