//! Which clusters: the words of a selection, and the part of a graph that they mean.
//!
//! Several selections add up; without one, it is the whole graph. Each selection has an order,
//! nearest first, by which `limit` cuts it.

use super::error::Error;
use crate::base::ids::PointId;
use crate::base::numbers::{counted, grouped};
use crate::full_lattice::FullLattice;
use crate::lattice::GraphKind;
use crate::picture::{Subgraph, from_store, map};
use crate::query;
use crate::query::names::{Dictionary, NamedConcept};
use crate::query::{Fault, Faults};
use crate::select;
use crate::select::landmarks::landmarks;
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
    /// A map of this many clusters that stand out, and of nothing else.
    pub map: Option<u32>,
    /// The whole graph.
    pub all: bool,
    /// Only the first N clusters of each selection, nearest first: the smallest of `up` and
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

    /// Whether it is what is next to a cluster or around a point, of which the nearest are enough
    /// for a picture.
    pub(super) fn is_nearby(&self) -> bool {
        let others = Self { around: None, containing: None, limit: None, ..self.clone() };
        let is_one = self.around.is_some() != self.containing.is_some();
        is_one && !self.all && others.is_everything()
    }

    /// How many clusters it means in a graph of `concepts`, where that is known beforehand.
    pub(super) fn known_count(&self, concepts: u32) -> Option<u32> {
        let all = self.largest.filter(|_| !self.all).unwrap_or(concepts).min(concepts);
        let whole = Self { largest: None, limit: None, ..self.clone() }.is_everything();
        whole.then(|| self.limit.map_or(all, |limit| all.min(limit)))
    }

    /// What it means in a graph; where that is more than `most` clusters, `most` or more of them.
    ///
    /// # Errors
    /// Words that name nothing, all faults in one message; a failure of the store.
    pub(super) fn subgraph<'a>(
        &self,
        store: &'a dyn LatticeStore,
        dictionary: &'a Dictionary,
        most: usize,
    ) -> Result<Subgraph<'a>, Error> {
        if self.lca.is_some() && self.limit.is_some() {
            return Err(Error::LimitOfAJoin);
        }
        let most = self.limit.map_or(most, |limit| limit as usize);
        if let Some(map) = self.map {
            return self.map(store, dictionary.stored(), most.min(map as usize));
        }
        match self.in_the_full_lattice(store, dictionary, most)? {
            Some(subgraph) => Ok(subgraph),
            None => self.in_the_store(store, dictionary, most),
        }
    }

    fn map<'a>(
        &self,
        store: &'a dyn LatticeStore,
        stored: &'a StoredContext,
        most: usize,
    ) -> Result<Subgraph<'a>, Error> {
        let others = Self { map: None, limit: None, ..self.clone() };
        if self.all || !others.is_everything() {
            return Err(Error::BesideTheMap);
        }
        let picture = map::picture(store, stored, &landmarks(store, most)?)?;
        Ok(Subgraph::of_picture(store, stored, picture))
    }

    /// `around {d1,d5}` of a store that holds a part of the full lattice: what is around that
    /// cluster in the full one. Words that mean nothing are left to
    /// [`Self::in_the_store`].
    fn in_the_full_lattice<'a>(
        &self,
        store: &'a dyn LatticeStore,
        dictionary: &'a Dictionary,
        most: usize,
    ) -> Result<Option<Subgraph<'a>>, Error> {
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
        let picture = from_store::neighborhood(stored, found, &title);
        let mut subgraph = Subgraph::of_picture(store, stored, picture);
        subgraph.is_around = true;
        Ok(Some(subgraph))
    }

    fn in_the_store<'a>(
        &self,
        store: &'a dyn LatticeStore,
        dictionary: &'a Dictionary,
        most: usize,
    ) -> Result<Subgraph<'a>, Error> {
        let stored = dictionary.stored();
        let mut subgraph = Subgraph::new(store, stored);
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
            subgraph.asked_concepts.insert(id);
            subgraph.add(select::around(store, id, self.radius, most)?);
            titles.push(format!("clusters within {} of {id}", covers(self.radius)));
        }
        if let Some(id) = concept(&self.up, &mut faults)? {
            subgraph.asked_concepts.insert(id);
            subgraph.add(select::up(store, &[id], most)?);
            titles.push(format!("clusters containing {id}"));
        }
        if let Some(id) = concept(&self.down, &mut faults)? {
            subgraph.asked_concepts.insert(id);
            subgraph.add(select::down(store, id, most)?);
            titles.push(format!("clusters inside {id}"));
        }
        if let Some(word) = &self.containing
            && let Some(point) = faults.keep(dictionary.point(word))
        {
            subgraph.asked_points.insert(point);
            subgraph.add(select::containing(store, point, most)?);
            titles.push(format!("clusters containing {word}"));
        }
        if let Some(words) = &self.lca
            && let Some(points) = faults.keep(dictionary.points(std::slice::from_ref(words)))
        {
            if points.is_empty() {
                return Err(Error::NoPointsToJoin);
            }
            self.add_join(store, stored, &points, &mut subgraph)?;
            titles.push(format!("the smallest cluster containing {}", listed(stored, &points)));
        }
        if !faults.0.is_empty() {
            return Err(query::Error::from(faults).into());
        }
        subgraph.is_around = self.is_nearby();
        self.add_largest(&stored.facts, most, &mut subgraph, &mut titles);
        let first = self.limit.map(|limit| format!(" (at most {})", grouped(limit.into())));
        let first = first.unwrap_or_default();
        subgraph.title = format!("{}: {}{first}", stored.facts.name, titles.join(", "));
        Ok(subgraph)
    }

    fn add_join(
        &self,
        store: &dyn LatticeStore,
        stored: &StoredContext,
        points: &[PointId],
        subgraph: &mut Subgraph,
    ) -> Result<(), Error> {
        let joins = select::lca(store, stored, points)?;
        subgraph.add(joins.iter().copied());
        if let Some(&join) = joins.first() {
            let chains = select::joining(store, points, join)?;
            chains.iter().for_each(|chain| subgraph.add_chain(chain));
        }
        subgraph.asked_concepts.extend(joins);
        subgraph.asked_points.extend(points);
        Ok(())
    }

    fn add_largest(
        &self,
        facts: &GraphFacts,
        most: usize,
        subgraph: &mut Subgraph,
        titles: &mut Vec<String>,
    ) {
        let all = facts.concepts;
        let of = if facts.kind == GraphKind::Lca { " of the LCA graph" } else { "" };
        if let Some(largest) = self.largest {
            subgraph.add(select::largest(all, most.min(largest as usize)));
            let (largest, all) = (grouped(largest.into()), grouped(all.into()));
            titles.push(format!("the {largest} largest of {all} clusters{of}"));
        }
        if self.all || titles.is_empty() {
            subgraph.add(select::largest(all, most));
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
