//! Communities as a server holds them.

use super::store::{Neo4jStore, of_graph};
use super::value::{get, maybe_concept};
use crate::base::ids::ClassId;
use crate::communities::{Communities, Community, Membership, Overlap};
use crate::store::read_context::{communities_by_number, membership_of};
use crate::store::{DamageError, LatticeStore, Result, community_id, point_id};

/// Reads them, within the bounds of the graph.
pub(super) fn read(store: &Neo4jStore) -> Result<Communities> {
    let stored = store.stored_context()?;
    let names = stored.points.classes().map_or(&[][..], |classes| classes.names());
    let all = of_graph!(
        "MATCH (m:Community {graph: g.graph}) WHERE m.id > 0
         OPTIONAL MATCH (m)-[:PART_OF]->(p:Community)
         RETURN m.id AS id, m.name AS name, m.level AS level, p.id AS parent, m.points AS points,
                m.separation AS separation, m.touching AS touching, m.cohesion AS cohesion,
                m.purity AS purity, m.majorityClass AS class, m.cluster AS cluster,
                m.apart AS apart
         ORDER BY m.id"
    );
    let rows = store.all(all, |row| {
        let class = |name: String| {
            let place = names.iter().position(|known| *known == name);
            let place = place.ok_or_else(|| DamageError(format!("there is no class {name:?}")));
            place.map(|place| ClassId(place as u32))
        };
        let class = get::<Option<String>>(row, "class")?.map(class).transpose()?;
        let level = get::<String>(row, "level")?;
        let found = Community {
            name: get(row, "name")?,
            level: level
                .parse()
                .map_err(|_| DamageError(format!("there is no level {level:?}")))?,
            parent: get::<Option<i64>>(row, "parent")?.map(community_id).transpose()?,
            points: get(row, "points")?,
            separation: get(row, "separation")?,
            touching: get(row, "touching")?,
            cohesion: get(row, "cohesion")?,
            majority_and_purity: class.zip(get(row, "purity")?),
            cluster: maybe_concept(row, "cluster")?,
            apart: get(row, "apart")?,
        };
        Ok((community_id(get(row, "id")?)?, found))
    })?;
    let all = communities_by_number(rows).map_err(|error| store.damaged(error))?;
    let overlaps = of_graph!(
        "MATCH (m:Community {graph: g.graph})-[o:OVERLAPS]->(n:Community) WHERE m.id > 0
         RETURN m.id AS one, n.id AS other, o.points AS points, o.jaccard AS jaccard,
                o.separation AS separation
         ORDER BY one, other"
    );
    let overlaps = store.all(overlaps, |row| {
        Ok(Overlap {
            one: community_id(get(row, "one")?)?,
            other: community_id(get(row, "other")?)?,
            points: get(row, "points")?,
            jaccard: get(row, "jaccard")?,
            separation: get(row, "separation")?,
        })
    })?;
    let found = Communities { all, overlaps };
    store.sound(found, |bounds, found| bounds.communities(found))
}

/// The shares of every point.
pub(super) fn membership(store: &Neo4jStore) -> Result<Membership> {
    let shares = of_graph!(
        "MATCH (p:Point {graph: g.graph})-[b:BELONGS_TO]->(m:Community) WHERE p.id > 0
         RETURN p.id AS point, m.id AS community, b.share AS share ORDER BY point, community"
    );
    let rows = store.all(shares, |row| {
        let point = point_id(get(row, "point")?)?;
        Ok((point, community_id(get(row, "community")?)?, get(row, "share")?))
    })?;
    let points = store.stored_context()?.points.len();
    let membership = membership_of(points, rows).map_err(|error| store.damaged(error))?;
    let communities = store.communities()?.all.len();
    store.sound(membership, |bounds, membership| bounds.membership(membership, communities))
}
