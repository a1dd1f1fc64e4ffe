//! What the program reads of a graph that a backend keeps as rows: each answer is decoded and
//! checked here, whatever language found its rows.

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;
use std::sync::Arc;

use super::bounds::{Bounds, Checked};
use super::read_context::{communities_by_number, membership_of, near_points};
use super::{
    Concept, DamageError, Error, GraphFacts, LatticeStore, OfSize, Queryable, Result,
    StoredContext, class_id, community_id, concept_id, point_id,
};
use crate::base::ids::{ClassId, CommunityId, ConceptId, PointId};
use crate::base::points::Place;
use crate::base::progress::Progress;
use crate::communities::{Communities, Community, Level, Membership, Overlap};
use crate::dataset::Features;
use crate::graph::ClassFacts;
use crate::lattice::Lattice;
use crate::mine::Limits;
use crate::near::NearPoints;

/// What decoding a row gives.
pub(super) type Decoded<T> = std::result::Result<T, DamageError>;

/// The columns of a row by their names.
pub(super) trait StoredRow {
    /// A whole number, or nothing.
    fn int(&self, column: &str) -> Decoded<Option<i64>>;
    /// A number, or nothing.
    fn real(&self, column: &str) -> Decoded<Option<f64>>;
    /// A text, or nothing.
    fn text(&self, column: &str) -> Decoded<Option<String>>;
}

impl dyn StoredRow + '_ {
    /// A number that is there.
    pub(super) fn number<N: TryFrom<i64>>(&self, column: &str) -> Decoded<N> {
        let number = needed(column, self.int(column)?)?;
        N::try_from(number).map_err(|_| format!("{column} cannot be {number}").into())
    }

    /// A text that is there.
    pub(super) fn name(&self, column: &str) -> Decoded<String> {
        needed(column, self.text(column)?)
    }

    fn share(&self, column: &str) -> Decoded<f64> {
        needed(column, self.real(column)?)
    }

    fn concept(&self, column: &str) -> Decoded<ConceptId> {
        concept_id(self.number(column)?)
    }

    fn maybe_concept(&self, column: &str) -> Decoded<Option<ConceptId>> {
        self.int(column)?.map(concept_id).transpose()
    }

    pub(super) fn point(&self, column: &str) -> Decoded<PointId> {
        point_id(self.number(column)?)
    }

    pub(super) fn class(&self, column: &str) -> Decoded<Option<ClassId>> {
        self.int(column)?.map(class_id).transpose()
    }

    fn community(&self, column: &str) -> Decoded<CommunityId> {
        community_id(self.number(column)?)
    }

    /// Where a point stands.
    pub(super) fn place(&self) -> Decoded<Place> {
        Ok([self.share("x")?, self.share("y")?])
    }

    fn cover(&self) -> Decoded<(ConceptId, ConceptId)> {
        Ok((self.concept("lower")?, self.concept("upper")?))
    }
}

fn needed<T>(column: &str, value: Option<T>) -> Decoded<T> {
    value.ok_or_else(|| format!("{column} is missing").into())
}

/// Statements that find the rows of each answer, with these names of columns.
pub(super) struct Statements {
    /// `name size concepts largest purity chance` of classes, by number.
    pub(super) classes: &'static str,
    /// `id name level parent points separation touching cohesion class purity cluster title apart`.
    pub(super) communities: &'static str,
    /// `summary` of communities, by number.
    pub(super) summaries: &'static str,
    /// `one other points jaccard separation`.
    pub(super) overlaps: &'static str,
    /// `point community share`, by point and community.
    pub(super) membership: &'static str,
    /// `id size centre cohesion community` of a concept.
    pub(super) concept: &'static str,
    /// `id class count` of a concept.
    pub(super) counts: &'static str,
    /// `lower upper` above a concept, by upper.
    pub(super) upper: &'static str,
    /// `lower upper` below a concept, by lower.
    pub(super) lower: &'static str,
    /// `id point` of a concept, by point.
    pub(super) members: &'static str,
    /// `point id` of the concepts that contain a point, by id.
    pub(super) containing: &'static str,
    /// `point other distance` of the nearest points, by point and rank.
    pub(super) near: &'static str,
    /// `id size count` of the concepts with points of a class, ascending.
    pub(super) of_class: &'static str,
    /// `size concepts covers purity` of the concepts of each size, ascending.
    pub(super) by_size: &'static str,
}

