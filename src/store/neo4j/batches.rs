//! What a load consists of, cut into batches, and the statement of each.
//!
//! Two lanes, because a server has more than one core: nodes (with what ties them to classes), and
//! the other relationships behind them. A transaction locks the nodes it ties, and the lanes never
//! tie the same ones at once: new concepts and classes here, points and concepts already there in
//! the other. Concepts come from the largest down, each followed by the covers above it: one pass,
//! and no cover waits for a concept to come.
//!
//! Invariant: the same graph gives the same batches in the same order, so their numbers alone say
//! how far a load has come.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

use super::attach::Attach;
use super::extras::Extras;
use super::labels::LabelPrefix;
use super::statement::{self, Filled};
use crate::base::ids::ConceptId;
use crate::base::numbers::grouped;
use crate::store::neo4j_rows::kind::Kind;
use crate::store::neo4j_rows::names::OF_A_POINT;
use crate::store::neo4j_rows::source::{GraphRows, indices, memberships};
use crate::store::{Error, LatticeStore, Result};

/// About how many values or relationships a batch holds: a transaction of some megabytes.
const BATCH: usize = 20_000;
/// Concepts a batch: more make a small server collect garbage, fewer wait for the disk (measured).
const CONCEPTS: usize = 2_000;
/// Names of nodes that are looked for at once: without an index each time all nodes are read.
pub(super) const NAMES: usize = 10_000;
/// More relationships from points to the clusters with them are refused.
const MOST_MEMBERS: u64 = 5_000_000;
/// Raised whenever the same graph would be cut in another way or become other nodes.
const VERSION: u32 = 11;

/// A graph on its way from another store.
pub(super) struct Loading<'a> {
    pub(super) rows: GraphRows<'a>,
    /// Where each point is tied to the clusters with it: the clusters in pieces.
    pub(super) members: Option<Vec<Batch<'a>>>,
    labels: LabelPrefix,
    attach: Option<&'a Attach>,
}

/// What the rows of a batch are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Content<'a> {
    Rows(Kind),
    /// Points tied to the nodes that they stand for.
    StandsFor(&'a Attach),
}

/// A part of a load, done whole or not at all.
#[derive(Clone, Debug)]
pub(super) struct Batch<'a> {
    content: Content<'a>,
    range: Range<u32>,
    /// About how many nodes and relationships it makes.
    pub(super) weight: u64,
}

/// The batches of a load, in order, in two lanes.
pub(super) struct Plan<'a> {
    /// Nodes.
    pub(super) nodes: Vec<Batch<'a>>,
    /// Relationships, each with how many batches of nodes must be done before.
    pub(super) links: Vec<(Batch<'a>, usize)>,
}

impl<'a> Loading<'a> {
    pub(super) fn new(graph: &'a dyn LatticeStore, name: &str, extras: &'a Extras) -> Result<Self> {
        let Extras { members, display_labels, attach, labels, .. } = extras;
        let mut rows = GraphRows::new(graph, name)?;
        if *members {
            let all = memberships(graph)?;
            if all > MOST_MEMBERS {
                return Err(too_many_members(&rows.facts.name, all));
            }
        }
        rows.with_members |= *members;
        rows.with_display_labels = *display_labels;
        let members = if rows.with_members { Some(member_batches(&rows)?) } else { None };
        Ok(Self { rows, members, labels: labels.clone(), attach: attach.as_ref() })
    }

    /// A number that another graph, or this one cut in another way, hardly shares. The context and
    /// the least size determine the lattice, so the concepts need not be read.
    pub(super) fn fingerprint(&self) -> i64 {
        let mut hasher = DefaultHasher::new();
        let rows = &self.rows;
        let (stored, features) = (&rows.stored, &rows.features);
        (VERSION, BATCH, CONCEPTS, self.members.is_some(), self.attach).hash(&mut hasher);
        (rows.with_display_labels, &self.labels).hash(&mut hasher);
        format!("{:?}{:?}", rows.facts, rows.classes).hash(&mut hasher);
        (stored.points.names(), &stored.keys, stored.context.attributes()).hash(&mut hasher);
        let of = stored.points.classes().map_or(&[][..], |classes| classes.of());
        of.iter().for_each(|class| class.0.hash(&mut hasher));
        stored.points.ids().for_each(|point| {
            (stored.points.row(point), stored.points.kept().of_point(point)).hash(&mut hasher);
        });
        rows.kept_names().hash(&mut hasher);
        stored.context.rows().iter().for_each(|row| row.hash(&mut hasher));
        features.names.hash(&mut hasher);
        features.values.iter().for_each(|value| value.to_bits().hash(&mut hasher));
        hasher.finish() as i64
    }

