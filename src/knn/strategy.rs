//! How neighbours are found: two ways with one answer, both from blocks of near points to blocks.
//!
//! `direct` goes by the distance as it is defined, `products` by matrix products that leave few
//! distances to the definition. Which one is taken depends on the shape of the points alone.

use conceptgraph_sets::csr::Csr;

use crate::blocks::Blocks;
use crate::metric::Metric;
use crate::rank::ListOrder;
use crate::sides::{Candidates, Sides};
use crate::space::Space;
use crate::{direct, given, products};

/// How neighbours are found, with the number of points in a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SearchStrategy {
    Direct(usize),
    Products(usize),
}

impl SearchStrategy {
    /// The quicker way, by the shape alone: of the points spread normally that were measured, from
    /// 5,000 to 300,000, pruning paid from 4^d points on; among 1,000 to 10,000 anchors of
    /// 50,000 points it still paid in 8 dimensions and hardly in 12. Only the Euclidean distance
    /// comes of products.
    pub(crate) fn of(space: &Space, anchors: Option<&[u32]>) -> Self {
        let (n, dimensions) = (space.len(), space.dimensions());
        let euclidean = matches!(space.metric(), Metric::Euclidean | Metric::Cosine);
        let pruned = if anchors.is_some() { 10 } else { n.max(1).ilog2() as usize / 2 };
        if euclidean && dimensions > pruned {
            // Enough blocks for all processors.
            Self::Products(blocks_of(n, 64))
        } else {
            Self::Direct(direct::SIZE)
        }
    }

    /// The same for some rows of which each block looks at nearly all candidates: one a thread, as
    /// each block reads them all.
    pub(crate) fn with_blocks_of(self, rows: usize) -> Self {
        match self {
            Self::Products(_) => Self::Products(blocks_of(rows, rayon::current_num_threads())),
            direct => direct,
        }
    }

    /// The k nearest of all points, or of the anchors by their places, k at least 1 and no more
    /// than there are.
    pub(crate) fn neighbors(
        self,
        space: &Space,
        anchors: Option<&[u32]>,
        k: usize,
        listed: ListOrder,
    ) -> Csr {
        let mut lists = vec![0; space.len() * k];
        if space.metric() == Metric::Precomputed {
            given::fill(space, anchors, k, listed, &mut lists);
            return Csr::even(lists, k);
        }
        match anchors {
            None => {
                let candidates = self.candidates(space.clone());
                self.fill(&Sides::of_all(&candidates), k, listed, &mut lists);
            }
            Some(anchors) => {
                let candidates = self.candidates(space.only(anchors));
                let sides = Sides::new(space, &candidates, anchors, self.size());
                self.fill(&sides, k, listed, &mut lists);
            }
        }
        Csr::even(lists, k)
    }

    pub(crate) fn size(self) -> usize {
        let (Self::Direct(size) | Self::Products(size)) = self;
        size
    }

    /// All points of a space as those who may be neighbours.
    pub(crate) fn candidates(self, space: Space) -> Candidates {
        let blocks = Blocks::new(&space, self.size());
        let values = match self {
            Self::Direct(_) => direct::values(&space, &blocks),
            Self::Products(_) => products::values(&space, &blocks),
        };
        Candidates { space, blocks, values }
    }

    /// Fills in the k nearest candidates, made for this way, of all who look, k a row.
    pub(crate) fn fill(self, sides: &Sides<'_>, k: usize, listed: ListOrder, lists: &mut [u32]) {
        match self {
            Self::Direct(_) => direct::fill(sides, k, listed, lists),
            Self::Products(_) => products::fill(sides, k, listed, lists),
        }
    }
}

/// How many of n points a block has where there are to be this many blocks.
fn blocks_of(n: usize, blocks: usize) -> usize {
    n.div_ceil(blocks).clamp(direct::SIZE, products::SIZE)
}
