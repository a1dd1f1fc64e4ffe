//! Moves of single elements as long as they make a diagram better.

use super::cost::{DiagramCost, GRID, GridPlace};
use super::order::CoverOrder;

const MAX_ROUNDS: usize = 16;
const MAX_LAST_ROUNDS: usize = 6;
const LAST_HIT_FACTOR: f64 = 6.0;
/// The steps across of a move, in grid steps.
const STEPS: [i32; 10] = [1, -1, 2, -2, 4, -4, 8, -8, 14, -14];

/// Moves elements and exchanges the places of two on a level until no move helps.
pub(super) fn improve(order: &CoverOrder, places: &mut Vec<GridPlace>) {
    let mut cost = DiagramCost::new(order, places);
    move_all(order, &mut cost, MAX_ROUNDS);
    // At last, a line through an element is worse than any crossing.
    cost.hit_factor = LAST_HIT_FACTOR;
    move_all(order, &mut cost, MAX_LAST_ROUNDS);
    *places = cost.places;
}

fn move_all(order: &CoverOrder, cost: &mut DiagramCost<'_>, rounds: usize) {
    for _ in 0..rounds {
        let mut has_moved = false;
        for node in 0..order.len() {
            has_moved |= move_one(order, cost, node);
        }
        for one in 0..order.len() {
            for other in one + 1..order.len() {
                let [first, second] = [cost.places[one], cost.places[other]];
                if first[1] == second[1] && (first[0] - second[0]).abs() < 6 * GRID {
                    has_moved |= exchange(cost, one, other);
                }
            }
        }
        if !has_moved {
            break;
        }
    }
}

/// Raises the smallest element, which is often far below all others, as far as that is better.
pub(super) fn raise_smallest(order: &CoverOrder, places: &mut [GridPlace]) {
    let Some(node) = order.smallest() else { return };
    let Some(above) = order.upper[node].iter().map(|&at| places[at][1]).min() else { return };
    let mut cost = DiagramCost::new(order, places);
    let [x, y] = places[node];
    let rows = (y..=above - GRID).flat_map(|row| (-12..=12).map(move |step| [x + step, row]));
    take_best(&mut cost, node, rows);
    places[node] = cost.places[node];
}

/// Moves an element to the best of the places around it; returns `true` if it moved.
fn move_one(order: &CoverOrder, cost: &mut DiagramCost<'_>, node: usize) -> bool {
    let [x, y] = cost.places[node];
    let mut candidates: Vec<GridPlace> = STEPS.map(|step| [x + step, y]).to_vec();
    let (lower, upper) = (&order.lower[node], &order.upper[node]);
    let low = lower.iter().map(|&at| cost.places[at][1]).max();
    let high = upper.iter().map(|&at| cost.places[at][1]).min();
    for step in [1, -1, 2, -2, 4, -4] {
        let is_free = low.is_none_or(|low| y + step >= low + GRID)
            && high.is_none_or(|high| y + step + GRID <= high);
        if is_free {
            candidates.extend([0, 1, -1, 2, -2, 4, -4].map(|across| [x + across, y + step]));
        }
    }
    // Places that make a parallelogram with two neighbours.
    for &high in upper {
        for &other in &order.lower[high] {
            for &low in order.lower[other].iter().filter(|low| lower.contains(low)) {
                let [a, b, c] = [high, other, low].map(|at| cost.places[at]);
                candidates.push([a[0] - b[0] + c[0], a[1] - b[1] + c[1]]);
            }
        }
    }
    // The middle below or above its neighbours.
    let near = upper.iter().chain(lower).map(|&at| cost.places[at][0]);
    let (sum, count) = near.fold((0, 0), |(sum, count), x| (sum + x, count + 1));
    if count > 0 {
        candidates.push([sum / count, y]);
    }
    take_best(cost, node, candidates.into_iter())
}

/// Moves an element to the best of some places; returns `true` if it moved.
fn take_best(
    cost: &mut DiagramCost<'_>,
    node: usize,
    candidates: impl Iterator<Item = GridPlace>,
) -> bool {
    let start = cost.places[node];
    let mut best = (cost.share_within(node, f64::INFINITY), start);
    for place in candidates {
        cost.move_to(node, place);
        let share = cost.share_within(node, best.0);
        if share < best.0 - 1e-9 {
            best = (share, place);
        }
    }
    cost.move_to(node, best.1);
    best.1 != start
}

/// Exchanges two elements if that is better; returns `true` if they stay exchanged.
fn exchange(cost: &mut DiagramCost<'_>, one: usize, other: usize) -> bool {
    let [first, second] = [cost.places[one], cost.places[other]];
    let all = f64::INFINITY;
    let before = cost.share_within(one, all);
    cost.move_to(one, second);
    let gain = before - cost.share_within(one, all) + cost.share_within(other, all);
    cost.move_to(other, first);
    let gain = gain - cost.share_within(other, gain);
    if gain > 1e-9 {
        return true;
    }
    cost.move_to(other, second);
    cost.move_to(one, first);
    false
}
