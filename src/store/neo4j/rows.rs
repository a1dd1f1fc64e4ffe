//! What a load consists of, cut into batches, and the parameters of each.
//!
//! Two lanes, because a server has more than one core: nodes (with what ties them to classes), and
//! the other relationships behind them. A transaction locks the nodes it ties, and the lanes never
//! tie the same ones at once: new concepts and classes here, points and concepts already there in
//! the other. Concepts come from the largest down, each followed by the covers above it: one pass,
//! and no cover waits for a concept to come.
//!
//! Invariant: the same graph gives the same batches in the same order, so their numbers alone say
//! how far a load has come.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

use neo4rs::BoltType;

use super::attach::Attach;
use super::attached::AT_ONCE;
use super::value::{concept_numbers, int, list, map, maybe, point_numbers, real, text};
use super::{communities, covers, members, statement};
use crate::base::generator_notation;
use crate::base::ids::{ClassId, CommunityId, ConceptId, PointId};
use crate::communities::{Communities, Membership};
use crate::dataset::Features;
use crate::graph::ClassFacts;
use crate::store::neo4j_files::attribute_concepts;
use crate::store::neo4j_files::{look, purity_above::PurityAbove};
use crate::store::{Concept, GraphFacts, LatticeStore, Result, StoredContext};

/// About how many values or relationships a batch holds: a transaction of some megabytes.
const BATCH: usize = 20_000;
/// Concepts a batch: more make a small server collect garbage, fewer wait for the disk (measured).
const CONCEPTS: usize = 2_000;
/// Raised whenever the same graph would be cut in another way or become other nodes.
const VERSION: u32 = 8;

/// A graph on its way from another store.
pub(super) struct Loading<'a> {
    graph: &'a dyn LatticeStore,
    pub(super) facts: GraphFacts,
    pub(super) stored: Arc<StoredContext>,
    pub(super) features: Features,
    classes: Vec<ClassFacts>,
    pub(super) boundary: Vec<Option<ConceptId>>,
    pub(super) homes: Vec<Option<ConceptId>>,
    communities: Communities,
    membership: Membership,
    above: RefCell<PurityAbove>,
    /// Concepts in pieces, each with how many members they have, where these are wanted.
    members: Vec<(Range<u32>, u64)>,
    pub(super) attach: Option<Attach>,
}

/// A part of a load, done whole or not at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Batch {
    Classes(Range<u32>),
    Attributes(Range<u32>),
    Points(Range<u32>),
    Context(Range<u32>),
    Concepts(Range<u32>),
    Covers(Range<u32>),
    Introduced(Range<u32>),
    AttributesIntroduced(Range<u32>),
    Communities(Range<u32>),
    Belonging(Range<u32>),
    Parents(Range<u32>),
    Overlaps(Range<u32>),
    Members(Range<u32>, u64),
    Standing(Attach, Range<u32>),
    AsPoints(Range<u32>),
}

/// The batches of a load, in order, in two lanes.
pub(super) struct Plan {
    /// Nodes.
    pub(super) nodes: Vec<Batch>,
    /// Relationships, each with how many batches of nodes must be done before.
    pub(super) links: Vec<(Batch, usize)>,
}

/// A statement and its parameters.
pub(super) type Filled = (Cow<'static, str>, Vec<(&'static str, BoltType)>);

