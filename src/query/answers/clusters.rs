//! Answers about clusters, one or several.

use std::collections::BTreeSet;

use rayon::prelude::*;

use super::{Asked, Cluster, Found, Table, rows};
use crate::base::csr::in_both;
use crate::base::generator_notation;
use crate::base::ids::{ClassId, CommunityId, ConceptId, PointId};
use crate::base::rows::Value;
use crate::context::bits::Closures;
use crate::full_lattice::{self, Extent};
use crate::lattice::GraphKind;
use crate::purity::ClassCounts;
use crate::query::error::Error;
use crate::query::names::NamedConcept;
use crate::rule::Sorted;
use crate::select;

impl Asked<'_> {
    pub(super) fn parents(&self, of: &Cluster) -> Result<Table, Error> {
        match of {
            Cluster::Stored(id) => {
                let upper = self.store.upper(&[*id])?.into_iter().map(|(_, upper)| upper);
                self.stored_rows(&upper.collect::<Vec<_>>())
            }
            Cluster::Full(extent) => self.full_rows(&self.lattice.upper(extent)),
            Cluster::Community(id) => {
                let parent = self.dictionary.communities().all[id.index()].parent;
                Ok(self.next_to(|other, _| Some(other) == parent))
            }
        }
    }

    pub(super) fn children(&self, of: &Cluster) -> Result<Table, Error> {
        match of {
            Cluster::Stored(id) => {
                let lower = self.store.lower(&[*id])?.into_iter().map(|(lower, _)| lower);
                self.stored_rows(&lower.collect::<Vec<_>>())
            }
            Cluster::Full(extent) => self.full_rows(&self.lattice.lower(extent)),
            Cluster::Community(id) => Ok(self.next_to(|_, one| one.parent == Some(*id))),
        }
    }

    pub(super) fn full_rows(&self, extents: &[Extent]) -> Result<Table, Error> {
        let clusters = self.lattice.clusters(extents)?;
        let row = |cluster| rows::cluster(self.lattice.points(), cluster);
        Ok(clusters.iter().map(row).collect())
    }

    pub(super) fn concept(&self, of: &Cluster) -> Result<Table, Error> {
        let (cluster, parents, children, introduced);
        match of {
            Cluster::Stored(id) => {
                let id = [*id];
                let concept = self.store.concepts(&id)?.into_iter().next();
                let Some(concept) = concept else { return Ok(Table::new()) };
                cluster = full_lattice::Cluster::from(concept);
                (parents, children) = (self.store.upper(&id)?.len(), self.store.lower(&id)?.len());
                introduced = self.store.introduces(&id)?.into_iter().map(|(_, p)| p).collect();
            }
            Cluster::Full(extent) => {
                let (upper, lower) = (self.lattice.upper(extent), self.lattice.lower(extent));
                let size = extent.len() as u32;
                let largest = lower.last().map_or(0, Vec::len) as u32;
                cluster = full_lattice::Cluster {
                    delta: Some(size - largest),
                    gap: upper.first().map(|parent| parent.len() as u32 - size),
                    ..self.lattice.cluster(extent.clone())?
                };
                (parents, children) = (upper.len(), lower.len());
                introduced = self.lattice.introduced(extent);
            }
            Cluster::Community(id) => return self.concept_of_community(*id),
        }
        let points = self.lattice.points();
        let introduced: Vec<PointId> = introduced;
        let names = introduced.iter().map(|&point| points.name(point));
        let optional = |count: Option<u32>| count.map_or(Value::Null, Value::count);
        let more = [
            Value::count(cluster.intent_size),
            Value::count(parents),
            Value::count(children),
            optional(cluster.delta),
            Value::real(cluster.cohesion),
            optional(cluster.gap),
            Value::text(generator_notation::write(names)),
        ];
        Ok(vec![[&rows::cluster(points, &cluster)[..], &more].concat()])
    }

    /// A community in the same form. It has neither a generator nor a delta.
    fn concept_of_community(&self, id: CommunityId) -> Result<Table, Error> {
        let communities = self.dictionary.communities();
        let one = &communities.all[id.index()];
        let extent = self.extent(&NamedConcept::Community(id))?;
        let parent = one.parent.map(|parent| communities.all[parent.index()].points - one.points);
        let more = [
            Value::count(self.lattice.intent(&extent).len()),
            Value::count(usize::from(one.parent.is_some())),
            Value::count(self.next_to(|_, other| other.parent == Some(id)).len()),
            Value::Null,
            Value::real(one.cohesion),
            parent.map_or(Value::Null, Value::count),
            Value::Null,
        ];
        Ok(vec![[&rows::community(self.lattice.points(), one)[..], &more].concat()])
    }

    pub(super) fn members(&self, extent: &[PointId]) -> Table {
        extent.iter().map(|&point| self.point(point)).collect()
    }

    pub(super) fn intent(&self, extent: &[PointId]) -> Table {
        let row = |(name, points): (&str, u32)| vec![Value::text(name), Value::count(points)];
        self.lattice.intent(extent).into_iter().map(row).collect()
    }

    pub(super) fn purity(&self, extent: &[PointId]) -> Table {
        let Some(classes) = self.lattice.points().classes() else { return Table::new() };
        let counts = ClassCounts::of(extent, classes);
        let row = |(class, &count): (ClassId, &u32)| {
            let share = Value::real(counts.purity_in(class));
            vec![Value::text(classes.name(class)), Value::count(count), share]
        };
        ClassId::first(counts.counts().len()).zip(counts.counts()).map(row).collect()
    }

    pub(super) fn profile(&self, extent: &[PointId]) -> Result<Table, Error> {
        let features = self.store.features()?;
        let row = |(column, name): (usize, &String)| {
            let (overall, deviation) = features.spread(column);
            let values = extent.iter().map(|&point| features.value(point, column));
            let mean = values.sum::<f64>() / extent.len() as f64;
            let apart = (mean - overall) / deviation;
            let numbers = [mean, overall, apart].map(|number| Value::real(Some(number)));
            [&[Value::text(name)], &numbers[..]].concat()
        };
        Ok(features.names.iter().enumerate().map(row).collect())
    }

    pub(super) fn rule(&self, members: &[PointId]) -> Result<Table, Error> {
        let features = self.store.features()?;
        let size = members.len() as u32;
        let share = |of: u32, all: u32| Value::real(Some(f64::from(of) / f64::from(all)));
        let row = |step: &crate::rule::Step| {
            let interval = &step.interval;
            vec![
                Value::text(&features.names[interval.column]),
                Value::real(interval.low),
                Value::real(interval.high),
                Value::count(step.points),
                Value::count(step.inside),
                Value::count(size),
                share(step.inside, step.points),
                share(step.inside, size),
                share(2 * step.inside, step.points + size),
            ]
        };
        Ok(Sorted::of(&features).rule(members).iter().map(row).collect())
    }

    pub(super) fn largest(&self, most: u64) -> Result<Found, Error> {
        let all = self.dictionary.stored().facts.concepts;
        let ids = select::largest(all, most as usize);
        let rows = self.stored_rows(&ids.into_iter().rev().collect::<Vec<_>>())?;
        Ok(Found::first_of(all as usize, rows))
    }

    pub(super) fn path(&self, one: &NamedConcept, other: &NamedConcept) -> Result<Table, Error> {
        // Ids rise along covers.
        let (one, other) = (self.stored(one)?, self.stored(other)?);
        let chain = self.store.path(one.min(other), one.max(other))?.unwrap_or_default();
        let mut rows = self.stored_rows(&chain)?;
        // Before the cluster of all points: the communities of all points of the one before it.
        if let [.., last, top] = &chain[..]
            && let [last, top] = &self.store.members(&[*last, *top])?[..]
            && top.len() == self.points_of_graph()
        {
            let at = rows.len() - 1;
            rows.splice(at..at, self.common_communities(last)?);
        }
        Ok(rows)
    }

    /// The smallest cluster of the full lattice with all of these points, stored or not; for that
    /// of all points the smallest community to which all of them belong, where there is one.
    pub(in crate::query) fn lca(&self, points: &[PointId]) -> Result<Table, Error> {
        let extent = self.lattice.closure(points);
        if extent.len() == self.points_of_graph()
            && let Some(community) = self.common_communities(points)?.into_iter().next()
        {
            return Ok(vec![community]);
        }
        self.full_rows(&[extent])
    }

    /// The largest clusters that two contain: the one of their common points, or, where a part of
    /// the full lattice does not hold it, the largest within these.
    pub(super) fn meet(&self, one: &NamedConcept, other: &NamedConcept) -> Result<Table, Error> {
        let [one, other] = [&self.as_cluster(one)?, &self.as_cluster(other)?];
        let common: Extent = in_both(&self.extent(one)?, &self.extent(other)?).collect();
        if let (Cluster::Stored(_), Cluster::Stored(_)) = (self.cluster(one)?, self.cluster(other)?)
        {
            let stored = self.dictionary.stored();
            let found = self.store.find_by_key(&[stored.key_of(&common)])?;
            return match (found[..].first().copied().flatten(), stored.facts.kind) {
                (Some(id), _) => self.stored_rows(&[id]),
                (None, GraphKind::Lca) => self.largest_within(&common),
                // What lies within it has fewer points, and is not stored either.
                (None, _) => Ok(Table::new()),
            };
        }
        self.full_rows(&[common])
    }

    /// The maximal ones of the clusters of an LCA graph that lie in an extent: of the clusters of
    /// its pairs of points those below no other. Going down from the larger clusters would visit
    /// most of the graph.
    fn largest_within(&self, extent: &[PointId]) -> Result<Table, Error> {
        let stored = self.dictionary.stored();
        let closures = Closures::new(&stored.context, extent.len().saturating_mul(extent.len()));
        let of_one = |at: usize| {
            let key = |other: &PointId| stored.key_of(&closures.of(&[extent[at], *other]));
            extent[at..].iter().map(key).collect::<BTreeSet<_>>()
        };
        let keys: BTreeSet<_> = (0..extent.len()).into_par_iter().flat_map_iter(of_one).collect();
        let keys: Vec<_> = keys.into_iter().collect();
        let ids: BTreeSet<_> = self.store.find_by_key(&keys)?.into_iter().flatten().collect();
        self.stored_rows(&self.below_no_other(ids)?)
    }

    /// Those of some clusters that none of the others covers, ascending.
    fn below_no_other(&self, mut ids: BTreeSet<ConceptId>) -> Result<Vec<ConceptId>, Error> {
        let covers = self.store.upper(&ids.iter().copied().collect::<Vec<_>>())?;
        let below: Vec<ConceptId> = covers
            .iter()
            .filter(|(_, upper)| ids.contains(upper))
            .map(|&(lower, _)| lower)
            .collect();
        for id in below {
            ids.remove(&id);
        }
        Ok(ids.into_iter().collect())
    }

    /// The largest clusters of at least `size` points in which a class has at least that share,
    /// none within another.
    pub(super) fn pure(
        &self,
        class: ClassId,
        share: f64,
        size: u64,
        most: u64,
    ) -> Result<Found, Error> {
        let size = u32::try_from(size).unwrap_or(u32::MAX);
        let chosen = self.store.of_class(class, share, size)?.into_iter().collect();
        let mut candidates = self.below_no_other(chosen)?.into_iter().rev();
        // What lies within a cluster of one class alone is of that class too, so parents tell.
        if share == 1.0 {
            let total = candidates.len();
            let rows = self.stored_rows(&candidates.take(most as usize).collect::<Vec<_>>())?;
            return Ok(Found::first_of(total, rows));
        }
        let mut maximal: Vec<(ConceptId, Extent)> = Vec::new();
        while let Some(id) = candidates.next().filter(|_| (maximal.len() as u64) < most) {
            let members = self.store.members(&[id])?.concat();
            let within = |larger: &Extent| in_both(&members, larger).count() == members.len();
            if !maximal.iter().any(|(_, larger)| within(larger)) {
                maximal.push((id, members));
            }
        }
        let rows = self.stored_rows(&maximal.iter().map(|&(id, _)| id).collect::<Vec<_>>())?;
        // Those that were not looked at may lie within these.
        let total = (candidates.len() == 0).then_some(maximal.len() as u64);
        Ok(Found { rows, total })
    }

    pub(super) fn stats(&self) -> Result<Table, Error> {
        let row = |of: crate::store::OfSize| {
            let purity = of.purity.map(|purity| (purity * 1e6).round() / 1e6);
            let counts = [u64::from(of.size), of.concepts, of.covers].map(Value::count);
            [&counts[..], &[Value::real(purity)]].concat()
        };
        Ok(self.store.by_size()?.into_iter().map(row).collect())
    }
}
