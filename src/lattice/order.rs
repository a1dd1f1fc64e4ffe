//! The canonical order of extents that several threads found: by size, then by members.

use std::cmp::Ordering;

use super::Extents;

/// Where an extent is, with what orders most of them without looking it up.
#[derive(Clone, Copy)]
pub(super) struct ExtentRef {
    size: u32,
    prefix: u64,
    part: u32,
    at: u32,
}

impl ExtentRef {
    /// The collection it is in.
    pub(super) fn part(self) -> usize {
        self.part as usize
    }

    /// Its place there.
    pub(super) fn at(self) -> usize {
        self.at as usize
    }
}

/// Every extent of some collections over the same points, in the order of these.
pub(super) fn extent_refs(parts: &[&Extents]) -> Vec<ExtentRef> {
    let of_part = |(part, extents): (u32, &&Extents)| {
        let extents: &Extents = extents;
        let place = |at| ExtentRef {
            size: extents.size(at),
            prefix: extents.prefix(at),
            part,
            at: at as u32,
        };
        (0..extents.len()).map(place).collect::<Vec<_>>()
    };
    (0..).zip(parts).flat_map(of_part).collect()
}

/// Canonical order.
pub(super) fn compare(parts: &[&Extents], a: ExtentRef, b: ExtentRef) -> Ordering {
    let rest = || parts[a.part()].compare(a.at(), parts[b.part()], b.at());
    (a.size, a.prefix).cmp(&(b.size, b.prefix)).then_with(rest)
}
