//! Communities in a SQLite file: written once, read and checked.

use rusqlite::{Connection, types::Value as Sql};

use super::insert::Insert;
use super::store::SqliteStore;
use super::write::{id, maybe_id, real};
use crate::base::ids::{ClassId, CommunityId, ConceptId};
use crate::communities::{Communities, Community, Membership, Overlap};
use crate::store::read_context::{communities_by_number, membership_of};
use crate::store::{LatticeStore, Result};

/// Writes all of them.
pub(super) fn write(
    connection: &Connection,
    communities: &Communities,
    membership: &Membership,
) -> rusqlite::Result<()> {
    let mut rows = Insert::new(connection, "community", 12)?;
    let numbered = CommunityId::first(communities.all.len()).zip(&communities.all);
    for (number, one) in numbered {
        let (class, purity) = one.majority_and_purity.unzip();
        rows.push([
            id(number.number()),
            Sql::Text(one.name.clone()),
            Sql::Text(one.level.to_string()),
            maybe_id(one.parent.map(CommunityId::number)),
            id(one.points.into()),
            real(one.separation),
            id(one.touching.into()),
            real(one.cohesion),
            maybe_id(class.map(ClassId::number)),
            real(purity),
            maybe_id(one.cluster.map(ConceptId::number)),
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
        let [jaccard, separation] = [jaccard, separation].map(Sql::Real);
        let [one, other] = [one, other].map(|group| id(group.number()));
        rows.push([one, other, id(points.into()), jaccard, separation])?;
    }
    rows.finish()
}

/// Reads them, within the bounds of the graph.
pub(super) fn read(store: &SqliteStore) -> Result<Communities> {
    let select = "SELECT id, name, level, parent_id, points, separation, touching, cohesion, \
                  majority_class_id, purity, concept_id, apart FROM community ORDER BY id";
    let rows = store.all(select, &[], |row| {
        let class: Option<ClassId> = row.get(8)?;
        let found = Community {
            name: row.get(1)?,
            level: row.get(2)?,
            parent: row.get(3)?,
            points: row.get(4)?,
            separation: row.get(5)?,
            touching: row.get(6)?,
            cohesion: row.get(7)?,
            majority_and_purity: class.zip(row.get(9)?),
            cluster: row.get(10)?,
            apart: row.get(11)?,
        };
        Ok((row.get(0)?, found))
    })?;
    let all = communities_by_number(rows).map_err(|error| store.damaged(error))?;
    let select = "SELECT community_id, other_id, points, jaccard, separation FROM overlap \
                  ORDER BY community_id, other_id";
    let overlaps = store.all(select, &[], |row| {
        Ok(Overlap {
            one: row.get(0)?,
            other: row.get(1)?,
            points: row.get(2)?,
            jaccard: row.get(3)?,
            separation: row.get(4)?,
        })
    })?;
    let found = Communities { all, overlaps };
    store.sound(found, |bounds, found| bounds.communities(found))
}

/// The shares of every point.
pub(super) fn membership(store: &SqliteStore) -> Result<Membership> {
    let select = "SELECT point_id, community_id, share FROM belongs \
                  ORDER BY point_id, community_id";
    let rows = store.all(select, &[], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    let points = store.stored_context()?.points.len();
    let membership = membership_of(points, rows).map_err(|error| store.damaged(error))?;
    let communities = store.communities()?.all.len();
    store.sound(membership, |bounds, membership| bounds.membership(membership, communities))
}
