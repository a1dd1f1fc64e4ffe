//! A layout of the points in the plane that puts near points near one another.
//!
//! The layout is that of UMAP (McInnes, Healy and Melville 2018) with a = b = 1: neighbours in the
//! [`PointGraph`] attract one another, and each point is repelled by a few points drawn at random.
//! All neighbours have equal weight, which changes little (Damrich and Hamprecht, *On UMAP's true
//! loss function*, 2021). No powers or logarithms are computed, so the result has equal bytes on
//! every machine. The initial places are the principal components, which keep the relative
//! positions of the groups (Kobak and Linderman 2021).
//!
//! Points outside of a sample stand amid their nearest nodes, and equal points at one place.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::base::ids::PointId;
use crate::base::points::Position;
use crate::base::progress::{InterruptedError, Progress};
use crate::context::FormalContext;
use crate::dataset::{Features, Origin};
use crate::point_graph::{PointGraph, scaled_space};

/// The place of a node, across and up, during the layout.
type Spot = [f32; 2];

/// The least and the largest number of rounds; in a round, each link attracts once.
const ROUNDS: [usize; 2] = [100, 500];
/// The product of rounds and points, between the limits of `ROUNDS`.
const ROUND_POINTS: usize = 1_000_000;
/// The number of points that repel a point for each neighbour that attracts it.
const REPULSIONS: usize = 5;
/// The attraction relative to UMAP's: below 1, groups fill the plane and gaps do not.
const ATTRACTION: f32 = 0.25;
const MAX_STEP: f32 = 4.0;
/// The largest coordinate before the first round.
const START_EXTENT: f32 = 10.0;
const POWER_ITERATIONS: usize = 15;

/// Returns the place of each point: centred, at most 1 from the middle, with four decimals.
pub fn layout(
    graph: &PointGraph,
    origin: Origin,
    features: &Features,
    context: &FormalContext,
    progress: &Progress,
) -> Result<Vec<Position>, InterruptedError> {
    let mut nodes = initial_places(graph, origin, features, context);
    attract_and_repel(&mut nodes, graph, progress)?;
    let amid_neighbors = |point: PointId| {
        let Some(nearest) = graph.nearest_node(point) else { return [0.0; 2] };
        let near = if graph.is_node(point) { &[nearest][..] } else { graph.neighbors(point) };
        // Nodes must be near the nearest one too, or a point could stand in a gap between groups.
        let near = near.iter().filter(|&&other| graph.are_linked(nearest, other));
        let (mut sum, mut count) = ([0.0; 2], 0.0_f32);
        for &node in near {
            let [x, y] = nodes[node as usize];
            (sum, count) = ([sum[0] + x, sum[1] + y], count + 1.0);
        }
        sum.map(|sum| sum / count.max(1.0))
    };
    let mut spots: Vec<Spot> = PointId::first(context.object_count()).map(amid_neighbors).collect();
    fit(&mut spots, 1.0);
    // Adding 0 turns -0 into 0.
    let rounded = |number: f32| (f64::from(number) * 1e4).round() / 1e4 + 0.0;
    Ok(spots.into_iter().map(|spot| spot.map(rounded)).collect())
}

/// Centres the bounding box of the places at 0, and scales the largest coordinate to `max_abs`.
fn fit(places: &mut [Spot], max_abs: f32) {
    for axis in 0..2 {
        let range = places.iter().map(|place| place[axis]);
        let (low, high) = range.fold((f32::MAX, f32::MIN), |(a, b), v| (a.min(v), b.max(v)));
        places.iter_mut().for_each(|place| place[axis] -= low.midpoint(high));
    }
    let most = places.as_flattened().iter().fold(0.0_f32, |most, v| most.max(v.abs()));
    if most > 0.0 {
        places.as_flattened_mut().iter_mut().for_each(|v| *v *= max_abs / most);
    }
}

fn initial_places(
    graph: &PointGraph,
    origin: Origin,
    features: &Features,
    context: &FormalContext,
) -> Vec<Spot> {
    let table = match origin {
        Origin::Neighbors { metric, scale, .. } if !features.values.is_empty() => {
            scaled_space(features, context.object_count(), metric, scale)
        }
        _ => None,
    };
    let mut places = match table {
        Some(table) => {
            let row = |at: usize| (0..).zip(table.row(graph.nodes[at].index()).iter().copied());
            principal_components(graph.nodes.len(), features.names.len(), row)
        }
        None => {
            let row = |at: usize| {
                let attributes = context.rows().get(graph.nodes[at].index());
                attributes.iter().map(|&attribute| (attribute as usize, 1.0))
            };
            principal_components(graph.nodes.len(), context.attributes().len(), row)
        }
    };
    fit(&mut places, START_EXTENT);
    // Equal places would never separate.
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let noise = |number: f32, random: &mut ChaCha8Rng| {
        number + START_EXTENT * 1e-3 * (random.next_u32() as f32 / u32::MAX as f32 - 0.5)
    };
    places.as_flattened_mut().iter_mut().for_each(|v| *v = noise(*v, &mut random));
    places
}

