//! Communities in a SQLite file: written once, read and checked.

use rusqlite::{Connection, Row, types::Value as Sql};

use super::decode;
use super::insert::Insert;
use super::store::SqliteStore;
use crate::base::ids::{ClassId, CommunityId, PointId};
use crate::communities::{Communities, Community, Level, Membership, Overlap};
use crate::store::bounds::Bounds;
use crate::store::{Damage, LatticeStore, Result};

/// Writes all of them.
pub(super) fn write(
    connection: &Connection,
    communities: &Communities,
    membership: &Membership,
) -> rusqlite::Result<()> {
    let id = |number: i64| Sql::Integer(number);
    let mut rows = Insert::new(connection, "community", 12)?;
    let real = |value: Option<f64>| value.map_or(Sql::Null, Sql::Real);
    let numbered = CommunityId::first(communities.all.len()).zip(&communities.all);
    for (number, one) in numbered {
        let (class, purity) = one
            .majority_and_purity
            .map_or((Sql::Null, Sql::Null), |of| (id(of.0.number()), Sql::Real(of.1)));
        rows.push([
            id(number.number()),
            Sql::Text(one.name.clone()),
            Sql::Text(one.level.to_string()),
            one.parent.map_or(Sql::Null, |parent| id(parent.number())),
            Sql::Integer(one.points.into()),
            real(one.separation),
            Sql::Integer(one.touching.into()),
            real(one.cohesion),
            class,
            purity,
            one.cluster.map_or(Sql::Null, |cluster| id(cluster.number())),
            one.apart.clone().map_or(Sql::Null, Sql::Text),
        ])?;
    }
    rows.finish()?;
    let mut rows = Insert::new(connection, "belongs", 3)?;
    for (point, shares) in (1..).zip(membership) {
        for (number, share) in shares {
            rows.push([id(point), id(number.number()), Sql::Real(*share)])?;
        }
    }
    rows.finish()?;
    let mut rows = Insert::new(connection, "overlap", 5)?;
    for &Overlap { one, other, points, jaccard, separation } in &communities.overlaps {
        let points = Sql::Integer(points.into());
        let [jaccard, separation] = [jaccard, separation].map(Sql::Real);
        rows.push([id(one.number()), id(other.number()), points, jaccard, separation])?;
    }
    rows.finish()
}

/// Reads them, within the bounds of the graph.
pub(super) fn read(store: &SqliteStore) -> Result<Communities> {
    let select = "SELECT id, name, level, parent_id, points, separation, touching, cohesion, \
                  majority_class_id, purity, concept_id, apart FROM community ORDER BY id";
    let community = |row: &Row<'_>| {
        let (class, purity): (Option<ClassId>, Option<f64>) =
            (decode::optional_id(row, 8)?, row.get(9)?);
        let level: Option<Level> = row.get::<_, String>(2)?.parse().ok();
        let found = Community {
            name: row.get(1)?,
            level: level.unwrap_or(Level::Join),
            parent: decode::optional_id(row, 3)?,
            points: row.get(4)?,
            separation: row.get(5)?,
            touching: row.get(6)?,
            cohesion: row.get(7)?,
            majority_and_purity: class.zip(purity),
            cluster: decode::optional_id(row, 10)?,
            apart: row.get(11)?,
        };
        let is_whole = class.is_some() == purity.is_some() && level.is_some();
        Ok((decode::id(row, 0)?, found, is_whole))
    };
    let rows: Vec<(CommunityId, Community, bool)> = store.all(select, &[], community)?;
    let mut all = Vec::with_capacity(rows.len());
    for (expected, (id, one, is_whole)) in CommunityId::first(rows.len()).zip(rows) {
        if id != expected || !is_whole {
            let number = expected.number();
            let damage = format!("community {number} is missing, or has half a class or no level");
            return Err(store.damaged(damage));
        }
        all.push(one);
    }
    let select = "SELECT community_id, other_id, points, jaccard, separation FROM overlap \
                  ORDER BY community_id, other_id";
    let overlaps = store.all(select, &[], |row| {
        Ok(Overlap {
            one: decode::id(row, 0)?,
            other: decode::id(row, 1)?,
            points: row.get(2)?,
            jaccard: row.get(3)?,
            separation: row.get(4)?,
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
    let last: Vec<Option<CommunityId>> = store.all(last, &[], |row| decode::optional_id(row, 0))?;
    let communities = last.into_iter().flatten().next().map_or(0, |last| last.index() + 1);
    let mut membership: Membership = vec![Vec::new(); stored.points.len()];
    let select = "SELECT point_id, community_id, share FROM belongs \
                  ORDER BY point_id, community_id";
    let rows: Vec<(PointId, CommunityId, f64)> = store
        .all(select, &[], |row| Ok((decode::id(row, 0)?, decode::id(row, 1)?, row.get(2)?)))?;
    for (point, id, share) in rows {
        let shares = membership.get_mut(point.index());
        shares
            .ok_or_else(|| store.damaged(format!("there is no point {}", point.number())))?
            .push((id, share));
    }
    let checked = Bounds::of(&stored).membership(&membership, communities);
    checked.map(|()| membership).map_err(|Damage(damage)| store.damaged(damage))
}
