//! Nodes of the search in bundles of about equal work.
//!
//! How much lies below a node is estimated ([`SearchTree::estimate`]). The largest are split until
//! none is a large share of a bundle, and then each goes into the bundle that has least so far, the
//! largest first (Graham 1969).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rayon::prelude::*;

use crate::error::Result;
use conceptgraph_engine::base::progress::Progress;
use conceptgraph_mine::{OpenNode, SearchTree};

/// A node is split until it is at most this share of a bundle.
const SHARE: f64 = 0.25;
/// No more nodes are split than this for each bundle, and [`MORE`].
const SPLITS: usize = 32;
const MORE: usize = 256;
/// How many nodes of a level an estimate looks at, over all nodes and for each at most.
const EFFORT: usize = 1 << 15;
const MOST: usize = 32;

/// A node with its estimated number of clusters, by which it is ordered.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Weighed {
    /// Numbers that are not negative have the order of their bits.
    bits: u64,
    node: OpenNode,
}

impl Weighed {
    fn estimate(&self) -> f64 {
        f64::from_bits(self.bits)
    }
}

/// Nodes with estimates; the same nodes and seed have the same.
pub(crate) fn weighed(
    tree: SearchTree<'_>,
    nodes: Vec<OpenNode>,
    seed: u64,
    progress: &Progress,
) -> Result<Vec<Weighed>> {
    let most = (EFFORT / nodes.len().max(1)).clamp(1, MOST);
    let weighed = |(at, node): (usize, OpenNode)| {
        let estimate = tree.estimate(&node, (seed, at as u64), most, progress.search());
        Weighed { bits: estimate.to_bits(), node }
    };
    let weighed = nodes.into_par_iter().enumerate().map(weighed).collect();
    progress.check()?;
    Ok(weighed)
}

/// About how many clusters some nodes have.
pub(crate) fn total(nodes: &[Weighed]) -> f64 {
    nodes.iter().map(Weighed::estimate).sum()
}

/// Splits the largest nodes until all are small against a bundle.
pub(crate) fn split(
    tree: SearchTree<'_>,
    nodes: Vec<Weighed>,
    bundles: usize,
    seed: u64,
    progress: &Progress,
) -> Result<Vec<Weighed>> {
    let (mut all, mut small) = (total(&nodes), Vec::new());
    let mut heap = BinaryHeap::from(nodes);
    let mut left = bundles.saturating_mul(SPLITS).saturating_add(MORE);
    while let Some(largest) = heap.pop() {
        let enough = small.len() + heap.len() >= bundles;
        let is_small = largest.estimate() <= SHARE * all / bundles as f64;
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
            weighed(tree, tree.split(&largest.node), seed.wrapping_add(left as u64), progress)?;
        all += total(&parts);
        heap.extend(parts);
    }
    small.extend(heap);
    Ok(small)
}

/// At most `most` bundles, none of them empty.
pub(crate) fn bundle(mut nodes: Vec<Weighed>, bundles: usize) -> Vec<Vec<OpenNode>> {
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
