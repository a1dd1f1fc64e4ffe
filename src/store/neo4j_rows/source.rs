//! The rows of a stored graph: the one place that says which properties its nodes and relationships
//! have, and where their values come from.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use super::block::{Block, Column};
use super::kind::Kind;
use super::purity_above::PurityAbove;
use super::{SCHEMA, names};
use crate::base::ids::{CommunityId, ConceptId, PointId};
use crate::base::rows::Value;
use crate::communities::{Communities, Membership};
use crate::dataset::Features;
use crate::graph::ClassFacts;
use crate::near::NearPoints;
use crate::store::{Concept, GraphFacts, LatticeStore, Result, StoredContext};

/// A graph whose rows are written to Neo4j.
pub(crate) struct GraphRows<'a> {
    pub(crate) graph: &'a dyn LatticeStore,
    pub(crate) facts: GraphFacts,
    pub(crate) stored: Arc<StoredContext>,
    pub(crate) features: Arc<Features>,
    pub(crate) classes: Vec<ClassFacts>,
    pub(super) near: Arc<NearPoints>,
    pub(crate) communities: Arc<Communities>,
    pub(super) membership: Arc<Membership>,
    /// The smallest cluster, where it has no point.
    pub(crate) bottom: Option<ConceptId>,
    pub(super) above: RefCell<PurityAbove>,
    /// The concepts read last: nodes and their relationships to classes are made from the same.
    pub(super) read: RefCell<(Range<u32>, Rc<Vec<Concept>>)>,
}

/// The places of a range in a list.
pub(crate) fn indices(range: &Range<u32>) -> Range<usize> {
    range.start as usize..range.end as usize
}

impl<'a> GraphRows<'a> {
    /// The rows of a graph that has this name in Neo4j.
    pub(crate) fn new(graph: &'a dyn LatticeStore, name: &str) -> Result<Self> {
        let facts = GraphFacts { name: name.to_owned(), ..graph.facts()? };
        let (stored, features) = (graph.stored_context()?, graph.features()?);
        let smallest = graph.concepts(&[ConceptId(0)])?.into_iter();
        Ok(Self {
            graph,
            above: RefCell::new(PurityAbove::new(facts.concepts)),
            facts,
            bottom: smallest.filter(|one| one.size == 0).map(|one| one.id).next(),
            stored,
            features,
            classes: graph.classes()?,
            near: graph.near()?,
            communities: graph.communities()?,
            membership: graph.membership()?,
            read: RefCell::default(),
        })
    }

    /// What the columns are called that are shown and not computed with.
    pub(crate) fn kept_names(&self) -> &[String] {
        self.stored.points.kept().names()
    }

    /// Whether a graph like this has rows of a kind: points of a table have near ones, and those of
    /// a ready context have attributes.
    pub(crate) fn has(&self, kind: Kind) -> bool {
        match kind {
            Kind::Neighbor => self.stored.is_neighbor_graph(),
            Kind::MemberOf => self.facts.members,
            Kind::Attribute | Kind::Has => !self.stored.is_neighbor_graph(),
            _ => true,
        }
    }

    /// How many things the rows of a kind are about: each has some rows, or none.
    pub(crate) fn count(&self, kind: Kind) -> u32 {
        match kind {
            _ if !self.has(kind) => 0,
            Kind::Class => self.classes.len() as u32,
            Kind::Attribute => self.facts.attributes,
            Kind::Point | Kind::OfClass | Kind::Neighbor | Kind::Has | Kind::BelongsTo => {
                self.stored.points.len() as u32
            }
            Kind::Concept | Kind::CoveredBy | Kind::HasClass | Kind::MemberOf => {
                self.facts.concepts
            }
            Kind::BottomOf => u32::from(self.bottom.is_some()),
            Kind::LargestPure => self.classes.len() as u32,
            Kind::Community | Kind::PartOf | Kind::MostLike => self.communities.all.len() as u32,
            Kind::Overlaps => self.communities.overlaps.len() as u32,
        }
    }

