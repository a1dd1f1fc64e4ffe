//! Tests with points that were generated in groups.

use super::*;
use crate::base::points::Classes;
use crate::base::progress::Progress;
use crate::context::FormalContext;
use crate::dataset::Dataset;
use crate::knn::{Metric, Scale};
use crate::table::Table;
use std::cmp::Reverse;
use std::collections::BTreeSet;

use proptest::prelude::*;

fn table(places: &[([f64; 2], usize)]) -> Table {
    let mut number = 1_u32;
    let mut noise = || {
        let mut next = || {
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f64::from(number >> 8) / f64::from(1 << 24)
        };
        (0..6).map(|_| next()).sum::<f64>() - 3.0
    };
    let (mut values, mut labels) = (Vec::new(), Vec::new());
    for (at, &([x, y], count)) in places.iter().enumerate() {
        for _ in 0..count {
            values.extend([x + noise(), y + noise()]);
            labels.push(format!("place{at}"));
        }
    }
    let names = ["x", "y"].map(str::to_owned).to_vec();
    let n = labels.len();
    Table::new(names, values, Points::from_count(n, Some(Classes::from_labels(&labels))))
}

fn by_default(dataset: &Dataset) -> CommunityResult {
    find_in_dataset(dataset, &Progress::default()).expect("no interrupt")
}

fn found(places: &[([f64; 2], usize)]) -> CommunityResult {
    let (metric, scale) = (Metric::Euclidean, Scale::None);
    by_default(&Dataset::with_anchors("g", &table(places), None, 5, metric, scale).unwrap())
}

fn names(found: &CommunityResult) -> Vec<&str> {
    found.communities.all.iter().map(|one| &*one.name).collect()
}

fn check(
    CommunityResult { communities, membership }: &CommunityResult,
) -> Result<(), TestCaseError> {
    let all = &communities.all;
    let mut points = vec![0; all.len()];
    for shares in membership.iter() {
        prop_assert!(shares.is_sorted_by(|one, other| one.0 < other.0));
        let sum = |wanted: &dyn Fn(&Community) -> bool| -> f64 {
            shares.iter().filter(|(id, _)| wanted(&all[id.index()])).map(|(_, share)| share).sum()
        };
        let groups = sum(&|one| one.level == Level::Group);
        prop_assert!(shares.is_empty() || (groups - 1.0).abs() < 1e-12, "{shares:?}");
        for &(group, share) in shares.iter().filter(|(id, _)| all[id.index()].level == Level::Group)
        {
            if communities.parts(group).next().is_some() {
                let parts = sum(&|one| one.parent == Some(group) && one.level == Level::Part);
                prop_assert!((parts - share).abs() < 1e-12, "{shares:?}");
            }
        }
        communities.containing(shares).into_iter().for_each(|id| points[id.index()] += 1);
    }
    for (id, (one, &points)) in CommunityId::first(all.len()).zip(all.iter().zip(&points)) {
        prop_assert_eq!(one.points, points, "{}", &one.name);
        prop_assert!(one.touching <= points, "{}", &one.name);
        prop_assert_eq!(communities.find(&one.name), Some(id));
        prop_assert!(one.parent.is_some() == one.separation.is_some() || one.level == Level::Part);
        let of = one.parent.filter(|_| one.level == Level::Part);
        prop_assert!(of.is_none_or(|of| points < all[of.index()].points), "{}", &one.name);
        let largest = communities.ancestors(id).last();
        prop_assert_eq!(largest.map(|id| all[id.index()].parent), Some(None));
    }
    prop_assert!(communities.groups().is_sorted_by_key(|one| Reverse(one.points)));
    prop_assert!(all.is_sorted_by_key(|one| one.level));
    Ok(())
}

