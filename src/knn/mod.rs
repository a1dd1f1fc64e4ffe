//! The k nearest points of every point, exactly and with one tie rule.
//!
//! X_i = the k points nearest to d_i, d_i itself first, then by distance, then by row (Yoneda,
//! Sugiyama and Washio 2018, section 2). The tie rule makes X_i unique, so the graph is a function
//! of the table. Distances are compared as accumulated column by column in `f64`, Euclidean ones
//! before the square root, which keeps their order and loses no tie.
//!
//! Two ways with one answer: [`tree`] (the kd-tree crate, each answer checked) for few dimensions
//! and small k, [`scan`] (every pair, in parallel blocks) for the rest.

mod metric;
mod scale;
pub mod scan;
pub mod tree;

pub use metric::Metric;
pub use scale::Scale;

use crate::csr::Csr;
use crate::table::Table;

/// Why neighbours cannot be computed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// k must be at least 1 and at most n.
    #[error("k = {k} is not possible for {n} points; choose 1 to {n} with --k")]
    K {
        /// What was asked for.
        k: usize,
        /// How many points there are.
        n: usize,
    },
    /// The cosine distance of a zero row is undefined.
    #[error(
        "row {} ({name}) has only zeros, so its cosine distance is undefined; drop the row or \
         take another --metric", row + 1
    )]
    ZeroRow {
        /// The row, from 0.
        row: usize,
        /// Its name.
        name: String,
    },
    /// Values so far apart that a distance or a scaled value is not finite.
    #[error(
        "the values of row {} ({name}) are too large: a distance is infinite; scale the table \
         first",
        row + 1
    )]
    Overflow {
        /// The row, from 0.
        row: usize,
        /// Its name.
        name: String,
    },
}

/// The numbers whose distances count: scaled, and of length 1 for the cosine.
#[derive(Clone, Debug, PartialEq)]
pub struct Space {
    values: Vec<f64>,
    dimensions: usize,
    points: usize,
    metric: Metric,
}

impl Space {
    /// The table's rows, scaled, ready for distances.
    ///
    /// # Errors
    /// A zero row under [`Metric::Cosine`]; distances that overflow.
    pub fn new(table: &Table, metric: Metric, scale: Scale) -> Result<Self, Error> {
        let dimensions = table.features().len();
        let mut values = scale.apply(table.values(), dimensions);
        let name = |row: usize| table.points().names()[row].clone();
        if metric == Metric::Cosine {
            for (row, point) in values.chunks_mut(dimensions.max(1)).enumerate() {
                if !metric::normalize(point) {
                    return Err(Error::ZeroRow { row, name: name(row) });
                }
            }
        }
        let space = Self { values, dimensions, points: table.points().len(), metric };
        space.check().map_err(|row| Error::Overflow { row, name: name(row) })?;
        Ok(space)
    }

    /// No distance can be infinite when the box around all points has a finite diagonal; otherwise
    /// the first row with the largest magnitude is told.
    fn check(&self) -> Result<(), usize> {
        let mut low = vec![f64::INFINITY; self.dimensions];
        let mut high = vec![f64::NEG_INFINITY; self.dimensions];
        for row in 0..self.points {
            for (column, &value) in self.row(row).iter().enumerate() {
                low[column] = low[column].min(value);
                high[column] = high[column].max(value);
            }
        }
        if self.points == 0 || self.metric.distance(&low, &high).is_finite() {
            return Ok(());
        }
        let size = |row: usize| {
            self.row(row).iter().fold(0.0, |most: f64, v| {
                most.max(if v.is_finite() { v.abs() } else { f64::INFINITY })
            })
        };
        Err((0..self.points).reduce(|a, b| if size(b) > size(a) { b } else { a }).unwrap_or(0))
    }

    /// How many points there are.
    pub fn len(&self) -> usize {
        self.points
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.points == 0
    }

    /// How many numbers a point has.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// The numbers of one point.
    pub fn row(&self, point: usize) -> &[f64] {
        &self.values[point * self.dimensions..(point + 1) * self.dimensions]
    }

    /// The comparable distance of two points.
    pub fn distance(&self, a: usize, b: usize) -> f64 {
        self.metric.distance(self.row(a), self.row(b))
    }
}

/// k for a table where none is given: half of the points, as in the paper.
pub fn default_k(n: usize) -> usize {
    (n / 2).max(1)
}

/// The k nearest points of every point, the point itself among them; each list ascending by row.
///
/// # Errors
/// k = 0 or k > n.
pub fn neighbors(space: &Space, k: usize) -> Result<Csr, Error> {
    let n = space.len();
    if k == 0 || k > n {
        return Err(Error::K { k, n });
    }
    if tree::pays(space, k) { Ok(tree::neighbors(space, k)) } else { Ok(scan::neighbors(space, k)) }
}

