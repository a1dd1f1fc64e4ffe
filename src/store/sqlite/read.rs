//! What the program reads of any stored graph, in SQL.

use std::sync::Arc;

use rusqlite::OptionalExtension;

use super::store::SqliteStore;
use super::{decode, features, integrity, placed};
use crate::base::ids::ConceptId;
use crate::base::keys::Key;
use crate::base::rows::Value;
use crate::dataset::Features;
use crate::store::bounds::{Bounds, Checked};
use crate::store::read_context::{ReadContext, ReadPoint};
use crate::store::row_store::{Decoded, RowStore, Statements, StoredRow};
use crate::store::{
    DamageError, Error, GraphFacts, PlacedRow, Queryable, Result, StoredContext, concept_id,
};

/// No row of a concept takes less.
const LEAST_BYTES: i64 = 8;

impl SqliteStore {
    fn read_context(&self) -> Result<StoredContext> {
        let numbered = |row: &dyn StoredRow| Ok((row.number("id")?, row.name("name")?));
        let point = |row: &dyn StoredRow| {
            Ok(ReadPoint {
                number: row.number("id")?,
                row: row.number("row")?,
                name: row.name("name")?,
                class: row.class("class")?,
                key: row.key("key")?,
                place: row.place()?,
            })
        };
        let points =
            "SELECT id, \"row\", name, class_id AS class, key, x, y FROM point ORDER BY id";
        let clarified = "SELECT point_id AS point, attribute_id AS attribute FROM clarified \
                         ORDER BY point_id, attribute_id";
        let kept = "SELECT value FROM kept ORDER BY point_id, kept_column_id";
        let pair = |row: &dyn StoredRow| Ok((row.point("point")?, row.point("attribute")?));
        let attributes = "SELECT id, name FROM attribute ORDER BY id";
        let twins = "SELECT twin_id AS twin FROM point ORDER BY id";
        let read = ReadContext {
            facts: self.read_facts()?,
            kept_names: self
                .rows("SELECT name FROM kept_column ORDER BY id", |r| r.name("name"))?,
            kept: self.rows(kept, |row| row.name("value"))?,
            classes: self.rows("SELECT id, name FROM class ORDER BY id", numbered)?,
            points: self.rows(points, point)?,
            attributes: Some(self.rows(attributes, numbered)?),
            incidence: self.rows(clarified, pair)?,
            twins: Some(self.rows(twins, |row| row.point("twin"))?),
        };
        read.checked().map_err(|error| self.damaged(error))
    }
}

impl RowStore for SqliteStore {
    const STATEMENTS: Statements = Statements {
        classes: "SELECT name, size, concepts, largest_pure_id AS largest, \
                  dendrogram_purity AS purity, chance FROM class ORDER BY id",
        boundary: "SELECT boundary_id AS id FROM point WHERE EXISTS (SELECT 1 FROM class) \
                   ORDER BY point.id",
        homes: "SELECT home_id AS id FROM point ORDER BY point.id",
        communities: "SELECT id, name, level, parent_id AS parent, points, separation, touching, \
                      cohesion, majority_class_id AS class, purity, concept_id AS cluster, \
                      title, apart \
                      FROM community ORDER BY id",
        summaries: "SELECT summary FROM community ORDER BY id",
        overlaps: "SELECT community_id AS one, other_id AS other, points, jaccard, separation \
                   FROM overlap ORDER BY community_id, other_id",
        membership: "SELECT point_id AS point, community_id AS community, share FROM belongs \
                     ORDER BY point_id, community_id",
        concept: "SELECT id, size, intent_size AS intent, generator, key, delta, cohesion, gap, \
                  community_id AS community FROM concept WHERE id = ?",
        counts: "SELECT concept_id AS id, class_id AS class, count FROM concept_class \
                 WHERE concept_id = ?",
        upper: "SELECT lower_id AS lower, upper_id AS upper FROM cover WHERE lower_id = ? \
                ORDER BY upper_id",
        lower: "SELECT lower_id AS lower, upper_id AS upper FROM cover WHERE upper_id = ? \
                ORDER BY lower_id",
        members: "SELECT id, points, generator \
                  FROM concept LEFT JOIN extent ON concept_id = id WHERE id = ?",
        introduced: "SELECT concept_id AS id FROM introduced WHERE point_id = ? \
                     ORDER BY concept_id",
        introduces: "SELECT concept_id AS id, point_id AS point FROM introduced \
                     WHERE concept_id = ? ORDER BY point_id",
        of_class: "SELECT concept.id, size, count FROM concept_class \
                   JOIN concept ON concept.id = concept_id WHERE class_id = ? ORDER BY concept.id",
        by_size: "SELECT size, count(*) AS concepts, avg(purity) AS purity, \
                  sum((SELECT count(*) FROM cover WHERE lower_id = concept.id)) AS covers \
                  FROM concept GROUP BY size ORDER BY size",
    };

