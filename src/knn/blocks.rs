//! The points in blocks of near ones, under a tree of boxes: a kd-tree with large leaves (Friedman,
//! Bentley and Finkel, *An algorithm for finding best matches in logarithmic expected time*, 1977).
//!
//! The kd-tree crate orders the points: its tree is a slice, and the halves of a cell are halves of
//! its part of the slice. Blocks are cut from the slice and get boxes here. The search is our own,
//! since the crate's `nearests` may miss points if others are as near.
//!
//! All points of a block look for their neighbours together, block by block, in these blocks or in
//! those of a sample, so that data are read once for many points and lie side by side. The gap
//! between two boxes is added up as distances are, column by column in `f64`. Rounding keeps order,
//! so the computed gap is never more than a computed distance, and no neighbour is missed.

use std::cmp::Ordering;

use kd_tree::KdSlice8;
use rayon::prelude::*;

use crate::metric::Metric;
use crate::rank::Rank;
use crate::space::Space;

/// The number of times that one tree of the crate halves a cell. Its columns are equal in all parts
/// of a level, so each part then gets its own tree, in the columns that are widest there.
const TREE_LEVELS: usize = 3;
/// The number of points from which on a cell is halved in parallel: the crate starts a task for
/// every point, so each smaller cell takes one thread.
const MIN_PARALLEL: usize = 1 << 17;

/// The lowest and the highest values of a box.
pub(crate) type Bounds<'a> = (&'a [f64], &'a [f64]);

pub(crate) struct Blocks {
    dimensions: usize,
    rows: Vec<Vec<u32>>,
    /// The lowest values of each node, and then its highest. Nodes lie level by level: the root
    /// first, the blocks last.
    boxes: Vec<f64>,
    first_rows: Vec<u32>,
}

pub(crate) trait Visitor {
    /// Returns the last rank of interest: blocks whose points all rank later are left out.
    fn max_rank(&self) -> Rank;

    /// Visits the points of a block; `node` has its box.
    fn visit(&mut self, block: usize, node: usize);
}

impl Blocks {
    /// Creates blocks of at most `size` points (2 or more), several of them at least half full.
    pub(crate) fn new(space: &Space, size: usize) -> Self {
        let (n, dimensions) = (space.len(), space.dimensions());
        let levels = n.div_ceil(size).next_power_of_two().ilog2() as usize;
        let rows = split_cell(space, (0..n as u32).collect(), levels);
        let leaves = rows.par_iter().map(|rows| space.bounds(rows.iter().copied()));
        let leaves: Vec<_> = leaves.collect();
        let inner = rows.len() - 1;
        let width = 2 * dimensions;
        let mut boxes = vec![0.0; inner * width];
        boxes.extend(leaves.into_iter().flat_map(|(low, high)| [low, high]).flatten());
        let mut first_rows = vec![0; inner];
        first_rows.extend(rows.iter().map(|rows| rows.iter().min().copied().unwrap_or(u32::MAX)));
        for node in (0..inner).rev() {
            let [left, right] = children(node);
            first_rows[node] = first_rows[left].min(first_rows[right]);
            for at in 0..width {
                let (left, right) = (boxes[left * width + at], boxes[right * width + at]);
                boxes[node * width + at] =
                    if at < dimensions { left.min(right) } else { left.max(right) };
            }
        }
        Self { dimensions, rows, boxes, first_rows }
    }

    pub(crate) fn group_lists<'a>(
        &self,
        lists: &'a mut [u32],
        k: usize,
    ) -> Vec<Vec<&'a mut [u32]>> {
        let mut lists: Vec<Option<&mut [u32]>> = lists.chunks_exact_mut(k).map(Some).collect();
        let mut take = |&row: &u32| lists[row as usize].take().expect("every row has one place");
        self.rows.iter().map(|rows| rows.iter().map(&mut take).collect()).collect()
    }

    pub(crate) fn rows(&self) -> &[Vec<u32>] {
        &self.rows
    }

    pub(crate) fn bounds(&self, node: usize) -> Bounds<'_> {
        self.boxes[node * 2 * self.dimensions..(node + 1) * 2 * self.dimensions]
            .split_at(self.dimensions)
    }

    pub(crate) fn first_row(&self, node: usize) -> u32 {
        self.first_rows[node]
    }

    pub(crate) fn node(&self, block: usize) -> usize {
        self.rows.len() - 1 + block
    }

    /// Shows a visitor the blocks below a node, of which 0 is the root, that are within its reach
    /// from the box `home`, nearer ones mostly first.
    pub(crate) fn visit_near(
        &self,
        node: usize,
        metric: Metric,
        home: Bounds<'_>,
        visitor: &mut impl Visitor,
    ) {
        if let Some(block) = node.checked_sub(self.node(0)) {
            return visitor.visit(block, node);
        }
        let mut children =
            children(node).map(|child| (self.nearest_rank(child, metric, home), child));
        children.sort_unstable_by_key(|&(nearest, _)| nearest);
        for (nearest, child) in children {
            if nearest <= visitor.max_rank() {
                self.visit_near(child, metric, home, visitor);
            }
        }
    }

    /// Returns a rank before which no point of the node ranks from any point of the box `home`.
    fn nearest_rank(&self, node: usize, metric: Metric, (from, to): Bounds<'_>) -> Rank {
        let (low, high) = self.bounds(node);
        Rank::new(metric.box_gap(low, high, from, to), self.first_rows[node])
    }
}

