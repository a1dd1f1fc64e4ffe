//! Answers about points and classes.

use super::{Asked, Found, Table};
use crate::base::ids::{ClassId, ConceptId, PointId};
use crate::base::rows::Value;
use crate::query::error::Error;

/// Points whose clusters are read together.
const POINTS: usize = 1 << 10;
/// Clusters that are read together.
const CLUSTERS: u32 = 1 << 10;

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
    pub(super) fn all_points(&self, of: Option<ClassId>) -> Result<Table, Error> {
        let points = self.points();
        let wanted = |point: &PointId| {
            of.is_none_or(|of| points.classes().is_some_and(|all| all.of_point(*point) == of))
        };
        let wanted: Vec<PointId> = points.ids().filter(wanted).collect();
        let mut rows = Table::new();
        for some in wanted.chunks(POINTS) {
            for (&point, containing) in some.iter().zip(self.store.containing(some)?) {
                let smallest = containing.first();
                let id = smallest.map_or(Value::Null, |id| Value::text(id.to_string()));
                rows.push([&self.point(point)[..], &[id]].concat());
            }
        }
        Ok(rows)
    }

    /// The first stored clusters with a point, and between them the communities with it.
    pub(super) fn containing(&self, point: PointId, most: u64) -> Result<Found, Error> {
        let mut ids = self.store.containing(&[point])?.concat();
        let communities = self.common_communities(&[point])?;
        let total = ids.len() + communities.len();
        ids.truncate(most as usize);
        let mut found = self.rows_of(&ids)?;
        found.extend(communities);
        // By a stable sort: of equal sizes clusters stand first, each in its order.
        found.sort_by_key(|row| match row[1] {
            Value::Int(size) => size,
            _ => i64::MAX,
        });
        found.truncate(most as usize);
        Ok(Found::first_of(total, found))
    }

    /// Points by the first stored cluster that holds them and a point of another class.
    pub(super) fn boundary(&self, most: u64) -> Result<Found, Error> {
        let mut found: Vec<(ConceptId, PointId)> = Vec::new();
        let mut left = self.points().len();
        let mut is_met = vec![false; left];
        for ids in ConceptId::batches(self.stored().facts.concepts, CLUSTERS) {
            let mixed = self.store.concepts(&ids)?.into_iter();
            let mixed = mixed.filter(|one| one.majority_and_purity().is_some_and(|of| of.1 < 1.0));
            let mixed: Vec<ConceptId> = mixed.map(|one| one.id).collect();
            for (&id, members) in mixed.iter().zip(self.store.members(&mixed)?) {
                for point in members {
                    if !std::mem::replace(&mut is_met[point.index()], true) {
                        found.push((id, point));
                        left -= 1;
                    }
                }
            }
            if left == 0 {
                break;
            }
        }
        let total = found.len();
        found.truncate(most as usize);
        let mut rows = Table::new();
        for &(id, point) in &found {
            rows.push([self.point(point), self.rows_of(&[id])?.concat()].concat());
        }
        Ok(Found::first_of(total, rows))
    }

    /// The nearest points that the graph keeps, nearest first, each with the smallest stored
    /// cluster with it and this one; for that of all points with a community.
    pub(super) fn nearest(&self, point: PointId, most: u64) -> Result<Found, Error> {
        let near = self.store.near()?;
        let all: Vec<(PointId, Option<f64>)> = near.of_point(point).collect();
        let mut rows = Table::new();
        for &(other, distance) in all.iter().take(most as usize) {
            let met = self.lca(&[point, other])?.concat();
            rows.push([self.point(other), vec![Value::real(distance)], met].concat());
        }
        Ok(Found::first_of(all.len(), rows))
    }
}
