//! Communities into a SQLite file.

use rusqlite::{Connection, types::Value as Sql};

use super::insert::Insert;
use super::write::{id, maybe_id, real};
use crate::base::ids::{ClassId, CommunityId, ConceptId};
use crate::communities::{Communities, Membership, Overlap};

/// Writes all of them.
pub(super) fn write(
    connection: &Connection,
    communities: &Communities,
    summaries: Vec<String>,
    membership: &Membership,
) -> rusqlite::Result<()> {
    let mut rows = Insert::new(connection, "community", 14)?;
    let numbered = CommunityId::first(communities.all.len()).zip(&communities.all);
    for ((number, one), summary) in numbered.zip(summaries) {
        let (class, purity) = one.majority_and_purity.unzip();
        rows.push([
            id(number.number()),
            Sql::Text(one.name.clone()),
            Sql::Text(one.title.clone()),
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
            Sql::Text(summary),
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
