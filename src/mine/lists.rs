//! What keeps the lists of a node short: passed sets form an antichain, candidates are new.

use crate::bitset::Bits;

/// An attribute restricted to an extent; several attributes that coincide there are one.
#[derive(Clone)]
pub(super) struct Candidate<B> {
    pub(super) set: B,
    pub(super) size: u32,
    /// How many attributes of the context coincide here.
    pub(super) attributes: u32,
}

/// Adds `set` to the antichain `list[from..]` unless one of its sets holds it; sets that it holds
/// leave. The order is not kept.
#[inline(always)]
pub(super) fn insert_maximal<B: Bits>(list: &mut Vec<B>, from: usize, set: B) {
    let mut at = from;
    while at < list.len() {
        if set.within(&list[at]) {
            return;
        }
        if list[at].within(&set) {
            list.swap_remove(at);
        } else {
            at += 1;
        }
    }
    list.push(set);
}

/// Of the candidates `list[from..]` keeps those outside every passed set, each set once with the
/// attributes of its repeats, smallest first.
#[inline(always)]
pub(super) fn keep_new<B: Bits>(list: &mut Vec<Candidate<B>>, from: usize, passed: &[B]) {
    let mut kept = from;
    for at in from..list.len() {
        if !passed.iter().any(|other| list[at].set.within(other)) {
            list.swap(kept, at);
            kept += 1;
        }
    }
    list.truncate(kept);
    distinct(list, from);
}

/// Puts the candidates `list[from..]` in order, smallest first, and makes those with one set one.
#[inline(always)]
pub(super) fn distinct<B: Bits>(list: &mut Vec<Candidate<B>>, from: usize) {
    if list.len() - from < 2 {
        return;
    }
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
