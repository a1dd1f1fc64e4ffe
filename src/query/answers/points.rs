//! Answers about points and classes.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use rayon::prelude::*;

use super::communities::smaller_with_all;
use super::{Asked, Table, rows};
use crate::base::csr::in_both;
use crate::base::ids::{ClassId, ConceptId, PointId};
use crate::base::keys::Key;
use crate::base::rows::Value;
use crate::context::bits::Closures;
use crate::dataset::{Features, Origin};
use crate::knn::{Metric, Space};
use crate::query::error::Error;
use crate::select;
use crate::store::Concept;

/// Clusters read together.
const BATCH: usize = 1 << 10;

impl Asked<'_> {
    pub(super) fn classes(&self) -> Result<Table, Error> {
        let row = |class: crate::graph::ClassFacts| {
            vec![
                Value::text(class.name),
                Value::count(class.size),
                Value::count(class.concepts),
                class.largest_pure.map_or(Value::Null, |id| Value::text(id.to_string())),
                Value::real(class.dendrogram_purity),
                Value::real(class.chance),
            ]
        };
        Ok(self.store.classes()?.into_iter().map(row).collect())
    }

    /// Points with the smallest stored cluster of each.
    pub(super) fn points(&self, of: Option<ClassId>) -> Result<Table, Error> {
        let points = self.lattice.points();
        let wanted = |point: &PointId| {
            of.is_none_or(|of| points.classes().is_some_and(|all| all.of_point(*point) == of))
        };
        let wanted = points.ids().filter(wanted);
        let stored = self.dictionary.stored();
        let all: Vec<ConceptId> = ConceptId::first(stored.facts.concepts as usize).collect();
        let mut smallest: BTreeMap<PointId, ConceptId> = BTreeMap::new();
        for (id, point) in self.store.introduces(&all)? {
            smallest.entry(point).or_insert(id);
        }
        let row = |point: PointId| {
            let id = smallest.get(&point);
            let id = id.map_or(Value::Null, |id| Value::text(id.to_string()));
            [&self.point(point)[..], &[id]].concat()
        };
        Ok(wanted.map(row).collect())
    }

    /// The first stored clusters with a point, and between them the communities with it.
    pub(super) fn containing(&self, point: PointId, most: u64) -> Result<Table, Error> {
        let ids = select::containing(self.store, point, most as usize)?;
        let mut found = self.stored_rows(&ids.into_iter().collect::<Vec<_>>())?;
        found.extend(self.common_communities(&[point])?);
        // By a stable sort: of equal sizes clusters stand first, each in its order.
        found.sort_by_key(|row| match row[1] {
            Value::Int(size) => size,
            _ => i64::MAX,
        });
        found.truncate(most as usize);
        Ok(found)
    }

    /// Points by the first stored cluster that holds them and a point of another class.
    pub(super) fn boundary(&self, most: u64) -> Result<Table, Error> {
        let points = self.lattice.points();
        let boundary = PointId::first(points.len()).zip(self.store.boundary()?);
        let mut found: Vec<(ConceptId, PointId)> =
            boundary.filter_map(|(point, id)| Some((id?, point))).collect();
        found.sort_unstable();
        found.truncate(most as usize);
        let ids: Vec<ConceptId> = found.iter().map(|&(id, _)| id).collect();
        let row = |(concept, (_, point))| [self.point(point), self.row(concept)].concat();
        Ok(self.store.concepts(&ids)?.into_iter().zip(found).map(row).collect())
    }

    /// The other points by the size of the cluster, or else the community, in which they meet this
    /// one; then by the attributes both have, then by distance.
    pub(super) fn related(&self, point: PointId, most: u64) -> Result<Table, Error> {
        let stored = self.dictionary.stored();
        let others: Vec<PointId> = stored.points.ids().filter(|&other| other != point).collect();
        let meeting = self.meetings(point, &others)?;
        let (near, all) = (self.nearness(point)?, self.points_of_graph());
        let (communities, membership) = (self.store.communities()?, self.store.membership()?);
        let community = |other| smaller_with_all(&communities, &membership, &[point, other]).next();
        let own = stored.context.rows().get(point.index());
        let mut pairs: Vec<_> = others
            .into_iter()
            .zip(meeting)
            .filter_map(|(other, met)| {
                let (id, size) = met?;
                let community = if size as usize == all { community(other) } else { None };
                let size = community.map_or(size, |one| one.points);
                let shared = in_both(own, stored.context.rows().get(other.index())).count();
                let nearness = near.get(other.index()).copied().unwrap_or(0.0);
                Some(((size, Reverse(shared)), nearness, other, id, community))
            })
            .collect();
        pairs.sort_unstable_by(|one, other| {
            let ties = one.1.total_cmp(&other.1).then(one.2.cmp(&other.2));
            one.0.cmp(&other.0).then(ties)
        });
        pairs.truncate(most as usize);
        let ids: Vec<ConceptId> = pairs.iter().map(|&(_, _, _, id, _)| id).collect();
        let row = |(concept, (_, _, other, _, community)): (Concept, (_, _, _, _, Option<_>))| {
            let met = match community {
                Some(one) => rows::community(&stored.points, one),
                None => self.row(concept),
            };
            [self.point(other), met].concat()
        };
        Ok(self.store.concepts(&ids)?.into_iter().zip(pairs).map(row).collect())
    }

    /// For each of some points the smallest stored cluster with it and this one, and its size.
    fn meetings(
        &self,
        point: PointId,
        others: &[PointId],
    ) -> Result<Vec<Option<(ConceptId, u32)>>, Error> {
        let stored = self.dictionary.stored();
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
        let keys: Vec<(Key, u32)> = all.par_iter().map(key).collect();
        let mut met: Vec<Option<(ConceptId, u32)>> = self
            .store
            .find_by_key(&keys)?
            .into_iter()
            .zip(&keys)
            .map(|(id, &(_, size))| Some((id?, size)))
            .collect();
        // Where it is not stored, the first stored cluster with both.
        if met.contains(&None) {
            let above = select::containing(self.store, point, usize::MAX)?;
            let above: Vec<ConceptId> = above.into_iter().collect();
            for ids in above.chunks(BATCH) {
                for (id, members) in ids.iter().zip(self.store.members(ids)?) {
                    for &member in &members {
                        let met = &mut met[objects.of_point(member).index()];
                        met.get_or_insert((*id, members.len() as u32));
                    }
                }
            }
        }
        Ok(others.iter().map(|&other| met[objects.of_point(other).index()]).collect())
    }

    /// How far each point is from one, by row, as a share of the largest distance in nine digits;
    /// empty for a ready context and for given distances.
    fn nearness(&self, point: PointId) -> Result<Vec<f64>, Error> {
        let stored = self.dictionary.stored();
        let Origin::Neighbors { metric, scale, .. } = stored.facts.origin else {
            return Ok(Vec::new());
        };
        if metric == Metric::Precomputed {
            return Ok(Vec::new());
        }
        let features = self.store.features()?;
        let Features { names, values } = &*features;
        // What has neighbours has distances.
        let space = Space::of_values(values, names, stored.points.len(), metric, scale);
        let Ok(space) = space else { return Ok(Vec::new()) };
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
}
