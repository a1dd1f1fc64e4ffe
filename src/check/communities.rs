//! Communities, found again in the points, and what follows from the shares.

use super::faults::Faults;
use crate::base::ids::CommunityId;
use crate::base::progress::Progress;
use crate::communities::{Communities, CommunityResult};
use crate::select::found::found;
use crate::store::summaries;
use crate::store::{LatticeStore, Result, StoredContext};

/// What a graph claims of its communities; none where that cannot be read.
pub(super) fn claimed(
    store: &dyn LatticeStore,
    faults: &mut Faults,
) -> Result<Option<CommunityResult>> {
    let Some(communities) = faults.unless_damaged(store.communities())? else { return Ok(None) };
    let membership = faults.unless_damaged(store.membership())?;
    Ok(membership.map(|membership| CommunityResult { communities, membership }))
}

/// Compares it. Homes are right.
pub(super) fn compare(
    store: &dyn LatticeStore,
    stored: &StoredContext,
    CommunityResult { communities: claimed, membership }: &CommunityResult,
    faults: &mut Faults,
    progress: &Progress,
) -> Result<()> {
    // A graph may have been made without.
    if **claimed == Communities::default() && membership.iter().all(Vec::is_empty) {
        return Ok(());
    }
    let mut points = vec![0_u32; claimed.all.len()];
    for shares in membership.iter() {
        claimed.holding(shares).into_iter().for_each(|id| points[id.index()] += 1);
    }
    for (one, points) in
        claimed.all.iter().zip(points).filter(|(one, points)| one.points != *points)
    {
        faults.add(format!("{points} points belong to {}, which claims {}", one.name, one.points));
    }
    let Some(Some(found)) = faults.unless_damaged(found(store, progress))? else { return Ok(()) };
    let CommunityResult { communities, membership: shares } = found;
    if communities.all.len() != claimed.all.len() {
        let (claimed, found) = (claimed.all.len(), communities.all.len());
        faults.add(format!("it has {found} communities, but claims {claimed}"));
        return Ok(());
    }
    // A graph that was built again has names of its own.
    let communities = communities.with_numbers(&claimed.numbers());
    for id in CommunityId::first(claimed.all.len()) {
        if claimed.all[id.index()] != communities.all[id.index()] {
            let name = claimed.name(id);
            faults.add(format!("community {name} is not what its points make of it"));
        }
    }
    // The summaries follow from the rest, whose faults are reported already.
    if **claimed == communities && *membership == shares {
        let own = summaries::summaries(store)?;
        if faults.unless_damaged(store.summaries())?.is_some_and(|claimed| claimed != own) {
            faults.add("the summaries of its communities are not those of their points".to_owned());
        }
    }
    if claimed.overlaps != communities.overlaps {
        faults.add("the overlaps of its groups are not those of their points".to_owned());
    }
    let other = "has other shares in communities than it claims";
    faults.differs(&stored.points, membership, &shares, other);
    Ok(())
}
