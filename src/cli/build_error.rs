//! Messages for a graph that was not built, each with one way to go on.

use super::error::CliError;
use crate::base::numbers::group_thousands;
use crate::build::{Alternative, BuildError, TooLargeError};
use crate::knn;

pub(super) fn build_error(error: BuildError, name: &str) -> CliError {
    match error {
        BuildError::Neighbors(
            error @ (knn::KnnError::K { .. } | knn::KnnError::Anchors { .. }),
        ) => CliError::Usage(format!("{name}: {error}")),
        BuildError::Neighbors(error @ knn::KnnError::Distances(_)) => {
            CliError::Failed(format!("{name}, {error}"))
        }
        BuildError::Neighbors(error) => CliError::Failed(format!("{name}: {error}")),
        BuildError::MinSize { .. } | BuildError::Groups(_) => {
            CliError::Usage(format!("{name}: {error}"))
        }
        BuildError::TooManyConcepts(most) => CliError::Limit(format!(
            "{name} has more than {} clusters; --min-size keeps only larger clusters",
            group_thousands(most)
        )),
        BuildError::TooLarge(error) => too_large_error(&error),
        BuildError::Interrupted => CliError::Interrupted,
        _ => CliError::Failed(format!("{name}: {error}")),
    }
}

pub(super) fn too_large_error(error: &TooLargeError) -> CliError {
    CliError::Limit(match error.alternative {
        None => format!("{error}; --max-memory allows more"),
        Some(Alternative::Neighbors(k)) => format!("{error}; --k {k} takes fewer neighbours"),
        Some(Alternative::MinSize) => format!("{error}; --min-size keeps only larger clusters"),
    })
}