/// Returns the first two principal components of n sparse rows, by the power iteration.
fn principal_components<R>(n: usize, width: usize, row: impl Fn(usize) -> R) -> Vec<Spot>
where
    R: Iterator<Item = (usize, f64)>,
{
    // Squares of large numbers would overflow.
    let largest = (0..n).flat_map(&row).fold(0.0_f64, |most, (_, value)| most.max(value.abs()));
    let largest = if largest > 0.0 { largest } else { 1.0 };
    let row = |at: usize| row(at).map(|(column, value)| (column, value / largest));
    let mut means = vec![0.0; width];
    for (column, value) in (0..n).flat_map(row) {
        means[column] += value / n as f64;
    }
    let mut random = ChaCha8Rng::seed_from_u64(0);
    let mut axes: Vec<[f64; 2]> = (0..width)
        .map(|_| [0; 2].map(|_: i32| f64::from(random.next_u32()) / f64::from(u32::MAX) - 0.5))
        .collect();
    let along = |axes: &[[f64; 2]]| -> Vec<[f64; 2]> {
        let dot = |values: &mut dyn Iterator<Item = (usize, f64)>| {
            values.fold([0.0; 2], |sum, (column, value)| {
                [0, 1].map(|axis| sum[axis] + value * axes[column][axis])
            })
        };
        let middle = dot(&mut means.iter().copied().enumerate());
        let of_row = |at| {
            let own = dot(&mut row(at));
            [0, 1].map(|axis| own[axis] - middle[axis])
        };
        (0..n).map(of_row).collect()
    };
    for _ in 0..POWER_ITERATIONS {
        let scores = along(&axes);
        let sums = scores.iter().fold([0.0; 2], |sum, own| [sum[0] + own[0], sum[1] + own[1]]);
        axes = means.iter().map(|mean| sums.map(|sum| -mean * sum)).collect();
        for (at, score) in scores.iter().enumerate() {
            for (column, value) in row(at) {
                axes[column] = [0, 1].map(|axis| axes[column][axis] + value * score[axis]);
            }
        }
        make_orthonormal(&mut axes);
    }
    along(&axes).into_iter().map(|score| score.map(|number| number as f32)).collect()
}

/// Makes two vectors orthogonal and of length 1; a vector that vanishes becomes 0.
fn make_orthonormal(axes: &mut [[f64; 2]]) {
    let normalize = |axes: &mut [[f64; 2]], axis: usize| {
        let most = axes.iter().fold(0.0_f64, |most, pair| most.max(pair[axis].abs()));
        let by = |axes: &mut [[f64; 2]], length: f64| {
            let factor = if length > 0.0 { 1.0 / length } else { 0.0 };
            axes.iter_mut().for_each(|pair| pair[axis] *= factor);
        };
        by(axes, most);
        let length = axes.iter().map(|pair| pair[axis] * pair[axis]).sum::<f64>().sqrt();
        by(axes, length);
    };
    normalize(axes, 0);
    normalize(axes, 1);
    let both: f64 = axes.iter().map(|pair| pair[0] * pair[1]).sum();
    axes.iter_mut().for_each(|pair| pair[1] -= both * pair[0]);
    normalize(axes, 1);
}

fn attract_and_repel(
    places: &mut [Spot],
    graph: &PointGraph,
    progress: &Progress,
) -> Result<(), InterruptedError> {
    let n = places.len();
    let rounds = (ROUND_POINTS / n.max(1)).clamp(ROUNDS[0], ROUNDS[1]);
    let mut random = ChaCha8Rng::seed_from_u64(2);
    for round in 0..rounds {
        progress.check()?;
        let rate = 1.0 - round as f32 / rounds as f32;
        for (node, near) in graph.links.iter().enumerate() {
            let mut own = places[node];
            for &other in near.iter().filter(|&&other| other as usize != node) {
                let other = &mut places[other as usize];
                let by = step_of(own, *other, rate, |square| -2.0 * ATTRACTION / (1.0 + square));
                own = [own[0] + by[0], own[1] + by[1]];
                *other = [other[0] - by[0], other[1] - by[1]];
                for _ in 0..REPULSIONS {
                    let random_node = (u64::from(random.next_u32()) * n as u64) >> 32;
                    let push = |square: f32| 2.0 / ((1e-3 + square) * (1.0 + square));
                    if random_node as usize != node {
                        let by = step_of(own, places[random_node as usize], rate, push);
                        own = [own[0] + by[0], own[1] + by[1]];
                    }
                }
            }
            places[node] = own;
        }
    }
    Ok(())
}

