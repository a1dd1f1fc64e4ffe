//! Which clusters: the words of a selection, and the part of a graph that they mean.
//!
//! Several selections add up; none is the whole graph. Each selection has an order, nearest first,
//! by which `limit` cuts it.

use std::collections::BTreeSet;

use super::error::Error;
use crate::base::ids::{ConceptId, PointId};
use crate::base::numbers::{counted, grouped};
use crate::full_lattice::FullLattice;
use crate::lattice::GraphKind;
use crate::picture::part::Part;
use crate::picture::scene::Scene;
use crate::query;
use crate::query::words::{Dictionary, NamedConcept};
use crate::query::{Fault, Faults};
use crate::select;
use crate::select::landmarks::{SIMILAR, landmarks};
use crate::store::{GraphFacts, LatticeStore, StoredContext};

/// A part of a graph, as words name it.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// The clusters around one, up and down.
    pub around: Option<String>,
    /// How many covers that goes.
    pub radius: usize,
    /// A cluster and all that contain it.
    pub up: Option<String>,
    /// A cluster and all that it contains.
    pub down: Option<String>,
    /// The clusters that hold a point.
    pub containing: Option<String>,
    /// The smallest cluster that holds all these points, with a chain from each.
    pub lca: Option<String>,
    /// The N largest clusters.
    pub largest: Option<u32>,
    /// A map of so many clusters that stand out, and of nothing else.
    pub map: Option<u32>,
    /// The whole graph.
    pub all: bool,
    /// Of each selection only the first N clusters, nearest first: the smallest of `up` and
    /// `containing`, the largest of `down`, `largest` and `all`.
    pub limit: Option<u32>,
}

impl Selection {
    /// Whether it means the whole graph and nothing less.
    pub fn is_everything(&self) -> bool {
        let named = [&self.around, &self.up, &self.down, &self.containing, &self.lca];
        let numbers = [self.largest, self.map, self.limit];
        named.into_iter().all(Option::is_none) && numbers.into_iter().all(|one| one.is_none())
    }

    /// How many clusters it means in a graph of so many, where that is known beforehand.
    pub(super) fn known(&self, concepts: u32) -> Option<u32> {
        let all = self.largest.filter(|_| !self.all).unwrap_or(concepts).min(concepts);
        let whole = Self { largest: None, limit: None, ..self.clone() }.is_everything();
        whole.then(|| self.limit.map_or(all, |limit| all.min(limit)))
    }

