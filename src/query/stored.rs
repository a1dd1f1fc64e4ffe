//! Shorter ways to some answers than their statements: from the context, and by walks that a query
//! language cannot express. A test holds each equal to its file.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use super::cells;
use super::meeting::Meeting;
use crate::base::csr::in_both;
use crate::base::ids::{ConceptId, PointId};
use crate::base::keys::Key;
use crate::base::rows::Value;
use crate::context::bits::Closures;
use crate::dataset::{Features, Origin};
use crate::full_lattice::{Cluster, FullLattice};
use crate::knn::{Metric, Space};
use crate::lattice::GraphKind;
use crate::store::{LatticeStore, Result, StoredContext};

/// Rows of values.
type Rows = Vec<Vec<Value>>;

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
    /// question is not stored, since the nearest that are then answer, and where it is that of all
    /// points, since a community may be smaller: statements look up that of few points quickly.
    pub(super) fn rows(&self, store: &dyn LatticeStore) -> Result<Option<Rows>> {
        let stored = store.stored_context()?;
        match self {
            Shortcut::Path(low, high) => {
                let chain = store.path(*low, *high)?.unwrap_or_default();
                chain_rows(store, &stored, &chain).map(Some)
            }
            Shortcut::Related(point, limit) => related(store, &stored, *point, *limit),
            Shortcut::Lca(points) => smallest(store, &stored, points),
            Shortcut::Join(a, b) => {
                let concepts = store.concepts(&[*a, *b])?;
                let points: Vec<PointId> = concepts.into_iter().flat_map(|c| c.generator).collect();
                smallest(store, &stored, &points)
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

/// The smallest cluster with some points; none where it is not stored or has all points.
fn smallest(
    store: &dyn LatticeStore,
    stored: &StoredContext,
    points: &[PointId],
) -> Result<Option<Rows>> {
    let closure = stored.context.closure(points);
    match closure.len() == stored.points.len() {
        true => Ok(None),
        false => extent(store, stored, &closure),
    }
}

/// A chain of clusters. Before that of all points stand the communities to which all points of the
/// one before it belong.
fn chain_rows(
    store: &dyn LatticeStore,
    stored: &StoredContext,
    chain: &[ConceptId],
) -> Result<Rows> {
    let mut rows = clusters(store, stored, chain)?;
    if let [.., last, top] = chain
        && let [last, top] = &store.members(&[*last, *top])?[..]
        && top.len() == stored.points.len()
    {
        let meeting = Meeting::of(store)?;
        let holding = meeting.holding(last).into_iter().map(|id| meeting.row(id, &stored.points));
        let at = rows.len() - 1;
        rows.splice(at..at, holding);
    }
    Ok(rows)
}

/// The cluster with that extent; none where it is not stored.
fn extent(
    store: &dyn LatticeStore,
    stored: &StoredContext,
    extent: &[PointId],
) -> Result<Option<Rows>> {
    let ids: Option<Vec<_>> = store.find_by_key(&[stored.key_of(extent)])?.into_iter().collect();
    ids.map(|ids| clusters(store, stored, &ids)).transpose()
}

fn clusters(store: &dyn LatticeStore, stored: &StoredContext, ids: &[ConceptId]) -> Result<Rows> {
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
) -> Result<Option<Rows>> {
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

/// The other points by their closures with this one, or the smallest communities with both where
/// these are of all points. None where one of these is not stored: then the smallest stored cluster
/// with both is not one of them.
fn related(
    store: &dyn LatticeStore,
    stored: &StoredContext,
    point: PointId,
    limit: usize,
) -> Result<Option<Rows>> {
    // Points with the same attributes have the same closures with this one.
    let objects = stored.context.as_objects();
    let all: Vec<PointId> = PointId::first(objects.context.objects()).collect();
    let closures = Closures::new(&stored.context, all.len());
    let object_keys: Vec<Key> = objects.keys(&stored.keys);
    let key = |&object: &PointId| {
        let closure = closures.objects(&[point, objects.first(object)]);
        let key: Key = closure.iter().map(|object| object_keys[object.index()]).sum();
        (key, objects.size(&closure))
    };
    let of_objects: Vec<(Key, u32)> = all.par_iter().map(key).collect();
    let others = stored.points.ids().filter(|&other| other != point);
    let keys: Vec<_> =
        others.map(|other| (of_objects[objects.of_point(other).index()], other)).collect();
    let mut distinct: Vec<_> = keys.iter().map(|&(key, _)| key).collect();
    distinct.sort_unstable();
    distinct.dedup();
    let Some(ids) = store.find_by_key(&distinct)?.into_iter().collect::<Option<Vec<_>>>() else {
        return Ok(None);
    };
    let id_of: BTreeMap<_, _> = distinct.into_iter().zip(ids).collect();
    let shared = |other: PointId| {
        let [one, two] = [point, other].map(|at| stored.context.rows().get(at.index()));
        in_both(one, two).count()
    };
    let near = nearness(store, stored, point)?;
    let meeting = Meeting::of(store)?;
    let all = stored.points.len();
    // By the size of the cluster, then by what is shared, then by distance, then by row.
    let mut pairs: Vec<_> = keys
        .into_iter()
        .map(|(key, other)| {
            let nearness = near.get(other.index()).copied().unwrap_or(0.0);
            let is_whole = key.1 as usize == all;
            let holding = if is_whole { meeting.holding(&[point, other]) } else { Vec::new() };
            let (community, id) = (holding.first().copied(), id_of[&key]);
            let size = community.map_or(key.1, |id| meeting.points(id));
            ((size, Reverse(shared(other)), nearness, other), (id, community))
        })
        .collect();
    pairs.sort_unstable_by(|(one, _), (other, _)| {
        let ties = one.2.total_cmp(&other.2).then(one.3.cmp(&other.3));
        (one.0, one.1).cmp(&(other.0, other.1)).then(ties)
    });
    pairs.truncate(limit);
    let ids: Vec<ConceptId> = pairs.iter().map(|&(_, (id, _))| id).collect();
    let clusters = store.concepts(&ids)?.into_iter().map(Cluster::from);
    let row = |(cluster, ((_, _, _, other), (_, community)))| {
        let held = match community {
            Some(id) => meeting.row(id, &stored.points),
            None => cells::cluster(&stored.points, &cluster),
        };
        [cells::point(&stored.points, other), held].concat()
    };
    Ok(Some(clusters.zip(pairs).map(row).collect()))
}

/// How far each point is from one, by row, as a share of the largest distance in nine digits; empty
/// for a ready context.
fn nearness(store: &dyn LatticeStore, stored: &StoredContext, point: PointId) -> Result<Vec<f64>> {
    let Origin::Neighbors { metric, scale, .. } = stored.facts.origin else {
        return Ok(Vec::new());
    };
    if metric == Metric::Precomputed {
        return Ok(Vec::new());
    }
    let features = store.features()?;
    let Features { names, values } = &*features;
    // What has neighbours has distances.
    let Ok(space) = Space::of_values(values, names, stored.points.len(), metric, scale) else {
        return Ok(Vec::new());
    };
    let distance = |other: usize| match (metric, space.distance(point.index(), other)) {
        // Of vectors of length 1 the square of the distance is 2 less two cosines.
        (Metric::Cosine, squared) => {
            let cosine = 1.0 - squared / 2.0;
            1.0 - cosine * cosine.abs()
        }
        (_, distance) => distance,
    };
    let all: Vec<f64> = (0..space.len()).map(distance).collect();
    let farthest = all.iter().copied().fold(0.0, f64::max);
    let rounded = |distance: f64| match farthest > 0.0 {
        true => (distance / farthest * 1e9).round() / 1e9,
        false => 0.0,
    };
    Ok(all.into_iter().map(rounded).collect())
}
