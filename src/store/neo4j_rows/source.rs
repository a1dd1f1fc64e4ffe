//! The rows of a stored graph: the one place that says which properties its nodes and relationships
//! have, and where their values come from.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use super::block::{Block, Column};
use super::kind::Kind;
use super::purity_above::PurityAbove;
use super::{SCHEMA, look, names};
use crate::base::generator_notation;
use crate::base::ids::{ClassId, CommunityId, ConceptId, PointId};
use crate::base::rows::Value;
use crate::communities::{Communities, Membership};
use crate::dataset::Features;
use crate::graph::ClassFacts;
use crate::purity::ClassCounts;
use crate::store::{Concept, GraphFacts, LatticeStore, Result, StoredContext};

/// A graph whose rows are written to Neo4j.
pub(crate) struct GraphRows<'a> {
    pub(crate) graph: &'a dyn LatticeStore,
    pub(crate) facts: GraphFacts,
    pub(crate) stored: Arc<StoredContext>,
    pub(crate) features: Arc<Features>,
    pub(crate) classes: Vec<ClassFacts>,
    boundary: Vec<Option<ConceptId>>,
    homes: Vec<Option<ConceptId>>,
    pub(crate) communities: Arc<Communities>,
    membership: Arc<Membership>,
    above: RefCell<PurityAbove>,
    /// The concepts read last: nodes and their relationships to classes are made from the same.
    read: RefCell<(Range<u32>, Rc<Vec<Concept>>)>,
}

/// The number of the concept, where there is one.
fn number(id: Option<ConceptId>) -> Option<i64> {
    id.map(ConceptId::number)
}

/// The places of a range in a list.
pub(crate) fn indices(range: &Range<u32>) -> Range<usize> {
    range.start as usize..range.end as usize
}

impl<'a> GraphRows<'a> {
    /// The rows of a graph that has this name in Neo4j.
    pub(crate) fn new(graph: &'a dyn LatticeStore, name: &str) -> Result<Self> {
        let facts = GraphFacts { name: name.to_owned(), ..graph.facts()? };
        Ok(Self {
            graph,
            above: RefCell::new(PurityAbove::new(facts.concepts)),
            facts,
            stored: graph.stored_context()?,
            features: graph.features()?,
            classes: graph.classes()?,
            boundary: graph.boundary()?,
            homes: graph.homes()?,
            communities: graph.communities()?,
            membership: graph.membership()?,
            read: RefCell::default(),
        })
    }

    /// What the columns are called that are shown and not computed with.
    pub(crate) fn kept_names(&self) -> &[String] {
        self.stored.points.kept().names()
    }

    /// Whether a graph like this has rows of a kind: points of a table are neighbours, and those of
    /// a ready context have attributes.
    pub(crate) fn has(&self, kind: Kind) -> bool {
        match kind {
            Kind::Neighbor => self.stored.is_neighbor_graph(),
            Kind::Attribute | Kind::AttributeIntroducedIn | Kind::Has => {
                !self.stored.is_neighbor_graph()
            }
            _ => true,
        }
    }

