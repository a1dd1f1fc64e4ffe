//! A check that any backend can run: does it answer as the reference does?

use super::LatticeStore;
use crate::graph::ConceptGraph;
use crate::lattice::ConceptId;

/// The most concepts that are looked up by name one at a time: on a server each is a round trip.
const NAMED: usize = 400;

/// Asks `store`, which was loaded from `graph`, everything the contract offers, about every concept
/// and every point, and compares with the graph in memory. Of many concepts, an even selection is
/// looked up by name.
///
/// # Errors
/// The first difference, in words.
pub fn check(store: &dyn LatticeStore, graph: &ConceptGraph) -> Result<(), String> {
    fn same<T: PartialEq + std::fmt::Debug>(
        what: impl std::fmt::Display,
        told: super::Result<T>,
        truth: super::Result<T>,
    ) -> Result<(), String> {
        let told = told.map_err(|error| format!("{what}: {error}"))?;
        let truth = truth.map_err(|error| format!("{what}, in memory: {error}"))?;
        (told == truth).then_some(()).ok_or(format!("{what}: {told:?}, in memory {truth:?}"))
    }
    same("info", store.info(), graph.info())?;
    same("base", store.base(), graph.base())?;
    same("features", store.features(), LatticeStore::features(graph))?;
    same("classes", store.classes(), graph.classes())?;
    same("boundary", store.boundary(), graph.boundary())?;
    let ids: Vec<ConceptId> = graph.lattice.ids().collect();
    let mut asked = ids.clone();
    // Any order, an id twice, an unknown one.
    asked.reverse();
    asked.extend([ConceptId(0), ConceptId(ids.len() as u32)]);
    same("concepts", store.concepts(&asked), graph.concepts(&asked))?;
    same("upper", store.upper(&asked), graph.upper(&asked))?;
    same("lower", store.lower(&asked), graph.lower(&asked))?;
    same("introduces", store.introduces(&asked), graph.introduces(&asked))?;
    same("members", store.members(&asked), graph.members(&asked))?;
    for &id in ids.iter().step_by(1 + ids.len() / NAMED) {
        let (key, size) = (graph.lattice.key(id), graph.lattice.size(id));
        same(format!("the name of {id}"), store.named(key, size), graph.named(key, size))?;
        same(format!("no name like {id}"), store.named(key + 1, size), graph.named(key + 1, size))?;
    }
    for point in 0..graph.points.len() as u32 {
        let told = store.introduced(point);
        same(format!("point {point}"), told, graph.introduced(point))?;
    }
    Ok(())
}
