//! Where each cluster of a page stands: higher when it is larger, near those with which it shares
//! points.
//!
//! Invariant: a line always leads up, clusters of one layer are at least 1 apart, and the same
//! picture gives the same places. Layers are the columns of the pictures
//! ([`columns()`](crate::picture::columns::columns)). Within a layer, clusters first stand where
//! their attributes do on the first axis of the context (reciprocal averaging: Hill 1973). Then
//! they move to the middle of their neighbours, up and down the layers, as far as there is room
//! (the barycentre method: Sugiyama, Tagawa and Toda 1981).

use std::ops::Range;

use crate::context::FormalContext;
use crate::picture::Picture;
use crate::picture::columns::columns;

/// How often all layers are passed, up or down.
const SWEEPS: usize = 24;
/// How often scores go from points to attributes and back.
const ROUNDS: usize = 40;
/// Width by height of a page that fills a screen.
const ASPECT: f64 = 1.5;

/// The places of a picture's nodes.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// From left to right, by node; 0 is the middle.
    pub x: Vec<f64>,
    /// From the top down, by layer: the largest clusters are at 0.
    pub y: Vec<f64>,
    /// The nodes of each layer, smallest clusters first.
    pub layers: Vec<Range<usize>>,
}

/// Places for the nodes of a picture of this context.
pub fn layout(picture: &Picture, context: &FormalContext) -> Layout {
    let layers = columns(picture);
    let neighbors = Neighbors::of(picture, &layers);
    let scores = scores(context);
    let mut x: Vec<f64> = picture
        .nodes
        .iter()
        .map(|node| {
            let shared = context.shared(&node.generator());
            shared.iter().map(|&at| scores[at as usize]).sum::<f64>() / shared.len().max(1) as f64
        })
        .collect();
    let widest = layers.iter().map(Range::len).max().unwrap_or(1) as f64;
    x.iter_mut().for_each(|x| *x *= widest / 4.0);
    layers.iter().for_each(|layer| place(layer, apart(layer, widest), &mut x, |at, x| x[at]));
    let mut order: Vec<&Range<usize>> = layers.iter().collect();
    for sweep in 0..SWEEPS {
        let sides: &[usize] = match sweep {
            // At last by the neighbours of both sides.
            _ if sweep + 4 >= SWEEPS => &[0, 1],
            _ => &[[0], [1]][sweep % 2],
        };
        for layer in &order {
            let middle = |at: usize, x: &[f64]| neighbors.middle(at, x, sides);
            place(layer, apart(layer, widest), &mut x, middle);
        }
        order.reverse();
    }
    let shape = Shape::of(&x, layers.len());
    x.iter_mut().for_each(|x| *x = (*x - shape.middle) * shape.wider);
    let y: Vec<f64> = (0..layers.len()).rev().map(|at| at as f64 * shape.higher).collect();
    let rounded = |places: Vec<f64>| places.into_iter().map(rounded).collect();
    Layout { x: rounded(x), y: rounded(y), layers }
}

/// What gives places the proportions of a screen.
struct Shape {
    middle: f64,
    wider: f64,
    higher: f64,
}

impl Shape {
    fn of(x: &[f64], layers: usize) -> Self {
        let left = x.iter().copied().reduce(f64::min).unwrap_or(0.0);
        let right = x.iter().copied().reduce(f64::max).unwrap_or(0.0);
        let (width, height) = ((right - left).max(1.0), layers.max(2) as f64 - 1.0);
        Self {
            middle: (left + right) / 2.0,
            wider: (ASPECT * height / width).clamp(1.0, 6.0),
            higher: (width / ASPECT / height).clamp(1.0, 6.0),
        }
    }
}

fn rounded(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

/// A score for each attribute, such that attributes of the same points have like ones: the first
/// axis of correspondence analysis, scaled to a standard deviation of 1.
fn scores(context: &FormalContext) -> Vec<f64> {
    let (rows, columns) = (context.rows(), context.columns());
    // Any start with different numbers will do.
    let mut scores: Vec<f64> = (0..columns.len()).map(|at| at as f64).collect();
    for _ in 0..ROUNDS {
        standardize(&mut scores, |at| columns.get(at).len() as f64);
        let of_points = means(rows.iter(), &scores);
        scores = means(columns.iter(), &of_points);
    }
    standardize(&mut scores, |at| columns.get(at).len() as f64);
    scores
}

fn means<'a>(lists: impl Iterator<Item = &'a [u32]>, scores: &[f64]) -> Vec<f64> {
    let mean = |list: &[u32]| {
        list.iter().map(|&at| scores[at as usize]).sum::<f64>() / list.len().max(1) as f64
    };
    lists.map(mean).collect()
}

/// Weighted mean 0 and standard deviation 1, where they differ at all.
fn standardize(scores: &mut [f64], weight: impl Fn(usize) -> f64) {
    let total: f64 = (0..scores.len()).map(&weight).sum::<f64>().max(1.0);
    let mean = scores.iter().enumerate().map(|(at, s)| weight(at) * s).sum::<f64>() / total;
    scores.iter_mut().for_each(|score| *score -= mean);
    let square = scores.iter().enumerate().map(|(at, s)| weight(at) * s * s).sum::<f64>() / total;
    if square > 1e-18 {
        scores.iter_mut().for_each(|score| *score /= square.sqrt());
    }
}

