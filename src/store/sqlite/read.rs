//! Reading a graph from its SQLite file.

use std::cell::{Cell, OnceCell};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use rusqlite::types::{Value as Sql, ValueRef};
use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, ToSql};

use super::covers::{self, Covers};
use super::{APPLICATION_ID, SCHEMA_VERSION};
use crate::context::FormalContext;
use crate::graph::{ClassFacts, Features};
use crate::keys::Key;
use crate::lattice::ConceptId;
use crate::points::{Classes, Points};
use crate::store::{
    Base, Concept, Error, Info, Interrupter, LatticeStore, Queryable, Result, Rows, Value,
};

/// A stored graph, open for reading.
#[derive(Debug)]
pub struct SqliteStore {
    connection: Connection,
    path: PathBuf,
    /// When the file was written, and its length: a stored graph is never changed, only replaced.
    opened: Option<(SystemTime, u64)>,
    base: OnceCell<Arc<Base>>,
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
        let connection = match Connection::open_with_flags(path, flags) {
            Ok(connection) => connection,
            Err(error) => return refused(&format!("cannot be opened ({error})")),
        };
        let store = Self {
            connection,
            path: path.to_owned(),
            opened: written(path),
            base: OnceCell::new(),
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
        match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::OperationInterrupted) => Error::Interrupted,
            Some(rusqlite::ErrorCode::ReadOnly) => Error::Backend {
                place: self.path.display().to_string(),
                cause: "this program only reads; write with sqlite3".to_owned(),
            },
            _ => {
                Error::Backend { place: self.path.display().to_string(), cause: error.to_string() }
            }
        }
    }

    fn read_base(&self) -> Result<Base> {
        let classes: Vec<String> =
            self.all("SELECT name FROM class ORDER BY id", &[], |row| row.get(0))?;
        let select = "SELECT name, class_id, key FROM point ORDER BY id";
        let rows: Vec<(String, Option<u32>, i64)> =
            self.all(select, &[], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        let label = |class: &Option<u32>| class.and_then(|id| classes.get(id as usize - 1));
        let labels: Vec<&String> = rows.iter().filter_map(|(_, class, _)| label(class)).collect();
        let classes = (!classes.is_empty()).then(|| Classes::from_labels(&labels));
        let keys = rows.iter().map(|&(_, _, key)| key as Key).collect();
        let names = rows.into_iter().map(|(name, _, _)| name).collect();
        let points = Points::named(names, classes).map_err(|_| Error::Backend {
            place: self.path.display().to_string(),
            cause: "two points have one name".to_owned(),
        })?;
        let attributes =
            self.all("SELECT name FROM attribute ORDER BY id", &[], |row| row.get(0))?;
        let select = "SELECT point_id, attribute_id FROM incidence ORDER BY point_id, attribute_id";
        let mut lists = vec![Vec::new(); points.len()];
        for (point, attribute) in
            self.all(select, &[], |row| Ok((index(row, 0)?, index(row, 1)?)))?
        {
            lists[point as usize].push(attribute);
        }
        Ok(Base {
            info: self.info()?,
            points,
            keys,
            context: FormalContext::new(attributes, lists),
        })
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

/// An id of the store, from 1, as an index.
fn index(row: &Row<'_>, column: usize) -> rusqlite::Result<u32> {
    Ok(row.get::<_, u32>(column)?.saturating_sub(1))
}

fn cover(row: &Row<'_>) -> rusqlite::Result<(ConceptId, ConceptId)> {
    Ok((ConceptId(index(row, 0)?), ConceptId(index(row, 1)?)))
}

/// A JSON array of ids, as indices.
fn indices(row: &Row<'_>, column: usize) -> rusqlite::Result<Vec<u32>> {
    let text: String = row.get(column)?;
    let ids: Vec<u32> = serde_json::from_str(&text).map_err(|error| {
        let text = rusqlite::types::Type::Text;
        rusqlite::Error::FromSqlConversionFailure(column, text, Box::new(error))
    })?;
    Ok(ids.into_iter().map(|id| id.saturating_sub(1)).collect())
}

fn value(value: ValueRef<'_>) -> Value {
    match value {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => Value::Int(number),
        ValueRef::Real(number) => Value::Real(number),
        ValueRef::Text(text) => Value::Text(String::from_utf8_lossy(text).into_owned()),
        ValueRef::Blob(bytes) => Value::Text(format!("{} bytes", bytes.len())),
    }
}

impl LatticeStore for SqliteStore {
    fn info(&self) -> Result<Info> {
        let row = |row: &Row<'_>| Ok((row.get(0)?, value(row.get_ref(1)?)));
        Ok(Info(self.all("SELECT key, value FROM graph ORDER BY rowid", &[], row)?))
    }

    fn base(&self) -> Result<Arc<Base>> {
        if let Some(base) = self.base.get() {
            return Ok(Arc::clone(base));
        }
        let base = Arc::new(self.read_base()?);
        Ok(Arc::clone(self.base.get_or_init(|| base)))
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
            let largest: Option<u32> = row.get(3)?;
            Ok(ClassFacts {
                name: row.get(0)?,
                size: row.get(1)?,
                concepts: row.get::<_, i64>(2)? as u64,
                largest_pure: largest.map(|id| ConceptId(id - 1)),
                dendrogram_purity: row.get(4)?,
            })
        })
    }

    fn boundary(&self) -> Result<Vec<Option<ConceptId>>> {
        let select = "SELECT boundary_id FROM point WHERE EXISTS (SELECT 1 FROM class) ORDER BY id";
        let met = |row: &Row<'_>| row.get::<_, Option<u32>>(0);
        let met = self.all(select, &[], met)?;
        Ok(met.into_iter().map(|id| id.map(|id| ConceptId(id.saturating_sub(1)))).collect())
    }

    fn concepts(&self, ids: &[ConceptId]) -> Result<Vec<Concept>> {
        let count = "SELECT count(*) FROM class";
        let classes: u32 = self.all(count, &[], |row| row.get::<_, u32>(0))?.into_iter().sum();
        let select = "SELECT id, size, intent_size, generator, key FROM concept WHERE id = ?";
        let mut concepts = self.each(select, ids, |row| {
            Ok(Concept {
                id: ConceptId(index(row, 0)?),
                size: row.get(1)?,
                intent_size: row.get(2)?,
                generator: indices(row, 3)?,
                key: row.get::<_, i64>(4)? as Key,
                counts: vec![0; classes as usize],
            })
        })?;
        let select = "SELECT class_id, count FROM concept_class WHERE concept_id = ?";
        for concept in &mut concepts {
            let counts = self
                .each(select, &[concept.id], |row| Ok((index(row, 0)?, row.get::<_, u32>(1)?)))?;
            counts.iter().for_each(|&(class, count)| concept.counts[class as usize] = count);
        }
        Ok(concepts)
    }

    fn will_walk(&self) -> Result<bool> {
        self.walks.set(self.walks.get() + 1);
        if self.covers.get().is_none() && covers::pays(self.walks.get(), &self.base()?.info) {
            let mut covers = Covers::new(&self.base()?.info);
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

    fn members(&self, ids: &[ConceptId]) -> Result<Vec<Vec<u32>>> {
        let select = "SELECT points FROM extent WHERE concept_id = ?";
        self.each(select, ids, |row| indices(row, 0))
    }

    fn introduced(&self, point: u32) -> Result<Vec<ConceptId>> {
        let select = "SELECT concept_id FROM introduced WHERE point_id = ? ORDER BY concept_id";
        self.all(select, &[&(i64::from(point) + 1)], |row| Ok(ConceptId(index(row, 0)?)))
    }

    fn introduces(&self, ids: &[ConceptId]) -> Result<Vec<(ConceptId, u32)>> {
        let select = "SELECT concept_id, point_id FROM introduced WHERE concept_id = ? \
                      ORDER BY point_id";
        self.each(select, ids, |row| Ok((ConceptId(index(row, 0)?), index(row, 1)?)))
    }

    fn named(&self, names: &[(Key, u32)]) -> Result<Vec<Option<ConceptId>>> {
        let find = || {
            let select = "SELECT id FROM concept WHERE key = ? AND size = ?";
            let mut statement = self.connection.prepare_cached(select)?;
            let mut found = |&(key, size): &(Key, u32)| {
                let id = |row: &Row<'_>| Ok(ConceptId(index(row, 0)?));
                statement.query_row((key as i64, size), id).optional()
            };
            names.iter().map(&mut found).collect::<rusqlite::Result<_>>()
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

    fn run(&self, statement: &str, parameters: &[(&str, Value)]) -> Result<Rows> {
        let run = || {
            let mut statement = self.connection.prepare_cached(statement)?;
            for (name, given) in parameters {
                if let Some(at) = statement.parameter_index(&format!(":{name}"))? {
                    statement.raw_bind_parameter(
                        at,
                        match given {
                            Value::Null => Sql::Null,
                            Value::Int(number) => Sql::Integer(*number),
                            Value::Real(number) => Sql::Real(*number),
                            Value::Text(text) => Sql::Text(text.clone()),
                        },
                    )?;
                }
            }
            let columns: Vec<String> = statement.column_names().map(str::to_owned).collect();
            let mut rows = Vec::new();
            let mut found = statement.raw_query();
            while let Some(row) = found.next()? {
                let get = |column| Ok(value(row.get_ref(column)?));
                rows.push((0..columns.len()).map(get).collect::<rusqlite::Result<_>>()?);
            }
            Ok(Rows { columns, rows })
        };
        run().map_err(|error| self.failed(error))
    }
}