#[test]
fn near_places_join_before_far_ones() {
    let places = [([0.0, 0.0], 160), ([4.0, 0.0], 140), ([0.0, 300.0], 150), ([4.0, 300.0], 130)];
    let found = found(&places);
    check(&found).unwrap();
    let communities = &found.communities;
    assert_eq!(communities.groups().len(), 4);
    let class = |one: &Community| one.majority_and_purity.map_or(0.0, |(_, share)| share);
    assert!(communities.groups().iter().all(|one| class(one) > 0.9));
    let meet = |points: &[usize]| {
        let shares = points.iter().map(|&point| &found.membership[point][..]);
        communities.common_communities(shares).first().map(|id| &communities.all[id.index()])
    };
    // The first points of two places that touch, and of two places without an edge between them.
    let near = meet(&[0, 160]).unwrap();
    assert_eq!((near.level, near.points, near.separation), (Level::Join, 300, Some(1.0)));
    let whole = meet(&[0, 300]).unwrap();
    assert_eq!((&*whole.name, whole.points, whole.parent), ("g1..g4", 580, None));
    assert!(meet(&[0]).is_some_and(|one| one.level != Level::Join));
    let sentence = verdict(communities, 580, GroupOrigin::Found);
    assert!(sentence.starts_with("4 groups stand apart"), "{sentence}");
}

/// Every number of groups between the extremes is possible. Fewer groups than are found are unions
/// of those, and more are divisions of them.
#[test]
fn a_given_number_of_groups_is_a_cut_of_the_tree() {
    let places = [([0.0, 0.0], 160), ([3.2, 0.0], 140), ([0.0, 3.4], 150), ([3.2, 3.3], 130)];
    let (metric, scale) = (Metric::Euclidean, Scale::None);
    let dataset = Dataset::with_anchors("g", &table(&places), None, 5, metric, scale).unwrap();
    let progress = Progress::default();
    let regions = Regions::new(PointGraph::from_dataset(&dataset), &progress).unwrap();
    let cut = |count: usize| regions.clone().with_group_count(count, &progress).unwrap();
    let most = cut(100_000).unwrap_err().below.unwrap();
    let least = cut(0).unwrap_err().above.unwrap();
    let found = regions.hierarchy.group_count();
    assert!(least < found && found < most, "{found}: {least} to {most}");
    let group_of_node = |of: &Regions| -> Vec<Option<usize>> {
        let group = |&region: &Option<usize>| region.map(|at| of.hierarchy.group_of(at));
        of.hierarchy.region_of_node.iter().map(group).collect()
    };
    let own = group_of_node(&regions);
    for count in least..=most {
        let other = cut(count).unwrap();
        assert_eq!(other.hierarchy.group_count(), count);
        let pairs: BTreeSet<_> = own.iter().zip(group_of_node(&other)).collect();
        assert_eq!(pairs.len(), count.max(found), "{count}");
        let cut = find(&dataset, &other, None, &progress).unwrap();
        check(&cut).unwrap();
        assert_eq!(cut.communities.groups().len(), count);
    }
}

/// A cut looks closer if all of few different points are near one another.
#[test]
fn a_given_number_of_groups_is_found_among_few_different_points() {
    let square = [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]];
    let shifted = square.map(|place| place.map(|at| at + 50.0));
    let values =
        [square, shifted].map(|four| four.map(|place| [place; 25])).as_flattened().concat();
    let names = vec!["x".to_owned(), "y".to_owned()];
    let table = Table::new(names, values.concat(), Points::from_count(200, None));
    let (metric, scale) = (Metric::Euclidean, Scale::None);
    let dataset = Dataset::with_anchors("g", &table, None, 5, metric, scale).unwrap();
    let progress = Progress::default();
    let regions = Regions::new(PointGraph::from_dataset(&dataset), &progress).unwrap();
    let cut = |count: usize| regions.clone().with_group_count(count, &progress).unwrap();
    let found = find(&dataset, &cut(2).unwrap(), None, &progress).unwrap();
    check(&found).unwrap();
    let sizes: Vec<u32> = found.communities.groups().iter().map(|one| one.points).collect();
    assert_eq!(sizes, [100, 100]);
    let error = cut(9).unwrap_err().to_string();
    assert!(error.starts_with("the points can be cut into at most "), "{error}");
}

#[test]
fn equal_points_are_one_node() {
    // Whole numbers in two bells, with many equal points.
    let counts = [40, 90, 160, 200, 160, 90, 40, 20, 20, 40, 90, 160, 200, 160, 90, 40];
    let values: Vec<f64> =
        (0..48).flat_map(|at: usize| vec![at as f64; counts[at / 3] / 4]).collect();
    let found = found_in(1, values, Scale::None);
    check(&found).unwrap();
    assert!(found.communities.groups().len() <= 2, "{:?}", names(&found));
    assert_eq!(found.membership[0], found.membership[1]);
}

