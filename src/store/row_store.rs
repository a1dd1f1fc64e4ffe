//! What the program reads of a graph that a backend keeps as rows: each answer is decoded and
//! checked here, whatever language found its rows.

use std::collections::HashMap;
use std::sync::Arc;

use super::bounds::{Bounds, Checked};
use super::read_context::{communities_by_number, membership_of};
use super::{
    Attached, Concept, DamageError, Error, GraphFacts, LatticeStore, OfSize, PlacedRow, Queryable,
    Result, StoredContext, class_id, community_id, concept_id, point_id,
};
use crate::base::ids::{ClassId, CommunityId, ConceptId, PointId};
use crate::base::keys::Key;
use crate::base::points::Place;
use crate::communities::{Communities, Community, Level, Membership, Overlap};
use crate::context::bits::Closures;
use crate::dataset::Features;
use crate::graph::ClassFacts;

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
    /// The numbers of points, or nothing.
    fn points(&self, column: &str) -> Decoded<Option<Vec<PointId>>>;
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

    /// A key, which is stored as a signed number.
    pub(super) fn key(&self, column: &str) -> Decoded<Key> {
        self.number(column)
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
    /// `id` of a concept, of each point where there are classes.
    pub(super) boundary: &'static str,
    /// `id` of a concept, of each point.
    pub(super) homes: &'static str,
    /// `id name level parent points separation touching cohesion class purity cluster title apart`.
    pub(super) communities: &'static str,
    /// `summary` of communities, by number.
    pub(super) summaries: &'static str,
    /// `one other points jaccard separation`.
    pub(super) overlaps: &'static str,
    /// `point community share`, by point and community.
    pub(super) membership: &'static str,
    /// `id size intent key delta cohesion gap community generator` of a concept.
    pub(super) concept: &'static str,
    /// `id class count` of a concept.
    pub(super) counts: &'static str,
    /// `lower upper` above a concept, by upper.
    pub(super) upper: &'static str,
    /// `lower upper` below a concept, by lower.
    pub(super) lower: &'static str,
    /// `id points generator` of a concept; where there are no points, they follow.
    pub(super) members: &'static str,
    /// `id` of the concepts in which a point is introduced, ascending.
    pub(super) introduced: &'static str,
    /// `id point` of a concept, by point.
    pub(super) introduces: &'static str,
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

    fn find(&self, keys: &[(Key, u32)]) -> Result<Vec<Option<ConceptId>>>;

    fn read_attached(&self) -> Result<Option<Attached>> {
        Ok(None)
    }

    fn read_asked(&self) -> Result<Option<String>> {
        Ok(None)
    }

    fn read_placed(&self) -> Result<Vec<PlacedRow>> {
        Ok(Vec::new())
    }

    fn faults(&self, most: usize) -> Result<Vec<String>>;

    /// The same store, as one with a query language.
    fn as_queryable(&self) -> &dyn Queryable;
}

fn numbers(ids: &[ConceptId]) -> impl Iterator<Item = i64> {
    ids.iter().map(|id| id.number())
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

    fn boundary(&self) -> Result<Vec<Option<ConceptId>>> {
        let boundary = self.rows(S::STATEMENTS.boundary, |row| row.maybe_concept("id"))?;
        self.sound(boundary, |bounds, boundary| bounds.boundary(boundary))
    }

    fn homes(&self) -> Result<Vec<Option<ConceptId>>> {
        let homes = self.rows(S::STATEMENTS.homes, |row| row.maybe_concept("id"))?;
        self.sound(homes, |bounds, homes| bounds.homes(homes))
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
                intent_size: row.number("intent")?,
                key: row.key("key")?,
                counts: counts.get(&id).cloned().unwrap_or_else(|| vec![0; classes]),
                generator: row.points("generator")?.unwrap_or_default(),
                delta: row.number("delta")?,
                cohesion: row.real("cohesion")?,
                gap: row.int("gap")?.map(|_| row.number("gap")).transpose()?,
                community: row.int("community")?.map(community_id).transpose()?,
            })
        })?;
        self.sound(concepts, |bounds, concepts| {
            bounds.answered(ids, concepts.len())?;
            concepts.iter().try_for_each(|concept| bounds.row(concept))
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
        let rows = self.rows_of(S::STATEMENTS.members, numbers(ids), |row| {
            let generator = row.points("generator")?.unwrap_or_default();
            Ok((row.concept("id")?, row.points("points")?, generator))
        })?;
        let rows = self.sound(rows, |bounds, rows| {
            bounds.answered(ids, rows.len())?;
            rows.iter().try_for_each(|(id, list, generator)| {
                bounds.points(*id, list.as_ref().unwrap_or(generator))
            })
        })?;
        let stored = self.cached_context()?;
        let follow = rows.iter().filter(|(_, list, _)| list.is_none()).count();
        let closures = Closures::new(&stored.context, follow);
        let rows = rows.into_iter();
        let members =
            rows.map(|(_, list, generator)| list.unwrap_or_else(|| closures.of(&generator)));
        Ok(members.collect())
    }

    fn introduced(&self, point: PointId) -> Result<Vec<ConceptId>> {
        let point = std::iter::once(point.number());
        let found = self.rows_of(S::STATEMENTS.introduced, point, |row| row.concept("id"))?;
        self.sound(found, |bounds, found| bounds.concepts(found))
    }

    fn introduces(&self, ids: &[ConceptId]) -> Result<Vec<(ConceptId, PointId)>> {
        let found = self.rows_of(S::STATEMENTS.introduces, numbers(ids), |row| {
            Ok((row.concept("id")?, row.point("point")?))
        })?;
        self.sound(found, |bounds, found| {
            found.iter().try_for_each(|&(_, point)| bounds.point(point))
        })
    }

    fn find_by_key(&self, keys: &[(Key, u32)]) -> Result<Vec<Option<ConceptId>>> {
        self.sound(self.find(keys)?, |bounds, found| {
            found.iter().flatten().try_for_each(|&id| bounds.concept(id))
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

    fn attached(&self) -> Result<Option<Attached>> {
        self.read_attached()
    }

    fn asked(&self) -> Result<Option<String>> {
        self.read_asked()
    }

    fn placed(&self) -> Result<Vec<PlacedRow>> {
        self.read_placed()
    }

    fn own_faults(&self, most: usize) -> Result<Vec<String>> {
        self.faults(most)
    }
}
