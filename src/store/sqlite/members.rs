//! Who is in which concept: from its members, from its attributes, or from its generator.
//!
//! A concept is its extent or its intent, and the shorter one is kept: of a cluster of 50,000
//! points that share two attributes, the two. Of a small cluster members are always kept, since a
//! list is read at once. Every concept of an LCA graph is the closure of a point or two, but for a
//! top that no pair generates. Lists of them were most of a file: 667 of 782 MB of 1,599 wines.

use crate::lattice::GraphKind;
use crate::store::Concept;

/// Of at most that many members there is a list.
const FEW: u32 = 256;
/// And of at most that many times as many as there are shared attributes.
const TIMES: u32 = 16;

/// What is listed of a concept, besides its generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StoredList {
    /// Its members.
    Extent,
    /// The attributes that they share.
    Intent,
    /// Nothing: the generator is enough.
    Nothing,
}

/// What is listed of a concept in a graph of that kind.
pub(super) fn stored_list(kind: GraphKind, concept: &Concept) -> StoredList {
    if kind == GraphKind::Lca {
        return match concept.generator.len() {
            1 | 2 => StoredList::Nothing,
            _ => StoredList::Extent,
        };
    }
    match concept.size > FEW.max(concept.intent_size.saturating_mul(TIMES)) {
        true => StoredList::Intent,
        false => StoredList::Extent,
    }
}
