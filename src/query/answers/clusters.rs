//! Answers about clusters, one or several.

use std::collections::BTreeSet;

use super::{Asked, Found, Table, rows};
use crate::base::csr::in_both;
use crate::base::ids::{ClassId, CommunityId, ConceptId, PointId};
use crate::base::rows::Value;
use crate::purity::ClassCounts;
use crate::query::error::Error;
use crate::query::names::NamedConcept;
use crate::rule::Sorted;
use crate::select;
use crate::store::OfSize;

impl Asked<'_> {
    pub(super) fn parents(&self, of: NamedConcept) -> Result<Table, Error> {
        match of {
            NamedConcept::Stored(id) => {
                let upper = self.store.upper(&[id])?.into_iter().map(|(_, upper)| upper);
                self.rows_of(&upper.collect::<Vec<_>>())
            }
            NamedConcept::Community(id) => {
                let parent = self.dictionary.communities().all[id.index()].parent;
                Ok(self.next_to(|other, _| Some(other) == parent))
            }
        }
    }

    pub(super) fn children(&self, of: NamedConcept) -> Result<Table, Error> {
        match of {
            NamedConcept::Stored(id) => {
                let lower = self.store.lower(&[id])?.into_iter().map(|(lower, _)| lower);
                self.rows_of(&lower.collect::<Vec<_>>())
            }
            NamedConcept::Community(id) => Ok(self.next_to(|_, one| one.parent == Some(id))),
        }
    }

    pub(super) fn concept(&self, of: NamedConcept) -> Result<Table, Error> {
        let id = match of {
            NamedConcept::Community(id) => return Ok(self.concept_of_community(id)),
            NamedConcept::Stored(id) => [id],
        };
        let Some(concept) = self.store.concepts(&id)?.pop() else { return Ok(Table::new()) };
        let more = [
            Value::count(self.store.upper(&id)?.len()),
            Value::count(self.store.lower(&id)?.len()),
            Value::real(concept.cohesion),
        ];
        Ok(vec![[&rows::cluster(self.points(), &concept)[..], &more].concat()])
    }

    /// A community in the form of [`Asked::concept`].
    fn concept_of_community(&self, id: CommunityId) -> Table {
        let one = &self.dictionary.communities().all[id.index()];
        let more = [
            Value::count(usize::from(one.parent.is_some())),
            Value::count(self.next_to(|_, other| other.parent == Some(id)).len()),
            Value::real(one.cohesion),
        ];
        vec![[&rows::community(self.points(), one)[..], &more].concat()]
    }

    pub(super) fn members(&self, extent: &[PointId]) -> Table {
        extent.iter().map(|&point| self.point(point)).collect()
    }

    /// The attributes of a ready context that all of some points have, each with how many points
    /// have it; none of a graph of neighbours, whose attributes are its points.
    pub(super) fn intent(&self, extent: &[PointId]) -> Table {
        if !self.is_ready() {
            return Table::new();
        }
        let context = &self.stored().context;
        let row = |attribute: u32| {
            let name = Value::text(&context.attributes()[attribute as usize]);
            vec![name, Value::count(context.support(attribute as usize))]
        };
        context.shared(extent).into_iter().map(row).collect()
    }

    pub(super) fn purity(&self, extent: &[PointId]) -> Table {
        let Some(classes) = self.points().classes() else { return Table::new() };
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
        let all = self.stored().facts.concepts;
        let ids = select::largest(all, most as usize);
        let rows = self.rows_of(&ids.into_iter().rev().collect::<Vec<_>>())?;
        Ok(Found::first_of(all as usize, rows))
    }

    pub(super) fn path(&self, one: NamedConcept, other: NamedConcept) -> Result<Table, Error> {
        // Ids rise along covers.
        let (one, other) = (self.cluster(one)?, self.cluster(other)?);
        let chain = self.store.path(one.min(other), one.max(other))?.unwrap_or_default();
        let mut rows = self.rows_of(&chain)?;
        // Before the cluster of all points: the communities of all points of the one before it.
        if let [.., last, top] = chain[..]
            && let [last, top] = &self.store.members(&[last, top])?[..]
            && top.len() == self.points().len()
        {
            let at = rows.len() - 1;
            rows.splice(at..at, self.common_communities(last)?);
        }
        Ok(rows)
    }

    /// The smallest stored cluster with all of these points, of equally small ones the first; for
    /// that of all points the smallest community with all of them, where there is one.
    pub(in crate::query) fn lca(&self, points: &[PointId]) -> Result<Table, Error> {
        let lca = select::lca(self.store, points)?;
        let rows = self.rows_of(&lca.into_iter().collect::<Vec<_>>())?;
        let all = Value::count(self.points().len());
        match &rows[..] {
            [row] if row[1] != all => Ok(rows),
            _ => match self.common_communities(points)?.into_iter().next() {
                Some(community) => Ok(vec![community]),
                None => Ok(rows),
            },
        }
    }

    /// The largest stored clusters that two contain, none within another, largest first.
    pub(super) fn meet(&self, one: NamedConcept, other: NamedConcept) -> Result<Table, Error> {
        let [one, other] = [self.cluster(one)?, self.cluster(other)?];
        let members = self.store.members(&[one, other])?;
        let common: Vec<PointId> = match &members[..] {
            [one, other] => in_both(one, other).collect(),
            _ => members.concat(),
        };
        // A cluster lies within both where all its points do.
        let mut inside: Vec<ConceptId> = self.store.containing(&common)?.concat();
        inside.sort_unstable();
        let counted = inside.chunk_by(PartialEq::eq).map(|same| (same[0], same.len()));
        let ids: Vec<(ConceptId, usize)> = counted.collect();
        let concepts = self.store.concepts(&ids.iter().map(|&(id, _)| id).collect::<Vec<_>>())?;
        let within = concepts.iter().zip(&ids).filter(|(of, (_, held))| of.size as usize == *held);
        let mut within: BTreeSet<ConceptId> = within.map(|(of, _)| of.id).collect();
        if common.is_empty() {
            // The empty cluster lies in every other.
            let first = self.store.concepts(&[ConceptId(0)])?.into_iter();
            within.extend(first.filter(|concept| concept.size == 0).map(|concept| concept.id));
        }
        let maximal = self.below_no_other(within)?;
        self.rows_of(&maximal.into_iter().rev().collect::<Vec<_>>())
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
        let mut maximal: Vec<(ConceptId, Vec<PointId>)> = Vec::new();
        while let Some(id) = candidates.next().filter(|_| (maximal.len() as u64) < most) {
            let members = self.store.members(&[id])?.concat();
            let within = |larger: &Vec<PointId>| in_both(&members, larger).count() == members.len();
            if !maximal.iter().any(|(_, larger)| within(larger)) {
                maximal.push((id, members));
            }
        }
        let rows = self.rows_of(&maximal.iter().map(|&(id, _)| id).collect::<Vec<_>>())?;
        // Those that were not looked at may lie within these.
        let total = (candidates.len() == 0).then_some(maximal.len() as u64);
        Ok(Found { rows, total })
    }

    pub(super) fn stats(&self) -> Result<Table, Error> {
        let row = |of: OfSize| {
            let purity = of.purity.map(|purity| (purity * 1e6).round() / 1e6);
            let counts = [u64::from(of.size), of.concepts, of.covers].map(Value::count);
            [&counts[..], &[Value::real(purity)]].concat()
        };
        Ok(self.store.by_size()?.into_iter().map(row).collect())
    }
}
