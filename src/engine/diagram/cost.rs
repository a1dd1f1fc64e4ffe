//! The cost of a diagram: crossings, lines near foreign elements, crowds, flat lines, slopes.
//!
//! Places are whole numbers on a grid of half a usual distance, so that the tests are exact and the
//! same on every machine.

use std::collections::BTreeMap;

use super::order::CoverOrder;

/// A place on the grid, across and up.
pub(super) type GridPlace = [i32; 2];

/// The number of grid steps in a usual distance between neighbours.
pub(super) const GRID: i32 = 4;

const CROSSING: f64 = 1.0;
/// A line through an element, or within `CLEARANCE` of it.
const HIT: f64 = 9.0;
const CLEARANCE: f64 = 1.7;
/// Two elements nearer than `CROWDED`, or on one level nearer than `NARROW`.
const CROWD: f64 = 9.0;
const CROWDED: f64 = 3.6;
const NARROW: i32 = 5;
/// A line flatter than 1 in `FLAT`.
const FLATNESS: f64 = 0.6;
const FLAT: f64 = 2.2;
/// Each slope that no other line has.
const SLOPE: f64 = 0.22;
/// A grid step of a line, across and up.
const ACROSS: f64 = 0.024;
const UP: f64 = 0.02;
/// A grid step between the largest element and the smallest one or the middle, across.
const LEAN: f64 = 0.06;
/// A cover whose upper end stands less than half a usual distance above the lower one.
const LOW: f64 = 1000.0;

/// The cost of places, kept while single elements move.
pub(super) struct DiagramCost<'a> {
    order: &'a CoverOrder,
    pub(super) places: Vec<GridPlace>,
    /// The places of the lower and the upper end of each cover.
    lines: Vec<[GridPlace; 2]>,
    /// The factor of the cost of a line near a foreign element.
    pub(super) hit_factor: f64,
    slopes: BTreeMap<GridPlace, usize>,
}

impl<'a> DiagramCost<'a> {
    pub(super) fn new(order: &'a CoverOrder, places: &[GridPlace]) -> Self {
        let lines = order.covers.iter().map(|&(low, high)| [places[low], places[high]]).collect();
        let (places, slopes) = (places.to_vec(), BTreeMap::new());
        let mut cost = Self { order, places, lines, hit_factor: 1.0, slopes };
        for at in 0..order.covers.len() {
            let slope = cost.slope(at);
            *cost.slopes.entry(slope).or_default() += 1;
        }
        cost
    }

    /// Returns the cost, or some number above `bound` as soon as the cost is known to be above it.
    pub(super) fn total_within(&self, bound: f64) -> f64 {
        let covers = &self.order.covers;
        let mut sum = self.shape_cost();
        sum += covers.iter().map(|&cover| self.line_cost(cover)).sum::<f64>();
        for one in 0..self.places.len() {
            sum += (0..one).map(|other| self.crowd(one, other)).sum::<f64>();
        }
        for (at, &cover) in covers.iter().enumerate() {
            if sum > bound {
                return sum;
            }
            sum += (0..self.places.len()).map(|node| self.hit(cover, node)).sum::<f64>();
            sum += self.crossings(at, at);
        }
        sum
    }

    /// Returns the part of the cost that depends on the place of one element, or some number above
    /// `bound` as soon as it is known to be above it.
    pub(super) fn share_within(&self, node: usize, bound: f64) -> f64 {
        let covers = &self.order.covers;
        let own = &self.order.covers_of[node];
        let mut sum = self.shape_cost();
        sum += own.iter().map(|&at| self.line_cost(covers[at])).sum::<f64>();
        sum += (0..self.places.len()).map(|other| self.crowd(node, other)).sum::<f64>();
        if sum > bound {
            return sum;
        }
        // A cover does not meet its own ends.
        sum += covers.iter().map(|&cover| self.hit(cover, node)).sum::<f64>();
        for &at in own {
            if sum > bound {
                return sum;
            }
            sum += (0..self.places.len()).map(|other| self.hit(covers[at], other)).sum::<f64>();
            sum += self.crossings(at, covers.len());
        }
        sum
    }

    /// Moves one element.
    pub(super) fn move_to(&mut self, node: usize, place: GridPlace) {
        let order = self.order;
        let own = &order.covers_of[node];
        for &at in own {
            let slope = self.slope(at);
            if let Some(count) = self.slopes.get_mut(&slope) {
                *count -= 1;
                if *count == 0 {
                    self.slopes.remove(&slope);
                }
            }
        }
        self.places[node] = place;
        for &at in own {
            let end = usize::from(order.covers[at].1 == node);
            self.lines[at][end] = place;
        }
        for &at in own {
            let slope = self.slope(at);
            *self.slopes.entry(slope).or_default() += 1;
        }
    }

