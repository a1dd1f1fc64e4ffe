//! The nearest points of rows that are not among the points.
//!
//! N(x) = the k points nearest to a row x, by distance, then by row. Distances are computed as
//! among the points. So for a row with the values of a point, N(x) is the list of that point or, if
//! several points have these values, the list of the first, which ranks before the others.
//!
//! Rows are in blocks, as points that look for one another are. If a distance may be infinite, or
//! all may be 0, each row is compared with every point, by the definition.

use rayon::prelude::*;

use crate::metric::{Metric, normalize};
use crate::rank::{ListOrder, Rank, Smallest};
use crate::sides::{Candidates, Sides};
use crate::space::Space;
use crate::strategy::SearchStrategy;

/// The number of values that matrix products multiply in about a tenth of a second.
const PRODUCTS_PER_CHUNK: usize = 1 << 31;
/// The number of values that are multiplied one by one in about a tenth of a second.
const DIRECT_PER_CHUNK: usize = 1 << 28;
/// The least and the largest number of rows that look for their neighbours at once.
const CHUNK_ROWS: [usize; 2] = [64, 1 << 14];

/// Points among which new rows look for their nearest.
pub struct PointIndex {
    dimensions: usize,
    strategy: SearchStrategy,
    points: Candidates,
    is_finite: bool,
}

/// The nearest points of a row with their distances, the nearest first, ties by position.
pub type Nearest = Vec<(u32, f64)>;

/// The reason why a row has no distances.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoDistanceError {
    /// A zero row, whose cosine distance is undefined.
    #[error("only zeros, so the cosine distance is undefined")]
    ZeroRow,
    /// Points with given distances, which new rows lack.
    #[error("no distances: those of the points were given")]
    Precomputed,
    /// A distance that is not finite.
    #[error("values so large that a distance is infinite")]
    Infinite,
}

/// The reason why rows have no neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NearestError {
    /// The first row without distances.
    #[error("row {} has {reason}", at + 1)]
    Row {
        /// The position of the row, from 0.
        at: usize,
        /// The reason why the row has no distances.
        reason: NoDistanceError,
    },
    /// A search that the caller ended.
    #[error("interrupted")]
    Interrupted,
}

impl PointIndex {
    /// Creates a reference from the values of points, row by row, finite or not.
    pub fn new(mut values: Vec<f64>, dimensions: usize, metric: Metric) -> Self {
        // Zero rows are not checked for: points kept under the cosine have none.
        values.par_chunks_mut(dimensions.max(1)).for_each(|row| {
            prepare_row(row, metric);
        });
        let is_finite = values.iter().all(|value| value.is_finite());
        let space = Space::from_prepared(values, dimensions, metric);
        let strategy = SearchStrategy::choose(&space, None);
        Self { dimensions, strategy, points: strategy.prepare_candidates(space), is_finite }
    }

    /// Returns the k nearest points of each of some rows.
    ///
    /// # Errors
    /// Returns an error if a row has no distances ([`NoDistanceError`]), or if `is_ended`, which is
    /// called several times a second, returns `true`.
    pub fn nearest(
        &self,
        rows: &[f64],
        k: usize,
        is_ended: impl Fn() -> bool,
    ) -> Result<Vec<Nearest>, NearestError> {
        let width = self.dimensions.max(1);
        let (k, mut found) = (k.min(self.points.space.len()), Vec::new());
        for (part, rows) in rows.chunks(self.chunk_rows() * width).enumerate() {
            if is_ended() {
                return Err(NearestError::Interrupted);
            }
            let far =
                |(at, far)| NearestError::Row { at: part * self.chunk_rows() + at, reason: far };
            found.extend(self.nearest_in_chunk(rows, k).map_err(far)?);
        }
        Ok(found)
    }

    /// Returns the number of rows that are searched in about a tenth of a second.
    fn chunk_rows(&self) -> usize {
        let numbers = match self.strategy {
            SearchStrategy::Products(_) => PRODUCTS_PER_CHUNK,
            SearchStrategy::Direct(_) => DIRECT_PER_CHUNK,
        };
        let each = self.points.space.len() * self.dimensions;
        (numbers / each.max(1)).clamp(CHUNK_ROWS[0], CHUNK_ROWS[1])
    }

    fn nearest_in_chunk(
        &self,
        rows: &[f64],
        k: usize,
    ) -> Result<Vec<Nearest>, (usize, NoDistanceError)> {
        let (points, width) = (&self.points.space, self.dimensions);
        let metric = points.metric();
        let mut seen = rows.to_vec();
        let is_row =
            |row: &mut [f64]| prepare_row(row, metric) && row.iter().all(|value| value.is_finite());
        let are_rows = seen.par_chunks_mut(width.max(1)).map(is_row).reduce(|| true, |a, b| a & b);
        let seekers = Space::from_prepared(seen, width, metric);
        let are_finite = are_rows && self.is_finite;
        if k == 0 || !are_finite || !seekers.has_normal_diagonal_with(self.points.blocks.bounds(0))
        {
            let each = rows.par_chunks(width.max(1)).enumerate();
            let found = each.map(|(at, row)| self.by_definition(row, k).map_err(|far| (at, far)));
            // The first fault in order is reported, whatever the threads.
            return found.collect::<Vec<_>>().into_iter().collect();
        }
        let mut lists = vec![0; seekers.len() * k];
        let way = self.strategy.with_block_per_thread(seekers.len());
        let sides = Sides::new(&seekers, &self.points, &[], way.block_size());
        way.fill(&sides, k, ListOrder::ByRank, &mut lists);
        let nearest = |(at, list): (usize, &[u32])| {
            let distance = |&place: &u32| {
                let comparable =
                    metric.comparable_distance(seekers.row(at), points.row(place as usize));
                (place, metric.true_distance(comparable))
            };
            list.iter().map(distance).collect()
        };
        Ok(lists.par_chunks(k).enumerate().map(nearest).collect())
    }

