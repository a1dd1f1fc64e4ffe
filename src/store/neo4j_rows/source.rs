//! The rows of a stored graph. This is the one place that defines the properties of its nodes and
//! relationships, and where their values come from.

use std::ops::Range;

use super::block::{Block, Column};
use super::kind::ElementKind;
use super::purity_above::purity_above;
use super::{SCHEMA, names};
use crate::base::ids::{CommunityId, ConceptId, PointId};
use crate::base::points::{Points, Position};
use crate::base::progress::Progress;
use crate::base::rows::Value;
use crate::communities::{Communities, Level, Membership};
use crate::dataset::{Features, Origin};
use crate::graph::{ClassFacts, Concepts, Graph, GraphContext, GraphFacts};
use crate::lattice::{Covers, Members};
use crate::near_points::NearPoints;
use crate::store::digest::facts_with_digest;
use crate::store::{Result, column_names};

/// The id of the graph's own node.
const GRAPH_ID: i64 = 1;

pub(crate) struct GraphRows<'a> {
    pub(crate) facts: GraphFacts,
    pub(crate) points: &'a Points,
    pub(super) positions: &'a [Position],
    pub(super) context: &'a GraphContext,
    pub(crate) features: &'a Features,
    pub(crate) classes: &'a [ClassFacts],
    pub(super) near: &'a NearPoints,
    pub(crate) communities: &'a Communities,
    pub(super) membership: &'a Membership,
    pub(super) summaries: Vec<String>,
    /// `true` for a point that is far from all groups.
    pub(super) are_far: Vec<bool>,
    pub(super) concepts: &'a Concepts,
    pub(super) covers: &'a Covers,
    /// The members of all concepts; `None` if the graph is stored without members.
    pub(super) members: Option<&'a Members>,
    /// The properties of the features and of the kept columns.
    pub(crate) own_names: Vec<String>,
    pub(super) purity_above: Vec<Option<f64>>,
}

pub(crate) fn indices(range: &Range<u32>) -> Range<usize> {
    range.start as usize..range.end as usize
}

impl<'a> GraphRows<'a> {
    pub(crate) fn new(graph: &'a Graph, name: &str, progress: &Progress) -> Result<Self> {
        let facts = facts_with_digest(graph, progress)?;
        let facts = GraphFacts { name: name.to_owned(), ..facts };
        let (concepts, covers, classes) = (graph.concepts()?, graph.covers()?, graph.classes()?);
        let (points, features) = (graph.points()?, graph.features()?);
        let own_names = features.names.iter().chain(points.shown_columns().names());
        Ok(Self {
            points,
            positions: graph.positions(progress)?,
            context: graph.context()?,
            features,
            own_names: column_names::own_names(own_names),
            classes,
            near: graph.near_points()?,
            communities: graph.communities()?,
            membership: graph.membership()?,
            summaries: graph.summaries()?,
            are_far: graph.are_far()?,
            concepts,
            covers,
            members: if facts.has_members { Some(graph.members()?) } else { None },
            purity_above: purity_above(concepts, covers, classes.len()),
            facts,
        })
    }

    fn is_ready(&self) -> bool {
        self.facts.origin == Origin::Ready
    }

    pub(super) fn feature_properties(&self) -> &[String] {
        &self.own_names[..self.features.names.len()]
    }

    pub(super) fn kept_properties(&self) -> &[String] {
        &self.own_names[self.features.names.len()..]
    }

    /// Returns `true` if the graph has rows of a kind, which depends on its origin.
    pub(crate) fn has_rows_of(&self, kind: ElementKind) -> bool {
        match kind {
            ElementKind::Neighbor => !self.is_ready(),
            ElementKind::MemberOf => self.facts.has_members,
            ElementKind::Attribute | ElementKind::Has => self.is_ready(),
            _ => true,
        }
    }