impl<'a> Loading<'a> {
    pub(super) fn new(
        graph: &'a dyn LatticeStore,
        name: &str,
        members: bool,
        attach: Option<Attach>,
    ) -> Result<Self> {
        let facts = GraphFacts { name: name.to_owned(), ..graph.facts()? };
        let members = if members { members::cut(graph, &facts)? } else { Vec::new() };
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
            members,
            attach,
        })
    }

    /// What the features are called, in order.
    pub(super) fn feature_names(&self) -> &[String] {
        &self.features.names
    }

    /// What the columns are called that are only shown, in order.
    pub(super) fn kept_names(&self) -> &[String] {
        self.stored.points.kept().names()
    }

    /// Whether each point is tied to the clusters with it.
    pub(super) fn has_members(&self) -> bool {
        !self.members.is_empty()
    }

    /// A number that another graph, or this one cut in another way, hardly shares. The context and
    /// the least size determine the lattice, so the concepts need not be read.
    pub(super) fn fingerprint(&self) -> i64 {
        let mut hasher = DefaultHasher::new();
        let stored = &self.stored;
        (VERSION, BATCH, CONCEPTS, &self.members, &self.attach).hash(&mut hasher);
        format!("{:?}{:?}", self.facts, self.classes).hash(&mut hasher);
        (stored.points.names(), &stored.keys, stored.context.attributes()).hash(&mut hasher);
        let of = stored.points.classes().map_or(&[][..], |classes| classes.of());
        of.iter().for_each(|class| class.0.hash(&mut hasher));
        stored.points.ids().for_each(|point| {
            (stored.points.row(point), stored.points.kept().of_point(point)).hash(&mut hasher);
        });
        self.kept_names().hash(&mut hasher);
        stored.context.rows().iter().for_each(|row| row.hash(&mut hasher));
        self.features.names.hash(&mut hasher);
        self.features.values.iter().for_each(|value| value.to_bits().hash(&mut hasher));
        hasher.finish() as i64
    }

    /// Everything to be loaded.
    pub(super) fn plan(&self) -> Plan {
        let (points, concepts) = (self.stored.points.len(), self.facts.concepts as usize);
        let a_point = self.features.names.len() + self.kept_names().len() + 9;
        let attributes = match self.stored.is_neighbor_graph() {
            true => 0,
            false => self.stored.context.attributes().len(),
        };
        let mut nodes: Vec<Batch> = Vec::new();
        nodes.extend(cut(self.classes.len(), BATCH / 8).map(Batch::Classes));
        nodes.extend(cut(attributes, BATCH / 4).map(Batch::Attributes));
        nodes.extend(cut(points, (BATCH / a_point).max(1)).map(Batch::Points));
        let Communities { all, overlaps } = &self.communities;
        nodes.extend(cut(all.len(), BATCH / 8).map(Batch::Communities));
        let mut links: Vec<(Batch, usize)> = Vec::new();
        links.extend(self.cut_context().map(|range| (Batch::Context(range), nodes.len())));
        links.extend(cut(points, BATCH / 8).map(|range| (Batch::Belonging(range), nodes.len())));
        links.extend(cut(all.len(), BATCH / 4).map(|range| (Batch::Parents(range), nodes.len())));
        links.extend(
            cut(overlaps.len(), BATCH / 4).map(|some| (Batch::Overlaps(some), nodes.len())),
        );
        let from_below: Vec<Range<u32>> = cut(concepts, CONCEPTS).collect();
        for range in from_below.into_iter().rev() {
            nodes.push(Batch::Concepts(range.clone()));
            links.push((Batch::Covers(range), nodes.len()));
        }
        links.extend(cut(points, BATCH / 8).map(|range| (Batch::Introduced(range), nodes.len())));
        links.extend(
            cut(attributes, BATCH / 8)
                .map(|range| (Batch::AttributesIntroduced(range), nodes.len())),
        );
        let members = self.members.iter().cloned();
        links.extend(members.map(|(some, all)| (Batch::Members(some, all), nodes.len())));
        if let Some(attach) = &self.attach {
            let tied = cut(points, AT_ONCE).map(|some| Batch::Standing(attach.clone(), some));
            links.extend(tied.map(|batch| (batch, nodes.len())));
            let points = if attach.as_points { points } else { 0 };
            links.extend(cut(points, BATCH / 8).map(|some| (Batch::AsPoints(some), nodes.len())));
        }
        Plan { nodes, links }
    }

    /// Points in pieces that have about [`BATCH`] attributes together.
    fn cut_context(&self) -> impl Iterator<Item = Range<u32>> {
        let rows = self.stored.context.rows();
        let mut first = 0;
        std::iter::from_fn(move || {
            let (start, mut pairs) = (first, 0);
            while first < rows.len() && (first == start || pairs + rows.get(first).len() <= BATCH) {
                pairs += rows.get(first).len();
                first += 1;
            }
            (start < first).then_some(start as u32..first as u32)
        })
    }

    /// About how many nodes and relationships a batch makes. How many covers lead up from a concept
    /// is known only when it is read, so all count the same.
    pub(super) fn weight(&self, batch: &Batch) -> u64 {
        match batch {
            Batch::Context(range) => {
                let rows = self.stored.context.rows();
                range.clone().map(|p| rows.get(p as usize).len() as u64).sum()
            }
            Batch::Covers(range) => {
                let concepts = u64::from(self.facts.concepts).max(1);
                range.len() as u64 * self.facts.covers.div_ceil(concepts)
            }
            Batch::Members(_, all) => *all,
            Batch::Classes(range)
            | Batch::Attributes(range)
            | Batch::Points(range)
            | Batch::Concepts(range)
            | Batch::Introduced(range)
            | Batch::AttributesIntroduced(range)
            | Batch::Communities(range)
            | Batch::Belonging(range)
            | Batch::Parents(range)
            | Batch::Overlaps(range)
            | Batch::Standing(_, range)
            | Batch::AsPoints(range) => range.len() as u64,
        }
    }

    /// The statement of a batch with its parameters.
    pub(super) fn fill(&self, batch: &Batch) -> Result<Filled> {
        let (statement, parameters) = match batch {
            Batch::Classes(range) => (statement::CLASSES, self.classes(range)),
            Batch::Attributes(range) => {
                let names = &self.stored.context.attributes()[indices(range)];
                let names = list(names.iter().map(|name| text(name)));
                (statement::ATTRIBUTES, vec![("ids", all(range)), ("names", names)])
            }
            Batch::Points(range) => (statement::POINTS, self.points(range)),
            Batch::Context(range) => {
                let statement = match self.stored.is_neighbor_graph() {
                    true => statement::NEIGHBORS,
                    false => statement::HAVING,
                };
                let number = |&attribute: &u32| int(self.stored.attribute_number(attribute));
                let attributes = |p| self.stored.context.rows().get(p).iter().map(number);
                let others = indices(range).map(|p| list(attributes(p)));
                (statement, vec![("ids", all(range)), ("others", list(others))])
            }
            Batch::Concepts(range) => (statement::CONCEPTS, self.concepts(range)?),
            Batch::Covers(range) => (statement::COVERS, covers::parameters(self.graph, range)?),
            Batch::Introduced(range) => {
                let introduced =
                    |point| Ok(concept_numbers(&self.graph.introduced(PointId(point))?));
                let others = range.clone().map(introduced).collect::<Result<Vec<_>>>()?;
                (statement::INTRODUCED, vec![("ids", all(range)), ("others", list(others))])
            }
            Batch::AttributesIntroduced(range) => {
                let concepts = attribute_concepts(self.graph, &self.stored, indices(range))?;
                let concepts = concepts.into_iter().map(|id| maybe(id, |id| int(id.number())));
                let parameters = vec![("ids", all(range)), ("concepts", list(concepts))];
                (statement::ATTRIBUTES_INTRODUCED, parameters)
            }
            Batch::Communities(range) => {
                let all = &self.communities;
                let colour = |at: u32| look::of_community(all, CommunityId(at));
                let colours = range.clone().map(colour).enumerate();
                let mut parameters =
                    communities::nodes(&all.all, indices(range), &self.stored.points);
                parameters.push(("labels", labels(colours)));
                (statement::COMMUNITIES, parameters)
            }
            Batch::Belonging(range) => {
                let mut parameters = communities::shares(&self.membership, indices(range));
                parameters.push(("ids", all(range)));
                (statement::BELONGING, parameters)
            }
            Batch::Parents(range) => {
                let mut parameters = communities::parents(&self.communities.all, indices(range));
                parameters.push(("ids", all(range)));
                (statement::PARENTS, parameters)
            }
            Batch::Overlaps(range) => {
                let some = &self.communities.overlaps[indices(range)];
                (statement::OVERLAPS, communities::overlaps(some))
            }
            Batch::Members(range, _) => {
                (statement::MEMBERS, members::parameters(self.graph, range)?)
            }
            Batch::Standing(attach, range) => {
                let (statement, parameters) = attach.tied(self.named_points(range));
                return Ok((statement.into(), parameters));
            }
            Batch::AsPoints(range) => (statement::AS_POINTS, vec![("ids", all(range))]),
        };
        Ok((statement.into(), parameters))
    }

    fn classes(&self, range: &Range<u32>) -> Vec<(&'static str, BoltType)> {
        let classes = &self.classes[indices(range)];
        let column = |value: fn(&ClassFacts) -> BoltType| list(classes.iter().map(value));
        vec![
            ("ids", all(range)),
            ("names", column(|class| text(&class.name))),
            ("sizes", column(|class| int(class.size))),
            ("concepts", column(|class| int(class.concepts as i64))),
            ("largestPures", column(|class| maybe(class.largest_pure, |id| int(id.number())))),
            ("dendrogramPurities", column(|class| maybe(class.dendrogram_purity, real))),
            ("chances", column(|class| maybe(class.chance, real))),
            ("labels", labels(indices(range).map(look::of_class).map(Some).enumerate())),
        ]
    }

    /// Concepts from the largest down.
    fn concepts(&self, range: &Range<u32>) -> Result<Vec<(&'static str, BoltType)>> {
        let asked: Vec<ConceptId> = range.clone().rev().map(ConceptId).collect();
        let concepts = self.graph.concepts(&asked)?;
        let (points, classes) = (&self.stored.points, self.stored.points.classes());
        let led: Vec<_> = concepts.iter().map(Concept::majority_and_purity).collect();
        let majority = led
            .iter()
            .map(|led| maybe(led.zip(classes), |((class, _), all)| text(all.name(class))));
        let colours = led.iter().map(|led| led.map(|(class, _)| look::of_class(class.index())));
        let n = points.len();
        let sizes = concepts.iter().map(|concept| Some(look::of_size(concept.size.into(), n)));
        let generator = |concept: &Concept| {
            let names = concept.generator.iter().map(|&point| points.name(point));
            text(&generator_notation::write(names))
        };
        let above = self.above.borrow_mut().of(self.graph, &concepts)?;
        let has = |(concept, above): (&Concept, &Vec<Option<f64>>)| {
            let counts = (0..).map(ClassId).zip(concept.counts.iter().zip(above));
            let counts = counts.filter(|&(_, (&count, _))| count > 0);
            list(counts.map(|(class, (&count, &above))| {
                list([int(class.number()), int(count)].into_iter().chain(above.map(real)))
            }))
        };
        let column = |value: &dyn Fn(&Concept) -> BoltType| list(concepts.iter().map(value));
        Ok(vec![
            ("ids", concept_numbers(&asked)),
            ("sizes", column(&|concept| int(concept.size))),
            ("intentSizes", column(&|concept| int(concept.intent_size))),
            ("purities", list(led.iter().map(|led| maybe(*led, |(_, purity)| real(purity))))),
            ("majorityClasses", list(majority)),
            ("keys", column(&|concept| int(concept.key as i64))),
            ("deltas", column(&|concept| int(concept.delta))),
            ("cohesions", column(&|concept| maybe(concept.cohesion, real))),
            ("gaps", column(&|concept| maybe(concept.gap, int))),
            ("communities", column(&|concept| maybe(concept.group(), |name| text(&name)))),
            ("generators", column(&generator)),
            ("generatorIds", column(&|concept| point_numbers(&concept.generator))),
            ("classes", list(concepts.iter().zip(&above).map(has))),
            ("labels", labels(colours.enumerate().chain(sizes.enumerate()))),
        ])
    }
}

/// Labels with the places of the nodes that get them.
pub(super) fn labels(given: impl Iterator<Item = (usize, Option<&'static str>)>) -> BoltType {
    let mut places: BTreeMap<&str, Vec<i64>> = BTreeMap::new();
    for (place, label) in given {
        label.into_iter().for_each(|label| places.entry(label).or_default().push(place as i64));
    }
    map(places.into_iter().map(|(label, places)| (label, list(places.into_iter().map(int)))))
}

/// 0..n in pieces.
fn cut(n: usize, size: usize) -> impl Iterator<Item = Range<u32>> {
    (0..n).step_by(size).map(move |first| first as u32..(first + size).min(n) as u32)
}

pub(super) fn indices(range: &Range<u32>) -> Range<usize> {
    range.start as usize..range.end as usize
}

/// The numbers of a range.
pub(super) fn all(range: &Range<u32>) -> BoltType {
    list(range.clone().map(|place| int(i64::from(place) + 1)))
}
