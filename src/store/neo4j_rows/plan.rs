//! The plan of a load: the rows of a graph, cut into batches in the order in which they are
//! written.
//!
//! Concepts come from the largest down, each batch followed by the covers above it. So one pass
//! suffices, and no cover waits for a concept to come.

use std::ops::Range;

use super::kind::ElementKind;
use super::source::GraphRows;
use crate::base::ids::ConceptId;

/// The approximate number of values or relationships in a batch: a transaction of some megabytes.
const BATCH_SIZE: usize = 20_000;
/// The number of concepts in a batch: with more a small server collects garbage, with fewer it
/// waits for the disk (measured).
const CONCEPTS_PER_BATCH: usize = 2_000;
/// The number of properties of a point that are not columns of the table.
const POINT_PROPERTIES: usize = 14;

/// A batch of a load, which is executed whole or not at all.
#[derive(Clone, Debug)]
pub(crate) struct Batch {
    pub(crate) kind: ElementKind,
    pub(crate) range: Range<u32>,
    /// The approximate number of nodes or relationships in the batch.
    pub(crate) weight: u64,
}

pub(crate) fn plan(rows: &GraphRows<'_>) -> Vec<Batch> {
    let a_point = rows.own_names.len() + POINT_PROPERTIES;
    let cut = |kind: ElementKind, size: usize| {
        ranges(rows.item_count(kind), size.max(1) as u32).map(move |range| Batch::new(kind, range))
    };
    let of_classes = |kind: ElementKind| Some(kind).filter(|_| !rows.classes.is_empty());
    let mut all: Vec<Batch> = Vec::new();
    all.extend(cut(ElementKind::Class, BATCH_SIZE / 8));
    all.extend(cut(ElementKind::Attribute, BATCH_SIZE / 4));
    all.extend(cut(ElementKind::Point, BATCH_SIZE / a_point));
    all.extend(
        of_classes(ElementKind::OfClass).into_iter().flat_map(|kind| cut(kind, BATCH_SIZE / 4)),
    );
    all.extend(cut(ElementKind::Community, BATCH_SIZE / 8));
    let near = rows.near.lists.iter().map(|list| list.len() as u64);
    all.extend(batches_by_size(ElementKind::Neighbor, near));
    if rows.has_rows_of(ElementKind::Has) {
        let sizes = rows.context.context.rows().iter().map(|row| row.len() as u64);
        all.extend(batches_by_size(ElementKind::Has, sizes));
    }
    all.extend(cut(ElementKind::InGroup, BATCH_SIZE / 8));
    all.extend(cut(ElementKind::InPart, BATCH_SIZE / 8));
    let joins = rows.membership.iter().map(|shares| rows.communities.joins(shares).len() as u64);
    all.extend(batches_by_size(ElementKind::InJoin, joins));
    all.extend(cut(ElementKind::HasGroup, BATCH_SIZE / 4));
    all.extend(cut(ElementKind::PartOf, BATCH_SIZE / 4));
    all.extend(cut(ElementKind::JoinedIn, BATCH_SIZE / 4));
    all.extend(cut(ElementKind::Overlaps, BATCH_SIZE / 4));
    let of_concepts: Vec<Range<u32>> =
        ranges(rows.facts.concepts, CONCEPTS_PER_BATCH as u32).collect();
    for range in of_concepts.into_iter().rev() {
        all.push(Batch::new(ElementKind::Concept, range.clone()));
        all.push(Batch::new(ElementKind::MostlyIn, range.clone()));
        all.push(Batch::new(ElementKind::HasCentre, range.clone()));
        all.extend(of_classes(ElementKind::HasClass).map(|kind| Batch::new(kind, range.clone())));
        let covers = range.clone().map(|id| rows.covers.upper(ConceptId(id)).len() as u64);
        let weight = covers.sum();
        all.push(Batch { weight, ..Batch::new(ElementKind::CoveredBy, range) });
    }
    for kind in [ElementKind::LargestPure, ElementKind::MostLike, ElementKind::HasTop] {
        all.extend(cut(kind, BATCH_SIZE / 4));
    }
    if let Some(members) = rows.members {
        let sizes = ConceptId::first(members.len()).map(|id| u64::from(members.size(id)));
        all.extend(batches_by_size(ElementKind::MemberOf, sizes));
    }
    all
}

impl Batch {
    fn new(kind: ElementKind, range: Range<u32>) -> Self {
        let weight = range.len() as u64;
        Self { kind, range, weight }
    }
}

fn ranges(n: u32, size: u32) -> impl Iterator<Item = Range<u32>> {
    (0..n).step_by(size as usize).map(move |start| start..n.min(start.saturating_add(size)))
}

/// Cuts items with these numbers of relationships into batches of about [`BATCH_SIZE`].
fn batches_by_size(kind: ElementKind, sizes: impl Iterator<Item = u64>) -> Vec<Batch> {
    let mut batches: Vec<Batch> = Vec::new();
    for (place, size) in (0..).zip(sizes) {
        match batches.last_mut() {
            Some(last) if last.weight + size <= BATCH_SIZE as u64 => {
                (last.range.end, last.weight) = (place + 1, last.weight + size);
            }
            _ => batches.push(Batch { kind, range: place..place + 1, weight: size }),
        }
    }
    batches
}
