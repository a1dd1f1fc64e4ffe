//! The words that the program was called with.
//!
//! They are those of the process, unless another program has this one inside, as Python has: then
//! it says which words are meant.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::OnceLock;

use crate::base::display_safe::quoted;

static WORDS: OnceLock<Vec<OsString>> = OnceLock::new();

/// Says which words are meant, the program's own name first. The first call counts.
pub(super) fn set(words: Vec<OsString>) {
    let _ = WORDS.set(words);
}

/// All words, the program's own name first.
pub(super) fn words() -> impl Iterator<Item = OsString> {
    WORDS.get_or_init(|| std::env::args_os().collect()).iter().cloned()
}

/// This program as it was called, so that a suggested command works when pasted.
pub(super) fn program() -> String {
    let called = words().next().map(PathBuf::from);
    called.map_or("conceptgraph".into(), |path| quoted(&path.to_string_lossy()))
}
