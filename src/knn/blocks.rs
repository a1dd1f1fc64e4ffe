//! The points in blocks of near ones, under a tree of boxes: a kd-tree with large leaves (Friedman,
//! Bentley and Finkel, *An algorithm for finding best matches in logarithmic expected time*, 1977)
//! whose cells are split at the median of their widest side.
//!
//! All points of a block look for their neighbours together, block by block, so that what is read
//! once serves many and lies side by side. The gap between two boxes is added up as distances are,
//! column by column in `f64`. Rounding keeps order, so the gap as computed is never more than a
//! distance as computed, and no point is passed over that the definition would take.

use super::metric::Metric;
use super::rank::Rank;
use super::space::Space;

/// Cells of at least so many blocks are split in parallel.
const PARALLEL: usize = 64;

/// The points of a space, block by block.
pub(super) struct Blocks {
    dimensions: usize,
    size: usize,
    /// The row at each place; block b has the places from b * size on.
    order: Vec<u32>,
    /// Of each node, in preorder, its lowest values and then its highest.
    boxes: Vec<f64>,
    /// Of each node its first row.
    first_rows: Vec<u32>,
}

/// A node of the tree: its place in preorder and the blocks below it.
#[derive(Clone, Copy)]
struct Node {
    at: usize,
    first: usize,
    blocks: usize,
}

impl Node {
    fn children(self) -> [Self; 2] {
        let Self { at, first, blocks } = self;
        let left = blocks / 2;
        [
            Self { at: at + 1, first, blocks: left },
            Self { at: at + 2 * left, first: first + left, blocks: blocks - left },
        ]
    }
}

/// What is done with each block that is near enough.
pub(super) trait Visitor {
    /// Blocks are of interest whose nearest thinkable point ranks no later than this.
    fn reach(&self) -> Rank;

    /// Looks at the points of a block; `node` has its box.
    fn visit(&mut self, block: usize, node: usize);
}

impl Blocks {
    /// Blocks of `size` points, the last one perhaps of fewer.
    pub fn new(space: &Space, size: usize) -> Self {
        let (n, dimensions) = (space.len(), space.dimensions());
        let blocks = n.div_ceil(size);
        let mut items: Vec<(f64, u32)> = (0..n as u32).map(|row| (0.0, row)).collect();
        let mut boxes = vec![0.0; (2 * blocks - 1) * 2 * dimensions];
        let mut first_rows = vec![0; 2 * blocks - 1];
        let nodes = Nodes { boxes: &mut boxes, first_rows: &mut first_rows };
        split(space, size, &mut items, nodes);
        let order = items.into_iter().map(|(_, row)| row).collect();
        Self { dimensions, size, order, boxes, first_rows }
    }

    /// The row at each place, block after block.
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// How many blocks there are.
    pub fn len(&self) -> usize {
        self.order.len().div_ceil(self.size)
    }

    /// The lists of k numbers a row, block after block.
    pub fn arrange<'a>(&self, lists: &'a mut [u32], k: usize) -> Vec<&'a mut [u32]> {
        let mut lists: Vec<Option<&mut [u32]>> = lists.chunks_exact_mut(k).map(Some).collect();
        let take = |&row: &u32| lists[row as usize].take().expect("every row has one place");
        self.order.iter().map(take).collect()
    }

    /// The place of a block's first point.
    pub fn place(&self, block: usize) -> usize {
        self.order.len().min(block * self.size)
    }

    /// The rows of a block.
    pub fn rows(&self, block: usize) -> &[u32] {
        &self.order[self.place(block)..self.place(block + 1)]
    }

    /// The lowest and the highest values in a node.
    pub fn bounds(&self, node: usize) -> (&[f64], &[f64]) {
        self.boxes[node * 2 * self.dimensions..(node + 1) * 2 * self.dimensions]
            .split_at(self.dimensions)
    }

    /// The first row in a node.
    pub fn first_row(&self, node: usize) -> u32 {
        self.first_rows[node]
    }

    fn root(&self) -> Node {
        Node { at: 0, first: 0, blocks: self.len() }
    }

    /// The node that is this block alone.
    pub fn node(&self, block: usize) -> usize {
        let mut node = self.root();
        while node.blocks > 1 {
            let [left, right] = node.children();
            node = if block < right.first { left } else { right };
        }
        node.at
    }

    /// Shows a visitor the blocks within its reach from the box of `home`, nearer ones mostly
    /// first.
    pub fn walk(&self, metric: Metric, home: usize, visitor: &mut impl Visitor) {
        self.below(self.root(), metric, home, visitor);
    }

    fn below(&self, node: Node, metric: Metric, home: usize, visitor: &mut impl Visitor) {
        if node.blocks == 1 {
            return visitor.visit(node.first, node.at);
        }
        let mut children = node.children().map(|child| (self.nearest(child, metric, home), child));
        children.sort_unstable_by_key(|&(nearest, _)| nearest);
        for (nearest, child) in children {
            if nearest <= visitor.reach() {
                self.below(child, metric, home, visitor);
            }
        }
    }

    /// No point of the node ranks before this from any point of the box of `home`.
    fn nearest(&self, node: Node, metric: Metric, home: usize) -> Rank {
        let ((low, high), (from, to)) = (self.bounds(node.at), self.bounds(home));
        Rank::new(metric.gap(low, high, from, to), self.first_rows[node.at])
    }
}

/// The nodes of a subtree, on the way to be filled.
struct Nodes<'a> {
    boxes: &'a mut [f64],
    first_rows: &'a mut [u32],
}

/// Orders the points of a cell, each with room for a value, and fills in its nodes.
fn split(space: &Space, size: usize, items: &mut [(f64, u32)], nodes: Nodes<'_>) {
    let dimensions = space.dimensions();
    let (own, boxes) = nodes.boxes.split_at_mut(2 * dimensions);
    let (low, high) = own.split_at_mut(dimensions);
    low.fill(f64::INFINITY);
    high.fill(f64::NEG_INFINITY);
    let mut first_row = u32::MAX;
    for &(_, row) in items.iter() {
        first_row = first_row.min(row);
        for ((low, high), &value) in low.iter_mut().zip(&mut *high).zip(space.row(row as usize)) {
            *low = low.min(value);
            *high = high.max(value);
        }
    }
    let (first, first_rows) = nodes.first_rows.split_at_mut(1);
    first[0] = first_row;
    let blocks = items.len().div_ceil(size);
    if blocks == 1 {
        return;
    }
    let width = |column: &usize| high[*column] - low[*column];
    let widest = (0..dimensions).max_by(|a, b| width(a).total_cmp(&width(b))).unwrap_or(0);
    for (value, row) in items.iter_mut() {
        *value = space.row(*row as usize).get(widest).copied().unwrap_or(0.0);
    }
    let left = blocks / 2;
    let order = |a: &(f64, u32), b: &(f64, u32)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
    items.select_nth_unstable_by(left * size, order);
    let (items, right_items) = items.split_at_mut(left * size);
    let (boxes, right_boxes) = boxes.split_at_mut((2 * left - 1) * 2 * dimensions);
    let (first_rows, right_first_rows) = first_rows.split_at_mut(2 * left - 1);
    let right = Nodes { boxes: right_boxes, first_rows: right_first_rows };
    let left = Nodes { boxes, first_rows };
    if blocks < PARALLEL {
        split(space, size, items, left);
        split(space, size, right_items, right);
    } else {
        rayon::join(|| split(space, size, items, left), || split(space, size, right_items, right));
    }
}
