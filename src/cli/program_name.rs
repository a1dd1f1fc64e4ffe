//! This program as it is called, for commands that a person can paste into a shell.

use std::path::PathBuf;

use crate::base::visible::quoted;

/// This program as it was called, so that a suggested command works when pasted.
pub(super) fn program() -> String {
    let called = std::env::args_os().next().map(PathBuf::from);
    called.map_or("conceptgraph".into(), |path| quoted(&path.to_string_lossy()))
}
