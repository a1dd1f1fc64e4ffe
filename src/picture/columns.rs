//! Which clusters stand in one column: smallest left, largest right, equal sizes aligned.
//!
//! Invariant: no cluster is larger than one in a column further right, clusters of one size share
//! a column, and every edge goes to a column further right. Each column but the first is entered
//! by an edge from the one before, so that Graphviz, given only which nodes align, finds the
//! same columns in the same order.

use std::ops::Range;

use super::data::{Node, Picture};

/// The columns, left to right, each a run of `picture.nodes`.
///
/// Sizes are taken in order; a size joins the last column unless one of its clusters covers a
/// cluster there. On a map, whose columns have a limit, clusters are taken one by one.
pub fn columns(picture: &Picture) -> Vec<Range<usize>> {
    let nodes = &picture.nodes;
    let mut highest_below = vec![None; nodes.len()];
    for &(lower, upper) in &picture.edges {
        highest_below[upper] = highest_below[upper].max(Some(lower));
    }
    let mut columns: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    let most = picture.column_limit.unwrap_or(usize::MAX);
    let together = |a: &Node, b: &Node| a.size == b.size && !picture.is_map();
    for group in nodes.chunk_by(together) {
        let end = at + group.len();
        let below = highest_below[at..end].iter().copied().max().flatten();
        match columns.last_mut() {
            Some(column)
                if column.len() < most && below.is_none_or(|below| below < column.start) =>
            {
                column.end = end;
            }
            _ => columns.push(at..end),
        }
        at = end;
    }
    columns
}

/// How many edges pass from each column to the next.
pub fn crossings(picture: &Picture, columns: &[Range<usize>]) -> Vec<usize> {
    let column_of = |node: usize| columns.partition_point(|column| column.end <= node);
    // Each edge adds one where it starts and takes it back where it ends.
    let mut change = vec![0isize; columns.len()];
    for &(lower, upper) in &picture.edges {
        change[column_of(lower)] += 1;
        change[column_of(upper)] -= 1;
    }
    let passing = change.into_iter().scan(0, |open, change| {
        *open += change;
        Some(open.unsigned_abs())
    });
    passing.collect()
}

/// How many clusters the longest chain of covers has: the least number of columns.
pub fn longest_chain(picture: &Picture) -> usize {
    let mut edges = picture.edges.clone();
    edges.sort_unstable();
    let mut chain = vec![1; picture.nodes.len()];
    for (lower, upper) in edges {
        chain[upper] = chain[upper].max(chain[lower] + 1);
    }
    chain.into_iter().max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_a_map_are_not_tall() {
        let mut picture = picture(&[1, 1, 1, 2, 2, 9], &[(3, 5)]);
        assert_eq!(columns(&picture), [0..5, 5..6]);
        picture.column_limit = Some(2);
        assert_eq!(columns(&picture), [0..2, 2..4, 4..6]);
        picture.edges.push((4, 5));
        assert_eq!(columns(&picture), [0..2, 2..4, 4..5, 5..6]);
    }

    fn picture(sizes: &[u32], edges: &[(usize, usize)]) -> Picture {
        let nodes = sizes.iter().map(|&size| Node { size, ..Node::default() }).collect();
        Picture { nodes, edges: edges.to_vec(), ..Picture::default() }
    }

    #[test]
    fn a_size_opens_a_column_only_when_it_covers_the_last() {
        assert!(columns(&picture(&[], &[])).is_empty());
        assert_eq!(columns(&picture(&[1, 2, 2, 3], &[])).len(), 1);
        assert_eq!(columns(&picture(&[0, 1, 1, 2], &[(0, 1), (0, 2), (1, 3)])), [0..1, 1..3, 3..4]);
        assert_eq!(columns(&picture(&[1, 2, 2, 3], &[(0, 2), (0, 3)])), [0..1, 1..4]);
    }

    #[test]
    fn crossings_count_the_edges_on_their_way() {
        let picture = picture(&[0, 1, 1, 2], &[(0, 1), (0, 2), (0, 3), (1, 3)]);
        let columns = columns(&picture);
        assert_eq!(columns, [0..1, 1..3, 3..4]);
        assert_eq!(crossings(&picture, &columns), [3, 2, 0]);
    }
}
