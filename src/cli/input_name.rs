//! What the name of an input says: its format, and what the graph is called.

use std::borrow::Cow;
use std::path::Path;

use crate::store::server_word::names_a_server;
use crate::table::source::is_standard_input;

/// The name without the `.gz` of a packed file.
fn unpacked(input: &Path) -> Cow<'_, Path> {
    match input.extension().is_some_and(|suffix| suffix.eq_ignore_ascii_case("gz")) {
        true => Cow::Owned(input.with_extension("")),
        false => Cow::Borrowed(input),
    }
}

/// What its name ends with, in small letters.
pub(super) fn suffix(input: &Path) -> Option<String> {
    Some(unpacked(input).extension()?.to_str()?.to_lowercase())
}

/// Whether a file is a ready context by its suffix.
pub(super) fn is_context(input: &Path) -> bool {
    matches!(suffix(input).as_deref(), Some("cxt" | "dat" | "mtx"))
}

/// The input's stem; `graph` for a server.
pub(super) fn name(input: &Path) -> String {
    if is_standard_input(input) {
        return "stdin".to_owned();
    }
    if names_a_server(&input.to_string_lossy()) {
        return "graph".to_owned();
    }
    let unpacked = unpacked(input);
    let stem = unpacked.file_stem().unwrap_or(input.as_os_str());
    stem.to_string_lossy().into_owned()
}