    /// Everything to be loaded.
    pub(super) fn plan(&self) -> Plan<'a> {
        let rows = &self.rows;
        let a_point = rows.features.names.len() + rows.kept_names().len() + OF_A_POINT.len();
        let cut = |kind: Kind, size: usize| {
            let ranges = ranges(rows.count(kind), size.max(1) as u32);
            ranges.map(move |range| Batch::new(Content::Rows(kind), range))
        };
        let mut nodes: Vec<Batch<'a>> = Vec::new();
        nodes.extend(cut(Kind::Class, BATCH / 8));
        nodes.extend(cut(Kind::Attribute, BATCH / 4));
        nodes.extend(cut(Kind::Point, BATCH / a_point));
        if !rows.classes.is_empty() {
            nodes.extend(cut(Kind::OfClass, BATCH / 4));
        }
        nodes.extend(cut(Kind::Community, BATCH / 8));
        let mut links: Vec<(Batch<'a>, usize)> = Vec::new();
        let after_points = nodes.len();
        for kind in [Kind::Neighbor, Kind::Has].into_iter().filter(|&kind| rows.has(kind)) {
            let sizes = rows.stored.context.rows().iter().map(|row| row.len() as u64);
            links.extend(pieces(kind, sizes).into_iter().map(|batch| (batch, after_points)));
        }
        let other = cut(Kind::BelongsTo, BATCH / 8)
            .chain(cut(Kind::PartOf, BATCH / 4))
            .chain(cut(Kind::Overlaps, BATCH / 4));
        links.extend(other.map(|batch| (batch, after_points)));
        let of_concepts: Vec<Range<u32>> = ranges(rows.facts.concepts, CONCEPTS as u32).collect();
        // How many covers lead up from a concept is known only when it is read.
        let covers = rows.facts.covers.div_ceil(u64::from(rows.facts.concepts).max(1));
        for range in of_concepts.into_iter().rev() {
            let batch = |kind| Batch::new(Content::Rows(kind), range.clone());
            nodes.push(batch(Kind::Concept));
            if !rows.classes.is_empty() {
                nodes.push(batch(Kind::HasClass));
            }
            let weight = range.len() as u64 * covers;
            links.push((Batch { weight, ..batch(Kind::CoveredBy) }, nodes.len()));
        }
        let last = cut(Kind::BottomOf, 1)
            .chain(cut(Kind::IntroducedIn, BATCH / 8))
            .chain(cut(Kind::Home, BATCH / 4))
            .chain(cut(Kind::Boundary, BATCH / 4))
            .chain(cut(Kind::LargestPure, BATCH / 4))
            .chain(cut(Kind::MostLike, BATCH / 4))
            .chain(cut(Kind::AttributeIntroducedIn, BATCH / 8))
            .chain(self.members.iter().flatten().cloned());
        links.extend(last.map(|batch| (batch, nodes.len())));
        if let Some(attach) = self.attach {
            let tied = ranges(rows.count(Kind::Point), NAMES as u32);
            let tied = tied.map(|range| Batch::new(Content::StandsFor(attach), range));
            links.extend(tied.map(|batch| (batch, nodes.len())));
        }
        Plan { nodes, links }
    }

    /// What a batch makes and how many; none of nodes that points stand for.
    pub(super) fn count(&self, batch: &Batch<'_>) -> Result<Option<(Kind, u64)>> {
        let Content::Rows(kind) = batch.content else { return Ok(None) };
        Ok(Some((kind, self.rows.block(kind, &batch.range)?.ids.len() as u64)))
    }

    /// The statement of a batch with its parameters.
    pub(super) fn fill(&self, batch: &Batch<'_>) -> Result<Filled> {
        match batch.content {
            Content::Rows(kind) => {
                Ok(statement::creating(kind, &self.rows.block(kind, &batch.range)?))
            }
            Content::StandsFor(attach) => {
                let names = &self.rows.stored.points.names()[indices(&batch.range)];
                let numbers = batch.range.clone().map(|place| i64::from(place) + 1);
                let points = numbers.zip(names.iter().map(String::as_str));
                Ok(statement::attaching(attach, points))
            }
        }
    }
}

impl<'a> Batch<'a> {
    fn new(content: Content<'a>, range: Range<u32>) -> Self {
        let weight = range.len() as u64;
        Self { content, range, weight }
    }
}

/// 0..n in pieces.
fn ranges(n: u32, size: u32) -> impl Iterator<Item = Range<u32>> {
    (0..n).step_by(size as usize).map(move |start| start..n.min(start.saturating_add(size)))
}

/// Batches with about [`BATCH`] relationships each; `sizes` are those of one thing after another.
fn pieces<'a>(kind: Kind, sizes: impl Iterator<Item = u64>) -> Vec<Batch<'a>> {
    let mut batches: Vec<Batch<'a>> = Vec::new();
    for (place, size) in (0..).zip(sizes) {
        match batches.last_mut() {
            Some(last) if last.weight + size <= BATCH as u64 => {
                (last.range.end, last.weight) = (place + 1, last.weight + size);
            }
            _ => {
                let range = place..place + 1;
                batches.push(Batch { content: Content::Rows(kind), range, weight: size });
            }
        }
    }
    batches
}

/// The clusters in pieces by the number of their points.
fn member_batches<'a>(rows: &GraphRows<'_>) -> Result<Vec<Batch<'a>>> {
    let mut sizes: Vec<u64> = Vec::new();
    for ids in ConceptId::batches(rows.facts.concepts, 1 << 14) {
        sizes.extend(rows.graph.concepts(&ids)?.iter().map(|concept| u64::from(concept.size)));
    }
    Ok(pieces(Kind::MemberOf, sizes.into_iter()))
}

fn too_many_members(name: &str, all: u64) -> Error {
    Error::Refused(format!(
        "{name}: the clusters have {} members in all, more than the {} that are stored as \
         relationships; leave them out, since the query members needs none",
        grouped(all),
        grouped(MOST_MEMBERS)
    ))
}
