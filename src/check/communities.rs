//! Communities, found again in the homes of the points.

use super::faults::Faults;
use crate::base::ids::{ConceptId, PointId};
use crate::communities::Communities;
use crate::select::found::found;
use crate::store::{LatticeStore, Result, StoredContext};

/// Compares them. `homes` are right.
pub(super) fn compare(
    store: &dyn LatticeStore,
    stored: &StoredContext,
    homes: &[Option<ConceptId>],
    faults: &mut Faults,
) -> Result<()> {
    let Some(claimed) = faults.unless_damaged(store.communities())? else { return Ok(()) };
    let Some(membership) = faults.unless_damaged(store.membership())? else { return Ok(()) };
    // A graph may have been made without.
    if claimed == Communities::default() && membership.iter().all(Vec::is_empty) {
        return Ok(());
    }
    let Some(found) = faults.unless_damaged(found(store, homes))? else { return Ok(()) };
    if found.communities.all.len() != claimed.all.len() {
        let (claimed, found) = (claimed.all.len(), found.communities.all.len());
        faults.add(format!("it has {found} communities, but claims {claimed}"));
        return Ok(());
    }
    let both = (1..).zip(claimed.all.iter().zip(&found.communities.all));
    for (number, _) in both.filter(|(_, (claimed, found))| claimed != found) {
        faults.add(format!("community g{number} is not what its clusters make of it"));
    }
    if claimed.overlaps != found.communities.overlaps {
        faults.add("the overlaps of its communities are not those of their points".to_owned());
    }
    let differs = membership.iter().zip(&found.membership).position(|(one, other)| one != other);
    if let Some(point) = differs {
        let point = stored.points.name(PointId(point as u32));
        faults.add(format!("point {point:?} has other shares in communities than it claims"));
    }
    Ok(())
}
