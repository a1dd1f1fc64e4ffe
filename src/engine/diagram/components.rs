//! The connected parts of an order, and their places beside one another.

use super::cost::{GRID, GridPlace};

/// The space between two parts, in grid steps, and the ratio of width to height of all parts.
const GAP: i32 = 2 * GRID;
const RATIO: f64 = 1.6;

/// A connected part: its elements, ascending, and its covers as indices into them.
pub(super) struct ConnectedPart {
    elements: Vec<usize>,
    pub(super) covers: Vec<(usize, usize)>,
}

impl ConnectedPart {
    pub(super) fn len(&self) -> usize {
        self.elements.len()
    }
}

/// Returns the connected parts, the one with the first element first.
pub(super) fn split(count: usize, covers: &[(usize, usize)]) -> Vec<ConnectedPart> {
    let mut first: Vec<usize> = (0..count).collect();
    fn root(first: &mut [usize], mut at: usize) -> usize {
        while first[at] != at {
            first[at] = first[first[at]];
            at = first[at];
        }
        at
    }
    for &(low, high) in covers {
        let (one, other) = (root(&mut first, low), root(&mut first, high));
        first[one.max(other)] = one.min(other);
    }
    let mut parts: Vec<ConnectedPart> = Vec::new();
    let mut part_of = vec![(0, 0); count];
    for at in 0..count {
        let root = root(&mut first, at);
        if root == at {
            part_of[at].0 = parts.len();
            parts.push(ConnectedPart { elements: Vec::new(), covers: Vec::new() });
        }
        let part = part_of[root].0;
        part_of[at] = (part, parts[part].elements.len());
        parts[part].elements.push(at);
    }
    for &(low, high) in covers {
        parts[part_of[low].0].covers.push((part_of[low].1, part_of[high].1));
    }
    parts
}

/// Returns the position of every element, with the parts in rows, the highest part first.
pub(super) fn pack(
    count: usize,
    parts: &[ConnectedPart],
    placed: Vec<Vec<GridPlace>>,
) -> Vec<[f64; 2]> {
    let range = |places: &[GridPlace], axis: usize| {
        let along = || places.iter().map(move |place| place[axis]);
        (along().min().unwrap_or(0), along().max().unwrap_or(0))
    };
    let sizes: Vec<[i32; 2]> = placed
        .iter()
        .map(|places| [0, 1].map(|axis| range(places, axis).1 - range(places, axis).0 + GAP))
        .collect();
    let area: f64 = sizes.iter().map(|size| f64::from(size[0]) * f64::from(size[1])).sum();
    let widest = sizes.iter().map(|size| size[0]).max().unwrap_or(0);
    let row_width = widest.max((area * RATIO).sqrt() as i32);
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by_key(|&at| (-sizes[at][1], -sizes[at][0]));
    let mut positions = vec![[0.0; 2]; count];
    let (mut left, mut top, mut row_height) = (0, 0, 0);
    for at in order {
        let [width, height] = sizes[at];
        if left > 0 && left + width > row_width {
            (left, top, row_height) = (0, top - row_height, 0);
        }
        let shift = [left - range(&placed[at], 0).0, top - range(&placed[at], 1).1];
        for (&element, place) in parts[at].elements.iter().zip(&placed[at]) {
            positions[element] =
                [0, 1].map(|axis| f64::from(place[axis] + shift[axis]) / f64::from(GRID));
        }
        (left, row_height) = (left + width, row_height.max(height));
    }
    positions
}
