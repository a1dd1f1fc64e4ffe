//! Damaged stores: graph files with alterations that bytes decide, and every question that they can
//! be asked. The bytes come from a seed in tests and from a fuzzer elsewhere.

pub mod alter;
pub mod ask;
pub mod choices;

use std::path::Path;

use conceptgraph::query::catalogue::Catalogue;
use conceptgraph::store::sqlite::SqliteStore;

use alter::alter;
use ask::{Words, everything, one_line};
use choices::Choices;

/// Alters the file in up to three places and returns the descriptions of the alterations.
pub fn altered(path: &Path, bytes: &[u8]) -> Vec<String> {
    let mut choices = Choices::new(bytes);
    let times = 1 + choices.below(3);
    (0..times).filter_map(|_| alter(path, &mut choices)).collect()
}

/// Asks the file the questions whose index `is_asked` accepts, each through `guard`, which gets its
/// name, and returns the number of calls.
/// # Errors
/// Returns an error for the first call whose failure is not reported in one line.
pub fn asked(
    path: &Path,
    catalogue: &Catalogue,
    words: &Words,
    folder: &Path,
    is_asked: impl Fn(usize) -> bool,
    mut guard: impl FnMut(&str, &mut dyn FnMut() -> Result<(), String>) -> Result<(), String>,
) -> Result<usize, String> {
    let mut store = None;
    guard("open", &mut || match SqliteStore::open(path) {
        Ok(opened) => {
            store = Some(opened);
            Ok(())
        }
        Err(error) => one_line(error.to_string()),
    })?;
    let Some(store) = store else { return Ok(1) };
    let all = everything(catalogue, folder, words);
    let mut calls = 1;
    for (_, (name, ask)) in all.iter().enumerate().filter(|(place, _)| is_asked(*place)) {
        guard(name, &mut || ask(&|| store.clone().into_stored_graph()))
            .map_err(|fault| format!("{name}: {fault}"))?;
        calls += 1;
    }
    Ok(calls)
}
