//! Who is in which concept: from its list, or from its generator.
//!
//! Every concept of an LCA graph is the closure of a point or two, but for a top that no pair
//! generates. Lists of them were most of a file: 667 of 782 MB of 1,599 wines.

use std::collections::HashMap;

use super::decode::PointList;
use super::store::SqliteStore;
use crate::context::bits::Closures;
use crate::ids::{ConceptId, PointId};
use crate::lattice::GraphKind;
use crate::store::bounds::Bounds;
use crate::store::{Damage, LatticeStore, Result, StoredContext};

/// Whether the members of a concept follow from its generator, so that no list is stored.
pub(super) fn follow(kind: GraphKind, generator: &[PointId]) -> bool {
    kind == GraphKind::Lca && matches!(generator.len(), 1 | 2)
}

/// The members of each of these concepts, as found.
pub(super) fn read(store: &SqliteStore, ids: &[ConceptId]) -> Result<Vec<Vec<PointId>>> {
    let stored = store.stored_context()?;
    let bounds = Bounds::of(&stored);
    let checked = |check: std::result::Result<(), Damage>| {
        check.map_err(|Damage(damage)| store.damaged(damage))
    };
    let select = "SELECT concept_id, points FROM extent WHERE concept_id = ?";
    let mut lists = pairs(store, select, ids)?;
    if stored.facts.kind == GraphKind::Lca {
        let unlisted: Vec<_> = ids.iter().copied().filter(|id| !lists.contains_key(id)).collect();
        lists.extend(generated(store, &stored, &unlisted)?);
    }
    let found: Vec<(ConceptId, Vec<PointId>)> =
        ids.iter().filter_map(|id| Some((*id, lists.get(id)?.clone()))).collect();
    checked(bounds.answered(ids, found.len()))?;
    for (id, points) in &found {
        checked(bounds.points(*id, points))?;
    }
    Ok(found.into_iter().map(|(_, points)| points).collect())
}

/// The members of those that follow from their generators.
fn generated(
    store: &SqliteStore,
    stored: &StoredContext,
    ids: &[ConceptId],
) -> Result<HashMap<ConceptId, Vec<PointId>>> {
    let select = "SELECT id, generator FROM concept WHERE id = ?";
    let (closures, bounds) = (Closures::new(&stored.context), Bounds::of(stored));
    let mut found = pairs(store, select, ids)?;
    found.retain(|_, generator| follow(stored.facts.kind, generator));
    for (id, points) in &mut found {
        bounds.points(*id, points).map_err(|Damage(damage)| store.damaged(damage))?;
        *points = closures.of(points);
    }
    Ok(found)
}

/// What a statement answers for each id: the id and a list of points.
fn pairs(
    store: &SqliteStore,
    select: &str,
    ids: &[ConceptId],
) -> Result<HashMap<ConceptId, Vec<PointId>>> {
    let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get::<_, PointList>(1)?.0));
    Ok(store.each(select, ids, row)?.into_iter().collect())
}
