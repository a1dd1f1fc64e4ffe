//! Tables of communities and clusters, with a row for each of them or for each of their members.

use super::table::{FileColumn, FileTable};
use crate::base::ids::{CommunityId, ConceptId, PointId};
use crate::base::points::Points;
use crate::communities::{Communities, Community, Membership};
use crate::graph::{Concept, Graph, Result};

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

pub(crate) struct GraphTable<'g> {
    content: TableContent,
    /// The groups and parts of each point, with shares; `None` unless the table needs them.
    membership: Option<&'g Membership>,
    points: &'g Points,
    communities: &'g Communities,
    concepts: Vec<Concept>,
    /// The names of the clusters, or of the cluster most like each community.
    words: Vec<String>,
    /// The typical points of each community, as text.
    typical: Vec<String>,
    /// The subject of each row of members: the index of a community or a cluster, and a point.
    pairs: Vec<(u32, u32)>,
}

pub(crate) fn member_bytes(graph: &Graph) -> Result<f64> {
    // A pair of numbers, and the text of it that is not on disk yet.
    Ok(graph.members()?.total() as f64 * 24.0)
}

impl<'g> GraphTable<'g> {
    pub(crate) fn new(graph: &'g Graph, of: TableContent) -> Result<Self> {
        let (points, communities) = (graph.points()?, graph.communities()?);
        let (mut concepts, mut pairs): (Vec<Concept>, Vec<(u32, u32)>) = Default::default();
        let name = |id: ConceptId| id.to_string();
        let (mut words, mut typical): (Vec<String>, Vec<String>) = Default::default();
        match of {
            TableContent::Communities => {
                let cluster = |one: &Community| one.cluster.map(name).unwrap_or_default();
                words.extend(communities.all.iter().map(cluster));
                typical.extend(communities.all.iter().map(|one| one.typical.join(", ")));
            }
            TableContent::Members => {
                for (point, shares) in points.ids().zip(graph.membership()?) {
                    pairs.extend(shares.iter().map(|(id, _)| (id.0, point.0)));
                }
                pairs.sort_unstable();
            }
            TableContent::Clusters => {
                concepts.extend(graph.concepts()?.iter());
                words.extend(concepts.iter().map(|one| name(one.id)));
            }
            TableContent::ClusterMembers => {
                let members = graph.members()?;
                for id in ConceptId::first(members.len()) {
                    pairs.extend(members.points(id).into_iter().map(|point| (id.0, point.0)));
                    words.push(name(id));
                }
            }
        }
        let membership = match of {
            TableContent::Members => Some(graph.membership()?),
            _ => None,
        };
        Ok(Self { content: of, membership, points, communities, concepts, words, typical, pairs })
    }

    pub(crate) fn table(&self) -> FileTable<'_> {
        match self.content {
            TableContent::Communities => self.community_table(),
            TableContent::Members => self.member_table(),
            TableContent::Clusters => self.cluster_table(),
            TableContent::ClusterMembers => {
                let concept = |row: usize| Some(&*self.words[self.pairs[row].0 as usize]);
                let columns =
                    vec![FileColumn::text("concept", concept), self.point_column("point")];
                FileTable { rows: self.pairs.len(), columns }
            }
        }
    }

    fn point_column(&self, name: &str) -> FileColumn<'_> {
        FileColumn::text(name, |row| Some(self.points.name(PointId(self.pairs[row].1))))
    }

    fn community_table(&self) -> FileTable<'_> {
        let (all, points) = (&self.communities.all, &self.points);
        let columns = vec![
            FileColumn::text("community", |row| Some(&*all[row].name)),
            FileColumn::text("title", |row| Some(&*all[row].title)),
            FileColumn::integer("points", |row| Some(all[row].points)),
            FileColumn::real("purity", |row| Some(all[row].majority_and_purity?.1)),
            FileColumn::text("class", |row| Some(all[row].majority(points)?.0)),
            FileColumn::real("separation", |row| all[row].separation),
            FileColumn::text("level", |row| Some(all[row].level.name())),
            FileColumn::text("parent", |row| Some(self.communities.name(all[row].parent?))),
            FileColumn::integer("touching", |row| Some(all[row].touching)),
            FileColumn::real("cohesion", |row| all[row].cohesion),
            FileColumn::text("cluster", |row| {
                Some(&*self.words[row]).filter(|cluster| !cluster.is_empty())
            }),
            FileColumn::text("apart", |row| all[row].apart.as_deref()),
            FileColumn::text("typical", |row| Some(&*self.typical[row])),
        ];
        FileTable { rows: all.len(), columns }
    }

    fn member_table(&self) -> FileTable<'_> {
        let community = |row: usize| CommunityId(self.pairs[row].0);
        let point = |row: usize| PointId(self.pairs[row].1);
        let points = &self.points;
        let share = move |row| {
            let shares = &self.membership?[point(row).index()];
            shares.iter().find(|(id, _)| *id == community(row)).map(|&(_, share)| share)
        };
        let level = move |row: usize| self.communities.all[community(row).index()].level.name();
        let columns = vec![
            FileColumn::text("community", move |row| Some(self.communities.name(community(row)))),
            FileColumn::text("level", move |row| Some(level(row))),
            self.point_column("point"),
            FileColumn::integer("row", move |row| Some(points.row(point(row)))),
            FileColumn::text("class", move |row| points.class_name(point(row))),
            FileColumn::real("share", share),
        ];
        FileTable { rows: self.pairs.len(), columns }
    }

    fn cluster_table(&self) -> FileTable<'_> {
        let all = &self.concepts;
        let class = |row: usize| {
            let (class, _) = all[row].majority_and_purity()?;
            self.points.classes().map(|classes| classes.name(class))
        };
        let columns = vec![
            FileColumn::text("concept", |row| Some(&*self.words[row])),
            FileColumn::integer("size", |row| Some(all[row].size)),
            FileColumn::real("purity", |row| Some(all[row].majority_and_purity()?.1)),
            FileColumn::text("class", class),
            FileColumn::text("centre", |row| Some(self.points.name(all[row].center?))),
            FileColumn::text("community", |row| Some(self.communities.name(all[row].community?))),
            FileColumn::real("cohesion", |row| all[row].cohesion),
        ];
        FileTable { rows: all.len(), columns }
    }
}
