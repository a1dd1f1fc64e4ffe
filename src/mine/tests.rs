//! Tests that compare mined concepts with the definitions.

use std::collections::{BTreeMap, BTreeSet};

use conceptgraph_sets::bitset::Bits;
use proptest::prelude::*;

use crate::{
    BitMatrix, Control, Counts, Limits, MinedConcept, MiningError, OpenNode, SearchTree, Sink,
    count, mine,
};

type RowSet = Box<[u64]>;

fn extents(n: usize, columns: &[RowSet]) -> BTreeSet<RowSet> {
    let mut extents: BTreeSet<RowSet> = [RowSet::full(n)].into();
    for column in columns {
        let cut: Vec<RowSet> = extents.iter().map(|extent| extent.intersection(column)).collect();
        extents.extend(cut);
    }
    extents
}

fn defined(extents: &BTreeSet<RowSet>, columns: &[RowSet], min_size: usize) -> Counts {
    let (mut concepts, mut covers) = (0, 0);
    for extent in extents.iter().filter(|extent| extent.size() as usize >= min_size) {
        concepts += 1;
        let mut below: Vec<RowSet> =
            columns.iter().map(|column| column.intersection(extent)).collect();
        below.retain(|set| set != extent && set.size() as usize >= min_size);
        below.sort_unstable();
        below.dedup();
        let is_maximal = |set: &&RowSet| !below.iter().any(|o| o != *set && set.is_subset(o));
        covers += below.iter().filter(is_maximal).count() as u64;
    }
    Counts { concepts, covers: Some(covers) }
}

fn matrix(columns: usize, rows: Vec<Vec<u32>>) -> BitMatrix {
    BitMatrix::new(rows.into_iter().collect(), columns)
}

fn check(matrix: &BitMatrix, min_sizes: &[usize]) -> Result<(), TestCaseError> {
    let n = matrix.rows().len();
    let columns: Vec<RowSet> =
        matrix.columns().iter().map(|column| RowSet::from_numbers(n, column)).collect();
    let extents = extents(n, &columns);
    for &min_size in min_sizes {
        let truth = defined(&extents, &columns, min_size);
        let (limits, control) = (Limits { min_size, ..Limits::default() }, Control::default());
        prop_assert_eq!(count(matrix, &limits, true, &control), Ok(truth));
        let concepts = Counts { covers: None, ..truth };
        prop_assert_eq!(count(matrix, &limits, false, &control), Ok(concepts));
        prop_assert_eq!(control.concepts(), truth.concepts);
    }
    Ok(())
}

