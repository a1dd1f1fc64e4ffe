//! The k nearest points of every point, exactly and with one tie rule.
//!
//! X_i = the k points nearest to d_i, d_i itself first, then by distance, then by row (Yoneda,
//! Sugiyama and Washio 2018, section 2). The tie rule makes X_i unique, so the graph is a function
//! of the table. Distances are compared as accumulated column by column in `f64`, Euclidean ones
//! before the square root, which keeps their order and loses no tie.
//!
//! Two ways with one answer, both from blocks of near points to blocks: `direct`, by the
//! distance as it is defined, and `products`, by matrix products that leave few distances to the
//! definition. Which one is taken depends on the table's shape alone. The points may also look
//! among a sample of them, their `anchors`.

pub mod anchors;
mod blocks;
mod direct;
mod given;
mod matrix;
mod metric;
mod multiply;
mod nearest;
mod products;
mod rank;
mod scale;
mod sides;
mod space;
mod uneven;

pub use matrix::DistanceMatrixError;
pub use metric::Metric;
pub use nearest::{Nearest, NearestError, NoDistanceError, Reference};
pub use scale::Scale;
pub(crate) use scale::{part, slots};
pub use space::{Error, Space};
pub use uneven::{Uneven, uneven};

use crate::base::csr::Csr;
use blocks::Blocks;
use rank::ListOrder;
use sides::{Candidates, Sides};

/// The most pairs of points times columns that are looked at.
const MOST_WORK: f64 = 4e11;
/// Up to this many columns blocks of near points leave out most pairs.
const PRUNED: usize = 8;

/// How many neighbours, itself among them, a point has where groups of points are looked for:
/// n^0.4, from 15 to 50, and at most n. Fewer make gaps in noise, more hide small groups.
pub fn group_k(n: usize) -> usize {
    let n = n as u128;
    let reaches = |k: &u128| (2 * k - 1).pow(5) <= 32 * n * n;
    let k = (16..=50).rev().find(reaches).unwrap_or(15);
    k.min(n) as usize
}

/// The k nearest points of every point, the point itself among them; each list ascending by row.
pub fn neighbors(space: &Space, k: usize) -> Result<Csr, Error> {
    in_order(space, k, ListOrder::ByRow)
}

/// The k nearest points of every point, the point itself first, then by distance, then by row: the
/// neighbours for every smaller k are a list's beginning.
pub fn ranked(space: &Space, k: usize) -> Result<Csr, Error> {
    in_order(space, k, ListOrder::ByRank)
}

/// Whether the neighbours among all points take too long: there are many pairs of points, times
/// columns, and too many columns for blocks of near points to leave out most of them.
pub(crate) fn is_dear(space: &Space) -> bool {
    let pairs = space.len() as f64 * space.len() as f64;
    space.dimensions() > PRUNED && pairs * space.dimensions() as f64 > MOST_WORK
}

fn in_order(space: &Space, k: usize, listed: ListOrder) -> Result<Csr, Error> {
    let n = space.len();
    if k == 0 || k > n {
        return Err(Error::K { k, n });
    }
    Ok(SearchStrategy::of(space, None).neighbors(space, None, k, listed))
}

/// How neighbours are found, with the number of points in a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SearchStrategy {
    Direct(usize),
    Products(usize),
}

impl SearchStrategy {
    /// The quicker way, by the shape alone: of the points spread normally that were measured, from
    /// 5,000 to 300,000, pruning paid from 4^d points on; among 1,000 to 10,000 anchors of
    /// 50,000 points it still paid in 8 dimensions and hardly in 12. Only the Euclidean distance
    /// comes of products.
    fn of(space: &Space, anchors: Option<&[u32]>) -> Self {
        let (n, dimensions) = (space.len(), space.dimensions());
        let euclidean = matches!(space.metric(), Metric::Euclidean | Metric::Cosine);
        let pruned = if anchors.is_some() { 10 } else { n.max(1).ilog2() as usize / 2 };
        if euclidean && dimensions > pruned {
            // Enough blocks for all processors.
            Self::Products(blocks_of(n, 64))
        } else {
            Self::Direct(direct::SIZE)
        }
    }

    /// The same for some rows of which each block looks at nearly all candidates: one a thread, as
    /// each block reads them all.
    fn with_blocks_of(self, rows: usize) -> Self {
        match self {
            Self::Products(_) => Self::Products(blocks_of(rows, rayon::current_num_threads())),
            direct => direct,
        }
    }