/// Returns the step of one place by the force of another, a function of their squared distance.
fn step_of(one: Spot, other: Spot, rate: f32, force: impl Fn(f32) -> f32) -> Spot {
    let apart = [one[0] - other[0], one[1] - other[1]];
    let force = force(apart[0] * apart[0] + apart[1] * apart[1]);
    apart.map(|apart| rate * (force * apart).clamp(-MAX_STEP, MAX_STEP))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::points::Points;
    use crate::dataset::Dataset;
    use crate::knn::{Metric, Scale};
    use crate::table::Table;

    fn dataset(rows: &[Vec<f64>]) -> Dataset {
        let names = (0..rows[0].len()).map(|at| format!("x{at}")).collect();
        let table = Table::new(names, rows.concat(), Points::from_count(rows.len(), None));
        let k = rows.len().min(3);
        Dataset::with_anchors("g", &table, None, k, Metric::Euclidean, Scale::None).unwrap()
    }

    fn places(dataset: &Dataset) -> Vec<Position> {
        let Dataset { origin, features, context, .. } = dataset;
        let graph = PointGraph::new(*origin, features, context, None);
        layout(&graph, *origin, features, context, &Progress::default()).unwrap()
    }

    fn heaps(count: usize, each: usize) -> Vec<Vec<f64>> {
        let mut random = ChaCha8Rng::seed_from_u64(7);
        let mut near = move || f64::from(random.next_u32()) / f64::from(u32::MAX);
        let heap = |at: usize| [at % 2, at / 2, at % 3, 0].map(|middle| 9.0 * middle as f64);
        (0..count * each)
            .map(|point| heap(point / each).map(|middle| middle + near()).to_vec())
            .collect()
    }

    fn square(one: Position, other: Position) -> f64 {
        (one[0] - other[0]).powi(2) + (one[1] - other[1]).powi(2)
    }

    #[test]
    fn whoever_is_near_stands_near() {
        let (each, count) = (40, 4);
        let found = places(&dataset(&heaps(count, each)));
        for (at, &place) in found.iter().enumerate() {
            let mut others: Vec<usize> = (0..found.len()).filter(|&other| other != at).collect();
            others.sort_by(|&a, &b| square(place, found[a]).total_cmp(&square(place, found[b])));
            let own = others[..15].iter().filter(|&&other| other / each == at / each);
            assert_eq!(own.count(), 15, "point {at}");
        }
    }

    #[test]
    fn the_map_is_centred_and_reaches_one() {
        for rows in [heaps(3, 20), heaps(1, 2), vec![vec![1e100], vec![0.0], vec![1.0]]] {
            let found = places(&dataset(&rows));
            for axis in 0..2 {
                let most = found.iter().map(|place| place[axis]).fold(-1.0, f64::max);
                let least = found.iter().map(|place| place[axis]).fold(1.0, f64::min);
                assert!((most + least).abs() < 2e-4, "{least} to {most}");
            }
            let most = found.as_flattened().iter().fold(0.0_f64, |most, v| most.max(v.abs()));
            assert!((most - 1.0).abs() < 1e-9, "{most}");
        }
    }

    #[test]
    fn equal_points_stand_at_one_place_and_one_alone_in_the_middle() {
        let rows = [vec![1.0], vec![5.0], vec![1.0], vec![9.0], vec![7.0]];
        let found = places(&dataset(&rows));
        assert_eq!(found[0], found[2]);
        assert_ne!(found[0], found[1]);
        for rows in [vec![vec![3.0]], vec![vec![3.0]; 4]] {
            assert_eq!(places(&dataset(&rows)), vec![[0.0; 2]; rows.len()]);
        }
    }

    #[test]
    fn objects_with_common_attributes_stand_near() {
        let rows = (0..40).map(|object| {
            let first = if object < 20 { 0 } else { 6 };
            (0..6).filter(|at| object % 6 != *at).map(|at| first + at).collect::<Vec<u32>>()
        });
        let attributes = (0..12).map(|at| format!("a{at}")).collect();
        let context = FormalContext::new(attributes, rows);
        let found = places(&Dataset::from_context("g", context, Points::from_count(40, None)));
        let across = |some: &[Position], other: &[Position]| {
            let pairs = some.iter().flat_map(|&a| other.iter().map(move |&b| square(a, b)));
            pairs.fold(0.0, f64::max)
        };
        let (one, other) = found.split_at(20);
        let nearest = one.iter().flat_map(|&a| other.iter().map(move |&b| square(a, b)));
        let nearest = nearest.fold(f64::MAX, f64::min);
        assert!(across(one, one).max(across(other, other)) < nearest);
    }

    #[test]
    fn points_outside_of_a_sample_stand_amid_nodes() {
        let rows: Vec<Vec<f64>> = (0..10_100).map(|at| vec![f64::from(at)]).collect();
        let found = places(&dataset(&rows));
        let steps = found.windows(2).map(|pair| square(pair[0], pair[1]).sqrt());
        // On a line, each point stands beside the next, except where the layout is torn.
        let far = steps.filter(|&step| step > 0.02).count();
        assert!(far < 100, "{far}");
    }
}
