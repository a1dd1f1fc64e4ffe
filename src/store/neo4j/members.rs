//! Which points lie in which clusters, as relationships, where they are wanted: a graph has many
//! more of them than covers, and none is needed to find the points of a cluster.

use std::ops::Range;

use neo4rs::BoltType;

use super::value::{concept_numbers, int, list, point_numbers};
use crate::base::ids::{ConceptId, PointId};
use crate::base::numbers::grouped;
use crate::store::{Error, GraphFacts, LatticeStore, Result};

/// A graph with more is refused.
const MOST: u64 = 5_000_000;
/// About how many a batch makes.
const BATCH: u64 = 20_000;
/// How many concepts are read together.
const READ: usize = 1 << 14;

/// Concepts in pieces, each with how many points they have together.
pub(super) fn cut(graph: &dyn LatticeStore, facts: &GraphFacts) -> Result<Vec<(Range<u32>, u64)>> {
    let (mut pieces, mut piece, mut inside, mut all) = (Vec::new(), 0..0, 0, 0);
    let ids: Vec<ConceptId> = (0..facts.concepts).map(ConceptId).collect();
    for some in ids.chunks(READ) {
        for concept in graph.concepts(some)? {
            let size = u64::from(concept.size);
            if inside > 0 && inside + size > BATCH {
                pieces.push((piece.clone(), inside));
                (piece.start, inside) = (piece.end, 0);
            }
            piece.end += 1;
            inside += size;
            all += size;
        }
    }
    if all > MOST {
        return Err(Error::Refused(format!(
            "{}: the clusters have {} members in all, more than the {} that are stored as \
             relationships; leave them out, since the query members needs none",
            facts.name,
            grouped(all),
            grouped(MOST)
        )));
    }
    pieces.push((piece, inside));
    Ok(pieces)
}

/// The points of some concepts, as places in a list of points.
pub(super) fn parameters(
    graph: &dyn LatticeStore,
    range: &Range<u32>,
) -> Result<Vec<(&'static str, BoltType)>> {
    let ids: Vec<ConceptId> = range.clone().map(ConceptId).collect();
    let members = graph.members(&ids)?;
    let mut points: Vec<PointId> = members.concat();
    points.sort_unstable();
    points.dedup();
    let place = |point: &PointId| int(points.partition_point(|known| known < point) as i64);
    let others = list(members.iter().map(|members| list(members.iter().map(place))));
    Ok(vec![("ids", concept_numbers(&ids)), ("points", point_numbers(&points)), ("others", others)])
}