/// Creates a table without classes, and finds its communities.
fn found_in(dimensions: usize, values: Vec<f64>, scale: Scale) -> CommunityResult {
    let n = values.len() / dimensions;
    let names = (0..dimensions).map(|at| format!("x{at}")).collect();
    let table = Table::new(names, values, Points::from_count(n, None));
    by_default(&Dataset::with_anchors("g", &table, None, 1, Metric::Euclidean, scale).unwrap())
}

#[test]
fn a_pile_of_equal_points_is_a_group_and_no_bridge() {
    let mut values = table(&[([0.0, 0.0], 100), ([14.0, 0.0], 100)]).values().to_vec();
    values.extend([7.0, 0.5].repeat(60));
    let found = found_in(2, values.clone(), Scale::None);
    check(&found).unwrap();
    let groups = found.communities.groups();
    assert_eq!(groups.iter().map(|one| one.points).collect::<Vec<_>>(), [100, 100, 60]);
    assert_eq!((groups[2].separation, groups[2].touching), (Some(1.0), 0));
    assert!(found.membership[200..].iter().all(|shares| shares[0] == (CommunityId(2), 1.0)));
    // The pile of a few points belongs to what is near.
    values.truncate(2 * 205);
    let few = found_in(2, values, Scale::None);
    assert!(few.communities.groups().iter().all(|one| one.points > 5), "{:?}", names(&few));
}

#[test]
fn small_groups_are_found_in_a_closer_look() {
    let places = (0..12).map(|at| ([f64::from(at % 4) * 40.0, f64::from(at / 4) * 40.0], 12));
    let places: Vec<_> = places.collect();
    let found = found(&places);
    check(&found).unwrap();
    let groups = found.communities.groups();
    assert_eq!(groups.iter().map(|one| one.points).collect::<Vec<_>>(), [12; 12]);
    assert!(groups.iter().all(|one| one.majority_and_purity.unwrap().1 == 1.0));
}

#[test]
fn a_sliver_does_not_join_the_groups_around_it() {
    let apart = [[0.0, 0.0], [9.0, 0.0], [0.0, 9.0], [9.0, 9.0]];
    let mut values = table(&apart.map(|place| (place, 300))).values().to_vec();
    values.extend((0..12).flat_map(|at| [4.5 + f64::from(at % 4) * 0.3, 4.5 + f64::from(at)]));
    let found = found_in(2, values, Scale::None);
    let main = |point: usize| main_group(&found.communities, &found.membership[point]).unwrap().0;
    let of_places = [0, 300, 600, 900].map(main);
    assert!((0..1200).all(|point| main(point) == of_places[point / 300]));
    assert!(
        of_places.iter().all(|one| of_places.iter().filter(|other| *other == one).count() == 1)
    );
}

#[test]
fn one_place_is_one_group() {
    let found = found(&[([0.0, 0.0], 300)]);
    check(&found).unwrap();
    assert_eq!(found.communities.groups().len(), 1);
    let sentence = verdict(&found.communities, 300, GroupOrigin::Found);
    assert!(
        sentence.starts_with("No groups stand apart: the table is one continuum"),
        "{sentence}"
    );
    // Every point belongs to the group, and to its parts by shares.
    assert!(found.membership.iter().all(|shares| shares[0] == (CommunityId(0), 1.0)));
}

#[test]
fn two_places_that_touch_grow_into_one_another_and_share_points() {
    let found = found(&[([0.0, 0.0], 150), ([4.0, 0.0], 150)]);
    check(&found).unwrap();
    let [one, other] = found.communities.groups() else { panic!("{:?}", names(&found)) };
    let overlap = found.communities.overlaps[0];
    assert!(overlap.points > 0 && overlap.separation > 0.0 && overlap.separation < 1.0);
    assert_eq!(one.points + other.points - overlap.points, 300);
    assert!([one, other].iter().all(|one| 0 < one.touching && one.touching < one.points));
    assert_eq!(one.separation, other.separation);
}

#[test]
fn without_points_or_links_there_are_none() {
    let empty = FormalContext::new(Vec::new(), []);
    let nothing = Dataset::from_context("g", empty, Points::from_count(0, None));
    assert_eq!(by_default(&nothing), CommunityResult::default());
    let names = ["a", "b"].map(str::to_owned).to_vec();
    let context = FormalContext::new(names, [vec![0], vec![1], vec![]]);
    let dataset = Dataset::from_context("g", context, Points::from_count(3, None));
    let found = by_default(&dataset);
    assert_eq!((found.communities.all.len(), found.membership), (0, vec![Vec::new(); 3]));
    let sentence = verdict(&found.communities, 3, GroupOrigin::Found);
    assert!(sentence.starts_with("No two different points are near one another"), "{sentence}");
}

