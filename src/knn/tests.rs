//! Tests that compare every strategy with the definition.

use std::collections::BTreeSet;

use conceptgraph_sets::csr::Csr;
use proptest::prelude::*;

use crate::anchors::{ranked_anchors, sample};
use crate::rank::ListOrder;
use crate::strategy::SearchStrategy;
use crate::{Error, Metric, Space, direct, neighbors, products};

#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) dimensions: usize,
    pub(crate) values: Vec<f64>,
}

impl Table {
    pub(crate) fn len(&self) -> usize {
        self.values.len() / self.dimensions
    }

    pub(crate) fn space(&self, metric: Metric) -> Result<Space, Error> {
        Space::new(self.values.clone(), self.len(), self.dimensions, metric)
    }
}

/// Returns the positions of all anchors for each point, nearest first.
fn by_definition(space: &Space, anchors: &[u32]) -> Csr {
    let list = |point: usize| {
        let rank = |(place, &row): (u32, &u32)| {
            let row = row as usize;
            (row != point, space.comparable_distance(point, row), place)
        };
        let mut all: Vec<_> = (0..).zip(anchors).map(rank).collect();
        all.sort_by(|a, b| a.partial_cmp(b).expect("distances are numbers"));
        all.into_iter().map(|(.., place)| place).collect::<Vec<_>>()
    };
    (0..space.len()).map(list).collect()
}

/// Returns every strategy of a metric; for few points also with trees as deep as these allow.
pub(crate) fn ways(space: &Space) -> Vec<SearchStrategy> {
    let sizes = |most| if space.len() < 50 { vec![2, 3, most] } else { vec![most] };
    let mut ways: Vec<SearchStrategy> =
        sizes(direct::BLOCK_SIZE).into_iter().map(SearchStrategy::Direct).collect();
    if matches!(space.metric(), Metric::Euclidean | Metric::Cosine) {
        ways.extend(sizes(products::BLOCK_SIZE).into_iter().map(SearchStrategy::Products));
    }
    ways
}

/// Compares the neighbours of all points among `size` anchors, or among all points for `None`.
fn check(
    table: &Table,
    size: Option<usize>,
    ks: &[usize],
    metric: Metric,
) -> Result<(), TestCaseError> {
    let Ok(space) = table.space(metric) else { return Ok(()) };
    let rows = sample(space.len(), size.unwrap_or(space.len()));
    let anchors = size.map(|_| &rows[..]);
    let sorted = by_definition(&space, &rows);
    for k in ks.iter().map(|&k| k.min(rows.len())) {
        let by_rank: Csr = sorted.iter().map(|list| list[..k].to_vec()).collect();
        let ascending = |list: &[u32]| BTreeSet::from_iter(list.iter().copied());
        let by_row: Csr = by_rank.iter().map(ascending).collect();
        if let Some(anchors) = anchors {
            prop_assert_eq!(&ranked_anchors(&space, anchors, k).unwrap(), &by_rank);
        }
        for way in ways(&space) {
            for (listed, right) in [(ListOrder::ByRow, &by_row), (ListOrder::ByRank, &by_rank)] {
                let found = way.neighbors(&space, anchors, k, listed);
                prop_assert_eq!(&found, right, "{:?}, {:?}, {:?}, {}", way, metric, listed, k);
            }
        }
    }
    Ok(())
}

pub(crate) fn whole_numbers(n: usize, dimensions: usize, whole: u32) -> Table {
    let mut number = 1_u32;
    let value = |_| {
        number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from((number >> 8) % whole)
    };
    Table { dimensions, values: (0..n * dimensions).map(value).collect() }
}

pub(crate) const METRICS: [Metric; 4] =
    [Metric::Euclidean, Metric::Manhattan, Metric::Chebyshev, Metric::Cosine];

