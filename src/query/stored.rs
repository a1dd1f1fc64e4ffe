//! Shorter ways to some answers than their statements: from the context, and by walks that a query
//! language cannot express. A test holds each equal to its file.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use super::cells;
use crate::base::ids::{ConceptId, PointId};
use crate::base::rows::Value;
use crate::context::bits::Closures;
use crate::full_lattice::{Cluster, FullLattice};
use crate::lattice::GraphKind;
use crate::store::{LatticeStore, Result, StoredContext};

/// Rows of values.
type Table = Vec<Vec<Value>>;

/// A question about a stored graph with a shorter way to its answer.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Shortcut {
    /// A shortest chain of covers from the one up to the other.
    Path(ConceptId, ConceptId),
    /// This many other points, each with the LCA of both.
    Related(PointId, usize),
    /// The smallest cluster with these points.
    Lca(Vec<PointId>),
    /// The smallest cluster that contains both.
    Join(ConceptId, ConceptId),
    /// The largest cluster that both contain.
    Meet(ConceptId, ConceptId),
}

impl Shortcut {
    /// The rows of the answer; none where the statement is to find them: where the cluster in
    /// question is not stored, since the nearest that are then answer, and where a walk is long.
    pub(super) fn rows(&self, store: &dyn LatticeStore) -> Result<Option<Table>> {
        let stored = store.stored_context()?;
        match self {
            Shortcut::Path(low, high) => {
                let chain = store.path(*low, *high)?.unwrap_or_default();
                clusters(store, &stored, &chain).map(Some)
            }
            Shortcut::Related(point, limit) => related(store, &stored, *point, *limit),
            Shortcut::Lca(points) => extent(store, &stored, &stored.context.closure(points)),
            Shortcut::Join(a, b) => {
                let concepts = store.concepts(&[*a, *b])?;
                let points: Vec<PointId> = concepts.into_iter().flat_map(|c| c.generator).collect();
                extent(store, &stored, &stored.context.closure(&points))
            }
            Shortcut::Meet(a, b) => {
                let extents = store.members(&[*a, *b])?;
                let [one, other] = &extents[..] else { return Ok(None) };
                let common = FullLattice::of(store)?.meet(one, other);
                match extent(store, &stored, &common)? {
                    None if stored.facts.kind == GraphKind::Lca => {
                        largest_within(store, &stored, &common)
                    }
                    answer => Ok(answer),
                }
            }
        }
    }
}

/// The cluster with that extent; none where it is not stored.
fn extent(
    store: &dyn LatticeStore,
    stored: &StoredContext,
    extent: &[PointId],
) -> Result<Option<Table>> {
    let ids: Option<Vec<_>> = store.find_by_key(&[stored.key_of(extent)])?.into_iter().collect();
    ids.map(|ids| clusters(store, stored, &ids)).transpose()
}

fn clusters(store: &dyn LatticeStore, stored: &StoredContext, ids: &[ConceptId]) -> Result<Table> {
    let concepts = store.concepts(ids)?.into_iter().map(Cluster::from);
    Ok(concepts.map(|cluster| cells::cluster(&stored.points, &cluster)).collect())
}

/// The maximal ones of the clusters of an LCA graph that lie in an extent: they are the clusters of
/// its pairs of points, and of these the ones below no other. Going down from the larger clusters
/// would visit most of the graph. None where one of them is not stored.
fn largest_within(
    store: &dyn LatticeStore,
    stored: &StoredContext,
    extent: &[PointId],
) -> Result<Option<Table>> {
    let closures = Closures::new(&stored.context, extent.len().saturating_mul(extent.len()));
    let of_one = |at: usize| {
        let key = |other: &PointId| stored.key_of(&closures.of(&[extent[at], *other]));
        let mut keys: Vec<_> = extent[at..].iter().map(key).collect();
        keys.sort_unstable();
        keys.dedup();
        keys
    };
    let mut keys: Vec<_> = (0..extent.len()).into_par_iter().flat_map_iter(of_one).collect();
    keys.sort_unstable();
    keys.dedup();
    let Some(mut ids) = store.find_by_key(&keys)?.into_iter().collect::<Option<Vec<_>>>() else {
        return Ok(None);
    };
    ids.sort_unstable();
    let upper = store.upper(&ids)?;
    let within = upper.iter().filter(|(_, upper)| ids.binary_search(upper).is_ok());
    let below: BTreeSet<ConceptId> = within.map(|&(lower, _)| lower).collect();
    let maximal: Vec<ConceptId> = ids.iter().copied().filter(|id| !below.contains(id)).collect();
    clusters(store, stored, &maximal).map(Some)
}

/// The other points by their closures with this one. None where one of these is not stored: then
/// the smallest stored cluster with both is not one of them.
fn related(
    store: &dyn LatticeStore,
    stored: &StoredContext,
    point: PointId,
    limit: usize,
) -> Result<Option<Table>> {
    let closures = Closures::new(&stored.context, stored.points.len());
    let key = |other: PointId| stored.key_of(&closures.of(&[point, other]));
    let others = stored.points.ids().filter(|&other| other != point);
    let keys: Vec<_> = others.map(|other| (key(other), other)).collect();
    let mut distinct: Vec<_> = keys.iter().map(|&(key, _)| key).collect();
    distinct.sort_unstable();
    distinct.dedup();
    let Some(ids) = store.find_by_key(&distinct)?.into_iter().collect::<Option<Vec<_>>>() else {
        return Ok(None);
    };
    let id_of: BTreeMap<_, _> = distinct.into_iter().zip(ids).collect();
    let mut pairs: Vec<(ConceptId, PointId)> =
        keys.into_iter().map(|(key, other)| (id_of[&key], other)).collect();
    pairs.sort_unstable();
    pairs.truncate(limit);
    let ids: Vec<ConceptId> = pairs.iter().map(|&(id, _)| id).collect();
    let clusters = store.concepts(&ids)?.into_iter().map(Cluster::from);
    let row = |(cluster, (_, other))| {
        let cluster = cells::cluster(&stored.points, &cluster);
        [cells::point(&stored.points, other), cluster].concat()
    };
    Ok(Some(clusters.zip(pairs).map(row).collect()))
}
