//! Additive diagrams: each element stands at the sum of the vectors of its irreducible elements.
//!
//! Vectors are chosen one after the other, the best for the cost while the others stay, from
//! several starts. Source: Ganter, *Conflict avoidance in additive order diagrams* (2004).

use super::cost::{DiagramCost, GRID, GridPlace};
use super::order::{CoverOrder, Irreducibles};

/// The steps across of a vector, in half distances, and its heights.
const MAX_ACROSS: i32 = 7;
const HEIGHTS: [i32; 4] = [2, 3, 4, 6];
const STARTS: usize = 6;
const MAX_ROUNDS: usize = 12;

/// Returns the best places found.
pub(super) fn additive_positions(
    order: &CoverOrder,
    irreducibles: &Irreducibles,
) -> Vec<GridPlace> {
    let mut best: Option<(f64, Vec<GridPlace>)> = None;
    for start in 0..STARTS {
        let mut vectors = start_vectors(irreducibles.count, start);
        let cost = |vectors: &[GridPlace], bound: f64| {
            let places = sums(irreducibles, vectors);
            DiagramCost::new(order, &places).total_within(bound)
        };
        let mut least = cost(&vectors, f64::INFINITY);
        for _ in 0..MAX_ROUNDS {
            let before = least;
            for which in 0..vectors.len() {
                let mut kept = vectors[which];
                for height in HEIGHTS {
                    for across in -MAX_ACROSS..=MAX_ACROSS {
                        vectors[which] = [across * GRID / 2, height * GRID / 2];
                        let found = cost(&vectors, least);
                        if found < least - 1e-9 {
                            (least, kept) = (found, vectors[which]);
                        }
                    }
                }
                vectors[which] = kept;
            }
            if least >= before {
                break;
            }
        }
        if best.as_ref().is_none_or(|(found, _)| least < *found) {
            best = Some((least, sums(irreducibles, &vectors)));
        }
    }
    best.map_or_else(Vec::new, |(_, places)| places)
}

/// Returns vectors that fan out, in an order that depends on the start.
fn start_vectors(count: usize, start: usize) -> Vec<GridPlace> {
    let stride = [1, 2, 3, 5, 7, 11][start % STARTS];
    let vector = |at: usize| {
        let turned = (at * stride + start) % count.max(1);
        let across = 2 * turned as i32 - (count as i32 - 1);
        [across.clamp(-MAX_ACROSS, MAX_ACROSS) * GRID / 2, GRID]
    };
    (0..count).map(vector).collect()
}

fn sums(irreducibles: &Irreducibles, vectors: &[GridPlace]) -> Vec<GridPlace> {
    let sum = |set: &Vec<usize>| {
        let sum =
            set.iter().fold([0, 0], |sum, &at| [0, 1].map(|axis| sum[axis] + vectors[at][axis]));
        [irreducibles.direction * sum[0], irreducibles.direction * sum[1]]
    };
    irreducibles.sets.iter().map(sum).collect()
}
