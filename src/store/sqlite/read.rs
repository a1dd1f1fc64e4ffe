//! What the program reads of any stored graph, in SQL.

use std::sync::Arc;

use super::store::SqliteStore;
use super::{decode, features, integrity};
use crate::base::rows::Value;
use crate::dataset::Features;
use crate::lattice::Lattice;
use crate::store::bounds::{Bounds, Checked};
use crate::store::read_context::{ReadContext, ReadPoint};
use crate::store::row_store::{Decoded, RowStore, Statements, StoredRow, mined_again};
use crate::store::{DamageError, Error, GraphFacts, Queryable, Result, StoredContext};

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
                place: row.place()?,
            })
        };
        let points = "SELECT id, \"row\", name, class_id AS class, x, y FROM point ORDER BY id";
        let incidence = "SELECT point_id AS point, attribute_id AS attribute FROM incidence \
                         ORDER BY point_id, attribute_id";
        let neighbors = "SELECT neighbors FROM context ORDER BY point_id";
        let kept = "SELECT value FROM kept ORDER BY point_id, kept_column_id";
        let pair = |row: &dyn StoredRow| Ok((row.point("point")?, row.point("attribute")?));
        let attributes = "SELECT id, name FROM attribute ORDER BY id";
        let read = ReadContext {
            facts: self.read_facts()?,
            kept_names: self.columns("kept_column")?,
            kept: self.rows(kept, |row| row.name("value"))?,
            classes: self.rows("SELECT id, name FROM class ORDER BY id", numbered)?,
            points: self.rows(points, point)?,
            attributes: self.rows(attributes, numbered)?,
            incidence: self.rows(incidence, pair)?,
            neighbors: self.all(neighbors, |row| row.get(0))?,
        };
        read.checked().map_err(|error| self.damaged(error))
    }

    /// The names of the columns in a table of them, which are numbered from 1.
    fn columns(&self, table: &str) -> Result<Vec<String>> {
        let select = format!("SELECT id, name FROM {table} ORDER BY id");
        let rows = self.rows(&select, |row| Ok((row.number::<u32>("id")?, row.name("name")?)))?;
        match (1..).zip(&rows).find(|(at, (id, _))| at != id) {
            Some((at, _)) => Err(self.damaged(format!("{table} {at} is missing"))),
            None => Ok(rows.into_iter().map(|(_, name)| name).collect()),
        }
    }
}

impl RowStore for SqliteStore {
    const STATEMENTS: Statements = Statements {
        classes: "SELECT name, size, concepts, largest_pure_id AS largest, \
                  dendrogram_purity AS purity, chance FROM class ORDER BY id",
        communities: "SELECT id, name, level, parent_id AS parent, points, separation, touching, \
                      cohesion, majority_class_id AS class, purity, concept_id AS cluster, \
                      title, apart \
                      FROM community ORDER BY id",
        summaries: "SELECT summary FROM community ORDER BY id",
        overlaps: "SELECT community_id AS one, other_id AS other, points, jaccard, separation \
                   FROM overlap ORDER BY community_id, other_id",
        membership: "SELECT point_id AS point, community_id AS community, share FROM belongs \
                     ORDER BY point_id, community_id",
        concept: "SELECT id, size, centre_id AS centre, cohesion, community_id AS community \
                  FROM concept WHERE id = ?",
        counts: "SELECT concept_id AS id, class_id AS class, count FROM concept_class \
                 WHERE concept_id = ?",
        upper: "SELECT lower_id AS lower, upper_id AS upper FROM cover WHERE lower_id = ? \
                ORDER BY upper_id",
        lower: "SELECT lower_id AS lower, upper_id AS upper FROM cover WHERE upper_id = ? \
                ORDER BY lower_id",
        members: "SELECT concept_id AS id, point_id AS point FROM member WHERE concept_id = ? \
                  ORDER BY point_id",
        containing: "SELECT point_id AS point, concept_id AS id FROM member WHERE point_id = ? \
                     ORDER BY concept_id",
        near: "SELECT point_id AS point, neighbor_id AS other, distance FROM neighbor \
               ORDER BY point_id, rank",
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
        let names = self.columns("feature")?;
        let values = features::read(&names, |select, each| self.all(select, each).map(drop))?;
        Ok(Features { names, values: values.into() })
    }

    fn cached_lattice(&self) -> Result<Arc<Lattice>> {
        if let Some(lattice) = self.lattice.get() {
            return Ok(Arc::clone(lattice));
        }
        let mined = mined_again(&*self.cached_context()?);
        let lattice = Arc::new(mined.map_err(|error| self.damaged(error))?);
        Ok(Arc::clone(self.lattice.get_or_init(|| lattice)))
    }

    fn as_queryable(&self) -> &dyn Queryable {
        self
    }

    fn faults(&self, most: usize) -> Result<Vec<String>> {
        integrity::faults(self, most)
    }
}
