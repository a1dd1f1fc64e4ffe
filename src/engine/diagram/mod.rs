//! Positions for line diagrams of ordered sets: straight lines lead up, and none meets a foreign
//! element.
//!
//! Two ways, and one cost that judges both: an additive diagram, in which each element
//! stands at the sum of the vectors of its irreducible elements, so that lines of one irreducible
//! are parallel (Ganter, *Conflict avoidance in additive order diagrams*, 2004); and forces between
//! elements on fixed levels (Freese, *Automated lattice drawing*, 2004), improved by moves of
//! single elements. Invariant: the upper end of a cover stands higher than the lower one, and the
//! covers determine the positions.

mod additive;
mod components;
mod cost;
mod forces;
mod order;
mod search;

use additive::additive_positions;
use components::{pack, split};
use cost::{DiagramCost, GridPlace};
use forces::force_positions;
use order::CoverOrder;
use search::{improve, raise_smallest};

/// The numbers of elements and of irreducible elements up to which a diagram is additive.
const MAX_ADDITIVE_ELEMENTS: usize = 70;
const MAX_IRREDUCIBLES: usize = 12;

/// Returns the position of each element, across and up: 1 is a usual distance between neighbours.
///
/// `covers` holds pairs of a lower and an upper element, without those that follow from others.
///
/// # Panics
/// Panics if a cover names an element that is not below `count`, or if the covers form a circle.
pub fn place(count: usize, covers: &[(usize, usize)]) -> Vec<[f64; 2]> {
    let parts = split(count, covers);
    let placed: Vec<Vec<GridPlace>> = parts
        .iter()
        .map(|part| place_connected(&CoverOrder::new(part.len(), &part.covers)))
        .collect();
    pack(count, &parts, placed)
}

/// Returns the places of a connected order.
fn place_connected(order: &CoverOrder) -> Vec<GridPlace> {
    let mut best: Option<(f64, Vec<GridPlace>)> = None;
    let mut consider = |mut places: Vec<GridPlace>, is_additive: bool| {
        match is_additive {
            true => raise_smallest(order, &mut places),
            false => improve(order, &mut places),
        }
        let cost = DiagramCost::new(order, &places).total_within(f64::INFINITY);
        if best.as_ref().is_none_or(|(least, _)| cost < *least) {
            best = Some((cost, places));
        }
    };
    if order.len() <= MAX_ADDITIVE_ELEMENTS {
        for irreducibles in
            [order.meet_irreducibles(), order.join_irreducibles()].into_iter().flatten()
        {
            if irreducibles.count <= MAX_IRREDUCIBLES {
                consider(additive_positions(order, &irreducibles), true);
            }
        }
    }
    for places in force_positions(order) {
        consider(places, false);
    }
    best.map_or_else(Vec::new, |(_, places)| places)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the covers of the subsets of `n` elements.
    fn cube(n: usize) -> Vec<(usize, usize)> {
        let below = |set: usize| {
            (0..n).filter(move |at| set >> at & 1 == 0).map(move |at| (set, set | 1 << at))
        };
        (0..1 << n).flat_map(below).collect()
    }

    /// Returns the number of elements within `clearance` of a foreign line.
    fn hits(places: &[[f64; 2]], covers: &[(usize, usize)], clearance: f64) -> usize {
        let near = |&(low, high): &(usize, usize), at: usize| {
            let ([ax, ay], [bx, by], [x, y]) = (places[low], places[high], places[at]);
            let along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay))
                / ((bx - ax).powi(2) + (by - ay).powi(2));
            let [dx, dy] = [
                ax + along.clamp(0.0, 1.0) * (bx - ax) - x,
                ay + along.clamp(0.0, 1.0) * (by - ay) - y,
            ];
            at != low && at != high && dx * dx + dy * dy < clearance * clearance
        };
        covers.iter().map(|cover| (0..places.len()).filter(|&at| near(cover, at)).count()).sum()
    }

    fn random_covers(count: usize, seed: u64) -> Vec<(usize, usize)> {
        use rand_chacha::ChaCha8Rng;
        use rand_chacha::rand_core::{Rng, SeedableRng};
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut covers = Vec::new();
        for high in 1..count {
            let low = random.next_u32() as usize % high;
            covers.push((low, high));
            let other = random.next_u32() as usize % high;
            // An element without a path to `low` makes no cover redundant.
            if other != low && !leads(&covers, other, low) && !leads(&covers, low, other) {
                covers.push((other, high));
            }
        }
        covers
    }

    fn leads(covers: &[(usize, usize)], from: usize, to: usize) -> bool {
        from == to || covers.iter().any(|&(low, high)| low == from && leads(covers, high, to))
    }

    #[test]
    fn lines_lead_up_and_miss_other_elements() {
        let orders = (0..12).map(|seed| random_covers(6 + 2 * seed as usize, seed));
        for covers in orders.chain([cube(2), cube(3), cube(4)]) {
            let count = 1 + covers.iter().map(|cover| cover.1.max(cover.0)).max().unwrap();
            let places = place(count, &covers);
            for &(low, high) in &covers {
                assert!(places[low][1] < places[high][1], "{low} is not below {high}");
            }
            assert_eq!(hits(&places, &covers, 0.1), 0, "{covers:?}");
            assert_eq!(place(count, &covers), places);
        }
    }

    #[test]
    fn a_cube_has_parallel_lines() {
        let covers = cube(3);
        let places = place(8, &covers);
        let step = |&(low, high): &(usize, usize)| {
            [0, 1].map(|axis| places[high][axis] - places[low][axis])
        };
        let mut steps: Vec<String> =
            covers.iter().map(|cover| format!("{:?}", step(cover))).collect();
        steps.sort();
        steps.dedup();
        assert_eq!(steps.len(), 3, "{steps:?}");
    }

    #[test]
    fn small_orders_have_places() {
        assert!(place(0, &[]).is_empty());
        assert_eq!(place(1, &[]).len(), 1);
        let apart = place(3, &[]);
        assert!(apart[0] != apart[1] && apart[1] != apart[2] && apart[0] != apart[2]);
        let chain = place(4, &[(0, 1), (1, 2), (2, 3)]);
        assert!(chain.iter().all(|place| place[0] == chain[0][0]), "{chain:?}");
    }
}
