//! The format of an input and the name of its graph, from the input's name.

use std::borrow::Cow;
use std::path::Path;

use crate::context::ContextFileFormat;
use crate::store::server_url::is_server_url;
use crate::table::source::{is_standard_input, read_head};

fn without_gz(input: &Path) -> Cow<'_, Path> {
    match input.extension().is_some_and(|suffix| suffix.eq_ignore_ascii_case("gz")) {
        true => Cow::Owned(input.with_extension("")),
        false => Cow::Borrowed(input),
    }
}

/// Returns the format of a ready context or of neighbour lists; `None` for a table.
pub(super) fn context_format(input: &Path) -> Option<ContextFileFormat> {
    let suffix = without_gz(input).extension().unwrap_or_default().to_string_lossy().to_lowercase();
    ContextFileFormat::detect(&read_head(input), &suffix)
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