fn tall() -> impl Strategy<Value = BitMatrix> {
    (1..12_usize, 0.05..0.95_f64).prop_flat_map(|(m, share)| {
        let has = proptest::collection::vec(proptest::bool::weighted(share), m);
        let some = has.prop_map(|has| (0..).zip(has).filter(|at| at.1).map(|at| at.0).collect());
        let row = prop_oneof![
            20 => some,
            1 => Just(Vec::new()),
            1 => Just((0..m as u32).collect::<Vec<u32>>()),
        ];
        let times = prop_oneof![3 => Just(1), 1 => 1..9_usize];
        proptest::collection::vec((row, times), 0..400).prop_map(move |rows| {
            let rows = rows.into_iter().flat_map(|(row, times)| vec![row; times]);
            matrix(m, rows.collect())
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn tall_matrices_are_counted_by_the_definition(matrix in tall(), at in 0.0..1.0_f64) {
        let n = matrix.rows().len();
        check(&matrix, &[(at * at * at * (n + 2) as f64) as usize])?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(25))]

    #[test]
    fn wide_matrices_are_counted_by_the_definition(
        bits in proptest::collection::vec(proptest::bool::weighted(0.8), 160 * 12),
        min_size in 0..30_usize,
    ) {
        for (n, m) in [(160, 12), (12, 160)] {
            let row = |i: usize| (0..m).filter(|j| bits[i * m + j]).map(|j| j as u32).collect();
            check(&matrix(m, (0..n).map(row).collect()), &[min_size])?;
        }
    }
}

/// Thousands of distinct rows make sets of dozens of words, which shrink on the way down.
#[test]
fn long_columns_are_counted_by_the_definition() {
    let mut random = 1_u64;
    let mut next = |below: u64| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (random >> 33) % below
    };
    for (n, m, share, least) in [(1200, 12, 6, [0, 1, 50, 300]), (1500, 60, 1, [2, 3, 10, 100])] {
        let rows: Vec<Vec<u32>> =
            (0..n).map(|_| (0..m).filter(|_| next(10) < share).collect()).collect();
        check(&matrix(m as usize, rows), &least).expect("as defined");
    }
}

#[test]
fn the_smallest_matrices_are_counted_by_the_definition() {
    let rows: [&[Vec<u32>]; 6] = [
        &[],
        &[vec![]],
        &[vec![0]],
        &[vec![0], vec![]],
        &[vec![0], vec![0]],
        &[vec![0], vec![], vec![0], vec![]],
    ];
    for rows in rows {
        for columns in [1, 3] {
            let least: Vec<usize> = (0..rows.len() + 2).collect();
            check(&matrix(columns, rows.to_vec()), &least).expect("as defined");
        }
    }
}

/// Concepts by their extents in binary: the number of columns, the members, the lower covers.
type Concepts = BTreeMap<u128, (u32, Vec<u32>, BTreeSet<u128>)>;

fn concepts(matrix: &BitMatrix, min_size: u32) -> Concepts {
    let members = |extent: u128| (0..128).filter(move |row| extent >> row & 1 == 1);
    let of_rows = |rows: &[u32]| rows.iter().fold(0_u128, |set, row| set | 1 << row);
    let all: Vec<u32> = (0..matrix.rows().len() as u32).collect();
    let columns: Vec<u128> = matrix.columns().iter().map(of_rows).collect();
    let mut extents = BTreeSet::from([of_rows(&all)]);
    for column in &columns {
        let cut: Vec<u128> = extents.iter().map(|extent| extent & column).collect();
        extents.extend(cut);
    }
    let size = |extent: u128| members(extent).map(|row| matrix.weight(row)).sum::<u32>();
    extents.retain(|&extent| size(extent) >= min_size);
    let is_below = |low: u128, high: u128| low != high && low & !high == 0;
    let concept = |&high: &u128| {
        let is_cover = |&&low: &&u128| {
            let is_between = |&mid: &u128| is_below(low, mid) && is_below(mid, high);
            is_below(low, high) && !extents.iter().any(is_between)
        };
        let intent = columns.iter().filter(|&&column| high & !column == 0).count();
        let lower = extents.iter().filter(is_cover).copied().collect();
        (high, (intent as u32, members(high).collect(), lower))
    };
    extents.iter().map(concept).collect()
}

/// A concept as a sink receives it: the key, the number of columns, the members, the lower keys.
type Found<K> = (K, u32, Vec<u32>, Vec<K>);

struct CollectingSink<K> {
    found: Vec<Found<K>>,
    budget: usize,
    left: Vec<(Vec<u32>, Vec<Vec<u32>>)>,
}

impl<K> CollectingSink<K> {
    fn new(budget: usize) -> Self {
        Self { found: Vec::new(), budget, left: Vec::new() }
    }
}

impl<K: Copy + Send> Sink<K> for CollectingSink<K> {
    fn add_concept(&mut self, found: MinedConcept<'_, K>) {
        let MinedConcept { key, intent_size, members, lower } = found;
        self.found.push((key, intent_size, members.to_vec(), lower.to_vec()));
    }

    fn new_bytes(&mut self) -> u64 {
        10
    }

    fn is_full(&self) -> bool {
        self.found.len() >= self.budget
    }

    fn leave_children(&mut self, extent: &[u32], children: &[Vec<u32>]) {
        self.left.push((extent.to_vec(), children.to_vec()));
    }
}

fn collected<K: Copy + Into<u128>>(
    found: impl IntoIterator<Item = Found<K>>,
) -> Result<Concepts, TestCaseError> {
    let mut concepts = Concepts::new();
    for (key, intent, members, keys) in found {
        let lower: BTreeSet<u128> = keys.iter().map(|&key| key.into()).collect();
        prop_assert_eq!(lower.len(), keys.len());
        let earlier = concepts.insert(key.into(), (intent, members, lower));
        prop_assert!(earlier.is_none());
    }
    Ok(concepts)
}

fn weighted(rows: usize) -> impl Strategy<Value = BitMatrix> {
    (1..rows, 0..10_usize, 1..4_u32).prop_flat_map(|(n, m, density)| {
        let bits = proptest::collection::vec((0..4_u32).prop_map(move |c| c < density), n * m);
        let weights = proptest::collection::vec(prop_oneof![3 => Just(1), 1 => 2..5_u32], n);
        (bits, weights).prop_map(move |(bits, weights)| {
            let row = |i: usize| (0..m).filter(|j| bits[i * m + j]).map(|j| j as u32).collect();
            BitMatrix::with_weights(
                (0..n).map(row).collect::<Vec<Vec<u32>>>().into_iter().collect(),
                m,
                weights,
            )
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn concepts_and_covers_are_those_of_the_definition(
        matrix in weighted(12),
        min_size in 0..8_usize,
    ) {
        let (limits, control) = (Limits { min_size, ..Limits::default() }, Control::default());
        let keys: Vec<u64> = (0..matrix.rows().len()).map(|row| 1 << row).collect();
        let sinks = mine(&matrix, &keys, &limits, &control, || CollectingSink::new(usize::MAX));
        let found = sinks.expect("nothing ends it").into_iter().flat_map(|sink| sink.found);
        prop_assert_eq!(collected(found)?, concepts(&matrix, min_size as u32));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn the_parts_of_a_search_have_the_concepts_of_the_whole(
        matrix in prop_oneof![weighted(12), weighted(100)],
        min_size in 0..8_usize,
        budget in prop_oneof![Just(usize::MAX), Just(1), 2..30_usize],
        chosen in any::<u64>(),
    ) {
        let tree = SearchTree::new(&matrix, min_size);
        let keys: Vec<u128> = (0..matrix.rows().len()).map(|row| 1 << row).collect();
        let split = |(at, node): (usize, OpenNode)| match chosen >> (at % 64) & 1 == 1 {
            true => tree.split(&node),
            false => vec![node],
        };
        let roots = tree.roots().into_iter().enumerate();
        let mut nodes: Vec<OpenNode> = roots.flat_map(split).collect();
        let mut found = Vec::new();
        while !nodes.is_empty() {
            let sink = || CollectingSink::new(budget);
            let mined = tree.mine(nodes, &keys, &Control::default(), sink);
            let (sinks, not_begun) = mined.expect("nothing ends it");
            nodes = not_begun;
            for sink in sinks {
                let below =
                    |(extent, next): &(Vec<u32>, Vec<_>)| tree.child_nodes(extent, next);
                nodes.extend(sink.left.iter().flat_map(below));
                found.extend(sink.found);
            }
        }
        prop_assert_eq!(collected(found)?, concepts(&matrix, min_size as u32));
    }
}

#[test]
fn a_limit_and_a_stop_end_the_search() {
    let n = 12;
    let rows = (0..n).map(|i| (0..n).filter(|&j| j != i).collect()).collect();
    let (matrix, keys) = (matrix(n as usize, rows), vec![1; n as usize]);
    let control = Control::default();
    let all = Counts { concepts: 4096, covers: Some(12 * 2048) };
    assert_eq!(count(&matrix, &Limits::default(), true, &control), Ok(all));
    let run = |max_concepts, max_bytes| {
        let limits = Limits { min_size: 0, max_concepts, max_bytes };
        mine(&matrix, &keys, &limits, &control, || CollectingSink::new(usize::MAX))
            .map(|sinks| sinks.iter().map(|sink| sink.found.len()).sum::<usize>())
    };
    assert_eq!(run(Some(4095), None), Err(MiningError::TooMany(4095)));
    assert_eq!(run(Some(4096), Some(1 << 20)), Ok(4096));
    assert!(matches!(run(None, Some(9)), Err(MiningError::TooLarge { needed: 10.., most: 9 })));
    control.stop();
    assert_eq!(run(Some(1), None), Err(MiningError::Interrupted));
}
