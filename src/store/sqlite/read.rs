//! What the program reads of any stored graph, in SQL.

use std::sync::Arc;

use rusqlite::{OptionalExtension, Row};

use super::decode::{self, PointList, StoredKey, cover};
use super::store::SqliteStore;
use super::{communities, features, integrity, members};
use crate::base::ids::{ClassId, ConceptId, PointId};
use crate::base::keys::Key;
use crate::base::rows::Value;
use crate::communities::{Communities, Membership};
use crate::dataset::Features;
use crate::graph::ClassFacts;
use crate::store::bounds::Bounds;
use crate::store::read_context::{ReadContext, ReadPoint};
use crate::store::{Concept, DamageError, GraphFacts, LatticeStore, Result, StoredContext};

/// No row of a concept takes less.
const LEAST_BYTES: i64 = 8;

impl SqliteStore {
    fn read_facts(&self) -> Result<GraphFacts> {
        let row = |row: &Row<'_>| Ok((row.get(0)?, decode::value(row.get_ref(1)?)));
        let entries: Vec<(String, Value)> =
            self.all("SELECT key, value FROM graph ORDER BY rowid", &[], row)?;
        let facts = GraphFacts::from_entries(&entries).map_err(|error| self.damaged(error))?;
        // The claimed numbers decide how much memory is taken, so they are compared with what is
        // stored.
        let select = "SELECT (SELECT max(id) FROM concept), page_count * page_size \
                      FROM pragma_page_count, pragma_page_size";
        let there: Vec<(Option<i64>, i64)> =
            self.all(select, &[], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let concepts = i64::from(facts.concepts);
        match there[..] {
            [(Some(last), bytes)] if last == concepts && last <= bytes / LEAST_BYTES => Ok(facts),
            [(last, _)] => Err(self.damaged(format!(
                "it claims {concepts} clusters, but its last is c{}",
                last.unwrap_or_default()
            ))),
            _ => Err(self.damaged("it has no size")),
        }
    }

    fn read_stored_context(&self) -> Result<StoredContext> {
        let named = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
        let point = |row: &Row<'_>| {
            let (number, name, class) = (row.get(0)?, row.get(1)?, row.get(2)?);
            let (key, row) = (row.get::<_, StoredKey>(3)?.0, row.get(4)?);
            Ok(ReadPoint { number, row, name, class, key })
        };
        let points = "SELECT id, name, class_id, key, \"row\" FROM point ORDER BY id";
        let clarified = "SELECT point_id, attribute_id FROM clarified \
                         ORDER BY point_id, attribute_id";
        let twins = "SELECT twin_id FROM point ORDER BY id";
        let kept_names = "SELECT name FROM kept_column ORDER BY id";
        let kept = "SELECT value FROM kept ORDER BY point_id, kept_column_id";
        let read = ReadContext {
            facts: self.read_facts()?,
            kept_names: self.all(kept_names, &[], |row| row.get(0))?,
            kept: self.all(kept, &[], |row| row.get(0))?,
            classes: self.all("SELECT id, name FROM class ORDER BY id", &[], named)?,
            points: self.all(points, &[], point)?,
            attributes: Some(self.all("SELECT id, name FROM attribute ORDER BY id", &[], named)?),
            incidence: self.all(clarified, &[], |row| Ok((row.get(0)?, row.get(1)?)))?,
            twins: Some(self.all(twins, &[], |row| row.get(0))?),
        };
        read.checked().map_err(|error| self.damaged(error))
    }

    /// An answer that is within the bounds of the graph.
    pub(super) fn sound<T>(
        &self,
        answer: T,
        check: impl FnOnce(Bounds<'_>, &T) -> std::result::Result<(), DamageError>,
    ) -> Result<T> {
        let stored = self.stored_context()?;
        let checked = check(Bounds::of(&stored), &answer);
        checked.map(|()| answer).map_err(|error| self.damaged(error))
    }
}

impl LatticeStore for SqliteStore {
    fn facts(&self) -> Result<GraphFacts> {
        self.read_facts()
    }

    fn stored_context(&self) -> Result<Arc<StoredContext>> {
        if let Some(stored) = self.stored.get() {
            return Ok(Arc::clone(stored));
        }
        let stored = Arc::new(self.read_stored_context()?);
        Ok(Arc::clone(self.stored.get_or_init(|| stored)))
    }

    fn features(&self) -> Result<Arc<Features>> {
        let names = self.all("SELECT name FROM feature ORDER BY id", &[], |row| row.get(0))?;
        let values = features::read(&names, |select, each| self.all(select, &[], each).map(drop))?;
        let features = Features { names, values };
        self.sound(Arc::new(features), |bounds, features| bounds.features(features))
    }

    fn classes(&self) -> Result<Vec<ClassFacts>> {
        let select = "SELECT name, size, concepts, largest_pure_id, dendrogram_purity, \
                      chance FROM class ORDER BY id";
        let classes = self.all(select, &[], |row| {
            Ok(ClassFacts {
                name: row.get(0)?,
                size: row.get(1)?,
                concepts: row.get::<_, u32>(2)?.into(),
                largest_pure: row.get(3)?,
                dendrogram_purity: row.get(4)?,
                chance: row.get(5)?,
            })
        })?;
        self.sound(classes, |bounds, classes| bounds.classes(classes))
    }