    fn by_definition(&self, row: &[f64], k: usize) -> Result<Nearest, NoDistanceError> {
        let (points, mut row) = (&self.points.space, row.to_vec());
        let metric = points.metric();
        if metric == Metric::Precomputed {
            return Err(NoDistanceError::Precomputed);
        }
        if !prepare_row(&mut row, metric) {
            return Err(NoDistanceError::ZeroRow);
        }
        let distance = |point: usize| metric.comparable_distance(&row, points.row(point));
        let distances: Vec<f64> = (0..points.len()).map(distance).collect();
        // A distance that is not a number would sort wrongly.
        if distances.iter().any(|distance| !distance.is_finite()) {
            return Err(NoDistanceError::Infinite);
        }
        if k == 0 {
            return Ok(Vec::new());
        }
        let mut smallest = Smallest::new(k);
        (0..).zip(distances).for_each(|(place, far)| smallest.offer(Rank::new(far, place)));
        let pair = |rank: Rank| (rank.row(), metric.true_distance(rank.distance()));
        Ok(smallest.into_ranks().map(pair).collect())
    }
}

/// Scales a row to length 1 for the cosine; returns `false` if the row is zero.
fn prepare_row(row: &mut [f64], metric: Metric) -> bool {
    metric != Metric::Cosine || normalize(row)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{METRICS, Table, grids, rough, ways, whole_numbers};
    use proptest::prelude::*;

    fn bits(found: &Nearest) -> Vec<(u32, u64)> {
        found.iter().map(|&(place, distance)| (place, distance.to_bits())).collect()
    }

    fn check(table: &Table, n: usize, k: usize, rows: &[f64]) -> Result<(), TestCaseError> {
        let (width, values) = (table.dimensions, &table.values);
        for metric in METRICS {
            let mut reference = PointIndex::new(values[..n * width].to_vec(), width, metric);
            for way in ways(&reference.points.space) {
                reference.points = way.prepare_candidates(reference.points.space.clone());
                reference.strategy = way;
                let right = rows.chunks(width).map(|row| reference.by_definition(row, k.min(n)));
                let right: Result<Vec<_>, _> = right.collect();
                match reference.nearest(rows, k, || false) {
                    Ok(found) => {
                        let right = right.map_err(|far| TestCaseError::fail(far.to_string()))?;
                        let [found, right] =
                            [found, right].map(|all| all.iter().map(bits).collect::<Vec<_>>());
                        prop_assert_eq!(found, right, "{:?} {:?}", way, metric);
                    }
                    Err(NearestError::Row { at, reason: far }) => {
                        prop_assert_eq!(right, Err(far));
                        let earlier = &rows[..at * width];
                        prop_assert!(reference.nearest(earlier, k, || false).is_ok());
                    }
                    Err(error) => return Err(TestCaseError::fail(error.to_string())),
                }
            }
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]
        #[test]
        fn every_way_follows_the_definition(
            (table, k) in prop_oneof![grids(), rough()],
            n in 1..20usize,
            far in proptest::sample::select(&[1.0, 1e-3, 1e9, 1e200][..]),
        ) {
            let n = n.min(table.len());
            check(&table, n, k, &table.values)?;
            let others: Vec<f64> = table.values.iter().map(|value| value * far + 0.5).collect();
            check(&table, n, k, &others)?;
        }
    }

    #[test]
    fn every_way_follows_the_definition_for_many_rows() {
        for (dimensions, whole) in [(2, 40), (3, 1 << 20), (20, 8), (40, 1 << 20)] {
            let table = whole_numbers(1_200, dimensions, whole);
            for (n, k) in [(1_000, 1), (1_000, 33), (50, 50)] {
                check(&table, n, k, &table.values).unwrap_or_else(|error| panic!("{error}"));
            }
        }
    }

    #[test]
    fn the_first_fault_is_told_by_its_row_and_an_interrupt_ends_the_search() {
        let reference = PointIndex::new(vec![1.0, 2.0, 3.0], 1, Metric::Euclidean);
        let mut rows = vec![1.0; CHUNK_ROWS[1] + 5];
        (rows[CHUNK_ROWS[1] + 2], rows[CHUNK_ROWS[1] + 4]) = (1e300, f64::NAN);
        let error = reference.nearest(&rows, 2, || false).unwrap_err();
        assert_eq!(
            error,
            NearestError::Row { at: CHUNK_ROWS[1] + 2, reason: NoDistanceError::Infinite }
        );
        assert_eq!(reference.nearest(&[], 2, || false), Ok(Vec::new()));
        assert_eq!(reference.nearest(&[1.0], 0, || false), Ok(vec![Vec::new()]));
        assert_eq!(reference.nearest(&rows, 2, || true), Err(NearestError::Interrupted));
    }
}
