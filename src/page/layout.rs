//! The positions of a page's clusters: the larger the higher, and from left to right as their
//! points are on the map.
//!
//! Invariant: a line always leads up, clusters of one layer are at least 1 apart, and the same
//! picture gives the same positions. Layers are the columns of the pictures
//! ([`columns()`](crate::picture::columns::columns)). Within a layer, clusters stand as near as
//! there is room to the mean position of their points.

use std::ops::Range;

use crate::base::points::Position;
use crate::picture::columns::columns;
use crate::picture::{Node, Picture};

/// The ratio of width to height of a page that fills a screen.
const ASPECT: f64 = 1.5;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Layout {
    /// The x position of each node, to the right; 0 is the middle.
    pub x: Vec<f64>,
    /// The y position of each layer, downwards; the largest clusters are at 0.
    pub y: Vec<f64>,
    /// The nodes of each layer, smallest clusters first.
    pub(crate) layers: Vec<Range<usize>>,
}

/// Returns the positions of the nodes of a picture whose points are at `places` on the map.
pub(crate) fn layout(picture: &Picture, places: &[Position]) -> Layout {
    let layers = columns(picture);
    let widest = layers.iter().map(Range::len).max().unwrap_or(1) as f64;
    let middle = |node: &Node| {
        let across = node.extent.iter().map(|point| places[point.index()][0]);
        across.sum::<f64>() / node.extent.len().max(1) as f64
    };
    // The map extends from -1 to 1.
    let mut x: Vec<f64> = picture.nodes.iter().map(|node| middle(node) * widest / 2.0).collect();
    layers.iter().for_each(|layer| place_layer(layer, spacing(layer, widest), &mut x));
    let shape = Stretch::new(&x, layers.len());
    x.iter_mut().for_each(|x| *x = (*x - shape.middle) * shape.x_factor);
    let y: Vec<f64> = (0..layers.len()).rev().map(|at| at as f64 * shape.layer_distance).collect();
    let rounded = |places: Vec<f64>| places.into_iter().map(two_decimals).collect();
    Layout { x: rounded(x), y: rounded(y), layers }
}

/// The scaling that gives positions the proportions of a screen.
struct Stretch {
    middle: f64,
    x_factor: f64,
    layer_distance: f64,
}

impl Stretch {
    fn new(x: &[f64], layers: usize) -> Self {
        let left = x.iter().copied().reduce(f64::min).unwrap_or(0.0);
        let right = x.iter().copied().reduce(f64::max).unwrap_or(0.0);
        let (width, height) = ((right - left).max(1.0), layers.max(2) as f64 - 1.0);
        Self {
            middle: (left + right) / 2.0,
            x_factor: (ASPECT * height / width).clamp(1.0, 6.0),
            layer_distance: (width / ASPECT / height).max(1.0),
        }
    }
}

fn two_decimals(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

/// Returns the least distance between clusters of a layer. A narrow layer is spread, so that the
/// diagram does not become a needle above a wide foot.
fn spacing(layer: &Range<usize>, widest: f64) -> f64 {
    (widest / layer.len().max(1) as f64).sqrt()
}

/// Moves the nodes of a layer as little as possible, so that they keep their order and are at least
/// `apart` from one another: least squares by pooling adjacent violators.
fn place_layer(layer: &Range<usize>, apart: f64, x: &mut [f64]) {
    let mut order: Vec<(f64, usize)> = layer.clone().map(|at| (x[at], at)).collect();
    order.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    // Runs of nodes without room between them: the wanted position of the first, and the length.
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
    use crate::base::ids::PointId;
    use proptest::prelude::*;

    fn picture(sizes: &[u32], edges: &[(usize, usize)]) -> Picture {
        let nodes = sizes.iter().map(|&size| Node { size, ..Node::default() }).collect();
        Picture { nodes, edges: edges.to_vec(), ..Picture::default() }
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
            let found = layout(&picture, &[]);
            prop_assert_eq!(&found, &layout(&picture, &[]));
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
        let mut x = [5.0, 0.2, 0.0, 0.1];
        place_layer(&(0..4), 1.0, &mut x);
        let expected = [5.0, 1.1, -0.9, 0.1];
        assert!(x.iter().zip(expected).all(|(x, wish)| (x - wish).abs() < 1e-9), "{x:?}");
    }

    #[test]
    fn clusters_stand_as_their_points_do_on_the_map() {
        let places = [[0.5, 0.0], [-0.5, 1.0], [-0.4, -1.0]];
        let mut picture = picture(&[1, 1, 1], &[]);
        for (at, node) in picture.nodes.iter_mut().enumerate() {
            node.extent = vec![PointId(at as u32)];
        }
        let found = layout(&picture, &places);
        assert!(found.x[1] < found.x[2] && found.x[2] < found.x[0], "{:?}", found.x);
    }
}
