//! The sides of a search: the seekers look for neighbours among the candidates. All points may
//! search among all or among their anchors, and rows among points that they do not belong to.
//!
//! Both sides are in blocks. Anchors have blocks of their own, whatever blocks the points have, and
//! are numbered by their positions: as anchors ascend, positions order as rows do.

use crate::blocks::Blocks;
use crate::space::Space;

pub(crate) struct Candidates {
    pub space: Space,
    pub blocks: Blocks,
    /// The numbers of each block's points, in the order in which the search reads them.
    pub values: Vec<Vec<f64>>,
}

pub(crate) struct Sides<'a> {
    pub space: &'a Space,
    pub candidates: &'a Candidates,
    anchors: Option<&'a [u32]>,
    /// The blocks of the seekers; `None` if they are those of the candidates.
    blocks: Option<Blocks>,
}

impl<'a> Sides<'a> {
    /// Returns the sides of a search in which the candidates look for one another.
    pub(crate) fn from_candidates(candidates: &'a Candidates) -> Self {
        Self { space: &candidates.space, candidates, anchors: None, blocks: None }
    }

    /// Returns the sides of a search of other points; `anchors` are the rows of the candidates.
    pub(crate) fn new(
        space: &'a Space,
        candidates: &'a Candidates,
        anchors: &'a [u32],
        size: usize,
    ) -> Self {
        let blocks = Some(Blocks::new(space, size));
        Self { space, candidates, anchors: Some(anchors), blocks }
    }

    pub(crate) fn blocks(&self) -> &Blocks {
        self.blocks.as_ref().unwrap_or(&self.candidates.blocks)
    }

    /// Returns the position of a seeker among the candidates, or `None` if it is not one.
    pub(crate) fn anchor_position(&self, point: u32) -> Option<u32> {
        anchor_position(self.anchors, point)
    }
}

/// Returns the position of a point among the anchors, if it is one; without anchors, its row.
pub(crate) fn anchor_position(anchors: Option<&[u32]>, point: u32) -> Option<u32> {
    anchors
        .map_or(Some(point), |anchors| anchors.binary_search(&point).ok().map(|place| place as u32))
}
