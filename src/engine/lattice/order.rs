//! The canonical order of extents that several threads found: by size, then by members.

use std::cmp::Ordering;

use rayon::prelude::*;

use super::Extents;
use crate::context::clarified::Objects;

/// The position of an extent, with a key that orders most extents without looking them up.
#[derive(Clone, Copy)]
pub(super) struct ExtentRef {
    size: u32,
    prefix: u64,
    part: u32,
    at: u32,
}

impl ExtentRef {
    pub(super) fn part(self) -> usize {
        self.part as usize
    }

    pub(super) fn size(self) -> u32 {
        self.size
    }

    pub(super) fn index(self) -> usize {
        self.at as usize
    }
}

/// Returns every extent of some collections over equal objects, in the order of the collections.
pub(super) fn extent_refs(parts: &[&Extents], objects: Objects<'_>) -> Vec<ExtentRef> {
    let key = |extents: &Extents, at: usize| match objects.twins() {
        None => (extents.size(at), extents.prefix(at)),
        // Extents of one size may have different numbers of objects, and be stored differently.
        Some(_) => {
            let members = extents.members(at);
            let member = |place: usize| members.get(place).map_or(0, |object| u64::from(object.0));
            (objects.size(&members), member(0) << 32 | member(1))
        }
    };
    let of_part = |(part, extents): (u32, &&Extents)| {
        let place = |at| {
            let (size, prefix) = key(extents, at);
            ExtentRef { size, prefix, part, at: at as u32 }
        };
        (0..extents.len()).into_par_iter().map(place).collect::<Vec<_>>()
    };
    (0..).zip(parts).flat_map(of_part).collect()
}

pub(super) fn compare_extents(parts: &[&Extents], a: ExtentRef, b: ExtentRef) -> Ordering {
    let rest = || parts[a.part()].compare(a.index(), parts[b.part()], b.index());
    (a.size, a.prefix).cmp(&(b.size, b.prefix)).then_with(rest)
}
