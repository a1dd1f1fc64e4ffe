//! The nearest points of rows that are not among the points. The rows are scaled as the points
//! were, so their distances are comparable with those among the points.

use conceptgraph_knn as kernel;
use rayon::prelude::*;

use super::scale::{self, Scale, Unit};
use super::{Metric, Nearest, NearestError};
use crate::base::progress::Progress;

/// The points of a table, among which new rows look for their nearest.
pub struct ScaledIndex {
    units: Vec<Unit>,
    index: kernel::PointIndex,
}

impl ScaledIndex {
    /// Creates an index of some `rows` of a table; all its rows decide how columns are scaled.
    pub fn new(
        values: &[f64],
        names: &[String],
        rows: impl IntoIterator<Item = usize>,
        metric: Metric,
        scale: Scale,
    ) -> Self {
        let (units, width) = (scale.units(values, names), names.len());
        let rows = rows.into_iter().flat_map(|row| &values[row * width..][..width]);
        let seen = scale_rows(rows.copied().collect(), &units);
        Self { index: kernel::PointIndex::new(seen, width, metric), units }
    }

    /// Returns the k nearest points of each of some rows.
    ///
    /// # Errors
    /// Returns an error if a row is zero under the cosine, if a distance is infinite, or if the
    /// search is interrupted.
    pub fn nearest(
        &self,
        rows: &[f64],
        k: usize,
        progress: &Progress,
    ) -> Result<Vec<Nearest>, NearestError> {
        let rows = scale_rows(rows.to_vec(), &self.units);
        self.index.nearest(&rows, k, || progress.is_interrupted())
    }
}

fn scale_rows(mut rows: Vec<f64>, units: &[Unit]) -> Vec<f64> {
    rows.par_chunks_mut(units.len().max(1)).for_each(|row| scale::scale_row(row, units));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knn::{space, tests::table};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_row_of_the_table_has_the_neighbours_of_its_point(
            grid in proptest::collection::vec((0..9).prop_map(f64::from), 3 * 40),
            n in 1..40usize,
            dimensions in 1..4usize,
            (last, k) in (1..40usize, 1..40usize),
            scale in proptest::sample::select(&[Scale::None, Scale::Standard, Scale::MinMax][..]),
        ) {
            let table = table(dimensions, grid[..n * dimensions].to_vec());
            let (last, names) = (last.min(n), table.features());
            let metrics =
                [Metric::Euclidean, Metric::Manhattan, Metric::Chebyshev, Metric::Cosine];
            for metric in metrics {
                let Ok(space) = space(&table, metric, scale) else { continue };
                let reference = ScaledIndex::new(table.values(), names, 0..last, metric, scale);
                let found = reference.nearest(table.values(), k, &Progress::default()).unwrap();
                for (row, found) in found.iter().enumerate() {
                    // Distances that differ may have equal square roots.
                    let mut near: Vec<usize> = (0..last).collect();
                    near.sort_by_key(|&other| space.comparable_distance(row, other).to_bits());
                    let far = |&other: &usize| (other as u32, space.true_distance(row, other));
                    let near: Vec<_> = near[..k.min(last)].iter().map(far).collect();
                    prop_assert_eq!(found, &near, "{:?} {:?}", metric, scale);
                }
            }
        }
    }
}
