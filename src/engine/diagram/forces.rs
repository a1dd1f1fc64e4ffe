//! Places by forces: comparable elements attract one another, others repel, on fixed levels.
//!
//! Source: Freese, *Automated lattice drawing* (2004): the forces act in two horizontal directions,
//! and the diagram is the best view from the side. Only sums, products, quotients and square roots
//! are computed, so the places are the same on every machine.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::cost::{DiagramCost, GRID, GridPlace};
use super::order::CoverOrder;

const ROUNDS: usize = 250;
/// The number of views from the side that are tried, and of those that are improved: fewer of large
/// orders, which take longer.
const VIEWS: i32 = 16;
const MAX_BEST_VIEWS: usize = 3;
const BEST_VIEW_ELEMENTS: usize = 180;
const STARTS: u64 = 2;

/// Returns the places in the best views from the side.
pub(super) fn force_positions(order: &CoverOrder) -> Vec<Vec<GridPlace>> {
    let n = order.len();
    if n < 2 {
        return vec![vec![[0, 0]; n]];
    }
    let mut views: Vec<(f64, Vec<GridPlace>)> = Vec::new();
    for start in 0..STARTS {
        let spots = relax(order, start);
        for view in 0..VIEWS {
            // A point of the unit circle by a rational number, without sines.
            let t = f64::from(2 * view - VIEWS) / f64::from(VIEWS);
            let axis = [(1.0 - t * t) / (1.0 + t * t), 2.0 * t / (1.0 + t * t)];
            let along = |spot: &[f64; 2]| spot[0] * axis[0] + spot[1] * axis[1];
            let place = |at: usize| {
                let x = (along(&spots[at]) * f64::from(GRID)).round() as i32;
                [x, order.levels[at] * GRID / 2]
            };
            let places: Vec<GridPlace> = (0..n).map(place).collect();
            views.push((DiagramCost::new(order, &places).total_within(f64::INFINITY), places));
        }
    }
    views.sort_by(|one, other| one.0.total_cmp(&other.0));
    views.dedup_by(|one, other| one.1 == other.1);
    let best = (BEST_VIEW_ELEMENTS / n).clamp(1, MAX_BEST_VIEWS);
    views.into_iter().take(best).map(|(_, places)| places).collect()
}

/// Returns the two horizontal coordinates of each element at rest.
fn relax(order: &CoverOrder, seed: u64) -> Vec<[f64; 2]> {
    let n = order.len();
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut number = || f64::from(random.next_u32()) / f64::from(u32::MAX) - 0.5;
    let wide = (n as f64).sqrt();
    let mut spots: Vec<[f64; 2]> = (0..n).map(|_| [wide * number(), wide * number()]).collect();
    for round in 0..ROUNDS {
        let rate = 1.0 - round as f64 / ROUNDS as f64;
        // Attraction prevails at first, so that relatives gather, and repulsion at last.
        let attraction = 0.35 * rate + 0.06;
        let repulsion = 1.0 + 1.5 * (1.0 - rate);
        let mut forces = vec![[0.0_f64; 2]; n];
        for one in 0..n {
            for other in 0..one {
                let apart = [0, 1].map(|axis| spots[one][axis] - spots[other][axis]);
                let up = f64::from(order.levels[one] - order.levels[other]) / 2.0;
                let square = apart[0] * apart[0] + apart[1] * apart[1] + up * up;
                let force = match order.is_comparable(one, other) {
                    true => -attraction / (1.0 + up.abs()),
                    false => repulsion / (0.05 + square * square.sqrt()),
                };
                for axis in 0..2 {
                    forces[one][axis] += force * apart[axis];
                    forces[other][axis] -= force * apart[axis];
                }
            }
        }
        for (spot, force) in spots.iter_mut().zip(forces) {
            let length = (force[0] * force[0] + force[1] * force[1]).sqrt();
            let step = (0.3 + 0.7 * rate) * 0.5 / length.max(1.0);
            *spot = [0, 1].map(|axis| spot[axis] + step * force[axis]);
        }
    }
    spots
}
