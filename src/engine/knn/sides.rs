//! Who looks for neighbours, and among whom: all points among all, or among their anchors.
//!
//! Both sides are in blocks. Anchors have blocks of their own, whatever blocks the points have, and
//! go by their places: as anchors ascend, places order as rows do.

use super::blocks::Blocks;
use super::space::Space;

/// All points, and those among which they look for their neighbours.
pub(super) struct Sides<'a> {
    pub space: &'a Space,
    pub blocks: Blocks,
    anchors: Option<&'a [u32]>,
    sample: Option<(Space, Blocks)>,
}

impl<'a> Sides<'a> {
    /// The points in blocks of at most `size`, and so their anchors, where there are any.
    pub fn new(space: &'a Space, anchors: Option<&'a [u32]>, size: usize) -> Self {
        let sample = anchors.map(|anchors| {
            let space = space.only(anchors);
            let blocks = Blocks::new(&space, size);
            (space, blocks)
        });
        Self { space, blocks: Blocks::new(space, size), anchors, sample }
    }

    /// Those who may be neighbours.
    pub fn candidates(&self) -> (&Space, &Blocks) {
        self.sample.as_ref().map_or((self.space, &self.blocks), |(space, blocks)| (space, blocks))
    }

    /// What a point is among the candidates, if it is one.
    pub fn own(&self, point: u32) -> Option<u32> {
        own(self.anchors, point)
    }
}

/// A point's place among the anchors, if it is one; its row where all points may be neighbours.
pub(super) fn own(anchors: Option<&[u32]>, point: u32) -> Option<u32> {
    anchors
        .map_or(Some(point), |anchors| anchors.binary_search(&point).ok().map(|place| place as u32))
}
