//! Communities in a server: what a load is given, and what is read back.

use std::ops::Range;

use neo4rs::BoltType;

use super::store::{Neo4jStore, of_graph};
use super::value::{get, int, list, maybe, real, text};
use crate::base::ids::{ClassId, CommunityId, PointId};
use crate::base::points::Points;
use crate::communities::{Communities, Community, Level, Membership, Overlap};
use crate::store::{LatticeStore, Result, community_id, concept_id, point_id};

/// Parameters of a statement.
type Parameters = Vec<(&'static str, BoltType)>;

fn numbers(ids: impl Iterator<Item = CommunityId>) -> BoltType {
    list(ids.map(|id| int(id.number())))
}

/// The nodes of some communities, without their labels.
pub(super) fn nodes(all: &[Community], range: Range<usize>, points: &Points) -> Parameters {
    let ids = CommunityId::first(all.len()).skip(range.start).take(range.len());
    let some = &all[range];
    let column = |value: &dyn Fn(&Community) -> BoltType| list(some.iter().map(value));
    let class = |class: ClassId| maybe(points.classes(), |classes| text(classes.name(class)));
    vec![
        ("ids", numbers(ids)),
        ("names", column(&|one| text(&one.name))),
        ("levels", column(&|one| text(&one.level.to_string()))),
        ("points", column(&|one| int(one.points))),
        ("separations", column(&|one| maybe(one.separation, real))),
        ("touching", column(&|one| int(one.touching))),
        ("cohesions", column(&|one| maybe(one.cohesion, real))),
        ("purities", column(&|one| maybe(one.majority_and_purity, |(_, share)| real(share)))),
        ("majorityClasses", column(&|one| maybe(one.majority_and_purity, |(of, _)| class(of)))),
        ("clusters", column(&|one| maybe(one.cluster, |cluster| int(cluster.number())))),
        ("aparts", column(&|one| maybe(one.apart.as_deref(), text))),
    ]
}

/// The shares of some points, without their ids.
pub(super) fn shares(membership: &Membership, range: Range<usize>) -> Parameters {
    let some = &membership[range];
    vec![
        ("others", list(some.iter().map(|of| numbers(of.iter().map(|&(id, _)| id))))),
        ("shares", list(some.iter().map(|of| list(of.iter().map(|&(_, share)| real(share)))))),
    ]
}

/// What some communities lie in, without the ids of these; none of the largest.
pub(super) fn parents(all: &[Community], range: Range<usize>) -> Parameters {
    let parent = |one: &Community| maybe(one.parent, |parent| int(parent.number()));
    vec![("others", list(all[range].iter().map(parent)))]
}

/// Some overlaps.
pub(super) fn overlaps(some: &[Overlap]) -> Parameters {
    vec![
        ("ids", numbers(some.iter().map(|overlap| overlap.one))),
        ("others", numbers(some.iter().map(|overlap| overlap.other))),
        ("points", list(some.iter().map(|overlap| int(overlap.points)))),
        ("jaccards", list(some.iter().map(|overlap| real(overlap.jaccard)))),
        ("separations", list(some.iter().map(|overlap| real(overlap.separation)))),
    ]
}

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
    let rows: Vec<(CommunityId, Community, bool)> = store.all(all, |row| {
        let name: Option<String> = get(row, "class")?;
        let known = |name: &String| names.iter().position(|known| known == name);
        let class = name.as_ref().and_then(known).map(|at| ClassId(at as u32));
        let purity: Option<f64> = get(row, "purity")?;
        let level: Option<Level> = get::<String>(row, "level")?.parse().ok();
        let (parent, cluster): (Option<i64>, Option<i64>) =
            (get(row, "parent")?, get(row, "cluster")?);
        let found = Community {
            name: get(row, "name")?,
            level: level.unwrap_or(Level::Join),
            parent: parent.map(community_id).transpose()?,
            points: get(row, "points")?,
            separation: get(row, "separation")?,
            touching: get(row, "touching")?,
            cohesion: get(row, "cohesion")?,
            majority_and_purity: class.zip(purity),
            cluster: cluster.map(concept_id).transpose()?,
            apart: get(row, "apart")?,
        };
        let has_class = name.is_some() == class.is_some() && class.is_some() == purity.is_some();
        let is_whole = has_class && level.is_some();
        Ok((community_id(get(row, "id")?)?, found, is_whole))
    })?;
    let mut all = Vec::with_capacity(rows.len());
    for (expected, (id, one, is_whole)) in CommunityId::first(rows.len()).zip(rows) {
        if id != expected || !is_whole {
            return Err(store.damaged(format!(
                "community {} is missing, or has another class or no level",
                expected.number()
            )));
        }
        all.push(one);
    }
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
    let count = of_graph!("RETURN COUNT { MATCH (:Community {graph: g.graph}) } AS communities");
    let count: Vec<i64> = store.all(count, |row| get(row, "communities"))?;
    let count = count.first().copied().unwrap_or(0) as usize;
    let shares = of_graph!(
        "MATCH (p:Point {graph: g.graph})-[b:BELONGS_TO]->(m:Community) WHERE p.id > 0
         RETURN p.id AS point, m.id AS community, b.share AS share ORDER BY point, community"
    );
    let points = store.stored_context()?.points.len();
    let mut membership: Membership = vec![Vec::new(); points];
    let rows: Vec<(PointId, CommunityId, f64)> = store.all(shares, |row| {
        let point = point_id(get(row, "point")?)?;
        Ok((point, community_id(get(row, "community")?)?, get(row, "share")?))
    })?;
    for (point, id, share) in rows {
        let shares = membership.get_mut(point.index());
        shares
            .ok_or_else(|| store.damaged(format!("there is no point {}", point.number())))?
            .push((id, share));
    }
    store.sound(membership, |bounds, membership| bounds.membership(membership, count))
}
