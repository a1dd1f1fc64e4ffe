//! The covers above some concepts, as places in a list of these and the larger ones.

use std::ops::Range;

use neo4rs::BoltType;

use super::value::{concept_numbers, int, list};
use crate::base::ids::ConceptId;
use crate::store::{LatticeStore, Result};

/// From the largest concept down.
pub(super) fn parameters(
    graph: &dyn LatticeStore,
    range: &Range<u32>,
) -> Result<Vec<(&'static str, BoltType)>> {
    let asked: Vec<ConceptId> = range.clone().rev().map(ConceptId).collect();
    let covers = graph.upper(&asked)?;
    let mut concepts: Vec<ConceptId> =
        covers.iter().flat_map(|&(lower, upper)| [lower, upper]).collect();
    concepts.sort_unstable();
    concepts.dedup();
    let place = |concept: &ConceptId| concepts.partition_point(|known| known < concept) as i64;
    Ok(vec![
        ("ids", concept_numbers(&concepts)),
        ("lowers", list(covers.iter().map(|(lower, _)| int(place(lower))))),
        ("uppers", list(covers.iter().map(|(_, upper)| int(place(upper))))),
    ])
}
