//! The words of the command line.
//!
//! The words are the arguments of the process, unless another program runs this one inside itself,
//! as Python does: that program sets them.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::OnceLock;

use crate::base::display_safe::quote_shell;

static ARGUMENTS: OnceLock<Vec<OsString>> = OnceLock::new();

/// Sets the words, the program's own name first. Only the first call has an effect.
pub(super) fn set(words: Vec<OsString>) {
    let _ = ARGUMENTS.set(words);
}

/// Returns all words, the program's own name first.
pub(super) fn arguments() -> impl Iterator<Item = OsString> {
    ARGUMENTS.get_or_init(|| std::env::args_os().collect()).iter().cloned()
}

/// Returns all words as text, the program's own name first.
pub(super) fn words() -> impl Iterator<Item = String> {
    arguments().map(|word| word.to_string_lossy().into_owned())
}

/// Returns the program's name as it was called, so that suggested commands can be pasted.
pub(super) fn program_name() -> String {
    let called = arguments().next().map(PathBuf::from);
    called.map_or("conceptgraph".into(), |path| quote_shell(&path.to_string_lossy()))
}