#[test]
fn objects_of_a_context_are_near_by_what_they_share() {
    // Two kinds of objects with attributes of their own, and one attribute that all objects have.
    let row = |at: u32| {
        let kind = at % 2 * 20;
        let own = (0..8).map(move |step| 1 + kind + (at / 2 * 7 + step * 3) % 20);
        own.chain([0]).collect::<Vec<u32>>()
    };
    let attributes = (0..41).map(|at| at.to_string()).collect();
    let context = FormalContext::new(attributes, (0..120).map(row));
    let found = by_default(&Dataset::from_context("g", context, Points::from_count(120, None)));
    check(&found).unwrap();
    let main = |point: usize| main_group(&found.communities, &found.membership[point]);
    assert!((0..118).all(|point| main(point) == main(point + 2)), "{:?}", names(&found));
    assert_ne!(main(0), main(1));
}

/// Returns the rows in another order, and the first row of each in it.
fn shuffled(dimensions: usize, values: &[f64], order: &[usize]) -> Vec<f64> {
    order.iter().flat_map(|&row| &values[row * dimensions..][..dimensions]).copied().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn the_order_of_the_rows_has_no_effect(
        (n, dimensions) in (2..90usize, 1..4usize),
        numbers in proptest::collection::vec(-4.0..4.0f64, 4 * 90),
        (is_whole, equal, apart) in (proptest::bool::ANY, 1..30usize, 0..20u32),
        seed in proptest::collection::vec(0..u32::MAX, 150),
        scale in proptest::sample::select(&[Scale::None, Scale::Standard][..]),
    ) {
        // Two groups, or a grid; some equal rows, which may be a pile.
        let at = |(at, value): (usize, &f64)| {
            let value = if is_whole { value.round() } else { *value };
            value + if at / dimensions % 2 == 0 { f64::from(apart) } else { 0.0 }
        };
        let mut values: Vec<f64> = numbers[..n * dimensions].iter().enumerate().map(at).collect();
        let first = values[..dimensions].to_vec();
        values.extend(first.repeat(equal));
        let n = values.len() / dimensions;
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by_key(|&row| seed[row % seed.len()]);
        let found = found_in(dimensions, values.clone(), scale);
        let other = found_in(dimensions, shuffled(dimensions, &values, &order), scale);
        for (at, &row) in order.iter().enumerate() {
            prop_assert_eq!(&other.membership[at], &found.membership[row]);
        }
        let outline = |found: &CommunityResult| -> Vec<_> {
            let all = found.communities.all.iter();
            all.map(|one| (one.name.clone(), one.points, one.separation, one.touching)).collect()
        };
        prop_assert_eq!(outline(&other), outline(&found));
    }

    #[test]
    fn the_order_of_objects_has_no_effect(
        rows in proptest::collection::vec(proptest::collection::btree_set(0..12u32, 0..6), 1..80),
        turn in 0..80usize,
    ) {
        let find = |rows: &[BTreeSet<u32>]| {
            let names = (0..12).map(|at| at.to_string()).collect();
            let lists = rows.iter().map(|row| row.iter().copied().collect::<Vec<_>>());
            let context = FormalContext::new(names, lists);
            by_default(&Dataset::from_context("g", context, Points::from_count(rows.len(), None)))
        };
        let turn = turn % rows.len();
        let turned: Vec<_> = rows[turn..].iter().chain(&rows[..turn]).rev().cloned().collect();
        let (found, other) = (find(&rows), find(&turned));
        for (at, shares) in other.membership.iter().rev().enumerate() {
            prop_assert_eq!(shares, &found.membership[(at + turn) % rows.len()]);
        }
    }

    #[test]
    fn shares_and_sizes_agree(
        grid in proptest::collection::vec((0..9).prop_map(f64::from), 2..240),
    ) {
        // The grid gives many ties and equal points.
        let values = grid[..grid.len() / 2 * 2].to_vec();
        let found = found_in(2, values.clone(), Scale::None);
        check(&found)?;
        prop_assert_eq!(&found, &found_in(2, values, Scale::None), "the same every time");
    }
}
