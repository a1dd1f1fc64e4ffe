//! The format of an input and the name of its graph, from the input's name.

use std::borrow::Cow;
use std::path::Path;

use crate::store::server_url::is_server_url;
use crate::table::source::is_standard_input;

fn without_gz(input: &Path) -> Cow<'_, Path> {
    match input.extension().is_some_and(|suffix| suffix.eq_ignore_ascii_case("gz")) {
        true => Cow::Owned(input.with_extension("")),
        false => Cow::Borrowed(input),
    }
}

/// Returns the suffix of the input in lower case, without `.gz`.
pub(super) fn suffix(input: &Path) -> Option<String> {
    Some(without_gz(input).extension()?.to_str()?.to_lowercase())
}

/// Returns `true` if the suffix of `input` is that of a ready context or of neighbour lists.
pub(super) fn is_context_file(input: &Path) -> bool {
    matches!(suffix(input).as_deref(), Some("cxt" | "dat" | "mtx"))
}

/// Returns the stem of the input; `graph` for a server, `stdin` for standard input.
pub(super) fn default_name(input: &Path) -> String {
    if is_standard_input(input) {
        return "stdin".to_owned();
    }
    if is_server_url(&input.to_string_lossy()) {
        return "graph".to_owned();
    }
    let unpacked = without_gz(input);
    let stem = unpacked.file_stem().unwrap_or(input.as_os_str());
    stem.to_string_lossy().into_owned()
}