    /// The rows about some of these things. Those about concepts are in descending order, as
    /// [`PurityAbove`] wants them.
    pub(crate) fn block(&self, kind: Kind, range: &Range<u32>) -> Result<Block> {
        let points = || range.clone().map(PointId);
        let concepts = || range.clone().rev().map(ConceptId).collect::<Vec<_>>();
        match kind {
            Kind::Class => Ok(self.classes(range)),
            Kind::Attribute => Ok(Block {
                ids: numbers(range),
                columns: vec![Column::text(
                    "name",
                    self.stored.context.attributes()[indices(range)].iter().cloned(),
                )],
                ..Block::default()
            }),
            Kind::Point => Ok(self.points(range)),
            Kind::Concept => self.concepts(range),
            Kind::Community => Ok(self.communities(range, &self.graph.summaries()?)),
            Kind::OfClass => {
                let classes = self.stored.points.classes();
                let of = |p: PointId| classes.map(|all| (p.number(), all.of_point(p).number()));
                Ok(ties(points().filter_map(of)))
            }
            Kind::Neighbor => Ok(self.neighbors(range)),
            Kind::Has => {
                let row = |p: PointId| {
                    let row = self.stored.context.rows().get(p.index()).iter();
                    row.map(move |&attribute| (p.number(), i64::from(attribute) + 1))
                };
                Ok(ties(points().flat_map(row)))
            }
            Kind::CoveredBy => {
                let covers = self.graph.upper(&concepts())?.into_iter();
                let covers = covers.filter(|(lower, _)| Some(*lower) != self.bottom);
                Ok(ties(covers.map(|(lower, upper)| (lower.number(), upper.number()))))
            }
            Kind::BottomOf => {
                let bottom: Vec<_> =
                    self.bottom.iter().filter(|id| range.contains(&id.0)).copied().collect();
                let covers = self.graph.upper(&bottom)?.into_iter();
                Ok(ties(covers.map(|(lower, upper)| (lower.number(), upper.number()))))
            }
            Kind::LargestPure => {
                let all: Vec<_> = self.classes.iter().map(|class| class.largest_pure).collect();
                Ok(one_each(range, &all))
            }
            Kind::MostLike => {
                let all: Vec<_> = self.communities.all.iter().map(|one| one.cluster).collect();
                Ok(one_each(range, &all))
            }
            Kind::HasClass => self.has_class(range),
            Kind::MemberOf => {
                let ids = concepts();
                let members = ids.iter().zip(self.graph.members(&ids)?);
                Ok(ties(members.flat_map(|(concept, points)| {
                    points.into_iter().map(|point| (point.number(), concept.number()))
                })))
            }
            Kind::BelongsTo => {
                let shares = &self.membership[indices(range)];
                let all = shares.iter().flatten();
                let of = |(id, shares): (i64, &Vec<(CommunityId, f64)>)| {
                    shares.iter().map(|(of, _)| (id, of.number())).collect::<Vec<_>>()
                };
                Ok(Block {
                    columns: vec![Column::double("share", all.map(|&(_, share)| share))],
                    ..ties(numbers(range).into_iter().zip(shares).flat_map(of))
                })
            }
            Kind::PartOf => {
                let some = numbers(range).into_iter().zip(&self.communities.all[indices(range)]);
                Ok(ties(some.filter_map(|(id, one)| Some((id, one.parent?.number())))))
            }
            Kind::Overlaps => {
                let some = &self.communities.overlaps[indices(range)];
                Ok(Block {
                    columns: vec![
                        Column::long("points", some.iter().map(|of| i64::from(of.points))),
                        Column::double("jaccard", some.iter().map(|of| of.jaccard)),
                        Column::double("separation", some.iter().map(|of| of.separation)),
                    ],
                    ..ties(some.iter().map(|of| (of.one.number(), of.other.number())))
                })
            }
        }
    }

    /// The properties of a point that say where it stands.
    pub(super) fn place_properties(&self) -> [String; 2] {
        names::of_place([&self.features.names, self.kept_names()])
    }

    /// The properties of the graph's own node, besides `graph`.
    pub(crate) fn graph_node(&self, status: &str) -> Vec<Column> {
        let entries = self.facts.entries();
        let mut columns = vec![
            Column::text("status", [status.to_owned()]),
            Column::long("schema", [SCHEMA]),
            Column::texts("featureNames", [self.features.names.clone()]),
            Column::texts("featureProperties", [names::of_features(&self.features.names)]),
            Column::texts("placeProperties", [self.place_properties().to_vec()]),
            Column::texts("keptNames", [self.kept_names().to_vec()]),
            Column::texts("keptProperties", [names::of_features(self.kept_names())]),
            Column::texts("facts", [entries.iter().map(|&(key, _)| key.to_owned()).collect()]),
        ];
        columns.extend(entries.into_iter().map(|(key, value)| {
            let name = names::of_fact(key);
            match value {
                Value::Null => Column::text(name, [None]),
                Value::Int(number) => Column::long(name, [number]),
                Value::Real(number) => Column::double(name, [number]),
                Value::Text(text) => Column::text(name, [text]),
                Value::Json(json) => Column::text(name, [json.to_string()]),
            }
        }));
        columns
    }
}

/// The numbers of a range, from 1.
pub(super) fn numbers(range: &Range<u32>) -> Vec<i64> {
    range.clone().map(|place| i64::from(place) + 1).collect()
}

/// A relationship from each thing to its concept, where it has one.
fn one_each(range: &Range<u32>, all: &[Option<ConceptId>]) -> Block {
    let of = |place: u32| all.get(place as usize).copied().flatten();
    ties(range.clone().filter_map(|place| Some((i64::from(place) + 1, of(place)?.number()))))
}

/// Relationships between nodes with these numbers.
pub(super) fn ties(pairs: impl IntoIterator<Item = (i64, i64)>) -> Block {
    let (ids, ends) = pairs.into_iter().unzip();
    Block { ids, ends, ..Block::default() }
}
