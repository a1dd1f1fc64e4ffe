//! The logarithmic axis of the sizes of clusters.

use crate::base::numbers::group_thousands;
use crate::figure::{Anchor, Element, Form};
use crate::picture::style::Theme;

/// The font size of the numbers.
const TICK_SIZE: f64 = 7.5;
/// The least distance between two numbers.
const MIN_STEP: f64 = 10.0;

/// The axis: the sides of the peaks on the page, and the sizes at their ends.
pub(super) struct SizeAxis {
    pub left: f64,
    pub right: f64,
    pub top: f64,
    pub height: f64,
    pub(super) smallest: u32,
    pub(super) largest: u32,
}

impl SizeAxis {
    /// Returns the position of the smallest clusters.
    pub(super) fn bottom(&self) -> f64 {
        self.top + self.height
    }

    /// Returns the y position of a size.
    pub(super) fn y(&self, size: u32) -> f64 {
        let (low, high) = (level(self.smallest), level(self.largest));
        if high > low {
            self.bottom() - self.height * (level(size) - low) / (high - low)
        } else {
            self.top + self.height / 2.0
        }
    }

    /// Draws a line and a number for each power of two, and what the numbers are.
    pub(super) fn draw(&self, theme: Theme, shapes: &mut Vec<Element>) {
        let powers = std::iter::successors(Some(1_u32), |size| size.checked_mul(2));
        let mut sizes: Vec<u32> =
            powers.filter(|size| (self.smallest..=self.largest).contains(size)).collect();
        if !sizes.contains(&self.largest) {
            let is_apart = |&size: &u32| self.y(size) - self.y(self.largest) >= MIN_STEP;
            sizes.retain(is_apart);
            sizes.push(self.largest);
        }
        let mut last = f64::MAX;
        for size in sizes {
            let y = self.y(size);
            let line = Form::Line(vec![[self.left, y], [self.right, y]]);
            let faint = theme.line().mix(theme.paper(), 0.72);
            shapes.push(Element::new(line).with_stroke(faint, 0.4));
            if last - y >= MIN_STEP {
                let at = [self.left - 4.0, y + 0.35 * TICK_SIZE];
                let number = Element::text(at, TICK_SIZE, group_thousands(size.into()));
                shapes.push(number.with_anchor(Anchor::End).with_fill(theme.quiet()));
                last = y;
            }
        }
        let at = [self.left - 20.0, self.top - 14.0];
        let words = Element::text(at, TICK_SIZE, "points in the cluster");
        shapes.push(words.with_fill(theme.quiet()));
    }
}

/// Returns the logarithm of a size to the base 2, with six decimals; 0 for no points.
pub(super) fn level(size: u32) -> f64 {
    (1e6 * f64::from(size.max(1)).log2()).round() / 1e6
}
