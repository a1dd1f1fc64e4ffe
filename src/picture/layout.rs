//! How a picture is laid out: in which direction, and whether its clusters are cards or dots, so
//! that it fits a width and its letters can still be read.

use super::data::Picture;
use super::style::{RankDir, Style};

/// More clusters than this are dots.
const CARDS: usize = 150;
/// So many clusters without lines stand in a row, each of about this width in inches.
const ROW: usize = 8;
const CARD: f64 = 0.85;

/// A picture, and how it is to look.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    /// What is drawn.
    pub picture: &'a Picture,
    /// What a person wants.
    pub style: &'a Style,
    /// Where the larger clusters stand.
    pub rankdir: RankDir,
}

impl<'a> Look<'a> {
    /// The looks to try, the most legible first: one where no width is given.
    pub fn all(picture: &'a Picture, style: &'a Style) -> Vec<Self> {
        let has_attributes = picture.nodes.iter().any(|node| !node.attributes.is_empty());
        let directions = match has_attributes && picture.groups().is_none() {
            // Diagrams with attributes are read from above, as in books on lattices.
            true => &[RankDir::BottomUp][..],
            false if style.width.is_some() => &[RankDir::LeftToRight, RankDir::BottomUp],
            false => &[RankDir::LeftToRight],
        };
        directions.iter().map(|&rankdir| Self { picture, style, rankdir }).collect()
    }

    /// Whether a cluster is a coloured dot; the tooltip has the rest.
    pub fn is_dots(&self) -> bool {
        self.picture.groups().is_none() && self.picture.nodes.len() > CARDS
    }

    /// Whether larger clusters stand at the top.
    pub fn is_upright(&self) -> bool {
        self.rankdir == RankDir::BottomUp
    }

    /// Whether clusters of one size stand in one column: where parts without a line between them
    /// stand below one another, they cannot, and for many clusters it takes Graphviz minutes.
    pub fn by_size(&self) -> bool {
        !self.picture.is_map() && !self.picture.lacks_whole && !self.is_dots()
    }

    /// How many clusters without lines stand in a row.
    pub fn row(&self) -> usize {
        self.style.width.map_or(ROW, |width| (width / CARD) as usize).clamp(1, ROW)
    }
}
