//! Who looks for neighbours, and among whom: all points among all or among their anchors, or rows
//! that are not among them.
//!
//! Both sides are in blocks. Anchors have blocks of their own, whatever blocks the points have, and
//! go by their places: as anchors ascend, places order as rows do.

use crate::blocks::Blocks;
use crate::space::Space;

/// Those who may be neighbours, block by block.
pub(crate) struct Candidates {
    pub space: Space,
    pub blocks: Blocks,
    /// The numbers of each block's points, side by side as the search reads them.
    pub values: Vec<Vec<f64>>,
}

/// Those who look for neighbours, and those among whom they do.
pub(crate) struct Sides<'a> {
    pub space: &'a Space,
    pub candidates: &'a Candidates,
    anchors: Option<&'a [u32]>,
    /// The blocks of those who look; none where they are those of the candidates.
    blocks: Option<Blocks>,
}

impl<'a> Sides<'a> {
    /// The candidates, who look for one another.
    pub fn of_all(candidates: &'a Candidates) -> Self {
        Self { space: &candidates.space, candidates, anchors: None, blocks: None }
    }

    /// Others, in blocks of at most `size`, of whom these `anchors` are the candidates.
    pub fn new(
        space: &'a Space,
        candidates: &'a Candidates,
        anchors: &'a [u32],
        size: usize,
    ) -> Self {
        let blocks = Some(Blocks::new(space, size));
        Self { space, candidates, anchors: Some(anchors), blocks }
    }

    /// The blocks of those who look.
    pub fn blocks(&self) -> &Blocks {
        self.blocks.as_ref().unwrap_or(&self.candidates.blocks)
    }

    /// What a point is among the candidates, if it is one.
    pub fn own(&self, point: u32) -> Option<u32> {
        own(self.anchors, point)
    }
}

/// A point's place among the anchors, if it is one; its row where all points may be neighbours.
pub(crate) fn own(anchors: Option<&[u32]>, point: u32) -> Option<u32> {
    anchors
        .map_or(Some(point), |anchors| anchors.binary_search(&point).ok().map(|place| place as u32))
}
