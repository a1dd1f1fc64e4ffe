//! Output to a terminal: text of several lines without control sequences.

use std::borrow::Cow;
use std::io::{self, Write};

use crate::base::display_safe::{self, MAX_NAME_CHARS};

/// Returns text of several lines, each written as [`display_safe::escape_line`] does.
pub(crate) fn escape_lines(text: &str) -> Cow<'_, str> {
    if text.split('\n').all(display_safe::is_plain) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.split('\n').map(display_safe::escape_line).collect::<Vec<_>>().join("\n"))
}

/// Returns `true` if a name is too long to be typed.
pub(crate) fn is_long_name(name: &str) -> bool {
    name.chars().nth(MAX_NAME_CHARS).is_some()
}

/// A writer to a terminal that passes text through [`escape_lines`].
#[derive(Debug)]
pub(crate) struct TerminalWriter<W: Write> {
    out: W,
    /// The first bytes of a character whose other bytes have not been written yet.
    pending: Vec<u8>,
}

impl<W: Write> TerminalWriter<W> {
    pub(crate) fn new(out: W) -> Self {
        Self { out, pending: Vec::new() }
    }
}

impl<W: Write> Write for TerminalWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.pending.extend_from_slice(bytes);
        let whole = match std::str::from_utf8(&self.pending) {
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => self.pending.len(),
        };
        let text: Vec<u8> = self.pending.drain(..whole).collect();
        self.out.write_all(escape_lines(&String::from_utf8_lossy(&text)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOSTILE: &str = "a\x1b[2J\n\u{9b}\u{202e}b\u{200b}ü\t\u{feff}\x7f";

    #[test]
    fn characters_may_come_in_parts() {
        let mut out = TerminalWriter::new(Vec::new());
        for byte in HOSTILE.as_bytes() {
            out.write_all(&[*byte]).expect("a vector takes all");
        }
        assert_eq!(out.out, escape_lines(HOSTILE).as_bytes());
    }

    #[test]
    fn bytes_that_are_no_text_do_not_stop_it() {
        let mut out = TerminalWriter::new(Vec::new());
        out.write_all(b"a\xff\x1bb").expect("a vector takes all");
        assert_eq!(out.out, "a\u{fffd}\\u{1b}b".as_bytes());
    }
}
