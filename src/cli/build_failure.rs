//! Messages for a graph that was not built, each with one way to go on.

use super::error::CliError;
use crate::base::numbers::grouped;
use crate::build::{Error, Fits, TooLargeError};
use crate::knn;

/// Returns the error of the program for a graph called `name` that was not built.
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
        Error::TooMany(most) => CliError::Limit(format!(
            "{name} has more than {} clusters; --min-size keeps only larger ones",
            grouped(most)
        )),
        Error::TooLarge(error) => too_large(&error),
        Error::Interrupted => CliError::Interrupted,
        _ => CliError::Failed(format!("{name}: {error}")),
    }
}

/// Returns the error of the program for a computation that needs too much memory.
pub(super) fn too_large(error: &TooLargeError) -> CliError {
    CliError::Limit(match error.fits {
        None => format!("{error}; --max-memory allows more"),
        Some(Fits::Neighbors(k)) => format!("{error}; --k {k} takes fewer neighbours"),
        Some(Fits::MinSize) => format!("{error}; --min-size keeps only larger clusters"),
    })
}
