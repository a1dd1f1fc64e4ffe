//! Outlier scores: how much wider the neighbourhood of a point is than usual in its group.
//!
//! The width of a neighbourhood is the distance from the point to the last of its 15 nearest points
//! in the [graph of near points](crate::point_graph), itself included; 0 in a pile. The score is at
//! least 0 and 1 - m / w, where w is the width and m the median width in the main group of the
//! point: 0.5 for a neighbourhood twice as wide as usual. A point in no group is compared with all
//! points. If the graph of near points is a sample, medians are those of its nodes.
//!
//! Without distances, the width is the reciprocal of the number of points that have the point among
//! their neighbours (Hautamäki, Kärkkäinen and Fränti, Outlier Detection Using k-Nearest Neighbour
//! Graph, 2004); in a ready context, of the number of points with each of its attributes, summed.
//!
//! A point is **far from all groups** if its score is above 0.5, and its width, divided by the
//! usual width, exceeds the fifth power of the upper quartile of these ratios in its group. How
//! wide neighbourhoods are at the edge of a group depends on the number of columns, so one limit of
//! the score for all tables would not do.
//!
//! Invariant: a score is from 0 to 1, and points with equal values have equal scores.

use crate::base::ids::{CommunityId, PointId};
use crate::base::numbers::group_thousands;
use crate::base::points::Points;
use crate::communities::{Communities, Membership, main_group};
use crate::context::FormalContext;
use crate::dataset::Origin;
use crate::near_points::NearPoints;
use crate::point_graph::PointGraph;

/// The score above which a point may be far from all groups: the end of an even row of numbers has
/// a neighbourhood twice as wide as usual.
const MIN_FAR_SCORE: f64 = 0.5;
/// The power of the upper quartile beyond which a point is far from all groups.
const FAR_POWER: i32 = 5;

/// The usual width of the neighbourhoods in each group, and among all points.
#[derive(Clone, Debug, PartialEq)]
pub struct UsualWidths {
    /// The median of each group; `None` if no point has the group as its main one.
    groups: Vec<Option<f64>>,
    all: f64,
}

impl UsualWidths {
    /// Creates the medians from the main group and the width of each point; `groups` is the number
    /// of groups.
    pub fn new(widths: &[(Option<CommunityId>, f64)], groups: usize) -> Self {
        let mut lists = vec![Vec::new(); groups];
        for &(group, width) in widths {
            if let Some(list) = group.and_then(|group| lists.get_mut(group.index())) {
                list.push(width);
            }
        }
        let all = widths.iter().map(|&(_, width)| width).collect();
        Self { groups: lists.into_iter().map(median).collect(), all: median(all).unwrap_or(0.0) }
    }

    /// Creates the medians from the width of each node of a graph of near points.
    pub fn from_nodes(
        graph: &PointGraph,
        widths: &[f64],
        communities: &Communities,
        membership: &Membership,
    ) -> Self {
        let of_node = |((node, &width), &weight): ((&PointId, &f64), &u32)| {
            let group = main_group(communities, &membership[node.index()]).map(|of| of.0);
            std::iter::repeat_n((group, width), weight as usize)
        };
        let nodes = graph.nodes.iter().zip(widths).zip(&graph.weights);
        let all: Vec<_> = nodes.flat_map(of_node).collect();
        Self::new(&all, communities.groups().len())
    }

    /// Returns the usual width in a group, or among all points if the group has none.
    pub fn usual_width(&self, group: Option<CommunityId>) -> f64 {
        let found = group.and_then(|group| *self.groups.get(group.index())?);
        found.unwrap_or(self.all)
    }
}

/// Returns the outlier score of a neighbourhood, given the usual width.
pub fn outlier_score(width: f64, usual: f64) -> f64 {
    if width > usual { 1.0 - usual / width } else { 0.0 }
}

/// Returns all points, the most untypical first, ties by row.
pub fn points_by_score(points: &Points) -> Vec<PointId> {
    sort_by_score(points, points.ids().collect())
}

