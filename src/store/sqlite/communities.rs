//! Communities in a SQLite file: written once, read and checked.

use rusqlite::{Connection, Row, types::Value as Sql};

use super::insert::Insert;
use super::store::SqliteStore;
use crate::base::ids::{ClassId, CommunityId, ConceptId, PointId};
use crate::communities::{Communities, Community, Membership, Overlap};
use crate::store::bounds::Bounds;
use crate::store::{Damage, LatticeStore, Result};

/// Writes all of them.
pub(super) fn write(
    connection: &Connection,
    communities: &Communities,
    membership: &Membership,
) -> rusqlite::Result<()> {
    let id = |number: i64| Sql::Integer(number);
    let numbered = || CommunityId::first(communities.all.len()).zip(&communities.all);
    let mut rows = Insert::new(connection, "community", 7)?;
    for (number, one) in numbered() {
        let (class, purity) = one
            .majority_and_purity
            .map_or((Sql::Null, Sql::Null), |of| (id(of.0.number()), Sql::Real(of.1)));
        rows.push([
            id(number.number()),
            Sql::Integer(one.points.into()),
            one.cohesion.map_or(Sql::Null, Sql::Real),
            class,
            purity,
            id(one.central.number()),
            one.apart.clone().map_or(Sql::Null, Sql::Text),
        ])?;
    }
    rows.finish()?;
    let of = |(number, one): (CommunityId, &Community)| {
        one.clusters.iter().map(move |&cluster| (cluster, number)).collect::<Vec<_>>()
    };
    let mut clusters: Vec<(ConceptId, CommunityId)> = numbered().flat_map(of).collect();
    clusters.sort_unstable();
    let mut rows = Insert::new(connection, "community_concept", 2)?;
    for (cluster, number) in clusters {
        rows.push([id(cluster.number()), id(number.number())])?;
    }
    rows.finish()?;
    let mut rows = Insert::new(connection, "belongs", 3)?;
    for (point, shares) in (1..).zip(membership) {
        for (number, share) in shares {
            rows.push([id(point), id(number.number()), Sql::Real(*share)])?;
        }
    }
    rows.finish()?;
    let mut rows = Insert::new(connection, "overlap", 4)?;
    for &Overlap { one, other, points, jaccard } in &communities.overlaps {
        let points = Sql::Integer(points.into());
        rows.push([id(one.number()), id(other.number()), points, Sql::Real(jaccard)])?;
    }
    rows.finish()
}

/// Reads them, within the bounds of the graph.
pub(super) fn read(store: &SqliteStore) -> Result<Communities> {
    let select = "SELECT id, points, cohesion, majority_class_id, purity, central_id, apart \
                  FROM community ORDER BY id";
    let community = |row: &Row<'_>| {
        let (class, purity): (Option<ClassId>, Option<f64>) = (row.get(3)?, row.get(4)?);
        let found = Community {
            points: row.get(1)?,
            cohesion: row.get(2)?,
            majority_and_purity: class.zip(purity),
            central: row.get(5)?,
            clusters: Vec::new(),
            apart: row.get(6)?,
        };
        Ok((row.get(0)?, found, class.is_some() == purity.is_some()))
    };
    let rows: Vec<(CommunityId, Community, bool)> = store.all(select, &[], community)?;
    let mut all = Vec::with_capacity(rows.len());
    for (expected, (id, one, is_whole)) in CommunityId::first(rows.len()).zip(rows) {
        if id != expected || !is_whole {
            return Err(store.damaged(format!("{expected} is missing or has half a class")));
        }
        all.push(one);
    }
    let select = "SELECT community_id, concept_id FROM community_concept ORDER BY concept_id";
    let clusters: Vec<(CommunityId, ConceptId)> =
        store.all(select, &[], |row| Ok((row.get(0)?, row.get(1)?)))?;
    for (id, cluster) in clusters {
        let one = all.get_mut(id.index());
        one.ok_or_else(|| store.damaged(format!("{cluster} is in {id}, which does not exist")))?
            .clusters
            .push(cluster);
    }
    let select = "SELECT community_id, other_id, points, jaccard FROM overlap \
                  ORDER BY community_id, other_id";
    let overlaps = store.all(select, &[], |row| {
        Ok(Overlap {
            one: row.get(0)?,
            other: row.get(1)?,
            points: row.get(2)?,
            jaccard: row.get(3)?,
        })
    })?;
    let found = Communities { all, overlaps };
    let checked = Bounds::of(&*store.stored_context()?).communities(&found);
    checked.map(|()| found).map_err(|Damage(damage)| store.damaged(damage))
}

/// The shares of every point.
pub(super) fn membership(store: &SqliteStore) -> Result<Membership> {
    let stored = store.stored_context()?;
    let last = "SELECT max(id) FROM community";
    let last: Vec<Option<CommunityId>> = store.all(last, &[], |row| row.get(0))?;
    let communities = last.into_iter().flatten().next().map_or(0, |last| last.index() + 1);
    let mut membership: Membership = vec![Vec::new(); stored.points.len()];
    let select = "SELECT point_id, community_id, share FROM belongs \
                  ORDER BY point_id, community_id";
    let rows: Vec<(PointId, CommunityId, f64)> =
        store.all(select, &[], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    for (point, id, share) in rows {
        let shares = membership.get_mut(point.index());
        shares
            .ok_or_else(|| store.damaged(format!("there is no point {}", point.number())))?
            .push((id, share));
    }
    let checked = Bounds::of(&stored).membership(&membership, communities);
    checked.map(|()| membership).map_err(|Damage(damage)| store.damaged(damage))
}