    /// Returns the number of items that the rows of a kind belong to.
    pub(crate) fn item_count(&self, kind: ElementKind) -> u32 {
        match kind {
            _ if !self.has_rows_of(kind) => 0,
            ElementKind::Class => self.classes.len() as u32,
            ElementKind::Attribute => self.facts.attributes,
            ElementKind::Point
            | ElementKind::OfClass
            | ElementKind::Neighbor
            | ElementKind::Has
            | ElementKind::InGroup
            | ElementKind::InPart
            | ElementKind::InJoin => self.points.len() as u32,
            ElementKind::Graph | ElementKind::HasGroup | ElementKind::HasTop => 1,
            ElementKind::Concept
            | ElementKind::CoveredBy
            | ElementKind::MostlyIn
            | ElementKind::HasCentre
            | ElementKind::HasClass
            | ElementKind::MemberOf => self.facts.concepts,
            ElementKind::LargestPure => self.classes.len() as u32,
            ElementKind::Community
            | ElementKind::PartOf
            | ElementKind::JoinedIn
            | ElementKind::MostLike => self.communities.all.len() as u32,
            ElementKind::Overlaps => self.communities.overlaps.len() as u32,
        }
    }

    /// Returns the rows of a kind for a range of its items, concepts in descending order.
    pub(crate) fn block(&self, kind: ElementKind, range: &Range<u32>) -> Block {
        let points = || range.clone().map(PointId);
        let concepts = || range.clone().rev().map(ConceptId);
        match kind {
            ElementKind::Graph => self.graph_node("ready"),
            ElementKind::Class => self.classes(range),
            ElementKind::Attribute => Block {
                ids: numbers(range),
                columns: vec![Column::text(
                    "name",
                    self.context.context.attributes()[indices(range)].iter().cloned(),
                )],
                ..Block::default()
            },
            ElementKind::Point => self.points(range),
            ElementKind::Concept => self.concepts(range),
            ElementKind::Community => self.communities(range),
            ElementKind::OfClass => {
                let classes = self.points.classes();
                let of = |p: PointId| classes.map(|all| (p.number(), all.class_of(p).number()));
                relationships(points().filter_map(of))
            }
            ElementKind::Neighbor => self.neighbors(range),
            ElementKind::Has => {
                let row = |p: PointId| {
                    let row = self.context.context.rows().get(p.index()).iter();
                    row.map(move |&attribute| (p.number(), i64::from(attribute) + 1))
                };
                relationships(points().flat_map(row))
            }
            ElementKind::CoveredBy => {
                let upper = |id: ConceptId| {
                    self.covers.upper(id).map(move |upper| (id.number(), upper.number()))
                };
                relationships(concepts().flat_map(upper))
            }
            ElementKind::LargestPure => {
                let all: Vec<_> = self.classes.iter().map(|class| class.largest_pure).collect();
                concept_relationships(range, &all)
            }
            ElementKind::MostLike => {
                let all: Vec<_> = self.communities.all.iter().map(|one| one.cluster).collect();
                concept_relationships(range, &all)
            }
            ElementKind::HasClass => self.has_class(range),
            ElementKind::MemberOf => {
                let members = |id: ConceptId| {
                    let points = self.members.map_or(Vec::new(), |members| members.points(id));
                    points.into_iter().map(move |point| (point.number(), id.number()))
                };
                relationships(concepts().flat_map(members))
            }
            ElementKind::InGroup => {
                self.shares(range, |shares| self.on_level(shares, Level::Group))
            }
            ElementKind::InPart => self.shares(range, |shares| self.on_level(shares, Level::Part)),
            ElementKind::InJoin => self.shares(range, |shares| self.communities.joins(shares)),
            ElementKind::PartOf => self.parents(range, |level| level == Level::Part),
            ElementKind::JoinedIn => self.parents(range, |level| level != Level::Part),
            ElementKind::Overlaps => {
                let some = &self.communities.overlaps[indices(range)];
                Block {
                    columns: vec![
                        Column::long("points", some.iter().map(|of| i64::from(of.points))),
                        Column::double("jaccard", some.iter().map(|of| of.jaccard)),
                        Column::double("separation", some.iter().map(|of| of.separation)),
                    ],
                    ..relationships(some.iter().map(|of| (of.one.number(), of.other.number())))
                }
            }
            ElementKind::MostlyIn => {
                let of = |id| Some((id, self.concepts.get(id)?.community?));
                relationships(
                    concepts().filter_map(of).map(|(id, group)| (id.number(), group.number())),
                )
            }
            ElementKind::HasCentre => {
                let of = |id| Some((id, self.concepts.get(id)?.center?));
                relationships(
                    concepts().filter_map(of).map(|(id, point)| (id.number(), point.number())),
                )
            }
            ElementKind::HasGroup => {
                let groups = CommunityId::first(self.communities.groups().len());
                relationships(groups.map(|group| (GRAPH_ID, group.number())))
            }
            ElementKind::HasTop => relationships([(GRAPH_ID, self.facts.concepts.into())]),
        }
    }