fn sort_by_score(points: &Points, mut some: Vec<PointId>) -> Vec<PointId> {
    let score = |point: &PointId| points.outlier_scores()[point.index()];
    some.sort_by(|one, other| score(other).total_cmp(&score(one)));
    some
}

/// Returns the points that are far from all groups, the most untypical first; none without
/// distances, since scores of a few neighbours by count are coarse.
pub fn far_points(
    points: &Points,
    near: &NearPoints,
    communities: &Communities,
    membership: &Membership,
) -> Vec<PointId> {
    if near.distances.is_empty() {
        return Vec::new();
    }
    let groups = communities.groups().len();
    let main = |shares| main_group(communities, shares).map_or(groups, |of| of.0.index());
    let group_of: Vec<usize> = membership.iter().map(|shares| main(shares)).collect();
    let score = |point: PointId| points.outlier_scores()[point.index()];
    // The width as a multiple of the usual width.
    let ratio = |point: PointId| 1.0 / (1.0 - score(point));
    let mut lists = vec![Vec::new(); groups + 1];
    points.ids().for_each(|point| lists[group_of[point.index()]].push(ratio(point)));
    let limits: Vec<f64> =
        lists.into_iter().map(|list| upper_quartile(list).powi(FAR_POWER)).collect();
    let is_far = |point: &PointId| {
        score(*point) > MIN_FAR_SCORE && ratio(*point) > limits[group_of[point.index()]]
    };
    sort_by_score(points, points.ids().filter(is_far).collect())
}

/// Describes the points that are far from all groups: `12 of 1,440 rows lie far from all groups.`
pub fn describe_far_points(far: usize, all: usize, groups: usize) -> Option<String> {
    let [count, all] = [far, all].map(|count| group_thousands(count as u64));
    let lie = if far == 1 { "lies" } else { "lie" };
    let rest = if groups > 1 { "all groups" } else { "the rest" };
    (far > 0).then(|| format!("{count} of {all} rows {lie} far from {rest}."))
}

fn upper_quartile(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_unstable_by(f64::total_cmp);
    numbers.get(numbers.len() * 3 / 4).copied().unwrap_or(0.0)
}

/// Returns the outlier score of each point.
pub(crate) fn outlier_scores(
    graph: &PointGraph,
    origin: Origin,
    context: &FormalContext,
    communities: &Communities,
    membership: &Membership,
) -> Vec<f64> {
    let groups: Vec<_> =
        membership.iter().map(|shares| main_group(communities, shares).map(|of| of.0)).collect();
    let (widths, usual) = match (graph.widths(), graph.node_widths()) {
        (Some(widths), Some(of_nodes)) => {
            let usual = UsualWidths::from_nodes(graph, &of_nodes, communities, membership);
            (widths.to_vec(), usual)
        }
        _ => {
            let widths = rarities(origin, context);
            let all: Vec<_> = groups.iter().copied().zip(widths.iter().copied()).collect();
            (widths, UsualWidths::new(&all, communities.groups().len()))
        }
    };
    let score = |(width, group)| outlier_score(width, usual.usual_width(group));
    widths.into_iter().zip(groups).map(score).collect()
}

/// Returns the width of each neighbourhood without distances, which may be infinite.
fn rarities(origin: Origin, context: &FormalContext) -> Vec<f64> {
    let columns = context.columns();
    let count = |attribute: usize| columns.get(attribute).len() as u64;
    let sum = |row: &[u32]| row.iter().map(|&attribute| count(attribute as usize)).sum();
    let counts: Vec<u64> = match origin {
        Origin::Ready => context.rows().iter().map(sum).collect(),
        Origin::Neighbors { .. } => (0..context.object_count()).map(count).collect(),
    };
    counts.into_iter().map(|count| 1.0 / count as f64).collect()
}

