//! Reading a graph from its SQLite file.

use std::cell::{Cell, OnceCell};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use rusqlite::types::Value as Sql;
use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, ToSql};

use super::covers::{self, Covers};
use super::decode::{self, PointList, StoredKey, cover};
use super::{APPLICATION_ID, SCHEMA_VERSION, read_only, sql_value};
use crate::context::FormalContext;
use crate::dataset::Features;
use crate::graph::ClassFacts;
use crate::ids::{ClassId, ConceptId, PointId};
use crate::keys::Key;
use crate::points::{Classes, Points};
use crate::rows::{Rows, Value};
use crate::store::{
    Concept, Damage, Error, GraphFacts, Interrupter, LatticeStore, Parameter, Queryable, Result,
    StoredContext,
};

/// A stored graph, open for reading.
#[derive(Debug)]
pub struct SqliteStore {
    connection: Connection,
    path: PathBuf,
    /// When the file was written, and its length: a stored graph is never changed, only replaced.
    opened: Option<(SystemTime, u64)>,
    stored: OnceCell<Arc<StoredContext>>,
    walks: Cell<u32>,
    covers: OnceCell<Covers>,
}

fn written(path: &Path) -> Option<(SystemTime, u64)> {
    let data = path.metadata().ok()?;
    Some((data.modified().ok()?, data.len()))
}

impl SqliteStore {
    /// Opens a store.
    ///
    /// # Errors
    /// No such file, a folder, a file that is no SQLite file or none of ours, or one of a newer
    /// schema.
    pub fn open(path: &Path) -> Result<Self> {
        let refused = |text: &str| Err(Error::Refused(format!("{}: {text}", path.display())));
        if path.is_dir() {
            return refused("this is a folder; name a graph file, such as iris.db");
        }
        if !path.exists() {
            return refused("no such file; make a graph with `conceptgraph build`");
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let opened = Connection::open_with_flags(path, flags)
            .and_then(|mut connection| read_only::guard(&mut connection).map(|()| connection));
        let connection = match opened {
            Ok(connection) => connection,
            Err(error) => return refused(&format!("cannot be opened ({error})")),
        };
        let store = Self {
            connection,
            path: path.to_owned(),
            opened: written(path),
            stored: OnceCell::new(),
            walks: Cell::new(0),
            covers: OnceCell::new(),
        };
        let pragma = |name| store.connection.pragma_query_value(None, name, |row| row.get(0));
        let (ours, version): (i32, i32) = match (pragma("application_id"), pragma("user_version")) {
            (Ok(ours), Ok(version)) => (ours, version),
            (Err(error), _) | (_, Err(error)) => {
                return refused(&match error.sqlite_error_code() {
                    Some(rusqlite::ErrorCode::NotADatabase) => {
                        "this is not a concept graph, nor any SQLite file; make one with \
                         `conceptgraph build`"
                            .to_owned()
                    }
                    _ => format!("cannot be read ({error})"),
                });
            }
        };
        if ours != APPLICATION_ID {
            return refused(
                "this SQLite file is not a concept graph; make one with `conceptgraph build`",
            );
        }
        if version > SCHEMA_VERSION {
            return refused(&format!(
                "this graph has schema {version}, this program reads up to {SCHEMA_VERSION}; \
                 update conceptgraph"
            ));
        }
        Ok(store)
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn failed(&self, error: rusqlite::Error) -> Error {
        let place = self.path.display().to_string();
        if let Some(damage) = decode::damage(&error) {
            return Error::Damaged { place, damage };
        }
        let cause = match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::OperationInterrupted) => return Error::Interrupted,
            Some(
                rusqlite::ErrorCode::ReadOnly
                | rusqlite::ErrorCode::AuthorizationForStatementDenied,
            ) => "statements here only read; write with sqlite3".to_owned(),
            _ => error.to_string(),
        };
        Error::Backend { place, cause }
    }

    fn damaged(&self, damage: impl Into<String>) -> Error {
        Error::Damaged { place: self.path.display().to_string(), damage: Damage(damage.into()) }
    }

    fn read_facts(&self) -> Result<GraphFacts> {
        let row = |row: &Row<'_>| Ok((row.get(0)?, decode::value(row.get_ref(1)?)));
        let entries: Vec<(String, Value)> =
            self.all("SELECT key, value FROM graph ORDER BY rowid", &[], row)?;
        GraphFacts::from_entries(&entries).map_err(|Damage(damage)| self.damaged(damage))
    }

