//! The nearest points of rows that are not among them.
//!
//! N(x) = the k points nearest to a row x, by distance, then by row. Distances are those of the
//! points among one another: x is scaled by what the points were scaled by. So for a row with the
//! values of a point, N(x) is the list of that point, or, where several have these values, that of
//! the first of them, which ranks before the others.

use std::marker::PhantomData;

use super::anchors::{Distances, room, side_by_side};
use super::metric::{Largest, Magnitudes, Metric, Squares, Sum, normalize};
use super::rank::{Rank, Smallest};
use super::scale::{self, Scale, Unit};
use crate::base::simd;

/// Points of a table, as new rows see them.
#[derive(Clone, Debug)]
pub struct Reference {
    metric: Metric,
    units: Vec<Unit>,
    columns: Vec<f64>,
    points: usize,
}

/// Why a row has no distances.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoDistanceError {
    /// The cosine distance of a zero row is undefined.
    #[error("only zeros, so the cosine distance is undefined")]
    ZeroRow,
    /// The points have only the distances that were given.
    #[error("no distances: those of the points were given")]
    Given,
    /// A distance is not finite.
    #[error("values so large that a distance is infinite")]
    Infinite,
}

impl Reference {
    /// Some rows of a table of columns with these names, whose values stand row by row. All rows
    /// decide how columns are scaled.
    pub fn new(
        values: &[f64],
        names: &[String],
        rows: impl IntoIterator<Item = usize>,
        metric: Metric,
        scale: Scale,
    ) -> Self {
        let (units, dimensions) = (scale.units(values, names), names.len());
        let row = |row: usize| {
            let mut seen = values[row * dimensions..][..dimensions].to_vec();
            // A zero row has no place under the cosine, and no graph has one.
            as_seen(&mut seen, &units, metric);
            seen
        };
        let rows: Vec<Vec<f64>> = rows.into_iter().map(row).collect();
        let columns = side_by_side(rows.iter().map(Vec::as_slice), dimensions);
        Self { metric, units, columns, points: rows.len() }
    }

    /// A search for one row after the other.
    pub fn search(&self, k: usize) -> Search<'_> {
        let k = k.min(self.points);
        Search {
            reference: self,
            k,
            row: Vec::new(),
            distances: vec![0.0; room(self.points)],
            smallest: Smallest::new(k),
        }
    }
}

/// Scales a row and brings it to length 1 for the cosine; false where it has none.
fn as_seen(row: &mut [f64], units: &[Unit], metric: Metric) -> bool {
    scale::scale(row, units);
    metric != Metric::Cosine || normalize(row)
}

/// A search for the nearest points of one row after the other.
pub struct Search<'r> {
    reference: &'r Reference,
    k: usize,
    row: Vec<f64>,
    distances: Vec<f64>,
    smallest: Smallest,
}

impl Search<'_> {
    /// The k nearest of the points, by their places among these, each with its distance; the
    /// nearest first, of equally near ones the first.
    ///
    /// # Errors
    /// A zero row under the cosine; an infinite distance.
    pub fn nearest(&mut self, row: &[f64]) -> Result<Vec<(u32, f64)>, NoDistanceError> {
        let metric = self.reference.metric;
        self.row.clear();
        self.row.extend_from_slice(row);
        if !as_seen(&mut self.row, &self.reference.units, metric) {
            return Err(NoDistanceError::ZeroRow);
        }
        match metric {
            Metric::Euclidean | Metric::Cosine => self.measure::<Squares>(),
            Metric::Manhattan => self.measure::<Magnitudes>(),
            Metric::Chebyshev => self.measure::<Largest>(),
            Metric::Precomputed => return Err(NoDistanceError::Given),
        }
        let distances = &self.distances[..self.reference.points];
        // What is not finite sorts wrongly, if it is not a number.
        if distances.iter().any(|distance| !distance.is_finite()) {
            return Err(NoDistanceError::Infinite);
        }
        if self.k == 0 {
            return Ok(Vec::new());
        }
        for (place, &distance) in (0..).zip(distances) {
            self.smallest.offer(Rank::new(distance, place));
        }
        let true_distance = |distance: f64| match metric {
            Metric::Euclidean => distance.sqrt(),
            Metric::Manhattan | Metric::Chebyshev | Metric::Precomputed => distance,
            Metric::Cosine => distance / 2.0,
        };
        let pair = |rank: Rank| (rank.row(), true_distance(rank.distance()));
        Ok(self.smallest.take_ranked().map(pair).collect())
    }

    fn measure<S: Sum>(&mut self) {
        let (columns, distances) = (&self.reference.columns[..], &mut self.distances[..]);
        simd::run(Distances::<S> { row: &self.row, columns, distances, by: PhantomData });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knn::tests::{METRICS, table};
    use crate::knn::{Space, anchors};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_row_of_the_table_has_its_own_neighbours(
            dimensions in 1..4usize,
            grid in proptest::collection::vec((0..4).prop_map(f64::from), 3 * 40),
            n in 1..40usize,
            (chosen, k) in (1..60usize, 1..40usize),
            scale in proptest::sample::select(&[Scale::None, Scale::Standard, Scale::MinMax][..]),
        ) {
            let values = grid[..n * dimensions].to_vec();
            let table = table(dimensions, values.clone());
            let chosen = anchors::sample(n, chosen);
            let k = k.min(chosen.len());
            for metric in METRICS {
                let Ok(space) = Space::new(&table, metric, scale) else { continue };
                let rows = chosen.iter().map(|&row| row as usize);
                let reference = Reference::new(&values, table.features(), rows, metric, scale);
                let mut search = reference.search(k);
                for row in 0..n {
                    let found = search.nearest(table.row(row)).unwrap();
                    let places: Vec<u32> = found.iter().map(|&(place, _)| place).collect();
                    let rank = |place: &u32| {
                        (space.distance(row, chosen[*place as usize] as usize).to_bits(), *place)
                    };
                    let mut all: Vec<u32> = (0..chosen.len() as u32).collect();
                    all.sort_by_key(rank);
                    prop_assert_eq!(&places, &all[..k], "{:?} {:?}", metric, scale);
                }
            }
        }
    }
}