fn children(node: usize) -> [usize; 2] {
    [2 * node + 1, 2 * node + 2]
}

/// Returns the columns to halve a cell in: each time the widest, as if halves were half as wide.
fn widest_columns(space: &Space, rows: &[u32]) -> [usize; TREE_LEVELS] {
    let (low, high) = space.bounds(rows.iter().copied());
    let mut widths: Vec<f64> = low.iter().zip(high).map(|(low, high)| high - low).collect();
    std::array::from_fn(|_| {
        let widest = (0..widths.len()).max_by(|&a, &b| widths[a].total_cmp(&widths[b]));
        widest.inspect(|&column| widths[column] /= 2.0).unwrap_or(0)
    })
}

struct Item {
    /// The point's values in the columns of the tree's axes.
    values: [f64; TREE_LEVELS],
    row: u32,
}

/// Compares two points on an axis. The order is total, since tables hold no NaN and rows differ, so
/// any number of threads makes the same parts. The order on further axes does not matter.
fn compare(a: &Item, b: &Item, axis: usize) -> Ordering {
    match (a.values.get(axis), b.values.get(axis)) {
        (Some(x), Some(y)) => x.total_cmp(y).then(a.row.cmp(&b.row)),
        _ => Ordering::Equal,
    }
}

/// Returns the parts of a cell after it is halved `levels` times, in order.
fn split_cell(space: &Space, rows: Vec<u32>, levels: usize) -> Vec<Vec<u32>> {
    if levels == 0 {
        return vec![rows];
    }
    let times = levels.min(TREE_LEVELS);
    let parts = halve(space, &rows, times).into_par_iter();
    parts.flat_map_iter(|part| split_cell(space, part, levels - times)).collect()
}

/// Halves a cell `times` times by a tree of the crate. Returns its parts in order.
fn halve(space: &Space, rows: &[u32], times: usize) -> Vec<Vec<u32>> {
    let columns = widest_columns(space, rows);
    let item = |&row: &u32| {
        let point = space.row(row as usize);
        Item { values: columns.map(|column| point.get(column).map_or(0.0, |&value| value)), row }
    };
    let mut items: Vec<Item> = rows.iter().map(item).collect();
    // `KdSlice8` is a tree of 8 axes, which it takes in turn.
    if items.len() < MIN_PARALLEL {
        KdSlice8::sort_by(&mut items, compare);
    } else {
        KdSlice8::par_sort_by(&mut items, compare);
    }
    let mut parts = vec![&mut items[..]];
    for axis in 0..times {
        let halves = parts.into_iter().enumerate().flat_map(|(at, part)| {
            // Each part but the first begins with the point at which the crate split a cell above.
            // The crate halves the points after it, so its side is found here.
            let first = usize::from(at > 0);
            let middle = first + (part.len() - first) / 2;
            if compare(&part[0], &part[middle], axis).is_gt() {
                part.swap(0, middle);
            }
            <[_; 2]>::from(part.split_at_mut(middle))
        });
        parts = halves.collect();
    }
    parts.iter().map(|part| part.iter().map(|item| item.row).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::whole_numbers;

    #[test]
    fn any_number_of_threads_makes_the_same_blocks() {
        let table = whole_numbers(MIN_PARALLEL + 1, 2, 1 << 24);
        let space = table.space(Metric::Euclidean).expect("small values");
        let rows = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            pool.expect("threads start").install(|| Blocks::new(&space, 32).rows)
        };
        assert!(rows(1) == rows(3));
    }
}
