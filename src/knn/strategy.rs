//! The strategies of a search: two with equal results, both from blocks of near points to blocks.
//!
//! `direct` computes the distance as it is defined, `products` uses matrix products that leave few
//! distances to the definition. The shape of the points alone decides between them.

use conceptgraph_sets::csr::Csr;

use crate::blocks::Blocks;
use crate::metric::Metric;
use crate::rank::ListOrder;
use crate::sides::{Candidates, Sides};
use crate::space::Space;
use crate::{direct, precomputed, products};

/// A strategy of a search, with the number of points in a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SearchStrategy {
    Direct(usize),
    Products(usize),
}

impl SearchStrategy {
    /// Returns the quicker strategy, by the shape alone. In measurements with normally distributed
    /// points, from 5,000 to 300,000, pruning paid from 4^d points on; among 1,000 to 10,000
    /// anchors of 50,000 points it still paid in 8 dimensions and hardly in 12. Matrix products
    /// yield only the Euclidean distance.
    pub(crate) fn choose(space: &Space, anchors: Option<&[u32]>) -> Self {
        let (n, dimensions) = (space.len(), space.dimensions());
        let euclidean = matches!(space.metric(), Metric::Euclidean | Metric::Cosine);
        let pruned = if anchors.is_some() { 10 } else { n.max(1).ilog2() as usize / 2 };
        if euclidean && dimensions > pruned {
            // Enough blocks for all processors.
            Self::Products(block_size_for(n, 64))
        } else {
            Self::Direct(direct::BLOCK_SIZE)
        }
    }

    /// Returns the strategy for `rows` rows of which each block reads nearly all candidates: one
    /// block a thread, as each block reads them all.
    pub(crate) fn with_block_per_thread(self, rows: usize) -> Self {
        match self {
            Self::Products(_) => Self::Products(block_size_for(rows, rayon::current_num_threads())),
            direct => direct,
        }
    }

    /// Returns the k nearest points, or anchors by position; k is from 1 to their number.
    pub(crate) fn neighbors(
        self,
        space: &Space,
        anchors: Option<&[u32]>,
        k: usize,
        listed: ListOrder,
    ) -> Csr {
        let mut lists = vec![0; space.len() * k];
        if space.metric() == Metric::Precomputed {
            precomputed::fill(space, anchors, k, listed, &mut lists);
            return Csr::from_chunks(lists, k);
        }
        match anchors {
            None => {
                let candidates = self.prepare_candidates(space.clone());
                self.fill(&Sides::from_candidates(&candidates), k, listed, &mut lists);
            }
            Some(anchors) => {
                let candidates = self.prepare_candidates(space.subset(anchors));
                let sides = Sides::new(space, &candidates, anchors, self.block_size());
                self.fill(&sides, k, listed, &mut lists);
            }
        }
        Csr::from_chunks(lists, k)
    }

    pub(crate) fn block_size(self) -> usize {
        let (Self::Direct(size) | Self::Products(size)) = self;
        size
    }

    pub(crate) fn prepare_candidates(self, space: Space) -> Candidates {
        let blocks = Blocks::new(&space, self.block_size());
        let values = match self {
            Self::Direct(_) => direct::values(&space, &blocks),
            Self::Products(_) => products::values(&space, &blocks),
        };
        Candidates { space, blocks, values }
    }

    /// Writes the k nearest candidates, made for this strategy, of every seeker, k a row.
    pub(crate) fn fill(self, sides: &Sides<'_>, k: usize, listed: ListOrder, lists: &mut [u32]) {
        match self {
            Self::Direct(_) => direct::fill(sides, k, listed, lists),
            Self::Products(_) => products::fill(sides, k, listed, lists),
        }
    }
}

fn block_size_for(n: usize, blocks: usize) -> usize {
    n.div_ceil(blocks).clamp(direct::BLOCK_SIZE, products::BLOCK_SIZE)
}
