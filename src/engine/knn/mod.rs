//! The neighbours of the points of a table: scaled columns, searched by `conceptgraph-knn`.

mod matrix;
mod scale;
mod scaled_index;
mod uneven_columns;

pub use conceptgraph_knn::{Metric, Nearest, NearestError, NoDistanceError, Space};
pub use conceptgraph_knn::{anchors, neighbors, ranked_neighbors};
pub(crate) use matrix::DistanceMatrixError;
pub use scale::Scale;
pub(crate) use scale::column_groups;
pub use scaled_index::ScaledIndex;
pub(crate) use uneven_columns::{UnevenColumns, uneven_columns};

use crate::table::Table;

/// The most pairs of points times columns of a search that does not take too long.
const MAX_WORK: f64 = 4e11;
/// The most columns with which blocks of near points leave out most pairs.
const MAX_PRUNED_COLUMNS: usize = 8;

/// The reason why the points of a table have no neighbours.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum KnnError {
    /// A `k` that is not from 1 to n.
    #[error("k = {k} is not possible for {n} points; choose 1 to {n}")]
    K {
        /// The requested k.
        k: usize,
        /// The number of points.
        n: usize,
    },
    /// A `k` that is not from 1 to the number of anchors.
    #[error("k = {k} is not possible among {anchors} anchors; choose 1 to {anchors}")]
    Anchors {
        /// The requested k.
        k: usize,
        /// The number of anchors.
        anchors: usize,
    },
    /// A zero row, whose cosine distance is undefined.
    #[error(
        "row {} ({name}) has only zeros, so its cosine distance is undefined; drop the row or \
         take another metric", row + 1
    )]
    ZeroRow {
        /// The row, from 0.
        row: usize,
        /// The name of the point of the row.
        name: String,
    },
    /// Given values that are not a matrix of distances.
    #[error(transparent)]
    Distances(#[from] DistanceMatrixError),
    /// Values so far apart that a distance or a scaled value is not finite.
    #[error(
        "the values of row {} ({name}) are too large: a distance is infinite; scale the table \
         first",
        row + 1
    )]
    Overflow {
        /// The row, from 0.
        row: usize,
        /// The name of the point of the row.
        name: String,
    },
    /// Values so near each other that all distances are 0.
    #[error("the values are too near each other: every distance is 0; scale the table first")]
    Underflow,
}

impl KnnError {
    fn with_name(error: conceptgraph_knn::Error, name: impl Fn(usize) -> String) -> Self {
        use conceptgraph_knn::Error;
        match error {
            Error::K { k, n } => Self::K { k, n },
            Error::Anchors { k, anchors } => Self::Anchors { k, anchors },
            Error::ZeroRow { row } => Self::ZeroRow { row, name: name(row) },
            Error::Overflow { row } => Self::Overflow { row, name: name(row) },
            _ => Self::Underflow,
        }
    }
}

impl From<conceptgraph_knn::Error> for KnnError {
    fn from(error: conceptgraph_knn::Error) -> Self {
        Self::with_name(error, |row| format!("d{}", row + 1))
    }
}

/// Returns the rows of a table, scaled, ready for distances.
///
/// # Errors
/// Returns an error if a row is zero under [`Metric::Cosine`], if the table is no matrix of
/// distances under [`Metric::Precomputed`], or if distances overflow or all of them underflow.
pub fn space(table: &Table, metric: Metric, scale: Scale) -> Result<Space, KnnError> {
    let (dimensions, points) = (table.features().len(), table.points().len());
    let name = |row: usize| table.points().names()[row].clone();
    let values = match metric {
        Metric::Precomputed => {
            matrix::check_distances(table.values(), dimensions, points, name)?.into()
        }
        _ => scale.apply(&table.shared_values(), table.features()),
    };
    Space::new(values, points, dimensions, metric).map_err(|error| KnnError::with_name(error, name))
}

/// Returns the number of neighbours of a point, itself included, in a search for groups: n^0.4,
/// rounded, from 15 to 50 and at most n. Fewer make gaps in noise, more hide small groups.
pub fn group_k(n: usize) -> usize {
    let n = n as u128;
    let reaches = |k: &u128| (2 * k - 1).pow(5) <= 32 * n * n;
    let k = (16..=50).rev().find(reaches).unwrap_or(15);
    k.min(n) as usize
}

/// Returns `true` if pairs times columns are too many, and the columns too many for pruning.
pub(crate) fn is_too_expensive(space: &Space) -> bool {
    let pairs = space.len() as f64 * space.len() as f64;
    space.dimensions() > MAX_PRUNED_COLUMNS && pairs * space.dimensions() as f64 > MAX_WORK
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::base::points::Points;

    pub(crate) fn table(dimensions: usize, values: Vec<f64>) -> Table {
        let n = values.len().checked_div(dimensions).unwrap_or(0);
        let features = (0..dimensions).map(|j| format!("x{j}")).collect();
        Table::new(features, values, Points::from_count(n, None))
    }

    #[test]
    fn rows_without_distances_are_named_and_scaling_gives_them_some() {
        let zero = table(2, vec![1.0, 2.0, 0.0, 0.0]);
        let error = space(&zero, Metric::Cosine, Scale::None).unwrap_err();
        assert_eq!(error, KnnError::ZeroRow { row: 1, name: "d2".into() });
        let huge = table(1, vec![0.0, 1e300]);
        let error = space(&huge, Metric::Euclidean, Scale::None).unwrap_err();
        assert_eq!(error, KnnError::Overflow { row: 1, name: "d2".into() });
        let tiny = table(1, vec![0.0, 1e-200]);
        let error = space(&tiny, Metric::Euclidean, Scale::None).unwrap_err();
        assert_eq!(error, KnnError::Underflow);
        let scaled = [&huge, &tiny].map(|of| space(of, Metric::Euclidean, Scale::Standard).is_ok());
        assert_eq!(scaled, [true; 2]);
    }
}