/// A backend that keeps a graph as rows.
pub(super) trait RowStore {
    /// Its statements.
    const STATEMENTS: Statements;

    /// All rows of a statement.
    fn rows<T>(
        &self,
        statement: &str,
        decode: impl Fn(&dyn StoredRow) -> Decoded<T>,
    ) -> Result<Vec<T>>;

    /// The rows of a statement for each number in turn.
    fn rows_of<T>(
        &self,
        statement: &str,
        numbers: impl Iterator<Item = i64>,
        decode: impl Fn(&dyn StoredRow) -> Decoded<T>,
    ) -> Result<Vec<T>>;

    /// An answer that is within the bounds of the graph.
    fn sound<T>(&self, answer: T, check: impl Fn(Bounds<'_>, &T) -> Checked) -> Result<T>;

    /// What the graph holds contradicts itself.
    fn damaged(&self, damage: impl Into<DamageError>) -> Error;

    fn read_facts(&self) -> Result<GraphFacts>;

    /// Read once as long as the graph is the same.
    fn cached_context(&self) -> Result<Arc<StoredContext>>;

    fn read_features(&self) -> Result<Features>;

    /// The lattice of a graph that is kept without members, mined again once.
    fn cached_lattice(&self) -> Result<Arc<Lattice>>;

    /// The first faults of its own files, at most `most`; none of a backend without files.
    fn faults(&self, most: usize) -> Result<Vec<String>> {
        let _ = most;
        Ok(Vec::new())
    }

    /// The same store, as one with a query language.
    fn as_queryable(&self) -> &dyn Queryable;
}

fn numbers(ids: &[ConceptId]) -> impl Iterator<Item = i64> {
    ids.iter().map(|id| id.number())
}

/// Each of some ids once.
fn distinct<T: Copy + Ord>(ids: &[T]) -> impl Iterator<Item = T> {
    ids.iter().copied().collect::<BTreeSet<_>>().into_iter()
}

/// The second of each pair by the first, in the order of the pairs.
fn grouped<K: Hash + Eq, V>(pairs: Vec<(K, V)>) -> HashMap<K, Vec<V>> {
    let mut all: HashMap<K, Vec<V>> = HashMap::new();
    pairs.into_iter().for_each(|(key, value)| all.entry(key).or_default().push(value));
    all
}

/// Mines the concepts of a graph that is kept without their members. They have the ids that they
/// were stored with, which follow from the context.
pub(super) fn mined_again(stored: &StoredContext) -> std::result::Result<Lattice, DamageError> {
    let facts = &stored.facts;
    let limits = Limits {
        min_size: facts.min_size as usize,
        max_concepts: Some(facts.concepts.into()),
        ..Limits::default()
    };
    match Lattice::mine(&stored.context, &limits, &Progress::default()) {
        Ok(lattice) if lattice.len() == facts.concepts as usize => Ok(lattice),
        _ => Err(format!("its context does not have {} clusters", facts.concepts).into()),
    }
}

impl<S: RowStore> LatticeStore for S {
    fn facts(&self) -> Result<GraphFacts> {
        self.read_facts()
    }

    fn stored_context(&self) -> Result<Arc<StoredContext>> {
        self.cached_context()
    }

    fn features(&self) -> Result<Arc<Features>> {
        self.sound(Arc::new(self.read_features()?), |bounds, features| bounds.features(features))
    }

    fn classes(&self) -> Result<Vec<ClassFacts>> {
        let classes = self.rows(S::STATEMENTS.classes, |row| {
            Ok(ClassFacts {
                name: row.name("name")?,
                size: row.number("size")?,
                concepts: row.number("concepts")?,
                largest_pure: row.maybe_concept("largest")?,
                dendrogram_purity: row.real("purity")?,
                chance: row.real("chance")?,
            })
        })?;
        self.sound(classes, |bounds, classes| bounds.classes(classes))
    }

    fn near(&self) -> Result<Arc<NearPoints>> {
        let points = self.cached_context()?.points.len();
        let rows = self.rows(S::STATEMENTS.near, |row| {
            Ok((row.point("point")?, row.point("other")?, row.real("distance")?))
        })?;
        let near = near_points(points, &rows).map_err(|error| self.damaged(error))?;
        self.sound(Arc::new(near), |bounds, near| bounds.near(near))
    }

    fn communities(&self) -> Result<Arc<Communities>> {
        let rows = self.rows(S::STATEMENTS.communities, |row| {
            let level = row.name("level")?;
            let no_level = |_| DamageError(format!("there is no level {level:?}"));
            let found = Community {
                name: row.name("name")?,
                level: level.parse::<Level>().map_err(no_level)?,
                parent: row.int("parent")?.map(community_id).transpose()?,
                points: row.number("points")?,
                separation: row.real("separation")?,
                touching: row.number("touching")?,
                cohesion: row.real("cohesion")?,
                majority_and_purity: row.class("class")?.zip(row.real("purity")?),
                cluster: row.maybe_concept("cluster")?,
                title: row.name("title")?,
                apart: row.text("apart")?,
            };
            Ok((row.community("id")?, found))
        })?;
        let all = communities_by_number(rows).map_err(|error| self.damaged(error))?;
        let overlaps = self.rows(S::STATEMENTS.overlaps, |row| {
            Ok(Overlap {
                one: row.community("one")?,
                other: row.community("other")?,
                points: row.number("points")?,
                jaccard: row.share("jaccard")?,
                separation: row.share("separation")?,
            })
        })?;
        let found = Arc::new(Communities { all, overlaps });
        self.sound(found, |bounds, found| bounds.communities(found))
    }

    fn summaries(&self) -> Result<Vec<String>> {
        self.rows(S::STATEMENTS.summaries, |row| row.name("summary"))
    }

    fn membership(&self) -> Result<Arc<Membership>> {
        let rows = self.rows(S::STATEMENTS.membership, |row| {
            Ok((row.point("point")?, row.community("community")?, row.share("share")?))
        })?;
        let points = self.cached_context()?.points.len();
        let membership = membership_of(points, rows).map_err(|error| self.damaged(error))?;
        let communities = self.communities()?.all.len();
        self.sound(Arc::new(membership), |bounds, membership| {
            bounds.membership(membership, communities)
        })
    }

    fn concepts(&self, ids: &[ConceptId]) -> Result<Vec<Concept>> {
        let classes = self.cached_context()?.points.classes().map_or(0, |all| all.names().len());
        let mut counts: HashMap<ConceptId, Vec<u32>> = HashMap::new();
        let counted = |row: &dyn StoredRow| {
            Ok((row.concept("id")?, row.class("class")?, row.number::<u32>("count")?))
        };
        for (id, class, count) in self.rows_of(S::STATEMENTS.counts, numbers(ids), counted)? {
            let counts = counts.entry(id).or_insert_with(|| vec![0; classes]);
            let place = class.and_then(|class| counts.get_mut(class.index()));
            *place.ok_or_else(|| self.damaged(format!("{id} has no such class")))? = count;
        }
        let concepts = self.rows_of(S::STATEMENTS.concept, numbers(ids), |row| {
            let id = row.concept("id")?;
            Ok(Concept {
                id,
                size: row.number("size")?,
                counts: counts.get(&id).cloned().unwrap_or_else(|| vec![0; classes]),
                center: row.int("centre")?.map(point_id).transpose()?,
                cohesion: row.real("cohesion")?,
                community: row.int("community")?.map(community_id).transpose()?,
            })
        })?;
        self.sound(concepts, |bounds, concepts| {
            bounds.answered(ids, concepts.len())?;
            bounds.rows(concepts)
        })
    }

    fn upper(&self, ids: &[ConceptId]) -> Result<Vec<(ConceptId, ConceptId)>> {
        let covers = self.rows_of(S::STATEMENTS.upper, numbers(ids), |row| row.cover())?;
        self.sound(covers, |bounds, covers| bounds.covers(covers))
    }

    fn lower(&self, ids: &[ConceptId]) -> Result<Vec<(ConceptId, ConceptId)>> {
        let covers = self.rows_of(S::STATEMENTS.lower, numbers(ids), |row| row.cover())?;
        self.sound(covers, |bounds, covers| bounds.covers(covers))
    }

    fn members(&self, ids: &[ConceptId]) -> Result<Vec<Vec<PointId>>> {
        let stored = self.cached_context()?;
        let known = ids.iter().copied().filter(|id| id.0 < stored.facts.concepts);
        if !stored.facts.members {
            let lattice = self.cached_lattice()?;
            return Ok(known.map(|id| lattice.members(id)).collect());
        }
        let known: Vec<ConceptId> = known.collect();
        let numbers = distinct(&known).map(ConceptId::number);
        let rows = self.rows_of(S::STATEMENTS.members, numbers, |row| {
            Ok((row.concept("id")?, row.point("point")?))
        })?;
        let members = grouped(rows);
        let of = |id: ConceptId| members.get(&id).cloned().unwrap_or_default();
        let answer: Vec<Vec<PointId>> = known.iter().map(|&id| of(id)).collect();
        self.sound(answer, |bounds, answer| {
            known.iter().zip(answer).try_for_each(|(&id, members)| bounds.points(id, members))
        })
    }

    fn containing(&self, points: &[PointId]) -> Result<Vec<Vec<ConceptId>>> {
        let stored = self.cached_context()?;
        let known = points.iter().copied().filter(|point| point.index() < stored.points.len());
        if !stored.facts.members {
            let lattice = self.cached_lattice()?;
            return Ok(known.map(|point| lattice.containing(point).collect()).collect());
        }
        let known: Vec<PointId> = known.collect();
        let numbers = distinct(&known).map(PointId::number);
        let rows = self.rows_of(S::STATEMENTS.containing, numbers, |row| {
            Ok((row.point("point")?, row.concept("id")?))
        })?;
        let containing = grouped(rows);
        let of = |point: &PointId| containing.get(point).cloned().unwrap_or_default();
        let answer: Vec<Vec<ConceptId>> = known.iter().map(of).collect();
        self.sound(answer, |bounds, answer| {
            answer.iter().try_for_each(|concepts| bounds.concepts(concepts))
        })
    }

    fn of_class(&self, class: ClassId, share: f64, size: u32) -> Result<Vec<ConceptId>> {
        let class = std::iter::once(class.number());
        let found = self.rows_of(S::STATEMENTS.of_class, class, |row| {
            let (all, of_class): (u32, u32) = (row.number("size")?, row.number("count")?);
            let is_wanted = all >= size && f64::from(of_class) / f64::from(all) >= share;
            Ok(if is_wanted { Some(row.concept("id")?) } else { None })
        })?;
        let found = found.into_iter().flatten().collect();
        self.sound(found, |bounds, found| bounds.concepts(found))
    }

    fn by_size(&self) -> Result<Vec<OfSize>> {
        self.rows(S::STATEMENTS.by_size, |row| {
            Ok(OfSize {
                size: row.number("size")?,
                concepts: row.number("concepts")?,
                covers: row.number("covers")?,
                purity: row.real("purity")?,
            })
        })
    }

    fn queryable(&self) -> Option<&dyn Queryable> {
        Some(self.as_queryable())
    }

    fn own_faults(&self, most: usize) -> Result<Vec<String>> {
        self.faults(most)
    }
}
