//! Covers, computed from the context again and compared with those that are stored.
//!
//! - In a full lattice, an iceberg and the largest concepts, whatever covers a stored concept is
//!   stored: the upper covers follow from the context (Lindig 2000). In the first two the lower
//!   ones must be there as well, so that a concept that is left out is found.
//! - In an LCA graph the covers are the minimal ones among the stored concepts above: all of them
//!   are looked at, for a few concepts. The closure of every two points must be stored.

use rayon::prelude::*;

use super::faults::Faults;
use crate::base::bitset::Bits;
use crate::base::ids::{ConceptId, PointId};
use crate::base::progress::Progress;
use crate::context::bits::{Set, as_set};
use crate::full_lattice::{Extent, covers};
use crate::lattice::GraphKind;
use crate::store::{Error, GraphFacts, LatticeStore, Result, StoredContext};

/// Of more concepts than this, only this many, evenly spread, have their covers computed again.
pub const COMPARED: u32 = 4_000;
/// How many pairs of an LCA graph's concepts are compared.
const PAIRS: u64 = 40_000_000;
const BATCH: usize = 1 << 10;

/// At most `most` ids, evenly spread, the last one included.
fn spread(concepts: u32, most: u32) -> Vec<ConceptId> {
    let step = concepts.div_ceil(most.max(1)).max(1) as usize;
    let mut ids: Vec<ConceptId> = (0..concepts).rev().step_by(step).map(ConceptId).collect();
    ids.reverse();
    ids
}

/// Compares; of how many concepts.
pub(super) fn check(
    store: &dyn LatticeStore,
    facts: &GraphFacts,
    stored: &StoredContext,
    progress: &Progress,
    faults: &mut Faults,
) -> Result<u64> {
    if facts.kind == GraphKind::Lca {
        let most = PAIRS / u64::from(facts.concepts).max(1);
        let compared = spread(facts.concepts, most.clamp(8, COMPARED.into()) as u32);
        return lca_graph(store, facts, stored, &compared, progress, faults);
    }
    let compared = spread(facts.concepts, COMPARED);
    progress.step("checking covers");
    progress.parts(compared.len() as u64);
    for ids in compared.chunks(BATCH) {
        if progress.interrupted() {
            return Err(Error::Interrupted);
        }
        if faults.is_full() {
            break;
        }
        let found = from_context(store, facts, stored, ids);
        for fault in faults.unless_damaged(found)?.unwrap_or_default() {
            faults.add(fault);
        }
        progress.did(ids.len() as u64);
    }
    Ok(compared.len() as u64)
}

/// The covers of some concepts against those of the full lattice.
fn from_context(
    store: &dyn LatticeStore,
    facts: &GraphFacts,
    stored: &StoredContext,
    ids: &[ConceptId],
) -> Result<Vec<String>> {
    let members = store.members(ids)?;
    let context = &stored.context;
    let with_lower = facts.kind != GraphKind::Largest;
    let computed: Vec<[Vec<Extent>; 2]> = members
        .par_iter()
        .map(|extent| {
            let mut lower = if with_lower { covers::lower(context, extent) } else { Vec::new() };
            lower.retain(|extent| extent.len() >= facts.min_size as usize);
            [covers::upper(context, extent), lower]
        })
        .collect();
    let (upper, lower) = (store.upper(ids)?, store.lower(ids)?);
    let extents = computed.iter().flatten().flatten();
    let keys: Vec<_> = extents.map(|extent| stored.key_of(extent)).collect();
    let mut found = store.find_by_key(&keys)?.into_iter();
    let mut faults = Vec::new();
    // Extents in canonical order have their ids in order, so the lists compare as they are.
    let mut compare = |place: &str, id, extents: &[Extent], kept: Vec<ConceptId>| {
        let mine: Vec<Option<ConceptId>> = found.by_ref().take(extents.len()).collect();
        match mine.into_iter().collect::<Option<Vec<_>>>() {
            None => faults.push(format!("a cluster that is {place} {id} is not stored")),
            Some(mine) if mine != kept => {
                faults.push(format!("the clusters stored {place} {id} are wrong"));
            }
            Some(_) => {}
        }
    };
    for (id, [above, below]) in ids.iter().zip(&computed) {
        let kept = upper.iter().filter(|(lower, _)| lower == id).map(|&(_, upper)| upper);
        compare("next above", id, above, kept.collect());
        let kept = lower.iter().filter(|(_, upper)| upper == id).map(|&(lower, _)| lower);
        compare("next below", id, below, kept.filter(|_| with_lower).collect());
    }
    if facts.kind == GraphKind::Iceberg || facts.kind == GraphKind::Largest {
        faults.extend(introduced(store, ids, &members, &lower)?);
    }
    Ok(faults)
}

