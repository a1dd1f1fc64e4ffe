//! Names beside the groups of a map: where few points lie under them, near those of their group.

use super::discs::Disc;
use crate::base::points::Place;
use crate::figure::{Anchor, Paint, Shape, letters};
use crate::picture::style::Theme;

/// How high the letters of a name are, and those below it.
const NAME: f64 = 10.5;
const SMALL: f64 = 8.5;
/// How far the places are from one another where points are counted, and where a name is tried.
const STEP: f64 = 4.0;
const TRIED: usize = 2;
/// A name that covers points all over costs as much as one this far away from its group.
const COVERED: f64 = 350.0;
/// A name farther away than this has a line to its group.
const FAR: f64 = 16.0;
/// The distance to a group is measured to a sample of this many of its points.
const SAMPLE: usize = 150;

/// What there is no name on yet.
pub(super) struct Room {
    corner: Place,
    columns: usize,
    rows: usize,
    /// How many squares with a disc there are above and left of each place.
    covered: Vec<u32>,
    /// The middles and half the sizes of names.
    taken: Vec<[Place; 2]>,
}

impl Room {
    /// The room around discs, where the radius of a point is given.
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

    /// The lines of a group's name; nothing where there is no room.
    pub fn name(&mut self, lines: &[String], members: &[Place], theme: Theme) -> Vec<Shape> {
        let size = |at: usize| if at == 0 { NAME } else { SMALL };
        let wide = |(at, line): (usize, &String)| size(at) * letters(line);
        let width = lines.iter().enumerate().map(wide).fold(0.0, f64::max);
        let height = 1.2 * (NAME + SMALL * (lines.len() as f64 - 1.0));
        let half = [width / 2.0, height / 2.0];
        let sample = members.iter().step_by(members.len().div_ceil(SAMPLE).max(1));
        let sample: Vec<Place> = sample.copied().collect();
        let Some((middle, near)) = self.best(half, &sample) else { return Vec::new() };
        self.taken.push([middle, half]);
        let mut shapes = Vec::new();
        if beyond(middle, half, near) > FAR {
            let from = [0, 1]
                .map(|axis| near[axis].clamp(middle[axis] - half[axis], middle[axis] + half[axis]));
            let line = crate::figure::Form::Line(vec![from, near]);
            shapes.push(Shape::new(line).outlined(theme.faint(), 0.7));
        }
        let mut y = middle[1] - half[1];
        for (at, line) in lines.iter().enumerate() {
            y += 1.2 * size(at);
            let place = [middle[0], y - 0.3 * size(at)];
            let line = Shape::text(place, size(at), line).anchored(Anchor::Middle);
            let line = line.filled(theme.ink()).outlined(Paint(theme.paper(), 0.85), 3.0);
            shapes.push(if at == 0 { line.bold() } else { line });
        }
        shapes
    }

    /// The best middle of a name of that size, and the nearest point of its group.
    fn best(&self, half: [f64; 2], members: &[Place]) -> Option<(Place, Place)> {
        let mut best: Option<(f64, Place, Place)> = None;
        let cells = half.map(|half| (half / STEP).ceil() as usize);
        let far = |middle: Place, at: &Place| {
            let away = [0, 1].map(|axis| at[axis] - middle[axis]);
            away[0] * away[0] + away[1] * away[1]
        };
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
                let near = members
                    .iter()
                    .copied()
                    .min_by(|a, b| beyond(middle, half, *a).total_cmp(&beyond(middle, half, *b)))?;
                let away = beyond(middle, half, near);
                let cost = COVERED * self.share_covered(column, row, cells)
                    + away
                    + 0.1 * far(middle, &center).sqrt();
                if best.is_none_or(|(least, ..)| cost < least) {
                    best = Some((cost, middle, near));
                }
            }
        }
        best.map(|(_, middle, near)| (middle, near))
    }

    /// How much of a rectangle around a place has discs in it.
    fn share_covered(&self, column: usize, row: usize, [wide, high]: [usize; 2]) -> f64 {
        let sum = |x: usize, y: usize| self.covered[y * self.columns + x];
        let (left, top) = (column - wide, row - high);
        let (right, low) = ((column + wide).min(self.columns - 1), (row + high).min(self.rows - 1));
        let inside = sum(right, low) + sum(left, top) - sum(right, top) - sum(left, low);
        f64::from(inside) / ((right - left) * (low - top)).max(1) as f64
    }
}

/// How far a place is from a rectangle.
fn beyond(middle: Place, half: [f64; 2], place: Place) -> f64 {
    let away = [0, 1].map(|axis| ((place[axis] - middle[axis]).abs() - half[axis]).max(0.0));
    (away[0] * away[0] + away[1] * away[1]).sqrt()
}