/// Returns the median of numbers, the mean of the two in the middle; `None` if there are none.
fn median(mut numbers: Vec<f64>) -> Option<f64> {
    numbers.sort_unstable_by(f64::total_cmp);
    let middle = numbers.len() / 2;
    let upper = *numbers.get(middle)?;
    let lower = if numbers.len().is_multiple_of(2) { numbers[middle - 1] } else { upper };
    Some((lower + upper) / 2.0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::base::count_or_percent::CountOrPercent;
    use crate::base::progress::Progress;
    use crate::build::{BuildOptions, Source, build};
    use crate::context::neighbor_lists::{Link, NeighborLists};
    use crate::dataset::NeighborOptions;
    use crate::graph::Graph;
    use crate::knn::{self, Metric, Scale, Space, tests::table};
    use crate::point_graph::WIDTH_NEIGHBORS;

    fn graph(source: Source, metric: Metric) -> Graph {
        let k = Some(CountOrPercent::Percent(50.0));
        let neighbors = NeighborOptions::default().k(k).metric(metric).scale(Scale::None);
        let options = BuildOptions::default().neighbors(neighbors);
        build("g", source, &options, &Progress::default()).unwrap()
    }

    fn scores(graph: &Graph) -> Vec<f64> {
        graph.points().unwrap().outlier_scores().to_vec()
    }

    /// Returns the scores by the definition, from the widths of all points.
    fn by_definition(graph: &Graph, widths: &[f64]) -> Vec<f64> {
        let communities = graph.communities().unwrap();
        let places = graph.membership().unwrap().iter();
        let groups: Vec<_> = places.map(|of| communities.main_membership(of).community).collect();
        let score = |(group, &width): (&Option<&str>, &f64)| {
            let is_of_group = |other: &&Option<&str>| group.is_none() || *other == group;
            let all = groups.iter().zip(widths).filter(|(other, _)| is_of_group(other));
            let mut all: Vec<f64> = all.map(|(_, &width)| width).collect();
            all.sort_by(f64::total_cmp);
            let usual = (all[all.len() / 2] + all[(all.len() - 1) / 2]) / 2.0;
            let score = 1.0 - usual / width;
            if score.is_nan() { 0.0 } else { score.max(0.0) }
        };
        groups.iter().zip(widths).map(score).collect()
    }

    /// Returns the distance of each point to the 15th nearest of the different points.
    fn distances(space: &Space) -> Vec<f64> {
        let mut different = space.first_equal_points();
        different.sort_unstable();
        different.dedup();
        let width = |point: usize| {
            let far = |&other: &u32| space.true_distance(point, other as usize);
            let mut all: Vec<f64> = different.iter().map(far).collect();
            all.sort_by(f64::total_cmp);
            all[WIDTH_NEIGHBORS.min(all.len()) - 1]
        };
        (0..space.len()).map(width).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        #[test]
        fn scores_follow_from_the_distances(
            grid in proptest::collection::vec((0..40).prop_map(|at| f64::from(at * at)), 3 * 60),
            n in 1..60usize,
            dimensions in 1..4usize,
        ) {
            let table = table(dimensions, grid[..n * dimensions].to_vec());
            for metric in [Metric::Euclidean, Metric::Manhattan, Metric::Chebyshev] {
                let space = knn::space(&table, metric, Scale::None).unwrap();
                let graph = graph(Source::Table(table.clone()), metric);
                let found = scores(&graph);
                prop_assert!(found.iter().all(|score| (0.0..=1.0).contains(score)));
                prop_assert_eq!(&found, &by_definition(&graph, &distances(&space)));
                for (point, &first) in space.first_equal_points().iter().enumerate() {
                    prop_assert_eq!(found[point], found[first as usize]);
                }
            }
        }

        #[test]
        fn given_distances_have_the_scores_of_their_table(
            grid in proptest::collection::vec((0..30).prop_map(f64::from), 2 * 40),
            n in 2..40usize,
        ) {
            let values = table(2, grid[..2 * n].to_vec());
            let space = knn::space(&values, Metric::Euclidean, Scale::None).unwrap();
            let pairs = (0..n).flat_map(|one| (0..n).map(move |other| (one, other)));
            let matrix = pairs.map(|(one, other)| space.true_distance(one, other)).collect();
            let given = graph(Source::Table(table(n, matrix)), Metric::Precomputed);
            prop_assert_eq!(scores(&given), by_definition(&given, &distances(&space)));
        }

        #[test]
        fn without_distances_scores_follow_from_counts(
            rows in proptest::collection::vec(proptest::collection::vec(0..9u32, 0..6), 1..20),
        ) {
            let row = |row: &Vec<u32>| {
                let mut row = row.clone();
                row.sort_unstable();
                row.dedup();
                row
            };
            let rows: Vec<Vec<u32>> = rows.iter().map(row).collect();
            let count = |attribute: &u32| rows.iter().filter(|row| row.contains(attribute)).count();
            let sum = |row: &Vec<u32>| row.iter().map(count).sum::<usize>();
            let widths: Vec<f64> = rows.iter().map(|row| 1.0 / sum(row) as f64).collect();
            let names = (0..9).map(|at| format!("a{at}")).collect();
            let context = FormalContext::new(names, rows.clone());
            let points = Points::from_count(rows.len(), None);
            let ready = graph(Source::Context(context, points), Metric::Euclidean);
            prop_assert_eq!(scores(&ready), by_definition(&ready, &widths));
            let (points, near) = (ready.points().unwrap(), ready.near_points().unwrap());
            let (all, shares) = (ready.communities().unwrap(), ready.membership().unwrap());
            prop_assert_eq!(far_points(points, near, all, shares), []);
        }
    }

    #[test]
    fn given_neighbours_count_the_points_that_have_a_point_as_neighbour() {
        // A circle of ten points, and a point that has three of them as neighbours.
        let others = |at: u32| if at < 10 { [(at + 1) % 10, (at + 9) % 10] } else { [0, 1] };
        let link = |source: u32, target: u32| Link {
            source: PointId(source),
            target: PointId(target),
            value: 1.0,
        };
        let links = (0..11).flat_map(|at| others(at).map(|other| link(at, other))).collect();
        let lists = NeighborLists::new(Points::from_count(11, None), links, None).unwrap();
        let graph = graph(Source::Neighbors(lists), Metric::Euclidean);
        let found = scores(&graph);
        assert_eq!(found[10], 1.0 - 1.0 / 3.0, "{found:?}");
        assert!(found[..10].iter().all(|&score| score == 0.0), "{found:?}");
    }

    #[test]
    fn a_far_point_is_known_with_any_number_of_threads() {
        let heap = (0..300).map(|at| f64::from(at * 7919 % 300));
        let values: Vec<f64> = heap.chain([4000.0, 4001.0, 4000.0]).collect();
        let find = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let source = Source::Table(table(1, values.clone()));
            pool.install(|| graph(source, Metric::Euclidean))
        };
        let (one, more) = (find(1), find(3));
        assert_eq!(scores(&one), scores(&more));
        let points = one.points().unwrap();
        let found = one.far_points().unwrap();
        assert_eq!(found, [301, 300, 302].map(PointId));
        assert_eq!(points_by_score(points)[..3], found[..]);
        let same = graph(Source::Table(table(2, vec![1.0; 20])), Metric::Euclidean);
        assert_eq!(scores(&same), [0.0; 10]);
    }

    #[test]
    fn a_point_outside_of_a_sample_is_compared_with_its_nodes() {
        let n = 10_400;
        let mut values: Vec<f64> = (0..n).map(|at| f64::from(at * 7919 % 20_011)).collect();
        values[77] = 1e6;
        let space = knn::space(&table(1, values), Metric::Euclidean, Scale::None).unwrap();
        let graph = PointGraph::from_space(&space);
        let widths = graph.widths().unwrap();
        for point in (0..n as usize).step_by(97).chain([77]) {
            let others = graph.nodes.iter().filter(|node| node.index() != point);
            let mut far: Vec<f64> =
                others.map(|node| space.true_distance(point, node.index())).collect();
            far.sort_by(f64::total_cmp);
            assert_eq!(widths[point], far[WIDTH_NEIGHBORS - 2], "{point}");
        }
        assert!(!(0..n as u32).all(|point| graph.is_node(PointId(point))));
    }
}
