//! The answers to the canned queries, from any store: one function a query.
//!
//! A query is a file in `queries/` with a statement that gives the same rows (tests compare them).
//! The program does not run it: these functions read concepts, covers, points and communities by
//! the contract of a store, so that memory, SQLite and Neo4j answer alike.

mod clusters;
mod communities;
mod points;
mod rows;

pub(crate) use rows::cluster as cluster_row;

use super::bind::Argument;
use super::describe::describe;
use super::error::Error;
use super::names::{Dictionary, NamedConcept};
use crate::base::ids::{ConceptId, PointId};
use crate::base::rows::Value;
use crate::full_lattice::{Extent, FullLattice};
use crate::lattice::GraphKind;
use crate::select::landmarks;
use crate::store::LatticeStore;

/// Rows of values.
pub(super) type Table = Vec<Vec<Value>>;

/// What is asked.
pub(super) struct Asked<'a> {
    pub(super) store: &'a dyn LatticeStore,
    pub(super) dictionary: &'a Dictionary,
    pub(super) lattice: FullLattice<'a>,
    pub(super) query: &'a str,
    pub(super) arguments: &'a [Argument],
}

/// A cluster that is asked about.
#[derive(Clone, Debug)]
pub(super) enum Cluster {
    /// A stored one, whose covers are those that are stored.
    Stored(ConceptId),
    /// One of the full lattice, by its members. A graph that holds a part of the full lattice
    /// answers so about a cluster that is named by points.
    Full(Extent),
}

impl<'a> Asked<'a> {
    /// A question about a stored graph.
    ///
    /// # Errors
    /// A failure of the store.
    pub(super) fn of(
        store: &'a dyn LatticeStore,
        dictionary: &'a Dictionary,
        query: &'a str,
        arguments: &'a [Argument],
    ) -> Result<Self, Error> {
        Ok(Self { store, dictionary, lattice: FullLattice::of(store)?, query, arguments })
    }

    /// The rows of the answer; none where the program knows no way but the statement.
    ///
    /// # Errors
    /// A cluster that is not stored where the query needs that; a failure of the store.
    pub(super) fn rows(&self) -> Result<Option<Table>, Error> {
        use Argument::{
            Class, Community, Concept, Count, Intervals, Nothing, Point, Points, Share,
        };
        let rows = match (self.query, self.arguments) {
            ("border", [Count(most)]) => self.border(*most)?,
            ("boundary", [Count(most)]) => self.boundary(*most)?,
            ("bridge", [Community(one), Community(other), Count(most)]) => {
                self.bridge(one, other, *most)?
            }
            ("children", [Concept(named)]) => self.children(&self.cluster(named)?)?,
            ("classes", []) => self.classes()?,
            ("communities", [Count(most)]) => self.communities(*most)?,
            ("community", [Community(word), Count(most)]) => self.community(word, *most)?,
            ("concept", [Concept(named)]) => self.concept(&self.cluster(named)?)?,
            ("containing", [Point(point), Count(most)]) => self.containing(*point, *most)?,
            ("describe", [Concept(named)]) => {
                let extent = self.dictionary.extent(self.store, named)?;
                vec![vec![Value::Text(describe(&self.lattice, self.store, &extent)?)]]
            }
            ("intent", [Concept(named)]) => self.intent(&self.extent(named)?),
            ("join", [Concept(one), Concept(other)]) => self.join(one, other)?,
            ("landmarks", [Count(most)]) => self.landmarks(*most)?,
            ("largest", [Count(most)]) => self.largest(*most)?,
            ("lca", [Points(points)]) => self.lca(points)?,
            ("meet", [Concept(one), Concept(other)]) => self.meet(one, other)?,
            ("members", [Concept(named)]) => self.members(&self.extent(named)?),
            ("membership", [Nothing]) => self.membership(None)?,
            ("membership", [Point(point)]) => self.membership(Some(*point))?,
            ("parents", [Concept(named)]) => self.parents(&self.cluster(named)?)?,
            ("path", [Concept(one), Concept(other)]) => self.path(one, other)?,
            ("points", [Nothing]) => self.points(None)?,
            ("points", [Class(class)]) => self.points(Some(*class))?,
            ("profile", [Concept(named)]) => self.profile(&self.extent(named)?)?,
            ("pure", [Class(class), Share(share), Count(size), Count(most)]) => {
                self.pure(*class, *share, *size, *most)?
            }
            ("purity", [Concept(named)]) => self.purity(&self.extent(named)?),
            ("related", [Point(point), Count(most)]) => self.related(*point, *most)?,
            ("rule", [Concept(named), Intervals]) => self.rule(self.stored(named)?)?,
            ("stats", []) => self.stats()?,
            _ => return Ok(None),
        };
        Ok(Some(rows))
    }

    /// The cluster that is meant.
    fn cluster(&self, named: &NamedConcept) -> Result<Cluster, Error> {
        let is_full = self.dictionary.stored().facts.kind == GraphKind::Full;
        Ok(match named {
            NamedConcept::Generated { .. } if !is_full => Cluster::Full(self.extent(named)?),
            _ => Cluster::Stored(self.stored(named)?),
        })
    }

    /// The stored cluster that is meant.
    fn stored(&self, named: &NamedConcept) -> Result<ConceptId, Error> {
        self.dictionary.stored_concept(self.store, named)
    }

    /// The points of the cluster that is meant.
    fn extent(&self, named: &NamedConcept) -> Result<Extent, Error> {
        self.dictionary.extent(self.store, named)
    }

    fn points_of_graph(&self) -> usize {
        self.lattice.points().len()
    }

    fn landmarks(&self, most: u64) -> Result<Table, Error> {
        let chosen = landmarks::landmarks(self.store, most as usize)?;
        let ids: Vec<ConceptId> = chosen.iter().map(|landmark| landmark.id).collect();
        let concepts = self.store.concepts(&ids)?.into_iter().zip(chosen);
        let row = |(concept, landmark): (crate::store::Concept, landmarks::Landmark)| {
            let more = [Value::real(concept.cohesion), Value::count(landmark.held)];
            [&self.row(concept)[..], &more].concat()
        };
        Ok(concepts.map(row).collect())
    }

    fn row(&self, concept: crate::store::Concept) -> Vec<Value> {
        rows::cluster(self.lattice.points(), &concept.into())
    }

    /// Rows of stored clusters.
    fn stored_rows(&self, ids: &[ConceptId]) -> Result<Table, Error> {
        Ok(self.store.concepts(ids)?.into_iter().map(|concept| self.row(concept)).collect())
    }

    fn point(&self, point: PointId) -> Vec<Value> {
        rows::point(self.lattice.points(), point)
    }
}
