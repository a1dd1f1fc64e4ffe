//! Bundles of nodes of the search with about equal work.
//!
//! The work below a node is estimated ([`SearchTree::estimate`]). The largest nodes are split until
//! none is a large share of a bundle. Then each node, in descending order of work, goes into the
//! bundle with the least work so far (Graham 1969).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rayon::prelude::*;

use crate::error::Result;
use conceptgraph_engine::base::progress::Progress;
use conceptgraph_mine::{OpenNode, SearchTree};

/// The largest share of a bundle that a node may be.
const MAX_SHARE: f64 = 0.25;
/// The most splits for each bundle, besides [`EXTRA_SPLITS`].
const SPLITS_PER_BUNDLE: usize = 32;
const EXTRA_SPLITS: usize = 256;
/// The number of nodes of a level that the estimates of all nodes examine together.
const TOTAL_LEVEL_NODES: usize = 1 << 15;
/// The most nodes of a level that one estimate examines.
const MAX_LEVEL_NODES: usize = 32;

/// A node with its estimated number of clusters, by which nodes are ordered.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct WeightedNode {
    /// The bits of the estimate, which order numbers that are not negative.
    bits: u64,
    node: OpenNode,
}

impl WeightedNode {
    fn estimate(&self) -> f64 {
        f64::from_bits(self.bits)
    }
}

/// Estimates nodes; the result depends only on the nodes and the seed.
pub(crate) fn weigh(
    tree: SearchTree<'_>,
    nodes: Vec<OpenNode>,
    seed: u64,
    progress: &Progress,
) -> Result<Vec<WeightedNode>> {
    let most = (TOTAL_LEVEL_NODES / nodes.len().max(1)).clamp(1, MAX_LEVEL_NODES);
    let weighed = |(at, node): (usize, OpenNode)| {
        let estimate = tree.estimate(&node, (seed, at as u64), most, progress.control());
        WeightedNode { bits: estimate.to_bits(), node }
    };
    let weighed = nodes.into_par_iter().enumerate().map(weighed).collect();
    progress.check()?;
    Ok(weighed)
}

pub(crate) fn total_estimate(nodes: &[WeightedNode]) -> f64 {
    nodes.iter().map(WeightedNode::estimate).sum()
}

/// Splits the largest nodes until all are small in comparison to a bundle.
pub(crate) fn split(
    tree: SearchTree<'_>,
    nodes: Vec<WeightedNode>,
    bundles: usize,
    seed: u64,
    progress: &Progress,
) -> Result<Vec<WeightedNode>> {
    let (mut all, mut small) = (total_estimate(&nodes), Vec::new());
    let mut heap = BinaryHeap::from(nodes);
    let mut left = bundles.saturating_mul(SPLITS_PER_BUNDLE).saturating_add(EXTRA_SPLITS);
    while let Some(largest) = heap.pop() {
        let enough = small.len() + heap.len() >= bundles;
        let is_small = largest.estimate() <= MAX_SHARE * all / bundles as f64;
        if left == 0 || (enough && is_small) {
            small.push(largest);
            break;
        }
        if largest.node.open.is_empty() {
            small.push(largest);
            continue;
        }
        left -= 1;
        all -= largest.estimate();
        let parts =
            weigh(tree, tree.split(&largest.node), seed.wrapping_add(left as u64), progress)?;
        all += total_estimate(&parts);
        heap.extend(parts);
    }
    small.extend(heap);
    Ok(small)
}

/// Distributes nodes over at most `bundles` bundles, none of them empty.
pub(crate) fn bundle(mut nodes: Vec<WeightedNode>, bundles: usize) -> Vec<Vec<OpenNode>> {
    nodes.sort_unstable_by(|a, b| b.cmp(a));
    let bundles = bundles.min(nodes.len());
    let mut lightest: BinaryHeap<Reverse<(u64, usize)>> =
        (0..bundles).map(|at| Reverse((0, at))).collect();
    let mut filled = vec![Vec::new(); bundles];
    for weighed in nodes {
        if let Some(mut lightest) = lightest.peek_mut() {
            let (weight, at) = lightest.0;
            lightest.0.0 = weight.saturating_add(weighed.estimate() as u64);
            filled[at].push(weighed.node);
        }
    }
    filled
}