    /// What it means in a graph; where that is more than `most` clusters, `most` or more of them.
    ///
    /// # Errors
    /// Words that name nothing, all faults in one message; a failure of the store.
    pub(super) fn part<'a>(
        &self,
        store: &'a dyn LatticeStore,
        dictionary: &'a Dictionary,
        most: usize,
    ) -> Result<Part<'a>, Error> {
        if self.lca.is_some() && self.limit.is_some() {
            return Err(Error::LimitOfAJoin);
        }
        let most = self.limit.map_or(most, |limit| limit as usize);
        if let Some(map) = self.map {
            return self.map(store, dictionary.stored(), most.min(map as usize));
        }
        if let Some(part) = self.in_the_full_lattice(store, dictionary, most)? {
            return Ok(part);
        }
        let scene = self.scene(store, dictionary, most)?;
        Ok(Part::stored(store, dictionary.stored(), scene))
    }

    fn map<'a>(
        &self,
        store: &'a dyn LatticeStore,
        stored: &'a StoredContext,
        most: usize,
    ) -> Result<Part<'a>, Error> {
        let others = Self { map: None, limit: None, ..self.clone() };
        if self.all || !others.is_everything() {
            return Err(Error::BesideTheMap);
        }
        if !store.keeps_stability() {
            return Err(query::Error::from(Fault::NoStability).into());
        }
        Ok(Part::map(store, stored, &landmarks(store, most, SIMILAR)?)?)
    }

    /// `around {d1,d5}` of a store that holds a part of the full lattice: what is around that
    /// cluster in the full one. Words that mean nothing are left to [`Self::scene`].
    fn in_the_full_lattice<'a>(
        &self,
        store: &'a dyn LatticeStore,
        dictionary: &'a Dictionary,
        most: usize,
    ) -> Result<Option<Part<'a>>, Error> {
        let stored = dictionary.stored();
        let Some(word) = self.around.as_ref().filter(|_| stored.facts.kind != GraphKind::Full)
        else {
            return Ok(None);
        };
        let Ok(NamedConcept::Generated { points, .. }) = dictionary.concept(word) else {
            return Ok(None);
        };
        let others = Self { around: None, limit: None, ..self.clone() };
        if self.all || !others.is_everything() {
            return Err(query::Error::from(Fault::BesideTheFullLattice(word.clone())).into());
        }
        let lattice = FullLattice::of(store)?;
        let found = lattice.around(&lattice.closure(&points), self.radius, most)?;
        let (name, within) = (&stored.facts.name, covers(self.radius));
        let title = format!("{name}: clusters within {within} of {word}, in the full lattice");
        Ok(Some(Part::in_the_full_lattice(store, stored, found, title)))
    }

    fn scene(
        &self,
        store: &dyn LatticeStore,
        dictionary: &Dictionary,
        most: usize,
    ) -> Result<Scene, Error> {
        let stored = dictionary.stored();
        let mut scene = Scene::default();
        let mut titles = Vec::new();
        let mut faults = Faults::default();
        let concept = |word: &Option<String>, faults: &mut Faults| {
            let Some(word) = word else { return Ok(None) };
            let named = match dictionary.concept(word) {
                Ok(named) => named,
                Err(fault) => return Ok(faults.keep(Err(fault))),
            };
            match dictionary.stored_concept(store, &named) {
                Ok(id) => Ok(Some(id)),
                Err(query::Error::Question { faults: found, .. }) => Ok(faults.keep(Err(found))),
                Err(error) => Err(Error::from(error)),
            }
        };
        if let Some(id) = concept(&self.around, &mut faults)? {
            scene.asked_concepts.insert(id);
            scene.concepts.extend(select::around(store, id, self.radius, most)?);
            titles.push(format!("clusters within {} of {id}", covers(self.radius)));
        }
        if let Some(id) = concept(&self.up, &mut faults)? {
            scene.asked_concepts.insert(id);
            scene.concepts.extend(select::up(store, &[id], most)?);
            titles.push(format!("clusters containing {id}"));
        }
        if let Some(id) = concept(&self.down, &mut faults)? {
            scene.asked_concepts.insert(id);
            scene.concepts.extend(select::down(store, id, most)?);
            titles.push(format!("clusters inside {id}"));
        }
        if let Some(word) = &self.containing
            && let Some(point) = faults.keep(dictionary.point(word))
        {
            scene.asked_points.insert(point);
            scene.concepts.extend(select::containing(store, point, most)?);
            titles.push(format!("clusters containing {word}"));
        }
        if let Some(words) = &self.lca
            && let Some(points) = faults.keep(dictionary.points(std::slice::from_ref(words)))
        {
            if points.is_empty() {
                return Err(Error::NoPointsToJoin);
            }
            self.add_join(store, dictionary, &points, &mut scene)?;
            titles.push(format!("the smallest cluster containing {}", listed(stored, &points)));
        }
        if !faults.0.is_empty() {
            return Err(query::Error::from(faults).into());
        }
        self.add_largest(&stored.facts, most, &mut scene.concepts, &mut titles);
        let first = self.limit.map(|limit| format!(" (at most {})", grouped(limit.into())));
        let first = first.unwrap_or_default();
        scene.title = format!("{}: {}{first}", stored.facts.name, titles.join(", "));
        Ok(scene)
    }

    fn add_join(
        &self,
        store: &dyn LatticeStore,
        dictionary: &Dictionary,
        points: &[PointId],
        scene: &mut Scene,
    ) -> Result<(), Error> {
        let joins = select::lca(store, dictionary.stored(), points)?;
        scene.concepts.extend(&joins);
        if let Some(&join) = joins.first() {
            let chains = select::joining(store, points, join)?;
            chains.iter().for_each(|chain| scene.add_chain(chain));
        }
        scene.asked_concepts.extend(joins);
        scene.asked_points.extend(points);
        Ok(())
    }

    fn add_largest(
        &self,
        facts: &GraphFacts,
        most: usize,
        concepts: &mut BTreeSet<ConceptId>,
        titles: &mut Vec<String>,
    ) {
        let all = facts.concepts;
        let of = if facts.kind == GraphKind::Lca { " of the LCA graph" } else { "" };
        if let Some(largest) = self.largest {
            concepts.extend(select::largest(all, most.min(largest as usize)));
            let (largest, all) = (grouped(largest.into()), grouped(all.into()));
            titles.push(format!("the {largest} largest of {all} clusters{of}"));
        }
        if self.all || titles.is_empty() {
            concepts.extend(select::largest(all, most));
            titles.push(format!("all {}{of}", counted(all.into(), "cluster", "clusters")));
        }
    }
}

fn covers(radius: usize) -> String {
    counted(radius as u64, "cover", "covers")
}

/// `d1, d2 and d3`.
fn listed(stored: &StoredContext, points: &[PointId]) -> String {
    let names: Vec<&str> = points.iter().map(|&point| stored.points.name(point)).collect();
    match &names[..] {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        names => names.concat(),
    }
}
