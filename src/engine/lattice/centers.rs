//! The centre of a cluster of a full lattice: the member with most links to the others, ties by
//! row.
//!
//! The links of a member of a context of neighbours are the members that count it among their
//! nearest; in a ready context they are the attributes that it shares with each of the others.

use std::cmp::Reverse;

use rayon::prelude::*;

use super::extents::Extents;
use crate::base::ids::PointId;
use crate::context::FormalContext;

/// Returns the centres of some of the extents, as objects; `None` for an empty extent.
pub(super) fn find_centers(
    context: &FormalContext,
    extents: &Extents,
    some: &[usize],
    anchors: Option<&[PointId]>,
) -> Vec<Option<PointId>> {
    let scratch = || vec![0_u32; context.attributes().len()];
    let center = |shared: &mut Vec<u32>, &at: &usize| {
        find_center(context, &extents.members(at), anchors, shared)
    };
    some.par_iter().map_init(scratch, center).collect()
}

/// Returns the centre of some objects; `anchors` has the object of each attribute, if any.
pub fn center(
    context: &FormalContext,
    members: &[PointId],
    anchors: Option<&[PointId]>,
) -> Option<PointId> {
    find_center(context, members, anchors, &mut vec![0; context.attributes().len()])
}

/// Returns the centre of some objects. `shared` has a zero for each attribute, before and after.
fn find_center(
    context: &FormalContext,
    members: &[PointId],
    anchors: Option<&[PointId]>,
    shared: &mut [u32],
) -> Option<PointId> {
    for member in members {
        let weight = context.weight(*member);
        for &attribute in context.rows().get(member.index()) {
            shared[attribute as usize] += weight;
        }
    }
    let center = match anchors {
        Some(anchors) => most_linked_anchor(members, anchors, shared),
        None => most_linked_member(context, members, shared),
    };
    shared.fill(0);
    center
}

/// Returns the member that most members know, or the first if none is known; ties by row.
fn most_linked_anchor(members: &[PointId], anchors: &[PointId], shared: &[u32]) -> Option<PointId> {
    let known = anchors.iter().zip(shared).filter(|(_, by)| **by > 0);
    let inside = known.filter(|(anchor, _)| members.binary_search(anchor).is_ok());
    let most = inside.max_by_key(|&(anchor, by)| (by, Reverse(anchor)));
    most.map(|(&anchor, _)| anchor).or_else(|| members.first().copied())
}

/// Returns the member that shares most attributes with the others, the first of equal ones.
fn most_linked_member(
    context: &FormalContext,
    members: &[PointId],
    shared: &[u32],
) -> Option<PointId> {
    let links = |member: &PointId| -> u64 {
        let row = context.rows().get(member.index()).iter();
        row.map(|&attribute| u64::from(shared[attribute as usize])).sum()
    };
    members.iter().copied().max_by_key(|member| (links(member), Reverse(*member)))
}
