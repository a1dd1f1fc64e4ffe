//! Who is in which concept: from its members, from its attributes, or from its generator.
//!
//! A concept is its extent or its intent, and the shorter one is kept: of a cluster of 50,000
//! points that share two attributes, the two. Of a small cluster members are always kept, since a
//! list is read at once. Every concept of an LCA graph is the closure of a point or two, but for a
//! top that no pair generates. Lists of them were most of a file: 667 of 782 MB of 1,599 wines.

use rusqlite::Row;

use super::decode::PointList;
use super::store::SqliteStore;
use crate::base::ids::{ConceptId, PointId};
use crate::context::bits::Closures;
use crate::lattice::GraphKind;
use crate::store::{Concept, LatticeStore, Result};

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

/// The list of a concept; the rest follows from its generator.
const SELECT: &str = "SELECT concept.id, points, generator
    FROM concept LEFT JOIN extent ON extent.concept_id = concept.id WHERE concept.id = ?";

/// The members of each of these concepts, as found.
pub(super) fn read(store: &SqliteStore, ids: &[ConceptId]) -> Result<Vec<Vec<PointId>>> {
    let stored = store.stored_context()?;
    let row = |row: &Row<'_>| {
        let (list, PointList(generator)): (Option<PointList>, _) = (row.get(1)?, row.get(2)?);
        Ok((row.get(0)?, list, generator))
    };
    let rows: Vec<(ConceptId, Option<PointList>, Vec<PointId>)> = store.each(SELECT, ids, row)?;
    let follow = rows.iter().filter(|(_, list, _)| list.is_none()).count();
    let closures = Closures::new(&stored.context, follow);
    let rows = store.sound(rows, |bounds, rows| {
        bounds.answered(ids, rows.len())?;
        rows.iter().try_for_each(|(id, list, generator)| {
            bounds.points(*id, list.as_ref().map_or(generator, |PointList(points)| points))
        })
    })?;
    let members = |(_, list, generator): (_, Option<PointList>, Vec<PointId>)| match list {
        Some(PointList(points)) => points,
        None => closures.of(&generator),
    };
    Ok(rows.into_iter().map(members).collect())
}
