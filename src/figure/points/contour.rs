//! The region of a group on a map: the area, of any form, where its points are dense.
//!
//! The density is a sum of bells around the points on a grid, each bell three means over squares
//! (Wells 1986); its contour is found by marching squares (Lorensen and Cline 1987) and drawn as
//! quadratic curves between the middles of its sides.

use std::collections::BTreeMap;

use crate::base::points::Position;
use crate::figure::{Element, Form, Paint};

const GRID_STEP: f64 = 3.0;
/// The least density in a region, as a share of that around a point in a thin part.
const CONTOUR_LEVEL: f64 = 0.5;
/// The factor by which the outline of an island or a hole may be shorter than the longest outline;
/// shorter ones are left out.
const MAX_LENGTH_RATIO: usize = 5;
/// The percentile over the points of the group at which the density around a point counts as thin.
const THIN_PERCENTILE: usize = 8;

pub(super) struct DensityGrid {
    corner: Position,
    columns: usize,
    rows: usize,
    /// The number of grid points to either side that a mean extends over.
    half_window: usize,
}

/// The side between a grid point and the next one to the right or, if the flag is set, below.
type GridEdge = (usize, usize, bool);

impl DensityGrid {
    pub(super) fn new(corner: Position, size: [f64; 2], room: f64) -> Self {
        let [columns, rows] = size.map(|side| (side / GRID_STEP) as usize + 1);
        // The bells of neighbouring points overlap.
        let bell = (1.2 * room).clamp(5.0, 16.0) / GRID_STEP;
        let half_window = (((4.0 * bell * bell + 1.0).sqrt() - 1.0) / 2.0).round() as usize;
        Self { corner, columns, rows, half_window }
    }

    /// Returns the outlines of the region of points with weights, as closed curves; none if no
    /// weight is at least 0.5.
    pub(super) fn outlines(&self, places: &[Position], weights: &[f64]) -> Vec<Vec<Position>> {
        let mut field = vec![0.0; self.columns * self.rows];
        let node = |place: &Position| {
            let along =
                |axis: usize| ((place[axis] - self.corner[axis]) / GRID_STEP).round() as usize;
            along(1).min(self.rows - 1) * self.columns + along(0).min(self.columns - 1)
        };
        for (place, weight) in places.iter().zip(weights) {
            field[node(place)] += weight;
        }
        for _ in 0..3 {
            for row in 0..self.rows {
                self.sum_windows(&mut field, row * self.columns, 1, self.columns);
            }
            for column in 0..self.columns {
                self.sum_windows(&mut field, column, self.columns, self.rows);
            }
        }
        let members = places.iter().zip(weights).filter(|(_, weight)| **weight >= 0.5);
        let mut around: Vec<f64> = members.map(|(place, _)| field[node(place)]).collect();
        around.sort_by(f64::total_cmp);
        let Some(thin) = around.get(around.len() * THIN_PERCENTILE / 100) else {
            return Vec::new();
        };
        let mut loops = self.contours(&field, CONTOUR_LEVEL * thin);
        let longest = loops.iter().map(Vec::len).max().unwrap_or(0);
        loops.retain(|corners| MAX_LENGTH_RATIO * corners.len() >= longest);
        loops.iter().map(|corners| smooth_curve(corners)).collect()
    }

    /// Replaces each value of a line by the sum of its surroundings, a multiple of their mean.
    fn sum_windows(&self, field: &mut [f64], first: usize, step: usize, length: usize) {
        let values: Vec<f64> = (0..length).map(|at| field[first + at * step]).collect();
        for at in 0..length {
            let around =
                at.saturating_sub(self.half_window)..(at + self.half_window + 1).min(length);
            field[first + at * step] = values[around].iter().sum::<f64>();
        }
    }

    /// Returns the closed contour lines at a level, with the inside always on the same side.
    fn contours(&self, field: &[f64], level: f64) -> Vec<Vec<Position>> {
        let value = |(x, y): (usize, usize)| {
            // Values at the rim count as 0, so that lines close inside the grid.
            let is_rim = x == 0 || y == 0 || x + 1 == self.columns || y + 1 == self.rows;
            if is_rim { 0.0 } else { field[y * self.columns + x] }
        };
        let mut next: BTreeMap<GridEdge, GridEdge> = BTreeMap::new();
        for y in 0..self.rows - 1 {
            for x in 0..self.columns - 1 {
                let corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)];
                let is_in = corners.map(|corner| value(corner) >= level);
                let sides = [(x, y, false), (x + 1, y, true), (x, y + 1, false), (x, y, true)];
                for out in (0..4).filter(|&at| is_in[at] && !is_in[(at + 1) % 4]) {
                    let ahead = (out + 1..out + 4).map(|at| at % 4);
                    let mut back = ahead.filter(|&at| !is_in[at] && is_in[(at + 1) % 4]);
                    next.extend(back.next().map(|back| (sides[out], sides[back])));
                }
            }
        }
        let place = |(x, y, is_down): GridEdge| {
            let (from, to) = (value((x, y)), value(if is_down { (x, y + 1) } else { (x + 1, y) }));
            let along = (level - from) / (to - from);
            let [right, down] = if is_down { [0.0, along] } else { [along, 0.0] };
            let [left, top] = self.corner;
            [left + GRID_STEP * (x as f64 + right), top + GRID_STEP * (y as f64 + down)]
        };
        let mut loops = Vec::new();
        while let Some((&first, _)) = next.first_key_value() {
            let sides = std::iter::successors(next.remove(&first), |side| next.remove(side));
            loops.push(sides.map(place).collect());
        }
        loops
    }
}

/// Returns the inside of outlines as one shape, so that holes stay holes: a line leads to each
/// curve and back.
pub(super) fn filled_region(outlines: &[Vec<Position>], paint: Paint) -> Option<Element> {
    let start = outlines.first()?[0];
    let mut inside = vec![start];
    for curve in outlines {
        inside.extend([start, curve[0], curve[0]]);
        inside.extend(&curve[1..]);
        inside.extend([curve[0], start, start]);
    }
    Some(Element::new(Form::Curve(inside)).with_fill(paint))
}

/// Returns quadratic curves from the middle of each side to that of the next, as cubic curves.
fn smooth_curve(corners: &[Position]) -> Vec<Position> {
    let corners: Vec<Position> = match corners.len() {
        ..16 => corners.to_vec(),
        _ => corners.iter().step_by(3).copied().collect(),
    };
    let toward = |from: Position, to: Position, share: f64| {
        [0, 1].map(|axis| from[axis] + share * (to[axis] - from[axis]))
    };
    let middle = |at: usize| toward(corners[at], corners[(at + 1) % corners.len()], 0.5);
    let mut curve = vec![middle(0)];
    for at in 1..=corners.len() {
        let (corner, from) = (corners[at % corners.len()], middle(at - 1));
        let to = middle(at % corners.len());
        curve.extend([toward(from, corner, 2.0 / 3.0), toward(to, corner, 2.0 / 3.0), to]);
    }
    curve
}
