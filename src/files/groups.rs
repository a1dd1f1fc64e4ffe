//! Tables of communities and clusters, with a row for each of them or for each of their members.

use super::table::{FileColumn, FileTable};
use crate::base::ids::{CommunityId, ConceptId, PointId};
use crate::graph::{Graph, Result};

/// The content of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableContent {
    /// A row for each community.
    Communities,
    /// A row for each point in each group and each part, with its share.
    Members,
    /// A row for each cluster.
    Clusters,
    /// A row for each point in each cluster.
    ClusterMembers,
}

pub(crate) fn member_bytes(graph: &Graph) -> Result<f64> {
    // A pair of numbers, and the text of it that is not on disk yet.
    Ok(graph.members()?.total() as f64 * 24.0)
}

/// Returns the rows of a table of members, each the index of a community or a cluster, and a point;
/// none for other tables.
pub(crate) fn member_pairs(graph: &Graph, of: TableContent) -> Result<Vec<(u32, PointId)>> {
    let mut pairs = Vec::new();
    match of {
        TableContent::Members => {
            for (point, shares) in graph.points()?.ids().zip(graph.membership()?) {
                pairs.extend(shares.iter().map(|(id, _)| (id.0, point)));
            }
            pairs.sort_unstable();
        }
        TableContent::ClusterMembers => {
            let members = graph.members()?;
            for id in ConceptId::first(members.len()) {
                pairs.extend(members.points(id).into_iter().map(|point| (id.0, point)));
            }
        }
        TableContent::Communities | TableContent::Clusters => {}
    }
    Ok(pairs)
}

/// Returns a table of a graph, given its [`member_pairs`].
pub(crate) fn graph_table<'a>(
    graph: &'a Graph,
    of: TableContent,
    pairs: &'a [(u32, PointId)],
) -> Result<FileTable<'a>> {
    let (points, communities) = (graph.points()?, graph.communities()?);
    let all = &communities.all;
    let community = |row: usize| CommunityId(pairs[row].0);
    let point = |name: &str| FileColumn::text(name, |row| Some(points.name(pairs[row].1)));
    let (rows, columns) = match of {
        TableContent::Communities => {
            let columns = vec![
                FileColumn::text("community", |row| Some(&*all[row].name)),
                FileColumn::text("title", |row| Some(&*all[row].title)),
                FileColumn::integer("size", |row| Some(all[row].points)),
                FileColumn::real("purity", |row| Some(all[row].majority_and_purity?.1)),
                FileColumn::text("class", |row| Some(all[row].majority(points)?.0)),
                FileColumn::real("separation", |row| all[row].separation),
                FileColumn::text("level", |row| Some(all[row].level.name())),
                FileColumn::text("parent", |row| Some(communities.name(all[row].parent?))),
                FileColumn::integer("touching", |row| Some(all[row].touching)),
                FileColumn::real("cohesion", |row| all[row].cohesion),
                FileColumn::text("cluster", |row| Some(all[row].cluster?.to_string())),
                FileColumn::text("apart", |row| all[row].apart.as_deref()),
                FileColumn::text("typical", |row| Some(all[row].typical.join(", "))),
            ];
            (all.len(), columns)
        }
        TableContent::Members => {
            let membership = graph.membership()?;
            let share = move |row: usize| {
                let shares = &membership[pairs[row].1.index()];
                shares.iter().find(|(id, _)| *id == community(row)).map(|&(_, share)| share)
            };
            let level = move |row| all[community(row).index()].level.name();
            let columns = vec![
                FileColumn::text("community", move |row| Some(communities.name(community(row)))),
                FileColumn::text("level", move |row| Some(level(row))),
                point("point"),
                FileColumn::integer("row", |row| Some(points.row(pairs[row].1))),
                FileColumn::text("class", |row| points.class_name(pairs[row].1)),
                FileColumn::real("share", share),
            ];
            (pairs.len(), columns)
        }
        TableContent::Clusters => {
            let concepts = graph.concepts()?;
            let one = |row: usize| concepts.get(ConceptId(row as u32));
            let majority = move |row| one(row)?.majority_and_purity();
            let class = move |row| Some(points.classes()?.name(majority(row)?.0));
            let columns = vec![
                FileColumn::text("concept", |row| Some(ConceptId(row as u32).to_string())),
                FileColumn::integer("size", move |row| Some(one(row)?.size)),
                FileColumn::real("purity", move |row| Some(majority(row)?.1)),
                FileColumn::text("class", class),
                FileColumn::text("centre", move |row| Some(points.name(one(row)?.center?))),
                FileColumn::text("community", move |row| {
                    Some(communities.name(one(row)?.community?))
                }),
                FileColumn::real("cohesion", move |row| one(row)?.cohesion),
            ];
            (concepts.len(), columns)
        }
        TableContent::ClusterMembers => {
            let concept = |row: usize| Some(ConceptId(pairs[row].0).to_string());
            (pairs.len(), vec![FileColumn::text("concept", concept), point("point")])
        }
    };
    Ok(FileTable { rows, columns })
}