    /// Returns the communities of the points of a range with their shares in them, as `of` returns
    /// them for the groups and parts of a point.
    fn shares(
        &self,
        range: &Range<u32>,
        of: impl Fn(&[(CommunityId, f64)]) -> Vec<(CommunityId, f64)>,
    ) -> Block {
        let (mut pairs, mut all) = (Vec::new(), Vec::new());
        for (point, shares) in numbers(range).into_iter().zip(&self.membership[indices(range)]) {
            for (community, share) in of(shares) {
                pairs.push((point, community.number()));
                all.push(share);
            }
        }
        Block { columns: vec![Column::double("share", all)], ..relationships(pairs) }
    }

    fn on_level(&self, shares: &[(CommunityId, f64)], level: Level) -> Vec<(CommunityId, f64)> {
        let is_there =
            |(id, _): &&(CommunityId, f64)| self.communities.all[id.index()].level == level;
        shares.iter().filter(is_there).copied().collect()
    }

    /// Returns a relationship to its parent from each community on the levels that are `included`.
    fn parents(&self, range: &Range<u32>, included: impl Fn(Level) -> bool) -> Block {
        let some = numbers(range).into_iter().zip(&self.communities.all[indices(range)]);
        let some = some.filter(|(_, one)| included(one.level));
        relationships(some.filter_map(|(id, one)| Some((id, one.parent?.number()))))
    }

    /// Returns the graph's own node.
    pub(crate) fn graph_node(&self, status: &str) -> Block {
        let entries = self.facts.to_entries();
        let shown = self.points.shown_columns().names();
        let mut columns = vec![
            Column::text("status", [status.to_owned()]),
            Column::long("schema", [SCHEMA]),
            Column::texts("featureNames", [self.features.names.clone()]),
            Column::texts("featureProperties", [self.feature_properties().to_vec()]),
            Column::texts("keptNames", [shown.to_vec()]),
            Column::texts("keptProperties", [self.kept_properties().to_vec()]),
            Column::texts("facts", [entries.iter().map(|&(key, _)| key.to_owned()).collect()]),
        ];
        columns.extend(entries.into_iter().map(|(key, value)| {
            let name = names::fact_property(key);
            match value {
                Value::Null => Column::text(name, [None]),
                Value::Int(number) => Column::long(name, [number]),
                Value::Real(number) => Column::double(name, [number]),
                Value::Text(text) => Column::text(name, [text]),
                Value::Json(json) => Column::text(name, [json.to_string()]),
            }
        }));
        Block { ids: vec![GRAPH_ID], columns, ..Block::default() }
    }
}

/// Returns the numbers of a range, which count from 1.
pub(super) fn numbers(range: &Range<u32>) -> Vec<i64> {
    range.clone().map(|place| i64::from(place) + 1).collect()
}

/// Returns a relationship from each item to its concept, if it has one.
fn concept_relationships(range: &Range<u32>, all: &[Option<ConceptId>]) -> Block {
    let of = |place: u32| all.get(place as usize).copied().flatten();
    relationships(
        range.clone().filter_map(|place| Some((i64::from(place) + 1, of(place)?.number()))),
    )
}

pub(super) fn relationships(pairs: impl IntoIterator<Item = (i64, i64)>) -> Block {
    let (ids, ends) = pairs.into_iter().unzip();
    Block { ids, ends, ..Block::default() }
}
