//! Writes communities into a SQLite file.

use rusqlite::Connection;

use super::insert::insert;
use crate::base::ids::{ClassId, CommunityId, ConceptId};
use crate::communities::{Communities, Community, Level, Membership, Overlap};

pub(super) fn write(
    connection: &Connection,
    communities: &Communities,
    summaries: Vec<String>,
    membership: &Membership,
) -> rusqlite::Result<()> {
    let numbered = CommunityId::first(communities.all.len()).zip(&communities.all);
    let row = |((number, one), summary): ((CommunityId, &Community), String)| {
        let (class, purity) = one.majority_and_purity.unzip();
        [
            number.number().into(),
            one.name.clone().into(),
            one.title.clone().into(),
            one.level.to_string().into(),
            one.parent.map(CommunityId::number).into(),
            one.points.into(),
            one.separation.into(),
            one.touching.into(),
            one.cohesion.into(),
            class.map(ClassId::number).into(),
            purity.into(),
            one.cluster.map(ConceptId::number).into(),
            serde_json::json!(one.typical).to_string().into(),
            one.apart.clone().into(),
            summary.into(),
        ]
    };
    insert(connection, "community", numbered.zip(summaries).map(row))?;
    for (table, level) in [("in_group", Level::Group), ("in_part", Level::Part)] {
        let of_level = |(id, _): &&(CommunityId, f64)| communities.all[id.index()].level == level;
        let shares = (1_i64..).zip(membership).flat_map(|(point, shares)| {
            let row = move |&(id, share): &(CommunityId, f64)| {
                [point.into(), id.number().into(), share.into()]
            };
            shares.iter().filter(of_level).map(row)
        });
        insert(connection, table, shares)?;
    }
    let row = |&Overlap { one, other, points, jaccard, separation }: &Overlap| {
        let [one, other] = [one, other].map(|group| group.number().into());
        [one, other, points.into(), jaccard.into(), separation.into()]
    };
    insert(connection, "overlap", communities.overlaps.iter().map(row))
}
