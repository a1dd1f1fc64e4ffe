//! The columns of clusters: smallest left, largest right, equal sizes aligned.
//!
//! Invariant: no cluster is larger than one in a column further right, clusters of one size share a
//! column, and every edge goes to a column further right. Each column but the first is entered by
//! an edge from the one before, so that Graphviz, given only which nodes align, finds the same
//! columns in the same order.

use std::ops::Range;

use super::data::Picture;

/// Returns the columns, left to right, each a run of `picture.nodes`.
///
/// Sizes are taken in order; a size joins the last column unless one of its clusters covers a
/// cluster there.
pub(crate) fn columns(picture: &Picture) -> Vec<Range<usize>> {
    let nodes = &picture.nodes;
    let mut highest_below = vec![None; nodes.len()];
    for &(lower, upper) in &picture.edges {
        highest_below[upper] = highest_below[upper].max(Some(lower));
    }
    let mut columns: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    for group in nodes.chunk_by(|a, b| a.size == b.size) {
        let end = at + group.len();
        let below = highest_below[at..end].iter().copied().max().flatten();
        match columns.last_mut() {
            Some(column) if below.is_none_or(|below| below < column.start) => column.end = end,
            _ => columns.push(at..end),
        }
        at = end;
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::super::data::Node;
    use super::*;

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
}