pub(crate) fn grids() -> impl Strategy<Value = (Table, usize)> {
    (1..5usize, 1..24usize).prop_flat_map(|(dimensions, n)| {
        let values = proptest::collection::vec((0..4).prop_map(f64::from), dimensions * n);
        (values.prop_map(move |values| Table { dimensions, values }), 1..=n)
    })
}

/// Points that are hard for `f32` and for squares: far from zero, far from each other, huge, tiny,
/// or so nearly alike that only the last bits of `f64` differ.
pub(crate) fn rough() -> impl Strategy<Value = (Table, usize)> {
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
            (values.prop_map(move |values| Table { dimensions, values }), 1..=n)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]
    #[test]
    fn every_way_follows_the_definition_on_grids_full_of_ties((table, k) in grids()) {
        let values = table.values.iter().map(|value| (value - 1.4) / 0.7).collect();
        let fractions = Table { values, ..table };
        for metric in METRICS {
            check(&table, None, &[k], metric)?;
            check(&table, Some(k), &[1, 7, 33, k], metric)?;
            check(&fractions, None, &[k], metric)?;
        }
    }

    #[test]
    fn every_way_follows_the_definition_where_rounding_is_rough((table, k) in rough()) {
        for metric in METRICS {
            check(&table, None, &[k], metric)?;
            check(&table, Some(k), &[1, 7, 33, k], metric)?;
        }
    }
}

#[test]
fn every_way_follows_the_definition_on_many_points() {
    for (n, dimensions, whole, anchors) in [
        (300, 2, 9, None),
        (400, 3, 1 << 20, None),
        (300, 9, 3, None),
        (300, 40, 8, None),
        (750, 2, 40, Some(433)),
        (600, 3, 1 << 20, Some(433)),
        (500, 20, 8, Some(433)),
    ] {
        let table = whole_numbers(n, dimensions, whole);
        for metric in METRICS {
            let ks = [1, 10, 32, 33, n / 2, n];
            check(&table, anchors, &ks, metric).unwrap_or_else(|error| panic!("{error}"));
        }
    }
}

#[test]
fn thousands_of_equal_points_are_not_compared_pair_by_pair() {
    // All pairs would be 1.6 thousand million a strategy.
    let n = 40_000;
    let space = Space::new(vec![3.0; 2 * n], n, 2, Metric::Euclidean);
    let space = space.expect("no value is out of range");
    for way in
        [SearchStrategy::Direct(direct::BLOCK_SIZE), SearchStrategy::Products(products::BLOCK_SIZE)]
    {
        let lists = way.neighbors(&space, None, 3, ListOrder::ByRow);
        let expected = |row: usize| [0, 1, row.max(2) as u32];
        assert!((0..n).all(|row| lists.get(row) == expected(row)), "{way:?}");
    }
}

#[test]
fn one_point_is_its_own_neighbour_and_k_has_bounds() {
    let space = Space::new(vec![1.0, 2.0], 1, 2, Metric::Euclidean).unwrap();
    assert_eq!(neighbors(&space, 1).unwrap().get(0), [0]);
    assert_eq!(neighbors(&space, 0), Err(Error::K { k: 0, n: 1 }));
    assert_eq!(neighbors(&space, 2), Err(Error::K { k: 2, n: 1 }));
}

#[test]
fn a_zero_row_has_no_cosine_and_huge_values_no_distance() {
    let error = Space::new(vec![1.0, 2.0, 0.0, 0.0], 2, 2, Metric::Cosine).unwrap_err();
    assert_eq!(error, Error::ZeroRow { row: 1 });
    let line = |values: [f64; 2], metric| Space::new(values.to_vec(), 2, 1, metric);
    let huge = [0.0, 1e300];
    assert_eq!(line(huge, Metric::Euclidean), Err(Error::Overflow { row: 1 }));
    assert!(line(huge, Metric::Manhattan).is_ok());
    assert_eq!(line([0.0, 1e-200], Metric::Euclidean), Err(Error::Underflow));
}
