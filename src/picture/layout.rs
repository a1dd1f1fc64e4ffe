//! How a picture is laid out: in which direction, and how much its nodes say, so that it fits a
//! width and its letters can still be read.

use std::ops::Range;

use super::columns::{columns, crossings};
use super::data::Picture;
use super::label::Density;
use super::style::{RankDir, Style};

/// How a picture is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// How much a node says.
    pub density: Density,
    /// Where the larger clusters stand.
    pub rankdir: RankDir,
    /// Whether clusters of one size stand in one column.
    pub by_size: bool,
    /// Whether a width is given.
    pub is_tight: bool,
}

impl Layout {
    /// The layouts to try, the most legible first and the smallest last: one where no width is
    /// given.
    pub fn all(picture: &Picture, style: &Style) -> Vec<Self> {
        let columns = columns(picture);
        let tallest = columns.iter().map(Range::len).max().unwrap_or(0);
        let natural = Density::of(picture.nodes.len(), tallest);
        // Graphviz takes minutes where edges pass too many columns; let it choose its own then.
        // Frames have no columns.
        let passed: usize = crossings(picture, &columns).iter().sum();
        let by_size = passed <= MOST_PASSED && picture.groups.is_empty();
        let is_tight = style.width.is_some();
        let directions = match picture.nodes.iter().any(|node| !node.attributes.is_empty()) {
            // Diagrams with attributes are read from above, as in books on lattices.
            true => vec![RankDir::BottomUp],
            false if is_tight => vec![RankDir::LeftToRight, RankDir::BottomUp],
            false => vec![RankDir::LeftToRight],
        };
        let mut all = Vec::new();
        for density in [Density::Cards, Density::Bars, Density::Dots] {
            // A picture of few clusters is scaled down: dots would say nothing.
            let says_enough = density != Density::Dots || picture.nodes.len() > FEW;
            if density < natural || density > natural && !(is_tight && says_enough) {
                continue;
            }
            // Dots on a narrow page have no room for separate columns.
            let by_size = by_size && !(is_tight && density == Density::Dots);
            let layout = |&rankdir: &_| Self { density, rankdir, by_size, is_tight };
            all.extend(directions.iter().map(layout));
        }
        all
    }
}

/// More clusters than this may be dots.
const FEW: usize = 30;
/// Clusters of one size stand in one column while edges pass at most so many columns in all.
const MOST_PASSED: usize = 12_000;