/// Of candidates `(distance, row)` the k nearest of `point`: itself first, then distance, then row.
/// Returns their rows, ascending. `candidates` must hold at least k, the point among them.
fn nearest(candidates: &mut [(f64, u32)], point: u32, k: usize) -> Vec<u32> {
    for (distance, row) in candidates.iter_mut() {
        if *row == point {
            *distance = f64::NEG_INFINITY;
        }
    }
    let order = |a: &(f64, u32), b: &(f64, u32)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
    if k < candidates.len() {
        candidates.select_nth_unstable_by(k - 1, order);
    }
    let mut rows: Vec<u32> = candidates[..k].iter().map(|&(_, row)| row).collect();
    rows.sort_unstable();
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::points::Points;
    use proptest::prelude::*;

    /// The definition: sort all points by (not itself, distance, row), take k.
    fn by_definition(space: &Space, k: usize) -> Csr {
        let lists = (0..space.len()).map(|i| {
            let mut all: Vec<usize> = (0..space.len()).collect();
            all.sort_by(|&a, &b| {
                let rank = |j: usize| (j != i, space.distance(i, j), j);
                rank(a).partial_cmp(&rank(b)).expect("distances are numbers")
            });
            let mut rows: Vec<u32> = all[..k].iter().map(|&j| j as u32).collect();
            rows.sort_unstable();
            rows
        });
        lists.collect()
    }

    fn table(dimensions: usize, values: Vec<f64>) -> Table {
        let n = values.len().checked_div(dimensions).unwrap_or(0);
        let features = (0..dimensions).map(|j| format!("x{j}")).collect();
        Table::new(features, values, Points::numbered(n, None))
    }

    /// Points on a small grid: many ties, many duplicates.
    fn grids() -> impl Strategy<Value = (Table, usize)> {
        (1..5usize, 1..24usize).prop_flat_map(|(dimensions, n)| {
            let values = proptest::collection::vec((0..4).prop_map(f64::from), dimensions * n);
            (values.prop_map(move |v| table(dimensions, v)), 1..=n)
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn tree_and_scan_follow_the_definition_on_grids_full_of_ties((table, k) in grids()) {
            for metric in [Metric::Euclidean, Metric::Manhattan, Metric::Chebyshev] {
                let space = Space::new(&table, metric, Scale::None).unwrap();
                let truth = by_definition(&space, k);
                prop_assert_eq!(&scan::neighbors(&space, k), &truth, "scan, {:?}", metric);
                prop_assert_eq!(&tree::neighbors(&space, k), &truth, "tree, {:?}", metric);
            }
        }

        #[test]
        fn cosine_and_scaled_spaces_follow_the_definition((table, k) in grids()) {
            for scale in [Scale::None, Scale::Standard, Scale::MinMax] {
                let Ok(space) = Space::new(&table, Metric::Cosine, scale) else { continue };
                let truth = by_definition(&space, k);
                prop_assert_eq!(&scan::neighbors(&space, k), &truth);
                prop_assert_eq!(&tree::neighbors(&space, k), &truth);
            }
        }
    }

    #[test]
    fn a_point_comes_first_among_its_duplicates() {
        let space = Space::new(&table(1, vec![5.0; 3]), Metric::Euclidean, Scale::None).unwrap();
        let lists = neighbors(&space, 1).unwrap();
        assert_eq!(lists.iter().collect::<Vec<_>>(), [[0], [1], [2]]);
        let lists = neighbors(&space, 2).unwrap();
        assert_eq!(lists.iter().collect::<Vec<_>>(), [[0, 1], [0, 1], [0, 2]]);
    }

    #[test]
    fn one_point_is_its_own_neighbour_and_k_has_bounds() {
        let space = Space::new(&table(2, vec![1.0, 2.0]), Metric::Euclidean, Scale::None).unwrap();
        assert_eq!(neighbors(&space, 1).unwrap().get(0), [0]);
        assert_eq!(neighbors(&space, 0), Err(Error::K { k: 0, n: 1 }));
        assert_eq!(neighbors(&space, 2), Err(Error::K { k: 2, n: 1 }));
    }

    #[test]
    fn a_zero_row_has_no_cosine_and_huge_values_no_distance() {
        let zero = table(2, vec![1.0, 2.0, 0.0, 0.0]);
        let error = Space::new(&zero, Metric::Cosine, Scale::None).unwrap_err();
        assert_eq!(error, Error::ZeroRow { row: 1, name: "d2".into() });
        let huge = table(1, vec![0.0, 1e300]);
        let error = Space::new(&huge, Metric::Euclidean, Scale::None).unwrap_err();
        assert_eq!(error, Error::Overflow { row: 1, name: "d2".into() });
        assert!(Space::new(&huge, Metric::Manhattan, Scale::None).is_ok());
    }
}
