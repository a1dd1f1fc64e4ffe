//! Who is in which concept: from its list, or from its generator.
//!
//! Every concept of an LCA graph is the closure of a point or two, but for a top that no pair
//! generates. Lists of them were most of a file: 667 of 782 MB of 1,599 wines.

use rusqlite::Row;

use super::decode::PointList;
use super::store::SqliteStore;
use crate::base::ids::{ConceptId, PointId};
use crate::context::bits::Closures;
use crate::lattice::GraphKind;
use crate::store::bounds::Bounds;
use crate::store::{Damage, LatticeStore, Result};

/// Whether the members of a concept follow from its generator, so that no list is stored.
pub(super) fn follow(kind: GraphKind, generator: &[PointId]) -> bool {
    kind == GraphKind::Lca && matches!(generator.len(), 1 | 2)
}

/// The list of a concept, and its generator where the members may follow from it.
const LISTED: &str = "SELECT concept_id, points, NULL FROM extent WHERE concept_id = ?";
const LISTED_OR_GENERATED: &str = "SELECT concept.id, points, generator
    FROM concept LEFT JOIN extent ON extent.concept_id = concept.id WHERE concept.id = ?";

/// The members of each of these concepts, as found.
pub(super) fn read(store: &SqliteStore, ids: &[ConceptId]) -> Result<Vec<Vec<PointId>>> {
    let stored = store.stored_context()?;
    let (bounds, kind) = (Bounds::of(&stored), stored.facts.kind);
    let checked = |check: std::result::Result<(), Damage>| {
        check.map_err(|Damage(damage)| store.damaged(damage))
    };
    let select = match kind {
        GraphKind::Lca => LISTED_OR_GENERATED,
        GraphKind::Full | GraphKind::Iceberg | GraphKind::Largest => LISTED,
    };
    let row = |row: &Row<'_>| {
        let (list, generator): (Option<PointList>, Option<PointList>) = (row.get(1)?, row.get(2)?);
        Ok((row.get(0)?, list, generator))
    };
    let rows: Vec<(ConceptId, _, _)> = store.each(select, ids, row)?;
    let closures = Closures::new(&stored.context, rows.len());
    let mut found = Vec::with_capacity(rows.len());
    for (id, list, generator) in rows {
        let (PointList(points), follows) = match (list, generator) {
            (Some(list), _) => (list, false),
            (None, Some(generator)) if follow(kind, &generator.0) => (generator, true),
            (None, _) => continue,
        };
        checked(bounds.points(id, &points))?;
        found.push(if follows { closures.of(&points) } else { points });
    }
    checked(bounds.answered(ids, found.len()))?;
    Ok(found)
}
