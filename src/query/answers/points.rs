//! Answers about points and classes.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use rayon::prelude::*;

use super::communities::smaller_with_all;
use super::{Asked, Found, Table, rows};
use crate::base::csr::in_both;
use crate::base::ids::{ClassId, ConceptId, PointId};
use crate::base::rows::Value;
use crate::context::bits::Closures;
use crate::query::error::Error;
use crate::select;
use crate::store::space::space;

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
    pub(super) fn containing(&self, point: PointId, most: u64) -> Result<Found, Error> {
        let ids = select::containing(self.store, point, most as usize)?;
        let are_all = (ids.len() as u64) < most;
        let mut found = self.stored_rows(&ids.into_iter().collect::<Vec<_>>())?;
        found.extend(self.common_communities(&[point])?);
        let total = are_all.then_some(found.len() as u64);
        // By a stable sort: of equal sizes clusters stand first, each in its order.
        found.sort_by_key(|row| match row[1] {
            Value::Int(size) => size,
            _ => i64::MAX,
        });
        found.truncate(most as usize);
        Ok(Found { rows: found, total })
    }

    /// Points by the first stored cluster that holds them and a point of another class.
    pub(super) fn boundary(&self, most: u64) -> Result<Found, Error> {
        let points = self.lattice.points();
        let boundary = PointId::first(points.len()).zip(self.store.boundary()?);
        let mut found: Vec<(ConceptId, PointId)> =
            boundary.filter_map(|(point, id)| Some((id?, point))).collect();
        found.sort_unstable();
        let total = found.len();
        found.truncate(most as usize);
        let ids: Vec<ConceptId> = found.iter().map(|&(id, _)| id).collect();
        let row = |(concept, (_, point))| [self.point(point), self.row(concept)].concat();
        let rows = self.store.concepts(&ids)?.into_iter().zip(found).map(row).collect();
        Ok(Found::first_of(total, rows))
    }

    /// The other points, nearest first, each with the smallest cluster of the full lattice with it
    /// and this one; for that of all points with a community. Without distances those come first
    /// that share most attributes.
    pub(super) fn nearest(&self, point: PointId, most: u64) -> Result<Found, Error> {
        let stored = self.dictionary.stored();
        let distances = self.distances(point)?;
        let own = stored.context.rows().get(point.index());
        let order = |other: PointId| {
            let shared = in_both(own, stored.context.rows().get(other.index())).count();
            (distances.get(other.index()).copied().unwrap_or(0.0), Reverse(shared))
        };
        let others = stored.points.ids().filter(|&other| other != point);
        let mut others: Vec<_> = others.map(|other| (order(other), other)).collect();
        others.sort_by(|((one, shared), a), ((other, its), b)| {
            one.total_cmp(other).then(shared.cmp(its)).then(a.cmp(b))
        });
        let total = others.len();
        others.truncate(most as usize);
        let others: Vec<PointId> = others.into_iter().map(|(_, other)| other).collect();
        let closures = Closures::new(&stored.context, others.len());
        let closure = |&other: &PointId| closures.of(&[point, other]);
        let clusters = self.full_rows(&others.par_iter().map(closure).collect::<Vec<_>>())?;
        let (membership, all) = (self.store.membership()?, self.points_of_graph());
        let communities = self.dictionary.communities();
        let row = |(&other, cluster): (&PointId, Vec<Value>)| {
            let both = [point, other];
            let community = match cluster[1] == Value::count(all) {
                true => smaller_with_all(communities, &membership, &both).next(),
                false => None,
            };
            let met = community.map_or(cluster, |one| rows::community(&stored.points, one));
            [self.point(other), met].concat()
        };
        Ok(Found::first_of(total, others.iter().zip(clusters).map(row).collect()))
    }

    /// How far each point is from one, by row; empty for a ready context, for given distances and
    /// without features.
    fn distances(&self, point: PointId) -> Result<Vec<f64>, Error> {
        let space = space(self.dictionary.stored(), &*self.store.features()?);
        let Some(space) = space else { return Ok(Vec::new()) };
        Ok((0..space.len()).map(|other| space.distance(point.index(), other)).collect())
    }
}
