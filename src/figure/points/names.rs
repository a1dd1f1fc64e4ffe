//! Names on a map, placed where they cover few points, near the points that they name and not
//! nearer to others.

use super::discs::Disc;
use crate::base::points::Place;
use crate::figure::{Anchor, Form, Paint, Shape, letters};
use crate::picture::colour::Colour;
use crate::picture::style::Theme;

/// The distance between the grid points where points are counted, and the number of grid points
/// from one tried position to the next.
const STEP: f64 = 4.0;
const TRIED: usize = 2;
/// The cost of a name that covers points all over, as a distance from its group.
const COVERED: f64 = 350.0;
/// The cost of a name that is nearer to others, as a distance, and the margin within which it
/// counts as nearer.
const ASTRAY: f64 = 60.0;
const NEARER: f64 = 4.0;
/// The distance beyond which a name has a line to the nearest point that it names; a name that is
/// nearer to others always has one.
const FAR: f64 = 16.0;
/// The most points to which distances are measured; of more, a sample is taken.
const SAMPLE: usize = 150;

/// A line of a name.
pub(super) struct Line {
    pub words: String,
    /// The font size.
    pub size: f64,
    pub is_bold: bool,
    pub colour: Colour,
}

/// A position for a name, and the nearest point that it names.
struct Spot {
    middle: Place,
    near: Place,
    needs_line: bool,
}

/// The space on a map that is free for names.
pub(super) struct Room {
    corner: Place,
    columns: usize,
    rows: usize,
    /// The number of squares with a disc above and left of each grid point (a summed-area table).
    covered: Vec<u32>,
    /// The middles and half sizes of the names that are placed.
    taken: Vec<[Place; 2]>,
}

impl Room {
    /// Creates the space around discs, given the radius of a point.
    pub fn new(corner: Place, size: [f64; 2], discs: &[Disc], of_point: f64) -> Self {
        let [columns, rows] = size.map(|side| (side / STEP) as usize + 1);
        let mut covered = vec![0; columns * rows];
        for disc in discs {
            let radius = disc.radius(of_point);
            let square = |axis: usize, along: f64| ((along - corner[axis]) / STEP) as usize;
            let squares = |axis: usize, most: usize| {
                let [from, to] = [-radius, radius].map(|by| square(axis, disc.at[axis] + by));
                from.min(most - 1)..=to.min(most - 1)
            };
            for y in squares(1, rows) {
                squares(0, columns).for_each(|x| covered[y * columns + x] = 1);
            }
        }
        for at in 0..covered.len() {
            let above = |back: usize| if at >= back { covered[at - back] } else { 0 };
            let left = if at % columns > 0 { above(1) } else { 0 };
            let both = if at % columns > 0 { above(columns + 1) } else { 0 };
            covered[at] += above(columns) + left - both;
        }
        Self { corner, columns, rows, covered, taken: Vec::new() }
    }

    /// Places a name and returns its lines, or the first line alone, beside the points `members`;
    /// `None` if there is no room. The points `others` have other names.
    pub fn name(
        &mut self,
        lines: &[Line],
        [members, others]: [&[Place]; 2],
        theme: Theme,
    ) -> Option<Vec<Shape>> {
        let some = |all: &[Place]| -> Vec<Place> {
            all.iter().step_by(all.len().div_ceil(SAMPLE).max(1)).copied().collect()
        };
        let points = [some(members), some(others)];
        let (lines, half, spot) = [lines, &lines[..1]].into_iter().find_map(|lines| {
            let width = lines.iter().map(|line| line.size * letters(&line.words));
            let height: f64 = lines.iter().map(|line| 1.2 * line.size).sum();
            let half = [width.fold(0.0, f64::max) / 2.0, height / 2.0];
            Some((lines, half, self.best(half, &points)?))
        })?;
        let Spot { middle, near, .. } = spot;
        self.taken.push([middle, half]);
        let mut shapes = Vec::new();
        if spot.needs_line {
            let from = [0, 1]
                .map(|axis| near[axis].clamp(middle[axis] - half[axis], middle[axis] + half[axis]));
            let line = Form::Line(vec![from, near]);
            shapes.push(Shape::new(line).outlined(theme.quiet(), 0.7));
        }
        let mut y = middle[1] - half[1];
        for line in lines {
            y += 1.2 * line.size;
            let place = [middle[0], y - 0.3 * line.size];
            let text = Shape::text(place, line.size, &*line.words).anchored(Anchor::Middle);
            let text = text.filled(line.colour).outlined(Paint(theme.paper(), 0.85), 3.0);
            shapes.push(if line.is_bold { text.bold() } else { text });
        }
        Some(shapes)
    }

    /// Returns the best position for a name with a half size, given the points that it names and
    /// others.
    fn best(&self, half: [f64; 2], [members, others]: &[Vec<Place>; 2]) -> Option<Spot> {
        let mut best: Option<(f64, Spot)> = None;
        let cells = half.map(|half| (half / STEP).ceil() as usize);
        let center = [0, 1]
            .map(|axis| members.iter().map(|at| at[axis]).sum::<f64>() / members.len() as f64);
        for row in (cells[1]..self.rows.saturating_sub(cells[1])).step_by(TRIED) {
            for column in (cells[0]..self.columns.saturating_sub(cells[0])).step_by(TRIED) {
                let [left, top] = self.corner;
                let middle = [left + STEP * column as f64, top + STEP * row as f64];
                let is_taken = |[other, size]: &[Place; 2]| {
                    (0..2).all(|axis| {
                        (middle[axis] - other[axis]).abs() < half[axis] + size[axis] + 3.0
                    })
                };
                if self.taken.iter().any(is_taken) {
                    continue;
                }
                let nearest = |points: &[Place]| {
                    let away = points.iter().map(|&at| (beyond(middle, half, at), at));
                    away.min_by(|one, other| one.0.total_cmp(&other.0))
                };
                let (away, near) = nearest(members)?;
                let is_astray = nearest(others).is_some_and(|(other, _)| other < away + NEARER);
                let cost = COVERED * self.share_covered(column, row, cells)
                    + away
                    + if is_astray { ASTRAY } else { 0.0 }
                    + 0.1 * beyond(middle, [0.0; 2], center);
                if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                    best = Some((cost, Spot { middle, near, needs_line: is_astray || away > FAR }));
                }
            }
        }
        best.map(|(_, spot)| spot)
    }

    /// Returns the share of a rectangle around a grid point that is covered by discs.
    fn share_covered(&self, column: usize, row: usize, [wide, high]: [usize; 2]) -> f64 {
        let sum = |x: usize, y: usize| self.covered[y * self.columns + x];
        let (left, top) = (column - wide, row - high);
        let (right, low) = ((column + wide).min(self.columns - 1), (row + high).min(self.rows - 1));
        let inside = sum(right, low) + sum(left, top) - sum(right, top) - sum(left, low);
        f64::from(inside) / ((right - left) * (low - top)).max(1) as f64
    }
}

/// Returns the distance of a position from a rectangle.
fn beyond(middle: Place, half: [f64; 2], place: Place) -> f64 {
    let away = [0, 1].map(|axis| ((place[axis] - middle[axis]).abs() - half[axis]).max(0.0));
    (away[0] * away[0] + away[1] * away[1]).sqrt()
}