    /// The k nearest of all points, or of the anchors by their places, k at least 1 and no more
    /// than there are.
    fn neighbors(self, space: &Space, anchors: Option<&[u32]>, k: usize, listed: ListOrder) -> Csr {
        let mut lists = vec![0; space.len() * k];
        if space.metric() == Metric::Precomputed {
            given::fill(space, anchors, k, listed, &mut lists);
            return Csr::even(lists, k);
        }
        match anchors {
            None => {
                let candidates = self.candidates(space.clone());
                self.fill(&Sides::of_all(&candidates), k, listed, &mut lists);
            }
            Some(anchors) => {
                let candidates = self.candidates(space.only(anchors));
                let sides = Sides::new(space, &candidates, anchors, self.size());
                self.fill(&sides, k, listed, &mut lists);
            }
        }
        Csr::even(lists, k)
    }

    fn size(self) -> usize {
        let (Self::Direct(size) | Self::Products(size)) = self;
        size
    }

    /// All points of a space as those who may be neighbours.
    fn candidates(self, space: Space) -> Candidates {
        let blocks = Blocks::new(&space, self.size());
        let values = match self {
            Self::Direct(_) => direct::values(&space, &blocks),
            Self::Products(_) => products::values(&space, &blocks),
        };
        Candidates { space, blocks, values }
    }

    /// Fills in the k nearest candidates, made for this way, of all who look, k a row.
    fn fill(self, sides: &Sides<'_>, k: usize, listed: ListOrder, lists: &mut [u32]) {
        match self {
            Self::Direct(_) => direct::fill(sides, k, listed, lists),
            Self::Products(_) => products::fill(sides, k, listed, lists),
        }
    }
}

/// How many of n points a block has where there are to be this many blocks.
fn blocks_of(n: usize, blocks: usize) -> usize {
    n.div_ceil(blocks).clamp(direct::SIZE, products::SIZE)
}

