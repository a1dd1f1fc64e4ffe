//! The answers to the canned queries, from any store: one function a query.
//!
//! A query is a file in `queries/` with a statement that gives the same rows (tests compare them).
//! The program does not run it: these functions read concepts, covers, members, points and
//! communities by the contract of a store, so that memory, SQLite and Neo4j answer alike.

mod clusters;
mod communities;
mod contrast;
mod points;
mod rows;
mod why;

pub(crate) use rows::cluster as cluster_row;

use super::bind::Argument;
use super::describe;
use super::error::{Error, QuestionError};
use super::names::{Dictionary, NamedConcept};
use crate::base::ids::{ConceptId, PointId};
use crate::base::points::Points;
use crate::base::rows::Value;
use crate::dataset::Origin;
use crate::select::landmarks;
use crate::store::{Concept, LatticeStore, StoredContext};

/// Rows of values.
pub(super) type Table = Vec<Vec<Value>>;

/// The rows of an answer, and how many there are without a limit; none where nobody knows.
pub(super) struct Found {
    pub(super) rows: Table,
    pub(super) total: Option<u64>,
}

impl From<Table> for Found {
    fn from(rows: Table) -> Self {
        Self { total: Some(rows.len() as u64), rows }
    }
}

impl Found {
    /// The first rows of this many in all.
    fn first_of(total: usize, rows: Table) -> Self {
        Self { rows, total: Some(total as u64) }
    }
}

/// A question with its arguments.
pub(super) struct Asked<'a> {
    pub(super) store: &'a dyn LatticeStore,
    pub(super) dictionary: &'a Dictionary,
    pub(super) query: &'a str,
    pub(super) arguments: &'a [Argument],
}

impl Asked<'_> {
    /// The rows of the answer; none where the program knows no way but the statement.
    ///
    /// # Errors
    /// A failure of the store.
    pub(super) fn rows(&self) -> Result<Option<Found>, Error> {
        use Argument::{
            Class, Community, Concept, Count, Intervals, Nothing, Point, Points, Share,
        };
        // These would be answered by less than the numbers.
        let is_of_numbers = ["profile", "rule"].contains(&self.query);
        let has_left_out = self.stored().facts.has_left_out_features();
        if is_of_numbers && has_left_out {
            return Err(QuestionError::NoFeatures.into());
        }
        let found: Found = match (self.query, self.arguments) {
            ("between", [one, other, Count(most)]) => {
                let two = match (one, other) {
                    (Community(one), Community(other)) if one == other => {
                        let name = self.dictionary.communities().name(*one).to_owned();
                        return Err(QuestionError::Twice(name).into());
                    }
                    (Community(one), Community(other)) => Some([*one, *other]),
                    (Community(_), _) => return Err(QuestionError::Missing("OTHER".into()).into()),
                    _ => None,
                };
                self.between(two, *most)?
            }
            ("boundary", [Count(most)]) => self.boundary(*most)?,
            ("children", [Concept(named)]) => self.children(*named)?.into(),
            ("classes", []) => self.classes()?.into(),
            ("communities", [Count(most)]) => self.communities(*most),
            ("community", [Community(id), Count(most)]) => self.community(*id, *most)?,
            ("concept", [Concept(named)]) => self.concept(*named)?.into(),
            ("containing", [Point(point), Count(most)]) => self.containing(*point, *most)?,
            ("contrast", [Concept(one), Concept(other), Count(most)]) => {
                match self.contrast(*one, *other, *most)? {
                    // Columns that are only shown may differ too.
                    found if found.rows.is_empty() && has_left_out => {
                        return Err(QuestionError::NoFeatures.into());
                    }
                    found => found,
                }
            }
            ("describe", [Concept(NamedConcept::Community(id))]) => {
                let text = describe::community(self.stored(), self.store, *id)?;
                vec![vec![Value::Text(text)]].into()
            }
            ("describe", [Concept(NamedConcept::Stored(id))]) => {
                let text = describe::cluster(self.stored(), self.store, *id)?;
                vec![vec![Value::Text(text)]].into()
            }
            ("intent", [Concept(named)]) => self.intent(&self.extent(*named)?).into(),
            ("landmarks", [Count(most)]) => self.landmarks(*most)?.into(),
            ("largest", [Count(most)]) => self.largest(*most)?,
            ("lca", [Points(points)]) => self.lca(points)?.into(),
            ("meet", [Concept(one), Concept(other)]) => self.meet(*one, *other)?.into(),
            ("members", [Concept(named)]) => self.members(&self.extent(*named)?).into(),
            ("membership", [Nothing]) => self.membership(None)?.into(),
            ("membership", [Point(point)]) => self.membership(Some(*point))?.into(),
            ("nearest", [Point(point), Count(most)]) => self.nearest(*point, *most)?,
            ("parents", [Concept(named)]) => self.parents(*named)?.into(),
            ("path", [Concept(one), Concept(other)]) => self.path(*one, *other)?.into(),
            ("points", [Nothing]) => self.all_points(None)?.into(),
            ("points", [Class(class)]) => self.all_points(Some(*class))?.into(),
            ("profile", [Concept(named)]) => self.profile(&self.extent(*named)?)?.into(),
            ("pure", [Class(class), Share(share), Count(size), Count(most)]) => {
                self.pure(*class, *share, *size, *most)?
            }
            ("purity", [Concept(named)]) => self.purity(&self.extent(*named)?).into(),
            ("rule", [Concept(named), Intervals]) => self.rule(&self.extent(*named)?)?.into(),
            ("stats", []) => self.stats()?.into(),
            ("why", [Point(one), Point(other)]) if one == other => {
                return Err(QuestionError::Twice(self.points().name(*one).into()).into());
            }
            ("why", [Point(one), Point(other)]) => {
                vec![vec![Value::Text(self.why(*one, *other)?)]].into()
            }
            _ => return Ok(None),
        };
        Ok(Some(found))
    }

    pub(super) fn stored(&self) -> &StoredContext {
        self.dictionary.stored()
    }

    pub(super) fn points(&self) -> &Points {
        &self.stored().points
    }

    /// Whether its attributes are no points, but those of a ready context.
    pub(super) fn is_ready(&self) -> bool {
        self.stored().facts.origin == Origin::Ready
    }

    /// The stored cluster that is meant.
    fn cluster(&self, named: NamedConcept) -> Result<ConceptId, Error> {
        self.dictionary.cluster(self.store, named)
    }

    /// The points of the cluster or community that is meant.
    pub(super) fn extent(&self, named: NamedConcept) -> Result<Vec<PointId>, Error> {
        self.dictionary.extent(self.store, named)
    }

    fn landmarks(&self, most: u64) -> Result<Table, Error> {
        let chosen = landmarks::landmarks(self.store, most as usize)?;
        let ids: Vec<ConceptId> = chosen.iter().map(|landmark| landmark.id).collect();
        let concepts = self.store.concepts(&ids)?.into_iter().zip(chosen);
        let row = |(concept, landmark): (Concept, landmarks::Landmark)| {
            let more = [Value::real(concept.cohesion), Value::count(landmark.held)];
            [&rows::cluster(self.points(), &concept)[..], &more].concat()
        };
        Ok(concepts.map(row).collect())
    }

    /// Rows of stored clusters.
    fn rows_of(&self, ids: &[ConceptId]) -> Result<Table, Error> {
        let concepts = self.store.concepts(ids)?;
        Ok(concepts.iter().map(|concept| rows::cluster(self.points(), concept)).collect())
    }

    fn point(&self, point: PointId) -> Vec<Value> {
        rows::point(self.points(), point)
    }
}
