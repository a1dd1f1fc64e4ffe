//! Moves clusters aside where a line passes over them that has nothing to do with them.
//!
//! Invariant: the order of the layers and the room between clusters stay; what passes too near, in
//! sum, does not grow.

use std::ops::Range;

/// Pictures whose lines pass more layers than this in all are left as they are: there is no room
/// there, and single lines are hard to follow.
const MOST_STOPS: usize = 500;
const ROUNDS: usize = 60;
/// How far from a cluster a line should pass.
const ROOM: f64 = 0.42;

/// A line that passes a layer.
#[derive(Clone, Copy)]
struct Passing {
    lower: usize,
    upper: usize,
    /// How far up it is at that layer, from 0 to 1.
    share: f64,
    /// How far up it leads in all.
    height: f64,
}

/// Places with fewer lines over clusters. `place` puts the nodes of a layer where they are wanted,
/// as far as there is room.
pub fn clear_lines(
    mut x: Vec<f64>,
    y: &[f64],
    layers: &[Range<usize>],
    edges: &[(usize, usize)],
    place: impl Fn(&Range<usize>, &mut [f64], &[f64]),
) -> Vec<f64> {
    let Some(passing) = passing(y, layers, edges) else { return x };
    let mut best = (too_near(&x, layers, &passing), x.clone());
    for _ in 0..ROUNDS {
        if best.0 < 1e-9 {
            break;
        }
        let push = pushes(&x, layers, &passing);
        for layer in layers {
            let wanted: Vec<f64> = layer.clone().map(|node| x[node] + push[node]).collect();
            place(layer, &mut x, &wanted);
        }
        let now = too_near(&x, layers, &passing);
        if now < best.0 {
            best = (now, x.clone());
        }
    }
    best.1
}

/// For each layer the lines that pass it; none where they are too many.
fn passing(
    y: &[f64],
    layers: &[Range<usize>],
    edges: &[(usize, usize)],
) -> Option<Vec<Vec<Passing>>> {
    let layer_of = |node: usize| layers.partition_point(|layer| layer.end <= node);
    let mut passing = vec![Vec::new(); layers.len()];
    let mut stops = 0;
    for &(lower, upper) in edges {
        let (from, to) = (layer_of(lower), layer_of(upper));
        stops += to - from - 1;
        if stops > MOST_STOPS {
            return None;
        }
        for layer in from + 1..to {
            let height = y[from] - y[to];
            let share = (y[from] - y[layer]) / height;
            passing[layer].push(Passing { lower, upper, share, height });
        }
    }
    Some(passing)
}

/// How far each node should move: a cluster to one side, and the ends of the line to the other.
fn pushes(x: &[f64], layers: &[Range<usize>], passing: &[Vec<Passing>]) -> Vec<f64> {
    let mut push = vec![0.0; x.len()];
    for (layer, lines) in layers.iter().zip(passing) {
        for node in layer.clone() {
            for line in lines {
                let by = 0.4 * overlap(x, node, line);
                push[node] += by;
                push[line.lower] -= by * (1.0 - line.share);
                push[line.upper] -= by * line.share;
            }
        }
    }
    push
}

/// How far a node has to move to be clear of a line, and where to; 0 where it is. The flatter the
/// line, the farther that is.
fn overlap(x: &[f64], node: usize, line: &Passing) -> f64 {
    let run = x[line.upper] - x[line.lower];
    let away = x[node] - (x[line.lower] + run * line.share);
    let room = ROOM * (run / line.height).hypot(1.0).min(4.0);
    // Right on the line either side is as good; neighbours take different ones.
    let side = if away == 0.0 { [1.0, -1.0][node % 2] } else { away.signum() };
    side * (room - away.abs()).max(0.0)
}

fn too_near(x: &[f64], layers: &[Range<usize>], passing: &[Vec<Passing>]) -> f64 {
    let of_layer = |(layer, lines): (&Range<usize>, &Vec<Passing>)| -> f64 {
        let of_node = |node| lines.iter().map(|line| overlap(x, node, line).abs()).sum::<f64>();
        layer.clone().map(of_node).sum()
    };
    layers.iter().zip(passing).map(of_layer).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cluster_steps_off_a_line() {
        let layers = [0..1, 1..2, 2..3];
        let put = |layer: &Range<usize>, x: &mut [f64], wanted: &[f64]| {
            x[layer.clone()].copy_from_slice(wanted);
        };
        let y = [2.0, 1.0, 0.0];
        let x = clear_lines(vec![0.0, 0.1, 0.0], &y, &layers, &[(0, 1), (0, 2)], put);
        assert!((x[1] - (x[0] + x[2]) / 2.0).abs() >= ROOM - 1e-6, "{x:?}");
        // Nothing moves where nothing is in the way.
        let still = vec![0.0, 3.0, 0.0];
        assert_eq!(clear_lines(still.clone(), &y, &layers, &[(0, 2)], put), still);
    }
}
