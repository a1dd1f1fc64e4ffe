//! Names on a map, placed where they cover few points, near the points that they name and not
//! nearer to others.

use super::discs::Disc;
use crate::base::points::Position;
use crate::figure::{Anchor, Element, Form, Paint, text_width};
use crate::picture::colour::Colour;
use crate::picture::style::Theme;

/// The distance between the grid points where points are counted, and the number of grid points
/// from one tried position to the next.
const GRID_STEP: f64 = 4.0;
const TRIAL_STEP: usize = 2;
/// The cost of a name that covers points all over, as a distance from its group.
const COVER_COST: f64 = 350.0;
/// The cost of a name that is nearer to others, as a distance, and the margin within which it
/// counts as nearer.
const AMBIGUITY_COST: f64 = 60.0;
const AMBIGUITY_MARGIN: f64 = 4.0;
/// The distance beyond which a name has a line to the nearest point that it names; a name that is
/// nearer to others always has one.
const MAX_DISTANCE_WITHOUT_LINE: f64 = 16.0;
/// The most points to which distances are measured; of more, a sample is taken.
const MAX_SAMPLE: usize = 150;

pub(super) struct NameLine {
    pub words: String,
    pub size: f64,
    pub(crate) is_bold: bool,
    pub colour: Colour,
}

/// A position for a name, and the nearest point that it names.
struct NamePosition {
    middle: Position,
    nearest: Position,
    needs_line: bool,
}

pub(super) struct FreeSpace {
    corner: Position,
    columns: usize,
    rows: usize,
    /// The number of squares with a disc above and left of each grid point (a summed-area table).
    covered_sums: Vec<u32>,
    /// The middles and half sizes of the names that are placed.
    name_rectangles: Vec<[Position; 2]>,
}

impl FreeSpace {
    /// Creates the space around discs, given the radius of a point.
    pub(super) fn new(corner: Position, size: [f64; 2], discs: &[Disc], of_point: f64) -> Self {
        let [columns, rows] = size.map(|side| (side / GRID_STEP) as usize + 1);
        let mut covered_sums = vec![0; columns * rows];
        for disc in discs {
            let radius = disc.radius(of_point);
            let square = |axis: usize, along: f64| ((along - corner[axis]) / GRID_STEP) as usize;
            let squares = |axis: usize, most: usize| {
                let [from, to] = [-radius, radius].map(|by| square(axis, disc.at[axis] + by));
                from.min(most - 1)..=to.min(most - 1)
            };
            for y in squares(1, rows) {
                squares(0, columns).for_each(|x| covered_sums[y * columns + x] = 1);
            }
        }
        for at in 0..covered_sums.len() {
            let above = |back: usize| if at >= back { covered_sums[at - back] } else { 0 };
            let left = if at % columns > 0 { above(1) } else { 0 };
            let both = if at % columns > 0 { above(columns + 1) } else { 0 };
            covered_sums[at] += above(columns) + left - both;
        }
        Self { corner, columns, rows, covered_sums, name_rectangles: Vec::new() }
    }

