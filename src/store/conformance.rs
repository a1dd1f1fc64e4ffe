//! A check that any backend can run: does it answer as the reference does?

use std::sync::Arc;

use super::{GraphFacts, LatticeStore, StoredContext};
use crate::base::ids::{ConceptId, PointId};
use crate::graph::ConceptGraph;

/// Calls everything the contract offers on `store`, which was loaded from `graph`, about every
/// concept and every point, and compares with the graph in memory.
///
/// # Errors
/// The first difference, in words.
pub fn check(store: &dyn LatticeStore, graph: &ConceptGraph) -> Result<(), String> {
    fn same<T: PartialEq + std::fmt::Debug>(
        what: impl std::fmt::Display,
        answer: super::Result<T>,
        truth: super::Result<T>,
    ) -> Result<(), String> {
        let answer = answer.map_err(|error| format!("{what}: {error}"))?;
        let truth = truth.map_err(|error| format!("{what}, in memory: {error}"))?;
        (answer == truth).then_some(()).ok_or(format!("{what}: {answer:?}, in memory {truth:?}"))
    }
    // In a server a graph has the name that it was loaded under.
    let named = |facts| GraphFacts { name: graph.name.clone(), ..facts };
    same("facts", store.facts().map(named), graph.facts())?;
    let stored = store.stored_context().map(|stored| {
        let facts = named(stored.facts.clone());
        Arc::new(StoredContext { facts, ..StoredContext::clone(&stored) })
    });
    same("context", stored, graph.stored_context())?;
    same("features", store.features(), LatticeStore::features(graph))?;
    same("classes", store.classes(), graph.classes())?;
    same("nearest points", store.near(), graph.near())?;
    same("communities", store.communities(), LatticeStore::communities(graph))?;
    same("membership", store.membership(), graph.membership())?;
    let ids: Vec<ConceptId> = graph.lattice.ids().collect();
    let mut asked = ids.clone();
    // Any order, an id twice, an unknown one.
    asked.reverse();
    asked.extend([ConceptId(0), ConceptId(ids.len() as u32)]);
    same("concepts", store.concepts(&asked), graph.concepts(&asked))?;
    same("upper", store.upper(&asked), graph.upper(&asked))?;
    same("lower", store.lower(&asked), graph.lower(&asked))?;
    same("members", store.members(&asked), graph.members(&asked))?;
    let points: Vec<PointId> = graph.points.ids().chain([PointId(0)]).collect();
    same("containing", store.containing(&points), graph.containing(&points))?;
    for (from, to) in asked.iter().zip(&ids).step_by(1 + ids.len() / 20) {
        let (from, to) = (*from.min(to), *from.max(to));
        same(format!("path {from} {to}"), store.path(from, to), graph.path(from, to))?;
    }
    Ok(())
}