/// The neighbours of each node below (0) and above (1), nearer layers weighing more.
struct Neighbors([Vec<Vec<(usize, f64)>>; 2]);

impl Neighbors {
    fn of(picture: &Picture, layers: &[Range<usize>]) -> Self {
        let layer_of = |node: usize| layers.partition_point(|layer| layer.end <= node);
        let mut sides =
            [vec![Vec::new(); picture.nodes.len()], vec![Vec::new(); picture.nodes.len()]];
        for &(lower, upper) in &picture.edges {
            let weight = 1.0 / (layer_of(upper) - layer_of(lower)) as f64;
            sides[0][upper].push((lower, weight));
            sides[1][lower].push((upper, weight));
        }
        Self(sides)
    }

    /// The middle of a node's neighbours on these sides; where there is none, its own place.
    fn middle(&self, node: usize, x: &[f64], sides: &[usize]) -> f64 {
        let all = || sides.iter().flat_map(|&side| &self.0[side][node]);
        let weight: f64 = all().map(|(_, weight)| weight).sum();
        match weight > 0.0 {
            true => all().map(|&(at, weight)| x[at] * weight).sum::<f64>() / weight,
            false => x[node],
        }
    }
}

/// The least distance between clusters of a layer. Those of a narrow layer are spread, so that the
/// diagram does not become a needle above a wide foot.
fn apart(layer: &Range<usize>, widest: f64) -> f64 {
    (widest / layer.len().max(1) as f64).sqrt()
}

/// Moves the nodes of a layer as near as possible to their wanted places, in that order and with
/// that distance: least squares by pooling adjacent violators.
fn place(layer: &Range<usize>, apart: f64, x: &mut [f64], wanted: impl Fn(usize, &[f64]) -> f64) {
    let mut order: Vec<(f64, usize)> = layer.clone().map(|at| (wanted(at, x), at)).collect();
    order.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    // Runs of nodes without room between them: the mean wanted place of the first, and how many.
    let mut runs: Vec<(f64, usize)> = Vec::new();
    for (at, &(wanted, _)) in order.iter().enumerate() {
        let mut run = (wanted - apart * at as f64, 1);
        while let Some(&(before, count)) = runs.last().filter(|(before, _)| *before > run.0) {
            run.0 = (before * count as f64 + run.0 * run.1 as f64) / (count + run.1) as f64;
            run.1 += count;
            runs.pop();
        }
        runs.push(run);
    }
    let starts = runs.iter().flat_map(|&(start, count)| std::iter::repeat_n(start, count));
    for ((at, &(_, node)), start) in order.iter().enumerate().zip(starts) {
        x[node] = start + apart * at as f64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Node;
    use proptest::prelude::*;

    fn picture(sizes: &[u32], edges: &[(usize, usize)]) -> Picture {
        let nodes = sizes.iter().map(|&size| Node { size, ..Node::default() }).collect();
        Picture { nodes, edges: edges.to_vec(), ..Picture::default() }
    }

    fn context() -> FormalContext {
        let names = (0..4).map(|at| at.to_string()).collect();
        FormalContext::new(
            names,
            (0..4).map(|at| vec![at, (at + 1).min(3)]).map(|mut row| {
                row.dedup();
                row
            }),
        )
    }

    proptest! {
        #[test]
        fn lines_lead_up_and_nobody_stands_on_another(
            mut sizes in proptest::collection::vec(0..12u32, 1..40),
            ends in proptest::collection::vec((0..40usize, 0..40usize), 0..80),
        ) {
            sizes.sort_unstable();
            let count = sizes.len();
            let up = ends.iter().map(|&(a, b)| (a % count, b % count));
            let up = up.filter(|&(a, b)| sizes[a] < sizes[b]);
            let edges: Vec<(usize, usize)> = up.collect();
            let picture = picture(&sizes, &edges);
            let found = layout(&picture, &context());
            prop_assert_eq!(&found, &layout(&picture, &context()));
            let layer = |node: usize| found.layers.partition_point(|layer| layer.end <= node);
            for &(lower, upper) in &edges {
                prop_assert!(found.y[layer(lower)] > found.y[layer(upper)]);
            }
            for layer in &found.layers {
                let mut x = found.x[layer.clone()].to_vec();
                x.sort_by(f64::total_cmp);
                prop_assert!(x.windows(2).all(|pair| pair[1] - pair[0] > 0.98));
            }
        }
    }

    #[test]
    fn a_layer_keeps_its_wishes_where_there_is_room() {
        let mut x = vec![0.0; 4];
        let wishes = [5.0, 0.2, 0.0, 0.1];
        place(&(0..4), 1.0, &mut x, |at, _| wishes[at]);
        let expected = [5.0, 1.1, -0.9, 0.1];
        assert!(x.iter().zip(expected).all(|(x, wish)| (x - wish).abs() < 1e-9), "{x:?}");
    }

    #[test]
    fn attributes_of_the_same_points_have_like_scores() {
        // Two groups without a point in common but one bridge.
        let rows = [vec![0, 1], vec![0, 1, 2], vec![2, 3], vec![2, 3]];
        let names = (0..4).map(|at| at.to_string()).collect();
        let scores = scores(&FormalContext::new(names, rows));
        assert!((scores[0] - scores[1]).abs() < (scores[0] - scores[3]).abs());
        assert!(scores[0].signum() != scores[3].signum());
    }
}