    fn boundary(&self) -> Result<Vec<Option<ConceptId>>> {
        let select = "SELECT boundary_id FROM point WHERE EXISTS (SELECT 1 FROM class) ORDER BY id";
        let boundary = self.all(select, &[], |row| row.get(0))?;
        self.sound(boundary, |bounds, boundary| bounds.boundary(boundary))
    }

    fn homes(&self) -> Result<Vec<Option<ConceptId>>> {
        let homes = self.all("SELECT home_id FROM point ORDER BY id", &[], |row| row.get(0))?;
        self.sound(homes, |bounds, homes| bounds.homes(homes))
    }

    fn communities(&self) -> Result<Arc<Communities>> {
        communities::read(self).map(Arc::new)
    }

    fn membership(&self) -> Result<Arc<Membership>> {
        communities::membership(self).map(Arc::new)
    }

    fn concepts(&self, ids: &[ConceptId]) -> Result<Vec<Concept>> {
        let classes = self.stored_context()?.points.classes().map_or(0, |all| all.names().len());
        let select = "SELECT id, size, intent_size, generator, key, delta, cohesion, gap, \
                      community_id FROM concept \
                      WHERE id = ?";
        let mut concepts = self.each(select, ids, |row| {
            Ok(Concept {
                id: row.get(0)?,
                size: row.get(1)?,
                intent_size: row.get(2)?,
                generator: row.get::<_, PointList>(3)?.0,
                key: row.get::<_, StoredKey>(4)?.0,
                counts: vec![0; classes],
                delta: row.get(5)?,
                cohesion: row.get(6)?,
                gap: row.get(7)?,
                community: row.get(8)?,
            })
        })?;
        let select = "SELECT class_id, count FROM concept_class WHERE concept_id = ?";
        for concept in &mut concepts {
            let counts: Vec<(ClassId, u32)> =
                self.each(select, &[concept.id], |row| Ok((row.get(0)?, row.get(1)?)))?;
            for (class, count) in counts {
                let place = concept.counts.get_mut(class.index());
                *place
                    .ok_or_else(|| self.damaged(format!("{} has no such class", concept.id)))? =
                    count;
            }
        }
        self.sound(concepts, |bounds, concepts| {
            bounds.answered(ids, concepts.len())?;
            concepts.iter().try_for_each(|concept| bounds.row(concept))
        })
    }

    fn upper(&self, ids: &[ConceptId]) -> Result<Vec<(ConceptId, ConceptId)>> {
        let select = "SELECT lower_id, upper_id FROM cover WHERE lower_id = ? ORDER BY upper_id";
        self.sound(self.each(select, ids, cover)?, |bounds, covers| bounds.covers(covers))
    }

    fn lower(&self, ids: &[ConceptId]) -> Result<Vec<(ConceptId, ConceptId)>> {
        let select = "SELECT lower_id, upper_id FROM cover WHERE upper_id = ? ORDER BY lower_id";
        self.sound(self.each(select, ids, cover)?, |bounds, covers| bounds.covers(covers))
    }

    fn members(&self, ids: &[ConceptId]) -> Result<Vec<Vec<PointId>>> {
        members::read(self, ids)
    }

    fn introduced(&self, point: PointId) -> Result<Vec<ConceptId>> {
        let select = "SELECT concept_id FROM introduced WHERE point_id = ? ORDER BY concept_id";
        let found = self.all(select, &[&point.number()], |row| row.get(0))?;
        self.sound(found, |bounds, found| bounds.concepts(found))
    }

    fn introduces(&self, ids: &[ConceptId]) -> Result<Vec<(ConceptId, PointId)>> {
        let select = "SELECT concept_id, point_id FROM introduced WHERE concept_id = ? \
                      ORDER BY point_id";
        let found = self.each(select, ids, |row| Ok((row.get(0)?, row.get(1)?)))?;
        self.sound(found, |bounds, found: &Vec<(ConceptId, PointId)>| {
            found.iter().try_for_each(|&(_, point)| bounds.point(point))
        })
    }

    fn find_by_key(&self, keys: &[(Key, u32)]) -> Result<Vec<Option<ConceptId>>> {
        self.still_whole()?;
        let find = || {
            let select = "SELECT id FROM concept WHERE key = ? AND size = ?";
            let mut statement = self.connection.prepare_cached(select)?;
            let mut found = |&(key, size): &(Key, u32)| {
                statement.query_row((key as i64, size), |row| row.get(0)).optional()
            };
            keys.iter().map(&mut found).collect::<rusqlite::Result<_>>()
        };
        let found: Vec<Option<ConceptId>> = find().map_err(|error| self.unreadable(error))?;
        self.sound(found, |bounds, found| {
            found.iter().flatten().try_for_each(|&id| bounds.concept(id))
        })
    }

    fn own_faults(&self, most: usize) -> Result<Vec<String>> {
        integrity::faults(self, most)
    }
}