    fn read_stored_context(&self) -> Result<StoredContext> {
        let classes: Vec<String> =
            self.all("SELECT name FROM class ORDER BY id", &[], |row| row.get(0))?;
        let select = "SELECT name, class_id, key FROM point ORDER BY id";
        let rows: Vec<(String, Option<ClassId>, StoredKey)> =
            self.all(select, &[], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        let label = |(name, class, _): &(String, Option<ClassId>, _)| {
            let label = class.and_then(|class| classes.get(class.index()));
            label.ok_or_else(|| self.damaged(format!("point {name:?} has no class")))
        };
        let labels: Option<Vec<&String>> = match classes.is_empty() {
            true => None,
            false => Some(rows.iter().map(label).collect::<Result<_>>()?),
        };
        let labels = labels.map(|labels| Classes::from_labels(&labels));
        let keys = rows.iter().map(|&(_, _, StoredKey(key))| key).collect();
        let names = rows.into_iter().map(|(name, _, _)| name).collect();
        let points = Points::named(names, labels)
            .map_err(|(_, row)| self.damaged(format!("two points are named as point {row}")))?;
        let attributes: Vec<String> =
            self.all("SELECT name FROM attribute ORDER BY id", &[], |row| row.get(0))?;
        let select = "SELECT point_id, attribute_id FROM incidence ORDER BY point_id, attribute_id";
        let mut lists = vec![Vec::new(); points.len()];
        // An attribute has a number as a point has one.
        let incidence: Vec<(PointId, PointId)> =
            self.all(select, &[], |row| Ok((row.get(0)?, row.get(1)?)))?;
        for (point, attribute) in incidence {
            match lists.get_mut(point.index()) {
                Some(list) if attribute.index() < attributes.len() => list.push(attribute.0),
                _ => {
                    return Err(self.damaged(format!(
                        "point {} has attribute {}, and one of them is not there",
                        point.number(),
                        attribute.number()
                    )));
                }
            }
        }
        let context = FormalContext::new(attributes, lists);
        Ok(StoredContext { facts: self.read_facts()?, points, keys, context })
    }

    /// All rows of a statement of the program's own.
    fn all<T>(
        &self,
        statement: &str,
        parameters: &[&dyn ToSql],
        row: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>> {
        let run = || {
            let mut statement = self.connection.prepare_cached(statement)?;
            statement.query_map(parameters, row)?.collect::<rusqlite::Result<_>>()
        };
        run().map_err(|error| self.failed(error))
    }

    /// The rows of a statement for each id in turn.
    fn each<T>(
        &self,
        statement: &str,
        ids: &[ConceptId],
        mut row: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>> {
        let mut run = || {
            let mut statement = self.connection.prepare_cached(statement)?;
            let mut found = Vec::new();
            for id in ids {
                for one in statement.query_map([id.number()], &mut row)? {
                    found.push(one?);
                }
            }
            Ok(found)
        };
        run().map_err(|error| self.failed(error))
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

    fn features(&self) -> Result<Features> {
        let names = self.all("SELECT name FROM feature ORDER BY id", &[], |row| row.get(0))?;
        let select = "SELECT value FROM measurement ORDER BY point_id, feature_id";
        Ok(Features { names, values: self.all(select, &[], |row| row.get(0))? })
    }

    fn classes(&self) -> Result<Vec<ClassFacts>> {
        let select = "SELECT name, size, concepts, largest_pure_id, dendrogram_purity FROM class \
                      ORDER BY id";
        self.all(select, &[], |row| {
            Ok(ClassFacts {
                name: row.get(0)?,
                size: row.get(1)?,
                concepts: row.get::<_, u32>(2)?.into(),
                largest_pure: row.get(3)?,
                dendrogram_purity: row.get(4)?,
            })
        })
    }

    fn boundary(&self) -> Result<Vec<Option<ConceptId>>> {
        let select = "SELECT boundary_id FROM point WHERE EXISTS (SELECT 1 FROM class) ORDER BY id";
        self.all(select, &[], |row| row.get(0))
    }

    fn concepts(&self, ids: &[ConceptId]) -> Result<Vec<Concept>> {
        let classes = self.stored_context()?.points.classes().map_or(0, |all| all.names().len());
        let select = "SELECT id, size, intent_size, generator, key FROM concept WHERE id = ?";
        let mut concepts = self.each(select, ids, |row| {
            Ok(Concept {
                id: row.get(0)?,
                size: row.get(1)?,
                intent_size: row.get(2)?,
                generator: row.get::<_, PointList>(3)?.0,
                key: row.get::<_, StoredKey>(4)?.0,
                counts: vec![0; classes],
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
        Ok(concepts)
    }

    fn will_walk(&self) -> Result<bool> {
        self.walks.set(self.walks.get() + 1);
        let facts = &self.stored_context()?.facts;
        if self.covers.get().is_none() && covers::pays(self.walks.get(), facts) {
            let mut covers = Covers::new(facts);
            let select = "SELECT lower_id, upper_id FROM cover ORDER BY lower_id, upper_id";
            self.all(select, &[], |row| cover(row).map(|(lower, upper)| covers.add(lower, upper)))?;
            self.covers.get_or_init(|| covers.finished());
        }
        Ok(self.covers.get().is_some())
    }

    fn upper(&self, ids: &[ConceptId]) -> Result<Vec<(ConceptId, ConceptId)>> {
        if let Some(covers) = self.covers.get() {
            return Ok(covers.upper(ids).collect());
        }
        let select = "SELECT lower_id, upper_id FROM cover WHERE lower_id = ? ORDER BY upper_id";
        self.each(select, ids, cover)
    }

    fn lower(&self, ids: &[ConceptId]) -> Result<Vec<(ConceptId, ConceptId)>> {
        if let Some(covers) = self.covers.get() {
            return Ok(covers.lower(ids).collect());
        }
        let select = "SELECT lower_id, upper_id FROM cover WHERE upper_id = ? ORDER BY lower_id";
        self.each(select, ids, cover)
    }

    fn members(&self, ids: &[ConceptId]) -> Result<Vec<Vec<PointId>>> {
        let select = "SELECT points FROM extent WHERE concept_id = ?";
        self.each(select, ids, |row| Ok(row.get::<_, PointList>(0)?.0))
    }

    fn introduced(&self, point: PointId) -> Result<Vec<ConceptId>> {
        let select = "SELECT concept_id FROM introduced WHERE point_id = ? ORDER BY concept_id";
        self.all(select, &[&point.number()], |row| row.get(0))
    }

    fn introduces(&self, ids: &[ConceptId]) -> Result<Vec<(ConceptId, PointId)>> {
        let select = "SELECT concept_id, point_id FROM introduced WHERE concept_id = ? \
                      ORDER BY point_id";
        self.each(select, ids, |row| Ok((row.get(0)?, row.get(1)?)))
    }

    fn find_by_key(&self, keys: &[(Key, u32)]) -> Result<Vec<Option<ConceptId>>> {
        let find = || {
            let select = "SELECT id FROM concept WHERE key = ? AND size = ?";
            let mut statement = self.connection.prepare_cached(select)?;
            let mut found = |&(key, size): &(Key, u32)| {
                statement.query_row((key as i64, size), |row| row.get(0)).optional()
            };
            keys.iter().map(&mut found).collect::<rusqlite::Result<_>>()
        };
        find().map_err(|error| self.failed(error))
    }
}

impl Queryable for SqliteStore {
    fn graph_name(&self) -> String {
        let path = self.path.file_stem().unwrap_or_default();
        path.to_string_lossy().into_owned()
    }

    fn still_there(&self) -> Result<()> {
        let now = written(&self.path);
        if now == self.opened {
            return Ok(());
        }
        let what = if now.is_none() { "is gone" } else { "was replaced by another one" };
        Err(Error::Refused(format!("{}: the file {what}; open it again", self.path.display())))
    }

    fn interrupter(&self) -> Interrupter {
        let handle = self.connection.get_interrupt_handle();
        Box::new(move || handle.interrupt())
    }

    fn run(&self, statement: &str, parameters: &[(&str, Parameter)]) -> Result<Rows> {
        let run = || {
            let mut statement = self.connection.prepare_cached(statement)?;
            for (name, given) in parameters {
                if let Some(at) = statement.parameter_index(&format!(":{name}"))? {
                    statement.raw_bind_parameter(at, sql(given))?;
                }
            }
            let columns: Vec<String> = statement.column_names().map(str::to_owned).collect();
            let mut rows = Vec::new();
            let mut found = statement.raw_query();
            while let Some(row) = found.next()? {
                let get = |column| Ok(decode::value(row.get_ref(column)?));
                rows.push((0..columns.len()).map(get).collect::<rusqlite::Result<_>>()?);
            }
            Ok(Rows { columns, rows })
        };
        run().map_err(|error| self.failed(error))
    }
}

/// A parameter as a statement takes it: names as a JSON array.
fn sql(parameter: &Parameter) -> Sql {
    match parameter {
        Parameter::Value(value) => sql_value(value),
        Parameter::Names(names) => Sql::Text(serde_json::json!(names).to_string()),
    }
}