/// Where not every small cluster is stored, a point is introduced in those that hold it and have
/// no cluster below that does.
fn introduced(
    store: &dyn LatticeStore,
    ids: &[ConceptId],
    members: &[Vec<PointId>],
    lower: &[(ConceptId, ConceptId)],
) -> Result<Vec<String>> {
    let introduces = store.introduces(ids)?;
    let mut faults = Vec::new();
    for (id, members) in ids.iter().zip(members) {
        let below: Vec<ConceptId> =
            lower.iter().filter(|(_, upper)| upper == id).map(|&(lower, _)| lower).collect();
        let mut held = store.members(&below)?.concat();
        held.sort_unstable();
        let here = members.iter().filter(|point| held.binary_search(point).is_err());
        let kept = introduces.iter().filter(|(other, _)| other == id).map(|(_, point)| point);
        if !kept.eq(here) {
            faults.push(format!("the points that {id} introduces are wrong"));
        }
    }
    Ok(faults)
}

/// The minimal ones of all stored concepts above some, and the closures of pairs.
fn lca_graph(
    store: &dyn LatticeStore,
    facts: &GraphFacts,
    stored: &StoredContext,
    compared: &[ConceptId],
    progress: &Progress,
    faults: &mut Faults,
) -> Result<u64> {
    let n = stored.points.len();
    let as_bits = |extent: &Vec<PointId>| as_set(n, extent);
    let Some(members) = faults.unless_damaged(store.members(compared))? else { return Ok(0) };
    let extents: Vec<Set> = members.iter().map(as_bits).collect();
    let mut minimal: Vec<Vec<(ConceptId, Set)>> = vec![Vec::new(); compared.len()];
    progress.step("checking covers");
    progress.parts(facts.concepts.into());
    for ids in ConceptId::batches(facts.concepts, BATCH as u32) {
        if progress.interrupted() {
            return Err(Error::Interrupted);
        }
        let Some(members) = faults.unless_damaged(store.members(&ids))? else { return Ok(0) };
        let others: Vec<Set> = members.iter().map(as_bits).collect();
        progress.did(ids.len() as u64);
        minimal.par_iter_mut().zip(compared.par_iter().zip(&extents)).for_each(
            |(minimal, (id, extent))| {
                for (other, above) in ids.iter().zip(&others).filter(|(other, _)| *other > id) {
                    if extent.within(above) && !minimal.iter().any(|(_, low)| low.within(above)) {
                        minimal.push((*other, above.clone()));
                    }
                }
            },
        );
    }
    let Some(upper) = faults.unless_damaged(store.upper(compared))? else { return Ok(0) };
    for (id, minimal) in compared.iter().zip(minimal) {
        let kept = upper.iter().filter(|(lower, _)| lower == id).map(|(_, upper)| upper);
        if !kept.eq(minimal.iter().map(|(other, _)| other)) {
            faults.add(format!("the clusters stored next above {id} are wrong"));
        }
    }
    // At most this many pairs, evenly spread, including a point with itself.
    let all = n as u64 * (n as u64 + 1) / 2;
    let step = all.div_ceil(COMPARED.into()).max(1) as usize;
    let points = 0..n as u32;
    let pairs = points.clone().flat_map(|p| (p..n as u32).map(move |q| [p, q].map(PointId)));
    let pairs: Vec<[PointId; 2]> = pairs.step_by(step).collect();
    let keys: Vec<_> = pairs.par_iter().map(|pair| stored.closure_key(pair)).collect();
    let found = faults.unless_damaged(store.find_by_key(&keys))?.unwrap_or_default();
    if let Some((pair, _)) = pairs.iter().zip(found).find(|(_, found)| found.is_none()) {
        let [p, q] = pair.map(|point| stored.points.name(point).to_owned());
        faults.add(format!("the smallest cluster with {p:?} and {q:?} is not stored"));
    }
    Ok(compared.len() as u64)
}
