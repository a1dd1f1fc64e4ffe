//! The discs of a map: a disc for each position and colour of points.
//!
//! Invariant: points at one position in one colour are one disc, larger than others. If there are
//! too many points to draw, the points in a small square, which the eye cannot tell from its
//! neighbours, are one disc instead.

use std::collections::BTreeMap;

use super::colouring::Shade;
use crate::base::points::Position;
use crate::figure::heading::default_colour;
use crate::figure::{Element, Form, Paint};
use crate::picture::style::Theme;

/// The most discs; more make a slow picture.
const MAX_DISCS: usize = 20_000;
/// The widths of squares whose points share a disc; the first with few enough discs is used.
const SQUARE_WIDTHS: [f64; 6] = [0.01, 0.6, 0.9, 1.3, 1.9, 2.8];
/// The least radius of a disc that shows two colours.
const MIN_SPLIT_RADIUS: f64 = 1.3;

pub(super) struct Disc {
    pub at: Position,
    /// The index of the first of its points.
    pub first: usize,
    pub points: u32,
    shade: Shade,
    is_exact: bool,
}

/// Returns the discs in drawing order.
pub(super) fn merge_into_discs(places: &[Position], shades: &[Shade]) -> Vec<Disc> {
    let mut found = BTreeMap::new();
    for side in SQUARE_WIDTHS {
        found = BTreeMap::new();
        for (first, (&at, &shade)) in places.iter().zip(shades).enumerate() {
            let square = at.map(|along| (along / side).round() as i64);
            let is_exact = side == SQUARE_WIDTHS[0];
            let new = || Disc { at, first, points: 0, shade, is_exact };
            found.entry((square, is_exact.then_some(shade))).or_insert_with(new).points += 1;
        }
        if found.len() <= MAX_DISCS {
            break;
        }
    }
    let mut discs: Vec<Disc> = found.into_values().collect();
    // Discs of a layer are drawn in a pseudo-random order, so that no colour is always on top.
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

impl Disc {
    /// Returns the radius of the disc, given the radius of a point.
    pub(super) fn radius(&self, of_point: f64) -> f64 {
        let larger = f64::from(if self.is_exact { self.points } else { 1 }).sqrt().min(3.0);
        of_point * larger * if self.shade == Shade::None { 0.7 } else { 1.0 }
    }

    pub(crate) fn shapes(
        &self,
        of_point: f64,
        theme: Theme,
        tooltip: Option<String>,
    ) -> Vec<Element> {
        let radius = self.radius(of_point);
        let main = match self.shade {
            Shade::None => default_colour(theme),
            Shade::One(colour) => colour,
            Shade::Two(one, other) if radius < MIN_SPLIT_RADIUS => one.mix(other, 0.5),
            Shade::Two(one, _) => one,
        };
        // A rim separates discs that overlap.
        let rim = |shape: Element| match radius >= MIN_SPLIT_RADIUS {
            true => shape.with_stroke(Paint(theme.paper(), 0.8), 0.15 * radius.min(4.0)),
            false => shape,
        };
        let opacity = if radius >= MIN_SPLIT_RADIUS { 0.9 } else { 0.7 };
        let mut shapes =
            vec![rim(Element::circle(self.at, radius).with_fill(Paint(main, opacity)))];
        if let (Shade::Two(_, other), true) = (self.shade, radius >= MIN_SPLIT_RADIUS) {
            shapes.push(right_half(self.at, 0.92 * radius).with_fill(other));
        }
        for shape in &mut shapes {
            shape.tooltip.clone_from(&tooltip);
        }
        shapes
    }
}

fn right_half([x, y]: Position, radius: f64) -> Element {
    // The distance of the control points with which a cubic curve draws a quarter of a circle.
    let control = 0.5523 * radius;
    let (top, right, low) = (y - radius, x + radius, y + radius);
    let upper = [[x, top], [x + control, top], [right, y - control], [right, y]];
    let lower = [[right, y + control], [x + control, low], [x, low]];
    Element::new(Form::Curve([&upper[..], &lower].concat()))
}