#[cfg(test)]
pub(crate) mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::base::points::Points;
    use crate::table::Table;
    use proptest::prelude::*;

    /// The definition: all points sorted by (not itself, distance, row), of which k are taken.
    fn by_definition(space: &Space) -> Csr {
        let lists = (0..space.len()).map(|i| {
            let rank = |j: usize| (j != i, space.distance(i, j), j);
            let mut all: Vec<_> = (0..space.len()).map(rank).collect();
            all.sort_by(|a, b| a.partial_cmp(b).expect("distances are numbers"));
            all.into_iter().map(|(.., j)| j as u32).collect::<Vec<_>>()
        });
        lists.collect()
    }

    /// Every way that a metric has; for few points also with trees as deep as these allow.
    pub(super) fn ways(space: &Space) -> Vec<SearchStrategy> {
        let sizes = |most| if space.len() < 50 { vec![2, 3, most] } else { vec![most] };
        let mut ways: Vec<SearchStrategy> =
            sizes(direct::SIZE).into_iter().map(SearchStrategy::Direct).collect();
        if matches!(space.metric(), Metric::Euclidean | Metric::Cosine) {
            ways.extend(sizes(products::SIZE).into_iter().map(SearchStrategy::Products));
        }
        ways
    }

    fn check(
        table: &Table,
        ks: &[usize],
        metric: Metric,
        scale: Scale,
    ) -> Result<(), TestCaseError> {
        let Ok(space) = Space::new(table, metric, scale) else { return Ok(()) };
        let sorted = by_definition(&space);
        for &k in ks {
            let by_rank: Csr = sorted.iter().map(|list| list[..k].to_vec()).collect();
            let ascending = |list: &[u32]| BTreeSet::from_iter(list.iter().copied());
            let by_row: Csr = by_rank.iter().map(ascending).collect();
            for way in ways(&space) {
                for (listed, right) in [(ListOrder::ByRow, &by_row), (ListOrder::ByRank, &by_rank)]
                {
                    let found = way.neighbors(&space, None, k, listed);
                    prop_assert_eq!(&found, right, "{:?}, {:?}, {:?}, {}", way, metric, listed, k);
                }
            }
        }
        Ok(())
    }

    pub(crate) fn table(dimensions: usize, values: Vec<f64>) -> Table {
        let n = values.len().checked_div(dimensions).unwrap_or(0);
        let features = (0..dimensions).map(|j| format!("x{j}")).collect();
        Table::new(features, values, Points::numbered(n, None))
    }

    /// Whole numbers below `whole`.
    pub(super) fn whole_numbers(n: usize, dimensions: usize, whole: u32) -> Table {
        let mut number = 1_u32;
        let value = |_| {
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f64::from((number >> 8) % whole)
        };
        table(dimensions, (0..n * dimensions).map(value).collect())
    }

    pub(super) const METRICS: [Metric; 4] =
        [Metric::Euclidean, Metric::Manhattan, Metric::Chebyshev, Metric::Cosine];

    /// Points on a small grid: many ties, many duplicates.
    pub(super) fn grids() -> impl Strategy<Value = (Table, usize)> {
        (1..5usize, 1..24usize).prop_flat_map(|(dimensions, n)| {
            let values = proptest::collection::vec((0..4).prop_map(f64::from), dimensions * n);
            (values.prop_map(move |v| table(dimensions, v)), 1..=n)
        })
    }

    /// Points that f32 and squares have trouble with: far from zero, far from each other, huge,
    /// tiny, or so nearly alike that only the last bits of f64 differ.
    pub(super) fn rough() -> impl Strategy<Value = (Table, usize)> {
        let offset = prop_oneof![Just(0.0), Just(1e9), Just(-3e15)];
        let unit = prop_oneof![
            Just(1.0),
            Just(1e-9),
            Just(1e-155),
            Just(1e-163),
            Just(1e-300),
            Just(1e36),
            Just(1e150),
        ];
        let near = prop_oneof![Just(0.0), Just(1e-7), Just(1e-13)];
        let value = (0..3, 0..4, 0..40).prop_map(|(whole, part, far)| {
            let far = if far == 0 { 1e3 } else { 1.0 };
            (f64::from(whole) * far, f64::from(part))
        });
        (1..20usize, 1..40usize, offset, unit, near).prop_flat_map(
            move |(dimensions, n, offset, unit, near)| {
                let place = move |(whole, part): (f64, f64)| (offset + whole + part * near) * unit;
                let value = value.clone().prop_map(place);
                let values = proptest::collection::vec(value, dimensions * n);
                (values.prop_map(move |v| table(dimensions, v)), 1..=n)
            },
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]
        #[test]
        fn every_way_follows_the_definition_on_grids_full_of_ties((table, k) in grids()) {
            for metric in METRICS {
                check(&table, &[k], metric, Scale::None)?;
            }
            check(&table, &[k], Metric::Euclidean, Scale::Standard)?;
            check(&table, &[k], Metric::Cosine, Scale::MinMax)?;
        }

        #[test]
        fn every_way_follows_the_definition_where_rounding_is_rough((table, k) in rough()) {
            for metric in METRICS {
                check(&table, &[k], metric, Scale::None)?;
            }
        }
    }

    #[test]
    fn every_way_follows_the_definition_on_many_points() {
        for (n, dimensions, whole) in [(300, 2, 9), (400, 3, 1 << 20), (300, 9, 3), (300, 40, 8)] {
            let table = whole_numbers(n, dimensions, whole);
            for metric in METRICS {
                let ks = [1, 10, 32, 33, n / 2, n];
                check(&table, &ks, metric, Scale::None).unwrap_or_else(|error| panic!("{error}"));
            }
        }
    }

    #[test]
    fn thousands_of_equal_points_are_not_compared_pair_by_pair() {
        // Each with each would be 1.6 thousand million pairs a way.
        let n = 40_000;
        let space = Space::new(&table(2, vec![3.0; 2 * n]), Metric::Euclidean, Scale::None);
        let space = space.expect("no value is out of range");
        for way in [SearchStrategy::Direct(direct::SIZE), SearchStrategy::Products(products::SIZE)]
        {
            let lists = way.neighbors(&space, None, 3, ListOrder::ByRow);
            let expected = |row: usize| [0, 1, row.max(2) as u32];
            assert!((0..n).all(|row| lists.get(row) == expected(row)), "{way:?}");
        }
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
        let tiny = table(1, vec![0.0, 1e-200]);
        let error = Space::new(&tiny, Metric::Euclidean, Scale::None).unwrap_err();
        assert_eq!(error, Error::Underflow);
        assert!(
            [&huge, &tiny].map(|of| Space::new(of, Metric::Euclidean, Scale::Standard).is_ok())
                == [true; 2]
        );
    }
}
