//! Messages for when no graph is made, and what to do about it.

use super::error::CliError;
use super::flags::with;
use crate::build::{self, Error, Fits, TooLarge, TooMany};
use crate::dataset::Dataset;
use crate::knn;
use crate::mine::{Limits, Stop};

/// The message when the neighbours of a table cannot be computed.
pub(super) fn neighbors_failed(error: &knn::Error, file: &str) -> CliError {
    match error {
        knn::Error::K { .. } | knn::Error::Anchors { .. } => {
            CliError::Usage(with(format!("{file}: {error}"), "--k"))
        }
        knn::Error::ZeroRow { .. } => {
            CliError::Failed(with(format!("{file}: {error}"), "--metric"))
        }
        knn::Error::Distances(_) => CliError::Failed(format!("{file}, {error}")),
        knn::Error::Overflow { .. } => {
            CliError::Failed(with(format!("{file}: {error}"), "--scale standard"))
        }
    }
}

/// The message when mining stops early; `instead` is one more way to go on.
pub(super) fn stopped(
    stop: Stop,
    dataset: &Dataset,
    limits: &Limits,
    instead: Option<&str>,
) -> CliError {
    failed(build::stopped(stop, dataset, limits), &dataset.name, instead)
}

/// The message when a graph of that name was not built; `instead` is one more way.
pub(super) fn failed(error: Error, name: &str, instead: Option<&str>) -> CliError {
    match error {
        Error::Neighbors(error) => neighbors_failed(&error, name),
        Error::MinSize { .. } => CliError::Usage(with(format!("{name}: {error}"), "--min-size")),
        Error::TooMany(too_many) => CliError::Limit(ways_out(&too_many, instead)),
        Error::TooLarge(error) => too_large(&error),
        Error::Interrupted => CliError::Interrupted,
    }
}

/// The message when something is too large.
pub(super) fn too_large(error: &TooLarge) -> CliError {
    let said = with(error, "--max-memory");
    CliError::Limit(match error.fits {
        None => said,
        Some(Fits::Neighbors(k)) => format!("{said}. You may {}", fewer(k)),
        Some(Fits::Largest) => {
            format!("{said}. You may keep only the largest clusters (--graph largest:1000)")
        }
    })
}

fn fewer(k: usize) -> String {
    format!("take fewer neighbours (--k {k})")
}

fn ways_out(too_many: &TooMany, instead: Option<&str>) -> String {
    let TooMany { min_size, enough, .. } = *too_many;
    let larger = min_size.map(|size| format!("keep only larger clusters (--min-size {size})"));
    let more = enough.map(|enough| format!("allow more (--max-concepts {enough})"));
    let ways = [larger, instead.map(str::to_owned), more];
    let ways: Vec<String> = ways.into_iter().flatten().collect();
    match &ways[..] {
        [] => too_many.to_string(),
        [only] => format!("{too_many}. You may {only}"),
        [others @ .., last] => format!("{too_many}. You may {}, or {last}", others.join(", ")),
    }
}