    fn rows<T>(
        &self,
        statement: &str,
        decode: impl Fn(&dyn StoredRow) -> Decoded<T>,
    ) -> Result<Vec<T>> {
        let rows: Vec<Decoded<T>> = self.all(statement, |row| Ok(decode(row)))?;
        rows.into_iter().collect::<Decoded<_>>().map_err(|error| self.damaged(error))
    }

    fn rows_of<T>(
        &self,
        statement: &str,
        mut numbers: impl Iterator<Item = i64>,
        decode: impl Fn(&dyn StoredRow) -> Decoded<T>,
    ) -> Result<Vec<T>> {
        self.still_whole()?;
        let mut run = || {
            let mut statement = self.connection.prepare_cached(statement)?;
            let mut found = Vec::new();
            for number in &mut numbers {
                let mut rows = statement.query([number])?;
                while let Some(row) = rows.next()? {
                    found.push(decode(row));
                }
            }
            Ok(found)
        };
        let rows: Vec<Decoded<T>> = run().map_err(|error| self.unreadable(error))?;
        rows.into_iter().collect::<Decoded<_>>().map_err(|error| self.damaged(error))
    }

    fn sound<T>(&self, answer: T, check: impl Fn(Bounds<'_>, &T) -> Checked) -> Result<T> {
        let checked = check(Bounds::of(&*self.cached_context()?), &answer);
        checked.map(|()| answer).map_err(|error| self.damaged(error))
    }

    fn damaged(&self, damage: impl Into<DamageError>) -> Error {
        let DamageError(damage) = damage.into();
        let damage = DamageError(damage.replace('\n', " "));
        Error::Damaged { place: self.path().display().to_string(), damage }
    }

    fn read_facts(&self) -> Result<GraphFacts> {
        let entries: Vec<(String, Value)> = self
            .all("SELECT key, value FROM graph ORDER BY rowid", |row| {
                Ok((row.get(0)?, decode::value(row.get_ref(1)?)))
            })?;
        let facts = GraphFacts::from_entries(&entries).map_err(|error| self.damaged(error))?;
        // The claimed numbers decide how much memory is taken, so they are compared with what is
        // stored.
        let select = "SELECT (SELECT max(id) FROM concept) AS last, \
                      (SELECT page_count * page_size FROM pragma_page_count, pragma_page_size) \
                      AS bytes";
        let there = self.rows(select, |row| Ok((row.int("last")?, row.number::<i64>("bytes")?)))?;
        let concepts = i64::from(facts.concepts);
        match there[..] {
            [(Some(last), bytes)] if last == concepts && last <= bytes / LEAST_BYTES => Ok(facts),
            _ => {
                let last = there.iter().find_map(|(last, _)| *last).unwrap_or_default();
                let claimed = format!("it claims {concepts} clusters, but its last is c{last}");
                Err(self.damaged(claimed))
            }
        }
    }

    fn cached_context(&self) -> Result<Arc<StoredContext>> {
        if let Some(stored) = self.stored.get() {
            return Ok(Arc::clone(stored));
        }
        let stored = Arc::new(self.read_context()?);
        Ok(Arc::clone(self.stored.get_or_init(|| stored)))
    }

    fn read_features(&self) -> Result<Features> {
        let names = self.rows("SELECT name FROM feature ORDER BY id", |row| row.name("name"))?;
        let values = features::read(&names, |select, each| self.all(select, each).map(drop))?;
        Ok(Features { names, values: values.into() })
    }

    fn find(&self, keys: &[(Key, u32)]) -> Result<Vec<Option<ConceptId>>> {
        self.still_whole()?;
        let find = || {
            let select = "SELECT id FROM concept WHERE key = ? AND size = ?";
            let mut statement = self.connection.prepare_cached(select)?;
            let mut found = |&(key, size): &(Key, u32)| {
                statement.query_row((key as i64, size), |row| row.get(0)).optional()
            };
            keys.iter().map(&mut found).collect::<rusqlite::Result<_>>()
        };
        let found: Vec<Option<i64>> = find().map_err(|error| self.unreadable(error))?;
        let found = found.into_iter().map(|id| id.map(concept_id).transpose());
        found.collect::<Decoded<_>>().map_err(|error| self.damaged(error))
    }

    fn read_asked(&self) -> Result<Option<String>> {
        placed::asked(self)
    }

    fn read_placed(&self) -> Result<Vec<PlacedRow>> {
        placed::read(self)
    }

    fn as_queryable(&self) -> &dyn Queryable {
        self
    }

    fn faults(&self, most: usize) -> Result<Vec<String>> {
        integrity::faults(self, most)
    }
}
