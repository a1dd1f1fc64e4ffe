//! Standard output. To a terminal goes what people can read; to a file or a pipe go the exact
//! bytes.

use std::io::{self, IsTerminal, Write};

use crate::visible::Terminal;

/// Where a command writes its answer.
pub(super) fn out() -> Box<dyn Write> {
    let out = io::stdout().lock();
    if out.is_terminal() { Box::new(Terminal::new(out)) } else { Box::new(out) }
}
