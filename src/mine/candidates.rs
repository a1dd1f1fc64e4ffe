//! Candidates of a node of the search, distinct and smallest first.

use conceptgraph_sets::bitset::Bits;

/// An attribute restricted to an extent; attributes that coincide there are one candidate.
#[derive(Clone)]
pub(crate) struct Candidate<B> {
    pub(crate) set: B,
    pub(crate) size: u32,
    /// The number of attributes of the matrix that coincide here.
    pub(crate) attributes: u32,
}

/// Sorts the candidates `list[from..]`, smallest first, and merges those with equal sets.
#[inline(always)]
pub(crate) fn sort_distinct<B: Bits>(list: &mut Vec<Candidate<B>>, from: usize) {
    if list.len() - from < 2 {
        return;
    }
    list[from..].iter_mut().for_each(|c| c.size = c.set.size());
    list[from..].sort_unstable_by(|c, d| c.size.cmp(&d.size).then_with(|| c.set.cmp(&d.set)));
    let mut last = from;
    for at in from + 1..list.len() {
        if list[at].set == list[last].set {
            list[last].attributes += list[at].attributes;
        } else {
            last += 1;
            list.swap(last, at);
        }
    }
    list.truncate(last + 1);
}
