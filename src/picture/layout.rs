//! The layout of a picture: its direction, and cards or dots for its clusters, so that it fits a
//! width and its letters are legible.

use super::data::Picture;
use super::style::{RankDir, Style};

/// The most clusters that are drawn as cards; more are dots.
const MAX_CARDS: usize = 150;
/// The most clusters without lines in a row, and the approximate width of each in inches.
const MAX_ROW_LENGTH: usize = 8;
const CARD_WIDTH: f64 = 0.85;

#[derive(Clone, Copy, Debug)]
pub(crate) struct PictureLayout<'a> {
    pub picture: &'a Picture,
    pub style: &'a Style,
    pub rankdir: RankDir,
}

impl<'a> PictureLayout<'a> {
    /// Returns the looks to try, the most legible first; only one if no width is given.
    pub(crate) fn candidates(picture: &'a Picture, style: &'a Style) -> Vec<Self> {
        let has_attributes = picture.nodes.iter().any(|node| !node.attributes.is_empty());
        let directions = match has_attributes && picture.groups().is_none() {
            // Diagrams with attributes are read from above, as in books on lattices.
            true => &[RankDir::BottomUp][..],
            false if style.width.is_some() => &[RankDir::LeftToRight, RankDir::BottomUp],
            false => &[RankDir::LeftToRight],
        };
        directions.iter().map(|&rankdir| Self { picture, style, rankdir }).collect()
    }

    /// Returns `true` if clusters are coloured dots, with the details in tooltips.
    pub(crate) fn draws_dots(&self) -> bool {
        self.picture.groups().is_none() && self.picture.nodes.len() > MAX_CARDS
    }

    pub(crate) fn is_upright(&self) -> bool {
        self.rankdir == RankDir::BottomUp
    }

    /// Returns `true` if clusters of one size are aligned: of many, Graphviz would take minutes.
    pub(crate) fn aligns_sizes(&self) -> bool {
        !self.picture.is_map() && !self.picture.omits_top && !self.draws_dots()
    }

    pub(crate) fn row_length(&self) -> usize {
        self.style
            .width
            .map_or(MAX_ROW_LENGTH, |width| (width / CARD_WIDTH) as usize)
            .clamp(1, MAX_ROW_LENGTH)
    }
}