    fn slope(&self, cover: usize) -> GridPlace {
        let (low, high) = self.order.covers[cover];
        let [x, y] = difference(self.places[high], self.places[low]);
        let divisor = greatest_common_divisor(x.unsigned_abs(), y.unsigned_abs()).max(1) as i32;
        [x / divisor, y / divisor]
    }

    /// Returns the cost of the number of slopes and of a diagram that leans to one side.
    fn shape_cost(&self) -> f64 {
        let slopes = SLOPE * self.slopes.len() as f64;
        let Some(top) = self.order.largest() else { return slopes };
        let across = || self.places.iter().map(|place| place[0]);
        let (least, most) = (across().min().unwrap_or(0), across().max().unwrap_or(0));
        let top = self.places[top][0];
        let bottom = self.order.smallest().map_or(top, |at| self.places[at][0]);
        let middle = f64::from((2 * top - least - most).abs()) / 2.0;
        slopes + LEAN * (f64::from((top - bottom).abs()) + middle)
    }

    fn line_cost(&self, (low, high): (usize, usize)) -> f64 {
        let [x, y] = difference(self.places[high], self.places[low]);
        if y < GRID / 2 {
            return LOW + f64::from(GRID - y);
        }
        let (x, y) = (f64::from(x.abs()), f64::from(y));
        ACROSS * x + UP * y + FLATNESS * (x / y - FLAT).max(0.0)
    }

    /// Returns the cost of the crossings of a cover with the first `count` covers.
    fn crossings(&self, cover: usize, count: usize) -> f64 {
        let [a, b] = self.lines[cover];
        let (left, right) = (a[0].min(b[0]), a[0].max(b[0]));
        let (low, high) = self.order.covers[cover];
        let opposite = |one: i64, other: i64| (one > 0 && other < 0) || (one < 0 && other > 0);
        let crosses = |&(at, &[c, d]): &(usize, &[GridPlace; 2])| {
            if c[1] >= b[1] || d[1] <= a[1] || c[0].max(d[0]) <= left || c[0].min(d[0]) >= right {
                return false;
            }
            let (lower, upper) = self.order.covers[at];
            lower != low
                && upper != high
                && opposite(turn(a, b, c), turn(a, b, d))
                && opposite(turn(c, d, a), turn(c, d, b))
        };
        CROSSING * self.lines[..count].iter().enumerate().filter(crosses).count() as f64
    }

    fn hit(&self, (low, high): (usize, usize), node: usize) -> f64 {
        if node == low || node == high {
            return 0.0;
        }
        let (a, b, at) = (self.places[low], self.places[high], self.places[node]);
        let reach = CLEARANCE as i32 + 1;
        if at[1] + reach < a[1]
            || at[1] - reach > b[1]
            || at[0] + reach < a[0].min(b[0])
            || at[0] - reach > a[0].max(b[0])
        {
            return 0.0;
        }
        let (line, to) = (difference(b, a), difference(at, a));
        let [across, up] = [f64::from(line[0]), f64::from(line[1])];
        let [x, y] = [f64::from(to[0]), f64::from(to[1])];
        let length = (across * across + up * up).max(1.0);
        let along = ((across * x + up * y) / length).clamp(0.0, 1.0);
        let [x, y] = [x - along * across, y - along * up];
        let distance = (x * x + y * y).sqrt();
        let hit = HIT * self.hit_factor * (1.3 - distance / CLEARANCE);
        if distance < CLEARANCE { hit } else { 0.0 }
    }

    fn crowd(&self, one: usize, other: usize) -> f64 {
        let [x, y] = difference(self.places[one], self.places[other]);
        if one == other || x.abs() >= NARROW || y.abs() >= NARROW {
            return 0.0;
        }
        let distance = f64::from(x * x + y * y).sqrt();
        let narrow = if y == 0 { 0.3 * f64::from(NARROW - x.abs()) } else { 0.0 };
        narrow + if distance < CROWDED { CROWD * (1.2 - distance / CROWDED) } else { 0.0 }
    }
}

fn difference(one: GridPlace, other: GridPlace) -> GridPlace {
    [one[0] - other[0], one[1] - other[1]]
}

/// Returns a number above 0 if `c` lies left of the line from `a` to `b`, 0 if on it.
fn turn(a: GridPlace, b: GridPlace, c: GridPlace) -> i64 {
    let (b, c) = (difference(b, a), difference(c, a));
    i64::from(b[0]) * i64::from(c[1]) - i64::from(b[1]) * i64::from(c[0])
}

fn greatest_common_divisor(one: u32, other: u32) -> u32 {
    if other == 0 { one } else { greatest_common_divisor(other, one % other) }
}
