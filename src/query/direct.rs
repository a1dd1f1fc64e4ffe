//! Shorter ways to some answers than their statements: from the context, and by walks that a query
//! language cannot express. A test holds each equal to its file.

use std::collections::BTreeMap;

use super::cells;
use crate::bitset::Bits;
use crate::context::bits::BitContext;
use crate::lattice::ConceptId;
use crate::select;
use crate::store::{Base, Concept, LatticeStore, Result, Value};

/// Rows of values.
type Table = Vec<Vec<Value>>;

/// The rows of a query, where there is a shorter way to them.
pub(super) fn rows(
    store: &dyn LatticeStore,
    query: &str,
    parameters: &[(&str, Value)],
) -> Result<Option<Table>> {
    match (query, parameters) {
        ("path", [(_, Value::Text(a)), (_, Value::Text(b))]) => {
            let (Some(a), Some(b)) = (id(a), id(b)) else { return Ok(None) };
            path(store, a.min(b), a.max(b)).map(Some)
        }
        ("related", [(_, Value::Text(point)), (_, Value::Int(limit))]) => {
            let base = store.base()?;
            let Some(point) = base.points.find(point) else { return Ok(None) };
            related(store, &base, point.0, *limit as usize)
        }
        ("lca", [(_, Value::Text(points))]) => {
            let (base, names) = (store.base()?, serde_json::from_str::<Vec<String>>(points));
            let find = |name: &String| base.points.find(name).map(|point| point.0);
            let points = names.ok().and_then(|names| names.iter().map(find).collect());
            let Some(points): Option<Vec<u32>> = points else { return Ok(None) };
            stored(store, &base, &base.context.closure(&points))
        }
        ("join", [(_, Value::Text(a)), (_, Value::Text(b))]) => {
            let (Some(a), Some(b)) = (id(a), id(b)) else { return Ok(None) };
            let (base, concepts) = (store.base()?, store.concepts(&[a, b])?);
            let points: Vec<u32> = concepts.into_iter().flat_map(|c| c.generator).collect();
            stored(store, &base, &base.context.closure(&points))
        }
        ("meet", [(_, Value::Text(a)), (_, Value::Text(b))]) => {
            let (Some(a), Some(b)) = (id(a), id(b)) else { return Ok(None) };
            let (base, extents) = (store.base()?, store.members(&[a, b])?);
            let [one, other] = &extents[..] else { return Ok(None) };
            let both = one.iter().copied().filter(|point| other.binary_search(point).is_ok());
            stored(store, &base, &both.collect::<Vec<_>>())
        }
        _ => Ok(None),
    }
}

/// The cluster with that extent. None where it is not stored: then the nearest that are answer.
fn stored(store: &dyn LatticeStore, base: &Base, extent: &[u32]) -> Result<Option<Table>> {
    let ids: Option<Vec<_>> = store.named(&[base.name_of(extent)])?.into_iter().collect();
    let Some(ids) = ids else { return Ok(None) };
    clusters(store, base, &ids).map(Some)
}

fn clusters(store: &dyn LatticeStore, base: &Base, ids: &[ConceptId]) -> Result<Table> {
    Ok(store.concepts(ids)?.iter().map(|concept| cluster(base, concept)).collect())
}

fn id(word: &str) -> Option<ConceptId> {
    let number: u32 = word.strip_prefix('c')?.parse().ok()?;
    number.checked_sub(1).map(ConceptId)
}

fn path(store: &dyn LatticeStore, low: ConceptId, high: ConceptId) -> Result<Table> {
    let Some(chain) = select::path(store, low, high)? else { return Ok(Vec::new()) };
    clusters(store, &*store.base()?, &chain)
}

/// The other points by their closures with this one. None where one of these is not stored: then
/// the smallest stored cluster with both is none of them.
fn related(
    store: &dyn LatticeStore,
    base: &Base,
    point: u32,
    limit: usize,
) -> Result<Option<Table>> {
    let others = (0..base.points.len() as u32).filter(|&other| other != point);
    let bits = BitContext::small(&base.context);
    let name = |other: u32| match &bits {
        None => base.closure_name(&[point, other]),
        Some(bits) => {
            let extent = bits.having(&bits.shared(point as usize, other as usize));
            base.name_of(&extent.ones().collect::<Vec<_>>())
        }
    };
    let names: Vec<_> = others.map(|other| (name(other), other)).collect();
    let mut distinct: Vec<_> = names.iter().map(|&(name, _)| name).collect();
    distinct.sort_unstable();
    distinct.dedup();
    let Some(ids) = store.named(&distinct)?.into_iter().collect::<Option<Vec<_>>>() else {
        return Ok(None);
    };
    let id_of: BTreeMap<_, _> = distinct.into_iter().zip(ids).collect();
    let mut pairs: Vec<(ConceptId, u32)> =
        names.into_iter().map(|(name, other)| (id_of[&name], other)).collect();
    pairs.sort_unstable();
    pairs.truncate(limit);
    let ids: Vec<ConceptId> = pairs.iter().map(|&(id, _)| id).collect();
    let row = |(concept, (_, other)): (&Concept, (ConceptId, u32))| {
        [cells::point(base, other), cluster(base, concept)].concat()
    };
    Ok(Some(store.concepts(&ids)?.iter().zip(pairs).map(row).collect()))
}

/// A cluster row.
fn cluster(base: &Base, concept: &Concept) -> Vec<Value> {
    let Concept { id, size, counts, generator, .. } = concept;
    cells::cluster(base, id.to_string(), *size, counts, generator)
}
