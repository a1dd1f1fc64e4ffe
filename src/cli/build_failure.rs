//! Messages for when no graph is made, each with one way to go on.

use super::error::CliError;
use crate::build::{self, Error, Fits, TooLarge, TooMany};
use crate::dataset::Dataset;
use crate::knn;
use crate::mine::{Limits, Stop};

/// The message when mining stops early.
pub(super) fn stopped(stop: Stop, dataset: &Dataset, limits: &Limits) -> CliError {
    failed(build::stopped(stop, dataset, limits), &dataset.name)
}

/// The message when a graph of that name was not built.
pub(super) fn failed(error: Error, name: &str) -> CliError {
    match error {
        Error::Neighbors(error @ (knn::Error::K { .. } | knn::Error::Anchors { .. })) => {
            CliError::Usage(format!("{name}: {error}"))
        }
        Error::Neighbors(error @ knn::Error::Distances(_)) => {
            CliError::Failed(format!("{name}, {error}"))
        }
        Error::Neighbors(error) => CliError::Failed(format!("{name}: {error}")),
        Error::MinSize { .. } => CliError::Usage(format!("{name}: {error}")),
        Error::TooMany(error) => too_many(&error),
        Error::TooLarge(error) => too_large(&error),
        Error::Interrupted => CliError::Interrupted,
        _ => CliError::Failed(format!("{name}: {error}")),
    }
}

fn too_many(error: &TooMany) -> CliError {
    CliError::Limit(match (error.min_size, error.enough) {
        (Some(size), _) => format!("{error}; --min-size {size} keeps only the larger ones"),
        (None, Some(enough)) => format!("{error}; --max-concepts {enough} allows more"),
        (None, None) => error.to_string(),
    })
}

/// The message when something is too large.
pub(super) fn too_large(error: &TooLarge) -> CliError {
    CliError::Limit(match error.fits {
        None => format!("{error}; --max-memory allows more"),
        Some(Fits::Neighbors(k)) => format!("{error}; --k {k} takes fewer neighbours"),
        Some(Fits::Largest) => {
            format!("{error}; --graph largest:1000 keeps only the largest clusters")
        }
    })
}
