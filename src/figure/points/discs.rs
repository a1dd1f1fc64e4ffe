//! The discs of a map: a disc for each position and colour of points.
//!
//! Invariant: points at one position in one colour are one disc, larger than others. If there are
//! too many points to draw, the points in a small square, which the eye cannot tell from its
//! neighbours, are one disc instead.

use std::collections::BTreeMap;

use super::colouring::Shade;
use crate::base::points::Place;
use crate::figure::{Form, Paint, Shape};
use crate::picture::colour::Colour;
use crate::picture::style::Theme;

/// The most discs; more make a slow picture.
const MOST: usize = 20_000;
/// The widths of the squares whose points share a disc; the first that leaves few enough discs is
/// used.
const SQUARES: [f64; 6] = [0.01, 0.6, 0.9, 1.3, 1.9, 2.8];
/// The least radius of a disc that shows two colours.
const SPLIT: f64 = 1.3;

/// A disc for the points at one position.
pub(super) struct Disc {
    pub at: Place,
    /// The index of the first of its points.
    pub first: usize,
    pub points: u32,
    shade: Shade,
    is_exact: bool,
}

/// Returns the discs in drawing order.
pub(super) fn discs(places: &[Place], shades: &[Shade]) -> Vec<Disc> {
    let mut found = BTreeMap::new();
    for side in SQUARES {
        found = BTreeMap::new();
        for (first, (&at, &shade)) in places.iter().zip(shades).enumerate() {
            let square = at.map(|along| (along / side).round() as i64);
            let is_exact = side == SQUARES[0];
            let new = || Disc { at, first, points: 0, shade, is_exact };
            found.entry((square, is_exact.then_some(shade))).or_insert_with(new).points += 1;
        }
        if found.len() <= MOST {
            break;
        }
    }
    let mut discs: Vec<Disc> = found.into_values().collect();
    // Discs without a colour are drawn first, those of two groups last; the others in a
    // pseudo-random order, so that none of their colours is always on top.
    let layer = |shade: &Shade| match shade {
        Shade::None => 0,
        Shade::One(_) => 1,
        Shade::Two(..) => 2,
    };
    discs.sort_by_key(|disc| {
        (layer(&disc.shade), (disc.first as u32).wrapping_mul(2_654_435_761), disc.first)
    });
    discs
}

/// Returns the colour of points that have none.
pub(super) fn grey(theme: Theme) -> Colour {
    theme.faint().mix(theme.paper(), 0.4)
}

impl Disc {
    /// Returns the radius of the disc, given the radius of a point.
    pub fn radius(&self, of_point: f64) -> f64 {
        let larger = f64::from(if self.is_exact { self.points } else { 1 }).sqrt().min(3.0);
        of_point * larger * if self.shade == Shade::None { 0.7 } else { 1.0 }
    }

    pub fn shapes(&self, of_point: f64, theme: Theme, tooltip: Option<String>) -> Vec<Shape> {
        let radius = self.radius(of_point);
        let main = match self.shade {
            Shade::None => grey(theme),
            Shade::One(colour) => colour,
            Shade::Two(one, other) if radius < SPLIT => one.mix(other, 0.5),
            Shade::Two(one, _) => one,
        };
        // A rim separates discs that overlap.
        let rim = |shape: Shape| match radius >= SPLIT {
            true => shape.outlined(Paint(theme.paper(), 0.8), 0.15 * radius.min(4.0)),
            false => shape,
        };
        let opacity = if radius >= SPLIT { 0.9 } else { 0.7 };
        let mut shapes = vec![rim(Shape::circle(self.at, radius).filled(Paint(main, opacity)))];
        if let (Shade::Two(_, other), true) = (self.shade, radius >= SPLIT) {
            shapes.push(half(self.at, 0.92 * radius).filled(other));
        }
        for shape in &mut shapes {
            shape.tooltip.clone_from(&tooltip);
        }
        shapes
    }
}

/// Returns the right half of a disc.
fn half([x, y]: Place, radius: f64) -> Shape {
    // The distance of the control points with which a cubic curve draws a quarter of a circle.
    let control = 0.5523 * radius;
    let (top, right, low) = (y - radius, x + radius, y + radius);
    let upper = [[x, top], [x + control, top], [right, y - control], [right, y]];
    let lower = [[right, y + control], [x + control, low], [x, low]];
    Shape::new(Form::Curve([&upper[..], &lower].concat()))
}
