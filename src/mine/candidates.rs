//! What keeps the lists of a node short: passed sets form an antichain, candidates are new.

use conceptgraph_sets::bitset::Bits;

/// An attribute restricted to an extent; several attributes that coincide there are one.
#[derive(Clone)]
pub(crate) struct Candidate<B> {
    pub(crate) set: B,
    pub(crate) size: u32,
    /// How many attributes of the matrix coincide here.
    pub(crate) attributes: u32,
}

/// Puts the candidates `list[from..]` in order, smallest first, and makes those with one set one.
#[inline(always)]
pub(crate) fn distinct<B: Bits>(list: &mut Vec<Candidate<B>>, from: usize) {
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