    /// How many things the rows of a kind are about: each has some rows, or none.
    pub(crate) fn count(&self, kind: Kind) -> u32 {
        match kind {
            _ if !self.has(kind) => 0,
            Kind::Class => self.classes.len() as u32,
            Kind::Attribute | Kind::AttributeIntroducedIn => self.facts.attributes,
            Kind::Point
            | Kind::OfClass
            | Kind::Neighbor
            | Kind::Has
            | Kind::IntroducedIn
            | Kind::BelongsTo => self.stored.points.len() as u32,
            Kind::Concept | Kind::CoveredBy | Kind::HasClass | Kind::MemberOf => {
                self.facts.concepts
            }
            Kind::Community | Kind::PartOf => self.communities.all.len() as u32,
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
            Kind::Neighbor | Kind::Has => {
                let row = |p: PointId| {
                    let row = self.stored.context.rows().get(p.index()).iter();
                    row.map(move |&other| (p.number(), self.stored.attribute_number(other)))
                };
                Ok(ties(points().flat_map(row)))
            }
            Kind::IntroducedIn => {
                let mut pairs = Vec::new();
                for point in points() {
                    let found = self.graph.introduced(point)?.into_iter();
                    pairs.extend(found.map(|concept| (point.number(), concept.number())));
                }
                Ok(ties(pairs))
            }
            Kind::AttributeIntroducedIn => {
                let found = numbers(range).into_iter().zip(self.attribute_concepts(range)?);
                Ok(ties(found.filter_map(|(id, concept)| Some((id, concept?.number())))))
            }
            Kind::CoveredBy => {
                let covers = self.graph.upper(&concepts())?.into_iter();
                Ok(ties(covers.map(|(lower, upper)| (lower.number(), upper.number()))))
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
    fn place_properties(&self) -> [String; 2] {
        names::of_place([&self.features.names, self.kept_names()])
    }

    /// The properties of the graph's own node, besides `graph`.
    pub(crate) fn graph_node(&self, status: &str) -> Vec<Column> {
        let entries = self.facts.entries();
        let mut columns = vec![
            Column::text("status", [status.to_owned()]),
            Column::long("schema", [SCHEMA]),
            Column::texts("featureNames", self.features.names.clone()),
            Column::texts("featureProperties", names::of_features(&self.features.names)),
            Column::texts("placeProperties", self.place_properties().to_vec()),
            Column::texts("keptNames", self.kept_names().to_vec()),
            Column::texts("keptProperties", names::of_features(self.kept_names())),
            Column::texts("facts", entries.iter().map(|&(key, _)| key.to_owned()).collect()),
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

    fn classes(&self, range: &Range<u32>) -> Block {
        let some = || self.classes[indices(range)].iter();
        Block {
            ids: numbers(range),
            columns: vec![
                Column::text("name", some().map(|class| class.name.clone())),
                Column::long("size", some().map(|class| i64::from(class.size))),
                Column::long("concepts", some().map(|class| class.concepts as i64)),
                Column::long("largestPure", some().map(|class| number(class.largest_pure))),
                Column::double("dendrogramPurity", some().map(|class| class.dendrogram_purity)),
                Column::double("chance", some().map(|class| class.chance)),
            ],
            labels: Some(indices(range).map(|class| vec![look::of_class(class)]).collect()),
            ..Block::default()
        }
    }

    fn points(&self, range: &Range<u32>) -> Block {
        let (points, features) = (&self.stored.points, &self.features);
        let ids = || range.clone().map(PointId);
        let concept = |all: &[Option<ConceptId>], point: PointId| {
            number(all.get(point.index()).copied().flatten())
        };
        let quoted = |point| {
            let name = points.name(point);
            Some(generator_notation::quote(name)).filter(|quoted| quoted != name)
        };
        let colour = |point| {
            let class = points.classes().map(|classes| classes.of_point(point));
            class.map(|class| look::of_class(class.index())).into_iter().collect()
        };
        let place = |point: PointId| self.communities.main_place(&self.membership[point.index()]);
        let named = features.names.iter().enumerate().map(|(at, name)| {
            Column::double(names::of_feature(name), ids().map(move |p| features.value(p, at)))
        });
        let kept = self.kept_names().iter().enumerate().map(|(at, name)| {
            let (name, kind) = (names::of_feature(name), points.kept().kinds()[at]);
            Column::of_cells(name, kind, ids().map(|point| &*points.kept().of_point(point)[at]))
        });
        let [x, y] = [0, 1].map(|axis| ids().map(move |p| points.places()[p.index()][axis]));
        let [named_x, named_y] = self.place_properties();
        Block {
            ids: numbers(range),
            columns: vec![
                Column::long("row", ids().map(|point| i64::from(points.row(point)))),
                Column::text("name", ids().map(|point| points.name(point).to_owned())),
                Column::text("class", ids().map(|p| points.class_name(p).map(str::to_owned))),
                Column::long("key", ids().map(|point| self.stored.keys[point.index()] as i64)),
                Column::long("boundary", ids().map(|point| concept(&self.boundary, point))),
                Column::long("home", ids().map(|point| concept(&self.homes, point))),
                Column::text("quoted", ids().map(quoted)),
                Column::text("community", ids().map(|p| place(p).community.map(str::to_owned))),
                Column::double("share", ids().map(|point| place(point).share)),
                Column::text("part", ids().map(|point| place(point).part.map(str::to_owned))),
                Column::double(named_x, x),
                Column::double(named_y, y),
            ],
            own: named.chain(kept).collect(),
            labels: Some(ids().map(colour).collect()),
            ..Block::default()
        }
    }

    /// Concepts in descending order, read once for several kinds of rows.
    fn read(&self, range: &Range<u32>) -> Result<Rc<Vec<Concept>>> {
        if self.read.borrow().0 != *range {
            let ids: Vec<ConceptId> = range.clone().rev().map(ConceptId).collect();
            self.read.replace((range.clone(), Rc::new(self.graph.concepts(&ids)?)));
        }
        Ok(Rc::clone(&self.read.borrow().1))
    }

    fn concepts(&self, range: &Range<u32>) -> Result<Block> {
        let concepts = self.read(range)?;
        let points = &self.stored.points;
        let majority = |concept: &Concept| concept.majority_and_purity();
        let class = |of| Some(points.classes()?.name(majority(of)?.0).to_owned());
        let generator = |concept: &Concept| {
            generator_notation::write(concept.generator.iter().map(|&point| points.name(point)))
        };
        let look = |concept: &Concept| {
            let colour = majority(concept).map(|(class, _)| look::of_class(class.index()));
            let size = look::of_size(concept.size.into(), points.len());
            colour.into_iter().chain([size]).collect()
        };
        let group = |concept: &Concept| Some(self.communities.name(concept.community?).to_owned());
        let all = || concepts.iter();
        Ok(Block {
            ids: all().map(|concept| concept.id.number()).collect(),
            columns: vec![
                Column::text("name", all().map(|concept| concept.id.to_string())),
                Column::long("size", all().map(|concept| i64::from(concept.size))),
                Column::long("intentSize", all().map(|concept| i64::from(concept.intent_size))),
                Column::double("purity", all().map(|of| majority(of).map(|(_, purity)| purity))),
                Column::text("majorityClass", all().map(class)),
                Column::long("key", all().map(|concept| concept.key as i64)),
                Column::long("delta", all().map(|concept| i64::from(concept.delta))),
                Column::double("cohesion", all().map(|concept| concept.cohesion)),
                Column::long("gap", all().map(|concept| concept.gap.map(i64::from))),
                Column::text("community", all().map(group)),
                Column::text("generator", all().map(generator)),
                Column::longs(
                    "generatorIds",
                    all().map(|of| of.generator.iter().map(|point| point.number()).collect()),
                ),
            ],
            labels: Some(all().map(look).collect()),
            ..Block::default()
        })
    }

    fn has_class(&self, range: &Range<u32>) -> Result<Block> {
        let concepts = self.read(range)?;
        let above = self.above.borrow_mut().of(self.graph, &concepts)?;
        let (mut pairs, mut counted, mut purity, mut around) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (concept, above) in concepts.iter().zip(above) {
            let counts = ClassCounts::from_counts(concept.counts.clone());
            let classes = ClassId::first(above.len()).zip(above).zip(&concept.counts);
            for ((class, above), &count) in classes.filter(|&(_, &count)| count > 0) {
                pairs.push((concept.id.number(), class.number()));
                counted.push(i64::from(count));
                purity.push(counts.purity_in(class));
                around.push(above);
            }
        }
        Ok(Block {
            columns: vec![
                Column::long("count", counted),
                Column::double("purity", purity),
                Column::double("purityAbove", around),
            ],
            ..ties(pairs)
        })
    }

    fn communities(&self, range: &Range<u32>, summaries: &[String]) -> Block {
        let all = &self.communities;
        let some = || all.all[indices(range)].iter();
        let class = |id| self.stored.points.classes().map(|classes| classes.name(id).to_owned());
        let colour = |at| look::of_community(all, CommunityId(at)).into_iter().collect();
        Block {
            ids: numbers(range),
            columns: vec![
                Column::text("name", some().map(|one| one.name.clone())),
                Column::text("level", some().map(|one| one.level.to_string())),
                Column::long("points", some().map(|one| i64::from(one.points))),
                Column::double("separation", some().map(|one| one.separation)),
                Column::long("touching", some().map(|one| i64::from(one.touching))),
                Column::double("cohesion", some().map(|one| one.cohesion)),
                Column::double("purity", some().map(|one| Some(one.majority_and_purity?.1))),
                Column::text("majorityClass", some().map(|one| class(one.majority_and_purity?.0))),
                Column::long("cluster", some().map(|one| number(one.cluster))),
                Column::text("title", some().map(|one| one.title.clone())),
                Column::lists("apart", some().map(|one| one.list_apart()).collect()),
                Column::text("summary", summaries[indices(range)].iter().cloned()),
            ],
            labels: Some(range.clone().map(colour).collect()),
            ..Block::default()
        }
    }

    /// The concept of each attribute of a ready context: the points that have it. A part of the
    /// full lattice may not have it.
    fn attribute_concepts(&self, range: &Range<u32>) -> Result<Vec<Option<ConceptId>>> {
        let key = |attribute: usize| {
            let points = self.stored.context.columns().get(attribute).iter();
            self.stored.key_of(&points.map(|&point| PointId(point)).collect::<Vec<_>>())
        };
        self.graph.find_by_key(&indices(range).map(key).collect::<Vec<_>>())
    }
}

/// The numbers of a range, from 1.
fn numbers(range: &Range<u32>) -> Vec<i64> {
    range.clone().map(|place| i64::from(place) + 1).collect()
}

/// Relationships between nodes with these numbers.
fn ties(pairs: impl IntoIterator<Item = (i64, i64)>) -> Block {
    let (ids, ends) = pairs.into_iter().unzip();
    Block { ids, ends, ..Block::default() }
}