    /// Places a name and returns its lines, or the first line alone, beside the points `members`;
    /// `None` if there is no room. The points `others` have other names.
    pub(crate) fn place_name(
        &mut self,
        lines: &[NameLine],
        [members, others]: [&[Position]; 2],
        theme: Theme,
    ) -> Option<Vec<Element>> {
        let some = |all: &[Position]| -> Vec<Position> {
            all.iter().step_by(all.len().div_ceil(MAX_SAMPLE).max(1)).copied().collect()
        };
        let points = [some(members), some(others)];
        let (lines, half, spot) = [lines, &lines[..1]].into_iter().find_map(|lines| {
            let width = lines.iter().map(|line| line.size * text_width(&line.words));
            let height: f64 = lines.iter().map(|line| 1.2 * line.size).sum();
            let half = [width.fold(0.0, f64::max) / 2.0, height / 2.0];
            Some((lines, half, self.best_position(half, &points)?))
        })?;
        let NamePosition { middle, nearest: near, .. } = spot;
        self.name_rectangles.push([middle, half]);
        let mut shapes = Vec::new();
        if spot.needs_line {
            let from = [0, 1]
                .map(|axis| near[axis].clamp(middle[axis] - half[axis], middle[axis] + half[axis]));
            let line = Form::Line(vec![from, near]);
            shapes.push(Element::new(line).with_stroke(theme.quiet(), 0.7));
        }
        let mut y = middle[1] - half[1];
        for line in lines {
            y += 1.2 * line.size;
            let place = [middle[0], y - 0.3 * line.size];
            let text = Element::text(place, line.size, &*line.words).with_anchor(Anchor::Middle);
            let text = text.with_fill(line.colour).with_stroke(Paint(theme.paper(), 0.85), 3.0);
            shapes.push(if line.is_bold { text.bold() } else { text });
        }
        Some(shapes)
    }

    /// Returns the best position for a name, given the points that it names and others.
    fn best_position(
        &self,
        half: [f64; 2],
        [members, others]: &[Vec<Position>; 2],
    ) -> Option<NamePosition> {
        let mut best: Option<(f64, NamePosition)> = None;
        let cells = half.map(|half| (half / GRID_STEP).ceil() as usize);
        let center = [0, 1]
            .map(|axis| members.iter().map(|at| at[axis]).sum::<f64>() / members.len() as f64);
        for row in (cells[1]..self.rows.saturating_sub(cells[1])).step_by(TRIAL_STEP) {
            for column in (cells[0]..self.columns.saturating_sub(cells[0])).step_by(TRIAL_STEP) {
                let [left, top] = self.corner;
                let middle = [left + GRID_STEP * column as f64, top + GRID_STEP * row as f64];
                let is_taken = |[other, size]: &[Position; 2]| {
                    (0..2).all(|axis| {
                        (middle[axis] - other[axis]).abs() < half[axis] + size[axis] + 3.0
                    })
                };
                if self.name_rectangles.iter().any(is_taken) {
                    continue;
                }
                let nearest = |points: &[Position]| {
                    let away =
                        points.iter().map(|&at| (distance_to_rectangle(middle, half, at), at));
                    away.min_by(|one, other| one.0.total_cmp(&other.0))
                };
                let (away, near) = nearest(members)?;
                let is_astray =
                    nearest(others).is_some_and(|(other, _)| other < away + AMBIGUITY_MARGIN);
                let cost = COVER_COST * self.covered_share(column, row, cells)
                    + away
                    + if is_astray { AMBIGUITY_COST } else { 0.0 }
                    + 0.1 * distance_to_rectangle(middle, [0.0; 2], center);
                if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                    best = Some((
                        cost,
                        NamePosition {
                            middle,
                            nearest: near,
                            needs_line: is_astray || away > MAX_DISTANCE_WITHOUT_LINE,
                        },
                    ));
                }
            }
        }
        best.map(|(_, spot)| spot)
    }

    /// Returns the share of a rectangle around a grid point that is covered by discs.
    fn covered_share(&self, column: usize, row: usize, [wide, high]: [usize; 2]) -> f64 {
        let sum = |x: usize, y: usize| self.covered_sums[y * self.columns + x];
        let (left, top) = (column - wide, row - high);
        let (right, low) = ((column + wide).min(self.columns - 1), (row + high).min(self.rows - 1));
        let inside = sum(right, low) + sum(left, top) - sum(right, top) - sum(left, low);
        f64::from(inside) / ((right - left) * (low - top)).max(1) as f64
    }
}

fn distance_to_rectangle(middle: Position, half: [f64; 2], place: Position) -> f64 {
    let away = [0, 1].map(|axis| ((place[axis] - middle[axis]).abs() - half[axis]).max(0.0));
    (away[0] * away[0] + away[1] * away[1]).sqrt()
}
